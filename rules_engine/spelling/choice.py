"""Forms that would fit a place -> the likeliest: by its neighbours, by how common it is, by how near the slip is."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from rules_engine.spelling.evidence import Evidence
from rules_engine.spelling.near import is_one_slip
from rules_engine.spelling.places import Place

_ONE_SLIP = 2.0
_LEAST, _MOST = 0.6, 0.95


def choose_form(place: Place, forms: Iterable[str], evidence: Evidence) -> tuple[str, float] | None:
    """Return the form that most likely was meant at `place` with its confidence, None for no forms."""
    scored = sorted(((_score(form, place, evidence), form) for form in forms if form != place.key), reverse=True)
    if not scored:
        return None
    margin = scored[0][0] - scored[1][0] if len(scored) > 1 else _ONE_SLIP
    return scored[0][1], round(min(_MOST, _LEAST + margin / 8), 2)


def _score(form: str, place: Place, evidence: Evidence) -> float:
    beside = log(1 + evidence.pairs(place.left, form)) + log(1 + evidence.pairs(form, place.right))
    return beside + log(1 + evidence.forms(form)) / 2 + _ONE_SLIP * is_one_slip(place.key, form)
