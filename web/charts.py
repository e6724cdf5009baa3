"""Numbers -> pictures: small SVG charts made on the server, each with its numbers as a table beside it.

No script and no inline style: bars take their colours from classes of the style sheet, so they suit both themes.
A reader of the screen hears the title and the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from web.phrases import group

# Of the drawing, in its own units: the picture scales with the page.
COLUMN, GAP, HEIGHT, TOP, BOTTOM = 36, 10, 120, 18, 20
SHARE_WIDTH, SHARE_HEIGHT = 600, 26
_MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """One value of a chart: what it is called, how much it is, where it leads unless it is 0, which class colours it.

    `shown` is the value as people read it («12 %»), the number itself where it is None.
    """

    label: str
    value: float
    href: str | None = None
    css_class: str = "bar"
    shown: str | None = None

    @property
    def words(self) -> str:
        """The value as people read it."""
        if self.shown is not None:
            return self.shown
        return group(int(self.value)) if self.value == int(self.value) else f"{self.value:.2f}".replace(".", ",")


def render_columns(title: str, bars: Sequence[Bar], heads: tuple[str, str] = ("Значение", "Карт")) -> Markup:
    """Return a figure with a column a bar, in order; `heads` name the two columns of its table.

    No bars, or only zeros, give an empty text; ValueError for more columns than a page can show.
    """
    if len(bars) > _MOST_COLUMNS:
        raise ValueError(f"{len(bars)} columns do not fit, {_MOST_COLUMNS} do")
    return _columns(title, tuple(bars), heads)


@lru_cache(maxsize=1024)
def _columns(title: str, bars: tuple[Bar, ...], heads: tuple[str, str]) -> Markup:
    """Draw the columns once: many cards strike alike."""
    highest = max((bar.value for bar in bars), default=0)
    if highest <= 0:
        return Markup("")
    width = GAP + len(bars) * (COLUMN + GAP)
    drawn = Markup("").join(_column(place, bar, highest) for place, bar in enumerate(bars))
    picture = _picture(title, bars, width, HEIGHT + TOP + BOTTOM, drawn)
    return _figure(title, picture, bars, heads)


def _column(place: int, bar: Bar, highest: float) -> Markup:
    left, middle = GAP + place * (COLUMN + GAP), GAP + place * (COLUMN + GAP) + COLUMN / 2
    height = round(HEIGHT * bar.value / highest, 1)
    top = round(TOP + HEIGHT - height, 1)
    drawn = Markup(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="3"/>'
        '<text class="chart-value" x="{}" y="{}">{}</text><text class="chart-label" x="{}" y="{}">{}</text>'
    ).format(
        bar.css_class, left, top, COLUMN, height, middle, round(top - 5, 1), bar.words if bar.value else "",
        middle, TOP + HEIGHT + 15, bar.label,
    )  # fmt: skip
    if not (bar.href and bar.value):
        return drawn
    return Markup('<a href="{}" aria-label="{}: {}">{}</a>').format(bar.href, bar.label, bar.words, drawn)


def render_shares(title: str, bars: Sequence[Bar], heads: tuple[str, str] = ("Значение", "Карт")) -> Markup:
    """Return a figure with one bar divided by the shares of `bars`; nothing where they are all zero."""
    total = sum(bar.value for bar in bars)
    if total <= 0:
        return Markup("")
    parts, left = [], 0.0
    for bar in bars:
        width = SHARE_WIDTH * bar.value / total
        parts.append(
            Markup('<rect class="{}" x="{}" y="0" width="{}" height="{}"><title>{}</title></rect>').format(
                bar.css_class, round(left, 1), round(width, 1), SHARE_HEIGHT, f"{bar.label}: {bar.words}"
            )
        )
        left += width
    picture = _picture(title, bars, SHARE_WIDTH, SHARE_HEIGHT, Markup("").join(parts))
    return _figure(title, picture, bars, heads, legend=_legend(bars, total))


def _legend(bars: Sequence[Bar], total: float) -> Markup:
    rows = Markup("").join(
        Markup('<li><svg class="chart-key" viewBox="0 0 10 10" aria-hidden="true"><rect class="{}" width="10" '
               'height="10" rx="2"/></svg>{} <span class="quiet">{} %</span></li>').format(
            bar.css_class, _linked(bar), round(100 * bar.value / total))
        for bar in bars if bar.value
    )  # fmt: skip
    return Markup('<ul class="chart-legend">{}</ul>').format(rows)


def _picture(title: str, bars: Sequence[Bar], width: float, height: float, drawn: Markup) -> Markup:
    """Return the SVG; its spoken name is the title with the numbers.

    What is in a picture is not spoken, so one that holds links is a group.
    """
    role = "group" if "<a " in drawn else "img"
    spoken = f"{title}: " + ", ".join(f"{bar.label} — {bar.words}" for bar in bars)
    return Markup(
        '<svg class="chart-picture" viewBox="0 0 {} {}" width="{}" height="{}" role="{}" aria-label="{}">{}</svg>'
    ).format(width, height, width, height, role, spoken, drawn)


def _figure(
    title: str, picture: Markup, bars: Sequence[Bar], heads: tuple[str, str], legend: Markup | str = ""
) -> Markup:
    rows = Markup("").join(
        Markup('<tr><th scope="row">{}</th><td class="right">{}</td></tr>').format(_linked(bar), bar.words)
        for bar in bars
    )
    return Markup(
        '<figure class="chart"><figcaption>{}</figcaption><div class="scroll" tabindex="0" role="region" '
        'aria-label="{}">{}</div>{}<details class="chart-numbers"><summary>Числами</summary><table><thead><tr>'
        '<th scope="col">{}</th><th scope="col" class="right">{}</th></tr></thead><tbody>{}</tbody></table>'
        "</details></figure>"
    ).format(title, title, picture, legend, *heads, rows)


def _linked(bar: Bar) -> Markup:
    return Markup('<a href="{}">{}</a>').format(bar.href, bar.label) if bar.href and bar.value else escape(bar.label)
