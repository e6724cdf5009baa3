"""About the data: where it comes from, how complete and how well understood it is, whose it is, how to take it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from db.overview import Understanding, list_releases, list_sources, list_understanding, load_build
from pipeline.export import MANIFEST
from web.exchange import Reply, Visit

# A build of a thousand kept pages has a thousand sources; nobody reads them all on a page.
SHOWN_SOURCES = 50


@dataclass(frozen=True, slots=True)
class ReleaseShare:
    """How much of a release's texts was read into data."""

    id: str
    name: str
    understanding: Understanding


def show_about(visit: Visit) -> Reply:
    """Show sources, build, understood share by release, bulk files and the note on rights."""
    connection = visit.connection
    understanding, understood = list_understanding(connection)
    shares = [
        ReleaseShare(release.id, release.name, understood[release.id])
        for release in list_releases(connection)
        if release.id in understood
    ]
    sources = list_sources(connection)
    return visit.page(
        "about.html",
        sources=sources[:SHOWN_SOURCES],
        hidden_sources=max(0, len(sources) - SHOWN_SOURCES),
        build=load_build(connection),
        version=visit.site.version,
        understanding=understanding,
        shares=shares,
        files=list_bulk_files(visit),
    )


def list_bulk_files(visit: Visit) -> list[dict[str, object]]:
    """Return what the manifest of the served build names; nothing where its files were not made."""
    manifest = visit.site.bulk / MANIFEST
    if not manifest.is_file():
        return []
    files: list[dict[str, object]] = json.loads(manifest.read_text(encoding="utf-8"))["files"]
    return files
