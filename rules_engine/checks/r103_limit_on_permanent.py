"""R103: a limit on an ability that is never declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import AbilityKind, FindingKind, Severity

_LASTING = (AbilityKind.PERMANENT, AbilityKind.NAMED)


@register
class LimitOnPermanent(Check):
    """«Имеет {armor} 1 (2 раза за ход)»: what works all the time cannot be counted."""

    code = "R103"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.INFO
    title = "Ограничение числа раз у постоянной особенности"
    why = (
        "Считают объявления, а постоянную особенность не объявляют: либо ограничение от соседней особенности, "
        "либо у этой потеряна оплата или условие. Заметка, потому что вид особенности определяет разбор."
    )
    bad = "+1 к {strike} по летающим (2 раза за ход)."
    good = "При {strike} ранить летающее существо на 1 (2 раза за ход)."
    follows = "термины «Постоянная особенность» и «Один (Х) раз за ход (прочее)»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each ability that was wholly understood, is permanent and has a limit."""
        for ability in subject.abilities:
            if ability.kind in _LASTING and ability.limit is not None and not ability.opaque and not ability.prefix:
                message = "Ограничение у постоянной особенности, которую не объявляют (термин «Постоянная особенность»)"
                yield self.find(subject.card.text, ability.start, ability.end, message)
