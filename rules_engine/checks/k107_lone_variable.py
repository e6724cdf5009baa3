"""K107: a variable that is used and never explained, or explained and never used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_VARIABLE = re.compile(r"(?<![^\W_])(?:[XХ])(?![^\W_])")
_WHERE = re.compile(r"где\s+$", re.IGNORECASE)
_IS = re.compile(r"\s*(?:[—–=]|-\s(?!\d)|это(?!\w)|равн)")
# A chosen number of counters, lives or steps explains itself: «потратить Х {counter}».
_CHOSEN = re.compile(r"\s*\{")
_LOOK_BACK = 8


@register
class LoneVariable(Check):
    """Х stands in the text once: nothing says what it is, or nothing uses what «где Х …» says."""

    code = "K107"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.WARNING
    title = "Переменная Х без объяснения или без применения"
    why = (
        "Х называют там, где стоит число, и объясняют словами «где Х — …». Если второго нет, число или "
        "объяснение потеряно; чаще всего Х пропал вместе с иконкой, за которой стоял. Х без объяснения — заметка."
    )
    bad = "Получает {ovs} до конца хода, где Х — число ваших эльфов."
    good = "Получает {ovs} Х до конца хода, где Х — число ваших эльфов."
    follows = "термин «Именная особенность, именной модификатор»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield at most one finding, at the only Х of the text; a cost of Х explains it."""
        text = subject.card.text
        found = list(_VARIABLE.finditer(text))
        if len(found) != 1:
            return
        match = found[0]
        explains = bool(_WHERE.search(text, max(0, match.start() - _LOOK_BACK), match.start()))
        if explains or _IS.match(text, match.end()):
            severity = Severity.WARNING
            message = "Х объяснён, но нигде не применён: вернуть Х туда, где его число"
        elif _CHOSEN.match(text, match.end()) or _costs_x(subject):
            return
        else:
            # What is chosen freely needs no explanation, and words can say so in many ways.
            severity = Severity.INFO
            message = "Х нигде не объяснён: дописать «где Х — …» или поставить число с карты"
        yield self.find(text, *match.span(), message, severity=severity)


def _costs_x(subject: Subject) -> bool:
    return subject.record is not None and bool(subject.record.cost_text)
