"""CPU time of linking: words per second against the analyser alone, and the cost of a card as the glossary grows.

Run by `python -m bench.links`. All texts are those of the community set beside the repository, or of the bundled
sample. Goals: with a warm cache at least 10 x the words per second of pymorphy3 without a cache; with 1,000 terms
at most 1.5 x the cost of a card with the bundled glossary.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from bench.analyser import measure_plain
from bench.build import SYLLABLES, load_records
from bench.goals import report
from rules_links.glossary import Glossary, Term, load_bundled
from rules_links.linker import link
from schema.fold import fold
from schema.results import TextCard
from schema.vocabulary import Tier

GOAL_RATIO = 10.0
GOAL_GROWTH = 1.5
LARGE_GLOSSARY = 1000
# Ways in which headwords are written: a value, a qualifying word, an adjective with a noun, an argument.
SHAPES = ("{a} Х", "{a} ({b}, {b}ание)", "{a}ная клетка", "{a} {b}ства", "{a}, дальность X", "Защита от {a}ов (З{c})")
REPEATS = 5
_WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speed:
    """CPU seconds of one pass over all texts, best of several, and how many words and cards a pass has."""

    words: int
    cards: int
    analysing: float
    linking: float
    linking_large: float

    @property
    def ratio(self) -> float:
        """How many times as fast as the analyser the linker reads a word."""
        return self.analysing / self.linking

    @property
    def growth(self) -> float:
        """How many times as much a card costs with the large glossary."""
        return self.linking_large / self.linking


def made_up_glossary(size: int) -> Glossary:
    """Return the bundled glossary with made-up terms behind it, `size` terms in all."""
    bundled = list(load_bundled())
    words = ("".join(parts).capitalize() for parts in product(SYLLABLES, repeat=3))
    terms = [
        Term(SHAPES[number % len(SHAPES)].format(a=word, b=word[::-1].lower(), c=word[:3].upper()), Tier.KEY)
        for number, word in enumerate(islice(words, size - len(bundled)))
    ]
    return Glossary([*bundled, *terms])


def load_cards() -> list[TextCard]:
    """Return the cards of `load_records` that have a text, as the linker sees them."""
    return [
        TextCard(str(record["id"]), str(record["text"]), str(record["name"]))
        for record in load_records()
        if record["text"]
    ]


def measure(cards: Sequence[TextCard]) -> Speed:
    """Return the speed over `cards`; every cache of the linker is warm, the analyser has none."""
    words = [fold(word) for card in cards for word in _WORD.findall(card.text)]
    glossaries = load_bundled(), made_up_glossary(LARGE_GLOSSARY)
    passes: list[Callable[[], object]] = [
        lambda: [link(card.text, glossaries[0], card) for card in cards],
        lambda: [link(card.text, glossaries[1], card) for card in cards],
    ]
    for warm_up in passes:
        warm_up()
    # In turns, so that a slow spell of the machine falls on all alike.
    rounds = [(measure_plain(words, 1), *map(_cpu_seconds, passes)) for _ in range(REPEATS)]
    analysing, linking, linking_large = (min(times) for times in zip(*rounds, strict=True))
    return Speed(len(words), len(cards), analysing, linking, linking_large)


def _cpu_seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Print the figures beside their goals; exit 1 where one is missed."""
    speed = measure(load_cards())
    small, large = (1e6 * seconds / speed.cards for seconds in (speed.linking, speed.linking_large))
    print(f"{speed.cards} texts, {speed.words} words, best of {REPEATS} passes, CPU time")
    print(f"pymorphy3, no cache   {speed.words / speed.analysing:9,.0f} words/s")
    print(f"linker, warm cache    {speed.words / speed.linking:9,.0f} words/s")
    print(f"{len(load_bundled()):5} terms           {small:9.0f} µs a card")
    print(f"{LARGE_GLOSSARY:5} terms           {large:9.0f} µs a card")
    reached = [
        report("words linked a second / analysed by pymorphy3", speed.ratio, GOAL_RATIO),
        report(f"a card with {LARGE_GLOSSARY} terms / with the bundled", speed.growth, GOAL_GROWTH, at_most=True),
    ]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
