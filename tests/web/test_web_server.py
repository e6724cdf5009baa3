"""Serving: real sockets, odd paths, a file replaced under a running site, and a Datasette without our file."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from datasette.app import Datasette

from pipeline.export import bulk_folder
from schema.errors import StoreError, UsageError
from schema.results import Ability
from web.server import SETTINGS, Application, make_datasette, run

SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))
"""


def close(served: Any) -> None:
    served.executor.shutdown()
    for database in served.databases.values():
        database.close()


def test_the_server_answers_over_a_real_socket(database: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVE, str(database)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            response = httpx.get(address, timeout=30)
            assert response.status_code == 200
            assert "server" not in response.headers
            assert httpx.head(address).headers["etag"] == response.headers["etag"]
        finally:
            server.terminate()


LOST = """
import asyncio, sys
from pathlib import Path
from web.server import make_datasette
answer = asyncio.run(make_datasette(Path(sys.argv[1])).client.get("/nope"))
print(answer.status_code, sorted({"rich", "typer", "sqlmodel"} & set(sys.modules)))
"""


def test_what_makes_a_404_or_the_start_slow_is_not_loaded(database: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LOST, str(database)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "404 []"


async def test_health_names_the_build_and_is_never_kept(client: Any, database: Path) -> None:
    response = await client.get("/health")
    health = response.json()
    assert (health["status"], health["build"]) == ("ok", bulk_folder(database).name)
    assert health["version"].startswith(f"{health['build']}-")
    assert response.headers["cache-control"] == "no-store"
    head = await client.head("/health")
    assert (head.status_code, head.content) == (200, b"")


async def test_a_file_replaced_before_the_first_answer_is_refused(database: Path, tmp_path: Path) -> None:
    path, new = tmp_path / "served.db", tmp_path / "new.db"
    shutil.copy(database, path)
    shutil.copy(database, new)
    served = make_datasette(path)
    application = Application(served)
    new.replace(path)
    said: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        said.append(message["type"])

    await application({"type": "lifespan"}, receive, send)
    assert said == ["lifespan.startup.failed"]
    assert "базу заменили" in str(application.failure)
    close(served)


def test_a_taken_port_is_one_clear_line(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UsageError, match="--port"):
        run(database, port=taken.getsockname()[1])


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    sqlite3.connect(other).close()
    for path in (other, tmp_path / "none.db"):
        with pytest.raises(StoreError):
            make_datasette(path)


async def test_a_path_with_odd_letters_is_served(database: Path, tmp_path: Path) -> None:
    odd = tmp_path / "моя база #1 50%41?.db"
    shutil.copy(database, odd)
    served = make_datasette(odd)
    assert (await served.client.get("/card/lozhnye-bogi/1")).status_code == 200
    close(served)


async def test_a_replaced_file_is_never_mixed_in(database: Path, tmp_path: Path) -> None:
    path, new = tmp_path / "served.db", tmp_path / "new.db"
    shutil.copy(database, path)
    shutil.copy(database, new)
    served = make_datasette(path)
    tag = (await served.client.get("/card/lozhnye-bogi/1")).headers["etag"]
    connection = sqlite3.connect(new)
    connection.execute("UPDATE card SET name = 'Подменыш'")
    connection.commit()
    connection.close()
    new.replace(path)
    for _ in range(12):
        response = await served.client.get("/card/lozhnye-bogi/1")
        assert "Подменыш" not in response.text
        assert response.headers["etag"] == tag
    fresh = make_datasette(path)
    response = await fresh.client.get("/card/lozhnye-bogi/1")
    assert "Подменыш" in response.text
    assert response.headers["etag"] != tag
    close(served)
    close(fresh)


async def test_without_our_file_the_plugin_does_nothing() -> None:
    other = Datasette(memory=True)
    response = await other.client.get("/")
    assert response.status_code == 200
    assert "content-security-policy" not in response.headers
    assert "Datasette" in response.text
    assert (await other.client.get("/-/versions.json")).status_code == 200
    close(other)


async def test_a_broken_view_shows_no_traceback(database: Path, tmp_path: Path, caplog: Any) -> None:
    broken = tmp_path / "broken.db"
    shutil.copy(database, broken)
    connection = sqlite3.connect(broken)
    connection.execute("UPDATE ability SET data = '{}'")
    connection.commit()
    connection.close()
    served = make_datasette(broken)
    response = await served.client.get("/card/lozhnye-bogi/1")
    assert response.status_code == 500
    assert "Это ошибка сайта" in response.text
    assert "KeyError" not in response.text
    assert str(tmp_path) not in response.text
    assert "KeyError" in caplog.text
    close(served)


def test_every_setting_is_one_of_datasette() -> None:
    assert set(SETTINGS) <= set(Datasette(memory=True).settings_dict())


async def test_an_ability_survives_its_json(client: Any) -> None:
    for data in (await client.get("/api/cards/lozhnye-bogi-1")).json()["abilities"]:
        assert Ability.from_json(data).to_json() == data
