"""What a user may set for a build, as one value that command and tests hand to the pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """A user's own files (None: only what is bundled), and what a build may do.

    With `strict` a refused record stops the build before it publishes; without `allow_shrink` so does the loss of
    more than a tenth of the previous database's cards.
    """

    releases: Path | None = None
    corrections: Path | None = None
    artists: Path | None = None
    accepted: Path | None = None
    strict: bool = False
    allow_shrink: bool = False


class Progress(Protocol):
    """Shows how far a stage is; called with the stage's Russian name and its items, it yields the items."""

    def __call__(self, stage: str, items: Sequence[Item], /) -> Iterable[Item]:
        """Return the items, showing progress while they are taken."""


def silent(_stage: str, items: Sequence[Item]) -> Iterable[Item]:
    """Show nothing."""
    return items
