"""The description of the API: for people the page /api, for programs the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.samples import load_samples
from pipeline.export import MANIFEST
from web.exchange import Reply, Visit, reply_json

if TYPE_CHECKING:
    from web.openapi import Entry


def show_api(visit: Visit) -> Reply:
    """Show what programs may ask, with examples that work on the served file."""
    from web.operations import GROUPS

    groups: dict[str, list[Entry]] = {group: [] for group in GROUPS}
    for entry in _entries(visit):
        groups[entry.operation.group].append(entry)
    return visit.page("api.html", groups=groups)


def answer_openapi(visit: Visit) -> Reply:
    """Give the OpenAPI document."""
    from web.openapi import build_document

    return reply_json(build_document(_entries(visit), visit.origin))


def _entries(visit: Visit) -> list[Entry]:
    # Both tables hold these very views, so they can be looked into only when all are loaded.
    from web.openapi import list_entries
    from web.routes import ROUTES

    routes = [(route.pattern, route.view) for route in ROUTES]
    has_files = (visit.site.bulk / MANIFEST).is_file()
    return list_entries(routes, load_samples(visit.connection), has_files=has_files)
