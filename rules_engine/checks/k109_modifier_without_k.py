"""K109: «+1 {strike}» or «+1 ударам»: the preposition behind a modifier is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_links.morphology import readings
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_MODIFIER = re.compile(
    r"(?<![\w\d-])(?P<number>[+−-]\s?[0-9XХ]+)\s+(?P<what>\{(?:strike|move|armor|regen|ova|ovz|ovs)\}|[а-яё]{4,})"
)
# What a modifier changes, in the dictionary's form.
_CHANGED = frozenset(
    {"удар", "выстрел", "метание", "разряд", "атака", "бросок", "дальность", "движение", "броня", "регенерация"}
)


@register
class ModifierWithoutPreposition(Check):
    """A modifier is added «к» something; without the preposition it is no sentence."""

    code = "K109"
    kind = FindingKind.AGREEMENT
    severity = Severity.WARNING
    title = "Модификатор без «к»"
    why = "Поправка к числу записывается «+1 к {strike}»: без предлога её можно принять за новое число."
    bad = "+1 {strike} по летающим."
    good = "+1 к {strike} по летающим."
    follows = "термин «+Х (–Х) к атаке»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each signed number with the icon or the dative of what it changes behind it."""
        text = subject.card.text
        for match in _MODIFIER.finditer(text):
            if match["what"].startswith("{") or _is_changed(match["what"]):
                fix = f"{match['number']} к {match['what']}"
                message = f"Нет предлога: «{match.group()}», должно быть «{fix}»"
                yield self.find(text, *match.span(), message, fix=fix, confidence=0.9)


def _is_changed(word: str) -> bool:
    """Say whether the word is a dative of what modifiers change, and nothing else."""
    found = readings(word)
    return bool(found) and all(reading.lemma in _CHANGED and "datv" in reading.grammemes for reading in found)
