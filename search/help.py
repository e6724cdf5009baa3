"""The help of the query language, made from the field table: every key with its comparisons and an example.

`render_help` gives the whole of docs/search.md; a test compares the file and runs every example.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from search.keys import SEARCH_FIELDS, comparisons_of
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


KEYS_HELP: tuple[KeyHelp, ...] = (
    *(
        KeyHelp(field.name, field.keys, field.help, field.example, tuple(sign.value for sign in comparisons_of(field)))
        for field in SEARCH_FIELDS
    ),
    KeyHelp(None, ("есть", "has"), "у карты есть значение этого поля", "есть:иконка", (":",)),
    KeyHelp(None, ("нет", "lacks"), "у карты нет значения этого поля", "нет:класс", (":",)),
)

# Query, and what it finds; each is run by a test.
SYNTAX_HELP: tuple[tuple[str, str], ...] = (
    (
        "чёрного дракона",
        "оба слова в любой форме, в названии, классе или тексте; «е» и «ё», большие и малые буквы равны",
    ),
    ('"чёрный дракон"', 'слова рядом и в этом порядке; годятся кавычки "…", «…» и “…”'),
    ("отравл*", "слова, которые так начинаются"),
    ("{tap} выстрел", "иконка — отдельное слово; можно и по имени: {фишка}"),
    ("+1", "числа со знаком и удары (1-2-2) — тоже слова; «-1» — это число, а не отрицание"),
    ("-дракон", "без этого слова; минус годится перед всяким условием и скобкой"),
    ("эльф или гоблин", "хотя бы одно; «или» (OR) связывает слабее, чем пробел"),
    ("(стихия:лес или стихия:степь) цена<=3", "скобки любой глубины"),
    ("класс:(эльф или гоблин)", "несколько значений одного ключа"),
    ("класс:эльф и цена<=4", "«и» рядом с условием — союз, между словами — слово"),
    ("чёрный AND дракон", "AND — всегда союз, NOT — то же, что минус; «не» — обычное слово"),
    ("стоимость:3..5", "от и до; один край можно опустить: 3.. или ..5"),
    ("стоимость:X", "X — значение любого числа, в обеих азбуках"),
    ("стихия!=лес", "не равно; карты без значения остаются в ответе, как и при минусе"),
    ('!"Чёрный дракон"', "название целиком"),
    ("класс:герой", "слово из класса: Герой-маг, Герой-воин; «класс=…» — класс целиком"),
    ("иконка:ОвЗ>=2", "иконка и её число; имя, сокращение или код"),
    ("худ:дракон", "художественный текст ищется только по ключу, как и художник"),
)

# What a reader needs before the first query; pages show it as it stands.
INTRODUCTION: tuple[str, ...] = (
    "Слова ищутся в названии, классе и тексте карты, в любой форме; художественный текст и художник — только "
    "по своему ключу.",
    "Слова и условия через пробел должны выполняться все вместе. Условие — ключ, знак и значение; значение "
    "с пробелами берут в кавычки.",
    "Первыми стоят карты, названные точно так, затем те, где слова в названии, в классе, в тексте.",
    "Неверный запрос не угадывается: ответ называет место ошибки и ближайшее известное слово. Если ничего не "
    "нашлось, поиск предлагает похожие запросы, по которым карты есть.",
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
        ]
    )


def _code(text: str) -> str:
    return f"`{text}`"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(render_help())
