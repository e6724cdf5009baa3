"""The duel and defenders pages and the answer for programs: switches in the address, articles linked, valid pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from test_web_pages import read_page

from pipeline.build import build
from web.server import make_datasette

ROOT = Path(__file__).parent.parent.parent
CARD = """{name}
Выпуск\tНовый рассвет {number}
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t{life} 1 1-2-3
Иконки\t{icons}
Текст\t{text}
"""
A, B = "novyj-rassvet-1", "novyj-rassvet-2"
PAIR = f"/duel?a={A}&b={B}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Serve two invented cards and the bundled rules."""
    folder = tmp_path_factory.mktemp("duels")
    cards = [
        CARD.format(name="Сторож", number=1, life=9, icons="ova:1", text="При {strike} открыться. Строй: {armor} 1."),
        CARD.format(name="Кузнец", number=2, life=2, icons="ovz:2", text="Рывок."),
    ]
    (folder / "cards.txt").write_text("\n\n".join(cards), encoding="utf-8")
    rules = (ROOT / "ingest" / "sample" / "rules.txt").read_text(encoding="utf-8")
    (folder / "rules.txt").write_text(rules, encoding="utf-8")
    build([folder / "cards.txt", folder / "rules.txt"], folder / "berserk.db")
    served = make_datasette(folder / "berserk.db")
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


async def show(site: Any, address: str, status: int = 200) -> str:
    response = await site.get(address)
    assert response.status_code == status, response.text[:500]
    return unescape(re.sub(r"\s+", " ", response.text))


PAGES = (
    "/duel",
    f"/duel?a={A}",
    PAIR,
    f"{PAIR}&b_closed=1&death=1&turns=alternate",
    f"{PAIR}&a_closed=1",
    f"{PAIR}&edition=classic&on=a.armor&off=b.ovz&set=a.roll%3D1",
    f"/duel?a={A}&b=nikto",
    "/defenders",
    "/defenders?lower=c3&upper=c4,d4-,z1,z2&attacker=c3&target=z1&directed=1",
    "/defenders?lower=z1&upper=c4&attacker=z1&target=c4",
    "/defenders?lower=c3&upper=c3",
    "/card/novyj-rassvet/1",
)


@pytest.mark.parametrize("address", PAGES)
async def test_a_page_is_valid_and_its_links_lead_somewhere(site: Any, address: str) -> None:
    response = await site.get(address)
    assert response.status_code in {200, 400, 404}
    outline = read_page(response.text)
    assert outline.faults == []
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.wanted) <= set(outline.ids)
    assert outline.headings.count("h1") == 1
    for link in {
        link.partition("#")[0] for link in outline.links if link.startswith(("/duel", "/defenders", "/rules"))
    }:
        assert (await site.get(link)).status_code == 200, link


async def test_two_cards_side_by_side_in_both_directions(site: Any) -> None:
    page = await show(site, PAIR)
    for words in (
        "Сторож бьёт карту «Кузнец»",
        "Кузнец бьёт карту «Сторож»",
        "Кубики бросают оба; к броску отражающему +1.",
        "<caption>Сколько ран получит цель</caption>",
        '<a href="/rules/kratkie-pravila-prostogo-udara#103.4" title="Опыт в атаке против опыта в защите">п. 103.4</a>',
        "«При <svg",
        "срабатывает по событию",
        "зависит от условия: пока в строю",
        'role="img" aria-label="Раны цели «Кузнец»: 0 — 50 %',
    ):
        assert words in page


async def test_every_modifier_is_a_switch_in_the_address(site: Any) -> None:
    page = await show(site, PAIR)
    assert f'href="/duel?a={A}&b={B}&on=a.armor"' in page
    assert f'href="/duel?a={A}&b={B}&off=a.ova"' in page
    turned = await show(site, f"{PAIR}&off=a.ova")
    assert f'href="/duel?a={A}&b={B}&on=a.ova"' in turned
    assert "к броску отражающему +2" in turned
    assert 'name="off" value="a.ova"' in turned


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("&b_closed=1", "Кубик бросает только нападающий; к броску нападающему +1"),
        ("&own=1", "п. 103.5"),
        ("&unanswered=1", "п. 103.3"),
        ("&a_closed=1", "Сторож: закрытая карта не нападает"),
        ("&dice=1", "особым кубиком бросать нельзя"),
        ("&death=1", "Погибнет только цель"),
        ("&death=1&turns=alternate", "карты нападают по очереди"),
        ("&death=1&set=life%3D99", "Гибель не посчитана: такой бой считается дольше секунды: жизней 99 и 99"),
        ("&set=b.wounds%3D1", "Жизней 2, ран 1"),
        ("&edition=classic", "Прежняя редакция: решает разность бросков."),
    ],
)
async def test_the_address_changes_the_result(site: Any, more: str, words: str) -> None:
    assert words in await show(site, PAIR + more)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        (f"/duel?a={A}&b=" + quote("никто"), 404, "никто: такой карты нет"),
        (f"{PAIR}&off=a.cap", 400, "нет модификатора «a.cap»"),
        (f"{PAIR}&set=x", 400, "«x» ничего не меняет"),
        (f"{PAIR}&turns=never", 400, "очерёдность «never» не известна"),
        (f"{PAIR}&set=a.life%3D٣", 400, "ничего не меняет"),
        (f"{PAIR}&edition=oral", 404, "такой редакции правил нет"),
        (f"{PAIR}&off=" + ",".join(["a.ova"] * 41), 400, "больше 40 переключателей"),
        ("/duel?a=" + "я" * 121, 400, "длиннее 120 знаков"),
        ("/defenders?lower=k9", 400, "«k9» — не место на поле"),
        ("/defenders?lower=c3&upper=c3", 400, "место c3 названо дважды"),
        ("/defenders?lower=c3&upper=c4&attacker=c3&target=d5", 400, "на месте «d5» никто не стоит"),
        ("/defenders?kind=bite", 400, "вид атаки «bite» не известен"),
    ],
)
async def test_what_makes_no_sense_is_said_on_the_page(site: Any, address: str, status: int, words: str) -> None:
    page = await show(site, address, status)
    assert words in page
    assert 'role="alert"' in page


async def test_names_are_escaped(site: Any) -> None:
    page = (await site.get("/duel?a=%3Cscript%3E&b=x")).text
    assert "<script>" not in page


async def test_one_card_shows_its_best_and_worst_opponents(site: Any) -> None:
    page = await show(site, "/duel?a=" + quote("Сторож"))
    assert "Лучшие соперники карты «Сторож» из 1" in page
    assert "Худшие соперники карты «Сторож» из 1" in page
    assert f'<a href="/duel?a={A}&b={B}">Кузнец</a>' in page


async def test_programs_get_exact_fractions(site: Any) -> None:
    answer = (await site.get(f"/api/duel?a={A}&b={B}&b_closed=1")).json()
    assert answer["directions"][0]["odds"]["expected_dealt"] == {"fraction": "2", "value": 2.0}
    assert answer["rules"]["name"] == "kratkie-pravila-prostogo-udara"
    assert answer["directions"][0]["until_death_refusal"] is None
    refused = await site.get(f"/api/duel?a={A}")
    assert refused.status_code == 400
    assert "нужны две карты" in refused.text.lower()


async def test_a_card_page_has_its_strike_profile(site: Any) -> None:
    page = await show(site, "/card/novyj-rassvet/1")
    assert "Простой удар в числах" in page
    assert "В среднем 1,33 (4/3) по открытой цели без особенностей и 2 по закрытой." in page


async def test_the_example_board_gives_every_kind_of_answer(site: Any) -> None:
    page = await show(site, "/defenders")
    for words in (
        "<caption>Поле боя:",
        "может защищать",
        "всё, что нужно, есть",
        "не стоит рядом с нападающим (<a",
        "карта закрыта (<a",
        '#102.5" title="Защитник от нелетающего на поле боя">п. 102.5</a>',
        "Защитник закрывается вместе с нападающим, когда удар окончен (<a",
    ):
        assert words in page


async def test_pieces_are_put_turned_and_taken_away_by_links(site: Any) -> None:
    page = await show(site, "/defenders?lower=c3&upper=c4&attacker=c3&target=c4")
    for address in (
        "lower=c3&upper=c4%2Cd4&attacker=c3&target=c4",
        "lower=c3-&upper=c4&attacker=c3&target=c4",
        "upper=c4&target=c4",
        "lower=c3&upper=c4%2Cz1&attacker=c3&target=c4",
        "lower=c3&upper=c4&attacker=c4&target=c4",
    ):
        assert f'href="/defenders?{address}"' in page
    assert "карта на c3: закрытая карта не нападает" in await show(
        site, "/defenders?lower=c3-&upper=c4&attacker=c3&target=c4"
    )


async def test_flying_defenders(site: Any) -> None:
    page = await show(site, "/defenders?lower=c3&upper=z1,z2,c4&attacker=c3&target=z1")
    assert "карту в дополнительной зоне заслоняет только летающее существо (<a" in page
    assert re.search(r'<th scope="row">летающая z2</th><td>да</td>', page)


async def test_the_bare_form_offers_examples_that_work(site: Any) -> None:
    bare = await show(site, "/duel")
    examples = re.search(r'<ul class="chips" aria-labelledby="duel-examples">(.*?)</ul>', bare)
    assert examples is not None
    pair, alone = re.findall(r'href="([^"]+)"', examples[1])
    assert "<h2" in await show(site, pair)
    assert "duel-examples" not in await show(site, alone)


async def test_a_file_without_rules_of_its_own_offers_duels_that_say_by_which(client: Any) -> None:
    html = (await client.get("/duel")).text
    offered = [unescape(link) for link in re.findall(r'href="(/duel\?[^"]+)"', html)]
    assert [link for link in offered if "edition=" in link]
    for link in offered:
        assert (await client.get(link)).status_code == 200, link
