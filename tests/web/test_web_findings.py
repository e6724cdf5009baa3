"""The report of findings and the pages of codes: filters, trend, context, and what wrong addresses say."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from db.connect import open_database
from db.findings import (
    FindingFilter,
    count_by_card,
    count_by_release,
    count_findings,
    list_findings,
)
from pipeline.build import build
from pipeline.catalogue import CATALOGUE
from schema.vocabulary import Severity
from web.server import make_datasette
from web.text import Flaw, render_excerpt

PAGE = "{name}\nВыпуск\t{release} {number}\nТип\tСущество\nСвойства\t9 1 2-2-3\nТекст\t{text}\n\n"
Fetch = Callable[[str], tuple[int, str]]


def page(text: str, number: int = 1, release: str = "Новый рассвет", name: str = "Кузнец") -> str:
    return PAGE.format(name=f"{name} {number}", release=release, number=number, text=text)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build three times: two faults of a code, then one, then one and others in a second release."""
    folder = tmp_path_factory.mktemp("findings")
    source, target = folder / "cards.txt", folder / "berserk.db"
    fine = page("Рывок.", 2)
    for text in (
        page("{tap}: Разряд на З. {tap}: Разряд на З.") + fine,
        page("{tap}: Разряд на З.") + fine,
        page("{tap}: Разряд на З.") + fine + page("{tap} : Разряд на З, дальность 4.", 3, "Старый закат", "Бондарь"),
    ):
        source.write_text(text, encoding="utf-8")
        build([source], target)
    return target


@pytest.fixture(scope="module")
def fetch(database: Path) -> Iterator[Fetch]:
    """Return what gives status and body of an address."""
    served = make_datasette(database)

    def get(address: str) -> tuple[int, str]:
        response: Any = asyncio.run(served.client.get(address))
        return response.status_code, response.text

    yield get
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


def rows(html: str, heading: str) -> dict[str, list[str]]:
    """Return the rows of the table or list under a heading, by their first cell."""
    part = html.split(f'id="{heading}"')[1].split("</section>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in part.split("<tr>")[2:]]
    plain = [[re.sub("<[^>]*>", "", cell).strip() for cell in row] for row in cells]
    return {first: others for first, *others in plain}


def test_the_report_counts_by_code_with_the_change_since_the_build_before(fetch: Fetch) -> None:
    status, html = fetch("/findings")
    assert status == 200
    codes = rows(html, "h-codes")
    assert codes["L101"] == [CATALOGUE["L101"].title, "2", "—", "—", "+1"]
    assert codes["T104"][-1] == "+1"
    assert 'href="/check/L101"' in html


def test_the_report_counts_by_release_and_card(fetch: Fetch) -> None:
    _, html = fetch("/findings?family=L")
    releases = rows(html, "h-releases")
    assert releases["Новый рассвет"] == ["1", "0", "1 из 2", "50\u00a0%"]
    assert releases["Старый закат"] == ["1", "0", "1 из 1", "100\u00a0%"]
    assert 'href="/findings?family=L&amp;release=novyj-rassvet"' in html
    cards = html.split('id="h-cards"')[1]
    assert '<a href="/card/novyj-rassvet/1">Кузнец 1</a>' in cards
    assert "Кузнец 2" not in cards


def test_the_trend_is_drawn_with_its_numbers_as_a_table(fetch: Fetch) -> None:
    _, html = fetch("/findings?family=L")
    figure = html.split('<figure class="chart">')[1].split("</figure>")[0]
    assert 'role="img"' in figure
    told = re.findall(r'<th scope="row">(.*?)</th><td class="right">(.*?)</td>', figure)
    assert told == [("−2", "2"), ("−1", "1"), ("эта", "2")]
    assert '<figure class="chart">' not in fetch("/findings?release=novyj-rassvet")[1]


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("severity=error", "L101", "S208"),
        ("severity=info", "S208", "L101"),
        ("severity=alarm", "L101", "S208"),
        ("family=T", "T104", "L101"),
        ("family=" + quote("т"), "T104", "L101"),
        ("release=novyj-rassvet", "L101", "T104"),
        ("severity=&family=&release=", "T104", "Z999"),
    ],
)
def test_the_report_is_narrowed_without_a_script(fetch: Fetch, query: str, shown: str, hidden: str) -> None:
    status, html = fetch(f"/findings?{query}")
    assert status == 200
    codes = rows(html, "h-codes")
    assert shown in codes
    assert hidden not in codes
    assert '<form class="choices" action="/findings" method="get">' in html


def test_what_is_chosen_stays_chosen(fetch: Fetch) -> None:
    _, html = fetch("/findings?severity=error&family=L&release=novyj-rassvet")
    assert '<option value="error" selected>' in html
    assert '<option value="L" selected>' in html
    assert '<input type="hidden" name="release" value="novyj-rassvet">' in html
    assert "<h1>Замечания: Новый рассвет</h1>" in html


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/findings?severity=bad", 400, "Нет важности «bad»"),
        ("/findings?family=Q", 400, "Нет семейства проверок «Q»"),
        ("/findings?release=net", 404, "Такого выпуска нет"),
        ("/check/T999", 404, "Ближайший код: T1"),
        ("/check/L1O1", 404, "Ближайший код: L101"),
        ("/check/" + quote("<b>"), 404, "Весь список: /findings"),
    ],
)
def test_a_wrong_address_says_what_is_wrong(fetch: Fetch, address: str, status: int, words: str) -> None:
    got, html = fetch(address)
    assert got == status
    assert words in html


@pytest.mark.parametrize("code", ["l101", "Т104", "т104"])
def test_a_code_in_small_or_cyrillic_letters_leads_to_its_page(fetch: Fetch, code: str) -> None:
    assert fetch("/check/" + quote(code))[0] == 301


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_its_page(fetch: Fetch, code: str) -> None:
    status, html = fetch(f"/check/{code}")
    entry = CATALOGUE[code]
    assert status == 200
    assert f"<h1><code>{code}</code>" in html
    assert ("<h2>Плохо</h2>" in html) == bool(entry.bad)
    assert ("безопасная правка" in html) == entry.safe_fix
    assert ("Основание:" in html) == bool(entry.follows)


def test_the_page_of_a_code_shows_its_findings_in_their_texts(fetch: Fetch) -> None:
    _, html = fetch("/check/L101")
    assert '<a href="/card/novyj-rassvet/1">Кузнец 1</a>' in html
    assert re.search(r'<p class="excerpt">.*Разряд на <mark class="flaw flaw-error"[^>]*>З</mark>\.', html)
    assert "с прежней сборки +1" in html
    assert 'href="/findings?family=L&amp;release=staryj-zakat"' in html


def test_queries_count_and_list_what_the_filter_wants(database: Path) -> None:
    connection = open_database(database)
    only = FindingFilter((Severity.ERROR,), ("L101",), "staryj-zakat")
    assert count_findings(connection, only) == [("L101", Severity.ERROR, 1)]
    (line,) = list_findings(connection, only)
    assert (line.card_id, line.card_title, line.quote) == ("staryj-zakat-3", "Бондарь 3", "З")
    assert line.text is not None
    assert line.text[line.start : line.end] == "З"
    (release,) = count_by_release(connection, only)
    assert (release.id, release.cards, release.faulty, release.alarms, release.notes) == ("staryj-zakat", 1, 1, 1, 0)
    assert [(card.card_id, card.alarms) for card in count_by_card(connection, only)] == [("staryj-zakat-3", 1)]
    assert count_findings(connection, FindingFilter(codes=())) == []
    assert count_by_card(connection, limit=1)[0].alarms >= 2
    connection.close()


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("один два три", 5, 8, "один <m>два</m> три"),
        ("один два три четыре пять", 9, 12, "… два <m>три</m> четыре …"),
        ("один два", 0, 4, "<m>один</m> два"),
        ("<b>", 0, 1, "<m>&lt;</m>b&gt;"),
    ],
)
def test_an_excerpt_keeps_whole_words(text: str, start: int, end: int, shown: str) -> None:
    html = str(render_excerpt(text, Flaw(start, end, Severity.ERROR, "пробное"), 3))
    assert re.sub(r"<(/?)mark[^>]*>", r"<\1m>", html) == shown
