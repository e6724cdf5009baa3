"""A term's neighbours -> a picture: what needs it on the left, what it rests on to the right, every name a link.

The same names stand in lists below the picture, so nothing is only drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from db.terms import TermEntry
from web.mentions import term_address
from web.text import speak_text

# In the drawing's own units: one line of names, the three columns, and how many names a side may show.
LINE, WIDTH, SIDE, MOST = 26, 640, 210, 9
_LONGEST_NAME = 27


def render_term_graph(term: TermEntry, used_by: Sequence[TermEntry], uses: Sequence[TermEntry]) -> Markup:
    """Return the picture of `term` between its neighbours; nothing where it has none."""
    if not used_by and not uses:
        return Markup("")
    lines = max(_lines(used_by), _lines(uses), 1)
    height = (lines + 1) * LINE
    left, right = _side(used_by, height, SIDE, "end"), _side(uses, height, WIDTH - SIDE, "start")
    middle = _node(term, WIDTH / 2, height / 2, "middle", "graph-own")
    spoken = f"{speak_text(term.headword)}: нужен для {_spoken(used_by)}; опирается на {_spoken(uses)}. Списки ниже."
    return Markup(
        '<svg class="graph" viewBox="0 0 {} {}" width="{}" height="{}" role="group" aria-label="{}">{}{}{}</svg>'
    ).format(WIDTH, height, WIDTH, height, spoken, left, right, middle)


def _lines(terms: Sequence[TermEntry]) -> int:
    return min(len(terms), MOST + 1)


def _spoken(terms: Sequence[TermEntry]) -> str:
    return ", ".join(speak_text(term.headword) for term in terms) or "ничего"


def _side(terms: Sequence[TermEntry], height: float, x: float, anchor: str) -> Markup:
    """Return the names of one side with a line from each to the middle."""
    shown = terms[:MOST]
    hidden = len(terms) - len(shown)
    top = height / 2 - (_lines(terms) - 1) * LINE / 2
    drawn = []
    for place, term in enumerate(shown):
        y = top + place * LINE
        drawn.append(_edge(x, y, height, anchor) + _node(term, x, y, anchor, "graph-name"))
    if hidden:
        drawn.append(
            Markup('<text class="graph-more" x="{}" y="{}" text-anchor="{}">и ещё {}</text>').format(
                x, top + MOST * LINE + 4, anchor, hidden
            )
        )
    return Markup("").join(drawn)


def _edge(x: float, y: float, height: float, anchor: str) -> Markup:
    """Return a line from a name to the middle, or from the middle to a name."""
    gap, half = 8, 70
    near = x + gap if anchor == "end" else x - gap
    centre = WIDTH / 2 - half if anchor == "end" else WIDTH / 2 + half
    between = (near + centre) / 2
    return Markup('<path class="graph-edge" d="M{} {}C{} {} {} {} {} {}"/>').format(
        near, y, between, y, between, height / 2, centre, height / 2
    )


def _node(term: TermEntry, x: float, y: float, anchor: str, css_class: str) -> Markup:
    name = speak_text(term.headword)
    shown = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…"
    text = Markup('<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>').format(
        f"{css_class} is-stub" if term.status == "stub" else css_class, x, y + 4, anchor, shown
    )
    if css_class == "graph-own":
        return text
    return Markup('<a href="{}">{}</a>').format(term_address(term.id), text)
