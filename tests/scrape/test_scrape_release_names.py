"""Tables of release names: what is one, what is none, and that a scrape keeps it where a build reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from local_site import LocalSite
from scraping import run
from site_cards import EDITIONS

from ingest.formats import parse_document
from ingest.scrape.kept_file import FILE_NAME
from pipeline.kept import read_kept_pages
from schema.records import Document, ReleaseRecord

HARBOUR = ReleaseRecord(901, "Тихая гавань")
TABLES: list[tuple[object, tuple[ReleaseRecord, ...], int]] = [
    ({"sets": {"901": "Тихая  гавань"}, "colors": {"1": "x"}}, (HARBOUR,), 0),
    ({"sets": {"901": {"name": "Тихая гавань", "year": 2020}}}, (HARBOUR,), 0),
    ([{"id": 901, "name": "Тихая гавань"}], (HARBOUR,), 0),
    ({"sets": [{"code": "901", "title": "Тихая гавань"}]}, (HARBOUR,), 0),
    ({"sets": {"901": "Тихая гавань", "x": "y", "902": ""}}, (HARBOUR,), 2),
    # Keys of cards deep in an entry, or beside the table, make no set of cards of it.
    ({"sets": [{"id": 901, "name": "Тихая гавань"}, {"id": {"text": None}, "name": "x"}]}, (HARBOUR,), 1),
    ([{"id": 901, "name": "Тихая гавань"}, {"id": {"text": None}, "name": "x"}], (HARBOUR,), 1),
    ({"sets": {"901": "Тихая гавань", "hit": 1}}, (HARBOUR,), 1),
    ({"icons": [{"id": 1, "text": "x", "uniq": 0}], "sets": {"901": "Тихая гавань"}}, (HARBOUR,), 0),
]


@pytest.mark.parametrize(("value", "releases", "problems"), TABLES, ids=str)
def test_every_shape_of_the_table_is_read(value: object, releases: tuple[ReleaseRecord, ...], problems: int) -> None:
    for text in (json.dumps(value, ensure_ascii=False), "\ufeff" + json.dumps(value)):
        harvest = parse_document(Document("const.json", text.encode()))
        assert (harvest.parser, harvest.releases, harvest.records) == ("release_table", releases, len(releases))
        assert len(harvest.problems) == problems
        assert all(problem.refused and problem.hint for problem in harvest.problems)


OTHERS: list[object] = [
    {},
    [],
    {"sets": {}},
    {"sets": 5},
    [{"id": 1, "name": "x", "text": "y"}],
    [1, 2],
    {"names": {"901": "x"}},
    {"set_id": 10, "number": 1, "name": "x", "sets": {"901": "y"}},
    # A card whose number was forgotten.
    [{"set_id": 10, "name": "x", "life": 5, "hit": [1, 2, 3]}],
]


@pytest.mark.parametrize("value", OTHERS, ids=str)
def test_what_is_no_table_is_left_to_other_formats(value: object) -> None:
    assert parse_document(Document("x.json", json.dumps(value).encode())).parser != "release_table"


def test_the_names_beside_the_community_file_are_given_to_a_build(site: LocalSite, tmp_path: Path) -> None:
    report = run(site, tmp_path, "community")
    # Names are no cards.
    assert (report.is_complete, report.got) == (True, 30)
    documents = [each for each in read_kept_pages(tmp_path / FILE_NAME, "x") if isinstance(each, Document)]
    releases = [release for document in documents for release in parse_document(document).releases]
    assert releases == [ReleaseRecord(each.code, each.name) for each in EDITIONS]
