"""A page's tree -> its text in boxes (headings, cells, terms, paragraphs): nothing lost, nothing glued.

A break or a block ends a line, an inline tag inside a word adds nothing, a picture leaves a mark that
`Pictures.settle` turns into icon tokens. It stands apart because plain get_text() glues words and drops icons,
and because a page may nest a hundred thousand tags: nothing here calls itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from bs4 import BeautifulSoup, NavigableString, Tag
from bs4.element import PreformattedString

from ingest.html_icons import (
    SPOKEN_CLASSES,
    Picture,
    attribute,
    find_by_name,
    is_decoration,
    read_picture,
    shows_icon,
)
from ingest.html_pictures import CLOSE, MARK, OPEN, Pictures, Settled

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "caption": 5, "legend": 4, "summary": 5}
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "div", "dl", "fieldset",
     "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html", "li", "main", "menu", "nav", "ol",
     "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)  # fmt: skip
DROPPED = frozenset(
    {"script", "style", "template", "noscript", "head", "select", "datalist", "textarea", "iframe", "audio", "video",
     "canvas", "map", "meta", "link", "base"}
)  # fmt: skip
# Parts that every page of a site repeats; a header inside the main part is the card's own.
FURNITURE = frozenset({"nav", "footer"})
MAIN = frozenset({"main", "article"})
PICTURES = frozenset({"img", "svg", "object", "image"})
ICON_TAGS = frozenset({"i", "span", "em", "b", "a", "div", "abbr"})
LEADS = frozenset({"b", "strong", "dfn", "label"})
LEAD_CLASS = re.compile(r"(?:^|[\s_-])(?:label|title|key|caption|name|term)(?:$|\s)", re.IGNORECASE)
PREFORMATTED = frozenset({"pre", "textarea"})

_BREAKING = re.compile(r"[ ]*[\t\n\r\f][ \t\n\r\f]*")
_MAX_SPAN = 1000
BULLET = "• "


class Kind(Enum):
    """What a box of text is."""

    HEADING = "heading"
    CELL = "cell"
    TERM = "term"
    DETAIL = "detail"
    BLOCK = "block"


class Line(NamedTuple):
    """A line of a box; its first `lead` characters were set off from the rest as bold or as a label."""

    text: str
    lead: int = 0


@dataclass(slots=True, eq=False)
class Box:
    """A part of a page that holds text of its own; `line` is where its tag stands in the file.

    `level` is that of a heading, `marker` the bullet or number of a list item, `names` the classes and ids of
    the tag and of those around it that hold no other box yet, `parent` what tells neighbours.
    """

    kind: Kind
    line: int
    level: int = 0
    header: bool = False
    columns: int = 1
    rows: int = 1
    marker: str = ""
    names: tuple[str, ...] = ()
    parent: int = 0
    furniture: bool = False
    table: Table | None = None
    row: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def raw(self) -> str:
        """The text with its pictures still marks."""
        return "\n".join(line.text for line in self.lines).strip("\n")


@dataclass(slots=True, eq=False)
class Table:
    """A table as rows of cells; `nested` says that it holds other tables and so only lays out the page."""

    line: int
    rows: list[list[Box]] = field(default_factory=list)
    nested: bool = False


@dataclass(slots=True)
class PageText:
    """A page as boxes in the order of the page, with its pictures and its title."""

    boxes: list[Box]
    pictures: Pictures
    title: str


def read_page(soup: BeautifulSoup) -> PageText:
    """Return the text of a whole page."""
    walk = _Walk()
    walk.over(soup)
    title = soup.find("title")
    words = title.get_text() if isinstance(title, Tag) else ""
    return PageText(walk.boxes, walk.pictures, " ".join(words.split()))


def read_text(tag: Tag) -> Settled:
    """Return the text of one element, and its pictures of unknown kind, which stand as `{?}`."""
    walk = _Walk()
    walk.over(tag)
    raw = "\n".join(box.marker + box.raw for box in walk.boxes if box.raw)
    return walk.pictures.settle(raw)


@dataclass(slots=True)
class _List:
    """An open list: the number of its next item, None where it has bullets."""

    number: int | None


class _Walk:
    """Goes over a tree once, with a stack of its own."""

    def __init__(self) -> None:
        self.boxes: list[Box] = [Box(Kind.BLOCK, 1)]
        self.pictures = Pictures()
        self._open: list[Box] = [self.boxes[0]]
        self._tables: list[Table] = []
        self._lists: list[_List] = []
        self._parts: list[str] = []
        self._last = ""
        self._lead = 0
        self._lead_tag: Tag | None = None
        self._pre = 0
        self._main = 0
        self._prefix = ""

    def over(self, root: Tag) -> None:
        """Walk over `root` and all that it holds."""
        stack: list[tuple[Tag, Iterator[object]]] = [(root, iter(root.contents))]
        while stack:
            tag, rest = stack[-1]
            node = next(rest, None)
            if node is None:
                stack.pop()
                self._leave(tag)
            elif isinstance(node, Tag):
                if self._enter(node):
                    stack.append((node, iter(node.contents)))
            elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
                self._take_string(node)
        self._end_line()

    # --- text -------------------------------------------------------------------------------------------------

    def _take_string(self, string: str) -> None:
        text = string.replace(OPEN, "").replace(CLOSE, "")
        if self._pre:
            lines = text.replace("\r\n", "\n").split("\n")
            for at, line in enumerate(lines):
                if at:
                    self._end_line(forced=True)
                self._add(line)
            return
        text = _BREAKING.sub(" ", text)
        # A blank on both sides of a tag is shown once; blanks inside one string may stand for a lost icon.
        if not self._parts or self._last == " ":
            text = text.lstrip(" ")
        self._add(text)

    def _add(self, text: str) -> None:
        if not text:
            return
        if not self._parts and self._prefix:
            self._parts.append(self._prefix)
            self._prefix = ""
        self._parts.append(text)
        self._last = text[-1]

    def _end_line(self, *, forced: bool = False) -> None:
        text = "".join(self._parts).rstrip(" ")
        if text or forced:
            self._box().lines.append(Line(text, min(self._lead, len(text))))
        self._parts, self._last, self._lead, self._lead_tag = [], "", 0, None

    def _box(self) -> Box:
        """Return the open box; a plain one that others have followed goes on as a new one behind them."""
        box = self._open[-1]
        if box.kind is Kind.BLOCK and self.boxes[-1] is not box:
            box = replace(box, lines=[], marker="")
            self._open[-1] = box
            self.boxes.append(box)
        return box

    # --- tags -------------------------------------------------------------------------------------------------

    def _enter(self, tag: Tag) -> bool:
        """Take the beginning of a tag; return whether its contents are to be walked over."""
        name = tag.name
        if name in DROPPED:
            return False
        if name == "br":
            self._end_line(forced=True)
            return bool(tag.contents)
        if self._took_picture(tag):
            return False
        self._pre += name in PREFORMATTED
        self._main += name in MAIN
        if name in HEADINGS or name in BLOCKS or name in ("td", "th", "dt", "dd"):
            self._end_line()
            self._enter_block(tag)
        elif self._lead_tag is None and not self._parts and _is_lead(tag):
            self._lead_tag = tag
        return True

    def _leave(self, tag: Tag) -> None:
        name = tag.name
        self._pre -= name in PREFORMATTED
        self._main -= name in MAIN
        if name in HEADINGS or name in BLOCKS or name in ("td", "th", "dt", "dd"):
            self._end_line()
            self._leave_block(name)
        elif tag is self._lead_tag:
            self._lead = len("".join(self._parts).rstrip())

    def _enter_block(self, tag: Tag) -> None:
        name = tag.name
        if name in ("ol", "ul", "menu", "dl"):
            self._lists.append(_List(_number(tag, "start", 1) if name == "ol" else None))
        if name == "table":
            for table in self._tables:
                table.nested = True
            self._tables.append(Table(tag.sourceline or 1))
        elif name == "tr" and self._tables:
            self._tables[-1].rows.append([])
        self._open.append(self._new_box(tag))

    def _leave_block(self, name: str) -> None:
        if len(self._open) > 1:
            self._open.pop()
        if name in ("ol", "ul", "menu", "dl") and self._lists:
            self._lists.pop()
        elif name == "table" and self._tables:
            self._tables.pop()
        self._prefix = ""

    def _new_box(self, tag: Tag) -> Box:
        """Return the box for a block: its own, or the open one where that is a cell, a heading or a term."""
        around = self._open[-1]
        kind = self._kind(tag, around)
        marker = self._marker(tag)
        if kind is Kind.BLOCK and not around.lines:
            # The text of an item may stand in a paragraph of its own.
            marker, around.marker = marker or around.marker, ""
        if kind is None:
            self._prefix = marker
            return around
        box = Box(
            kind,
            tag.sourceline or around.line,
            level=HEADINGS.get(tag.name, 0),
            header=tag.name == "th",
            marker=marker if kind is Kind.BLOCK else "",
            names=_names(tag, around),
            parent=id(tag.parent),
            furniture=around.furniture or tag.name in FURNITURE or (tag.name == "header" and not self._main),
        )
        if kind is Kind.CELL and self._tables:
            self._add_cell(tag, box)
        self.boxes.append(box)
        return box

    def _kind(self, tag: Tag, around: Box) -> Kind | None:
        if tag.name in ("td", "th"):
            return Kind.CELL if self._tables else Kind.BLOCK
        if tag.name in ("dt", "dd"):
            return Kind.TERM if tag.name == "dt" else Kind.DETAIL
        if tag.name == "table":
            return Kind.BLOCK
        if tag.name in HEADINGS:
            inside = around.kind in (Kind.TERM, Kind.HEADING) or around.header
            return None if inside or (around.kind is not Kind.BLOCK and HEADINGS[tag.name] > 3) else Kind.HEADING
        return Kind.BLOCK if around.kind is Kind.BLOCK else None

    def _add_cell(self, tag: Tag, box: Box) -> None:
        table = self._tables[-1]
        if not table.rows:
            table.rows.append([])
        box.table = table
        box.columns = max(1, min(_number(tag, "colspan", 1), _MAX_SPAN))
        box.rows = min(_number(tag, "rowspan", 1), _MAX_SPAN)
        box.row = table.rows[-1]
        box.row.append(box)

    def _marker(self, tag: Tag) -> str:
        """Return the bullet or number that a browser draws before a list item."""
        if tag.name != "li":
            return ""
        current = self._lists[-1] if self._lists else None
        if current is None or current.number is None:
            return BULLET
        number = _number(tag, "value", current.number)
        current.number = number + 1
        return f"{number}. "

    def _took_picture(self, tag: Tag) -> bool:
        """Take a tag that is a picture, or an empty one that is drawn by its class; return whether it is done."""
        if tag.name in PICTURES:
            self._add_picture(read_picture(tag))
            return True
        if tag.name not in ICON_TAGS:
            return False
        content = _only_text(tag)
        if content is None:
            return False
        names = set(attribute(tag, "class").split())
        if names & SPOKEN_CLASSES:
            return self._took_spoken(content)
        picture = read_picture(tag) if names or not content else None
        if picture is None or not (shows_icon(tag) or (not content and tag.name in ("i", "span") and names)):
            return False
        self._add_picture(picture)
        if content and find_by_name(content) != picture.tokens:
            self._add(f" {content}")
        return True

    def _took_spoken(self, content: str) -> bool:
        """Take the text that a screen reader says for the icon before it: the same icon is not read twice."""
        tokens = find_by_name(content)
        if tokens is None:
            return False
        match = MARK.search(self._parts[-1]) if self._parts else None
        at = int(match[1]) if match else -1
        if match and self.pictures.seen[at].tokens is None:
            self.pictures.seen[at] = self.pictures.seen[at]._replace(tokens=tokens)
        elif not match or self.pictures.seen[at].tokens != tokens:
            self._add_picture(Picture(tokens, content, "", None))
        return True

    def _add_picture(self, picture: Picture) -> None:
        if not is_decoration(picture):
            self._add(self.pictures.mark(picture))


def _only_text(tag: Tag) -> str | None:
    """Return the text of a tag that holds nothing else, None where it holds tags."""
    if len(tag.contents) > 1 or any(isinstance(node, Tag) for node in tag.contents):
        return None
    return " ".join("".join(str(node) for node in tag.contents if not isinstance(node, PreformattedString)).split())


def _is_lead(tag: Tag) -> bool:
    return tag.name in LEADS or (tag.name == "span" and LEAD_CLASS.search(attribute(tag, "class")) is not None)


def _names(tag: Tag, around: Box) -> tuple[str, ...]:
    """Return the classes and id of a block, or those of the block around it where it has none."""
    own = (*attribute(tag, "class").lower().split(), *attribute(tag, "itemprop").lower().split())
    own = (*own, *attribute(tag, "id").lower().split())
    return own or around.names


def _number(tag: Tag, name: str, default: int) -> int:
    match = re.match(r"\s*([0-9]{1,6})", attribute(tag, name))
    return int(match[1]) if match else default
