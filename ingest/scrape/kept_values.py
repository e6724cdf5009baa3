"""What is known of kept pages and of runs, as values that the store gives and takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ingest.scrape.faults import PageFault
from ingest.scrape.fetch import UNCONDITIONAL, Answer, Conditions
from ingest.scrape.site import Role, Target


class Outcome(Enum):
    """What became of a visit: a body (new or the same), «not modified», a body of another page, or none."""

    KEPT = "kept"
    UNCHANGED = "unchanged"
    SUSPECT = "suspect"
    FAILED = "failed"

    @property
    def is_good(self) -> bool:
        """Whether the page is what it should be."""
        return self in (Outcome.KEPT, Outcome.UNCHANGED)

    @property
    def brings_bytes(self) -> bool:
        """Whether bytes came that are kept: those of a page, good or doubtful, not those of a refusal."""
        return self in (Outcome.KEPT, Outcome.SUSPECT)


class RunOutcome(Enum):
    """How a run ended; a killed one has no outcome."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Run:
    """A run: pages visited well since `fresh_from` are not fetched again; `listed` is how many cards its lists had."""

    id: int
    started_at: str
    fresh_from: str
    outcome: RunOutcome | None = None
    listed: int | None = None


@dataclass(frozen=True, slots=True)
class KnownPage:
    """The last good visit of a page: when, in which run, the hash of its body (None: never good), what marks it.

    `fetched_at` is empty where nobody knows. `records` is what the parsers read out of the body, None where they have
    not been asked.
    """

    role: Role
    fetched_at: str = ""
    run_id: int = 0
    body: str | None = None
    address: str = ""
    conditions: Conditions = UNCONDITIONAL
    records: int | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit of `target`, on its way into the file; `body` is the hash of the bytes that it gave or confirmed."""

    run_id: int
    site: str
    role: Role
    target: Target
    outcome: Outcome
    fetched_at: str
    answer: Answer | None = None
    body: str | None = None
    fault: PageFault | None = None


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as the parsers take it: the best body there is, and when that body came."""

    address: str
    role: Role
    body: bytes
    fetched_at: str


@dataclass(frozen=True, slots=True)
class DamagedPage:
    """A page whose kept body is not what its hash says: it must be fetched again."""

    address: str


@dataclass(frozen=True, slots=True)
class UnreadBody:
    """A body that the parsers have made nothing of yet, and a page where it stood."""

    body: str
    role: Role
    address: str
