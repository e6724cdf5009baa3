"""Progress in a terminal: a bar a stage, on stderr, and nothing where stderr is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")
# A stage shorter than this shows nothing: a bar that flashes by is noise.
DELAY_SECONDS = 0.5


def show_progress(stage: str, items: Sequence[Item]) -> Iterable[Item]:
    """Return `items`, drawing a bar while they are taken."""
    return tqdm(
        items,
        desc=stage,
        unit="",
        leave=False,
        delay=DELAY_SECONDS,
        disable=not sys.stderr.isatty(),
        bar_format="{desc}: {percentage:3.0f}% |{bar}| {n_fmt}/{total_fmt}, осталось {remaining}",
    )
