"""Where a hit answers its query, drawn: `<mark>` in the name, class and text of a tile, everything escaped.

Spans of search.highlight and the stored texts go in, Markup comes out. Stands apart from web.text, whose marks are
faults: here places of several kinds lie over each other and a long text begins near the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from schema.icons import ICON_TOKEN
from schema.summary import CardSummary
from search.highlight import Highlight
from web.text import render_plain

# A text whose first place lies deeper than this begins with an ellipsis, so many signs before that place.
DEEP, CONTEXT = 150, 50
# A whole ability is marked softly, so that the words in it still stand out.
SOFT = "ability"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class HitView:
    """A card of the results with its matches marked; `icons` are the codes of printed icons that were asked for."""

    card: CardSummary
    name: Markup
    classes: Markup
    text: Markup
    flavor: Markup
    icons: tuple[str, ...]


def draw_hit(card: CardSummary, places: Sequence[Highlight], flavor: str | None = None) -> HitView:
    """Return the hit with `places`, its highlights, drawn; the flavour shows where the query asked for it."""
    own = {field: [place for place in places if place.field == field] for field in ("name", "text", "flavor")}
    in_class = [place for place in places if place.field == "class"]
    classes = [render_marked(name, [place for place in in_class if place.value == name]) for name in card.classes]
    return HitView(
        card,
        render_marked(card.name, own["name"]) if card.name else Markup("{}").format(card.title),
        Markup(", ").join(classes),
        render_marked(card.text or "", own["text"]),
        render_marked(flavor or "", own["flavor"]) if own["flavor"] else Markup(""),
        tuple(dict.fromkeys(place.value for place in places if place.field == "icon")),
    )


def render_marked(text: str, places: Iterable[Highlight]) -> Markup:
    """Return the text on one line, its icons drawn and `places` marked; a deep first place is brought forward."""
    hard, soft = list[Span](), list[Span]()
    for place in places:
        (soft if place.kind == SOFT else hard).append(_snap(text, place.start, place.end))
    if not hard and not soft:
        return render_plain(text)
    start = _beginning(text, min(first for first, _ in hard or soft))
    cuts = sorted({start, len(text), *(cut for span in (*hard, *soft) for cut in span if cut > start)})
    pieces = [_piece(text[left:right], _covers(hard, left), _covers(soft, left)) for left, right in pairwise(cuts)]
    return Markup("").join([Markup("… ") if start else Markup(""), *pieces])


def _covers(spans: Iterable[Span], place: int) -> bool:
    return any(start <= place < end for start, end in spans)


def _piece(text: str, is_hard: bool, is_soft: bool) -> Markup:
    drawn = render_plain(text)
    if is_hard:
        return Markup("<mark>{}</mark>").format(drawn)
    return Markup('<mark class="soft">{}</mark>').format(drawn) if is_soft else drawn


def _snap(text: str, start: int, end: int) -> Span:
    """Return the span with no icon cut in two."""
    for match in ICON_TOKEN.finditer(text):
        left, right = match.span()
        start = left if left < start < right else start
        end = right if left < end < right else end
    return start, end


def _beginning(text: str, first: int) -> int:
    """Return where the shown text begins: at a word some way before the first place, or at 0."""
    if first <= DEEP:
        return 0
    blank = text.find(" ", first - CONTEXT, first)
    start = first if blank < 0 else blank + 1
    return _snap(text, start, len(text))[0]
