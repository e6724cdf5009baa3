"""The first page: what this is, what the database holds, where to begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from db.overview import count_column, list_classes, list_releases
from pipeline.change_lines import render_counts
from schema.changes import Change, ChangeKind
from schema.vocabulary import Element
from web.elsewhere import count_found
from web.exchange import Reply, Visit
from web.views.changes import ChangeLine, describe_change

# What other card searches cannot answer: words in any form, parts of an ability, numbers against numbers, rule terms.
EXAMPLES: tuple[tuple[str, str], ...] = (
    ("летающему существу", "слова в любой форме"),
    ("действие:метание дальность>=4", "метание на 4 клетки и дальше"),
    ("удар>стоимость", "бьют сильнее, чем стоят"),
    ("термин:телепортация", "где действует это правило"),
    ('триггер:"при гибели"', "срабатывают при гибели"),
    ("это:летающая стоимость<=4", "недорогие летающие"),
)
SHOWN_CHANGES = 5


@dataclass(frozen=True, slots=True)
class Example:
    """A query worth a click, what it asks in words, how many cards it finds; None where that is not counted."""

    query: str
    words: str
    cards: int | None


def show_home(visit: Visit) -> Reply:
    """Show examples, counts, elements, what the last build changed, releases and classes."""
    elements = {row.value: row.cards for row in count_column(visit.connection, "element") if row.value}
    changes = visit.site.facts().changes
    return visit.page(
        "home.html",
        examples=list_examples(visit),
        elements=[(element, elements[element.value]) for element in Element if element.value in elements],
        changes=choose_changes(changes),
        summary=render_counts(changes),
        releases=list_releases(visit.connection),
        classes=[row for row in list_classes(visit.connection) if row.value],
    )


def list_examples(visit: Visit) -> list[Example]:
    """Return the examples that find something in this file."""
    counted = [Example(query, words, count_found(visit.site, visit.connection, query)) for query, words in EXAMPLES]
    return [example for example in counted if example.cards != 0]


def choose_changes(changes: Sequence[Change]) -> list[tuple[str, ChangeLine]]:
    """Return a few of the changes, one a release, card or term, each with the words of its kind.

    Kinds take turns, so that a hundred new cards do not hide the terms that changed with them.
    """
    firsts: dict[tuple[ChangeKind, str], Change] = {}
    for change in changes:
        firsts.setdefault((change.kind, change.key), change)
    by_kind: dict[ChangeKind, list[Change]] = {}
    for change in firsts.values():
        by_kind.setdefault(change.kind, []).append(change)
    turns = chain.from_iterable(zip_longest(*by_kind.values()))
    chosen = [change for change in turns if change is not None][:SHOWN_CHANGES]
    return [(change.kind.label, describe_change(change)) for change in chosen]
