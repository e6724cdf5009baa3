"""K103: a keyword that is nothing without its number stands without one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import Numbered, find_mentions
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «отравление, равное …» says the number in words; «бешенство до конца хода» does not.
_NO_NUMBER = re.compile(
    r"\s*(?:$|[.;)»\"”]|:(?!\s*[0-9XХ])|,(?!\s*(?:равн|величин|дальност))|\s(?:до|если|и|или|пока)\s)"
)


@register
class MissingNumber(Check):
    """«Регенерация.» or «получает отравление.»: how much is not said."""

    code = "K103"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.WARNING
    title = "У именной особенности нет числа"
    why = (
        "Число после имени показывает, насколько особенность сильна; без него ею нельзя воспользоваться. Каким "
        "особенностям число нужно, сказано в keyword_facts.toml."
    )
    bad = "Регенерация."
    good = "Регенерация 1."
    follows = "заголовки терминов с Х и термин «Именная особенность, именной модификатор»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each keyword that the card has or gives without the number that it needs."""
        text = subject.card.text
        for mention in find_mentions(text):
            fact = mention.fact
            stated = mention.states or mention.given
            if stated and fact.number is Numbered.NEEDED and _NO_NUMBER.match(text, mention.end):
                # What a verb gives may be spoken of in general: «может совершить прыжок».
                severity = Severity.WARNING if mention.states else Severity.INFO
                message = f"Нет числа: термин «{fact.term}», взять число с карты"
                yield self.find(text, mention.start, mention.end, message, severity=severity)
