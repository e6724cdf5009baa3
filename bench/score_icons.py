"""How well lost icons are found and told: real texts lose their icons, and what stood there is known.

Trains on some releases and reports on others; nothing of the reported ones is seen in training. Printed: gaps
located and false places, the kind right from text alone and with the card's list of rules, fills of a confidence of
0.9 and more, and calibration. Run: `python -m bench.score_icons [--kept] [--all]`; `--kept` asks the table of the
repository, which has seen all texts, `--all` prints each miss.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.goals import Measured, load_floors
from bench.icon_losses import CARDS, Blanks, Loss, load_cards, lose_all
from bench.train_icons import list_key_terms, list_terms, train
from rules_engine.lost_icons.fills import SURE
from rules_engine.lost_icons.find import LostIcon, find_lost_icons
from rules_engine.lost_icons.line import Line
from rules_engine.lost_icons.page_list import read_page_list
from rules_engine.lost_icons.weights import Weights, load_weights
from rules_links.glossary import Glossary, load_bundled
from schema.results import TextCard

EARLY = frozenset({"10", "20", "21", "22", "30"})
LATE = frozenset({"40"})
BINS = 10

ListOf = Callable[[TextCard, Glossary], tuple[str, ...]]


@dataclass(slots=True)
class IconScore:
    """Counts of one run: gaps and places found, kinds right, fills, and for calibration (confidence, right) pairs."""

    gaps: int = 0
    located: int = 0
    places: int = 0
    kinds: int = 0
    answers: list[tuple[float, bool]] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share of gaps that a place hits."""
        return self.located / max(1, self.gaps)

    @property
    def false_per_100(self) -> float:
        """False places per 100 places found."""
        return 100 * (self.places - self.located) / max(1, self.places)

    @property
    def exact(self) -> float:
        """The share of located gaps whose best fix is what stood there."""
        return self.kinds / max(1, self.located)

    @property
    def fills(self) -> int:
        """How many fixes are sure enough to be filled in."""
        return sum(confidence >= SURE for confidence, _ in self.answers)

    @property
    def fills_right(self) -> float:
        """The share of them that is right; a fill at a false place is wrong."""
        return sum(right for confidence, right in self.answers if confidence >= SURE) / max(1, self.fills)


def score_icons(
    cards: Iterable[TextCard], blanks: Blanks, weights: Weights, glossary: Glossary, listed: ListOf | None
) -> IconScore:
    """Strip each card, find its gaps again and count; `listed` makes the page's list, None for no list."""
    score = IconScore()
    for card in cards:
        loss = lose_all(card, blanks)
        rules = listed(card, glossary) if listed is not None else None
        page = read_page_list(rules, list_terms(loss.card, glossary), loss.card.text, glossary)
        found = find_lost_icons(Line(loss.card.text), card.icons, page, weights)
        _count(score, loss, found)
    return score


def _count(score: IconScore, loss: Loss, found: Sequence[LostIcon]) -> None:
    left = list(loss.gaps)
    score.gaps += len(left)
    score.places += len(found)
    for place in found:
        gap = next((gap for gap in left if gap.touches(place.start, place.end)), None)
        if gap is not None:
            left.remove(gap)
            score.located += 1
        best = place.candidates[0] if place.candidates else None
        right = gap is not None and best is not None and best.fix == gap.fix
        score.kinds += right
        score.answers.append((best.confidence if best else 0.0, right))
        if not right:
            told = f"{best.fix} {best.confidence:.2f}" if best else "nothing"
            score.misses.append(f"{'wrong' if gap else 'false'} {_show(loss, place.start, place.end)} {told}"
                                f"{f', was {gap.fix}' if gap else ''}")  # fmt: skip
    score.misses += [f"unseen {_show(loss, gap.start, gap.end)} was {gap.fix}" for gap in left]


def _show(loss: Loss, start: int, end: int) -> str:
    text = loss.card.text
    return f"{loss.card.id} {text[max(0, start - 25) : start]}⟦{text[start:end]}⟧{text[end : end + 20]}"


def measure(cards: Sequence[TextCard], weights: Weights, glossary: Glossary) -> Mapping[tuple[Blanks, str], IconScore]:
    """Return the score for each way of stripping and each kind of list."""
    lists: dict[str, ListOf | None] = {"text alone": None, "all terms": list_terms, "key terms": list_key_terms}
    return {
        (blanks, name): score_icons(cards, blanks, weights, glossary, listed)
        for blanks in Blanks
        for name, listed in lists.items()
    }


def render(scores: Mapping[tuple[Blanks, str], IconScore], *, everything: bool = False) -> str:
    """Return the figures as a table, then the calibration of the kept blanks."""
    lines = [f"{'blanks':<10}{'list':<12}{'gaps':>5} located  false/100   kind  fills  right"]
    for (blanks, name), score in scores.items():
        lines.append(
            f"{blanks.value:<10}{name:<12}{score.gaps:>5}{score.recall:>8.3f}{score.false_per_100:>11.1f}"
            f"{score.exact:>7.3f}{score.fills:>7}{score.fills_right:>7.3f}"
        )
    lines.append("confidence: share right (number), blanks kept")
    for (blanks, name), score in scores.items():
        if blanks is Blanks.KEPT:
            lines.append(f"{name:<12}" + "  ".join(_calibrate(score.answers)))
            lines += [f"  {miss}" for miss in score.misses] if everything else []
    return "\n".join(lines)


def _calibrate(answers: Sequence[tuple[float, bool]]) -> list[str]:
    cells = []
    for low in range(BINS):
        inside = [right for confidence, right in answers if min(BINS - 1, int(confidence * BINS)) == low]
        if inside:
            cells.append(f".{low}: {sum(inside) / len(inside):.2f} ({len(inside)})")
    return cells


def judge(scores: Mapping[tuple[Blanks, str], IconScore], floors: Mapping[str, float]) -> list[Measured]:
    """Return the figures that have floors; the goal is about kept blanks.

    Fills are counted together, since text alone gives only a few.
    """
    alone, listed = scores[Blanks.KEPT, "text alone"], scores[Blanks.KEPT, "all terms"]
    fills = IconScore(answers=alone.answers + listed.answers).fills_right
    return [
        Measured("gaps located", alone.recall, floors["located"], unit="of 1"),
        Measured("false places per 100", alone.false_per_100, floors["false_per_100"], at_most=True, unit="cases"),
        Measured("kinds right from the text alone", alone.exact, floors["kind_alone"], unit="of 1"),
        Measured("kinds right with the list of rules", listed.exact, floors["kind_listed"], unit="of 1"),
        Measured("fills right", fills, floors["fills_right"], unit="of 1"),
    ]


def main(arguments: list[str]) -> int:
    """Print the figures of both directions; 1 where releases 10–30 teach less than the floors, 2 without texts."""
    if not CARDS.is_file():
        print(f"no texts in {CARDS.parent}", file=sys.stderr)
        return 2
    cards, glossary = load_cards(), load_bundled()
    judged: list[Measured] = []
    for taught, asked, title in ((EARLY, LATE, "10–30 -> 40"), (LATE, EARLY, "40 -> 10–30")):
        teachers = [card for card in cards if card.release in taught]
        weights = load_weights() if "--kept" in arguments else train(teachers, glossary)
        scores = measure([card for card in cards if card.release in asked], weights, glossary)
        print(f"{title}\n{render(scores, everything='--all' in arguments)}\n")
        judged += judge(scores, load_floors("icons")) if asked is LATE else []
    print("\n".join(measured.line() for measured in judged))
    return int(not all(measured.reached for measured in judged))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
