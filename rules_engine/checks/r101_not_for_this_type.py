"""R101: a keyword on a card whose type the rules deny it."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import KeywordFact, card_kind, load_facts, stated_keywords
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import CardType, FindingKind, Severity, Subtype

_KINDS = {
    CardType.ARTIFACT: "артефакта",
    CardType.TERRAIN: "местности",
    Subtype.FLYING: "летающего существа",
    Subtype.COMPANION: "компаньона",
    Subtype.PARASITE: "паразита",
}


@register
class NotForThisType(Check):
    """Teleport or jump on a flying creature, armour on a terrain: the definition of the keyword forbids it."""

    code = "R101"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.WARNING
    title = "Особенность не положена карте этого типа"
    why = (
        "Определение термина говорит, у кого такая особенность бывает; либо она не с этой карты, либо тип карты "
        "прочитан неверно. Где это лишь следует из определения, замечание — заметка. Кому что не положено, "
        "сказано в keyword_facts.toml."
    )
    bad = "Тип: Существо\nПодтип: Летающее\nТекст: Телепортация."
    good = "Тип: Существо\nДвижение: 1\nТекст: Телепортация."
    follows = "определения терминов «Телепортация», «Прыжок, дальность X», «Наземное существо», «Местность», «Артефакт»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each keyword that the card simply has, in its text or on its face."""
        card = subject.card
        kind = card_kind(card)
        if kind is None:
            return
        for ability, fact, _ in stated_keywords(subject.abilities):
            if kind in fact.not_for:
                severity = Severity.WARNING if fact.plain else Severity.INFO
                yield self.find(card.text, ability.start, ability.end, _message(fact, kind), severity=severity)
        by_term = {fact.term: fact for fact in load_facts().keywords.values()}
        for printed in card.icons:
            icon = ICONS.get(printed.code or "")
            icon_fact = by_term.get(icon.term or "") if icon is not None else None
            if icon_fact is not None and kind in icon_fact.not_for:
                severity = Severity.WARNING if icon_fact.plain else Severity.INFO
                yield self.find_in_field("icons", _message(icon_fact, kind), severity=severity, term=icon_fact.term)


def _message(fact: KeywordFact, kind: str) -> str:
    whose = next(words for known, words in _KINDS.items() if known == kind)
    return f"У {whose} не бывает особенности «{fact.name}»: {fact.because} (термин «{fact.term}»)"
