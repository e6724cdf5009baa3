"""L101: a letter that looks like a digit stands where a number must be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_LOOKALIKES = {"З": "3", "з": "3", "О": "0", "о": "0", "O": "0", "o": "0", "l": "1", "I": "1", "б": "6", "Ч": "4"}
_LETTERS = "".join(_LOOKALIKES)

# No Russian word is «З», «Ч» or a Latin l; the other letters need a place where only a number can stand.
_ALONE = r"(?<![\w-])[ЗЧl](?![\w-])"
_AFTER = rf"(?:(?<=\bна )|(?<=\bдальность )|(?<=\bдальностью ))[{_LETTERS}](?!\w)"
_SIGNED = rf"(?<=[+−-])(?<![\w)][+−-])[{_LETTERS}](?!\w)"
_BEFORE = rf"(?<!\w)[{_LETTERS}](?=\s+раза?\s+(?:за|в)\b)"
# «{armor} б», «стоимостью б или менее», «равна б».
_COUNTED = rf"(?<=\}} )[зIб](?!\w)|(?<!\w)[{_LETTERS}](?= или (?:менее|более|больше|меньше)\b)|(?<=\bравн[аоы] )б(?!\w)"
_TRIPLE = rf"(?<=[0-9]-)[{_LETTERS}](?!\w)|(?<![\w])[{_LETTERS}](?=-[0-9])"
_NUMBER = rf"(?<=[0-9])[{_LETTERS}](?!\w)|(?<!\w)[{_LETTERS}](?=[0-9])"
# In every one of these places no other letter touches it; that alone is quick to search for.
_LONE = re.compile(rf"[{_LETTERS}](?![^\W\d])(?<![^\W\d].)")
_FOUND = re.compile("|".join((_ALONE, _AFTER, _SIGNED, _BEFORE, _COUNTED, _TRIPLE, _NUMBER)))


@register
class LetterForDigit(Check):
    """A letter that looks like a digit is used as one; the variable X is none of them."""

    code = "L101"
    kind = FindingKind.HOMOGLYPH_DIGIT
    severity = Severity.ERROR
    title = "Буква вместо цифры"
    why = "Глазу «З» и «3» почти одинаковы, но число с буквой не прочтёт ни поиск, ни расчёт боя."
    bad = "{tap}: Ранить существо на З."
    good = "{tap}: Ранить существо на 3."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such letter with the digit as its fix."""
        text = subject.card.text
        for lone in _LONE.finditer(text):
            match = _FOUND.match(text, lone.start())
            if match is None:
                continue
            digit = _LOOKALIKES[match.group()]
            message = f"Буква «{match.group()}» вместо цифры {digit}"
            yield self.find(text, *match.span(), message, fix=digit, confidence=0.97)
