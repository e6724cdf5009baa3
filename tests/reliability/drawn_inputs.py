"""Inputs near what the parsers know, for hypothesis: pieces of their languages, put together, cut and broken."""

from __future__ import annotations

import csv
import io
import re

from hypothesis import strategies as st
from nasty_files import SHEET, TABLE

ODD = [
    "\u200b",
    "\u202e",
    "\u00ad",
    "\ufeff",
    "\x1b",
    "\x00",
    "\x85",
    "\u2028",
    "\u0301",
    "İ",
    "ﬁ",
    "🐉",
    "�",
    "\t",
    "\n",
]
# Halves of characters: what a broken program, a file name or an argument may hold, and hypothesis never draws unasked.
HALVES = st.characters(categories=["Cs"])
ANY_TEXT = st.lists(st.one_of(st.characters(), st.sampled_from(ODD), HALVES)).map("".join)
WORDS = [
    "Выпуск\t", "Стихия\t", "Стоимость\t", "Тип\t", "Класс\t", "Свойства\t", "Иконки\t", "Текст\t", "Художник\t",
    "Правила", "Дополнительные правила", "Q: Раз?", "A: Два.", "Медный берег 7", "9 1 2-2-3", "armor:1", "7.1.",
    "Устав", "РП 1.0 от 02.03.2024", "Вода. Мокрая.", "{tap}", ": ", "• ", "\n\n", "99999999999999999999", "-1", "²",
]  # fmt: skip
TAGS = [
    "<table>", "<tr>", "<td>", "</td>", "<td colspan=3>", "<td rowspan='2'>", "<b>", "</b>", "<br>", "<p>", "<h1>",
    "<dl>", "<dt>", "<dd>", "<ul><li>", "<img alt='Поворот'>", "<img src=tap.png>", "<!--", "-->", "<![CDATA[",
    "<script>", "</script>", "<style>", "<a href='", '"', "'", ">", "<", "&amp;", "&#0;", "&#xD800;", "&", TABLE,
    "<meta charset=cp1251>", "<div class=card>",
]  # fmt: skip
JSON_PIECES = [
    "9" * 5000, "[", "]", "{", "}", ",", ":", '"set_id":10', '"number":7', '"name":"К"', '"text":"Рывок."',
    '"hit":[1,2,3]', '"icons":{}', '"cost":1e999', "NaN", "null", "true", '"\\ud800"', "\\", '"', "\n", '"ban":{"a":1}',
    '{"set_id":10,"number":1,"name":"К","text":"Р."}', '{"headword":"Вода","definition":"Мокрая."}',
    '"sets":{"10":"Соль"}',
]  # fmt: skip
CSV_PIECES = [
    SHEET, "№;name;text\n", "Термин,Определение\n", "Вопрос,Ответ,№,Название\n", ",", ";", "\t", '"', '""', "\n",
    "\r", "7", "2003-02-01", "1-2-2", "{tap}: Рывок.", "=1+1", "#REF!", "x" * 300,
]  # fmt: skip
RULE_PIECES = [
    "Устав\n\n", "7.1. ", "7.2 ", "514.4. ", "см. п. 7.1", "п.п. 1.2–1.9", "Выстрел", "\n", "\n\n", "\t", "• ",
    "РП 4.1-2 от 09.11.2024", "9" * 30 + ".", "Содержание\n", "Таблица\n", "а\tб\tв\n",
]  # fmt: skip
QUERY_PIECES = [
    "стоимость<=4", "класс:", "имя:", "(", ")", "-", "или", "и", '"', "«", "»", "/", "\\", "[", "*", "..", "!",
    "1-2-3", "{tap}", "+1", "X", "NEAR(", "сорт:", "особенность:", "по:", "дракон", " ", ">", "<", "=",
]  # fmt: skip
TEXT_PIECES = [
    "{tap}", "{?}", ": ", "Выстрел", "на", "1", "X", "Х", "1-2-2", "+1", "−X", "дальность", "Воздействие", "«", "»",
    '"', "(", ")", ".", ",", "и", "или", "если", "пока", "в начале хода", "существо", "существ", "противника", "Рывок",
    "Строй", "до конца", "ё", "-",
]  # fmt: skip
TOML_PIECES = [
    "[[correction]]\n", "[[accepted]]\n", 'card = "a"\n', "=", '"', "'''", "[", "]", "{", "}", "\n", "# ", "1e9",
    "=[",
]  # fmt: skip


def drawn_from(pieces: list[str], most: int = 25, *, halves: bool = False) -> st.SearchStrategy[str]:
    """Draw texts of these pieces, of odd characters and of any others, of halves of characters too where asked."""
    some = st.one_of(st.sampled_from(pieces), st.sampled_from(pieces), st.sampled_from(ODD), st.text(max_size=8))
    some = st.one_of(some, HALVES) if halves else some
    return st.one_of(st.lists(some, max_size=most).map("".join), st.lists(some, max_size=most).map(" ".join))


def broken(texts: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """Draw bytes of such texts in any encoding, now and then with some of them changed."""
    encoded = st.builds(
        lambda text, encoding: text.encode(encoding, errors="replace"),
        texts,
        st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "cp1251", "koi8-r", "utf-16", "utf-16-le"]),
    )
    changed = st.builds(
        lambda data, at, byte: data[: at % (len(data) + 1)] + byte + data[at % (len(data) + 1) :],
        encoded,
        st.integers(0, 10_000),
        st.binary(max_size=3),
    )
    return st.one_of(encoded, changed)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["set_id", "number", "name", "text", "cost", "hit", "icons", "class", "type", "ban", "art", "id", "uniq", "color",
     "life", "move", "rules", "headword", "definition", "question", "answer", "sets"]
)  # fmt: skip
CELLS = st.one_of(
    st.none(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.dates(),
    st.sampled_from(CSV_PIECES), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=10),
)  # fmt: skip
WORDS_OF_CELLS = st.one_of(
    st.sampled_from([*CSV_PIECES, *ODD, "да", "нет", "7", "Лоцман", "Ложные боги", "Вода", "4.1-2", ""]),
    st.text(max_size=10),
)
CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
ROWS = st.lists(st.lists(WORDS_OF_CELLS, max_size=6), max_size=6)


def table_of(*rows: list[str]) -> bytes:
    """Return the rows as CSV without what makes a file no text: control characters, halves of characters."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows([CONTROL.sub("?", cell) for cell in row] for row in rows)
    return buffer.getvalue().encode(errors="replace")
