"""What a site claims against what its lists gave: the arithmetic of completeness, apart from the run that feeds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ingest.scrape.faults import FaultKind, PageFault
from ingest.scrape.links import Reading
from ingest.scrape.site import Site, Target

# Fewer cards than this share of the last complete run is no news of the site but a fault of its lists.
LEAST_SHARE = 0.9


@dataclass(slots=True)
class _Chain:
    """The pages of one list: what each claims, and all its cards."""

    claimed: int | None = None
    claimed_on: str = ""
    cards: set[str] = field(default_factory=set)
    pages: int = 0
    is_feed: bool = False
    last_repeat: str = ""
    has_grown: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the list gave all that it claims; unknown of one that claims nothing."""
        return self.claimed is not None and len(self.cards) >= self.claimed

    @property
    def is_endless(self) -> bool:
        """Whether the list never ended: a feed that repeats, or a list whose further pages all repeat the first.

        A list may link to its own first page in another spelling, so a repeat beside pages that gave something is
        nothing.
        """
        return bool(self.last_repeat) and (self.is_feed or not self.has_grown)


@dataclass(slots=True)
class Tally:
    """Counts the cards of every list of a run."""

    site: Site
    _chains: dict[str, _Chain] = field(default_factory=dict)

    def add(self, target: Target, reading: Reading, card_kinds: frozenset[str]) -> bool:
        """Count a list page; tell whether it gave anything that its list had not given before.

        A page behind the first one that only repeats is a list without an end, or a site that ignores the number.
        """
        chain = self._chains.setdefault(target.chain, _Chain())
        cards = {link.address for link in reading.links if link.kind in card_kinds}
        is_new = not chain.pages or not cards or not cards <= chain.cards
        chain.has_grown = chain.has_grown or (chain.pages > 0 and not cards <= chain.cards)
        chain.is_feed = target.payload is not None
        chain.last_repeat = chain.last_repeat if is_new else target.address
        chain.cards |= cards
        chain.pages += 1
        if reading.claimed is not None and (chain.claimed is None or reading.claimed > chain.claimed):
            chain.claimed, chain.claimed_on = reading.claimed, target.address
        return is_new

    @property
    def listed(self) -> frozenset[str]:
        """All cards that lists lead to."""
        return frozenset(card for chain in self._chains.values() for card in chain.cards)

    @property
    def claimed(self) -> int | None:
        """How many cards the lists claim in all, None where none claims anything."""
        claims = [chain.claimed for chain in self._chains.values() if chain.claimed is not None]
        return sum(claims) if claims else None

    def faults(self, left: Mapping[str, Target]) -> list[PageFault]:
        """Return which lists do not add up in themselves.

        `left` has by chain a page that only repeated, and whose further pages nobody has seen.
        """
        chains = self._chains.values()
        fewer = [
            PageFault(
                FaultKind.FEWER_THAN_CLAIMED, chain.claimed_on, f"заявлено {chain.claimed}, ссылок {len(chain.cards)}"
            )
            for chain in chains
            if chain.claimed is not None and chain.claimed > len(chain.cards)
        ]
        repeated = [
            PageFault(FaultKind.REPEATED_LIST, left[name].address if name in left else chain.last_repeat)
            for name, chain in self._chains.items()
            if not chain.is_whole and (name in left or chain.is_endless)
        ]
        return fewer + repeated


def check_shrink(listed: int, previous: int | None) -> list[PageFault]:
    """Return the fault of a site with far fewer cards than the last complete run found (None: there was none)."""
    if not previous or listed >= previous * LEAST_SHARE:
        return []
    return [PageFault(FaultKind.SHRUNK, detail=f"было {previous}, стало {listed}")]
