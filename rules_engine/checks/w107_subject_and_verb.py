"""W107: a subject and its verb of different numbers: «Ваши существа имеет»."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import other_forms, shapes_of
from rules_engine.spelling.choice import choose_form
from rules_engine.spelling.clauses import Clause, find_clauses, is_finite, verb_numbers
from rules_engine.spelling.evidence import gather
from rules_engine.spelling.near import is_one_slip
from rules_engine.spelling.places import read_places
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class SubjectAndVerb(Check):
    """A clause opens with a subject in one number, and its verb stands in the other."""

    code = "W107"
    kind = FindingKind.AGREEMENT
    severity = Severity.ERROR
    title = "Глагол не согласован с подлежащим"
    why = "Неясно, об одной карте речь или о нескольких, а от этого зависит, на что действует особенность."
    bad = "Ваши гномы имеет +1 к удару."
    good = "Ваши гномы имеют +1 к удару."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such verb, its span the verb and its fix the other number."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        for clause in find_clauses(read_places(text)):
            if clause.number in verb_numbers(clause.verb.key) or _has_subject_behind(clause):
                continue
            verb = clause.verb
            forms = [
                form for form in other_forms(verb.key)
                if is_one_slip(form, verb.key) and is_finite(form) and clause.number in verb_numbers(form)
            ]  # fmt: skip
            fix, confidence = choose_form(verb, forms, evidence) or (None, None)
            message = f"Глагол «{verb.text}» не согласован с подлежащим «{clause.subject.text}»"
            yield self.find(text, verb.start, verb.end, message, fix=fix, confidence=confidence)


def _has_subject_behind(clause: Clause) -> bool:
    """Say whether the word behind the verb may be its subject: «Раны получает другое существо»."""
    if clause.verb.right in GOVERNMENT:
        return False
    numbers = verb_numbers(clause.verb.key)
    return any(shape.case == "nomn" and shape.number in numbers for shape in shapes_of(clause.verb.right))
