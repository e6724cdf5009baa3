"""Text of rules -> its references to numbered articles («п.514.6», «пп. 514.6 и 514.7», «пункт 102.1»).

Only the mention is found here; whether such an article exists is decided where all documents are known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,4})*"
_WORD = r"(?:п\.\s*п\.|пп\.|п\.|пункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?|ст\.|стать(?:я|и|е|ю|ёй|ей|ям|ями|ях)|статей)"
_MENTION = re.compile(
    rf"(?<!\w){_WORD}\s*(?:№\s*)?{_NUMBER}(?:(?:\s*,\s*|\s+и\s+|\s+или\s+|\s*[-–—]\s*)(?:п\.\s*)?{_NUMBER})*",
    re.IGNORECASE,
)
_ONE = re.compile(rf"(?:{_WORD}\s*(?:№\s*)?)?({_NUMBER})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """One mention of an article: `text[start:end] == quote`, and the number without a final dot."""

    start: int
    end: int
    quote: str
    number: str


def find_references(text: str) -> tuple[Reference, ...]:
    """Return the references of `text` in order; of a list («пп. 5.1, 5.2») each number is one."""
    found: list[Reference] = []
    for mention in _MENTION.finditer(text):
        for match in _ONE.finditer(text, mention.start(), mention.end()):
            found.append(Reference(match.start(), match.end(), match.group(), match.group(1)))
    return tuple(found)
