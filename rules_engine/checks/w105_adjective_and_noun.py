"""W105: an adjective and the noun behind it that agree in no reading: «небестелесным существо»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import agree, cases_of, is_modifier, is_noun, is_passive, other_forms, shapes_of
from rules_engine.spelling.choice import choose_form
from rules_engine.spelling.clauses import verb_numbers
from rules_engine.spelling.evidence import Evidence, gather
from rules_engine.spelling.lexicon import is_word
from rules_engine.spelling.places import Place, read_places
from rules_engine.spelling.repairs import spell_like
from rules_links.morphology import lexeme
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Adjectives that govern a noun of their own: «равный стоимости», «полный ран».
_GOVERNING = ("равн", "полн", "свободн", "подобн", "подвержен", "достойн", "противополож", "сам", "котор")

# These stand for no noun and are never said of what stands before: the noun behind them is theirs.
_OWNING = frozenset(form for word in ("ваш", "свой") for form in lexeme(word)) | {"этот", "эта", "эту", "этой"}


@register
class AdjectiveAndNoun(Check):
    """Case, number or gender of an adjective fits no reading of the noun it stands at."""

    code = "W105"
    kind = FindingKind.AGREEMENT
    severity = Severity.ERROR
    title = "Прилагательное не согласовано с существительным"
    why = "Несогласованные слова читаются двояко: неясно, какое из двух окончаний ошибочно и о какой карте речь."
    bad = "Атаки по выбранному существо сводятся к слабым."
    good = "Атаки по выбранному существу сводятся к слабым."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such pair; the fix changes the word whose new form fits its neighbours best."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        places = read_places(text)
        for index, (left, right) in enumerate(pairwise(places)):
            if _is_wrong(left, right, evidence):
                fix, confidence = _choose(places[: index + 1], right, evidence)
                quote = text[left.start : right.end]
                advice = f", похоже на «{fix}»" if fix else ""
                yield self.find(
                    text, left.start, right.end, f"Слова не согласованы: «{quote}»{advice}",
                    fix=fix, confidence=confidence,
                )  # fmt: skip


def _is_wrong(left: Place, right: Place, evidence: Evidence) -> bool:
    if not (left.is_word and right.is_word and right.gap == " ") or left.quoted or right.capital or left.capital:
        return False
    if not (is_modifier(left.key) and is_noun(right.key) and is_word(left.key)):
        return False
    if left.key.startswith(_GOVERNING) or agree(left.key, right.key) or evidence.pairs(left.key, right.key):
        return False
    if left.key in _OWNING:
        return True
    if "ablt" in cases_of(left.key) and not _is_bound(left):
        return False  # «если чётной, существо получает» without its comma: the adjective is said of what stands before
    if any(shape.case == "nomn" and shape.number in verb_numbers(right.right) for shape in shapes_of(right.key)):
        return False  # «за каждое карта получает»: the noun is the subject of what follows
    # «атакованное существом», «раненые противника», «ближайшее владельцу»: the noun depends on the adjective.
    dependent = cases_of(right.key) & ({"gent", "datv", "ablt"} if is_passive(left.key) else {"gent"})
    return not dependent


def _is_bound(place: Place) -> bool:
    """Say whether a preposition or another adjective before it binds an adjective to the noun that follows."""
    cases = cases_of(place.key)
    if place.left in GOVERNMENT:
        return not cases.isdisjoint(GOVERNMENT[place.left])
    return is_modifier(place.left) and not cases.isdisjoint(cases_of(place.left))


def _choose(before: tuple[Place, ...], right: Place, evidence: Evidence) -> tuple[str | None, float | None]:
    left = before[-1]
    nouns = [form for form in other_forms(right.key) if is_noun(form) and _suits(before, form)]
    modifiers = [form for form in other_forms(left.key) if is_modifier(form) and agree(form, right.key)]
    noun = choose_form(right, nouns, evidence)
    modifier = choose_form(left, modifiers, evidence)
    # Where something before the pair binds the adjective, the noun behind them slipped.
    if noun and (modifier is None or noun[1] >= modifier[1] or _is_bound(left)):
        return f"{left.text} {spell_like(right.text, noun[0])}", noun[1]
    if modifier:
        return f"{spell_like(left.text, modifier[0])} {right.text}", modifier[1]
    return None, None


def _suits(before: tuple[Place, ...], noun: str) -> bool:
    """Say whether a noun agrees with all adjectives before it and stands in the case of their preposition."""
    for place in reversed(before):
        if not is_modifier(place.key):
            return place.key not in GOVERNMENT or not cases_of(noun).isdisjoint(GOVERNMENT[place.key])
        if not agree(place.key, noun):
            return False
    return True
