"""The command as a user meets it, and the documented way from a site to a database without network."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from local_site import LocalSite

from ingest.scrape.kept_file import FILE_NAME
from ingest.scrape.store import open_store
from pipeline.kept import is_kept_pages, is_log_of_kept_pages, read_kept_pages
from schema.records import Document

ROOT = Path(__file__).parents[2]
QUICK = ("--rate", "20", "--allow-private")


def berserk(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C"},
        capture_output=True,
        encoding="utf-8",
        timeout=90,
        check=False,
    )


@pytest.mark.parametrize("name", ["editions", "feed", "community"])
def test_a_site_is_scraped_built_and_searched_by_the_documented_commands(tmp_path: Path, name: str) -> None:
    with LocalSite(cards=6, per_page=3) as site:
        base = f"{site.base_url}/resources/" if name == "community" else site.base_url
        scraped = berserk("scrape", name, "--base", base, "--into", "pages", *QUICK, cwd=tmp_path)
        cards = site.cards
    assert (scraped.returncode, scraped.stderr) == (0, "")
    assert "получено 6" in scraped.stdout
    built = berserk("build", "pages", cwd=tmp_path)
    assert built.returncode == 0
    assert "карт 6" in built.stdout
    found = berserk("search", f'"{cards[0].name}"', "--format", "json", cwd=tmp_path)
    assert [hit["name"] for hit in json.loads(found.stdout)] == [cards[0].name]


def test_what_is_missing_is_listed_and_the_exit_code_is_1(tmp_path: Path) -> None:
    with LocalSite(cards=6, vanish={"/card/tihaya-gavan/1"}) as site:
        process = berserk("scrape", "editions", "--base", site.base_url, "--into", "pages", *QUICK, cwd=tmp_path)
        assert process.returncode == 1
        assert process.stderr.splitlines() == [
            f"{site.base_url}/card/tihaya-gavan/1: страницы нет (ответ 404). Она пропала с сайта или ссылка неверна"
        ]
        told = berserk("scrape", "editions", "--base", site.base_url, "--into", "pages", "--json", *QUICK, cwd=tmp_path)
    summary = json.loads(told.stdout)
    assert (told.returncode, told.stderr) == (1, "")
    assert (summary["outcome"], summary["cards"]["listed"], summary["cards"]["got"]) == ("incomplete", 6, 5)
    assert [fault["code"] for fault in summary["faults"]] == ["gone"]


def test_a_plan_is_shown_without_a_request(tmp_path: Path) -> None:
    with LocalSite(cards=6) as site:
        process = berserk("scrape", "feed", "--base", site.base_url, "--explain", "--contact", "me@x", cwd=tmp_path)
        assert site.requests == []
    assert process.returncode == 0
    for words in ("POST", '{"state": {"page": 1}}', "(+me@x)", "card_id", "1 запроса в секунду", "пока пуста"):
        assert words in process.stdout
    assert list(tmp_path.iterdir()) == []


def test_known_sites_and_their_declarations_are_printed(tmp_path: Path) -> None:
    assert {line.split(":")[0] for line in berserk("scrape", cwd=tmp_path).stdout.splitlines()} == {
        "community",
        "editions",
        "feed",
    }
    printed = berserk("scrape", "editions", "--declaration", cwd=tmp_path).stdout
    (tmp_path / "own.toml").write_text(printed, encoding="utf-8")
    assert "cards.example.org" in berserk("scrape", "own.toml", "--explain", cwd=tmp_path).stdout


WRONG = [
    (["scrape", "editions"], "образец"),
    (["scrape", "nowhere"], "community"),
    (["scrape", "no.toml"], "не открывается"),
    (["scrape", "ftp://example.org/x"], "не описан"),
    (["scrape", "http://user@example.org/"], "не адрес"),
    (["scrape", "feed", "--base", "x:"], "не адрес"),
    (["scrape", "community", "--only", "new", "--refresh", "30д"], "вместе"),
    (["scrape", "community", "--refresh", "ages"], "срок"),
    (["scrape", "community", "--rate", "0"], "rate"),
    (["scrape", "community", "--since", "0001-01-01", "--explain"], "нет такого дня"),
    (["scrape", "community", "--contact", "я@example.org"], "латинские"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: " ".join(value))
def test_a_wrong_call_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    process = berserk(*arguments, cwd=tmp_path)
    assert (process.returncode, process.stderr.count("\n")) == (2, 1)
    assert words in process.stderr


def test_an_interrupted_command_says_one_line_and_goes_on(tmp_path: Path) -> None:
    with LocalSite(cards=30, slow=0.05) as site:
        arguments = ("scrape", "editions", "--base", site.base_url, "--into", "pages", *QUICK)
        process = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        deadline = time.monotonic() + 30
        while len(site.requests) < 8 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert (process.returncode, said.count("\n")) == (2, 1)
        assert "продолжит" in said
        again = berserk(*arguments, cwd=tmp_path)
    assert again.returncode == 0
    assert "получено 30" in again.stdout


def test_an_interrupted_command_gives_its_summary_to_programs(tmp_path: Path) -> None:
    with LocalSite(cards=30, slow=0.05) as site:
        arguments = ("scrape", "editions", "--base", site.base_url, "--into", "pages", "--json", *QUICK)
        process = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        deadline = time.monotonic() + 30
        while len(site.requests) < 8 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=30)
    summary = json.loads(printed)
    assert (process.returncode, said.count("\n"), summary["outcome"]) == (2, 1, "stopped")
    assert summary["pages"]["fetched"] > 0
    assert [fault["code"] for fault in summary["faults"]] == ["interrupted"]


def test_a_damaged_or_empty_file_of_kept_pages_is_told(tmp_path: Path) -> None:
    with open_store(tmp_path):
        pass
    path = tmp_path / FILE_NAME
    assert is_kept_pages(path)
    assert [each[0] for each in read_kept_pages(path, "x") if not isinstance(each, Document)] == ["x"]
    path.write_bytes(path.read_bytes()[:2000])
    (found,) = read_kept_pages(path, "x")
    assert not isinstance(found, Document)
    assert found[1].refused


def test_files_of_other_programs_are_no_kept_pages(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.db").executescript("CREATE TABLE t (x)").connection.close()
    assert not is_kept_pages(tmp_path / "other.db")
    assert not is_kept_pages(tmp_path / "none")
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"")
    assert not is_log_of_kept_pages(tmp_path / f"{FILE_NAME}-wal")
