"""The page of changes: what the last build that changed anything changed, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from db.changes import load_changes
from pipeline.change_lines import render_change, render_counts
from schema.changes import Change
from web.exchange import Reply, Visit
from web.views.feeds import change_address


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change of the list: where it leads and what differs."""

    title: str
    address: str | None
    words: str | None


def show_changes(visit: Visit) -> Reply:
    """Show all changes, grouped by their kind in the order of the build."""
    changes = load_changes(visit.connection)
    groups = [
        (kind, [describe_change(change) for change in group]) for kind, group in groupby(changes, lambda one: one.kind)
    ]
    return visit.page("changes.html", groups=groups, summary=render_counts(changes))


def describe_change(change: Change) -> ChangeLine:
    """Return the change as a list shows it; what is gone leads nowhere."""
    address = None if change.kind.deed == "removed" else change_address(change)
    return ChangeLine(change.title, address, render_change(change) if change.field else None)
