"""Charts say in words and in a table what they show as a picture, and let no markup through."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from web.charts import Bar, render_columns, render_shares

BARS = (Bar("1", 3, "/search?q=a"), Bar("2", 12), Bar("X", 0))


@pytest.mark.parametrize("render", [render_columns, render_shares])
def test_a_chart_is_well_formed_and_tells_its_numbers_three_ways(render: object) -> None:
    figure = ElementTree.fromstring(str(render("Стоимость", BARS)))  # type: ignore[operator]
    picture = figure.find(".//svg[@class='chart-picture']")
    assert picture is not None
    assert picture.get("role") == ("group" if picture.find(".//a") is not None else "img")
    assert picture.get("aria-label") == "Стоимость: 1 — 3, 2 — 12, X — 0"
    cells = [("".join(row[0].itertext()), row[1].text) for row in figure.findall(".//tbody/tr")]
    assert cells == [("1", "3"), ("2", "12"), ("X", "0")]
    assert figure.findtext("figcaption") == "Стоимость"


def test_columns_are_as_high_as_their_values() -> None:
    heights = [float(found) for found in re.findall(r'height="([0-9.]+)" rx', str(render_columns("a", BARS)))]
    assert heights == [30.0, 120.0, 0.0]


def test_shares_fill_the_bar_and_sum_to_the_whole() -> None:
    widths = [float(found) for found in re.findall(r'y="0" width="([0-9.]+)"', str(render_shares("a", BARS)))]
    assert sum(widths) == pytest.approx(600)
    assert "80 %" in render_shares("a", BARS)


@pytest.mark.parametrize("render", [render_columns, render_shares])
def test_hostile_labels_stay_text(render: object) -> None:
    shown = str(render("<b>", [Bar('"><script>', 1, '"/><script>')]))  # type: ignore[operator]
    assert "<script" not in shown
    assert "<b>" not in shown


@pytest.mark.parametrize("render", [render_columns, render_shares])
def test_nothing_to_show_shows_nothing(render: object) -> None:
    assert render("a", [Bar("1", 0)]) == ""  # type: ignore[operator]
    assert render("a", []) == ""  # type: ignore[operator]


def test_more_columns_than_a_page_holds_are_refused() -> None:
    with pytest.raises(ValueError, match="41 columns"):
        render_columns("a", [Bar(str(number), 1) for number in range(41)])
