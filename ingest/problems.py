"""The catalogue of faults that reading a source may report: code, title, why it matters, what to try.

Parsers name a fault and say where it stands; the site and the docs show this one table. It stands apart so
that a code means the same in every format and is never given twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from schema.records import CardKey, Problem
from schema.vocabulary import FindingKind, Severity


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault: `hint` is what to try, `refused` whether the raw text fails to become a record."""

    code: str
    title: str
    why: str
    hint: str
    kind: FindingKind = FindingKind.OTHER
    severity: Severity = Severity.ERROR
    refused: bool = False

    def at(
        self,
        line: int | None,
        message: str = "",
        *,
        raw: str = "",
        hint: str | None = None,
        field: str | None = None,
        card: CardKey | None = None,
    ) -> Problem:
        """Return the fault as it stands at `line` (1-based); without a message its title says what is wrong."""
        return Problem(
            line=line,
            message=message or self.title,
            hint=self.hint if hint is None else hint,
            raw=raw,
            refused=self.refused,
            severity=self.severity,
            code=self.code,
            kind=self.kind,
            field=field,
            card=card,
        )


EMPTY_FILE = Fault(
    "S101",
    "Файл пуст",
    "В файле нет ни одной буквы, читать нечего.",
    "Проверьте, что файл сохранился целиком",
    refused=True,
)
BINARY_FILE = Fault(
    "S102",
    "Файл двоичный, а не текстовый",
    "Нулевые и управляющие байты бывают в картинках, программах и архивах, но не в выгрузках карт.",
    "Сохраните содержимое как текст в кодировке UTF-8",
    refused=True,
)
UNKNOWN_FORMAT = Fault(
    "S103",
    "Формат файла не узнан",
    "Читаются только известные форматы: по случайному тексту базу не построить.",
    "Нужна выгрузка карт со строкой «Выпуск», документ правил с номерами пунктов или набор карт в JSON",
    refused=True,
)
NOT_UTF8 = Fault(
    "S104",
    "Файл не в UTF-8, прочитан как Windows-1251",
    "Кодировка угадана по буквам: если догадка неверна, текст карт испорчен.",
    "Пересохраните файл в UTF-8",
    severity=Severity.WARNING,
)
UNKNOWN_ENCODING = Fault(
    "S105",
    "Кодировка файла не узнана",
    "Байты не складываются в русский текст ни в UTF-8, ни в Windows-1251.",
    "Пересохраните файл в UTF-8",
    refused=True,
)
BAD_BYTES = Fault(
    "S106",
    "Часть байтов не прочитана",
    "На месте нечитаемых байтов стоит знак «�»: буква потеряна в источнике.",
    "Восстановите эти строки и пересохраните файл в UTF-8",
    kind=FindingKind.CONTROL_CHAR,
)
UNREADABLE_FILE = Fault(
    "S107",
    "Файл не открывается",
    "Нет прав, файл исчез или это не файл.",
    "Проверьте путь и права доступа",
    refused=True,
)
EMPTY_FOLDER = Fault(
    "S108",
    "В папке нет файлов, которые можно прочитать",
    "Построить базу не из чего.",
    "Укажите папку с выгрузками",
    refused=True,
)
LONG_LINE = Fault(
    "S109",
    "Строка слишком длинна и не прочитана",
    "Строк в сто тысяч знаков у карт и правил не бывает: это испорченный файл или чужой формат.",
    "Разбейте строку или уберите её; остальное прочитано",
    refused=True,
)
NO_RELEASE = Fault(
    "S110",
    "У карты нет выпуска",
    "Карту опознают по выпуску и номеру: без выпуска ей нет места в базе.",
    "Добавьте строку «Выпуск» с названием выпуска и номером карты",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
NO_NUMBER = Fault(
    "S111",
    "У карты нет номера",
    "Карту опознают по выпуску и номеру: без номера её не отличить от других.",
    "Допишите номер карты в конец строки «Выпуск»",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
DUPLICATE_CARD = Fault(
    "S112",
    "Под одним номером две разные карты",
    "Выпуск и номер принадлежат одной карте: оставлена первая, вторая не принята.",
    "Исправьте номер или удалите лишнюю карту",
    kind=FindingKind.SOURCE_CONFLICT,
    refused=True,
)
GLUED_PAGES = Fault(
    "S113",
    "Две карты слиплись в одной строке",
    "Файлы сложены без перевода строки между ними; строка разделена перед словом «Выпуск».",
    "Поставьте перевод строки перед «Выпуск»",
    kind=FindingKind.GLUED_WORDS,
    severity=Severity.WARNING,
)
STRAY_TEXT = Fault(
    "S114",
    "Строка ни к чему не относится",
    "Это не поле, не правило и не вопрос; содержимое отложено как есть.",
    "Допишите ключ поля в начало строки или удалите её",
    refused=True,
)
UNKNOWN_KEY = Fault(
    "S115",
    "Неизвестный ключ",
    "Значение сохранено как есть, но в карту не попало.",
    "Проверьте написание ключа",
    severity=Severity.WARNING,
)
REPEATED_KEY = Fault(
    "S116",
    "Ключ повторён с другим значением",
    "У карты одно значение поля: взято первое, второе сохранено как есть.",
    "Оставьте одно значение",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
BAD_VALUE = Fault(
    "S117",
    "Значение поля не прочитано",
    "Значение сохранено как есть, но искать по нему нельзя.",
    "Исправьте значение в источнике",
    kind=FindingKind.BAD_STAT,
)
MISFIT = Fault(
    "S118",
    "Свойства не подходят типу карты",
    "У местности нет жизни, хода и удара, у артефакта хода и удара, ход есть только у наземных существ.",
    "Проверьте поля «Тип» и «Свойства»",
    kind=FindingKind.BAD_STAT,
)
INCOMPLETE = Fault(
    "S119",
    "В свойствах не хватает значения",
    "Карта такого типа без этого значения не бывает: источник его потерял.",
    "Допишите значение в поле «Свойства»",
    kind=FindingKind.MISSING_VALUE,
    severity=Severity.WARNING,
)
UNKNOWN_ICON = Fault(
    "S120",
    "Неизвестная иконка",
    "Код сохранён как есть, но к правилу не привязан.",
    "Проверьте код иконки",
    kind=FindingKind.UNKNOWN_TOKEN,
    severity=Severity.WARNING,
)
NUMBER_CONFLICT = Fault(
    "S121",
    "Номер в заголовке и номер в карте расходятся",
    "Один из двух номеров неверен; взят номер из поля «Выпуск».",
    "Проверьте номер карты",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
NEAR_RELEASE = Fault(
    "S122",
    "Выпуск похож на известный, но назван иначе",
    "Каждое новое имя становится выпуском: из-за одной опечатки карты попадут в выпуск, которого нет.",
    "Исправьте название; если это другой выпуск, допишите его в файл выпусков",
    kind=FindingKind.SPELLING,
    severity=Severity.WARNING,
)
TOO_LONG = Fault(
    "S123",
    "В файле слишком много строк или записей",
    "Столько карт и правил не бывает; чтение такого файла заняло бы всю память.",
    "Разделите файл на части",
    refused=True,
)
NO_VERSION = Fault(
    "S130",
    "У правила нет версии",
    "По версии («РП … от …») выбирают новейшее определение и находят конец правила.",
    "Допишите версию правил в конец определения",
    kind=FindingKind.MISSING_VALUE,
    severity=Severity.WARNING,
)
NO_DEFINITION = Fault(
    "S131",
    "У правила нет определения",
    "За названием правила, которое кончается точкой, должно стоять его определение.",
    "Допишите определение после точки",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
NO_ANSWER = Fault(
    "S132",
    "Вопрос без ответа или ответ без вопроса",
    "Запись вопросов и ответов полезна только парой: «Q: … A: …».",
    "Допишите недостающую половину",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
LOST_IN_DEFINITION = Fault(
    "S133",
    "В определении правила потеряна иконка",
    "Пробел перед знаком показывает, где была картинка; на её месте в определении стоит {?}.",
    "Сверьте с правилами и впишите иконку кодом, например {move}",
    kind=FindingKind.LOST_ICON,
    severity=Severity.WARNING,
)
AMBIGUOUS_TABLE = Fault(
    "S140",
    "Объединённые ячейки таблицы восстановлены не однозначно",
    "В строке меньше ячеек, чем столбцов, и содержимое не говорит, какие из них объединены.",
    "Сверьте строку с документом",
    severity=Severity.WARNING,
)
LONG_ROW = Fault(
    "S141",
    "В строке таблицы больше ячеек, чем столбцов",
    "Лишним ячейкам нет места в таблице; строка не принята.",
    "Проверьте знаки табуляции в строке",
    refused=True,
)
REPEATED_ARTICLE = Fault(
    "S142",
    "Номер пункта правил повторён",
    "Ссылка на такой пункт ведёт к первому из них.",
    "Исправьте номер пункта",
    kind=FindingKind.SOURCE_CONFLICT,
    severity=Severity.WARNING,
)
UNTITLED_RULES = Fault(
    "S143",
    "Документ правил среди карт начинается без заголовка",
    "Он начат с первого нумерованного пункта; строка над ним осталась карте, а может быть и заголовком.",
    "Поставьте над пунктом заголовок и отделите его пустыми строками",
    severity=Severity.WARNING,
)
BROKEN_JSON = Fault(
    "S150",
    "Запись JSON испорчена",
    "Скобки, кавычки или запятые записи не сходятся; остальные записи прочитаны.",
    "Исправьте запись по правилам JSON",
    refused=True,
)
BAD_RECORD = Fault(
    "S151",
    "Запись набора карт не принята",
    "Значение поля не того вида, которого требует набор.",
    "Исправьте значение поля",
    refused=True,
)
WRONG_DELIMITER = Fault(
    "S180",
    "Столбцы таблицы не разделены",
    "Имена столбцов узнаны, но стоят в одной ячейке: знак между ними другой или вся строка взята в кавычки.",
    "Сохраните таблицу как CSV с запятой, точкой с запятой или табуляцией",
    refused=True,
)
BROKEN_ROW = Fault(
    "S181",
    "Строка таблицы испорчена: кавычки не сходятся",
    "Где кончается ячейка, неизвестно; остальные строки прочитаны.",
    "Удвойте кавычки внутри ячейки и возьмите её в кавычки",
    refused=True,
)
HUGE_CELL = Fault(
    "S182",
    "В строке таблицы слишком большая ячейка или слишком много ячеек",
    "Ячейка длиннее 100 000 знаков или ячеек больше 256: это не карта, а потерянная кавычка или чужие данные.",
    "Проверьте кавычки в этой строке или удалите её",
    refused=True,
)
SHORT_ROW = Fault(
    "S183",
    "В строке таблицы меньше ячеек, чем столбцов",
    "Недостающие ячейки в конце сочтены пустыми; если потерян знак между ячейками, значения сдвинуты.",
    "Проверьте разделители в этой строке",
    severity=Severity.WARNING,
)
BROKEN_WORKBOOK = Fault(
    "S184",
    "Книга XLSX испорчена",
    "Архив книги или его содержимое не читается.",
    "Откройте книгу в редакторе таблиц и сохраните её заново или как CSV",
    refused=True,
)
ARCHIVE_BOMB = Fault(
    "S185",
    "Архив распаковывается в слишком большие данные",
    "Такие архивы делают, чтобы занять всю память; он не распакован.",
    "Сохраните таблицу как CSV",
    refused=True,
)
UNKNOWN_TABLE = Fault(
    "S186",
    "Лист книги не похож на таблицу карт, вопросов или правил",
    "В первых строках листа нет знакомых имён столбцов.",
    "Назовите столбцы: «№», «Название», «Текст»; «Вопрос», «Ответ»; «Термин», «Определение»",
    refused=True,
)
EMPTY_TABLE = Fault(
    "S187",
    "В таблице нет ни одной строки",
    "Есть только имена столбцов.",
    "Проверьте, что таблица сохранена целиком",
    severity=Severity.WARNING,
)
RELEASE_FROM_LOCATION = Fault(
    "S188",
    "Выпуск взят из имени файла",
    "В таблице нет столбца «Выпуск»; если файл назван неверно, карты попадут не в свой выпуск.",
    "Добавьте столбец «Выпуск»",
    severity=Severity.INFO,
)
DATED_STRIKE = Fault(
    "S189",
    "Удар превращён редактором таблиц в дату",
    "Дата прочитана обратно как удар: 2003-02-01 это 1-2-3.",
    "Сделайте столбец удара текстовым и впишите удар заново",
    severity=Severity.INFO,
)
NO_CARD = Fault(
    "S190",
    "У вопроса не названа карта",
    "Номер и название карты пишут у первого вопроса; у этого и у строк над ним их нет.",
    "Впишите номер и название карты",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
NO_HEADWORD = Fault(
    "S191",
    "У определения нет термина",
    "По термину определение находят в текстах карт.",
    "Впишите термин",
    kind=FindingKind.MISSING_VALUE,
    refused=True,
)
DUPLICATE_TERM = Fault(
    "S192",
    "Термин определён дважды по-разному",
    "У термина одно определение в каждой версии правил: оставлено первое, второе не принято.",
    "Удалите лишнее определение или укажите его версию",
    kind=FindingKind.SOURCE_CONFLICT,
    refused=True,
)

UNKNOWN_PICTURE = Fault(
    "S170",
    "Картинка на странице не узнана",
    "Какая это иконка, не сказали ни подпись, ни имя файла; на её месте стоит {?}.",
    "Сверьте с картой; если иконка известная, допишите её подпись (alt) на странице",
    kind=FindingKind.LOST_ICON,
    severity=Severity.WARNING,
)
BARREN_PAGE = Fault(
    "S171",
    "На странице нет ни карты, ни правил",
    "Страница без карт бывает, когда сайт закрыт, просит войти, сообщает об ошибке или изменил оформление.",
    "Откройте страницу в браузере и сохраните заново",
    refused=True,
)
UNPLACED_TEXT = Fault(
    "S172",
    "Текст страницы не вошёл ни в одно поле",
    "На странице есть слова без метки: подписи, объявления или поле, которого проект не знает.",
    "Проверьте, не потеряно ли поле карты",
    severity=Severity.INFO,
)
HUGE_PAGE = Fault(
    "S173",
    "Страница слишком велика",
    "Страница с картой занимает килобайты; такой размер бывает у испорченного или чужого файла.",
    "Проверьте файл и сохраните страницу заново",
    refused=True,
)
HUGE_TABLE = Fault(
    "S174",
    "Таблица страницы слишком велика",
    "Объединённые ячейки таблицы заявляют больше места, чем бывает у таблицы правил.",
    "Проверьте rowspan и colspan таблицы",
    refused=True,
)


def _catalogue(*faults: Fault) -> dict[str, Fault]:
    """Return the faults by code; a code given twice is a fault of the program."""
    table = {fault.code: fault for fault in faults}
    if len(table) != len(faults):
        raise ValueError("a code of the catalogue is given twice")
    return table


CATALOGUE: dict[str, Fault] = _catalogue(*(value for value in tuple(globals().values()) if isinstance(value, Fault)))
