"""W104: a preposition before a word in a case that it does not govern: «с проклятие», «до конец»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import CASED, cases_of, other_forms, parts_of
from rules_engine.spelling.choice import choose_form
from rules_engine.spelling.evidence import gather
from rules_engine.spelling.lexicon import is_own
from rules_engine.spelling.places import Place, read_places
from rules_engine.spelling.repairs import spell_like
from rules_links.morphology import is_known
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_NAMES = {"gent": "родительный", "datv": "дательный", "accs": "винительный", "ablt": "творительный",
          "loct": "предложный"}  # fmt: skip


# «По левую сторону» is said of sides alone.
_SIDES = frozenset({"левую", "правую", "обе", "ту", "эту", "другую", "одну"})


@register
class CaseAfterPreposition(Check):
    """No reading of the word stands in a case that the preposition before it takes."""

    code = "W104"
    kind = FindingKind.AGREEMENT
    severity = Severity.ERROR
    title = "Не тот падеж после предлога"
    why = "Предлог требует своего падежа; другой падеж — след опечатки в окончании или пропущенного слова."
    bad = "Существа с проклятие получают рану."
    good = "Существа с проклятием получают рану."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word, its form in the right case as the fix."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        for left, right in pairwise(read_places(text)):
            if left.key not in GOVERNMENT or not _is_wrong(left, right):
                continue
            cases = GOVERNMENT[left.key]
            wanted = [form for form in other_forms(right.key) if not cases_of(form).isdisjoint(cases)]
            fix, confidence = choose_form(right, wanted, evidence) or (None, None)
            fix = spell_like(right.text, fix) if fix else None
            names = " или ".join(_NAMES[case] for case in cases)
            yield self.find(
                text, right.start, right.end, f"После «{left.text}» нужен падеж: {names}; стоит «{right.text}»",
                fix=fix, confidence=confidence,
            )  # fmt: skip


def _is_wrong(left: Place, right: Place) -> bool:
    if not right.is_word or right.gap != " " or right.capital or right.quoted:
        return False
    # «напротив существо» is an adverb and its noun; a word that may be no noun at all tells nothing.
    if "ADVB" in parts_of(left.key) or not (is_known(right.key) or is_own(right.key)):
        return False
    # A short adjective («бросок» is one of «броский») follows no preposition.
    if not parts_of(right.key) <= CASED | {"ADJS"} or parts_of(right.key) == {"ADJS"}:
        return False
    return right.key not in _SIDES and cases_of(right.key).isdisjoint(GOVERNMENT[left.key])
