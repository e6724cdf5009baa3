"""About the data: the understood share of all texts and of each release are those of the abilities themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from db.connect import open_database
from db.overview import Understanding, list_understanding, load_understanding


def count_by_hand(rows: list[Any]) -> Understanding:
    weighed = [(json.loads(row["data"])["understood"], row["end"] - row["start"]) for row in rows]
    read, letters = sum(share * length for share, length in weighed), sum(length for _, length in weighed)
    return Understanding(read / letters, sum(share >= 1 for share, _ in weighed), len(rows))


def test_the_understood_share_is_that_of_the_abilities(sample_database: Path) -> None:
    connection = open_database(sample_database)
    rows = connection.execute("SELECT ability.*, release_id FROM ability JOIN card ON card.id = card_id").fetchall()
    everything, by_release = list_understanding(connection)
    alone = load_understanding(connection)
    connection.close()
    assert everything == alone
    assert set(by_release) == {row["release_id"] for row in rows}
    expected = {None: rows} | {name: [row for row in rows if row["release_id"] == name] for name in by_release}
    for name, some in expected.items():
        found, counted = (everything if name is None else by_release[name]), count_by_hand(some)
        assert found is not None
        assert (found.whole, found.abilities) == (counted.whole, counted.abilities), name
        assert found.characters == pytest.approx(counted.characters, abs=1e-3), name


async def test_the_page_says_what_its_data_say(sample_site: Any) -> None:
    understood = (await sample_site.get("/about.json")).json()["understood"]
    html = (await sample_site.get("/about")).text
    assert f"Понято {round(understood['characters'] * 100)}\u00a0% букв" in html
