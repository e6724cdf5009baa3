"""Pages of terms, rules and questions; pages that hold nothing; all invented."""

from __future__ import annotations

import pytest

from ingest.formats import parse_document
from ingest.html_page import read_tree
from ingest.html_tables import restore_grid
from ingest.html_text import read_page
from schema.records import Document, Harvest

HEAD = "<html><head><title>Правила каботажа</title></head><body>"
VERSION = "РП 2.0 от 01.02.2020"


def read(page: str) -> Harvest:
    return parse_document(Document("page.html", page.encode()))


@pytest.mark.parametrize(
    "body",
    [
        f"<dl><dt>Мель</dt><dd>Место, где сидят. {VERSION}</dd><dt>Буря</dt><dd><p>Ветер.</p><ul><li>сильный;<li>злой."
        f"</ul>{VERSION}</dd></dl>",
        f"<h1>Термины</h1><h3>Мель</h3><p>Место, где сидят. {VERSION}</p><h3>Буря</h3><p>Ветер.</p><ul>"
        f"<li>сильный;</li><li>злой. {VERSION}</li></ul>",
        f"<table><tr><th>Термин</th><th>Определение</th><th>Версия</th></tr><tr><td>Мель</td><td>Место, где сидят.</td>"
        f"<td rowspan=2>{VERSION}</td></tr><tr><td>Буря</td><td>Ветер.<br>• сильный;<br>• злой.</td></tr></table>",
        f"<table><tr><th>Мель</th><td>Место, где сидят. {VERSION}</td></tr><tr><th>Буря</th><td>Ветер.<ul><li>сильный;"
        f"<li>злой.</ul>{VERSION}</td></tr></table>",
        f"<p><b>Мель.</b> Место, где сидят. {VERSION}</p><p><strong>Буря</strong> — Ветер.<br>• сильный;<br>• злой. "
        f"{VERSION}</p>",
    ],
)
def test_terms_in_many_layouts(body: str) -> None:
    harvest = read(HEAD + body)
    assert harvest.parser == "html_rules"
    assert [(term.headword, term.definition, term.rules_version) for term in harvest.terms] == [
        ("Мель", "Место, где сидят.", VERSION),
        ("Буря", "Ветер.\n• сильный;\n• злой.", VERSION),
    ]
    assert [problem.code for problem in harvest.problems if problem.code != "S172"] == []


def test_icons_of_a_glossary_page_stay() -> None:
    """Case 45: icons vanish from rulings where alt texts are dropped."""
    harvest = read(
        HEAD
        + '<dl><dt><img src="armor-16x16.png"> Броня X</dt><dd>При <img alt="ТАП"> и <img src="kr.png"> вычтите X.</dd>'
    )
    (term,) = harvest.terms
    assert (term.headword, term.definition) == ("Броня X", "При {tap} и {?} вычтите X.")
    assert {problem.code for problem in harvest.problems} == {"S130", "S170"}


def test_a_lost_icon_of_a_definition_is_marked_and_reported() -> None:
    harvest = read(HEAD + f"<dl><dt>Мель</dt><dd>+1 к  до вечера. {VERSION}</dd></dl>")
    assert harvest.terms[0].definition == "+1 к {?} до вечера."
    assert [problem.code for problem in harvest.problems] == ["S133"]


def test_terms_without_a_version_are_noted_once() -> None:
    harvest = read(HEAD + "<dl><dt>Мель</dt><dd>Место.</dd><dt>Буря</dt><dd>Ветер.</dd></dl>")
    assert [(problem.code, problem.message) for problem in harvest.problems] == [
        ("S130", "У правила нет версии: «Мель» и ещё 1")
    ]


def test_a_headword_without_definition_is_refused() -> None:
    harvest = read(HEAD + f"<dl><dt>Мель</dt><dd>Место. {VERSION}</dd><dt>Буря</dt><dd></dd></dl>")
    assert [(problem.code, problem.refused, problem.raw) for problem in harvest.problems] == [("S131", True, "Буря")]


RULES = f"""{HEAD}<h1>Устав боя</h1><p>Общие слова.</p><h2>7. Порядок хода</h2>
<p>7.1 Первый ходит тот, чей якорь легче (п.7.3).</p><p>7.2. Матрос может:</p><ul><li>плыть;</li><li>стоять.</li></ul>
<p>Такой матрос готов.</p><h3>Таблица бурь</h3>
<table><tr><th colspan=2>Бросок</th><th rowspan=2>Сила</th></tr><tr><th>Ваш</th><th>Чужой</th></tr>
<tr><td rowspan=2>1, 2</td><td>1</td><td>Промах</td></tr><tr><td>2</td><td>Слабый</td></tr>
<tr><td colspan=2>любой</td><td><img alt="Простой удар"></td></tr></table>
<p>7.3 Буря <b>прекр</b>ащает бой.</p><p>{VERSION}</p></body></html>"""


def test_articles_and_tables_of_a_rules_page() -> None:
    (rules,) = read(RULES).rules
    assert (rules.title, rules.rules_version) == ("Устав боя", VERSION)
    assert [(article.number, article.title) for article in rules.articles] == [
        (None, None), ("7", "Порядок хода"), ("7.1", None), ("7.2", None), (None, "Таблица бурь"), ("7.3", None),
        (None, None),
    ]  # fmt: skip
    assert rules.articles[3].text == "Матрос может:\n• плыть;\n• стоять.\nТакой матрос готов."
    assert rules.articles[5].text == "Буря прекращает бой."
    (table,) = rules.tables
    assert (table.title, table.after) == ("Таблица бурь", 4)
    assert table.header == ("Бросок — Ваш", "Бросок — Чужой", "Сила")
    assert table.rows == (("1, 2", "1", "Промах"), ("1, 2", "2", "Слабый"), ("любой", "любой", "{strike}"))


@pytest.mark.parametrize(
    ("markup", "rows"),
    [
        ("<tr><td>а<td>б<tr><td>в<td>г", ["аб", "вг"]),
        ("<tr><td rowspan=2>а<td>б<tr><td>в<tr><td>г<td>д", ["аб", "ав", "гд"]),
        ("<tr><td rowspan=0>а<td>б<tr><td>в<tr><td>г", ["аб", "ав", "аг"]),
        ("<tr><td>а<td rowspan=9>б<tr><td>в", ["аб", "вб"]),
        ("<tr><td rowspan=2 colspan=2>а<td>б<tr><td>в", ["ааб", "аав"]),
        ("<tr><td>а<td rowspan=2>б<td>в<tr><td>г<td>д", ["абв", "гбд"]),
        ("<tr><td>а<td>б<tr><td>в", ["аб", "в-"]),
        ("<tr><td rowspan=2>а<td rowspan=2>б<tr></tr><tr><td>в<td>г", ["аб", "вг"]),
        ("<tr><td colspan=x rowspan=-1>а<td>б", ["аб"]),
        ("<thead><tr><th>а<th>б<tbody><tr><th>в<td>г", ["аб", "вг"]),
    ],
)
def test_spans_fill_every_place_they_cover(markup: str, rows: list[str]) -> None:
    tree = read_tree(f"<table>{markup}</table>".encode())
    assert tree.soup is not None
    table = next(box.table for box in read_page(tree.soup).boxes if box.table)
    grid = restore_grid(table)
    assert grid is not None
    assert ["".join(box.raw if box else "-" for box in row) for row in (*grid.headers, *grid.rows)] == rows


def test_spans_that_claim_too_much_are_refused() -> None:
    body = "<p>1.1 Раз.</p><p>1.2 Два.</p><table>" + "<tr><td colspan=1000 rowspan=1000>а<td>б</tr>" * 300
    harvest = read(HEAD + body)
    assert [problem.code for problem in harvest.problems if problem.refused] == ["S174"]
    assert len(harvest.rules[0].articles) == 2


def test_a_number_given_twice_is_reported() -> None:
    harvest = read(HEAD + "<p>1.1 Раз и готово.</p>\n<p>1.1 Два и готово.</p>")
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S142", 2)]


@pytest.mark.parametrize(
    "body",
    [
        "<h1>FAQ</h1><h3>Тонет?</h3><p>Нет.</p>",
        "<h1>FAQ</h1><dl><dt>Тонет?</dt><dd>Нет.</dd></dl>",
        "<h1>FAQ</h1><p>Q: Тонет? A: Нет.</p>",
        "<h1>FAQ</h1><p>Вопрос: Тонет?</p><p>Ответ: Нет.</p>",
        "<h1>FAQ</h1><p><b>Тонет?</b> Нет.</p>",
        "<h1>FAQ</h1><h3><button>Тонет?</button></h3><div hidden>Нет.</div>",
    ],
)
def test_questions_in_many_layouts(body: str) -> None:
    harvest = read(HEAD + body)
    (question,) = harvest.questions
    assert (question.card, question.question, question.answer) == (None, "Тонет?", "Нет.")
    assert harvest.problems == ()


def test_questions_stand_under_the_name_of_their_card() -> None:
    harvest = read(
        HEAD
        + "<h1>FAQ</h1><h2>Боцман (Ложные боги 5)</h2><h3>Тонет?</h3><p>Нет.</p><h2>Бакен</h2><h3>Горит?</h3><p>Да.</p>"
    )
    assert [(each.card, each.release, each.number) for each in harvest.questions] == [
        ("Боцман", "Ложные боги", 5), ("Бакен", None, None),
    ]  # fmt: skip


@pytest.mark.parametrize("merged", [True, False])
def test_a_table_of_questions_gives_name_and_number_once(merged: bool) -> None:
    span, empty = (" rowspan=2", "") if merged else ("", "<td></td><td>&nbsp;</td>")
    harvest = read(
        f"{HEAD}<table><tr><th>№<th>Карта<th>Вопрос<th>Ответ<th>Утверждено</tr><tr><td{span}>5<td{span}>Боцман<td>Тонет?"
        f"<td>Нет.<td>да</tr><tr>{empty}<td>Горит?<td>Да,<br>порой.<td>нет</tr></table>"
    )
    assert [(each.number, each.card, each.question, each.answer, each.approved) for each in harvest.questions] == [
        (5, "Боцман", "Тонет?", "Нет.", True), (5, "Боцман", "Горит?", "Да,\nпорой.", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<h1>Ведутся технические работы</h1><p>Зайдите позже.</p>", "идут работы"),
        ("<h1>Простите</h1><p>Работы на сайте до утра</p>", "идут работы"),
        ("<form><p>Войдите, чтобы увидеть карту</p><input type=password></form>", "нужен вход"),
        ("<title>404 Not Found</title><h1>404 Not Found</h1><hr><center>nginx</center>", "ошибки"),
        ("<h1>Страница не найдена</h1>", "ошибки"),
        ("<title>502 Bad Gateway</title>", "ошибки"),
        ("<title>Just a moment...</title><p>Checking your browser</p>", "не робот"),
        ("<div id=root></div><script>draw()</script>", "рисуется программой"),
        ("<h1>Новости причала</h1><h3>Привезли рыбу</h3><p>Много.</p><h3>Увезли рыбу</h3><p>Мало.</p>", "незнакома"),
        ("<ul><li><a href=1>Боцман</a><li><a href=2>Бакенщик</a></ul>", "незнакома"),
        ("<h1>Причал</h1><dl><dt>Погода</dt><dd>штиль</dd></dl>", "незнакома"),
        ("<h1>Боцман</h1><p>Набор — Ложные боги</p>", "незнакома"),
    ],
)
def test_a_page_that_holds_nothing_is_refused_and_says_what_it_seems(body: str, reason: str) -> None:
    """Case 53: an error page never reads as «no cards»."""
    harvest = read(f"<!DOCTYPE html><html><body>{body}</body></html>")
    assert harvest.records == 0
    (problem,) = harvest.problems
    assert (problem.code, problem.refused) == ("S171", True)
    assert reason in problem.message
