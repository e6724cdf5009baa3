"""What the tests of faults share: a process that runs commands, and invented sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from forked_runs import Runs
from whole_files import invent_cards


@pytest.fixture(scope="session")
def runs() -> Iterator[Runs]:
    """Yield the process that runs commands."""
    with Runs() as running:
        yield running


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of sources: `old`, six cards, and `new`, seven that say something else."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "old.txt").write_text(invent_cards(6), encoding="utf-8")
    (folder / "new.txt").write_text(invent_cards(7, "{tap}: Метание на 2. Получает 1 {move}."), encoding="utf-8")
    return folder
