"""A simple strike to a small picture: three columns, weak, medium and strong, on one scale for all cards.

The numbers stand in the picture and in its spoken name, so nothing depends on seeing the columns.
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from schema.records import Strike

# Of the drawing, in its own units. A column is at least so high that a 0 shows where it stands.
COLUMN, GAP, HEIGHT, TOP, BOTTOM, FLAT = 44, 14, 54, 16, 18, 2
# Cards are compared by eye: one wound is as high on each, as long as the picture holds it.
SCALE = 6
NAMES = ("слабый", "средний", "сильный")


@lru_cache(maxsize=1024)
def render_strike(strike: Strike) -> Markup:
    """Return the picture of a simple strike as inline SVG with a spoken name."""
    highest = max(SCALE, *strike)
    width = GAP + len(NAMES) * (COLUMN + GAP)
    drawn = Markup("").join(
        _column(GAP + place * (COLUMN + GAP), name, wounds, highest)
        for place, (name, wounds) in enumerate(zip(NAMES, strike, strict=True))
    )
    spoken = "Раны от простого удара: " + ", ".join(
        f"{name} — {wounds}" for name, wounds in zip(NAMES, strike, strict=True)
    )
    return Markup(
        '<svg class="strike-picture" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" aria-label="{2}">'
        '<path class="strike-floor" d="M0 {3}h{0}"/>{4}</svg>'
    ).format(width, TOP + HEIGHT + BOTTOM, spoken, TOP + HEIGHT, drawn)


def _column(left: int, name: str, wounds: int, highest: int) -> Markup:
    height = max(FLAT, round(HEIGHT * wounds / highest, 1))
    top, middle = round(TOP + HEIGHT - height, 1), left + COLUMN // 2
    return Markup(
        '<rect class="strike-{0}" x="{1}" y="{2}" width="{3}" height="{4}" rx="3"/>'
        '<text class="strike-value" x="{5}" y="{6}">{7}</text><text class="strike-label" x="{5}" y="{8}">{9}</text>'
    ).format(
        ("weak", "medium", "strong")[NAMES.index(name)], left, top, COLUMN, height,
        middle, round(top - 4, 1), wounds, TOP + HEIGHT + 14, name,
    )  # fmt: skip
