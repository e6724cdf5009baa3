"""«См. Образовать строй и Разорвать строй»: the names that a definition or an article sends its reader to.

Text enters, names with their spans leave; whether a term has such a name the glossary says. References to
numbered articles («см. п.514.6») are none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules_links.glossary import Glossary

_SEE = re.compile(
    r"(?<!\w)см\.\s*(?:(?:также|ещ[её])\s+)?(?P<names>(?:\([^()\n]*\)|[^.;:()\n])+)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"(?:\s*,\s*(?:а\s+также\s+|и\s+)?|\s+(?:и|или)\s+)(?![^()]*\))")
# What is said of a place and not of a term.
_PLACE = re.compile(
    r"(?:пп?|ст|стр|разд|гл|рис)\b|\d|(?:пункт|стать|раздел|глав|страниц|рисун)\w*|(?:ниже|выше|там)\b", re.IGNORECASE
)
_QUOTES = '«»"“”„ '


class SeeAlso(NamedTuple):
    """One name of a reference: text[start:end] == quote."""

    start: int
    end: int
    quote: str


def find_see_also(text: str, glossary: Glossary) -> Iterator[SeeAlso]:
    """Yield the names of every «См. …» of `text` in order.

    A list is parted at commas and «и», unless all of it is one name. A further member counts as a name where it
    begins with a capital letter or the glossary knows it: what follows a comma may be the rest of the sentence.
    """
    for mention in _SEE.finditer(text):
        start, end = mention.span("names")
        if _PLACE.match(text, start):
            continue
        if glossary.find(text[start:end].strip(_QUOTES)) is not None:
            yield _strip(text, start, end)
            continue
        for position, name in enumerate(_members(text, start, end)):
            if not position or name.quote[:1].isupper() or glossary.find(name.quote) is not None:
                yield name


def _members(text: str, start: int, end: int) -> Iterator[SeeAlso]:
    for joint in _JOINT.finditer(text, start, end):
        if (name := _strip(text, start, joint.start())).quote:
            yield name
        start = joint.end()
    if (name := _strip(text, start, end)).quote:
        yield name


def _strip(text: str, start: int, end: int) -> SeeAlso:
    while start < end and text[start] in _QUOTES:
        start += 1
    while end > start and text[end - 1] in _QUOTES:
        end -= 1
    return SeeAlso(start, end, text[start:end])
