"""What a build changes against the database it replaces: found before publishing, stored, and told in lines.

The same sources built twice onto the same file give the same bytes: where nothing changed, the changes that
the file being replaced tells of are carried over. A build that would lose many cards is stopped here.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.changes import load_changes
from db.connect import open_database
from pipeline.change_lines import render_changes, render_counts
from pipeline.snapshot import CARD_FACTS, RELEASE_FACTS, TERM_FACTS, Entry, RowSet, take_snapshot
from schema.changes import Change, ChangeKind
from schema.errors import StoreError
from schema.rows import ChangeRow

# More than one card in ten lost is taken for a broken source, not for an edit.
SHRINK_SHARE = 10
SHOWN_RELEASES = 5


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What differs from the previous database.

    `carried` are the changes that the previous file tells of; `previous_cards` and `removed_by_release` count
    cards. `compared` is False where there was no previous file; `note` says why where there was one and it
    could not be compared.
    """

    changes: tuple[Change, ...] = ()
    carried: tuple[Change, ...] = ()
    previous_cards: int = 0
    removed_by_release: tuple[tuple[str, int], ...] = ()
    compared: bool = False
    note: str | None = None

    @property
    def removed_cards(self) -> int:
        """How many cards of the previous database are gone."""
        return sum(number for _, number in self.removed_by_release)

    def rows(self) -> Iterator[ChangeRow]:
        """Yield the rows of the table `change`: what is new, else what the previous database told."""
        for number, change in enumerate(self.changes or self.carried, 1):
            yield ChangeRow.model_validate(
                {
                    "id": number,
                    "kind": change.kind,
                    f"{change.kind.subject}_id_text": change.key,
                    "field": change.field,
                    "old": change.old,
                    "new": change.new,
                }
            )

    def lines(self, limit: int | None = 10) -> list[str]:
        """Return the report in Russian, one change a line and at most `limit` of them; nothing for a first build."""
        if not self.compared:
            return [self.note] if self.note else []
        if not self.changes:
            return ["С прежней базы ничего не изменилось."]
        return [f"Изменилось с прежней базы: {render_counts(self.changes)}.", *render_changes(self.changes, limit)]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "compared": self.compared,
            "note": self.note,
            "changes": [change.to_json() for change in self.changes],
        }


def compare_with_previous(target: Path, rows: RowSet | sqlite3.Connection) -> ChangeReport:
    """Return what `rows` (or the new file, already written) change against the file at `target`.

    A file of another version, a damaged one and one that is not ours count as no previous database; the
    report's note says so.
    """
    if not target.exists():
        return ChangeReport()
    try:
        connection = open_database(target)
    except StoreError as error:
        return _not_compared(error.what)
    with closing(connection):
        return find_changes(connection, rows)


def find_changes(previous: sqlite3.Connection | None, rows: RowSet | sqlite3.Connection) -> ChangeReport:
    """Return what `rows`, about to be published, change against `previous`: releases, cards, terms, by field.

    `rows` may be an open connection to the new file, where its rows are no longer in memory. Without a previous
    database, or with one that turns out damaged, there is nothing to tell.
    """
    if previous is None:
        return ChangeReport()
    try:
        before = take_snapshot(previous)
        carried = load_changes(previous)
    except (sqlite3.Error, KeyError, ValueError) as error:
        return _not_compared(f"она повреждена ({error})")
    after = take_snapshot(rows)
    changes = (
        *_compare("release", before.releases, after.releases, RELEASE_FACTS),
        *_compare("card", before.cards, after.cards, CARD_FACTS),
        *_compare("term", before.terms, after.terms, TERM_FACTS),
    )
    removed = Counter(entry.group for key, entry in before.cards.items() if key not in after.cards)
    return ChangeReport(changes, carried, len(before.cards), tuple(removed.items()), compared=True)


def _not_compared(reason: str) -> ChangeReport:
    return ChangeReport(note=f"С прежней базой не сравнить: {reason}. Она будет заменена.")


def _compare(subject: str, before: dict[str, Entry], after: dict[str, Entry], names: Sequence[str]) -> Iterator[Change]:
    """Yield what was added, then what was removed, then what changed, each in the order of its build."""
    added, removed, changed = (ChangeKind(f"{subject}_{deed}") for deed in ("added", "removed", "changed"))
    for key, entry in after.items():
        if key not in before:
            yield Change(added, key, entry.title, new=entry.title)
    for key, entry in before.items():
        if key not in after:
            yield Change(removed, key, entry.title, old=entry.title)
    for key, entry in after.items():
        if key not in before or before[key].facts == entry.facts:
            continue
        for name, old, new in zip(names, before[key].facts, entry.facts, strict=True):
            if old != new:
                yield Change(changed, key, entry.title, name, old, new)


def check_shrink(report: ChangeReport) -> None:
    """Raise StoreError where more than a tenth of the previous database's cards would be gone."""
    if report.removed_cards * SHRINK_SHARE <= report.previous_cards:
        return
    by_release = sorted(report.removed_by_release, key=lambda pair: (-pair[1], pair[0]))
    shown = ", ".join(f"{release}: {number}" for release, number in by_release[:SHOWN_RELEASES])
    more = len(by_release) - SHOWN_RELEASES
    rest = f" и ещё {more} вып." if more > 0 else ""
    raise StoreError(
        f"пропало бы карт: {report.removed_cards} из {report.previous_cards} ({shown}{rest})",
        hint="Прежняя база осталась нетронутой; если так и надо, добавьте --allow-shrink",
    )
