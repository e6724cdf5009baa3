"""K108: a keyword and its number joined otherwise than its headword says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import VALUE, KeywordFact, Numbered, find_mentions
from rules_engine.corpus import Habit
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_JOINED = re.compile(rf"(?P<joint>,?\s*дальность|,?\s+на)?\s+(?P<value>{VALUE})(?!\s*-|\s+раз)")
# «увеличить бешенство на 1» changes the number; it does not give the keyword.
_CHANGES = re.compile(r"(?:увелич|уменьш|повы[сш]|пони[зж]|сни[зж]|усил|ослаб|бол[ье]|мень)\w*[^.;:]*$", re.IGNORECASE)
_LOOK_BACK = 60


@register
class NumberForm(Check):
    """«отравление 1», «Прыжок 2», «пророчество на 1»: not as the rules write it."""

    code = "K108"
    kind = FindingKind.KEYWORD_FORM
    severity = Severity.WARNING
    title = "Число именной особенности записано не по образцу"
    why = (
        "Каждая особенность пишет число по-своему: «добивание на 2», «пророчество 2», «прыжок, дальность 2». "
        "Образцы — заголовки терминов; все они в keyword_facts.toml."
    )
    bad = "При сильном ударе существо получает отравление 1."
    good = "При сильном ударе существо получает отравление на 1."
    follows = "заголовки терминов «Отравление на Х», «Прыжок, дальность X», «Пророчество Х»"
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each keyword with a number behind another joint, the right form as fix.

        A bare number is no fault where the release writes it so.
        """
        text, habits = subject.card.text, subject.habits
        for mention in find_mentions(text):
            match = _JOINED.match(text, mention.end)
            if match is None or mention.fact.number is Numbered.NONE:
                continue
            if match["joint"] and _CHANGES.search(text, max(0, mention.start - _LOOK_BACK), mention.start):
                continue
            joint = " ".join((match["joint"] or "").replace(",", ", ").split())
            if joint == mention.fact.joint.replace(",", ", ").strip() or _is_blurred(mention.fact, joint):
                continue
            if not joint and habits.show(Habit.BARE_VALUE):
                continue
            fix = f"{text[mention.start : mention.end]}{_joint(mention.fact)} {match['value']}"
            message = f"Должно быть «{fix}», по термину «{mention.fact.term}»"
            yield self.find(text, mention.start, match.end(), message, fix=fix, confidence=0.9)


def _joint(fact: KeywordFact) -> str:
    return fact.joint if fact.joint.startswith(",") or not fact.joint else f" {fact.joint}"


def _is_blurred(fact: KeywordFact, joint: str) -> bool:
    """Say whether only the comma is gone: the form is right and punctuation is not our matter."""
    return joint.strip(", ") == fact.joint.strip(", ")
