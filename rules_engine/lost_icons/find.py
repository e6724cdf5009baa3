"""A text in, its lost icons out: spans with a confidence, and ranked fixes for each.

The one way from a text to gaps that checks, parser and scorer share; linear in the length of the text.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules_engine.lost_icons.coverage import demand_coverage
from rules_engine.lost_icons.features import describe_classes, describe_gap, describe_words
from rules_engine.lost_icons.line import Line
from rules_engine.lost_icons.page_list import NO_LIST, PageList
from rules_engine.lost_icons.weights import Weights, load_weights
from schema.icons import ICON_TOKEN
from schema.kept import keep_texts
from schema.records import PrintedIcon
from schema.results import Candidate

# A place is a gap when that is likelier than not.
_GAP = 0.5
# Two places of three are ruled out by blanks and classes alone (as a logarithm of odds): of 3,900 gaps 4 lie there.
_HOPELESS = -5.0
_MOST_CANDIDATES, _SMALLEST = 8, 0.01


@dataclass(frozen=True, slots=True)
class LostIcon:
    """One gap: its blanks or its `{?}` (`start` to `end`), the probability that it is one, and what stood there.

    `candidates` come best first; their confidences are joint (a gap, and this icon) and sum to at most `certainty`.
    """

    start: int
    end: int
    certainty: float
    candidates: tuple[Candidate, ...]


# Several checks ask about the text of one card.
@keep_texts
def _read_text(text: str) -> tuple[Line, Mapping[int, float]]:
    line = Line(text)
    return line, _judge_places(line, load_weights())


def find_places(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the gaps of `text` in order."""
    line, places = _read_text(text)
    return tuple(line.spans[place] for place in _choose_gaps(places))


def find_in_text(text: str, printed: Collection[PrintedIcon] = (), page: PageList = NO_LIST) -> tuple[LostIcon, ...]:
    """Return what `find_lost_icons` does of a text that is asked about more than once."""
    return _fill_gaps(*_read_text(text), printed, page, load_weights())


def has_gaps(line: Line, weights: Weights | None = None) -> bool:
    """Say whether a text has a gap: cheaper than to tell what stood there."""
    return bool(_choose_gaps(_judge_places(line, weights or load_weights())))


def find_lost_icons(
    line: Line, printed: Collection[PrintedIcon] = (), page: PageList = NO_LIST, weights: Weights | None = None
) -> tuple[LostIcon, ...]:
    """Return the gaps of a text with their fixes; `printed` are the icons on the card's face."""
    weights = weights or load_weights()
    return _fill_gaps(line, _judge_places(line, weights), printed, page, weights)


def _fill_gaps(
    line: Line, places: Mapping[int, float], printed: Collection[PrintedIcon], page: PageList, weights: Weights
) -> tuple[LostIcon, ...]:
    gaps = _choose_gaps(places)
    if not gaps:
        return ()
    standings = [page.standing(fix, len(gaps)) for fix in weights.fixes]
    faces = {icon.code for icon in printed}
    on_face = [not faces.isdisjoint(ICON_TOKEN.findall(fix)) for fix in weights.fixes]
    shares = [
        weights.score_fixes(describe_gap(line, place, gaps), standings, on_face, listed=page.listed is not None)
        for place in gaps
    ]
    # A picture lost on the face may be what the list demands.
    if None not in faces:
        unseen = sum(chance for place, chance in places.items() if place not in gaps)
        shares = demand_coverage(shares, weights.fixes, page.needed, unseen)
    return tuple(
        LostIcon(*line.spans[place], certainty, _rank(weights.fixes, row, certainty))
        for (place, certainty), row in zip(gaps.items(), shares, strict=True)
    )


def _judge_places(line: Line, weights: Weights) -> dict[int, float]:
    """Return for each place the probability that it is a gap; a marked one is certain, a text of nothing has none."""
    found: dict[int, float] = {}
    for place, (blank, left, right) in enumerate(line.surroundings) if line.forms else ():
        odds = _add_classes(weights, blank, left, right, place in line.ruled)
        found[place] = _weigh_words(line, place, weights, odds) if odds >= _HOPELESS else 0.0
    return found | dict.fromkeys(sorted(line.marked), 1.0)


def _weigh_words(line: Line, place: int, weights: Weights, odds: float) -> float:
    odds += weights.add_place(describe_words(line, place))
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, odds))))


@lru_cache(maxsize=16384)
def _add_classes(weights: Weights, blank: str, left: str, right: str, ruled: bool) -> float:
    return weights.place_bias + weights.add_place(describe_classes(blank, left, right, ruled=ruled))


def _choose_gaps(places: Mapping[int, float]) -> dict[int, float]:
    return {place: chance for place, chance in places.items() if chance >= _GAP}


def _rank(fixes: Collection[str], shares: Collection[float], certainty: float) -> tuple[Candidate, ...]:
    ranked = sorted(zip(shares, fixes, strict=True), key=lambda pair: (-pair[0], pair[1]))
    # Rounded down, so that the sum stays within the certainty.
    found = [Candidate(fix, int(share * certainty * 1000) / 1000) for share, fix in ranked if fix]
    return tuple(one for one in found[:_MOST_CANDIDATES] if one.confidence >= _SMALLEST)
