"""What the lost picture of an icon on a card's face may have been: its number and the page's list in, candidates out.

Apart from the check that reports it, because the table is what a reader wants to see and to correct. The shares
were counted on the cards of releases 10–40; gaps in texts have a learnt table of their own (rules_engine/lost_icons).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from rules_engine.lost_icons.page_list import PageList
from rules_engine.lost_icons.weights import Standing
from schema.icons import ICONS
from schema.records import PrintedIcon
from schema.results import Candidate

# How often an icon stands on a card face beside a 1, beside a greater number, and without one.
_BESIDE_ONE = {"ova": 0.36, "ovz": 0.24, "regen": 0.2, "armor": 0.18, "ovs": 0.02}
_BESIDE_MORE = {"armor": 0.42, "regen": 0.35, "ova": 0.12, "ovz": 0.1, "ovs": 0.01}
_ALONE = {"zov": 0.17, "zoo": 0.16, "direct": 0.14, "zom": 0.12, "zoz": 0.11, "zoal": 0.1, "zor": 0.1, "zot": 0.08,
          "stamina": 0.05, "ova": 0.04, "ovz": 0.03, "ovs": 0.01}  # fmt: skip

# A page that lists the term of an icon speaks for it; less so where the text itself already names the term.
_WEIGHT: Mapping[Standing, float] = MappingProxyType(
    {
        Standing.NEEDED: 20.0,
        Standing.MENTIONED: 2.0,
        Standing.SILENT: 1.0,
        Standing.SHOWN: 0.25,
        Standing.ABSENT: 0.25,
    }
)
_SMALLEST = 0.01


def find_printed_candidates(icon: PrintedIcon, others: Collection[str], page: PageList) -> tuple[Candidate, ...]:
    """Return the icons that the lost picture of `icon` may have been, best first; `others` are already on the card."""
    shares = _ALONE if icon.value is None else _BESIDE_ONE if icon.value == 1 else _BESIDE_MORE
    weights = {
        ICONS[code].token: share * _WEIGHT[page.standing(ICONS[code].token, 1)]
        for code, share in shares.items()
        if code not in others
    }
    whole = sum(weights.values())
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    # Rounded down, so that the sum stays within 1.
    found = [Candidate(fix, int(weight / whole * 1000) / 1000) for fix, weight in ranked]
    return tuple(candidate for candidate in found if candidate.confidence >= _SMALLEST)
