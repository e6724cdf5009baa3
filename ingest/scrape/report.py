"""What a run tells: its steps to whoever watches, and at the end one summary for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ingest.scrape.faults import PageFault
from ingest.scrape.kept_values import RunOutcome


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: pages done and known so far, those not fetched again among the done, faults."""

    done: int
    known: int
    reused: int
    faults: int
    host: str = ""


class Watcher(Protocol):
    """Sees how far a run is; called in the run's own thread after each page, so it must be quick."""

    def __call__(self, progress: Progress, /) -> None:
        """Take note."""


def unwatched(_progress: Progress) -> None:
    """Take no note."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """The summary of a run.

    Pages: `fetched` new or changed, `unchanged` by the server's word or with the same bytes, `reused` kept before and
    fresh enough, `unchecked` kept before and not asked for again because the run ended early, `unvisited` not kept and
    not reached. Cards: `claimed` by the site (None: it claims nothing), `listed`
    in its lists, `got` kept and readable, `unlisted` kept from earlier and in no list any more.
    """

    site: str
    folder: str
    outcome: RunOutcome
    fetched: int
    unchanged: int
    reused: int
    unchecked: int
    unvisited: int
    claimed: int | None
    listed: int
    got: int
    unlisted: int
    foreign_links: int
    requests: int
    bytes: int
    seconds: float
    faults: tuple[PageFault, ...]

    @property
    def is_complete(self) -> bool:
        """Whether everything that the site has is kept."""
        return self.outcome is RunOutcome.COMPLETE

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON values."""
        return {
            "site": self.site,
            "folder": self.folder,
            "outcome": self.outcome.value,
            "pages": {
                "fetched": self.fetched,
                "unchanged": self.unchanged,
                "reused": self.reused,
                "unchecked": self.unchecked,
                "unvisited": self.unvisited,
            },
            "cards": {"claimed": self.claimed, "listed": self.listed, "got": self.got, "unlisted": self.unlisted},
            "foreign_links": self.foreign_links,
            "requests": self.requests,
            "bytes": self.bytes,
            "seconds": round(self.seconds, 3),
            "faults": [fault.to_json() for fault in self.faults],
        }

    def lines(self) -> list[str]:
        """Return the summary as a user reads it, without the faults."""
        claimed = f"заявлено {self.claimed}, " if self.claimed is not None else ""
        lines = [
            f"Сохранено: {self.folder} ({self.site})",
            f"  страниц: новых и изменённых {self.fetched}, прежних {self.unchanged + self.reused}"
            + (f", прежних непроверенных {self.unchecked}" if self.unchecked else "")
            + (f", не дошли до {self.unvisited}" if self.unvisited else ""),
        ]
        if self.listed or self.claimed is not None:
            lines.append(f"  карт: {claimed}в списках {self.listed}, получено {self.got}")
        if self.unlisted:
            lines.append(f"  прежних карт, которых больше нет в списках: {self.unlisted} (они остаются сохранёнными)")
        if self.foreign_links:
            lines.append(f"  ссылок на чужие адреса: {self.foreign_links}, они не загружаются")
        lines.append(f"  запросов {self.requests}, {self.bytes / 2**20:.1f} МиБ, {self.seconds:.1f} с")
        return lines
