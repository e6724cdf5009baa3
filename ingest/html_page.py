"""Bytes of a saved page -> its tree: the encoding decided, what would hang the parser made harmless.

The tree is built by beautifulsoup4 with Python's own html.parser, from bytes. It stands apart because every
HTML format needs the same tree and none may guess an encoding or meet a hostile page by itself.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from bs4 import BeautifulSoup, ParserRejectedMarkup

from ingest.decoding import Decoded, decode, find_encoding, is_mostly_utf8
from ingest.problems import BAD_BYTES, BARREN_PAGE, HUGE_PAGE
from schema.records import Problem

PARSER = "html.parser"
MAX_PAGE = 16_000_000
# Each tag costs a kilobyte of memory.
MAX_TAGS = 300_000

_HEAD = 20_000
_BEGINS = re.compile(
    r"[\s\ufeff]*<(?:[!?]|(?:html|head|body|title|meta|link|div|table|tr|td|dl|p|h[1-6]|ul|ol|li|section|article|main|"
    r"center|font|span|b|br|img|pre)\b)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"<(?:!doctype\s+html|html|body|head|title|div|table|dl|p|h[1-6]|ul|ol|section|article|main|br)\b", re.I
)
# Behind notices that a server printed above its page.
_WHOLE_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]|<body[\s>]", re.IGNORECASE)
_OTHER_BEGINS = re.compile(r"[\s\ufeff]*(?:[\[{\"]|From:|MIME-Version:)", re.IGNORECASE)

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_DECLARED = re.compile(
    rb"<(?:meta\b[^>]{0,300}?charset|\?xml\b[^>]{0,200}?encoding)\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.I
)
# Spellings of code pages that Python does not know.
_CODE_PAGE = re.compile(r"^(?:cp|win|windows|x-cp)[-_]?(125[0-9])$", re.IGNORECASE)
_DECLARED_WITHIN = 8_192
_MAX_BAD_SHARE = 0.01

# Inside a tag html.parser goes over a run of blanks once for each of them.
_LONG_BLANK = re.compile(rb"\s{1000,}")
# A tag that another one interrupts before its end, outside quotes: html.parser would look for that end to the
# end of the page, once for each such tag.
_INTERRUPTED = re.compile(rb"<(?![!?])(?=[^<>\"']*<)")
# A section of no kind that html.parser knows: it would reject the whole page for it.
_ODD_SECTION = re.compile(rb"<!\[(?!(?:cdata|temp|ignore|include|rcdata|if|else|endif)(?![-_.a-z0-9]))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageTree:
    """The tree of a page, None where it was refused; `declared` is the encoding the page was read in."""

    soup: BeautifulSoup | None
    encoding: str
    problems: tuple[Problem, ...] = ()


def is_html(decoded: Decoded) -> bool:
    """Tell whether the text is a page or a piece of one."""
    head = decoded.text[:_HEAD]
    if _BEGINS.match(head):
        return _TAG.search(head) is not None
    return _OTHER_BEGINS.match(head) is None and _WHOLE_PAGE.search(head) is not None


def read_tree(data: bytes) -> PageTree:
    """Return the tree of the page; a page too large is refused, bytes that are no letters are reported."""
    if len(data) > MAX_PAGE:
        message = f"{HUGE_PAGE.title}: {len(data) // 1_000_000} МБ, читается до {MAX_PAGE // 1_000_000}"
        return PageTree(None, "", (HUGE_PAGE.at(1, message),))
    if data.count(b"<") > MAX_TAGS:
        return PageTree(None, "", (HUGE_PAGE.at(1, f"{HUGE_PAGE.title}: тегов больше {MAX_TAGS}"),))
    markup, encoding, problems = _choose_encoding(data)
    if encoding == "":
        return PageTree(None, "", problems)
    try:
        soup = BeautifulSoup(_defused(markup), PARSER, from_encoding=encoding)
    except ParserRejectedMarkup:
        return PageTree(None, encoding, (*problems, BARREN_PAGE.at(1, "Разметка страницы испорчена и не читается")))
    return PageTree(soup, encoding, problems)


def _choose_encoding(data: bytes) -> tuple[bytes, str, tuple[Problem, ...]]:
    """Return the bytes to parse, their encoding ("" where refused) and what is doubtful.

    Russian text that is valid UTF-8, or whose lines mostly are, is UTF-8 whatever the page declares; else the page's
    word counts, then the letters themselves.
    """
    if not data.startswith(_MARKS):
        data = data.removeprefix(codecs.BOM_UTF8)
        if _decodes(data, "utf-8"):
            return data, "utf-8", ()
        declared = None if is_mostly_utf8(data) else _declared_encoding(data)
        if declared and _decodes(data, declared):
            return data, declared, ()
        text = data.decode(declared, errors="replace") if declared else ""
        if 0 < text.count("\ufffd") <= len(text) * _MAX_BAD_SHARE:
            line = 1 + text.count("\n", 0, text.index("\ufffd"))
            return text.encode(), "utf-8", (BAD_BYTES.at(line),)
    decoded = decode(data)
    return decoded.text.encode(errors="replace"), "" if decoded.refused else "utf-8", decoded.problems


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True


def _declared_encoding(data: bytes) -> str | None:
    """Return the encoding that the page names, by Python's name; None where there is none of that name."""
    match = _DECLARED.search(data[:_DECLARED_WITHIN])
    name = match[1].decode("ascii", errors="replace") if match else ""
    encoding = find_encoding(_CODE_PAGE.sub(r"cp\1", name)) if name else None
    # A page that names itself in one-byte letters is no UTF-16.
    return None if encoding is None or encoding.startswith("utf-16") else encoding


def _defused(markup: bytes) -> bytes:
    """Make harmless what never ends: comments and tags that html.parser seeks the end of again and again."""
    markup = _LONG_BLANK.sub(b"\n", markup)
    end = markup.rfind(b"-->") + 1
    markup = markup[:end] + markup[end:].replace(b"<!--", b"&lt;!--")
    end = markup.rfind(b">") + 1
    markup = markup[:end] + markup[end:].replace(b"<", b"&lt;")
    markup = _ODD_SECTION.sub(b"&lt;![", markup)
    return _INTERRUPTED.sub(b"&lt;", markup)
