"""Fixtures shared by all tests: where the publisher's texts lie, which never enter the repository."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from pipeline.build import build

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"

# One commit draws the same inputs at every run; whoever looks for new ones asks for `--hypothesis-profile=random`.
settings.register_profile("same", derandomize=True)
settings.register_profile("random", derandomize=False)
settings.load_profile("same")

# What a shell starts in the background ignores Ctrl-C, and so do its children: tests that send one would fail.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real inputs beside the repository, or skip where it is absent."""
    if not (SHARED / "seeds").is_dir():
        pytest.skip("the publisher's texts (../shared) are not on this machine")
    return SHARED


@pytest.fixture(scope="session")
def seeds(shared: Path) -> Path:
    """Return the folder with the user's own documents: three card pages and one rules document."""
    return shared / "seeds"


@pytest.fixture(scope="session")
def sample_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the bundled sample once; nobody may write to the file."""
    target = tmp_path_factory.mktemp("sample") / "berserk.db"
    build(sorted((ROOT / "ingest" / "sample").glob("*.txt")), target)
    return target
