"""The help of the query language, made from the field table: every key with its comparisons and an example.

`render_help` gives the whole of docs/search.md; a test compares the file and runs every example.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from search.keys import CONTROL_KEYS, SEARCH_FIELDS, SORT_FIELDS, UNIQUE_FIELDS, Control, comparisons_of
from search.named import NAMED
from search.parser import MAX_DEPTH
from search.tokens import MAX_QUERY_LENGTH


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """What the help says about one key; `keys` holds all its spellings, the shown one first.

    `name` is the name of its field, None for a key that asks for a field itself.
    """

    name: str | None
    keys: tuple[str, ...]
    help: str
    example: str
    comparisons: tuple[str, ...]


_CONTROL_HELP = {
    Control.SORT: "порядок ответа по полю; минус в конце — по убыванию. Годятся: "
    + ", ".join(["точность", *(field.keys[0] for field in SORT_FIELDS)]),
    Control.LIMIT: "не больше стольких карт",
    Control.UNIQUE: "по одной карте на значение. Годятся: " + ", ".join(field.keys[0] for field in UNIQUE_FIELDS),
}
_CONTROL_EXAMPLES = {
    Control.SORT: "это:карта сорт:стоимость-,имя",
    Control.LIMIT: "это:существо лимит:3",
    Control.UNIQUE: "это:карта один:имя",
}

KEYS_HELP: tuple[KeyHelp, ...] = (
    *(
        KeyHelp(field.name, field.keys, field.help, field.example, tuple(sign.value for sign in comparisons_of(field)))
        for field in SEARCH_FIELDS
    ),
    KeyHelp(None, ("есть", "has"), "у карты есть значение этого поля", "есть:иконка", (":",)),
    KeyHelp(None, ("нет", "lacks"), "у карты нет значения этого поля", "нет:класс", (":",)),
    *(
        KeyHelp(
            None,
            tuple(key for key, meant in CONTROL_KEYS.items() if meant is control),
            _CONTROL_HELP[control],
            _CONTROL_EXAMPLES[control],
            (":",),
        )
        for control in Control
    ),
)

# Query, and what it finds; each is run by a test.
SYNTAX_HELP: tuple[tuple[str, str], ...] = (
    (
        "лекаря опушки",
        "оба слова в любой форме, в названии, классе или тексте; «е» и «ё», большие и малые буквы равны",
    ),
    ('"лекарь опушки"', 'слова рядом и в этом порядке; годятся кавычки "…", «…» и “…”'),
    ("отравл*", "слова, которые так начинаются"),
    ("полуволк", "слово с дефисом находится и слитно, и по частям"),
    ("{tap} выстрел", "иконка — отдельное слово; можно и по имени: {фишка}"),
    ('"получает {counter}"', "иконка во фразе годится с любым числом при ней, стоит оно перед нею или после"),
    ("+1", "числа со знаком и удары (1-2-2) — тоже слова; «-1» — это число, а не отрицание"),
    ("-выстрел", "без этого слова; минус годится перед всяким условием и скобкой"),
    ("шишкарь или таранщик", "хотя бы одно; «или» (OR) связывает слабее, чем пробел"),
    ("(стихия:лес или стихия:степь) цена<=3", "скобки любой глубины"),
    ("класс:(зверь или дух)", "несколько значений одного ключа"),
    ("класс:зверь и цена<=4", "«и» рядом с условием — союз, между словами — слово"),
    ("лекарь AND опушка", "AND — всегда союз, NOT — то же, что минус; «не» — обычное слово"),
    ("стоимость:3..5", "от и до; один край можно опустить: 3.. или ..5"),
    ("стоимость:X", "X — значение любого числа, в обеих азбуках"),
    ("жизнь>=стоимость", "одно число карты против другого"),
    ("удар>=4", "против одного числа стоит сильный удар; удар:2-2-3 — все три, удар>=2-2-3 — каждое"),
    ("стихия!=лес", "не равно; карты без значения остаются в ответе, как и при минусе"),
    ('!"Лекарь опушки"', "название целиком"),
    ("класс:герой", "слово из класса: Герой-маг, Герой-воин; «класс=…» — класс целиком"),
    ("иконка:ОвЗ>=1", "иконка и её число; имя, сокращение или код"),
    (
        "текст:/на [2-9]/",
        "регулярное выражение по тексту: буквы любой высоты, «е» и «ё» равны; время у всех выражений запроса общее",
    ),
    ("худ:знамя", "художественный текст ищется только по ключу, как и художник"),
    ("действие:метание дальность>=3", "части одной особенности: метание, которое само достаёт на 3"),
    ("действие:выстрел -оплата:фишка", "есть выстрел, и ни за одну особенность не платят фишками"),
    ("способность:(выстрел {tap} -есть:предел)", "слова и части, названные в скобках, — об одной особенности"),
    ("это:летающая сорт:стоимость-", "сначала дорогие; без значения — в конце; ключей может быть несколько"),
    ("это:карта один:имя лимит:20", "все карты, по одной с каждым названием, не больше двадцати"),
)

# What a reader needs before the first query; pages show it as it stands.
INTRODUCTION: tuple[str, ...] = (
    "Слова ищутся в названии, классе и тексте карты, в любой форме; художественный текст и художник — только "
    "по своему ключу.",
    "Слова и условия через пробел должны выполняться все вместе. Условие — ключ, знак и значение; значение "
    "с пробелами берут в кавычки.",
    "Части особенностей (действие, дальность, сила, оплата, триггер, предел …), названные рядом, должны "
    "встретиться в одной особенности, а сила и дальность — у одного действия; минус перед частью значит, что "
    "у карты нет особенности с нею.",
    "Первыми стоят карты, названные точно так, затем те, где слова в названии, в классе, в тексте.",
    "Неверный запрос не угадывается: ответ называет место ошибки и ближайшее известное слово. Если ничего не "
    "нашлось, поиск предлагает похожие запросы, по которым карты есть: без опечатки, в другой раскладке.",
    f"Запрос не длиннее {MAX_QUERY_LENGTH} знаков и не глубже {MAX_DEPTH} скобок.",
)

_HEAD = """# Язык поиска

<!-- Этот файл собран из таблицы полей: python -m search.help > docs/search.md -->
"""


def render_help() -> str:
    """Return the help of the query language as markdown."""
    syntax = [f"| {_code(query)} | {meaning} |" for query, meaning in SYNTAX_HELP]
    keys = [
        f"| {', '.join(_code(key) for key in entry.keys)} | {entry.help} | {_code(' '.join(entry.comparisons))} "
        f"| {_code(entry.example)} |"
        for entry in KEYS_HELP
    ]
    named = [
        f"| {', '.join(_code(word) for word in entry.words)} | {entry.help} | {_code(entry.query)} |" for entry in NAMED
    ]
    return "\n".join(
        [
            _HEAD,
            *(f"{paragraph}\n" for paragraph in INTRODUCTION),
            "## Как составить запрос",
            "",
            "| Запрос | Что найдёт |",
            "| --- | --- |",
            *syntax,
            "",
            "## Ключи",
            "",
            "| Ключ | Что это | Знаки | Пример |",
            "| --- | --- | --- | --- |",
            *keys,
            "",
            "## Слова после «это:»",
            "",
            "| Слово | Что это | Запрос |",
            "| --- | --- | --- |",
            *named,
            "",
        ]
    )


def _code(text: str) -> str:
    return f"`{text}`"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(render_help())
