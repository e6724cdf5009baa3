"""CPU time of reading abilities: all card texts against the analyser alone, and nonsense as it grows longer.

Run by `python -m bench.abilities`; exit 1 where a goal is missed. All texts are those of the community set beside the
repository, or of the bundled sample. Goals: with cold caches at most 0.6 x the time that pymorphy3 without a cache
needs for their words; 20,000 characters of nonsense at most 25 x what 1,000 cost.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from bench.analyser import measure_plain
from bench.build import load_records
from bench.goals import report
from rules_engine.parser import parse
from rules_links.morphology import lemma
from schema.results import TextCard

GOAL_RATIO = 0.6
GOAL_GROWTH = 25.0
SHORT, LONG = 1_000, 20_000
PROCESSES = 5
REPEATS = 5
SEED = 20260101
# Kinds of nonsense by what they are made of: nothing in them is a sentence, all of them may stand in a source.
NONSENSE: dict[str, tuple[str, ...]] = {
    "letters": tuple("абвгдежзиклмнопрстуфхцчшщыьэюя    "),
    "unknown words": ("кшарга ", "шмырлу ", "брынзы ", "хтоник ", "вашдрун ", "отрявленм "),
    "known words": ("гном ", "ранить ", "который ", "с ", "+1 ", "больше ", "стоящий ", "рядом ", "если ", "не "),
    "icons": ("{tap}", "{counter}", "{armor}", "{strike}", "{?}", "{нет}", "2"),
    "brackets": ("(", ")", "[", "]", "а "),
    "quotes": ("«", "»", '"', "„", "“", "б "),
    "commas": (",", ", ", ";", ":", ". ", " - ", "в "),
    "heap of openers": ("при ", "когда ", "если ", "пока ", "до конца ", ", который ", "чтобы "),
}
_WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Speed:
    """CPU seconds of one fresh process: all texts parsed with cold caches, and their words analysed without any."""

    cards: int
    words: int
    parsing: float
    analysing: float

    @property
    def ratio(self) -> float:
        """What share of the analyser's time a parse takes."""
        return self.parsing / self.analysing


def make_nonsense(pieces: tuple[str, ...], length: int) -> str:
    """Return `length` characters of pieces drawn at random; the same for the same pieces."""
    dice = random.Random(SEED)
    return "".join(dice.choice(pieces) for _ in range(length))[:length]


def load_cards() -> list[TextCard]:
    """Return the cards of `load_records` that have a text, as the parser sees them."""
    return [
        TextCard(str(record["id"]), str(record["text"]), str(record["name"]))
        for record in load_records()
        if record["text"]
    ]


def measure_once() -> Speed:
    """Return the speed in this process, which must not have parsed anything before; the dictionary is loaded first."""
    cards = load_cards()
    words = [word.lower() for card in cards for word in _WORD.findall(card.text)]
    lemma("слово")
    parsing = _cpu_seconds(lambda: [parse(card.text, card) for card in cards])
    analysing = measure_plain(words, 1)
    return Speed(len(cards), len(words), parsing, analysing)


def measure_fresh(processes: int = PROCESSES) -> Speed:
    """Return the speed of the quickest of several fresh processes, each step by itself."""
    runs = [_run_fresh() for _ in range(processes)]
    best = runs[0]
    return Speed(best.cards, best.words, min(run.parsing for run in runs), min(run.analysing for run in runs))


def _run_fresh() -> Speed:
    done = subprocess.run([sys.executable, "-m", "bench.abilities", "--once"], capture_output=True, check=True)
    return Speed(*json.loads(done.stdout))


def measure_growth(pieces: tuple[str, ...]) -> float:
    """Return how many times as much the long nonsense costs as the short, caches warm, best of several."""
    long, short = make_nonsense(pieces, LONG), make_nonsense(pieces, SHORT)
    return _best(lambda: parse(long)) / _best(lambda: parse(short))


def _best(run: Callable[[], object]) -> float:
    run()
    return min(_cpu_seconds(run) for _ in range(REPEATS))


def _cpu_seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Print the figures beside their goals; exit 1 where one is missed."""
    if "--once" in sys.argv:
        speed = measure_once()
        print(json.dumps([speed.cards, speed.words, speed.parsing, speed.analysing]))
        return
    speed = measure_fresh()
    print(f"{speed.cards} texts, {speed.words} words, best of {PROCESSES} fresh processes, CPU time")
    print(f"pymorphy3, no cache     {speed.analysing:7.3f} s")
    print(f"parser, cold caches     {speed.parsing:7.3f} s   {1e6 * speed.parsing / speed.cards:.0f} µs a card")
    print(f"{LONG:,} characters of nonsense against {SHORT:,}:")
    growths = {name: measure_growth(pieces) for name, pieces in NONSENSE.items()}
    for name, growth in growths.items():
        print(f"  {name:<20} {growth:7.1f} x")
    reached = [
        report("parsing all texts / analysing their words once", speed.ratio, GOAL_RATIO, at_most=True),
        report(f"{LONG // SHORT} x the nonsense, worst of its kinds", max(growths.values()), GOAL_GROWTH, at_most=True),
    ]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
