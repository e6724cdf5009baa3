"""K102: a word that no dictionary knows, one slip away from a keyword, where a keyword stands."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import keyword_forms, keyword_words
from rules_engine.checks.keyword_slips import find_keyword_slips
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class KeywordSlip(Check):
    """«Регенрация 1»: the name of a keyword with a letter lost, added, changed or swapped."""

    code = "K102"
    kind = FindingKind.KEYWORD_FORM
    severity = Severity.ERROR
    title = "Описка в названии именной особенности"
    why = (
        "Особенность с таким названием словарь терминов не знает, но знает похожую: правило не найдётся, и "
        "разбор не увидит особенности."
    )
    bad = "Регенрация 1."
    good = "Регенерация 1."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word that opens an ability, is given, or has a number behind it."""
        text = subject.card.text
        for slip in find_keyword_slips(text, subject.corpus):
            quote = text[slip.start : slip.end]
            fix = slip.meant.capitalize() if quote[0].isupper() else slip.meant
            fact = keyword_words()[keyword_forms()[slip.meant]]
            message = f"Нет особенности «{quote}»: похоже на «{fix}», термин «{fact.term}»"
            yield self.find(text, slip.start, slip.end, message, fix=fix, confidence=0.9)
