"""What each address for programs does, in Russian: the words of /api and of the OpenAPI document, by view.

A view that answers programs stands here or a test fails; where it is found comes from the table of routes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules_engine.battle.editions import BUNDLED
from search.tokens import MAX_QUERY_LENGTH
from web.exchange import JSON, TEXT, View
from web.results import PAGE_FACETS, PAGE_SIZE
from web.views import api, cards, checks, data, duels, exports, machine

# In the order of the page.
GROUPS = ("Поиск", "Все карты ответа сразу", "Карты, термины, дуэли", "Данные страниц", "Файлы и служба")
_SEARCH, _EXPORT, _CARDS, _PAGES, _FILES = GROUPS
QUERY = "тип:существо стоимость<=4"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value of the address; `type` is that of JSON, `example` one that works on every file, empty for none.

    `bounds` are the keywords of JSON Schema that say which values are refused whatever the file holds.
    """

    name: str
    words: str
    type: str = "string"
    required: bool = False
    example: str = ""
    bounds: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Operation:
    """What one address gives: in a few words, with which values, of which type and shape."""

    words: str
    shape: str = ""
    parameters: tuple[Parameter, ...] = ()
    content_type: str = JSON
    group: str = _PAGES


Q = Parameter(
    "q",
    f"Запрос на языке поиска, до {MAX_QUERY_LENGTH} знаков",
    required=True,
    example=QUERY,
    bounds={"minLength": 1, "maxLength": MAX_QUERY_LENGTH, "pattern": r"\S"},
)
LIMIT = Parameter(
    "limit", f"Сколько карт за раз, от 1 до {machine.MAX_LIMIT}; без него {PAGE_SIZE}", "integer", example="10",
    bounds={"minimum": 1, "maximum": machine.MAX_LIMIT},
)  # fmt: skip
CURSOR = Parameter("cursor", "Ключ следующей страницы: значение cursor прошлого ответа на этот же запрос")
OFFSET = Parameter("offset", "Пропустить столько карт; вместо cursor", "integer",
                   bounds={"minimum": 0, "maximum": machine.MAX_OFFSET})  # fmt: skip
FIELDS = Parameter("fields", f"Поля через запятую; без них {', '.join(PAGE_FACETS)}", example="element,cost")
SPREADSHEET = Parameter("spreadsheet", "1 — с BOM и без формул, для Excel и LibreOffice", "integer",
                        bounds={"enum": [0, 1]})  # fmt: skip
LIST = Parameter("list", f"Что в строке: {', '.join(exports.LISTS)}; без него names", example="ids",
                 bounds={"enum": list(exports.LISTS)})  # fmt: skip
FIGHTERS = (
    Parameter("a", "Первая карта: id, название или выпуск с номером", required=True),
    Parameter("b", "Вторая карта", required=True),
    Parameter("edition", "Документ правил, по которым считать; без него — новейшие", example=BUNDLED[0]),
)
FILTER = (
    Parameter(
        "severity", "Важность: error, warning, info или alarm — первые две", bounds={"enum": list(checks.SEVERITIES)}
    ),
    Parameter("family", "Буква семейства проверок", bounds={"maxLength": 1}),
    Parameter("release", "Выпуск по адресу"),
)

OPERATIONS: Mapping[View, Operation] = MappingProxyType(
    {
        machine.answer_search: Operation(
            "Карты по запросу, страница за страницей, лучшие первыми", "SearchAnswer", (Q, LIMIT, CURSOR, OFFSET),
            group=_SEARCH,
        ),
        machine.answer_facets: Operation(
            "Сколько карт ответа по стихиям, типам, классам …; «нет» — тоже значение", "FacetAnswer", (Q, FIELDS),
            group=_SEARCH,
        ),
        exports.answer_csv: Operation("CSV", "", (Q, SPREADSHEET), exports.CSV, _EXPORT),
        exports.answer_jsonl: Operation("JSON, по карте в строке", "", (Q,), exports.JSON_LINES, _EXPORT),
        exports.answer_list: Operation("Названия, id или список колоды по строкам", "", (Q, LIST), TEXT, _EXPORT),
        machine.answer_card: Operation("Всё о карте по её id", "Card", group=_CARDS),
        cards.answer_card_json: Operation("Всё о карте по адресу её страницы", "Card", group=_CARDS),
        machine.answer_term: Operation("Термин: определения, связи, карты", "Term", group=_CARDS),
        duels.answer_duel: Operation("Исход ударов двух карт точными дробями", "Duel", FIGHTERS, group=_CARDS),
        data.answer_home: Operation("Что в базе: числа, выпуски, классы", "Home"),
        data.answer_about: Operation("Источники, сборка, доля понятого, файлы", "About"),
        data.answer_releases: Operation("Все выпуски и недостающие номера", "ReleaseList"),
        data.answer_release: Operation("Выпуск с картами по номерам", "ReleaseCards"),
        data.answer_class: Operation("Карты класса", "ClassCards"),
        data.answer_artists: Operation("Все художники", "ArtistList"),
        data.answer_artist: Operation("Карты художника", "ArtistCards"),
        data.answer_terms: Operation("Глоссарий", "TermList"),
        data.answer_documents: Operation("Документы правил", "DocumentList"),
        data.answer_document: Operation("Документ правил по пунктам", "DocumentText"),
        data.answer_questions: Operation("Вопросы и ответы по картам", "Questions"),
        data.answer_changes: Operation("Что изменила последняя сборка", "Changes"),
        data.answer_findings: Operation("Замечания по кодам, выпускам и сборкам", "Findings", FILTER),
        data.answer_check: Operation("Проверка и все её замечания", "Check"),
        machine.answer_bulk: Operation("Файл всей базы; опись — manifest.json", "", content_type="", group=_FILES),
        machine.answer_health: Operation("Отвечает ли сайт и какой сборкой", "Health", group=_FILES),
        api.answer_openapi: Operation("Это описание в форме OpenAPI 3.1", "OpenApi", group=_FILES),
    }
)  # fmt: skip
