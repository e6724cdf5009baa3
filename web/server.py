"""Serving: a Datasette object closed down for the public, and uvicorn before it.

The command line calls `run`; tests and other servers take `make_datasette` or the factory `create_app`.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from datasette.app import Datasette  # type: ignore[import-untyped]

from db.connect import default_database, open_database
from schema.errors import UsageError
from web.site import PUBLIC_URL

# Measured: with public SQL on, one call ran 3.4 s past a limit of 1 s.
SETTINGS: dict[str, bool | int] = {
    "default_allow_sql": False,
    "allow_download": False,
    "allow_facet": False,
    "suggest_facets": False,
    "allow_csv_stream": False,
    "sql_time_limit_ms": 500,
    "num_sql_threads": 3,
}
METADATA = {"title": "Берсерк: база карт", "description": "Карты, термины и правила игры «Берсерк»"}
# uvloop and httptools are taken where they are installed; Windows has no uvloop.
OPTIONS: dict[str, Any] = {
    "loop": "auto",
    "http": "auto",
    "access_log": False,
    "log_level": "warning",
    "server_header": False,
}
APP_FACTORY = "web.server:create_app"


def make_datasette(database: Path) -> Any:
    """Return Datasette over the published file; raises StoreError where it is none of ours."""
    open_database(database).close()
    return Datasette(immutables=[_escape_path(database)], settings=SETTINGS, metadata=METADATA)


def _escape_path(path: Path) -> str:
    """Return the path as Datasette needs it: it goes into an SQLite address, where these have a meaning."""
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def create_app() -> Any:
    """Return the ASGI application over the default database, for workers and other servers."""
    return make_datasette(default_database()).app()


def run(
    database: Path,
    host: str = "127.0.0.1",
    port: int = 8001,
    *,
    workers: int = 1,
    public_url: str | None = None,
    on_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve the file until stopped; port 0 takes a free one, `on_ready` gets the address once it answers.

    `public_url` is what absolute addresses (sitemap, feed) begin with; else what each asker asked for.

    Raises StoreError for a file that is none of ours and UsageError for a port that is taken.
    """
    if public_url is not None:
        os.environ[PUBLIC_URL] = public_url
    application = make_datasette(database).app()
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    if workers == 1:
        _Server(uvicorn.Config(application, **OPTIONS), address, on_ready).run(sockets=[listener])
        return
    # Workers are processes of their own: they take the file from the environment and the port from uvicorn.
    taken = listener.getsockname()[1]
    listener.close()
    os.environ["BERSERK_DB"] = str(database.resolve())
    if on_ready:
        on_ready(address)
    uvicorn.run(APP_FACTORY, factory=True, host=host, port=taken, workers=workers, **OPTIONS)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before the server starts: uvicorn itself would leave the process with a traceback."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"порт {port} на {host} не открыть ({getattr(error, 'strerror', None) or error})",
            hint="Выберите другой: --port НОМЕР",
        ) from error


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Server(uvicorn.Server):
    """uvicorn that tells when it answers."""

    def __init__(self, config: uvicorn.Config, address: str, on_ready: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._address = address
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_ready:
            self._on_ready(self._address)
