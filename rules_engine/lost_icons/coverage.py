"""Shares of single gaps in, shares under «each term that the list demands stands somewhere» out.

Somewhere is one of the gaps, or a gap that nobody saw. Exact for gaps that are independent but for this demand, by
inclusion and exclusion over the few demanded icons.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from schema.icons import ICON_TOKEN

# A list may err, or name what the text says in other words: so often a demand is void.
_VOID = 0.05
# Cards demand one or two; the work doubles with each.
_MOST = 5
_SMALLEST = 1e-9


def demand_coverage(
    shares: Sequence[Sequence[float]], fixes: Sequence[str], needed: frozenset[str], unseen: float = 0.0
) -> list[list[float]]:
    """Return the shares of each gap (a row for each, a column for each of `fixes`) given that all `needed` are there.

    `unseen` is how many more gaps the text is expected to have. Rows keep their sum of 1. Demands beyond the first
    five codes and those that no fix can meet are left out.
    """
    meets = [frozenset(ICON_TOKEN.findall(fix)) & needed for fix in fixes]
    wanted = sorted(needed & frozenset[str]().union(*meets))[:_MOST]
    if not wanted or not shares:
        return [list(row) for row in shares]
    astray = _VOID + (1 - _VOID) * unseen / (unseen + len(shares))
    subsets = [frozenset(some) for size in range(len(wanted) + 1) for some in combinations(wanted, size)]
    # For each subset and gap: how likely the gap holds none of the subset; and all gaps together, as a logarithm.
    without = {
        some: [
            max(_SMALLEST, 1.0 - sum(share for share, met in zip(row, meets, strict=True) if met & some))
            for row in shares
        ]
        for some in subsets
    }
    nowhere = {some: sum(map(math.log, row)) + len(some) * math.log(1 - astray) for some, row in without.items()}
    return [
        _demand(
            row,
            meets,
            frozenset(wanted),
            {some: math.exp(nowhere[some] - math.log(without[some][gap])) for some in subsets},
        )
        for gap, row in enumerate(shares)
    ]


def _demand(
    row: Sequence[float],
    meets: Sequence[frozenset[str]],
    wanted: frozenset[str],
    elsewhere: Mapping[frozenset[str], float],
) -> list[float]:
    """Weigh each share of one gap by how likely what it leaves open is met elsewhere.

    `elsewhere` says for each subset of `wanted` how likely none of it stands outside this gap.
    """
    left = [wanted - met for met in meets]
    met = {
        need: max(0.0, sum((-1) ** len(some) * chance for some, chance in elsewhere.items() if some <= need))
        for need in set(left)
    }
    weighed = [share * met[need] for share, need in zip(row, left, strict=True)]
    whole = sum(weighed)
    return [one / whole for one in weighed] if whole > _SMALLEST else list(row)
