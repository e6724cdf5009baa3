"""The learnt table: weights.json in, weights by feature out; what it holds and how it is added up.

Two log-linear models: one says whether a place is a gap, one which icon stood in it. The file holds only words,
classes, icon codes and numbers; `bench/train_icons.py` writes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files


class Standing(StrEnum):
    """What a page's list of rules says about an icon that may have stood in a gap."""

    SILENT = "silent"  # no list, or the icon has no term that lists name
    ABSENT = "absent"  # the list does not name its term
    SHOWN = "shown"  # … although the card mentions it elsewhere
    MENTIONED = "mentioned"  # the list names it, and so does the rest of the card
    NEEDED = "needed"  # the list names it, and only the one gap of the text can account for it
    NEEDED_2 = "needed_2"  # … one of two gaps
    NEEDED_3 = "needed_3"  # … one of three or more


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The two models; two tables are never compared, so that one can be the key of a cache.

    `place` and `place_bias` tell gaps. `fixes` are the icons to choose from (`{counter}{tap}` is one choice, the
    empty text stands for any other); `gap` gives for a feature pairs of the index of a fix and its weight,
    `standing` and `printed` the weight of each fix for what the page's list says, and for its icon on the card's face.
    `coolness` flattens the shares without and with a list, as far as held-back releases showed them too sure.
    """

    place_bias: float
    place: Mapping[str, float]
    fixes: tuple[str, ...]
    gap: Mapping[str, Sequence[tuple[int, float]]]
    standing: Mapping[Standing, Sequence[float]]
    printed: Sequence[float]
    coolness: tuple[float, float]

    def add_place(self, features: Iterable[str]) -> float:
        """Return what these features add for a place being a gap, as a logarithm of odds (without `place_bias`)."""
        weight_of = self.place.get
        return sum([weight_of(feature, 0.0) for feature in features])

    def score_fixes(
        self, features: Iterable[str], standings: Sequence[Standing], printed: Sequence[bool], *, listed: bool
    ) -> list[float]:
        """Return the probability of each of `fixes`; they sum to 1."""
        totals = [
            self.standing[standing][index] + (self.printed[index] if printed[index] else 0.0)
            for index, standing in enumerate(standings)
        ]
        for feature in features:
            for index, weight in self.gap.get(feature, ()):
                totals[index] += weight
        top = max(totals)
        shares = [math.exp((total - top) / self.coolness[listed]) for total in totals]
        whole = sum(shares)
        return [share / whole for share in shares]


@cache
def load_weights() -> Weights:
    """Return the table that comes with the project."""
    return parse_weights(files("rules_engine.lost_icons").joinpath("weights.json").read_text(encoding="utf-8"))


def parse_weights(text: str) -> Weights:
    """Return the table of a weights.json file."""
    data = json.loads(text)
    index = {fix: number for number, fix in enumerate(data["fixes"])}
    return Weights(
        place_bias=data["place_bias"],
        place=data["place"],
        fixes=tuple(data["fixes"]),
        gap={
            feature: tuple((index[fix], weight) for fix, weight in row.items()) for feature, row in data["gap"].items()
        },
        standing={Standing(name): tuple(row) for name, row in data["standing"].items()},
        printed=tuple(data["printed"]),
        coolness=(data["coolness"][0], data["coolness"][1]),
    )


def render_weights(weights: Weights) -> str:
    """Return the file for a table: one feature a line, sorted, so that two versions can be compared."""
    head = {
        "fixes": list(weights.fixes),
        "coolness": list(weights.coolness),
        "standing": {name.value: list(row) for name, row in weights.standing.items()},
        "printed": list(weights.printed),
        "place_bias": weights.place_bias,
    }
    gap = {feature: {weights.fixes[i]: weight for i, weight in row} for feature, row in weights.gap.items()}
    parts = [f"{_dump(name)}: {_dump(value)}" for name, value in head.items()]
    parts += [f'"place": {_render_rows(weights.place)}', f'"gap": {_render_rows(gap)}']
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _render_rows(rows: Mapping[str, object]) -> str:
    return "{\n" + ",\n".join(f"{_dump(feature)}:{_dump(rows[feature])}" for feature in sorted(rows)) + "\n}"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
