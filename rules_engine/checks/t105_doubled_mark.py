"""T105: two punctuation marks where one belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# An ellipsis and «?!» are not doubled marks; a colon behind a stop is a cost whose icons are lost (I101).
_DOUBLED = re.compile(
    r"(?<![.,;:!?])(?:,\s*[,;:.]|;\s*[,;:.]|:\s*[,;:.]|\.\s*[,;]|\.\s+\.|\.\.(?!\.)|([-–—])\s*\1|!!(?!!)|\?\?(?!\?))(?![.,;:])"
)
_NEW_SENTENCE = re.compile(r"\s*(?:\Z|[А-ЯЁ{+−-])")


@register
class DoubledMark(Check):
    """A comma, stop, colon or semicolon follows another one with nothing between."""

    code = "T105"
    kind = FindingKind.DOUBLE_PUNCT
    severity = Severity.ERROR
    title = "Два знака препинания подряд"
    why = "Лишний знак разрывает предложение: конец особенности оказывается не там, где он есть."
    bad = "Рывок,, дальность 2."
    good = "Рывок, дальность 2."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each pair; of two unlike marks the one stays that fits what follows."""
        text = subject.card.text
        for match in _DOUBLED.finditer(text):
            first, second = match.group()[0], match.group()[-1]
            fix = first if first == second else _choose(match)
            blank = " " if match.end() < len(text) and text[match.end()].isalnum() else ""
            yield self.find(
                text, *match.span(), f"Два знака подряд: «{match.group()}», оставить один", fix=fix + blank,
                confidence=0.95 if first == second else 0.7,
            )  # fmt: skip


def _choose(match: re.Match[str]) -> str:
    """Return the stop before a new sentence, else the mark that parts less than a stop."""
    marks = {match.group()[0], match.group()[-1]}
    if ":" in marks:
        return ":"
    if "." in marks and _NEW_SENTENCE.match(match.string, match.end()):
        return "."
    return ";" if ";" in marks else ","
