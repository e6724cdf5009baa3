"""L103: the variable is written with the Latin X and with the Cyrillic Х in one text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import Habit
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_VARIABLE = re.compile(r"(?<![^\W\d])[XХ](?![^\W\d])")
_LATIN, _CYRILLIC = "X", "Х"


@register
class TwoXLetters(Check):
    """One text spells its variable with both letters; the one that the release does not use is reported."""

    code = "L103"
    kind = FindingKind.MIXED_SCRIPT
    severity = Severity.WARNING
    title = "Переменная Х двумя разными буквами"
    why = (
        "Латинская X и русская Х для читателя одна переменная, для программы — две: одна остаётся без "
        "объяснения, откуда берётся число."
    )
    bad = "Закрыть X гномов, где Х — остаток фишек."
    good = "Закрыть Х гномов, где Х — остаток фишек."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each variable in the letter that is not the release's, else in the rarer one of the text.

        Where nothing tells, the Latin letter is the wrong one.
        """
        text = subject.card.text
        found = list(_VARIABLE.finditer(text))
        latin = [match for match in found if match.group() == _LATIN]
        cyrillic = [match for match in found if match.group() == _CYRILLIC]
        if not latin or not cyrillic:
            return
        habits = subject.habits
        russian = len(latin) <= len(cyrillic)
        if habits.keep(Habit.LATIN_X) or habits.avoid(Habit.LATIN_X):
            russian = habits.avoid(Habit.LATIN_X)
        wrong, fix = (latin, _CYRILLIC) if russian else (cyrillic, _LATIN)
        name = "Латинская X" if fix == _CYRILLIC else "Русская Х"
        for match in wrong:
            yield self.find(
                text, *match.span(), f"{name}, а рядом в тексте другая буква той же переменной", fix=fix,
                confidence=0.95,
            )  # fmt: skip
