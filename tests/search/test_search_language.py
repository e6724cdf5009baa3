"""The language itself: printing back, explaining, hostile and random input, against the sample database."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.errors import QueryError
from schema.fields import FIELDS, FieldType
from schema.fold import fold
from schema.vocabulary import CardType, Element
from search.engine import Result, compile_text, search
from search.facts import CodeIs, FlagIs, HasValue
from search.keys import FIELD_BY_KEY, SEARCH_FIELDS, SHOWN_KEYS, Comparison
from search.leaves import Node, NumberBetween, NumberIs, TextKind, TextMatch
from search.parser import parse_query
from search.tree import And, Not, Or

Ask = Callable[..., Result]
Lemma = Callable[[str], str]

CORPUS = [
    pytest.param(line, id=f"queries.txt:{place}")
    for place, line in enumerate((Path(__file__).parent / "queries.txt").read_text(encoding="utf-8").splitlines(), 1)
    if line and not line.startswith("#")
]
# SQLite's own steps, by the thousand, that any query of 2000 characters may take over nineteen cards.
THOUSAND_STEPS = 2000


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
    sentence = parse_query(query).explain()
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
    assert parse_query(query).explain() == sentence


PAIRS = tomllib.loads((Path(__file__).parent / "pairs.toml").read_text(encoding="utf-8"))
SAME, DIFFERENT = PAIRS["same"], PAIRS["different"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_ways_to_say_the_same(one: str, other: str) -> None:
    assert parse_query(one) == parse_query(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_queries_that_are_not_the_same(one: str, other: str) -> None:
    assert parse_query(one) != parse_query(other)


@contextmanager
def counted_steps(connection: sqlite3.Connection) -> Iterator[None]:
    """Stop the database, which is then an error, after THOUSAND_STEPS."""
    left = THOUSAND_STEPS

    def step() -> int:
        nonlocal left
        left -= 1
        return int(left < 0)

    connection.set_progress_handler(step, 1000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


HOSTILE = [
    "дракон'; DROP TABLE card; --",
    '" OR 1=1 --',
    "name:* NEAR(дракон)",
    "card_fts MATCH дракон",
    "имя:\"дракон\" OR 'a'='a'",
    "класс:'); DELETE FROM card_class; --",
    'художник:"\' UNION SELECT * FROM card --"',
    "стоимость<=4;SELECT",
    'термин:"\') OR 1=1 --"',
    "триггер:\"' OR ''='\"",
    'именная:"\'; DROP TABLE ability; --"',
    "сорт:(SELECT 1)",
    "дракон сорт:id;--",
    "дракон лимит:1;DROP",
    "/') OR 1=1 --/",
    "замечание:T102' OR '1",
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
    sql = compile_text(connection, query, lemma)[1].sql_condition
    for value in ("льф", "злод", "77", "олков", "bogi", "9", "чуж", "armor", "55"):
        assert value not in sql


def test_columns_of_the_field_table_are_plain_names(connection: sqlite3.Connection) -> None:
    """The field table is the only source of identifiers: each must name a column that is there."""
    columns = {row[1] for row in connection.execute("PRAGMA table_info(card)")}
    for field in SEARCH_FIELDS:
        table, _, column = field.column.rpartition(".")
        if table:
            assert column in {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        elif field.type not in (FieldType.STRIKE, FieldType.NAMED):
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
def test_heavy_query_ends(ask: Ask, connection: sqlite3.Connection, query: str) -> None:
    with counted_steps(connection):
        answer = answer_or_error(ask, query)
    if isinstance(answer, QueryError):
        assert "уровней" in answer.what or "поиск не знает" in answer.what


PIECES = st.sampled_from(
    [
        *SHOWN_KEYS, *(comparison.value for comparison in Comparison), "(", ")", '"', "«", "»", "“", "-", "−", "—",
        "или", "и", "OR", "AND", "NOT", "№", "{?}", "!", "*", "..", "3", "X", "1-2-3", "+1",
        "{tap}", "{", "}", "дракон", "эльф", "да", "нет", "сорт:", "лимит:", "один:", "имя-", "способность:(",
        "метание", "выстрел", "T102", "0.9", "/[а-я]+/", "/(/", "это:", "летающая", "фишка", "телепортация",
        "играемая", "стоимость",
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
def test_random_text_is_answered_or_refused_with_a_reason(ask: Ask, connection: sqlite3.Connection, text: str) -> None:
    with counted_steps(connection):
        answer = answer_or_error(ask, text)
    if isinstance(answer, QueryError):
        assert answer.hint
        assert 0 <= answer.start <= answer.end <= len(text)
    else:
        assert answer.total == len(answer.hits)
        assert parse_query(answer.query)
        assert_narrowed(answer, text)


def assert_narrowed(answer: Result, text: str) -> None:
    """All cards come only for a query that says so: by negation, by «or», or by a condition that all of them meet."""
    asked = answer.asked.node if answer.asked else None
    if answer.matched == 19 and isinstance(asked, TextMatch):
        raise AssertionError(f"{text!r} means every card")


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_whatever_parses_prints_to_its_equal(text: str) -> None:
    try:
        node = parse_query(text)
    except QueryError:
        return
    assert parse_query(str(node)) == node


COST, ELEMENT = FIELD_BY_KEY["стоимость"], FIELD_BY_KEY["стихия"]
SIMPLE: tuple[Node, ...] = (
    *(TextMatch(TextKind.WORD, word) for word in ("дракон", "меч", "{tap}", "+1", "1", "гоблин-меняла")),
    *(TextMatch(TextKind.PREFIX, word) for word in ("др", "1", "х")),
    *(TextMatch(TextKind.PHRASE, words) for words in ("и", "или", "and", "not", "чёрный дракон")),
    *(NumberIs(COST, sign, 4) for sign in (Comparison.HAS, Comparison.LESS, Comparison.AT_LEAST)),
    *(NumberBetween(COST, low, 13) for low in (0, 5)),
    *(CodeIs(ELEMENT, element) for element in Element),
    *(CodeIs(FIELD_BY_KEY["тип"], kind) for kind in CardType),
    *(FlagIs(FIELD_BY_KEY["элитная"], value) for value in (True, False)),
    *(HasValue(FIELD_BY_KEY["класс"], value) for value in (True, False)),
    *(
        parse_query(text).node
        for text in (
            "жизнь>=стоимость", "/[а-г]о/", "действие:выстрел", "оплата:фишка>=2", "триггер:ход", "способность:выстрел",
            "способность:(действие:выстрел дальность>=3)", "способность:(-действие:выстрел {tap})", "это:летающая",
            "термин:выстрел", "именная:броня", "изданий:1", "понято<1",
        )
    ),
)  # fmt: skip
# By number, so that Hypothesis need not print every leaf when it speaks of the strategy.
LEAVES: st.SearchStrategy[Node] = st.integers(0, len(SIMPLE) - 1).map(lambda place: SIMPLE[place])


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
    assert parse_query(str(tree)).node == tree


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
