"""`berserk search` as a user meets it: formats, the explained query, facets, limits, refusals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from cli_runs import Run

from cli.output import FORMATS
from pipeline.understood import Branch, render_tree

ALL = "это:карта"


@pytest.fixture(scope="module")
def folder(sample_database: Path) -> Path:
    """Return the folder of the sample's berserk.db."""
    return sample_database.parent


def ids_of(text: str, output_format: str) -> list[str]:
    if output_format == "json":
        return [hit["id"] for hit in json.loads(text)]
    if output_format == "jsonl":
        return [json.loads(line)["id"] for line in text.splitlines()]
    if output_format == "csv":
        return [row["id"] for row in csv.DictReader(io.StringIO(text))]
    return text.splitlines()


@pytest.mark.parametrize("query", [ALL, "тип:существо сорт:стоимость-,имя", "выстрел", "это:карта лимит:5"])
def test_all_formats_hold_the_same_cards_in_the_same_order(run: Run, folder: Path, query: str) -> None:
    wanted = run("search", query, "--format", "ids", cwd=folder).stdout.split()
    hits = json.loads(run("search", query, "--format", "json", cwd=folder).stdout)
    for output_format in ("json", "jsonl", "csv"):
        assert ids_of(run("search", query, "--format", output_format, cwd=folder).stdout, output_format) == wanted
    titles = [hit["name"] or f"{hit['release']} {hit['number']}" for hit in hits]
    assert run("search", query, "--format", "names", cwd=folder).stdout.splitlines() == titles
    deck = run("search", query, "--format", "deck", cwd=folder).stdout.splitlines()
    assert deck == [f"1 {title} ({hit['release']} {hit['number']})" for title, hit in zip(titles, hits, strict=True)]
    table = run("search", query, cwd=folder).stdout.splitlines()
    assert len(table) == len(wanted) + 2


def test_the_smaller_of_two_limits_holds_and_the_order_comes_from_the_query(run: Run, folder: Path) -> None:
    ids = run("search", "тип:существо сорт:жизнь-", "--format", "ids", cwd=folder).stdout.split()
    assert (
        run("search", "тип:существо сорт:жизнь-", "--format", "ids", "--limit", "4", cwd=folder).stdout.split()
        == ids[:4]
    )
    both = run("search", "тип:существо сорт:жизнь- лимит:3", "--format", "ids", "--limit", "9", cwd=folder)
    assert both.stdout.split() == ids[:3]


def test_the_query_is_explained_in_a_sentence_and_as_a_tree(run: Run, folder: Path) -> None:
    process = run("search", "стихия:(лес или степь) это:летающая -выстрел", "--explain", "--format", "ids", cwd=folder)
    sentence, printed, *tree = process.stderr.splitlines()
    assert sentence.startswith("Карты, где ")
    assert printed == "Запрос: (стихия:Леса или стихия:Степи) это:летающая -выстрел"
    assert tree[:4] == [
        "всё сразу",
        "├ хотя бы одно",
        "│ ├ стихия «Леса»  [стихия:Леса]",
        "│ └ стихия «Степи»  [стихия:Степи]",
    ]
    assert "Карты, где" not in process.stdout


def test_a_query_may_begin_with_a_minus_and_an_unknown_option_is_still_named(run: Run, folder: Path) -> None:
    every = set(run("search", "номер>=0", "--format", "ids", cwd=folder).stdout.split())
    with_word = set(run("search", "выстрел", "--format", "ids", cwd=folder).stdout.split())
    without = run("search", "-выстрел", "--format", "ids", cwd=folder)
    assert set(without.stdout.split()) == every - with_word
    assert with_word
    unknown = run("search", "выстрел", "--limt", "3", cwd=folder)
    assert unknown.returncode == 2
    assert "--limt" in unknown.stderr
    assert "--limit" in unknown.stderr


def test_names_that_several_codes_share_are_said_once(run: Run, folder: Path) -> None:
    sentence = run("search", "оплата:фишка>=1", "--explain", "--format", "ids", cwd=folder).stderr.splitlines()[0]
    assert sentence.count("«фишка»") == 1


def test_one_condition_needs_no_tree(run: Run, folder: Path) -> None:
    assert len(run("search", "выстрел", "--explain", cwd=folder).stderr.splitlines()) == 2


def test_a_tree_is_drawn_with_its_branches() -> None:
    inner = Branch("или", "", (Branch("в", "v"), Branch("г", "g")))
    assert render_tree(Branch("и", "", (inner, Branch("б", "b")))) == "и\n├ или\n│ ├ в  [v]\n│ └ г  [g]\n└ б  [b]"


def test_facets_stand_in_place_of_the_cards(run: Run, folder: Path) -> None:
    process = run("search", "тип:существо", "--facets", cwd=folder)
    total = int(process.stdout.splitlines()[-1].removeprefix("Найдено: "))
    facets = json.loads(run("search", "тип:существо", "--facets", "--format", "json", cwd=folder).stdout)
    for facet in facets:
        counted = sum(value["cards"] for value in facet["values"])
        assert counted == total if facet["single"] else counted >= total, facet["field"]
        assert f"{facet['label']}\n  {facet['values'][0]['label']}" in process.stdout


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--spreadsheet",), "--format csv"),
        (("--spreadsheet", "--format", "csv", "--facets"), "в CSV"),
        (("--facets", "--format", "deck"), "--format table, json"),
    ],
)
def test_keys_that_do_not_go_together_are_refused(
    run: Run, folder: Path, arguments: tuple[str, ...], part: str
) -> None:
    process = run("search", "выстрел", *arguments, cwd=folder)
    assert (process.returncode, process.stdout) == (2, "")
    assert part in process.stderr
    assert process.stderr.count("\n") == 1


@pytest.mark.parametrize("output_format", FORMATS)
def test_nothing_found_is_an_empty_answer_of_its_format(run: Run, folder: Path, output_format: str) -> None:
    process = run("search", "ничегоподобногонет", "--format", output_format, cwd=folder)
    assert process.returncode == 1
    empty = {"table": "Найдено: 0\n", "json": "[]\n"}
    if output_format == "csv":
        assert process.stdout.startswith("id,name,")
        assert process.stdout.count("\n") == 1
    else:
        assert process.stdout == empty.get(output_format, "")


def test_another_layout_is_offered_and_not_applied(run: Run, folder: Path) -> None:
    process = run("search", "dscnhtk", "--format", "ids", cwd=folder)
    assert (process.returncode, process.stdout) == (1, "")
    assert "Возможно, вы искали: выстрел" in process.stderr
