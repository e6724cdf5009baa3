"""Cards -> the numbers that a release seems to lack: a note a release, for maintainers who collect sources.

Apart from the checks of cards, because a card that is not there has nothing to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.faults import NUMBER_GAP, FoundFinding, finding_of
from pipeline.merge import MergedCard

# A few pages of a release are no collection with holes: so many cards, and half of the numbers, must be there.
_LEAST_CARDS = 20
_LEAST_SHARE = 0.5
_SHOWN_RUNS = 8


def gap_findings(cards: Sequence[MergedCard]) -> Iterator[FoundFinding]:
    """Yield a note for each release that has most numbers up to its highest one, but not all.

    How many numbers a release really has no source says, so that missing last numbers stay unseen.
    """
    by_release: dict[str, list[MergedCard]] = {}
    for card in cards:
        by_release.setdefault(card.release.id, []).append(card)
    for collected in by_release.values():
        known = {card.record.key.number for card in collected}
        missing = sorted(set(range(1, max(known) + 1)) - known)
        if missing and len(known) >= _LEAST_CARDS and len(known) >= _LEAST_SHARE * max(known):
            runs = [_shown(run) for run in _runs(missing)]
            more = f" и ещё {len(runs) - _SHOWN_RUNS} мест" if len(runs) > _SHOWN_RUNS else ""
            message = (
                f"выпуск «{collected[0].release.name}»: нет номеров {', '.join(runs[:_SHOWN_RUNS])}{more}, "
                f"всего {len(missing)} из {max(known)}"
            )
            yield None, None, finding_of(NUMBER_GAP, "number", message)


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield the numbers in runs that follow one another."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def _shown(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}"
