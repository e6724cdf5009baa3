"""Serving: a Datasette object closed down for the public, and uvicorn before it.

The command line calls `run`; tests and other servers take `make_datasette` or the factory `create_app`.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import uvicorn
from datasette.app import Datasette  # type: ignore[import-untyped]
from uvicorn.config import LOGGING_CONFIG, STARTUP_FAILURE

from db.connect import default_database, open_database
from schema.errors import BerserkError, StoreError, UsageError
from web.connection import Connection
from web.gate import App, Receive, Send
from web.memory import return_large_blocks
from web.site import PUBLIC_URL, find_site
from web.workers import Workers, check_build

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
# uvloop is taken where it is installed; Windows has none.
OPTIONS: dict[str, Any] = {
    "loop": "auto",
    "http": Connection,
    # Who asks for a WebSocket gets the page; with them on Datasette answers 500 and a traceback.
    "ws": "none",
    "access_log": False,
    # Warnings of uvicorn are of requests that are none: anybody could fill the log with them.
    "log_level": "error",
    "server_header": False,
    # Whoever reads an answer slower than this is cut off when the server stops.
    "timeout_graceful_shutdown": 10,
    # A worker that has to start on a busy machine takes longer than uvicorn's own 5 seconds.
    "timeout_worker_healthcheck": 30,
}
ACCESS_FORMAT = '%(asctime)s %(client_addr)s "%(request_line)s" %(status_code)s'
APP_FACTORY = "web.server:create_app"
DATABASE = "BERSERK_DB"


def make_datasette(database: Path) -> Any:
    """Return Datasette over the published file; raises StoreError where it is none of ours."""
    open_database(database).close()
    return Datasette(immutables=[_escape_path(database)], settings=SETTINGS, metadata=METADATA)


def _escape_path(path: Path) -> str:
    """Return the path as Datasette needs it: it goes into an SQLite address, where these have a meaning."""
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class Application:
    """Datasette's ASGI application, which opens the file before it says that it has started.

    Datasette by itself opens files with the first request, which a file replaced meanwhile would mix up.
    """

    def __init__(self, datasette: Any) -> None:
        """Remember what is served; `failure` says why it could not start."""
        self._datasette = datasette
        self._app: App = datasette.app()
        self.failure: StoreError | None = None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the server."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        await receive()
        try:
            await self._datasette.invoke_startup()
        except StoreError as error:
            self.failure = error
            await send({"type": "lifespan.startup.failed", "message": error.line()})
            return
        # The first reader should not wait for templates to be compiled and facts to be counted.
        await self._datasette.client.get("/")
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})


def create_app() -> Application:
    """Return the application over the default database, for workers and other servers.

    Where it cannot be served the process says why in one line and exits.
    """
    return_large_blocks()
    database = default_database()
    try:
        datasette = make_datasette(database)
        if site := find_site(datasette):
            check_build(site.build, database.name)
    except BerserkError as error:
        sys.stderr.write(f"berserk: {error.line()}\n")
        sys.exit(STARTUP_FAILURE)
    return Application(datasette)


def run(
    database: Path,
    host: str = "127.0.0.1",
    port: int = 8001,
    *,
    workers: int = 1,
    public_url: str | None = None,
    access_log: bool = False,
    on_ready: Callable[[str], None] = lambda _address: None,
) -> None:
    """Serve the file until stopped; port 0 takes a free one, `on_ready` gets the address once all workers answer.

    `public_url` is what absolute addresses (sitemap, feed) begin with; else what each asker asked for.
    `access_log` prints a line a request.

    Raises StoreError for a file that is none of ours and UsageError for a port that is taken.
    """
    if public_url is not None:
        os.environ[PUBLIC_URL] = public_url
    open_database(database).close()
    options = OPTIONS | (_access_logging() if access_log else {})
    with _listen(host, port) as listener:
        address = _address(host, listener.getsockname()[1])
        if workers == 1:
            return_large_blocks()
            _serve_alone(make_datasette(database), options, listener, lambda: on_ready(address))
            return
        # Workers are processes of their own: they take the file from the environment and the port from here.
        os.environ[DATABASE] = str(database.resolve())
        config = uvicorn.Config(APP_FACTORY, factory=True, workers=workers, **options)
        Workers(config, listener, database, lambda: on_ready(address)).run()


def _serve_alone(
    datasette: Any, options: dict[str, Any], listener: socket.socket, on_ready: Callable[[], None]
) -> None:
    application = Application(datasette)
    try:
        _Server(uvicorn.Config(application, **options), on_ready).run(sockets=[listener])
    except KeyboardInterrupt:
        # uvicorn raises it again once everybody has been answered: to be stopped so is no fault.
        return
    except SystemExit:
        if application.failure is None:
            raise
        raise application.failure from None


def _access_logging() -> dict[str, Any]:
    """Return uvicorn's options that print each request to the standard output, and nothing else than before."""
    logging: dict[str, Any] = deepcopy(LOGGING_CONFIG)
    logging["formatters"]["access"]["fmt"] = ACCESS_FORMAT
    logging["loggers"]["uvicorn"]["level"] = logging["loggers"]["uvicorn.error"]["level"] = "ERROR"
    return {"access_log": True, "log_level": None, "log_config": logging}


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

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()
