"""Text with its spans to HTML: icons drawn, terms linked and explained, faults marked, everything escaped.

Pure: a text, anchors and flaws with offsets into it go in, Markup comes out. Overlapping spans never nest
wrongly: of two anchors the earlier and longer wins, a flaw that crosses an anchor is marked on both sides, and
what leads from a flaw to its finding stands behind the anchor, never in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from markupsafe import Markup, escape

from schema.icons import ICON_TOKEN
from schema.vocabulary import Severity
from web.icons import render_icon, spoken_name

BULLET = "• "
# So much of a text is quoted on either side of what is wrong with it.
EXCERPT = 50
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
    """A span with something wrong in it; an empty span is a gap.

    With `number`, its number among the findings of the page, a small link behind the span leads to `#finding-N`.
    """

    start: int
    end: int
    severity: Severity
    message: str
    number: int | None = None


def render_plain(text: str) -> Markup:
    """Return the text on one line with its icons drawn, for tiles and quotes."""
    return _pieces(text)


def speak_text(text: str) -> str:
    """Return the text with its icons in words, for places that hold no pictures: titles, descriptions, hints."""
    spoken = ICON_TOKEN.sub(lambda match: f"«{spoken_name(match[1])}»", text)
    # What quoted an icon quotes its name.
    return spoken.replace("««", "«").replace("»»", "»")


def render_excerpt(text: str, flaw: Flaw, context: int = EXCERPT) -> Markup:
    """Return the place of `flaw` in `text`, marked, with whole words of about `context` signs on either side."""
    first = text.rfind(" ", 0, max(0, flaw.start - context)) + 1 if flaw.start > context else 0
    last = text.find(" ", flaw.end + context)
    last = len(text) if last < 0 else last
    shown = _Marks(text, (), [flaw], "").render(first, last)
    return Markup("{}{}{}").format("… " if first else "", shown, " …" if last < len(text) else "")


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
    html += _close_list(bullets)
    left_over = marks.refer(len(text), gaps=True)
    return Markup("\n").join([*html, Markup("<p>{}</p>").format(left_over)] if left_over else html)


def render_line(text: str, flaws: Iterable[Flaw] = ()) -> Markup:
    """Return the text on one line with its icons drawn and its flaws marked, for names.

    Raises ValueError for a span outside the text.
    """
    return _Marks(text, (), flaws, "").render(0, len(text))


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
        numbered = [flaw for flaw in self._flaws if flaw.number is not None]
        self._unreferred = sorted(numbered, key=lambda flaw: (flaw.end, flaw.start))

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
            html += [self._linked(anchor, left, right), self.refer(right)]
            position = right
        html += [self._marked(position, end, last=True), self.refer(end, gaps=True)]
        return Markup("").join(html)

    def refer(self, position: int, *, gaps: bool = False) -> Markup:
        """Return the links to the findings whose spans end up to `position` and were not given yet.

        A gap at `position` itself is marked by what follows, so it waits unless `gaps` is set.
        """
        ended = [
            flaw
            for flaw in self._unreferred
            if flaw.end < position or (flaw.end == position and (gaps or flaw.start < flaw.end))
        ]
        self._unreferred = [flaw for flaw in self._unreferred if flaw not in ended]
        return Markup("").join(_reference(flaw) for flaw in ended)

    def _marked(self, start: int, end: int, *, last: bool = False, in_link: bool = False) -> Markup:
        inside = [flaw for flaw in self._flaws if flaw.start <= end and flaw.end >= start]
        if not inside:
            # Most pieces of most texts; links to findings that ended before are given where they always are.
            return _pieces(self._text[start:end])
        cuts = sorted({start, end, *(cut for flaw in inside for cut in (flaw.start, flaw.end) if start < cut < end)})
        html: list[Markup] = []
        for left, right in pairwise(cuts):
            html += [_mark(Markup(""), [flaw]) for flaw in inside if flaw.start == flaw.end == left]
            html += [] if in_link else [self.refer(left, gaps=True)]
            covering = [flaw for flaw in inside if flaw.start <= left and right <= flaw.end]
            html.append(_mark(_pieces(self._text[left:right]), covering))
            html += [] if in_link else [self.refer(right)]
        if last:
            html += [_mark(Markup(""), [flaw]) for flaw in inside if flaw.start == flaw.end == end]
        return Markup("").join(html)

    def _linked(self, anchor: Anchor, start: int, end: int) -> Markup:
        content = self._marked(start, end, in_link=True)
        if anchor.address is None:
            return Markup('<span class="unresolved" title="{}">{}</span>').format(speak_text(anchor.title), content)
        if not anchor.title:
            return Markup('<a class="{}" href="{}">{}</a>').format(anchor.css_class, anchor.address, content)
        return _explained(anchor, content, f"tip-{self._key}-{start}")


def _explained(anchor: Anchor, content: Markup, tip_id: str) -> Markup:
    link = Markup('<a class="{}" href="{}" aria-describedby="{}">{}</a>').format(
        anchor.css_class, anchor.address, tip_id, content
    )
    return Markup('<span class="mention">{}<span class="tip" role="tooltip" id="{}" hidden>{}</span></span>').format(
        link, tip_id, _tip(anchor.title, anchor.summary, anchor.notes)
    )


@lru_cache(maxsize=2048)
def _tip(title: str, summary: str, notes: tuple[str, ...]) -> Markup:
    """Return what a tip says: few terms, met on every page."""
    return Markup("<b>{}</b>{}{}").format(_pieces(title), _tip_line("", summary), _tip_notes(notes))


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


def _reference(flaw: Flaw) -> Markup:
    return Markup(
        '<sup class="flaw-ref"><a id="place-{0}" href="#finding-{0}" aria-label="замечание {0}: {1}">{0}</a></sup>'
    ).format(flaw.number, speak_text(flaw.message))


def _pieces(text: str) -> Markup:
    """Return the text escaped, icon tokens drawn."""
    if "{" not in text:
        return escape(text)
    html: list[Markup] = []
    position = 0
    for match in ICON_TOKEN.finditer(text):
        html += [escape(text[position : match.start()]), render_icon(match[1])]
        position = match.end()
    return Markup("").join([*html, escape(text[position:])])
