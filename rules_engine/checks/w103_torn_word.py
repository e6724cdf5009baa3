"""W103: a blank inside a word: «про тивник», «в ашем»."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.spelling.evidence import gather
from rules_engine.spelling.places import read_places
from rules_engine.spelling.torn import find_torn
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class TornWord(Check):
    """A piece that is no word and its neighbour are one word together."""

    code = "W103"
    kind = FindingKind.SPELLING
    severity = Severity.ERROR
    title = "Пробел внутри слова"
    why = "Разорванное слово не найдёт ни поиск, ни словарь терминов."
    bad = "Ранить выбранное суще ство на 2."
    good = "Ранить выбранное существо на 2."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each torn word, the word in one piece as its fix."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        for left, right in find_torn(read_places(text), evidence):
            fix = left.text + right.text
            message = f"Пробел внутри слова: «{text[left.start : right.end]}», должно быть «{fix}»"
            yield self.find(text, left.start, right.end, message, fix=fix, confidence=0.95)
