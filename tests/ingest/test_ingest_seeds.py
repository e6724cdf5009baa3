"""The user's own documents, field by field: structure, numbers and short values; no sentence is copied here."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from ingest.formats import parse_document
from schema.gaps import find_gaps
from schema.records import CardKey, CardRecord, Document, Harvest, PrintedIcon, Strike
from schema.vocabulary import CardType

VERSION = "РП 4.1-2 от 09.11.2024"
PAGES = ("000_1b0215a282c263ba.txt", "001_ab824b629bb5bf28.txt", "004_8b0807a655e635fd.txt")
RULES = "002_41bb27c18c3e7138.txt"


def harvest(seeds: Path, name: str) -> Harvest:
    return parse_document(Document(name, (seeds / name).read_bytes()))


def card(seeds: Path, name: str) -> CardRecord:
    (found,) = harvest(seeds, name).cards
    return found


@pytest.mark.parametrize("name", [*PAGES, RULES])
def test_nothing_is_wrong_with_the_documents_but_one_icon_lost_in_a_definition(seeds: Path, name: str) -> None:
    found = [(problem.code, problem.field, problem.line) for problem in harvest(seeds, name).problems]
    assert found == ([("S133", "definition", 16)] if name == PAGES[2] else [])


@pytest.mark.parametrize(
    ("name", "key", "cost", "class_name", "strike", "icons", "artist", "direct", "additional", "faq"),
    [
        (PAGES[0], ("Ложные боги", 12), 4, "Аккениец", "2-2-3", 1, "Павел Спицын", 4, 11, 1),
        (PAGES[1], ("Путь Хранителей", 168), 4, "Демон", "1-2-2", 1, "Антон Квасоваров", 6, 34, 0),
        (PAGES[2], ("Ложные боги", 88), 5, "Страж леса", "2-2-3", 0, "Анастасия Цепелева", 4, 28, 0),
    ],
)
def test_card_field_by_field(
    seeds: Path,
    name: str,
    key: tuple[str, int],
    cost: int,
    class_name: str,
    strike: str,
    icons: int,
    artist: str,
    direct: int,
    additional: int,
    faq: int,
) -> None:
    found = card(seeds, name)
    assert found.key == CardKey(*key)
    assert (found.name, found.element, found.rarity, found.elite) == (None, None, None, None)
    assert (found.cost, found.cost_text) == (cost, None)
    assert (found.card_type, found.subtype) == (CardType.CREATURE, None)
    assert found.classes == (class_name,)
    assert (found.life, found.move) == (9, 1)
    assert found.strike == Strike(*map(int, strike.split("-")))
    assert found.icons == (PrintedIcon(None, 1),) * icons
    assert found.artists == (artist,)
    assert len(found.direct_terms or ()) == direct
    assert len(found.additional_terms or ()) == additional
    assert len(found.questions) == faq


@pytest.mark.parametrize("name", PAGES)
def test_values_stand_in_the_file_letter_by_letter(seeds: Path, name: str) -> None:
    lines = (seeds / name).read_text(encoding="utf-8").split("\n")
    found = card(seeds, name)
    for value in found.values:
        assert value.line is not None
        assert lines[value.line - 1].endswith("\t" + value.value)
    assert lines[7] == f"Текст\t{found.text_source}"
    assert lines[8] == f"Худ. текст\t{found.flavor}"
    for term in (*(found.additional_terms or ()),):
        assert term in lines


def test_three_lost_icons_are_marked_and_the_letter_for_a_digit_stays(seeds: Path) -> None:
    found = card(seeds, PAGES[2])
    assert found.text is not None
    assert found.text_source is not None
    assert found.text.count("{?}") == len(find_gaps(found.text_source)) == 3
    assert found.text.startswith("{?}: ")
    assert "на З " in found.text
    assert [card(seeds, name).text == card(seeds, name).text_source for name in PAGES] == [True, True, False]


def test_question_and_answer_are_the_document_s(seeds: Path) -> None:
    (question,) = card(seeds, PAGES[0]).questions
    line = (seeds / PAGES[0]).read_text(encoding="utf-8").split("\n")[11]
    assert line == f"Q: {question.question} A:{question.answer}"


def test_fourteen_entries_thirteen_terms_one_version(seeds: Path) -> None:
    terms = [term for name in PAGES for term in harvest(seeds, name).terms]
    assert len(terms) == 14
    assert len({term.headword for term in terms}) == 13
    assert {term.rules_version for term in terms} == {VERSION}
    assert not any("РП 4" in term.definition for term in terms)
    assert [term.headword for term in terms if term.headword.endswith(")")] == [
        "Поменять местами (карты)",
        "Метание на X (на X-Y-Z)",
        "Один (Х) раз за ход (прочее)",
        "Опыт в защите Х (ОвЗ)",
        "Движение (Двигаться, Передвигаться, Передвижение)",
    ]
    assert {"+Х (–Х) к атаке", "Прыжок, дальность X"} <= {term.headword for term in terms}


def test_definitions_keep_paragraphs_and_bullets(seeds: Path) -> None:
    terms = {term.headword: term for name in PAGES for term in harvest(seeds, name).terms}
    for headword in ("Телепортация", "Прыжок, дальность X"):
        first, *bullets = terms[headword].definition.split("\n")
        assert not first.startswith("•")
        assert [bullet[:2] for bullet in bullets] == ["• ", "• "]


def test_definitions_are_the_lines_of_the_file(seeds: Path) -> None:
    for name in PAGES:
        text = (seeds / name).read_text(encoding="utf-8")
        for term in harvest(seeds, name).terms:
            for paragraph in term.definition.replace("{?}", "").split("\n"):
                assert paragraph in text


def test_seventy_three_additional_names_in_their_order(seeds: Path) -> None:
    listed = [card(seeds, name).additional_terms or () for name in PAGES]
    assert sum(map(len, listed)) == 73
    assert listed[0][-1] == "Стоящая рядом (карта). Рядом (с картой/клеткой)."
    assert "Совершить (игродействие). Использовать игродействие (способность)." in listed[1]
    assert {"115. Условная играемая особенность.", "Движение (Двигаться)"} <= set(listed[2])
    assert "Метание" in listed[1]


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "\r\n"], ids=["glued", "line", "blank", "crlf"])
@pytest.mark.parametrize("order", list(permutations([*PAGES, RULES])), ids=lambda names: "-".join(n[:3] for n in names))
def test_documents_put_into_one_file_in_any_order_lose_nothing(
    seeds: Path, between: str, order: tuple[str, ...]
) -> None:
    joined = between.join((seeds / name).read_text(encoding="utf-8") for name in order)
    together = parse_document(Document("joined.txt", joined.encode()))
    apart = {found.key: found for found in (card(seeds, name) for name in PAGES)}
    assert {found.key for found in together.cards} == set(apart)
    for one in together.cards:
        other = apart[one.key]
        assert (one.direct_terms, one.additional_terms) == (other.direct_terms, other.additional_terms)
        assert (one.text, one.artists, one.questions, one.name) == (other.text, other.artists, other.questions, None)
    assert len(together.terms) == 13
    (document,), (alone,) = together.rules, harvest(seeds, RULES).rules
    assert document.title == alone.title
    assert [(article.number, article.title, article.text) for article in document.articles] == [
        (article.number, article.title, article.text) for article in alone.articles
    ]
    assert [(table.title, table.rows, table.after) for table in document.tables] == [
        (table.title, table.rows, table.after) for table in alone.tables
    ]
    # The lost icon is reported in any order, and each of three places where two files became one line.
    codes = sorted(problem.code for problem in together.problems)
    assert codes == (["S133"] if between else ["S113", "S113", "S113", "S133"])


def test_rules_document(seeds: Path) -> None:
    (rules,) = harvest(seeds, RULES).rules
    lines = (seeds / RULES).read_text(encoding="utf-8").split("\n")
    assert rules.title == lines[0]
    assert [article.title for article in rules.articles if article.title] == [
        "Правила проведения сражений.",
        "Таблица Ударов.",
    ]
    numbered = {article.number: article for article in rules.articles if article.number}
    assert list(numbered) == ["514.4", "514.6", "514.7", "514.8"]
    assert {number: article.line for number, article in numbered.items()} == {
        "514.4": 36,
        "514.6": 40,
        "514.7": 50,
        "514.8": 52,
    }
    assert {number: article.text.count("\n• ") for number, article in numbered.items()} == {
        "514.4": 0,
        "514.6": 3,
        "514.7": 0,
        "514.8": 3,
    }
    for article in numbered.values():
        for line in article.text.split("\n"):
            assert any(source.endswith(line.removeprefix("• ")) for source in lines)
    plain = [article for article in rules.articles if article.number is None and article.title is None]
    assert len(plain) == 12
    assert all(article.text in lines for article in plain)


def test_every_line_of_the_rules_document_is_somewhere(seeds: Path) -> None:
    (rules,) = harvest(seeds, RULES).rules
    kept = [rules.title, *(part for article in rules.articles for part in (article.title, *article.text.split("\n")))]
    cells = {cell for table in rules.tables for row in (table.header, *table.rows) for cell in row}
    whole = "\n".join(filter(None, kept))
    for line in (seeds / RULES).read_text(encoding="utf-8").split("\n"):
        if "\t" in line:
            assert set(line.split("\t")) <= cells
        else:
            bare = line.lstrip("· ")
            number, _, rest = bare.partition(" ")
            assert bare in whole or (number[:1].isdigit() and rest in whole)


def test_strike_table_is_whole(seeds: Path) -> None:
    (rules,) = harvest(seeds, RULES).rules
    (table,) = rules.tables
    assert rules.articles[table.after].title == table.title
    assert len(table.header) == 4
    assert all(cell for row in table.rows for cell in row)
    assert [(row[0][0], row[1][0], row[2].split()[0], row[3].split()[0]) for row in table.rows] == [
        ("1", "1", "Слабый", "Промах"),
        ("4", "1", "Средний", "Промах"),
        ("6", "1", "Сильный", "Промах"),
        ("Л", "5", "Промах", "Промах"),
        ("Л", "6", "Промах", "Слабый"),
    ]
