"""W106: a number and the noun it counts in the wrong form: «2 раз за ход», «5 раза», «1 раз за хода»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.spelling.places import NUMBER, Place, read_places
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# One, two to four, five and more of what the game counts.
_COUNTED = {
    form: forms
    for forms in (
        ("раз", "раза", "раз"), ("ход", "хода", "ходов"), ("рана", "раны", "ран"), ("клетка", "клетки", "клеток"),
        ("карта", "карты", "карт"), ("фишка", "фишки", "фишек"), ("маркер", "маркера", "маркеров"),
        ("жетон", "жетона", "жетонов"), ("кубик", "кубика", "кубиков"), ("кристалл", "кристалла", "кристаллов"),
        ("единица", "единицы", "единиц"), ("ряд", "ряда", "рядов"),
    )
    for form in forms
}  # fmt: skip
# Before these the number stands in the nominative or accusative, so that the noun has no other case.
_PLAIN_LEFT = frozenset({"(", "получает", "получают", "получить", "потерять", "теряет", "снять", "ранить"})
_PERIODS = {"хода": "ход", "боя": "бой", "ходу": "ход", "бою": "бой", "ходе": "ход"}


@register
class NumberAndNoun(Check):
    """A counted noun in a form that its number does not take, or a period behind «раз за» in a wrong case."""

    code = "W106"
    kind = FindingKind.AGREEMENT
    severity = Severity.ERROR
    title = "Существительное не согласовано с числом"
    why = "Ошибочное окончание у «раз» или «ход» чаще всего значит, что при правке забыли сменить число или слово."
    bad = "{tap}: Выстрел на 3 (2 раз за бой)."
    good = "{tap}: Выстрел на 3 (2 раза за бой)."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such noun with its right form."""
        text = subject.card.text
        places = read_places(text)
        for number, noun in pairwise(places):
            wanted = _wanted_form(number, noun) if number.key == NUMBER else None
            if wanted is not None and wanted != noun.key:
                yield self._report(text, noun, wanted)
        for times, over, period in zip(places, places[1:], places[2:], strict=False):
            if times.key in {"раз", "раза"} and over.key == "за" and period.key in _PERIODS:
                yield self._report(text, period, _PERIODS[period.key])

    def _report(self, text: str, noun: Place, wanted: str) -> Finding:
        message = f"Не та форма: «{noun.left if noun.left.isalpha() else 'число'} {noun.text}», нужно «{wanted}»"
        return self.find(text, noun.start, noun.end, message, fix=wanted, confidence=0.93)


def _wanted_form(number: Place, noun: Place) -> str | None:
    """Return the form that the number asks for, None where the sentence may ask for another."""
    forms = _COUNTED.get(noun.key)
    if forms is None or not number.text.isdigit() or noun.gap != " ":
        return None
    count = int(number.text)
    if number.left == "," and number.gap == "":
        return None  # «1,5 раза»
    if 11 <= count % 100 <= 14 or not 1 <= count % 10 <= 4:
        return forms[2] if noun.key == forms[1] else None
    if number.left not in _PLAIN_LEFT:
        return None
    if count % 10 == 1:
        return forms[0] if noun.key in forms[1:] else None
    return forms[1] if noun.key == forms[2] else None
