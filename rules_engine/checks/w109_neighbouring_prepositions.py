"""W109: two prepositions side by side: «получить +1 с до конца хода»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lexicon import GOVERNMENT
from rules_engine.lost_icons.find import find_places
from rules_engine.spelling.agreement import parts_of
from rules_engine.spelling.places import read_places
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «от до смерти напуганного» is no language of cards; «из-под» is one word.
_MAY_LEAD = frozenset({"из", "включая", "кроме", "вместо", "до", "после"})


@register
class NeighbouringPrepositions(Check):
    """A preposition is followed by another one: its noun is lost, or one of the two is too many."""

    code = "W109"
    kind = FindingKind.OTHER
    severity = Severity.WARNING
    title = "Два предлога подряд"
    why = "За предлогом должно стоять слово, которым он управляет: оно потеряно или предлог лишний."
    bad = "Получает +1 к удару с до конца хода."
    good = "Получает +1 к удару до конца хода."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such pair; which of the two is too many only the card tells."""
        text = subject.card.text
        for left, right in pairwise(read_places(text)):
            if left.key in GOVERNMENT and right.key in GOVERNMENT and right.gap == " " and left.key not in _MAY_LEAD:
                if "ADVB" in parts_of(left.key) | parts_of(right.key) or left.key == right.key:
                    continue
                if (left.end, right.start) in find_places(text):
                    continue  # an icon stood between them (I101)
                message = f"Два предлога подряд: «{left.text} {right.text}»; слово потеряно или предлог лишний"
                yield self.find(text, left.start, right.end, message)
