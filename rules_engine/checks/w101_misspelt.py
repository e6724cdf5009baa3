"""W101: a word that no dictionary, no rule and no other card knows, near one that they know."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_slips import find_keyword_slips
from rules_engine.spelling.evidence import Evidence, gather
from rules_engine.spelling.places import Place, read_places
from rules_engine.spelling.repairs import UNLIKELY, Repair, find_repair
from rules_engine.spelling.torn import find_torn
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_HYPHENS = "-‐‑"
# So short a word is rather a name or an abbreviation than a slip nobody can explain.
_SHORTEST_UNKNOWN = 4


@register
class Misspelt(Check):
    """An unknown word one letter away from a known one; without such a word it is only a hint."""

    code = "W101"
    kind = FindingKind.SPELLING
    severity = Severity.ERROR
    title = "Опечатка в слове"
    why = (
        "Слова с опечаткой не найдёт поиск, и термин в нём не узнать. Сверяется с общим словарём, словами игры, "
        "названиями и текстами других карт; без похожего слова это лишь подсказка: слово может быть новым."
    )
    bad = "Выбранное сущетво получает рану."
    good = "Выбранное существо получает рану."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word: an error, a warning where card texts do not use the near word."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        places = read_places(text)
        torn = {place for pair in find_torn(places, evidence) for place in pair}
        unknown = [
            place
            for place in places
            if evidence.is_unknown(place)
            and not evidence.is_seen(place.key)
            and place not in torn
            and _is_whole(text, place)
        ]
        # The slip of a keyword is K102's, which names the term.
        slips = {slip.start for slip in find_keyword_slips(text, subject.corpus)} if unknown else set()
        for place in unknown:
            if place.start not in slips:
                yield from self._judge(text, place, evidence)

    def _judge(self, text: str, place: Place, evidence: Evidence) -> Iterator[Finding]:
        repair = find_repair(place, evidence)
        if repair is None:
            if len(place.key) >= _SHORTEST_UNKNOWN and not place.text[0].isupper() and not place.quoted:
                message = f"Слова «{place.text}» нет ни в словаре, ни в других картах"
                yield self.find(text, place.start, place.end, message, severity=Severity.INFO)
        elif not repair.glued and not _breaks_line(place, repair.words[0]):
            fix = repair.spell(place.text)
            yield self.find(
                text, place.start, place.end, f"Опечатка: «{place.text}», похоже на «{fix}»",
                fix=fix, confidence=repair.confidence,
                severity=_severity(repair),
            )  # fmt: skip


def _severity(repair: Repair) -> Severity:
    if repair.common:
        return Severity.ERROR
    return Severity.WARNING if repair.confidence > UNLIKELY else Severity.INFO


def _is_whole(text: str, place: Place) -> bool:
    """Say whether the word is not a piece of one that letters of another alphabet broke up (L102)."""
    return not text[place.start - 1 : place.start].isalnum() and not text[place.end : place.end + 1].isalnum()


def _breaks_line(place: Place, near: str) -> bool:
    """Say whether only a hyphen is too many: that is T116."""
    return any(hyphen in place.text for hyphen in _HYPHENS) and place.key.replace("-", "") == near
