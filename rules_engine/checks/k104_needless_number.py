"""K104: a number behind a keyword or an icon that has none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import VALUE, Numbered, find_mentions
from schema.icons import ICON_TOKEN, ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_NUMBER = re.compile(rf"\s?{VALUE}(?!\s+(?:раз|карт|существ|други|люб|или|\{{))(?!\s*-)")
_ICON_NUMBER = re.compile(rf"\s?{VALUE}(?=\s*(?:[.,;)]|$|и\s|до\s|или\s))")


@register
class NeedlessNumber(Check):
    """«Трупоедство 2», «{zov} 1»: there is nothing to count."""

    code = "K104"
    kind = FindingKind.KEYWORD_FORM
    severity = Severity.WARNING
    title = "Число у особенности, которая числа не имеет"
    why = (
        "Такая особенность или есть, или нет; число рядом с ней — след потерянного слова или чужая иконка. "
        "Каким особенностям число не положено, сказано в keyword_facts.toml."
    )
    bad = "Трупоедство 2."
    good = "Трупоедство."
    follows = "заголовки терминов без Х"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such keyword or icon with its number, in any order."""
        text = subject.card.text
        for mention in find_mentions(text):
            stated = mention.states or mention.given
            if stated and mention.fact.number is Numbered.NONE and (number := _NUMBER.match(text, mention.end)):
                yield self._find(text, mention.start, number.end(), mention.fact.term)
        for match in ICON_TOKEN.finditer(text):
            icon = ICONS.get(match[1])
            if icon is None or icon.valued or not icon.printed:
                continue
            if number := _ICON_NUMBER.match(text, match.end()):
                yield self._find(text, match.start(), number.end(), icon.term or icon.name)

    def _find(self, text: str, start: int, end: int, term: str) -> Finding:
        return self.find(text, start, end, f"Лишнее число «{text[start:end]}»: у термина «{term}» его нет")
