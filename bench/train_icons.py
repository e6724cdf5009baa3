"""Makes rules_engine/lost_icons/weights.json: real texts lose their icons, and two log-linear models learn from it.

The texts lie beside the repository and are not copied: a feature is kept only where several cards have it, and it
is a word form, a class or a mark. Nothing is drawn at random, so the same texts give the same file.
Run: `python -m bench.train_icons` (all releases; `bench/score_icons.py` holds releases back).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.icon_losses import CARDS, ROOT, Blanks, Loss, load_cards, lose_all, lose_each
from rules_engine.lost_icons.features import describe_gap, describe_place
from rules_engine.lost_icons.line import Line
from rules_engine.lost_icons.page_list import PageList, read_page_list
from rules_engine.lost_icons.weights import Standing, Weights, render_weights
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.icons import ICON_TOKEN, ICONS
from schema.results import TextCard
from schema.vocabulary import Tier

WEIGHTS = ROOT / "rules_engine" / "lost_icons" / "weights.json"

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# A feature of fewer cards is a name or a chance; an icon of fewer cards is left to «any other» unless it is printed.
CARDS_OF_A_PLACE, CARDS_OF_A_GAP, CARDS_OF_A_FIX = 3, 2, 3
STEPS = 300
PULL_PLACE, PULL_GAP, PULL_LIST = 0.5, 0.8, 0.1  # how strongly weights are drawn to nothing
# Smaller weights, and a second digit, change nothing and only lengthen the file.
LEAST_PLACE, LEAST_GAP = 0.2, 0.15
# Asked about releases that they have not seen, both models are too sure: of the fixes with a confidence of 0.9 only
# 0.90 to 0.95 were right from text alone and 0.96 to 0.97 with a list. Flattened so, 0.97 and more (score_icons).
COOLNESS = (1.2, 1.2)
# Icons that are told by the same words share what is learnt of them.
_KIN = {
    "cost": ("{tap}", "{instant}"),
    "valued": ("{ova}", "{ovz}", "{ovs}", "{armor}", "{regen}"),
    "named": ("{direct}", "{stamina}", "{zov}", "{zot}", "{zor}", "{zoz}", "{zom}", "{zoo}", "{zoal}"),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """One thing to learn from: its features, its card (for counting) and its weight."""

    features: tuple[str, ...]
    card: str
    weight: float


@dataclass(frozen=True, slots=True)
class GapSample:
    """A gap, the fix that stood in it, what a page's list said, how many gaps the text had, the icons on the face."""

    sample: Sample
    fix: str
    page: PageList
    gaps: int
    face: frozenset[str]


def list_terms(card: TextCard, glossary: Glossary) -> tuple[str, ...]:
    """Return the terms that the linker finds on a card, icons included: what a source page would list."""
    found = [one.term for one in link(card.text, glossary, card)] + icon_terms(card, glossary)
    return tuple(dict.fromkeys(found))


def list_key_terms(card: TextCard, glossary: Glossary) -> tuple[str, ...]:
    """Return those of them that lists really name: pages take base terms for granted."""
    terms = ((name, glossary.find(name)) for name in list_terms(card, glossary))
    return tuple(name for name, term in terms if term is not None and term.tier is Tier.KEY)


def find_gap_places(line: Line, loss: Loss) -> dict[int, str]:
    """Return place -> fix for the gaps of a stripped text."""
    found: dict[int, str] = {}
    for gap in loss.gaps:
        place = next((p for p, (start, end) in enumerate(line.spans) if start <= gap.start <= end), None)
        if place is not None:
            found[place] = gap.fix
    return found


def _place_views(card: TextCard) -> Iterator[tuple[float, Loss]]:
    """Yield a card as it may come, with weights: whole, without icons in three ways, without one icon, unended."""
    yield 0.7, Loss(card, (), card)
    bare = lose_all(card, Blanks.KEPT)
    unended = _without_end(card)
    yield 0.3, Loss(unended, (), card)
    if not bare.gaps:
        return
    yield 1.0, bare
    yield 0.3, lose_all(unended, Blanks.TIGHT)
    yield 0.8, lose_all(card, Blanks.COLLAPSED)
    yield 0.4, lose_all(card, Blanks.TIGHT)
    if len(bare.gaps) > 1:
        for blanks in (Blanks.KEPT, Blanks.COLLAPSED):
            yield from ((0.3 / len(bare.gaps), loss) for loss in lose_each(card, blanks))


def _without_end(card: TextCard) -> TextCard:
    """Return the card without its last stop, which some texts lack."""
    return replace(card, text=card.text.rstrip(" ."))


def _gap_views(card: TextCard) -> Iterator[tuple[float, Loss]]:
    bare = lose_all(card, Blanks.KEPT)
    if bare.gaps:
        yield 0.7, bare
    if len(bare.gaps) > 1:
        yield from ((0.3, loss) for loss in lose_each(card, Blanks.KEPT))


def train(cards: Sequence[TextCard], glossary: Glossary) -> Weights:
    """Return the weights that these cards teach."""
    place_bias, place = _train_places(cards)
    return _train_gaps(_gap_samples(cards, glossary), place_bias, place)


# --- is it a gap -------------------------------------------------------------------------------------------------
def _train_places(cards: Sequence[TextCard]) -> tuple[float, dict[str, float]]:
    samples: list[Sample] = []
    truth: list[bool] = []
    for card in cards:
        for weight, loss in _place_views(card):
            line = Line(loss.card.text)
            gaps = find_gap_places(line, loss)
            for place in range(len(line) if line.forms else 0):
                samples.append(Sample(tuple(describe_place(line, place)), card.id, weight))
                truth.append(place in gaps)
    table = _Table(samples, CARDS_OF_A_PLACE)
    right, weights = np.array(truth, float), table.weights
    values = [np.zeros(len(table.names)), np.zeros(1)]

    def slope() -> list[Floats]:
        chance = 1 / (1 + np.exp(-(table.add_up(values[0][:, None])[:, 0] + values[1])))
        miss = (chance - right) * weights
        return [table.hand_out(miss[:, None])[:, 0] + PULL_PLACE * values[0], np.array([miss.sum()])]

    _descend(values, slope, 0.15)
    kept = {name: round(float(v), 1) for name, v in zip(table.names, values[0], strict=True) if abs(v) >= LEAST_PLACE}
    return round(float(values[1][0]), 2), kept


# --- which icon --------------------------------------------------------------------------------------------------
def _gap_samples(cards: Sequence[TextCard], glossary: Glossary) -> list[GapSample]:
    samples: list[GapSample] = []
    for card in cards:
        lists = (None, list_terms(card, glossary), list_key_terms(card, glossary))
        face = frozenset(icon.code for icon in card.icons if icon.code)
        for weight, loss in _gap_views(card):
            line = Line(loss.card.text)
            gaps = find_gap_places(line, loss)
            mentioned = list_terms(loss.card, glossary)
            pages = [read_page_list(rules, mentioned, loss.card.text, glossary) for rules in lists]
            for place, fix in gaps.items():
                sample = Sample(tuple(describe_gap(line, place, gaps)), card.id, weight / len(lists))
                samples += [GapSample(sample, fix, page, len(gaps), face) for page in pages]
    return samples


def _train_gaps(samples: Sequence[GapSample], place_bias: float, place: dict[str, float]) -> Weights:
    fixes = _choose_fixes(samples)
    table = _Table([one.sample for one in samples], CARDS_OF_A_GAP)
    truth = np.array([fixes.index(one.fix) if one.fix in fixes else len(fixes) - 1 for one in samples])
    standings = _standings(samples, fixes)
    face = np.array([[not one.face.isdisjoint(ICON_TOKEN.findall(fix)) for fix in fixes] for one in samples], float)
    kin = np.array([[any(part in fix for part in parts) for fix in fixes] for parts in _KIN.values()], float)
    columns = np.broadcast_to(np.arange(len(fixes)), standings.shape)
    kinds = len(Standing)
    own, shared, listed_by_fix, listed, printed = values = [
        np.zeros((len(table.names), len(fixes))), np.zeros((len(table.names), len(kin))),
        np.zeros((kinds, len(fixes))), np.zeros(kinds), np.zeros(len(fixes)),
    ]  # fmt: skip

    def slope() -> list[Floats]:
        total = (
            table.add_up(own + shared @ kin) + listed[standings] + listed_by_fix[standings, columns] + printed * face
        )
        chance = np.exp(total - total.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        chance[np.arange(len(truth)), truth] -= 1
        miss = chance * table.weights[:, None]
        by_standing = np.zeros_like(listed_by_fix)
        np.add.at(by_standing, (standings, columns), miss)
        by_standing[0] = 0  # a silent list says nothing
        by_feature = table.hand_out(miss)
        return [
            by_feature + PULL_GAP * own, by_feature @ kin.T + PULL_GAP * shared,
            by_standing + PULL_GAP * listed_by_fix, by_standing.sum(1) + PULL_LIST * listed,
            (miss * face).sum(0) + PULL_GAP * printed,
        ]  # fmt: skip

    _descend(values, slope, 0.1)
    by_list = listed_by_fix + listed[:, None]
    rows = own + shared @ kin
    return Weights(
        place_bias=place_bias,
        place=place,
        fixes=fixes,
        gap={name: row for name, weights in zip(table.names, rows, strict=True) if (row := _thin(weights))},
        standing={kind: _rounded(by_list[number]) for number, kind in enumerate(Standing)},
        printed=_rounded(printed),
        coolness=COOLNESS,
    )


def _choose_fixes(samples: Sequence[GapSample]) -> tuple[str, ...]:
    """Return the fixes to choose from, sorted, and the empty text for any other."""
    cards: dict[str, set[str]] = {}
    for one in samples:
        cards.setdefault(one.fix, set()).add(one.sample.card)
    common = {fix for fix, seen in cards.items() if len(seen) >= CARDS_OF_A_FIX}
    return (*sorted(common | {icon.token for icon in ICONS.values() if icon.printed}), "")


def _standings(samples: Sequence[GapSample], fixes: Sequence[str]) -> Ints:
    number = {kind: index for index, kind in enumerate(Standing)}
    known: dict[tuple[PageList, int], list[int]] = {}
    rows = []
    for one in samples:
        key = (one.page, one.gaps)
        if key not in known:
            known[key] = [number[one.page.standing(fix, one.gaps)] for fix in fixes]
        rows.append(known[key])
    return np.array(rows)


def _thin(weights: Floats) -> tuple[tuple[int, float], ...]:
    return tuple((i, round(float(weight), 1)) for i, weight in enumerate(weights) if abs(weight) >= LEAST_GAP)


def _rounded(weights: Floats) -> tuple[float, ...]:
    return tuple(round(float(weight), 2) for weight in weights)


# --- the arithmetic ----------------------------------------------------------------------------------------------
class _Table:
    """Which sample has which feature, as pairs of numbers, so that sums run in numpy."""

    def __init__(self, samples: Sequence[Sample], least_cards: int) -> None:
        cards: dict[str, set[str]] = {}
        for sample in samples:
            for feature in sample.features:
                cards.setdefault(feature, set()).add(sample.card)
        self.names = sorted(name for name, seen in cards.items() if len(seen) >= least_cards)
        index = {name: number for number, name in enumerate(self.names)}
        pairs = [
            (row, index[feature])
            for row, sample in enumerate(samples)
            for feature in sample.features
            if feature in index
        ]
        self._rows: Ints = np.array([row for row, _ in pairs])
        self._columns: Ints = np.array([column for _, column in pairs])
        self._size = len(samples)
        self.weights: Floats = np.array([sample.weight for sample in samples])
        order = np.argsort(self._columns, kind="stable")
        self._rows_by_column = self._rows[order]
        self._starts = np.searchsorted(self._columns[order], np.arange(len(self.names)))

    def add_up(self, values: Floats) -> Floats:
        """Return for each sample the sum of the rows of `values` that its features name."""
        if values.shape[1] == 1:
            return np.asarray(np.bincount(self._rows, values[self._columns, 0], self._size), float)[:, None]
        starts = np.searchsorted(self._rows, np.arange(self._size))
        return np.asarray(np.add.reduceat(values[self._columns], starts, axis=0))

    def hand_out(self, values: Floats) -> Floats:
        """Return for each feature the sum of the rows of `values` of the samples that have it."""
        return np.asarray(np.add.reduceat(values[self._rows_by_column], self._starts, axis=0))


def _descend(values: list[Floats], slope: Any, speed: float) -> None:
    """Move `values` down the slope in place: gradient descent with momentum and a step for each weight (Adam)."""
    drift, spread = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]
    for step in range(1, STEPS + 1):
        pace = speed * (1 - step / STEPS) + 0.001
        for value, mean, square, gradient in zip(values, drift, spread, slope(), strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            value -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)


def main() -> int:
    """Write the table; 2 where the texts are absent."""
    if not CARDS.is_file():
        print(f"no texts in {CARDS.parent}", file=sys.stderr)
        return 2
    weights = train(load_cards(), load_bundled())
    WEIGHTS.write_text(render_weights(weights), encoding="utf-8")
    size = WEIGHTS.stat().st_size // 1024
    print(f"{WEIGHTS.relative_to(ROOT)}: {len(weights.place)} + {len(weights.gap)} features, {len(weights.fixes) - 1} "
          f"fixes, {size} KB")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
