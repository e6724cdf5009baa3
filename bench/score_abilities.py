"""Scores the ability parser: slots against hand-made gold, and whether it calls nonsense understood.

    python -m bench.score_abilities [--shared DIR] [--errors] [--opaque]

The gold and its scoring rules lie outside the repository (`gold_abilities_10_40.jsonl` and its guide); a
predicted ability answers the gold one with the largest overlap of spans in the card's text. Nonsense is made of the
real sentences: two neighbouring tokens swapped, one token removed, all shuffled (bench/corruption.py).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.corruption import measure_corruption, print_corruption
from bench.goals import load_floors, report
from bench.opaque_shapes import count_shapes, print_shapes
from rules_engine.parser import parse
from schema.fold import fold, same_headword
from schema.results import Ability, TextCard

Json = dict[str, Any]
SLOTS = (
    "kind", "prefix", "cost", "sudden", "trigger", "condition", "keywords", "actions", "limit", "duration",
)  # fmt: skip
_WORDED = frozenset({"prefix", "trigger", "condition", "duration"})
_BRACKETED = re.compile(r"\s*\([^)]*\)|\s+[xх]$")


@dataclass(slots=True)
class Score:
    """Counts of one slot, or of all: values right, predicted, wanted."""

    right: int = 0
    predicted: int = 0
    wanted: int = 0

    def add(self, predicted: Counter[str], wanted: Counter[str]) -> None:
        """Count one ability's values of one slot."""
        self.right += (predicted & wanted).total()
        self.predicted += predicted.total()
        self.wanted += wanted.total()

    @property
    def precision(self) -> float:
        """Right of predicted."""
        return self.right / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """Right of wanted."""
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / (self.predicted + self.wanted) if self.predicted + self.wanted else 1.0


@dataclass(slots=True)
class Report:
    """The scores of a run: per slot, over all slots, and how many whole abilities are right."""

    slots: dict[str, Score] = field(default_factory=lambda: {slot: Score() for slot in SLOTS})
    micro: Score = field(default_factory=Score)
    whole: int = 0
    abilities: int = 0
    named: int = 0
    named_whole: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def whole_share(self) -> float:
        """The share of abilities all of whose slots are right."""
        return self.whole / self.abilities if self.abilities else 1.0


def slot_values(ability: Json, slot: str) -> Counter[str]:
    """Return the comparable values of one slot, by the guide's rules of comparison."""
    value = ability[slot]
    if value is None or value is False or value == []:
        return Counter()
    if slot in _WORDED:
        return Counter([" ".join(re.findall(r"\w+", fold(value)))])
    if slot == "cost":
        return Counter(f"{item['icon']} {item['count']}" for item in value)
    if slot == "keywords":
        return Counter(f"{_BRACKETED.sub('', same_headword(item['term']))}={item['value']}" for item in value)
    if slot == "actions":
        kept = (item for item in value if item["kind"] != "other")
        return Counter(f"{item['kind']} {_name(item['name'])} {item['value']} {item['range']}" for item in kept)
    if slot == "limit":
        return Counter([f"{value['n']} {value['per']}"])
    return Counter([str(value)])


def _name(name: str | None) -> str:
    return fold(name).strip('" ') if name else "-"


def answer(predicted: tuple[Ability, ...], start: int, end: int) -> Json:
    """Return the predicted ability that overlaps the span most."""
    best = max(predicted, key=lambda ability: min(end, ability.end) - max(start, ability.start))
    return best.to_json()


def read_gold(shared: Path) -> Iterator[tuple[Json, Json]]:
    """Yield (gold ability, card record) of the gold file."""
    cards = {
        card["id"]: card for card in json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    }
    lines = (shared / "data" / "gold_abilities_10_40.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        gold = json.loads(line)
        yield gold, cards[gold["card"]]


def score(shared: Path, *, sure_only: bool = False) -> Report:
    """Score the parser on the gold in `shared`; `sure_only` leaves out what careful readers may read in two ways."""
    report = Report()
    for gold, card in read_gold(shared):
        if sure_only and not gold["sure"]:
            continue
        text = card["text"]
        start = text.index(gold["text"])
        read = parse(text, TextCard(id=card["id"], text=text, name=card["name"]))
        _count(report, gold, answer(read.abilities, start, start + len(gold["text"])))
    return report


def _count(report: Report, gold: Json, got: Json) -> None:
    wrong: list[str] = []
    for slot in SLOTS:
        predicted, wanted = slot_values(got, slot), slot_values(gold, slot)
        report.slots[slot].add(predicted, wanted)
        report.micro.add(predicted, wanted)
        if predicted != wanted:
            wrong.append(f"  {slot}: got {sorted(predicted.elements())} wanted {sorted(wanted.elements())}")
    named = gold["kind"] == "named"
    report.abilities += 1
    report.whole += not wrong
    report.named += named
    report.named_whole += named and not wrong
    if wrong:
        report.errors.append("\n".join([f"{gold['card']} {gold['text']}", *wrong]))


def print_report(report: Report, title: str) -> None:
    """Print one line a slot, the micro line and the share of whole abilities."""
    print(f"{title}: {report.abilities} abilities")
    print(f"{'slot':<10} {'P':>6} {'R':>6} {'F':>6} {'wanted':>7}")
    for slot, line in [*report.slots.items(), ("micro", report.micro)]:
        print(f"{slot:<10} {line.precision:6.3f} {line.recall:6.3f} {line.f:6.3f} {line.wanted:7d}")
    print(f"whole {report.whole_share:.3f}   named alone {report.named_whole}/{report.named}\n")


def main() -> None:
    """Print the scores over all gold abilities and over the sure ones alone; exit 1 where one is below its floor."""
    arguments = argparse.ArgumentParser(description=__doc__)
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    arguments.add_argument("--shared", type=Path, default=default, help="folder with data/gold_abilities_10_40.jsonl")
    arguments.add_argument("--errors", action="store_true", help="print every ability that is not wholly right")
    arguments.add_argument("--opaque", action="store_true", help="print only the most frequent shapes not understood")
    options = arguments.parse_args()
    if options.opaque:
        print_shapes(count_shapes(options.shared))
        return
    found = score(options.shared)
    print_report(found, "all")
    print_report(score(options.shared, sure_only=True), "sure only")
    corruption = measure_corruption(options.shared)
    print_corruption(corruption)
    if options.errors:
        print("\n\n".join(found.errors))
    floors = load_floors("abilities")
    reached = [
        report("micro F over all slots", found.micro.f, floors["micro_f"], unit="of 1"),
        report("abilities wholly right", found.whole_share, floors["whole"], unit="of 1"),
        report("characters understood", corruption.characters, floors["understood"], unit="of 1"),
        report("sound sentences fully understood", corruption.sound, floors["sound"], unit="of 1"),
        report("with two words swapped", corruption.swapped, floors["swapped_at_most"], at_most=True, unit="of 1"),
        report("with one word removed", corruption.removed, floors["removed_at_most"], at_most=True, unit="of 1"),
        report("shuffled", corruption.shuffled, floors["shuffled_at_most"], at_most=True, unit="of 1"),
    ]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
