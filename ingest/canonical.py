"""Text as a source spells it -> canonical text: one kind of blank, no invisible characters, tidy ends.

Letters, digits and punctuation are never touched: a letter in place of a digit stays for the checks to find.
Sources keep their own spelling beside it (`text_source`, `SourceValue`), so nothing is lost here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

BULLET = "• "

_INVISIBLE = (0x00AD, 0xFEFF, *range(0x200B, 0x2010), 0x2060, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_BLANKS = "\t\v\f\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_PLAIN = str.maketrans(dict.fromkeys(_BLANKS, " ") | dict.fromkeys(map(chr, _INVISIBLE)))
# Most lines hold none of these, and to look for them is far cheaper than to translate.
_ODD = re.compile("[" + re.escape("".join(map(chr, _PLAIN))) + "]")
# A word divided over two lines by a soft hyphen is one word again.
_DIVIDED_WORD = re.compile(r"\u00ad[^\S\n]*\n\s*")
_BULLET = re.compile(r"^[•·▪●◦‣*]\s*")
_SENTENCE_END = re.compile(r"[.!?…:;][»\"”')\]]*$")

# A sentence is known by the end of its line.
_TAIL = 8

# Hyphens, dashes of every width, the minus sign.
NO_VALUE = frozenset({"", *"-‐‑‒–—―−"})


def canonical_line(text: str) -> str:
    """Return one line of canonical text: blanks of every kind become plain ones, invisible characters go."""
    return (text.translate(_PLAIN) if text and _ODD.search(text) else text).strip()


def canonical_text(text: str) -> str:
    """Return canonical text of several lines; empty lines between paragraphs go, blanks inside a line stay."""
    lines = _DIVIDED_WORD.sub("", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line for line in map(canonical_line, lines) if line)


def has_value(text: str) -> bool:
    """Tell whether a field has a value at all: nothing and a lone dash are «no value»."""
    return bool(text) and canonical_line(text) not in NO_VALUE


def bullet_text(line: str) -> str | None:
    """Return what stands behind the bullet of a canonical line, or None where the line is no bullet."""
    match = _BULLET.match(line)
    return line[match.end() :] if match else None


class Paragraph(NamedTuple):
    """A paragraph as one line, and the index of the line on which it begins."""

    first: int
    text: str


def join_wrapped(lines: Iterable[str]) -> list[Paragraph]:
    """Return the paragraphs of canonical `lines`; a bullet begins with «• ».

    An empty line or a line that ends a sentence ends a paragraph; a line that follows an unfinished one is its
    continuation.
    """
    paragraphs: list[Paragraph] = []
    parts: list[str] = []
    first = 0
    for at, line in enumerate(lines):
        bullet = bullet_text(line)
        if parts and (not line or bullet is not None or _SENTENCE_END.search(parts[-1][-_TAIL:])):
            paragraphs.append(Paragraph(first, " ".join(parts)))
            parts = []
        if line:
            first = first if parts else at
            parts.append(line if bullet is None else BULLET + bullet)
    if parts:
        paragraphs.append(Paragraph(first, " ".join(parts)))
    return paragraphs
