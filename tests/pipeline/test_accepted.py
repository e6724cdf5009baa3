"""Accepted findings: hidden and counted, an entry that hides nothing is a finding, a wrong file is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from db.connect import open_database
from pipeline.accepted import accept, parse_acceptances
from pipeline.build import build
from pipeline.check import check_database, check_sources
from pipeline.options import BuildOptions
from schema.errors import SourceError
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

Dump = Callable[..., str]
ENTRY = '[[accepted]]\ncard = "novyj-rassvet-1"\ncode = "L101"\nreason = "так напечатано"\n'
UNUSED = '\n[[accepted]]\ncard = "novyj-rassvet-9"\ncode = "T104"\nquote = "{tap} :"\nreason = "старое"\n'


def found(card: str | None, code: str, quote: str | None = None, location: str | None = None) -> tuple[object, ...]:
    return card, location, Finding(code, FindingKind.OTHER, Severity.ERROR, "text", "пробное", quote=quote)


@pytest.mark.parametrize(
    ("keys", "accepted"),
    [
        ('card = "a-1"\ncode = "T104"', [0, 1]),
        ('card = "a-1"\ncode = "t104"\nquote = "х"', [0]),
        ('card = "a-1"\ncode = "L101"', []),
        ('card = "a-2"\ncode = "T104"', []),
        ('source = "стр.txt"\ncode = "S103"', [2]),
        ('card = "стр.txt"\ncode = "S103"', []),
    ],
)
def test_an_entry_accepts_what_it_names(keys: str, accepted: list[int]) -> None:
    entries = parse_acceptances(f'[[accepted]]\n{keys}\nreason = "так надо"\n'.encode(), "accepted.toml")
    items = [found("a-1", "T104", "х"), found("a-1", "T104", "у", "стр.txt"), found(None, "S103", None, "стр.txt")]
    result = accept(entries, items, lambda item: item)  # type: ignore[arg-type, return-value]
    assert [index for index, item in enumerate(items) if item not in result.kept] == accepted
    assert result.accepted == len(accepted)
    assert len(result.unused) == (not accepted)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[accepted]]\ncode = 'T104'\nreason = 'так'\n", "accepted.toml:1: нужно что-то одно: «card» или «source»"),
        ("\n[[accepted]]\ncard = 'a-1'\ncode = 'T104'\n", "accepted.toml:2: нет ключа «reason»"),
        ("[[accepted]]\ncard = 'a-1'\ncode = 'T104'\nreason = ' '\n", "«reason»: нужен непустой текст"),
        ("[[accepted]]\ncard = 'a-1'\ncode = 'T'\nreason = 'так'\n", "«T» — не код"),
        ("[[accepted]]\ncard = 'a-1'\ncode = 104\nreason = 'так'\n", "«code»: нужен непустой текст"),
        ("[[accepted]]\ncard = 'a-1'\ncode = 'T104'\nwhy = 'так'\n", "неизвестный ключ «why»"),
        ("[[correction]]\n", "бывают только записи [[accepted]]"),
        ("accepted = 1\n", "бывают только записи [[accepted]]"),
        ("accepted = [1]\n", "это не запись"),
        ("[[accepted", "это не TOML"),
        (b"\xff", "не в UTF-8"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(text: str | bytes, words: str) -> None:
    with pytest.raises(SourceError) as error:
        parse_acceptances(text if isinstance(text, bytes) else text.encode(), "accepted.toml")
    assert words in error.value.line()


def test_accepted_findings_are_neither_shown_nor_stored_but_counted(tmp_path: Path, dump: Dump) -> None:
    page, file, target = tmp_path / "a.txt", tmp_path / "accepted.toml", tmp_path / "berserk.db"
    page.write_text(dump(text="{tap}: Выстрел на З, дальность 3."), encoding="utf-8")
    file.write_text(ENTRY + UNUSED, encoding="utf-8")
    options = BuildOptions(accepted=file)
    report = check_sources([page], options)
    codes = [checked.finding.code for checked in report.findings]
    assert "L101" not in codes
    assert report.accepted == 1
    (unused,) = [checked for checked in report.findings if checked.finding.code == "S320"]
    assert (unused.location, unused.line) == ("accepted.toml", 6)
    assert "у «novyj-rassvet-9» нет замечания T104 «{tap} :»" in unused.finding.message
    built = build([page], target, options)
    assert built.accepted == 1
    assert "L101" not in built.findings
    connection = open_database(target)
    stored = check_database(connection)
    facts = dict(connection.execute("SELECT key, value FROM build").fetchall())
    connection.close()
    assert [checked.finding.code for checked in stored.findings] == codes
    assert facts["count_finding_accepted"] == "1"


def test_a_database_can_be_checked_with_the_file_too(tmp_path: Path, dump: Dump) -> None:
    page, file, target = tmp_path / "a.txt", tmp_path / "accepted.toml", tmp_path / "berserk.db"
    page.write_text(dump(text="{tap}: Выстрел на З, дальность 3."), encoding="utf-8")
    file.write_text(ENTRY + UNUSED, encoding="utf-8")
    build([page], target)
    connection = open_database(target)
    report = check_database(connection, file)
    connection.close()
    codes = [checked.finding.code for checked in report.findings]
    assert report.accepted == 1
    assert "L101" not in codes
    assert codes[-1] == "S320"
    assert report.findings[-1].line == 6
