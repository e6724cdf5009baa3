"""R106: an ability that the card has already, by another word or by the same."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import load_facts, stated_keywords
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class SaidTwice(Check):
    """Protection from spells beside protection from magic, one keyword stated twice."""

    code = "R106"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.INFO
    title = "Особенность повторена или уже содержится в другой"
    why = (
        "Вторая такая же особенность ничего не прибавляет, а защита от магии уже включает защиту от заклинаний и "
        "разрядов: похоже, одна из двух не с этой карты. Что что включает, сказано в keyword_facts.toml."
    )
    bad = "Трупоедство. Вампиризм. Трупоедство."
    good = "Трупоедство. Вампиризм."
    follows = "термины «Защита от магии (ЗОМ)» и «Безответный удар»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each repeated or covered ability that the card simply has."""
        card = subject.card
        printed = [term for icon in card.icons if icon.code in ICONS and (term := ICONS[icon.code].term)]
        stated = [(ability, fact.term) for ability, fact, _ in stated_keywords(subject.abilities)]
        owned = {*printed, *(term for _, term in stated)}
        covered = {small: big for big, smalls in load_facts().covers.items() if big in owned for small in smalls}
        seen: set[str] = set()
        for ability, term in stated:
            if term in seen or term in covered:
                message = f"«{term}» уже {f'содержится в «{covered[term]}»' if term in covered else 'названа выше'}"
                yield self.find(card.text, ability.start, ability.end, message)
            seen.add(term)
        for term in dict.fromkeys(printed):
            if term in covered:
                message = f"Иконка «{term}» лишняя: она содержится в «{covered[term]}»"
                yield self.find_in_field("icons", message, term=term)
