"""Faults that only joining sources shows: their codes, titles, reasons and what to try.

The same shape as ingest's table of faults; together with the checks of texts they make the one catalogue.
"""

from __future__ import annotations

from ingest.problems import Fault
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# A finding with the card and the source that it is about, where it is about one.
FoundFinding = tuple[str | None, int | None, Finding]

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
BAD_ARCHIVE = Fault(
    "S306",
    "Архив не принят",
    "Архив испорчен, пуст или распаковался бы в слишком много: такой архив может быть ловушкой.",
    "Распакуйте его сами и укажите папку",
    refused=True,
)
BAD_MEMBER = Fault(
    "S307",
    "Файл архива не принят",
    "Имя файла выводит за пределы архива, файл зашифрован, испорчен или сжат подозрительно сильно.",
    "Достаньте этот файл из архива сами",
    refused=True,
)
REPEATED_FILE = Fault(
    "S309",
    "Файл повторяет другой",
    "Тот же файл, байт в байт, уже прочитан под другим именем; второй раз его записи не нужны.",
    "Уберите один из двух",
    severity=Severity.INFO,
)
MANY_PROBLEMS = Fault(
    "S321",
    "Об одном файле слишком много замечаний",
    "Столько их бывает у файла, который не источник карт или испорчен; хранятся первые.",
    "Исправьте их и соберите снова",
)
UNKNOWN_CARD = Fault(
    "S308",
    "Вопрос о карте, которой нет",
    "Лист вопросов называет карту именем или номером; такой карты нет ни в одном источнике, или она не одна.",
    "Добавьте источник с этой картой или назовите в листе выпуск и номер",
    severity=Severity.WARNING,
    refused=True,
)
UNRESOLVED = Fault(
    "S304",
    "Ссылка правил никуда не ведёт",
    "Пункта или термина, на который ссылаются правила, в базе нет, поэтому ссылка осталась текстом.",
    "Добавьте документ правил или глоссарий, где он есть, к источникам",
    kind=FindingKind.LINK_CONFLICT,
    severity=Severity.INFO,
)

ARTIST_TWIN = Fault(
    "S310",
    "Художник записан по-разному",
    "Одно имя стоит в двух написаниях: с «ё» и «е», буквами двух алфавитов, с опиской или инициалом. Поиск по "
    "художнику тогда находит не все его карты. Имена соединяет только файл псевдонимов.",
    "Допишите написание в файл псевдонимов, если это один человек",
    kind=FindingKind.SPELLING,
    severity=Severity.WARNING,
)
ALIAS_UNUSED = Fault(
    "S311",
    "Псевдоним художника ничему не соответствует",
    "Такого написания нет ни на одной карте: источник исправили, или в файле псевдонимов описка.",
    "Сверьте написание буква в букву или уберите строку",
    severity=Severity.INFO,
)
CORRECTION_STALE = Fault(
    "S312",
    "Исправление больше не подходит",
    "Карты нет, или на месте «from» стоит другое значение: источник, должно быть, изменился. Исправление не внесено.",
    "Сверьте запись с картой; если источник уже верен, уберите её",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
CORRECTION_AMBIGUOUS = Fault(
    "S313",
    "Исправление неоднозначно",
    "Отрывок «from» встречается в тексте больше одного раза, и неясно, какой заменять. Исправление не внесено.",
    "Удлините «from» соседними словами, чтобы он встречался один раз",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
REPRINT = Fault(
    "S314",
    "Перепечатка с другим текстом",
    "Карта с тем же именем вышла под другим номером, и слова её текста не те. Обе карты остаются в базе.",
    "Сравните: berserk show ИМЯ",
    severity=Severity.INFO,
)
NUMBER_GAP = Fault(
    "S315",
    "В выпуске не хватает номеров",
    "Номера карт выпуска идут подряд; каких нет, тех карт нет ни в одном источнике.",
    "Добавьте источник с этими картами",
    kind=FindingKind.MISSING_VALUE,
    severity=Severity.INFO,
)
REPRINT_VALUES = Fault(
    "S316",
    "Перепечатка с другими свойствами",
    "Карта с тем же именем вышла под другим номером с другой стоимостью, жизнью, ударом или иконками. Обе остаются.",
    "Сравните: berserk show ИМЯ",
    severity=Severity.INFO,
)

ACCEPTANCE_UNUSED = Fault(
    "S320",
    "Принятого замечания больше нет",
    "Запись файла принятых замечаний ничего не скрывает: текст исправили, или проверка его больше не находит.",
    "Уберите запись",
    severity=Severity.WARNING,
)

PIPELINE_FAULTS: tuple[Fault, ...] = (
    BAD_ARCHIVE,
    BAD_MEMBER,
    REPEATED_FILE,
    UNKNOWN_CARD,
    CONFLICT,
    DUPLICATE,
    DEFINITIONS,
    UNRESOLVED,
    INVALID,
    ARTIST_TWIN,
    ALIAS_UNUSED,
    CORRECTION_STALE,
    CORRECTION_AMBIGUOUS,
    REPRINT,
    NUMBER_GAP,
    REPRINT_VALUES,
    ACCEPTANCE_UNUSED,
    MANY_PROBLEMS,
)


def finding_of(
    fault: Fault, field: str, message: str, *, severity: Severity | None = None, fix: str | None = None
) -> Finding:
    """Return the finding of `fault` about the value of a field as a whole, with what to try."""
    return Finding(
        code=fault.code,
        kind=fault.kind,
        severity=severity or fault.severity,
        field=field,
        message=f"{message}. {fault.hint}",
        fix=fix,
    )
