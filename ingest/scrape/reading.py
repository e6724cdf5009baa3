"""Kept bytes -> what the parsers make of them, noted beside the bytes; no network.

A page can look like a card and hold none. That is found here, after the fetching, by the very parsers that a build
uses; a body of which an older parser made nothing is asked again, so a better parser needs no new download.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ingest.formats import parse_document
from ingest.scrape.kept_values import UnreadBody
from ingest.scrape.site import Role
from ingest.scrape.store import PageStore
from schema.records import Document


@dataclass(frozen=True, slots=True)
class BodyReading:
    """How many records a body holds, and why there are none."""

    records: int
    reason: str | None = None


Stage = Callable[[Sequence[UnreadBody]], Iterable[UnreadBody]]


def parse_body(role: Role, address: str, data: bytes) -> BodyReading:
    """Return what the parsers make of a page; of a card's page only cards count."""
    try:
        harvest = parse_document(Document(address, data))
    except Exception as error:
        return BodyReading(0, f"разбор не удался: {type(error).__name__}: {error}"[:200])
    records = len(harvest.cards) if role is Role.CARD else harvest.records
    if records:
        return BodyReading(records)
    refused = next((problem.message for problem in harvest.problems if problem.refused), "в ней нет ни одной записи")
    return BodyReading(0, refused)


def read_bodies(store: PageStore, stage: Stage = iter) -> None:
    """Ask the parsers about every body they have made nothing of yet, and note the answer."""
    for unread in stage(store.unread_bodies()):
        reading = parse_body(unread.role, unread.address, store.load_body(unread.body))
        store.save_reading(unread.body, reading.records, reading.reason)
