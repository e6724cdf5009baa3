"""T109: characters that no reader sees: control codes, zero-width marks, the replacement character."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# A line break and a no-break space are layout; U+FFFD is a byte that somebody could not decode.
_BLANKS = "\t\r\v\f\x85\u2028\u2029"
_INVISIBLE = re.compile(
    rf"(?:\r\n|[{_BLANKS}])+|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u2064\u2066-\u2069\ufeff\ufffd]"
)


@register
class ControlCharacter(Check):
    """A character is in the text that cannot be printed."""

    code = "T109"
    kind = FindingKind.CONTROL_CHAR
    severity = Severity.ERROR
    title = "Управляющий или невидимый символ"
    why = "Символ не виден, но разрывает слово для поиска и портит выгрузку. Чаще всего это след копирования."
    bad = "Выстрел\u0001 на 2."
    good = "Выстрел на 2."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each run of line controls (fix: a blank) and each other such character."""
        text = subject.card.text
        for match in _INVISIBLE.finditer(text):
            found = match.group()
            code_points = " ".join(f"U+{ord(character):04X}" for character in found)
            name = unicodedata.name(found[0], "управляющий")
            if found == "\ufffd":
                yield self.find(text, *match.span(), f"Нечитаемый символ {code_points}: восстановить по источнику")
                continue
            fix = _blank_for(text, match) if found[0] in _BLANKS else ""
            message = f"Невидимый символ {code_points} ({name}): {'заменить пробелом' if fix else 'убрать'}"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.97)


def _blank_for(text: str, match: re.Match[str]) -> str:
    """Return a blank where the words on both sides need one, else nothing."""
    before, after = text[: match.start()], text[match.end() :]
    return " " if before and after and not before[-1].isspace() and not after[0].isspace() else ""
