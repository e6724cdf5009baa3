"""Short forms of the long runs of bench/: every type of page under load, and requests made from the OpenAPI document.

What they find is asserted and never kept: bench/figures.json has the figures of the long forms.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bench.page_types import describe, list_types, measure_page_types
from bench.schema_attack import make_database
from web.routes import ROUTES

ROOT = Path(__file__).parents[2]
SECONDS = 0.3
# Routes that are no type of page: a file that never changes, the answer to a supervisor, and every other address.
NO_PAGES = ("/static/", "/favicon", "/health", "/?.*")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("sample"))


def test_every_route_is_of_a_type_that_bears_a_load(database: Path) -> None:
    asked = [urlsplit(address).path for addresses in list_types(database).values() for address in addresses]
    # The JSON twin of a page is what the page shows; those that have addresses of their own are asked.
    pages = [route for route in ROUTES if not route.pattern.endswith("\\.json$") or "/api/" in route.pattern]
    left = [route.pattern for route in pages if not any(re.fullmatch(route.pattern, path) for path in asked)]
    assert [pattern for pattern in left if not pattern.startswith(NO_PAGES)] == []


@pytest.mark.slow
def test_every_type_of_page_bears_a_load_beside_datasette(database: Path) -> None:
    types = list_types(database)
    found = measure_page_types(database, types, SECONDS)
    asked = {f"{name}, {how}" for name in types for how in ("first", "again")}
    assert set(found["types"]) == asked | {"Datasette's row", "Datasette's table"}
    assert {name: figure for name, figure in found["types"].items() if figure["errors"] or not figure["answers"]} == {}


def test_errors_of_any_type_are_summed() -> None:
    good, bad = ({"rate": 9, "p95": p95, "answers": 9, "errors": errors} for p95, errors in ((1.0, 0), (5.0, 2)))
    found = describe({"Datasette's row": good, "card, first": bad, "card, again": good}, 20)
    assert (found["errors"], found["answers"], found["count"], found["slowest"]) == (2, 27, 1, "card, first")


@pytest.mark.slow
def test_requests_made_from_the_document_get_only_answers_that_it_names() -> None:
    command = [sys.executable, "-m", "bench.schema_attack", "--examples", "3", "--no-figures"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode == 2 and "cannot be had" in done.stderr:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    asked = re.search(r"^(\d+) requests to (\d+) addresses: 0 failures$", done.stdout, re.MULTILINE)
    assert asked is not None
    assert int(asked[1]) >= int(asked[2]) > 20
