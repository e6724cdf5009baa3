"""The picture of a term's neighbours: every name a link, none invented, long lists cut and said so."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from db.terms import TermEntry
from schema.vocabulary import TermStatus, Tier
from web.term_graph import MOST, render_term_graph

TERM = TermEntry("vystrel", "Выстрел", Tier.KEY, None, TermStatus.DEFINED, "…", None, None, 3, True)


def neighbours(number: int) -> list[TermEntry]:
    return [replace(TERM, id=f"t{place}", headword=f"Термин {place}") for place in range(number)]


def test_every_neighbour_leads_to_its_page() -> None:
    graph = ElementTree.fromstring(str(render_term_graph(TERM, neighbours(3), neighbours(2))))
    assert [node.get("href") for node in graph.iter("a")] == [
        "/term/t0",
        "/term/t1",
        "/term/t2",
        "/term/t0",
        "/term/t1",
    ]
    assert "Термин 2" in (graph.get("aria-label") or "")


def test_too_many_neighbours_are_counted_not_dropped() -> None:
    graph = ElementTree.fromstring(str(render_term_graph(TERM, neighbours(MOST + 5), [])))
    assert len(list(graph.iter("a"))) == MOST
    assert [node.text for node in graph.iter("text") if node.get("class") == "graph-more"] == ["и ещё 5"]
    assert f"Термин {MOST + 4}" in (graph.get("aria-label") or "")


def test_names_stand_inside_the_picture_whatever_their_length() -> None:
    long = [replace(TERM, id="x", headword="Очень длинное название термина с <b>разметкой</b> внутри")]
    graph = render_term_graph(TERM, long, [])
    assert "<b>" not in graph
    names = [node.text or "" for node in ElementTree.fromstring(str(graph)).iter("text")]
    assert max(map(len, names)) <= 27


def test_a_term_alone_has_no_picture() -> None:
    assert render_term_graph(TERM, [], []) == ""
