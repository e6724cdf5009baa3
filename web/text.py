"""Text with its spans to HTML: icons drawn, terms linked and explained, faults marked, everything escaped.

Pure: a text, anchors and flaws with offsets into it go in, Markup comes out. Overlapping spans never nest
wrongly: of two anchors the earlier and longer wins, a flaw that crosses an anchor is marked on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from markupsafe import Markup, escape

from schema.icons import ICON_TOKEN
from schema.vocabulary import Severity
from web.icons import render_icon, spoken_name

BULLET = "• "
_WORST_FIRST = {severity: place for place, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Anchor:
    """A span that leads somewhere.

    `address` is None for a reference that resolves to nothing. `title`, `summary` and `notes` make the tip
    that shows on hover and focus; without a title there is no tip.
    """

    start: int
    end: int
    address: str | None
    title: str = ""
    summary: str = ""
    notes: tuple[str, ...] = ()
    css_class: str = "term"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A span with something wrong in it; an empty span is a gap."""

    start: int
    end: int
    severity: Severity
    message: str


def render_plain(text: str) -> Markup:
    """Return the text on one line with its icons drawn, for tiles and quotes."""
    return _pieces(text)


def speak_text(text: str) -> str:
    """Return the text with its icons in words, for places that hold no pictures: titles, descriptions, hints."""
    return ICON_TOKEN.sub(lambda match: f"«{spoken_name(match[1])}»", text)


def render_block(text: str, anchors: Iterable[Anchor] = (), flaws: Iterable[Flaw] = (), key: str = "t") -> Markup:
    """Return the text as paragraphs and lists; `key` makes the ids of tips unique on the page.

    Raises ValueError for a span outside the text: the file asserts that spans fit.
    """
    marks = _Marks(text, anchors, flaws, key)
    html: list[Markup] = []
    bullets: list[Markup] = []
    position = 0
    for line in text.split("\n"):
        start, end = position, position + len(line)
        position = end + 1
        is_bullet = line.startswith(BULLET)
        if is_bullet:
            bullets.append(Markup("<li>{}</li>").format(marks.render(start + len(BULLET), end)))
            continue
        html += _close_list(bullets)
        if line.strip():
            html.append(Markup("<p>{}</p>").format(marks.render(start, end)))
    return Markup("\n").join([*html, *_close_list(bullets)])


def _close_list(bullets: list[Markup]) -> list[Markup]:
    items = Markup("").join(bullets)
    bullets.clear()
    return [Markup("<ul>{}</ul>").format(items)] if items else []


class _Marks:
    """The spans of one text, made ready: whole icons, no overlapping anchors."""

    def __init__(self, text: str, anchors: Iterable[Anchor], flaws: Iterable[Flaw], key: str) -> None:
        self._text = text
        self._key = key
        self._icons = [match.span() for match in ICON_TOKEN.finditer(text)]
        self._anchors = self._apart(anchors)
        self._flaws = [replace(flaw, start=start, end=end) for flaw in flaws for start, end in [self._snap(flaw)]]

    def _apart(self, anchors: Iterable[Anchor]) -> list[Anchor]:
        chosen: list[Anchor] = []
        for anchor in sorted(anchors, key=lambda anchor: (anchor.start, -anchor.end)):
            start, end = self._snap(anchor)
            if start < end and (not chosen or start >= chosen[-1].end):
                chosen.append(replace(anchor, start=start, end=end))
        return chosen

    def _snap(self, span: Anchor | Flaw) -> tuple[int, int]:
        """Return the span with no icon cut in two."""
        if not 0 <= span.start <= span.end <= len(self._text):
            raise ValueError(f"span {span.start}-{span.end} outside a text of {len(self._text)} characters")
        start, end = span.start, span.end
        for left, right in self._icons:
            start = left if left < start < right else start
            end = right if left < end < right else end
        return start, end

    def render(self, start: int, end: int) -> Markup:
        """Return `text[start:end]`, which holds no line break."""
        html: list[Markup] = []
        position = start
        for anchor in self._anchors:
            left, right = max(anchor.start, start), min(anchor.end, end)
            if left >= right:
                continue
            html.append(self._marked(position, left))
            html.append(self._linked(anchor, left, right))
            position = right
        html.append(self._marked(position, end, last=True))
        return Markup("").join(html)

    def _marked(self, start: int, end: int, *, last: bool = False) -> Markup:
        inside = [flaw for flaw in self._flaws if flaw.start <= end and flaw.end >= start]
        cuts = sorted({start, end, *(cut for flaw in inside for cut in (flaw.start, flaw.end) if start < cut < end)})
        html: list[Markup] = []
        for left, right in pairwise(cuts):
            html += [_mark(Markup(""), [flaw]) for flaw in inside if flaw.start == flaw.end == left]
            covering = [flaw for flaw in inside if flaw.start <= left and right <= flaw.end]
            html.append(_mark(_pieces(self._text[left:right]), covering))
        if last:
            html += [_mark(Markup(""), [flaw]) for flaw in inside if flaw.start == flaw.end == end]
        return Markup("").join(html)

    def _linked(self, anchor: Anchor, start: int, end: int) -> Markup:
        content = self._marked(start, end)
        if anchor.address is None:
            return Markup('<span class="unresolved" title="{}">{}</span>').format(speak_text(anchor.title), content)
        if not anchor.title:
            return Markup('<a class="{}" href="{}">{}</a>').format(anchor.css_class, anchor.address, content)
        return _explained(anchor, content, f"tip-{self._key}-{start}")


def _explained(anchor: Anchor, content: Markup, tip_id: str) -> Markup:
    link = Markup('<a class="{}" href="{}" aria-describedby="{}">{}</a>').format(
        anchor.css_class, anchor.address, tip_id, content
    )
    return Markup(
        '<span class="mention">{}<span class="tip" role="tooltip" id="{}" hidden><b>{}</b>{}{}</span></span>'
    ).format(link, tip_id, _pieces(anchor.title), _tip_line("", anchor.summary), _tip_notes(anchor.notes))


def _tip_line(css_class: str, text: str) -> Markup:
    if not text:
        return Markup("")
    return Markup(' <span class="tip-line {}">{}</span>').format(css_class, _pieces(text))


def _tip_notes(notes: Sequence[str]) -> Markup:
    return Markup("").join(_tip_line("tip-note", note) for note in notes)


def _mark(content: Markup, flaws: Sequence[Flaw]) -> Markup:
    if not flaws:
        return content
    worst = min(flaws, key=lambda flaw: _WORST_FIRST[flaw.severity])
    message = speak_text("; ".join(flaw.message for flaw in flaws))
    gap = "" if content else " gap"
    return Markup('<mark class="flaw flaw-{}{}" title="{}">{}</mark>').format(
        worst.severity.value, gap, message, content
    )


def _pieces(text: str) -> Markup:
    """Return the text escaped, icon tokens drawn."""
    html: list[Markup] = []
    position = 0
    for match in ICON_TOKEN.finditer(text):
        html += [escape(text[position : match.start()]), render_icon(match[1])]
        position = match.end()
    return Markup("").join([*html, escape(text[position:])])
