"""Faults that only joining sources shows: their codes, titles, reasons and what to try.

The same shape as ingest's table of faults; together with the checks of texts they make the one catalogue.
"""

from __future__ import annotations

from ingest.problems import Fault
from schema.vocabulary import FindingKind, Severity

CONFLICT = Fault(
    "S301",
    "Источники расходятся",
    "Два источника дают карте разные значения. Взято значение того, кому верят больше; второе хранится в card_source.",
    "Сверьте с картой и исправьте тот источник, который ошибается",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
DUPLICATE = Fault(
    "S302",
    "Две разные карты под одним номером",
    "Карту опознают по выпуску и номеру: вторая карта с тем же номером не может стоять в базе рядом с первой.",
    "Проверьте номер",
    kind=FindingKind.SOURCE_CONFLICT,
    refused=True,
)
DEFINITIONS = Fault(
    "S303",
    "Один термин, одна версия правил, разные определения",
    "Страницы с одной версией правил должны повторять определение слово в слово; показано первое прочитанное.",
    "Проверьте, какая страница устарела",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
INVALID = Fault(
    "S305",
    "Значения карты не подходят друг другу",
    "Строка не прошла проверку таблицы: например, у местности оказалась жизнь.",
    "Исправьте свойства карты",
    kind=FindingKind.BAD_STAT,
    refused=True,
)
UNRESOLVED = Fault(
    "S304",
    "Ссылка на пункт правил никуда не ведёт",
    "Документа с таким пунктом в базе нет, поэтому ссылка осталась текстом.",
    "Добавьте документ правил с этим пунктом к источникам",
    kind=FindingKind.LINK_CONFLICT,
    severity=Severity.INFO,
)

PIPELINE_FAULTS: tuple[Fault, ...] = (CONFLICT, DUPLICATE, DEFINITIONS, UNRESOLVED, INVALID)
