"""What checking costs: all checks against linking and parsing together, and each check's share of the whole.

The cards are those of the community set beside the repository, or of the bundled sample; each is linked, parsed
and checked in turn as a build does it, by the processor's clock. The first pass begins with empty caches, as a
build does, and counts; later ones show what is left when words are known. Run: `python -m bench.checks [--all]`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.build import load_records
from bench.goals import report
from ingest.community import parse_record
from pipeline.explain import text_card
from rules_engine.checks import CHECKS, Subject
from rules_engine.corpus import learn
from rules_engine.parser import parse
from rules_links.glossary import load_bundled
from rules_links.linker import icon_terms, link
from schema.records import CardRecord

GOAL_RATIO = 1.0
GOAL_SHARE = 0.2
PASSES = 3
LOOKS = 20_000
SHOWN = 12


@dataclass(slots=True)
class Costs:
    """CPU seconds of one pass over all cards: linking and parsing, learning the corpus, each check by code."""

    reading: float = 0.0
    learning: float = 0.0
    checks: dict[str, float] = field(default_factory=dict)

    @property
    def checking(self) -> float:
        """Seconds of all checks, and of learning what they look at."""
        return self.learning + sum(self.checks.values())

    @property
    def ratio(self) -> float:
        """Checking against linking and parsing."""
        return self.checking / self.reading


def load_cards() -> list[tuple[str, CardRecord]]:
    """Return ids and records of all cards, read as a build reads them."""
    return [(str(record["id"]), parse_record(record, "bench")) for record in load_records()]


def measure(cards: Sequence[tuple[str, CardRecord]]) -> Costs:
    """Link, parse and check all cards once and return what each part took."""
    costs, glossary, clock = Costs(), load_bundled(), time.process_time
    looking = measure_clock()
    texts = [(text_card(key, record), record) for key, record in cards]
    start = clock()
    corpus = learn(text for text, _ in texts)
    costs.learning = clock() - start
    for card, record in texts:
        start = clock()
        links, icons = tuple(link(card.text, glossary, card)), tuple(icon_terms(card, glossary))
        abilities = parse(card.text, card).abilities
        costs.reading += clock() - start - looking
        subject = Subject(card, links, icons, abilities, glossary, record, corpus)
        for code, check in CHECKS.items():
            start = clock()
            list(check.check(subject))
            costs.checks[code] = costs.checks.get(code, 0.0) + clock() - start - looking
    return costs


def measure_clock() -> float:
    """Return what one look at the clock takes: each interval holds one, and 70,000 of them weigh as much as a check."""
    clock = time.process_time
    start = clock()
    for _ in range(LOOKS):
        clock()
    return (clock() - start) / LOOKS


def find_dear(costs: Costs) -> list[str]:
    """Return the codes that take more than their share of all checking."""
    return [code for code, seconds in costs.checks.items() if seconds > GOAL_SHARE * costs.checking]


def render_costs(costs: Costs, cards: int, shown: int | None = SHOWN) -> str:
    """Return the ratio and the dearest checks as text."""
    lines = [
        f"{cards} cards: linking and parsing {costs.reading:.2f} s, learning {costs.learning:.2f} s, "
        f"{len(costs.checks)} checks {sum(costs.checks.values()):.2f} s",
    ]
    for code, seconds in sorted(costs.checks.items(), key=lambda item: -item[1])[:shown]:
        lines.append(f"  {code} {1000 * seconds:>7.1f} ms {seconds / costs.checking:>6.1%}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 where checking is too dear, or one check takes over a fifth of it."""
    cards = load_cards()
    first, *others = [measure(cards) for _ in range(PASSES)]
    print(render_costs(first, len(cards), None if "--all" in arguments else SHOWN))
    print("with warm caches: " + json.dumps([round(costs.ratio, 2) for costs in others]))
    if dear := find_dear(first):
        print(f"over {GOAL_SHARE:.0%} of all checking: {', '.join(dear)}")
    dearest = max(first.checks.values()) / first.checking
    reached = [
        report("all checks / linking and parsing", first.ratio, GOAL_RATIO, at_most=True),
        report("the dearest check / all checking", dearest, GOAL_SHARE, at_most=True),
    ]
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
