"""Real cards drawn as pages and read back, field by field; random pages never raise and never vanish."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from renderers_html import LAYOUTS, encode_page, render_table

from ingest.canonical import canonical_text
from ingest.formats import parse_document
from schema.gaps import mark_gaps
from schema.records import CardKey, CardRecord, Document, Harvest, PrintedIcon, Strike
from schema.releases import Releases
from schema.vocabulary import CardType, Element, Rarity

# What a page can hold; of the community's fields only bans and flavour have no place in these layouts.
FIELDS = (
    "name", "element", "rarity", "cost", "elite", "unique", "horde", "card_type", "subtype", "classes", "life", "move",
    "strike", "icons", "artists",
)  # fmt: skip
CARD = CardRecord(
    CardKey("10", 907), name="Бакенщик", element=Element.SWAMP, rarity=Rarity.RARE, cost=4, elite=False, unique=True,
    horde=None, card_type=CardType.CREATURE, classes=("Рыбак", "Герой-повар"), life=7, move=1, strike=Strike(1, 2, 2),
    icons=(PrintedIcon("armor", 2), PrintedIcon("ova", 1), PrintedIcon("zov")), artists=("И. Красочкин",),
    text="{counter}{tap}: Зажечь бакен на {move} 2 & ждать.\n2 {tok}: +1 к {strike} <тут>.",
)  # fmt: skip


def read(data: bytes) -> Harvest:
    return parse_document(Document("page.html", data))


def assert_same(card: CardRecord, harvest: Harvest) -> None:
    (found,) = harvest.cards
    assert {name: getattr(found, name) for name in FIELDS} == {name: getattr(card, name) for name in FIELDS}
    assert found.text == (mark_gaps(canonical_text(card.text or "")) or None)
    releases = Releases()
    assert releases.resolve(found.key.release).id == releases.resolve(card.key.release).id
    assert found.key.number == card.key.number
    assert harvest.problems == ()


@pytest.mark.parametrize("turn", range(24))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_invented_card_comes_back_in_every_spelling(layout: str, turn: int) -> None:
    assert_same(CARD, read(encode_page(LAYOUTS[layout](CARD, turn), ("cp1251", "utf-8", "utf-16")[turn % 3])))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_real_cards_come_back(shared: Path, layout: str) -> None:
    cards = parse_document(Document("nxt.json", (shared / "data" / "nxt_sets_10_40.json").read_bytes())).cards
    assert len(cards) == 870
    for turn, card in enumerate(cards):
        page = LAYOUTS[layout](card, turn)
        assert_same(card, read(encode_page(page, ("cp1251", "utf-8")[turn % 2])))


PIECES = st.sampled_from(
    ["<p>", "</p>", "<table>", "<tr>", "<td>", "</td>", "<th rowspan=3>", "<td colspan=0>", "</table>", "<dl>", "<dt>",
     "<dd>", "<h1>", "<h3>", "</h3>", "<br>", "<b>", "</b>", "<li>", "<ol>", "<img alt='ТАП'>", "<img src=x.png>",
     "<i class=icon-x>", "<pre>", "<span class=sr-only>", "Выпуск", ": ", "Ложные боги 5", "Текст", "Номер", "FAQ",
     "Правила", "Q: а? A: б", "1.1 ", "РП 1 от 1.1.2020", "Стоимость: 4", "<!--", "-->", "<script>", "<", "&", "&#0;",
     "&#xD800;", "\ufdd0" "3\ufdd1", "\n", " "]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40))
def test_random_pages_never_raise_and_never_vanish(pieces: list[str]) -> None:
    harvest = read(("<html>" + "".join(pieces)).encode(errors="replace"))
    assert harvest.records or any(problem.refused for problem in harvest.problems)
    for problem in harvest.problems:
        assert "\n" not in problem.text("page.html")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_damaged_page_gives_its_card_or_says_why_not(data: st.DataObject) -> None:
    page = encode_page(render_table(CARD, 1), "utf-8")
    at = data.draw(st.integers(0, len(page)))
    cut = data.draw(st.integers(0, 60))
    harvest = read(page[:at] + data.draw(st.binary(max_size=4)) + page[at + cut :])
    assert harvest.cards or any(problem.refused for problem in harvest.problems)
