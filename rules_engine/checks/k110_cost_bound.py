"""K110: «существо противника 6 или менее», «существам стоимость 9 или более»: a bound that does not say of what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_CARD = r"(?:существ|карт|артефакт|местност)\w*(?:\s+(?:противника|хозяина))?"
# «у существа 5 или менее жизней» says what is counted behind the bound.
_COUNTED = "жизн|ран|фиш|карт|существ|маркер|клет|жетон|удар|раз"
_BOUND = re.compile(
    rf"(?P<card>(?<!\w){_CARD})\s+(?P<word>стоимость\s+)?(?P<bound>[0-9]+\s+или)"
    rf"(?=\s+(?:мене|боле|меньш|больш)\w*(?!\w|\s*(?:\{{|{_COUNTED})))",
    re.IGNORECASE,
)


@register
class CostBound(Check):
    """A number with «или менее» right behind a card lacks «стоимостью», or has it in the wrong case."""

    code = "K110"
    kind = FindingKind.AGREEMENT
    severity = Severity.WARNING
    title = "У границы «N или менее» не сказано «стоимостью»"
    why = "Карту ограничивают по стоимости, жизням или удару: без слова в верном падеже число ни к чему не относится."
    bad = "{tap}: Закрыть существо противника 6 или менее."
    good = "{tap}: Закрыть существо противника стоимостью 6 или менее."
    follows = "термин «Стоимость»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such bound, the phrase with «стоимостью» as fix."""
        text = subject.card.text
        for match in _BOUND.finditer(text):
            fix = f"{match['card']} стоимостью {match['bound']}"
            message = f"Не сказано, чего «{match['bound']}…»: должно быть «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.9 if match["word"] else 0.7)
