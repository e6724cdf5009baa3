"""A saved page of one card: layouts, labels, sections, pages that hold no card; every page here is invented."""

from __future__ import annotations

import pytest

from ingest.formats import parse_document
from schema.records import CardKey, CardRecord, Document, Harvest, PrintedIcon, Question, Strike
from schema.vocabulary import CardType, Element, FindingKind, Rarity, Severity, Subtype

TABLE = """<!DOCTYPE html><html><head><title>Бакенщик | Причал</title></head><body>
<nav><a>Выпуски</a></nav><h1>Бакенщик</h1><h2>Характеристики</h2>
<table>
<tr><th>Выпуск</th><td>Война стихий</td></tr>
<tr><th>Номер:</th><td>907</td></tr>
<tr><td>Стихия</td><td><img src="e8.png" alt="Болото"></td></tr>
<tr><td>Стоимость</td><td>Стоимость: 4 (Серебро)</td></tr>
<tr><td>Редкость</td><td>Редкая</td></tr>
<tr><td>Тип</td><td>Существо</td></tr>
<tr><td>Класс</td><td>Рыбак, Герой-повар</td></tr>
<tr><td>Здоровье</td><td>7</td></tr>
<tr><td>Количество ходов</td><td>1</td></tr>
<tr><td>Простой удар</td><td>1-2-2</td></tr>
<tr><td>Иконки</td><td><img src="armor-16x16.png">2 <img title="Защита от выстрелов" src="5.png"></td></tr>
<tr><td>Текст</td><td><img alt="ТАП">: За<b>жечь</b> бакен.<br>Мель &mdash; не море.
<p>Плыть <em>дальше</em>.</p></td></tr>
<tr><td>Худ. текст</td><td><em>Свети!</em></td></tr>
<tr><td>Художник</td><td>И. Красочкин, П. Тушь</td></tr>
</table><footer>Причал, 2020</footer></body></html>"""


def read(page: str) -> Harvest:
    return parse_document(Document("page.html", page.encode()))


def card(page: str) -> CardRecord:
    (found,) = read(page).cards
    return found


def test_a_table_field_by_field() -> None:
    harvest = read(TABLE)
    (found,) = harvest.cards
    assert (harvest.parser, harvest.problems) == ("html_card", ())
    assert (found.key, found.name) == (CardKey("Война стихий", 907), "Бакенщик")
    assert (found.element, found.rarity, found.cost, found.elite) == (Element.SWAMP, Rarity.RARE, 4, False)
    assert (found.card_type, found.subtype, found.classes) == (CardType.CREATURE, None, ("Рыбак", "Герой-повар"))
    assert (found.life, found.move, found.strike) == (7, 1, Strike(1, 2, 2))
    assert found.icons == (PrintedIcon("armor", 2), PrintedIcon("zov"))
    assert found.text == "{tap}: Зажечь бакен.\nМель — не море.\nПлыть дальше."
    assert (found.flavor, found.artists) == ("Свети!", ("И. Красочкин", "П. Тушь"))
    assert (found.direct_terms, found.additional_terms, found.questions) == (None, None, ())
    assert {value.field: value.line for value in found.values}["number"] == 5


@pytest.mark.parametrize(
    "page",
    [
        "<h2>Боцман</h2><dl><dt>Выпуск</dt><dd>Ложные боги 5</dd><dt>Стоимость</dt><dd>5 (Золото)</dd>"
        "<dt>Текст</dt><dd>Штиль.</dd></dl>",
        "<h2>Боцман</h2><dl><dt>Выпуск<dd>Ложные боги 5<dt>Стоимость<dd>5 (Золото)<dt>Текст<dd>Штиль.</dl>",
        "<h1>Боцман</h1><dl><div><dt>Выпуск:</dt><dd>Обычная Ложные боги 5</dd></div><div><dt>Стоимость</dt>"
        "<dd>5 (Золото)</dd></div><div><dt>Текст</dt><dd><p>Штиль.</p></dd></div></dl>",
        "<h1>Боцман</h1><p>Выпуск: Ложные боги 5</p><p>Стоимость: 5 (Золото)</p><p>Текст: Штиль.</p>",
        "<h1>Боцман</h1><p><b>Выпуск:</b> Ложные боги<br><b>Номер:</b> 5<br><b>Стоимость:</b> 5 (Золото)<br>"
        "<b>Текст:</b> Штиль.</p>",
        "<h1>Боцман</h1><ul><li><strong>Выпуск</strong> Ложные боги 5<li>Стоимость: 5 (Золото)<li>Текст: Штиль.</ul>",
        "<h1>Боцман</h1><div class=label>Выпуск</div><div>Ложные боги 5</div><div class=label>Стоимость:</div>"
        "<div>5 (Золото)</div><div class=label>Текст</div><div>Штиль.</div>",
        "<title>Боцман — Причал</title><table><tr><td>Выпуск<td>Ложные боги<td>Номер<td>5<tr><td>Стоимость"
        "<td>5 <img title='Золото' src=g.png><td>Текст<td>Штиль.</table>",
        "<table><tr><td><h1>Боцман</h1><table><tr><td>Выпуск</td><td>Ложные боги 5</td></tr><tr><td>Стоимость</td>"
        "<td>5 <i class='icon-gold'></i></td></tr><tr><td>Текст</td><td>Штиль.</td></tr></table></td></tr></table>",
        "<html><body><header><h1>Причал</h1></header><div><h2>Боцман</h2><p>Выпуск: Ложные боги 5</p><p>Стоимость: 5"
        " (Золото)</p></div><div class='card-text'><p>Штиль.</p></div></body></html>",
    ],
)
def test_one_card_in_many_layouts(page: str) -> None:
    found = card(page)
    assert (found.key, found.name) == (CardKey("Ложные боги", 5), "Боцман")
    assert (found.cost, found.elite, found.text) == (5, True, "Штиль.")


@pytest.mark.parametrize(
    ("extra", "text"),
    [
        ("<p>Текст: Штиль.<br>Ход: два шага.<br>Строй: нет.</p>", "Штиль.\nХод: два шага.\nСтрой: нет."),
        ("<p>Текст: Штиль.</p><p>Строй: нет.</p><p>Художник: П. Тушь</p>", "Штиль.\nСтрой: нет."),
        ("<p>Текст:</p><ul><li>Штиль.</li><li>Буря.</li></ul>", "• Штиль.\n• Буря."),
        ("<p>Текст</p><p>Штиль.</p>", "Штиль."),
    ],
)
def test_a_text_keeps_its_own_words_with_colons(extra: str, text: str) -> None:
    found = card(f"<h1>Боцман</h1><p>Выпуск: Ложные боги 5</p><p>Стоимость: 5</p>{extra}")
    assert found.text == text


def test_an_unknown_label_is_kept_and_reported() -> None:
    page = TABLE.replace("<tr><td>Класс", "<tr><td>Вес</td><td>3 пуда</td></tr><tr><td>Класс")
    harvest = read(page)
    (value,) = [value for value in harvest.cards[0].values if not value.known]
    assert (value.field, value.value) == ("Вес", "3 пуда")
    assert [(problem.code, problem.card) for problem in harvest.problems] == [("S115", CardKey("Война стихий", 907))]


def test_an_unknown_picture_is_a_lost_icon_with_its_file() -> None:
    harvest = read(TABLE.replace('<img alt="ТАП">', '<img src="/i/kraken-16x16.png">'))
    assert harvest.cards[0].text is not None
    assert harvest.cards[0].text.startswith("{?}: Зажечь")
    (problem,) = harvest.problems
    assert (problem.code, problem.kind, problem.field) == ("S170", FindingKind.LOST_ICON, "text")
    assert "kraken-16x16" in problem.message


def test_text_in_no_field_is_noted_once() -> None:
    harvest = read(TABLE.replace("</table>", "</table><p>Раз.</p><p>Два.</p>"))
    (problem,) = harvest.problems
    assert (problem.code, problem.severity, problem.raw, problem.refused) == (
        "S172",
        Severity.INFO,
        "Раз.\nДва.",
        False,
    )


SECTIONS = """<h2>FAQ</h2><h3>Плывёт ли бакен?</h3><p>Нет.</p>
<h2>Правила</h2><dl><dt>Мель</dt><dd>Место, где сидят. РП 4.1 от 01.02.2020</dd></dl>
<p><b>Буря.</b> Ветер с <img alt="Броня"> 1. РП 4.1 от 01.02.2020</p>
<h2>Дополнительные правила</h2><ul><li>Якорь</li><li>115. Штиль.</li></ul><h2>Отзывы</h2><p>Хорошая карта.</p>"""


def test_sections_of_a_page() -> None:
    harvest = read(TABLE.replace("<footer>", SECTIONS + "<footer>"))
    (found,) = harvest.cards
    assert found.questions == (Question("Плывёт ли бакен?", "Нет."),)
    assert found.direct_terms == ("Мель", "Буря")
    assert found.additional_terms == ("Якорь", "115. Штиль.")
    assert [(term.headword, term.definition, term.rules_version) for term in harvest.terms] == [
        ("Мель", "Место, где сидят.", "РП 4.1 от 01.02.2020"),
        ("Буря", "Ветер с {armor} 1.", "РП 4.1 от 01.02.2020"),
    ]
    assert [(problem.code, problem.raw) for problem in harvest.problems] == [("S172", "Хорошая карта.")]


@pytest.mark.parametrize(
    ("section", "questions"),
    [
        ("<h2>FAQ</h2><p>Q: Тонет?<br>A: Нет.</p><p>Q: Горит? A: Да.</p>", 2),
        ("<h2>FAQ</h2><p>Вопрос: Тонет?</p><p>Ответ: Нет.</p>", 1),
        ("<h2>Вопросы и ответы</h2><p>Тонет?</p><p>Нет.</p><p>Горит?</p><p>Да.</p>", 2),
        ("<h2>FAQ</h2><dl><dt>Тонет?</dt><dd>Нет.</dd></dl>", 1),
        (
            "<p><b>FAQ</b></p><table><tr><th>Вопрос</th><th>Ответ</th></tr><tr><td>Тонет?</td><td>Нет.</td></tr></table>",
            1,
        ),
    ],
)
def test_questions_of_a_page(section: str, questions: int) -> None:
    (found,) = read(TABLE.replace("<footer>", section + "<footer>")).cards
    assert len(found.questions) == questions
    assert found.questions[0] == Question("Тонет?", "Нет.")


def test_sections_may_be_rows_of_the_table() -> None:
    rows = (
        "<tr><td>Правила</td><td><p>Мель. Место, где сидят. РП 4.1 от 01.02.2020</p></td></tr>"
        "<tr><td>Дополнительные правила</td><td>Якорь<br>Штиль</td></tr></table>"
    )
    (found,) = read(TABLE.replace("</table>", rows)).cards
    assert (found.direct_terms, found.additional_terms) == (("Мель",), ("Якорь", "Штиль"))


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (TABLE.replace("Война стихий", " "), "S110"),
        (TABLE.replace("907", ""), "S111"),
        (TABLE.replace("907", "много"), "S111"),
    ],
)
def test_a_card_without_release_or_number_is_refused_with_its_text(page: str, code: str) -> None:
    harvest = read(page)
    refused = [problem for problem in harvest.problems if problem.refused]
    assert harvest.cards == ()
    assert [problem.code for problem in refused] == [code]
    assert "Бакенщик" in refused[0].raw


@pytest.mark.parametrize(
    "card_type", [("Существо – Летающее", Subtype.FLYING), ("Существо (паразит)", Subtype.PARASITE)]
)
def test_subtypes(card_type: tuple[str, Subtype]) -> None:
    page = TABLE.replace("<td>Существо</td>", f"<td>{card_type[0]}</td>").replace(">1</td>", ">-</td>")
    assert card(page).subtype is card_type[1]


def test_bytes_of_a_page_in_windows_1251() -> None:
    data = TABLE.replace("<head>", '<head><meta charset="windows-1251">').encode("cp1251")
    harvest = parse_document(Document("page.html", data))
    assert harvest.cards[0].text == card(TABLE).text
    assert harvest.problems == ()
