"""The language itself: printing back, explaining, hostile and random input, against the sample database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.errors import QueryError
from schema.fields import FIELDS, FieldType
from schema.fold import fold
from schema.vocabulary import CardType, Element
from search.catalogue import resolve_names
from search.compile import compile_query
from search.engine import Result, explain_query, search
from search.keys import FIELD_BY_KEY, SEARCH_FIELDS, SHOWN_KEYS, Comparison
from search.leaves import CodeIs, FlagIs, HasValue, Node, NumberBetween, NumberIs, TextKind, TextMatch
from search.parser import parse_query
from search.tree import And, Not, Or

Ask = Callable[..., Result]
Lemma = Callable[[str], str]

CORPUS = [
    pytest.param(line, id=f"queries.txt:{place}")
    for place, line in enumerate((Path(__file__).parent / "queries.txt").read_text(encoding="utf-8").splitlines(), 1)
    if line and not line.startswith("#")
]
# A query of 2000 characters may take this long; a hang is what is feared, not a slow machine.
SECONDS = 5.0


def test_corpus_is_large() -> None:
    assert len(CORPUS) >= 150


@pytest.mark.parametrize("query", CORPUS)
def test_query_survives_printing(query: str) -> None:
    node = parse_query(query)
    printed = str(node)
    assert parse_query(printed) == node
    assert str(parse_query(printed)) == printed


@pytest.mark.parametrize("query", CORPUS)
def test_query_explains_itself(query: str) -> None:
    sentence = explain_query(parse_query(query))
    assert sentence.startswith("Карты, где ")
    assert sentence.endswith(".")
    assert "  " not in sentence
    assert sentence.count("(") == sentence.count(")")


SAID = [
    ("чёрного дракона", "Карты, где в названии, классе или тексте есть слово «чёрного» и слово «дракона»."),
    ("эльф или гном", "Карты, где в названии, классе или тексте есть слово «эльф» или слово «гном»."),
    ("класс:эльф цена<=4", "Карты, где класс «эльф» и стоимость не больше 4."),
    ("-цена<=4", "Карты, где стоимость больше 4 или без значения."),
    ("-цена:3..5", "Карты, где неверно, что стоимость от 3 до 5."),
    ("текст:{tap} -текст:{counter}", "Карты, где в тексте есть иконка «закрыть карту» и в тексте нет иконки «фишка»."),
    ("удар>=1-2-3", "Карты, где простой удар по каждому числу не меньше 1-2-3."),
    ("иконка:ОвЗ>=2", "Карты, где иконка «опыт в защите» не меньше 2."),
    ("(стихия:лес или тип:артефакт) цена:X", "Карты, где (стихия «Леса» или тип «Артефакт») и стоимость X."),
    ("нет:класс", "Карты, где поле «класс» пусто."),
    ('"и"', "Карты, где в названии, классе или тексте есть слово «и»."),
    ('-"и"', "Карты, где в названии, классе или тексте нет слова «и»."),
    ('"на 1"', "Карты, где в названии, классе или тексте есть фраза «на 1»."),
    (
        "{?} -{lost}",
        "Карты, где в названии, классе или тексте есть иконка «потерянная» и в названии, классе или тексте "
        "нет иконки «потерянная».",
    ),
]


@pytest.mark.parametrize(("query", "sentence"), SAID, ids=[query for query, _ in SAID])
def test_explanation_reads_as_a_sentence(query: str, sentence: str) -> None:
    assert explain_query(parse_query(query)) == sentence


SAME = [
    ("эльф и класс:гном", "эльф класс:гном"),
    ("эльф AND гном", "эльф гном"),
    ("эльф NOT гном", "эльф -гном"),
    ("NOT(эльф OR гном)", "-(эльф или гном)"),
    ("класс:(эльф и гном)", "класс:эльф класс:гном"),
    ("движение:2", "ход:2"),
    ("иконка:{ovz}", "иконка:ОвЗ"),
    ("(эльф) (гном)", "эльф гном"),
    ("цена≤4", "стоимость<=4"),
    ("cost = 4", "цена:4"),
    ("стихия!=лес", "-стихия:лес"),
    ("цена:Х", "цена:X"),
    ("класс:(эльф или гном)", "класс:эльф или класс:гном"),
    # «neither», not «not both»
    ("класс!=(эльф или гном)", "-класс:(эльф или гном)"),
    ('!"Тан и Верро"', 'имя="Тан и Верро"'),
    ("\u200b-дракон", "-дракон"),
    ("сто\u00adимость:3", "стоимость:3"),
    ("дракон\u00a0меч", "дракон меч"),
]
DIFFERENT = [
    ("а б или в", "а (б или в)"),
    ("-а б", "-(а б)"),
    ("-1", '-"1"'),
    ("1-2-2", "1 -2-2"),
    ('"или"', '"и"'),
    ("эльф и гном", "эльф гном"),
    ("эльф не гном", "эльф -гном"),
    ("класс:эльф", "класс=эльф"),
    ("отравл*", "отравл"),
    ("цена:0", "нет:цена"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_ways_to_say_the_same(one: str, other: str) -> None:
    assert parse_query(one) == parse_query(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_queries_that_are_not_the_same(one: str, other: str) -> None:
    assert parse_query(one) != parse_query(other)


HOSTILE = [
    "дракон'; DROP TABLE card; --",
    '" OR 1=1 --',
    "name:* NEAR(дракон)",
    "card_fts MATCH дракон",
    "имя:\"дракон\" OR 'a'='a'",
    "класс:'); DELETE FROM card_class; --",
    'художник:"\' UNION SELECT * FROM card --"',
    "стоимость<=4;SELECT",
    "{name text}",
    "^дракон",
    "дракон NEAR меч",
    "дракон NOT меч",
    "текст:%",
    "имя:_",
    "card.id:1",
    "имя:\x00дракон",
    "rowid:1 OR 1",
    '"дракон" * ^ + "меч"',
    'класс:"\\" OR \\"\\"=\\""',
]


def answer_or_error(ask: Ask, query: str) -> Result | QueryError:
    """Return what a user gets; any other exception is a bug and goes through."""
    try:
        return ask(query)
    except QueryError as error:
        return error


@pytest.mark.parametrize("query", HOSTILE, ids=ascii)
def test_syntax_of_others_is_data(ask: Ask, query: str) -> None:
    answer = answer_or_error(ask, query)
    assert isinstance(answer, QueryError) or answer.total <= 4, "more than the four cards with a dragon"
    assert ask("есть:номер").total == 19


def test_values_are_bound_and_identifiers_ours(lemma: Lemma, connection: sqlite3.Connection) -> None:
    query = 'класс:эльф имя:злодей цена<=77 художник:волков выпуск:40 удар:9-8-7 -"чужой замок" иконка:броня>=55'
    sql = compile_query(resolve_names(parse_query(query), connection, lemma, query), lemma).sql_condition
    for value in ("льф", "злод", "77", "олков", "bogi", "9", "чуж", "armor", "55"):
        assert value not in sql


def test_columns_of_the_field_table_are_plain_names(connection: sqlite3.Connection) -> None:
    """The field table is the only source of identifiers: each must name a column that is there."""
    columns = {row[1] for row in connection.execute("PRAGMA table_info(card)")}
    for field in SEARCH_FIELDS:
        table, _, column = field.column.rpartition(".")
        if table:
            assert column in {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        elif field.type is not FieldType.STRIKE:
            assert field.column in columns


def test_the_label_of_a_field_is_a_key_of_it() -> None:
    """What a page calls a field is what a reader types; a label of two words cannot be a key."""
    for field in SEARCH_FIELDS:
        if " " not in field.label:
            assert FIELD_BY_KEY.get(fold(field.label)) is field


def test_every_key_of_the_field_table_is_known_and_unique() -> None:
    keys = [key for field in FIELDS for key in field.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) <= set(FIELD_BY_KEY)
    assert {field.keys[0] for field in FIELDS if field.keys} <= set(SHOWN_KEYS)


HEAVY = [
    " ".join(f"{letter}*" for letter in "абвгдежзиклмнопрстуфхцчшщэюя" * 23)[:1990].rsplit(" ", 1)[0],
    " или ".join(f"{letter}*" for letter in "абвгдежзиклмнопрстуфхцчшщэюя" * 9)[:1990].rsplit(" или ", 1)[0],
    "".join(f"(а{level} или " if level % 2 else f"(б{level} " for level in range(49)) + "в" + ")" * 49,
    "".join(f"-(цена<={level} или " if level % 2 else "(-б* " for level in range(20)) + "в" + ")" * 20,
    "-" * 49 + "дракон",
    " ".join(f"-{chr(0x430 + place % 32)}{place}" for place in range(400))[:1990].rsplit(" ", 1)[0],
    " ".join(f"-цена:{place}" for place in range(170))[:1990].rsplit(" ", 1)[0],
    " ".join(f"удар>1-1-{place}" for place in range(150))[:1990].rsplit(" ", 1)[0],
    "класс:(" + " или ".join(["эльф"] * 180) + ")",
    '"' + "и " * 990 + '"',
    '"' + "{counter} " * 190 + '"',
    " ".join(chr(code) for code in range(0x400, 0x7E0) if chr(code).isalpha())[:1990],
    "(" * 50 + "дракон" + ")" * 50,
]


@pytest.mark.parametrize("query", HEAVY, ids=lambda query: ascii(query)[:30])
def test_heavy_query_ends(ask: Ask, query: str) -> None:
    started = time.monotonic()
    answer = answer_or_error(ask, query)
    assert time.monotonic() - started < SECONDS
    if isinstance(answer, QueryError):
        assert "уровней" in answer.what or "поиск не знает" in answer.what


PIECES = st.sampled_from(
    [
        *SHOWN_KEYS, *(comparison.value for comparison in Comparison), "(", ")", '"', "«", "»", "“", "-", "−", "—",
        "или", "и", "OR", "AND", "NOT", "№", "{?}", "!", "*", "..", "3", "X", "1-2-3", "+1",
        "{tap}", "{", "}", "дракон", "эльф", "да", "нет",
        "лес", "броня", " ", "\u00a0", "\u00ad", ",", "/", "\\", "'", "_", "\x00", "ё", "ﬁ", "İ", "Ა",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.lists(PIECES, max_size=25).map(" ".join),
    st.text(max_size=60),
)


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_random_text_is_answered_or_refused_with_a_reason(ask: Ask, text: str) -> None:
    answer = answer_or_error(ask, text)
    if isinstance(answer, QueryError):
        assert answer.hint
        assert 0 <= answer.start <= answer.end <= len(text)
    else:
        assert answer.total == len(answer.hits)
        assert parse_query(answer.query)


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_whatever_parses_prints_to_its_equal(text: str) -> None:
    try:
        node = parse_query(text)
    except QueryError:
        return
    assert parse_query(str(node)) == node


NUMBERS = st.integers(0, 12)
COST, ELEMENT = FIELD_BY_KEY["стоимость"], FIELD_BY_KEY["стихия"]
LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.sampled_from(["дракон", "меч", "{tap}", "+1", "1", "гоблин-меняла"]).map(
        lambda word: TextMatch(TextKind.WORD, word)
    ),
    st.sampled_from(["др", "1", "х"]).map(lambda word: TextMatch(TextKind.PREFIX, word)),
    st.sampled_from(["и", "или", "and", "not", "чёрный дракон"]).map(lambda words: TextMatch(TextKind.PHRASE, words)),
    st.builds(
        NumberIs, st.just(COST), st.sampled_from([Comparison.HAS, Comparison.LESS, Comparison.AT_LEAST]), NUMBERS
    ),
    st.builds(NumberBetween, st.just(COST), NUMBERS, st.integers(13, 20)),
    st.sampled_from(Element).map(lambda element: CodeIs(ELEMENT, element)),
    st.sampled_from(CardType).map(lambda kind: CodeIs(FIELD_BY_KEY["тип"], kind)),
    st.booleans().map(lambda value: FlagIs(FIELD_BY_KEY["элитная"], value)),
    st.booleans().map(lambda value: HasValue(FIELD_BY_KEY["класс"], value)),
)


def _grow(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    groups = st.lists(children, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        children.map(Not),
        groups.filter(lambda nodes: not any(isinstance(node, And) for node in nodes)).map(And),
        groups.filter(lambda nodes: not any(isinstance(node, Or) for node in nodes)).map(Or),
    )


TREES = st.recursive(LEAVES, _grow, max_leaves=12)


@given(TREES)
@settings(max_examples=100, deadline=None)
def test_any_tree_survives_printing(tree: Node) -> None:
    assert parse_query(str(tree)) == tree


@given(TREES)
@settings(max_examples=60, deadline=None)
def test_a_condition_and_its_opposite_share_all_cards_between_them(
    connection: sqlite3.Connection, lemma: Lemma, tree: Node
) -> None:
    """Rows without a value belong to exactly one side, however deep the condition."""
    found = {hit.id for hit in search(connection, str(tree), lemma, None).hits}
    others = {hit.id for hit in search(connection, str(Not(tree)), lemma, None).hits}
    assert not found & others
    assert len(found | others) == 19
