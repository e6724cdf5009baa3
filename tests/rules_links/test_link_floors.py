"""The linker on real cards: floors of tests/floors.toml, the lists of the three pages, and decoys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.goals import load_floors
from bench.score_links import Score, read_entries, read_rows, score_all, text_card
from rules_links.definitions import link_definition
from rules_links.glossary import Glossary, Term, load_bundled
from rules_links.linker import link
from schema.vocabulary import Tier

FLOORS = load_floors("links")
# Words of the game's world that no card text uses as a rule.
DECOYS = (
    "Телепатия", "Оглушение Х", "Левитация", "Невидимость", "Каменная кожа Х", "Двойной удар", "Сброс карты",
    "Ледяная атака", "Усталость (истощение)", "Кража (украсть)", "Щит Х (ЩХ)", "Медитация, дальность X", "Дуэль",
    "Мана на X", "В середине боя",
)  # fmt: skip


@pytest.fixture(scope="module")
def scores(shared: Path) -> dict[str, Score]:
    return score_all(shared / "data", load_bundled())


@pytest.mark.parametrize("figure", sorted(FLOORS))
def test_figure_stays_above_its_floor(figure: str, scores: dict[str, Score]) -> None:
    score = scores[figure]
    assert score.f_score >= FLOORS[figure], "\n".join([score.line(figure), *score.missed, *score.extra])


@pytest.mark.parametrize(("figure", "least"), [("key", 0.985), ("base", 0.975), ("exact", 0.92)])
def test_pinned_floor_is_not_below_what_was_promised(figure: str, least: float) -> None:
    assert FLOORS[figure] >= least


def test_links_of_definitions_are_precise_and_complete(scores: dict[str, Score]) -> None:
    score = scores["definitions"]
    assert score.precision >= 0.95
    assert score.recall >= 0.95


def test_every_name_that_a_page_lists_is_found_in_its_definition(shared: Path) -> None:
    glossary = load_bundled().with_records(read_entries(shared / "seeds"))
    # A page has one list for all its entries: a listed name must be found in at least one of them.
    found: dict[tuple[str, str], bool] = {}
    for row in read_rows(shared / "data" / "gold_definition_links.jsonl"):
        entry, wanted = glossary.find(row["entry"]), glossary.find(row.get("same_as") or row["term"])
        assert entry is not None
        assert wanted is not None
        if row["listed"]:
            linked = wanted.headword in {item.term for item in link_definition(entry, glossary)}
            key = row["page"], wanted.headword
            found[key] = found.get(key, False) or linked
    assert [name for name, linked in found.items() if not linked] == []


def test_gold_is_whole(scores: dict[str, Score]) -> None:
    assert scores["key"].right + len(scores["key"].missed) == 350
    assert scores["base"].right + len(scores["base"].missed) == 187


def test_every_definition_of_the_pages_is_found_and_links_onwards(shared: Path) -> None:
    entries = read_entries(shared / "seeds")
    assert len(entries) == 14
    glossary = load_bundled().with_records(entries)
    assert len(glossary) == len(load_bundled())
    defined = [term for term in glossary if not term.bundled]
    assert len(defined) == 13
    assert all(term.rules_version == "РП 4.1-2 от 09.11.2024" and link_definition(term, glossary) for term in defined)


def test_terms_of_another_game_are_never_linked(shared: Path) -> None:
    rows = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    decoys = Glossary(Term(name, Tier.KEY) for name in DECOYS)
    found = [item for row in rows for item in link(row["text"], decoys, text_card(row))]
    assert found == []
