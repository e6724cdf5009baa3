"""One served file: where it is, what version it and the code are, how to read it and how to render a page.

A Site belongs to one Datasette object. What never changes while it runs (facts of the build, the glossary's
one-line facts, static files) is read once.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from db.changes import load_changes
from db.connect import open_database
from db.overview import load_build, load_counts
from db.similar import TraitKey
from db.terms import TermEntry, list_terms
from pipeline.export import bulk_folder
from schema.changes import Change
from schema.errors import StoreError
from schema.summary import CardSummary
from search.budget import WorkBudget, shared_budget
from search.facets import Facet
from search.tokens import MAX_QUERY_LENGTH
from web.icons import render_icon, render_scene
from web.phrases import FILTERS
from web.remembered import Remembered
from web.text import render_plain, speak_text

T = TypeVar("T")
PACKAGE = Path(__file__).parent
# Of tiles, 5 KB of memory each, so many are kept.
MOST_TILES = 5_000
# Of counted answers, some 50 KB of memory each, so many: pages, views and sizes of one search share them.
MOST_FACETS = 64
_NOT_HTML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
# Of SQLite's machine, so many between two looks at the clock: 0.1 ms.
_STEPS = 1000
# Of its time an answer keeps this part for itself when the expressions of a query take too long: to say so, or to
# show what was found.
_KEPT_PART = 0.2
# What absolute addresses begin with where a proxy stands before the server: «https://karty.example».
PUBLIC_URL = "BERSERK_PUBLIC_URL"
# Everything a page is made by: a change of any of it makes every kept copy stale.
CODE = ("web", "db", "search", "rules_engine", "rules_links", "pipeline", "schema")
CODE_SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".toml"}
STATIC_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What every page may say about the database."""

    counts: Mapping[str, int]
    build: Mapping[str, str]
    terms: Mapping[str, TermEntry]
    changes: tuple[Change, ...]


class Site:
    """The published file `path` as served by `datasette` under the name `database`."""

    def __init__(self, datasette: Any, database: str, path: Path) -> None:
        """Remember what is served and fingerprint it; nothing is opened yet."""
        # Weak: the table of sites below would otherwise keep every Datasette alive.
        self._datasette = weakref.proxy(datasette)
        self._database = database
        self._path = path
        self._identity = _identity(path)
        self._facts: Facts | None = None
        self.bulk = bulk_folder(path)
        self.build = self.bulk.name
        # Counted when first asked for; the file does not change, so they stay true.
        self.totals: dict[str, int] = {}
        self.trait_counts: dict[TraitKey, int] = {}
        self.facets: Remembered[str, tuple[Facet, ...]] = Remembered(MOST_FACETS)
        self.public_url = os.environ.get(PUBLIC_URL, "").rstrip("/")
        self.built = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        self.code_version = hash_code()
        self.version = f"{self.build}-{self.code_version}"

    @cached_property
    def static(self) -> Mapping[str, bytes]:
        """Our static files by name (`site.css`, `icons/tap.svg`)."""
        folder = PACKAGE / "static"
        files = sorted(file for file in folder.rglob("*") if file.suffix in STATIC_TYPES)
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}

    @cached_property
    def _templates(self) -> Environment:
        # Datasette's own loader, so that its --template-dir works; its environment renders asynchronously,
        # which only costs time here.
        environment = Environment(
            loader=self._datasette.jinja_env.loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            # The code does not change while the server runs: its hash is in every tag.
            auto_reload=False,
        )
        environment.filters.update(FILTERS)
        environment.globals.update(icon=render_icon, scene=render_scene, plain=render_plain, speak=speak_text)
        environment.globals["longest_query"] = MAX_QUERY_LENGTH
        environment.globals["kept_tile"] = lru_cache(maxsize=MOST_TILES)(partial(_render_tile, environment))
        return environment

    def render(self, template: str, **context: Any) -> str:
        """Return the template filled in; `facts` is None until the file has been read once.

        Signs that HTML does not allow, which a damaged source may hold, are shown as the sign for such.
        """
        found = self._templates.get_template(f"berserk/{template}")
        page = found.render(code_version=self.code_version, facts=self._facts, **context)
        return _NOT_HTML.sub("\ufffd", page)

    async def read(self, answer: Callable[[sqlite3.Connection], T]) -> T:
        """Return `answer(connection)`, called in a thread that has the file open, within the limit of work."""
        limit = self._datasette.setting("sql_time_limit_ms")

        def limited(connection: sqlite3.Connection) -> T:
            # Counted once a process: in a large file that takes longer than any page may.
            if self._facts is None:
                self._facts = _load_facts(connection)
            with _limit_work(connection, limit):
                return answer(connection)

        result: T = await self._datasette.get_database(self._database).execute_fn(limited)
        return result

    def facts(self) -> Facts:
        """Return what every page may say; known to each view, since reading comes first."""
        if self._facts is None:
            raise StoreError("база ещё не прочитана", hint="Это ошибка программы")
        return self._facts

    async def start(self) -> None:
        """Open the file in all threads at once; raises StoreError where it was replaced meanwhile.

        A connection keeps the file it opened, whatever takes its name later: a rebuild under a running server
        shows only after a restart, and then whole.
        """
        threads = self._datasette.setting("num_sql_threads")
        everybody = threading.Barrier(threads or 1)

        def wait_for_the_others(_connection: sqlite3.Connection) -> None:
            everybody.wait(timeout=30)

        reads = (
            self._datasette.get_database(self._database).execute_fn(wait_for_the_others) for _ in range(threads or 1)
        )
        await asyncio.gather(*reads)
        if _identity(self._path) != self._identity:
            raise StoreError("базу заменили во время запуска", where=self._path.name, hint="Запустите сайт ещё раз")


@contextmanager
def _limit_work(connection: sqlite3.Connection, milliseconds: int) -> Iterator[None]:
    """Interrupt queries once this thread has worked so long, the work of Python before them included.

    Regular expressions, which run outside SQLite, take from the same budget and are refused a little before its end.

    Datasette's own limit goes by the clock on the wall: measured on a busy machine, 1 card page in 75 ran out of
    half a second while it waited for the processor. The work itself is what a hostile query must be denied.
    """
    seconds = milliseconds / 1000
    budget = WorkBudget(seconds)
    connection.set_progress_handler(budget.spend, _STEPS)
    try:
        with shared_budget(budget, seconds * _KEPT_PART):
            yield
    finally:
        connection.set_progress_handler(None, 0)


def _render_tile(environment: Environment, card: CardSummary) -> Markup:
    """Return the tile of a card: drawn by the macro once, since the file does not change and lists share cards."""
    tile: Markup = environment.get_template("berserk/_parts.html").module.tile(card)  # type: ignore[attr-defined]
    return tile


def _load_facts(connection: sqlite3.Connection) -> Facts:
    terms = {term.id: term for term in list_terms(connection)}
    return Facts(load_counts(connection), load_build(connection), terms, load_changes(connection))


def _identity(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def hash_code() -> str:
    """Return a short hash of all code, templates and static files that make pages."""
    digest = hashlib.sha256()
    for package in CODE:
        for file in sorted((PACKAGE.parent / package).rglob("*")):
            if file.suffix in CODE_SUFFIXES:
                digest.update(file.relative_to(PACKAGE.parent).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


_SITES: weakref.WeakKeyDictionary[Any, Site | None] = weakref.WeakKeyDictionary()


def find_site(datasette: Any) -> Site | None:
    """Return the site of the first database of ours that `datasette` serves, None where there is none."""
    if datasette not in _SITES:
        _SITES[datasette] = next(
            (Site(datasette, name, path) for name, path in _files(datasette) if _is_ours(path)), None
        )
    return _SITES[datasette]


def _files(datasette: Any) -> list[tuple[str, Path]]:
    """Return name and path of the served files; `make_datasette` gives paths percent-encoded."""
    files = []
    for name, database in datasette.databases.items():
        if database.path:
            path = Path(database.path)
            files.append((name, path if path.is_file() else Path(unquote(str(database.path)))))
    return files


def _is_ours(path: Path) -> bool:
    try:
        open_database(path).close()
    except StoreError:
        return False
    return True
