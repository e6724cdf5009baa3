"""Bulk files on the site: exactly those of the served build, sent whole, and a clear word where there are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.export import BULK_NAMES, bulk_folder, export_beside
from web.server import make_datasette


@pytest.fixture(scope="module")
def exported(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    own = tmp_path_factory.mktemp("served") / "berserk.db"
    own.write_bytes(sample_database.read_bytes())
    export_beside(own)
    served = make_datasette(own)
    yield served.client, bulk_folder(own)
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


@pytest.mark.parametrize("name", BULK_NAMES)
async def test_every_file_of_the_build_is_sent_whole_and_confirmed_when_unchanged(exported: Any, name: str) -> None:
    client, folder = exported
    answer = await client.get(f"/bulk/{name}")
    assert answer.status_code == 200
    assert answer.content == (folder / name).read_bytes()
    assert answer.headers["content-length"] == str(len(answer.content))
    assert answer.headers["x-content-type-options"] == "nosniff"
    again = await client.get(f"/bulk/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["passwd", "%2e%2e", "cards.json.part", "berserk.db-wal"])
async def test_nothing_else_of_the_folder_is_served(exported: Any, name: str) -> None:
    client, _ = exported
    assert (await client.get(f"/bulk/{name}")).status_code == 404


async def test_a_build_without_files_says_how_to_make_them(client: Any) -> None:
    answer = await client.get("/bulk/cards.json")
    assert answer.status_code == 404
    assert "--no-bulk" in answer.text
