"""Score the linker on the hand-checked cards: precision, recall and F of key and base links, spans, cards.

Run by `python -m bench.score_links [--errors]`. Scoring follows section 5 of the guide beside the gold: one gold
link and one found link match where their terms agree (or an `alt`) and their spans overlap; optional links are
neutral. Floors stand in tests/floors.toml.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.goals import load_floors, report
from rules_links.definitions import link_definition
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.icons import PRINTED_ICONS
from schema.records import PrintedIcon, TermRecord
from schema.results import Link, TextCard

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
Row = dict[str, Any]
_ENTRY = re.compile(
    r"\s*(?P<headword>(?:\([^()]*\)|[^.()])+)\.\s+(?P<definition>.+?)\s*(?P<version>РП \S+ от \d\d\.\d\d\.\d{4})",
    re.DOTALL,
)


@dataclass
class Score:
    """Counts of one figure and, for a reader, what went wrong."""

    right: int = 0
    missed: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of what was found that is right."""
        return _share(self.right, self.right + len(self.extra))

    @property
    def recall(self) -> float:
        """Share of what is right that was found."""
        return _share(self.right, self.right + len(self.missed))

    @property
    def f_score(self) -> float:
        """Harmonic mean of precision and recall."""
        return _share(2 * self.precision * self.recall, self.precision + self.recall)

    def line(self, name: str) -> str:
        """Return the figure as one line of the report."""
        return f"{name:12} P {self.precision:.3f}  R {self.recall:.3f}  F {self.f_score:.3f}"


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def read_rows(path: Path) -> list[Row]:
    """Return the records of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def text_card(row: Row) -> TextCard:
    """Return a card record of the set dump as the linker sees it."""
    icons = tuple(PrintedIcon(code, value) for code, value in row["icons"].items() if code in PRINTED_ICONS)
    return TextCard(row["id"], row["text"], row["name"], str(row["set_id"]), icons=icons)


def score_cards(gold: Iterable[Row], cards: dict[str, Row], glossary: Glossary) -> dict[str, Score]:
    """Return the figures key, base, exact (key spans letter by letter) and cards (sets of key terms and icons)."""
    scores = {name: Score() for name in ("key", "base", "exact", "cards")}
    for row in gold:
        card = text_card(cards[row["card"]])
        found = link(card.text, glossary, card)
        for tier in ("key", "base"):
            _score_links(scores[tier], row, [item for item in found if item.tier == tier], tier, exact=False)
        _score_links(scores["exact"], row, [item for item in found if item.tier == "key"], "key", exact=True)
        _score_sets(scores["cards"], row, found, icon_terms(card, glossary))
    return scores


def _score_links(score: Score, row: Row, found: list[Link], tier: str, *, exact: bool) -> None:
    wanted = [item for item in row["links"] if item["tier"] == tier]
    taken: set[int] = set()
    for item in found:
        match = next((i for i, gold in enumerate(wanted) if i not in taken and _matches(item, gold, exact=exact)), None)
        if match is not None:
            taken.add(match)
            score.right += 1
        elif not _is_neutral(item, row, tier):
            score.extra.append(f"{row['card']} {item.start} «{item.quote}» -> {item.term} [{item.rule}]")
    score.missed += [
        f"{row['card']} {gold['start']} «{gold['quote']}» -> {gold['term']}"
        for i, gold in enumerate(wanted)
        if i not in taken
    ]


def _is_neutral(item: Link, row: Row, tier: str) -> bool:
    """Say whether the link is optional, or the affair of the other tier's gold."""
    others = [gold for gold in row["links"] if gold["tier"] != tier]
    return any(_matches(item, gold, exact=False) for gold in (*row["optional"], *others))


def _matches(item: Link, gold: Row, *, exact: bool) -> bool:
    if not _names(item, gold):
        return False
    if exact:
        return (item.start, item.end) == (gold["start"], gold["end"])
    return _overlaps(item, gold)


def _names(item: Link, gold: Row) -> bool:
    return item.term == gold["term"] or item.term in gold.get("alt", ())


def _overlaps(item: Link, gold: Row) -> bool:
    return bool(item.start < gold["end"] and gold["start"] < item.end)


def _score_sets(score: Score, row: Row, found: list[Link], icons: list[str]) -> None:
    alternatives = {alt: gold["term"] for gold in row["links"] for alt in gold.get("alt", ())}
    optional = {item["term"] for item in row["optional"]}
    wanted = {gold["term"] for gold in row["links"] if gold["tier"] == "key"} | set(row["icon_terms"])
    given = {item.term for item in found if item.tier == "key"} | set(icons)
    given = {alternatives.get(term, term) if term not in wanted else term for term in given}
    score.right += len(wanted & given)
    score.missed += [f"{row['card']} {term}" for term in sorted(wanted - given)]
    score.extra += [f"{row['card']} {term}" for term in sorted(given - wanted - optional)]


def score_definitions(gold: Iterable[Row], definitions: Iterable[TermRecord], glossary: Glossary) -> Score:
    """Return the figure of term-to-term links over the entries of the gold; doubtful lines are neutral.

    The gold knows only the terms that the pages print: links to others are not counted.
    """
    full = glossary.with_records(definitions)
    score = Score()
    entries: dict[str, dict[str, bool]] = {}
    rows = list(gold)
    printed = {glossary.find(name) for row in rows for name in (row["entry"], row["term"])}
    vocabulary = {term.headword for term in printed if term is not None}
    for row in rows:
        term = glossary.find(row.get("same_as") or row["term"])
        wanted = entries.setdefault(row["entry"], {})
        wanted[term.headword if term else row["term"]] = "note" in row
    for entry, wanted in entries.items():
        term = full.find(entry)
        given = {item.term for item in link_definition(term, full)} & vocabulary if term is not None else set()
        score.right += len(given & {name for name, doubtful in wanted.items() if not doubtful})
        score.missed += [f"{entry} -> {name}" for name, doubtful in wanted.items() if not doubtful | (name in given)]
        score.extra += [f"{entry} -> {name}" for name in sorted(given - set(wanted))]
    return score


def read_entries(seeds: Path) -> list[TermRecord]:
    """Return the glossary entries printed on the card pages of the seeds folder, repeats included."""
    records: list[TermRecord] = []
    for path in sorted(seeds.glob("*.txt")):
        _, found, rest = path.read_text(encoding="utf-8-sig").partition("\nПравила\n")
        for match in _ENTRY.finditer(rest.partition("\nДополнительные правила")[0] if found else ""):
            records.append(TermRecord(match["headword"].strip(), match["definition"].strip(), match["version"]))
    return records


def score_all(data: Path, glossary: Glossary) -> dict[str, Score]:
    """Return all figures by name; `data` is the folder that holds the gold and the dump."""
    cards = {row["id"]: row for row in json.loads((data / "nxt_sets_10_40.json").read_text(encoding="utf-8"))}
    scores = score_cards(read_rows(data / "gold_links_10_40.jsonl"), cards, glossary)
    entries = read_entries(data.parent / "seeds")
    scores["definitions"] = score_definitions(read_rows(data / "gold_definition_links.jsonl"), entries, glossary)
    return scores


def main() -> None:
    """Print the figures, and with --errors what each of them got wrong; exit 1 where one is below its floor."""
    scores = score_all(DATA, load_bundled())
    for name, score in scores.items():
        print(score.line(name))
        if "--errors" in sys.argv:
            for kind, items in (("missed", score.missed), ("extra", score.extra)):
                for item in items:
                    print(f"    {kind:6} {item}")
    floors = load_floors("links")
    reached = [report(f"F of {name}", scores[name].f_score, floor, unit="of 1") for name, floor in floors.items()]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
