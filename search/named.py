"""Queries under short names (`это:летающая`), kept as data in named.toml and written in the language itself."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from schema.fold import fold


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """One name: all words that mean it (the first is shown), the query, and what it is in a few words."""

    words: tuple[str, ...]
    query: str
    help: str

    @property
    def name(self) -> str:
        """The word that is shown."""
        return self.words[0]


def _load_entries() -> tuple[NamedEntry, ...]:
    data = tomllib.loads(files("search").joinpath("named.toml").read_text(encoding="utf-8"))
    return tuple(NamedEntry(tuple(entry["words"]), entry["query"], entry["help"]) for entry in data["named"])


NAMED: tuple[NamedEntry, ...] = _load_entries()
_BY_WORD: dict[str, NamedEntry] = {fold(word): entry for entry in NAMED for word in entry.words}


def find_named(word: str) -> NamedEntry | None:
    """Return the entry that `word` means, or None."""
    return _BY_WORD.get(fold(word))
