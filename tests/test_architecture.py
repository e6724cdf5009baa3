"""The import directions of DESIGN, read from the source with the standard `ast` module.

cli, web -> pipeline -> ingest | rules_links | rules_engine | search | db -> schema; the five in the middle do
not know one another, but for rules_engine, which may use rules_links. Nothing imports bench.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT: dict[str, set[str]] = {
    "schema": set(),
    "ingest": {"schema"},
    "db": {"schema"},
    "rules_links": {"schema"},
    "rules_engine": {"schema", "rules_links"},
    "search": {"schema"},
    "pipeline": {"schema", "ingest", "db", "rules_links", "rules_engine", "search"},
    "web": {"schema", "db", "search", "rules_engine", "pipeline"},
    "cli": {"schema", "db", "pipeline", "web"},
}
OUTSIDE = {
    "open", ".read_text", ".read_bytes", ".write_text", ".write_bytes", ".urlopen", "urllib.request", "socket", "httpx",
    "sqlite3",
}  # fmt: skip
PACKAGES = {*MAY_IMPORT, "bench", "tests"}
MODULES = sorted(path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))


def imported_packages(source: str) -> set[str]:
    """Return the project's top-level packages that the module imports anywhere, functions included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").split(".")[0])
    return names & PACKAGES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_run_only_downwards(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    allowed = MAY_IMPORT[package] | {package}
    assert imported_packages(path.read_text(encoding="utf-8")) <= allowed


def test_every_package_has_its_rule() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert folders - {"tests", "bench"} == set(MAY_IMPORT)


def test_a_wrong_import_would_be_seen() -> None:
    source = "def late():\n    from ingest.dump import parse\n    import db.store\n"
    assert imported_packages(source) == {"ingest", "db"}


PURE = [
    path for path in MODULES if path.relative_to(ROOT).parts[0] in {"ingest", "schema"} and "scrape" not in path.parts
]


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_parsers_open_nothing(path: Path) -> None:
    """Parsing is a pure function of bytes: ingest (fetching apart) and schema open no file or socket."""
    assert opened_things(path.read_text(encoding="utf-8")) == set()


def test_an_opened_file_would_be_seen() -> None:
    source = "import socket\nfrom urllib.request import urlopen\nopen('x')\npath.read_text()\n"
    assert opened_things(source) == {"open", ".read_text", "socket", "urllib.request"}


def opened_things(source: str) -> set[str]:
    """Return the calls and imports of a module that reach outside the program."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            # `archive.open` reads a member of bytes at hand; only the built-in opens a file.
            found.add(node.func.id if isinstance(node.func, ast.Name) else f".{getattr(node.func, 'attr', '')}")
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found & OUTSIDE
