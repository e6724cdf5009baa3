"""A rules document in one file with card pages: above them, between them, below them; all texts are invented."""

from __future__ import annotations

from time import process_time

import pytest

from ingest import dump
from ingest.formats import parse_document
from schema.records import Document, Harvest

FIELDS = """Выпуск\tМедный берег {number}
Стихия\tБолота
Тип\tАртефакт
Свойства\t9
Текст\tУдар по лодке.
Худ. текст\tВолна за волной."""
LISTS = """

Q: Можно ли плыть? A: Можно.

Правила

Лодка (судно). Плавает по воде. РП 1.0 от 02.03.2024

Дополнительные правила

Вода
Берег (суша). Рядом (с водой)."""
TITLED = """Устав каботажного боя

Общие слова о том, как начинают бой.

7.1 Первый ходит тот, чей якорь легче (см. п.7.2).

7.2. Матрос может:

· плыть вперёд;

· стоять.

Таблица бурь.

Бросок кубика ветра\tСила ветра
1, 2\tПромах
3-6\tСильный удар"""
UNNUMBERED = """Общие правила боя

Первый ходит тот, чей якорь легче.

Второй ходит тот, чей якорь тяжелее."""
CARDS = [FIELDS.format(number=1) + LISTS, FIELDS.format(number=2)]


def read(text: str) -> Harvest:
    return parse_document(Document("all.txt", text.encode()))


def articles(harvest: Harvest) -> list[tuple[str | None, str | None, str]]:
    (rules,) = harvest.rules
    return [(article.number, article.title, article.text) for article in rules.articles]


@pytest.mark.parametrize("between", ["\n\n", "\n\n\n", "\r\n\r\n"])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("first", [0, 1], ids=["below the lists", "below the fields"])
def test_a_document_is_read_wherever_it_stands(between: str, place: int, first: int) -> None:
    cards = CARDS if first == 0 else CARDS[::-1]
    harvest = read(between.join([*cards[:place], TITLED, *cards[place:]]))
    assert harvest.parser == "dump"
    assert harvest.problems == ()
    assert articles(harvest) == articles(read(TITLED))
    assert harvest.rules[0].title == "Устав каботажного боя"
    assert harvest.rules[0].tables[0].rows == (("1, 2", "Промах"), ("3-6", "Сильный удар"))
    texts = {card.key.number: (card.flavor, card.additional_terms) for card in harvest.cards}
    assert texts == {
        1: ("Волна за волной.", ("Вода", "Берег (суша). Рядом (с водой).")),
        2: ("Волна за волной.", None),
    }


@pytest.mark.parametrize("card", CARDS, ids=["lists", "fields"])
def test_the_next_card_keeps_its_name(card: str) -> None:
    for name in ("Бакенщик\n", "\nБакенщик\n", "\n3\tБакенщик\t1\tx.txt\n", "\nНазвание\tБакенщик\n"):
        harvest = read(f"{TITLED}\n\nТак кончается бой.\n{name}{card}")
        assert [card.name for card in harvest.cards] == ["Бакенщик"]
        assert articles(harvest)[-1][2].endswith("Так кончается бой.")


def test_a_page_without_a_release_ends_a_document() -> None:
    harvest = read(TITLED + "\n\n" + FIELDS.partition("\n")[2] + "\n\n" + CARDS[1])
    assert [(problem.code, problem.refused) for problem in harvest.problems] == [("S110", True)]
    assert articles(harvest) == articles(read(TITLED))


def test_paragraphs_under_a_heading_of_rules_are_a_document() -> None:
    harvest = read("\n\n".join([CARDS[0], UNNUMBERED, CARDS[1]]))
    assert harvest.problems == ()
    assert harvest.rules[0].title == "Общие правила боя"
    assert [text for _, _, text in articles(harvest)] == UNNUMBERED.split("\n\n")[1:]


@pytest.mark.parametrize("heading", ["Общие правила боя", "Правила боя", "Таблица бурь"])
def test_a_heading_stuck_to_the_line_above_is_parted_and_reported(heading: str) -> None:
    document = heading + TITLED[TITLED.index("\n") :]
    harvest = read(CARDS[0] + document + "\n\n" + CARDS[1])
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S113", 17)]
    assert harvest.rules[0].title == heading
    assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")


def test_a_document_without_a_heading_is_read_and_reported() -> None:
    untitled = TITLED[TITLED.index("7.1") :]
    harvest = read(f"{CARDS[0]}\nУстав\n\n{untitled}")
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S143", 20)]
    assert [number for number, _, _ in articles(harvest)] == ["7.1", "7.2", None]


def test_paragraphs_without_a_heading_are_refused_and_never_names() -> None:
    paragraphs = UNNUMBERED.split("\n\n")[1:]
    harvest = read("\n\n".join([CARDS[0], *paragraphs]))
    assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")
    assert [(problem.code, problem.raw) for problem in harvest.problems] == [("S114", text) for text in paragraphs]
    assert harvest.rules == ()


@pytest.mark.parametrize(
    "text",
    [
        f"{CARDS[0]}\n\nПорядок хода\nМель\n\n{CARDS[1]}",
        f"{CARDS[1]}\n\nПравила\n\nЧасть суши\n\nБерег или мель у воды. РП 1.0 от 02.03.2024\n\n{CARDS[0]}",
        f"{CARDS[1]}\n\nПравила\n\n7.1. Мель. Берег у воды. РП 1.0 от 02.03.2024\n\n7.2. Суша. Берег. "
        f"РП 1.0 от 02.03.2024\n\n{CARDS[0]}",
        f"{CARDS[1]}\n\nQ: Раз?\n\nA: Да:\n\n1.1 Раз и готово.\n\n1.2 Два и готово.\n\n{CARDS[0]}",
    ],
    ids=["name", "headword", "numbered entries", "answer"],
)
def test_parts_of_a_card_are_no_document(text: str) -> None:
    harvest = read(text)
    assert harvest.rules == ()
    assert [card.key.number for card in harvest.cards] == ([1, 2] if text.startswith(CARDS[0]) else [2, 1])


def test_a_repeated_number_is_reported_with_its_line_in_the_file() -> None:
    harvest = read(CARDS[1] + "\n\n" + TITLED.replace("7.2.", "7.1."))
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S142", 14)]


@pytest.mark.parametrize(
    "text",
    [
        "Раздел икс\n\n" * 8000,
        "\n" * 30000 + "Вода\n" * 15000 + "\n1.1 Раз.\n",
        "1\tИмя\t5\tx\n\n" * 6000 + "1.1 Раз\n",
        "Устав\n\n1.1 Раз\n\n1.2 Два\n" + "Номер\t5\n" * 6000 + "Выпуск\tМедный берег 2",
        "Тираж" + " " * 200_000,
    ],
    ids=["headings", "blanks", "headers", "keys", "wide"],
)
def test_time_grows_with_the_length_of_the_text(text: str) -> None:
    started = process_time()
    dump.parse(Document("x.txt", f"Выпуск\tМедный берег 1\n\nДополнительные правила\n\n{text}".encode()))
    dump.parse(Document("x.txt", f"Выпуск\tМедный берег 1\n{text}".encode()))
    assert process_time() - started < 5
