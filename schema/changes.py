"""What differs between a database and the one it replaced: one value a difference, kinds as a closed set.

The pipeline finds them, the table `change` keeps them, the command shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schema.vocabulary import Labelled


class ChangeKind(Labelled):
    """Вид изменения."""

    RELEASE_ADDED = "release_added", "новый выпуск"
    RELEASE_REMOVED = "release_removed", "выпуск пропал"
    RELEASE_CHANGED = "release_changed", "выпуск изменился"
    CARD_ADDED = "card_added", "новая карта"
    CARD_REMOVED = "card_removed", "карта пропала"
    CARD_CHANGED = "card_changed", "карта изменилась"
    TERM_ADDED = "term_added", "новый термин"
    TERM_REMOVED = "term_removed", "термин пропал"
    TERM_CHANGED = "term_changed", "термин изменился"

    @property
    def subject(self) -> str:
        """What changed: release, card or term."""
        return self.value.partition("_")[0]

    @property
    def deed(self) -> str:
        """How it changed: added, removed or changed."""
        return self.value.partition("_")[2]


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `key` is the id of the release, card or term, `title` its name as people know it.

    `field` with `old` and `new` (as text, closed sets by their codes, None for no value) belongs to kinds
    «changed»; what was added has its title in `new`, what was removed in `old`.
    """

    kind: ChangeKind
    key: str
    title: str
    field: str | None = None
    old: str | None = None
    new: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the change as the command gives it."""
        return {
            "kind": self.kind,
            "id": self.key,
            "title": self.title,
            "field": self.field,
            "old": self.old,
            "new": self.new,
        }
