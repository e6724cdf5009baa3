"""How many of 2,000 random single faults of twenty kinds the checks find in texts that are held to be clean.

The texts are those of the cards in which the gold found nothing (../shared/data). A fault is found when a finding
about the text that the clean text did not have overlaps it. Run: `python -m bench.mutate [--missed] [--seed N]`.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.goals import load_floors, report
from bench.mutations import MUTATIONS, Mutant, mutate
from bench.score_findings import CARDS, DATA, DEFECTS, check_text, load_cards
from rules_engine.corpus import learn
from rules_links.glossary import load_bundled
from schema.results import Finding, TextCard
from schema.vocabulary import Severity

FAULTS = 2000
SEED = 20250117
Check = Callable[[TextCard], Sequence[Finding]]


@dataclass(frozen=True, slots=True)
class Recall:
    """Faults found (`alarmed`: as errors or likely errors) and all, by kind; the missed ones with their texts."""

    found: Mapping[str, int]
    alarmed: Mapping[str, int]
    total: Mapping[str, int]
    missed: tuple[tuple[str, str, Mutant], ...]

    @property
    def overall(self) -> float:
        """The share of all faults that a finding hits."""
        return sum(self.found.values()) / max(1, sum(self.total.values()))


def load_clean_cards(data: Path = DATA) -> list[TextCard]:
    """Return the cards with a text in which the gold has no fault, certain or not, of any field."""
    lines = (data / DEFECTS).read_text(encoding="utf-8").splitlines()
    faulty = {json.loads(line)["id"] for line in lines}
    return [card for key, card in load_cards(data).items() if key not in faulty and card.text]


def score_mutants(cards: Sequence[TextCard], check: Check, faults: int = FAULTS, seed: int = SEED) -> Recall:
    """Put `faults` faults into the texts of `cards`, one a text at a time, and count those that `check` finds."""
    chance = random.Random(seed)
    texts = [card.text for card in cards]
    before: dict[int, Sequence[Finding]] = {}
    found: Counter[str] = Counter()
    alarmed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    missed = []
    for kind in MUTATIONS:
        for index, mutant in mutate(texts, kind, faults // len(MUTATIONS), chance):
            if index not in before:
                before[index] = check(cards[index])
            hits = find_hits(mutant, before[index], check(replace(cards[index], text=mutant.text)))
            total[kind] += 1
            found[kind] += bool(hits)
            alarmed[kind] += any(hit.severity is not Severity.INFO for hit in hits)
            if not hits:
                missed.append((kind, cards[index].id, mutant))
    return Recall(found, alarmed, total, tuple(missed))


def find_hits(mutant: Mutant, before: Sequence[Finding], after: Sequence[Finding]) -> list[Finding]:
    """Return the findings about the text that overlap the fault and that the clean text did not have there."""
    known = {finding.code for finding in before if _touches(finding, *mutant.before)}
    return [f for f in after if f.code not in known and _touches(f, mutant.start, mutant.end)]


def _touches(finding: Finding, start: int, end: int) -> bool:
    if finding.field != "text" or finding.start is None or finding.end is None:
        return False
    return finding.start < max(end, start + 1) and max(finding.end, finding.start + 1) > start


def render_recall(recall: Recall, *, everything: bool = False) -> str:
    """Return the figures as text; with `everything` each missed fault on a line of its own."""
    lines = [f"{'kind':<26} found alarm of  all"]
    for kind, total in sorted(recall.total.items(), key=lambda item: (recall.found[item[0]] / item[1], item[0])):
        lines.append(f"{kind:<26} {recall.found[kind]:>5} {recall.alarmed[kind]:>5} of {total:>4}")
    total = sum(recall.total.values())
    lines.append(f"recall {recall.overall:.3f} of {total}, as alarms {sum(recall.alarmed.values()) / total:.3f}")
    if everything:
        for kind, card, mutant in recall.missed:
            around = mutant.text[max(0, mutant.start - 30) : mutant.end + 30]
            lines.append(f"missed {kind}: {card} {around!r}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 where one is below its floor, 2 where the gold is absent."""
    if not (DATA / DEFECTS).is_file():
        print(f"no {DEFECTS} and {CARDS} in {DATA}", file=sys.stderr)
        return 2
    glossary, corpus = load_bundled(), learn(load_cards().values())
    seed = int(arguments[arguments.index("--seed") + 1]) if "--seed" in arguments else SEED
    recall = score_mutants(load_clean_cards(), lambda card: check_text(card, glossary, corpus), seed=seed)
    print(render_recall(recall, everything="--missed" in arguments))
    return int(not report("seeded faults found", recall.overall, load_floors("mutations")["recall"], unit="of 1"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
