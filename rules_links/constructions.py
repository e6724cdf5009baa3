"""The conventions of card language that no headword shows: word classes and constructions of constructions.toml.

A construction is a pattern that leads to a term (or to none: a phrase that only looks like a mention), under the
name of a rule whose one-sentence reason is shown beside each link.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules_links.morphology import pattern_key
from schema.fold import fold
from schema.vocabulary import Subtype


@dataclass(frozen=True, slots=True)
class Construction:
    """Patterns that lead to `term`; an empty term means that the phrase is no mention at all.

    With `subtype` the construction holds only on cards of that subtype.
    """

    term: str
    rule: str
    patterns: tuple[str, ...]
    subtype: Subtype | None = None


@dataclass(frozen=True, slots=True)
class Constructions:
    """The data of constructions.toml."""

    classes: dict[str, frozenset[str]]
    constructions: tuple[Construction, ...]
    reasons: dict[str, str]

    def classes_of(self, key: str) -> frozenset[str]:
        """Return the classes, spelled `<class>`, that hold the token key `key`."""
        return self.classes.get(key, frozenset())


@cache
def load_constructions() -> Constructions:
    """Return the bundled word classes, constructions and reasons."""
    data = tomllib.loads(files("rules_links").joinpath("constructions.toml").read_text(encoding="utf-8"))
    classes: dict[str, set[str]] = {}
    for name, words in data["classes"].items():
        for word in words:
            classes.setdefault(_class_key(word), set()).add(f"<{name}>")
    constructions = tuple(
        Construction(
            entry["term"],
            entry["rule"],
            tuple(entry["patterns"]),
            Subtype(entry["subtype"]) if "subtype" in entry else None,
        )
        for entry in data["construction"]
    )
    return Constructions({key: frozenset(names) for key, names in classes.items()}, constructions, data["reasons"])


def _class_key(word: str) -> str:
    if word.startswith("{"):
        return word
    return "=" + fold(word[1:]) if word.startswith("=") else pattern_key(word)
