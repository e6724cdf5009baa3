"""Every page, read strictly: no fault of HTML 5, no id twice, no reference to an id that is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import pytest
from browsing import LOST, SAMPLE_PAGES, SMALL_PAGES
from html5lib.constants import E

from web.server import make_datasette

LISTS_OF_IDS = ("aria-labelledby", "aria-describedby", "aria-controls", "headers")
FRAGMENTS = ("/card/lozhnye-bogi/1/tile", "/card/lozhnye-bogi/2/tile")


def find_faults(html: str, *, is_page: bool = True) -> list[str]:
    """Return what html5lib's strict reading and the rules for ids find wrong with a page, or a piece of one."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree: Any = parser.parse(html) if is_page else parser.parseFragment(html)
    faults = [f"line {place[0]}: {E[code] % values}" for place, code, values in parser.errors]
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    ids = Counter(element.get("id") for element in elements if element.get("id") is not None)
    faults += [f"id {name} stands {times} times" for name, times in ids.items() if times > 1]
    return faults + [f"no id {name}" for name in _wanted(elements) if name not in ids]


def _wanted(elements: list[Element]) -> Iterator[str]:
    """Yield the ids that other elements refer to."""
    for element in elements:
        for name in LISTS_OF_IDS:
            yield from (element.get(name) or "").split()
        if element.tag == "label" and element.get("for"):
            yield element.get("for") or ""


@pytest.fixture(scope="module")
def sample(sample_database: Path) -> Iterator[Any]:
    served = make_datasette(sample_database)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


@pytest.mark.parametrize("address", [*SMALL_PAGES, *LOST])
async def test_a_page_is_valid(client: Any, address: str) -> None:
    response = await client.get(address)
    assert find_faults(response.text) == []


@pytest.mark.parametrize("address", SAMPLE_PAGES)
async def test_a_page_of_the_sample_is_valid(sample: Any, address: str) -> None:
    response = await sample.get(address)
    assert response.status_code == 200
    assert find_faults(response.text) == []


@pytest.mark.parametrize("address", FRAGMENTS)
async def test_the_piece_for_hover_cards_is_valid_and_no_page(client: Any, address: str) -> None:
    response = await client.get(address)
    assert response.status_code == 200
    assert response.headers["x-robots-tag"] == "noindex"
    assert response.text.count('class="tile ') == 1
    assert "<html" not in response.text
    assert find_faults(response.text, is_page=False) == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<!DOCTYPE html><title>a</title><p>b</div>", "div"),
        ('<!DOCTYPE html><title>a</title><p id="b">c<p id="b">d', "id b stands 2 times"),
        ('<!DOCTYPE html><title>a</title><p aria-labelledby="b">c', "no id b"),
        ("<title>a</title><p>b", "DOCTYPE"),
    ],
)
def test_a_fault_would_be_found(html: str, fault: str) -> None:
    (found,) = find_faults(html)
    assert fault in found


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/term/vystrela", 'href="/term/vystrel">Выстрел</a>'),
        ("/card/lozhnye-bogi/99", 'value="Ложные боги 99"'),
        ("/card/lozhnye-bogi/99", 'href="/releases">Выпуски</a>'),
        ("/class/%D0%9D%D0%B5%D1%82-%D1%82%D0%B0%D0%BA%D0%BE%D0%B3%D0%BE", 'value="Нет-такого"'),
        ("/one_two/%3Cb%3E", 'value="one two b"'),
        ("/", None),
        ("/search?q=a&page=0", 'value=""'),
    ],
)
async def test_a_lost_reader_is_shown_ways(client: Any, address: str, shown: str | None) -> None:
    html = (await client.get(address)).text
    if shown is None:
        assert "Отсюда можно уйти" not in html
    else:
        assert shown in html
        assert "Отсюда можно уйти" in html
