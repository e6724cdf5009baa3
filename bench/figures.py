"""The last figures of the benchmarks, kept in bench/figures.json with the machine, day and commit they come from.

The documents that quote figures are generated from there, so that they quote what was measured.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "figures.json"
UNKNOWN = "unknown"
# What every benchmark writes or is made of it: changes there are none of what was measured.
_MADE = (":!bench/figures.json", ":!docs/reliability.md")


def load_figures() -> dict[str, dict[str, Any]]:
    """Return the figures by section."""
    if not FILE.exists():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def save_figures(section: str, figures: Mapping[str, Any]) -> None:
    """Keep `figures` as the last ones of `section`; the other sections stay."""
    kept = load_figures()
    origin = {"machine": describe_machine(), "day": datetime.now(UTC).date().isoformat(), "commit": COMMIT}
    kept[section] = {**figures, **origin}
    # Another benchmark may read at the same time: it finds the old file or the new one.
    part = FILE.with_suffix(".part")
    part.write_text(json.dumps(kept, ensure_ascii=False, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    part.replace(FILE)


def describe_machine() -> str:
    """Return in a few words what the figures were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def describe_commit(folder: Path) -> str:
    """Return the commit that stands in `folder`, with «+» where files were changed since; «unknown» without git."""
    commit = _ask_git(folder, "rev-parse", "--short", "HEAD")
    changed = _ask_git(folder, "status", "--porcelain", "--untracked-files=no", "--", ".", *_MADE)
    return UNKNOWN if not commit else f"{commit}+" if changed else commit


def _ask_git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


# Of the moment when the program began: a run may last an hour, and others commit meanwhile.
COMMIT = describe_commit(FILE.parents[1])
