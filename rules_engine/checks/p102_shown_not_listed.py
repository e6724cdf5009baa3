"""P102: the text or an icon uses a rule that the source page does not list."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import TEXT, Check, Subject, register
from rules_engine.lost_icons.page_list import icons_of
from schema.fold import same_headword
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity, Tier


@register
class ShownNotListed(Check):
    """A key term of the card stands in neither list of its page."""

    code = "P102"
    kind = FindingKind.LINK_CONFLICT
    severity = Severity.WARNING
    title = "Правило есть на карте, но не в списке страницы"
    why = (
        "Либо список страницы неполон, либо слово понято как термин по ошибке. Общие понятия страница не "
        "перечисляет, поэтому сверяются только ключевые; заметка, если правило стоит среди дополнительных."
    )
    bad = "Правила: Рывок\nТекст: Рывок. Вампиризм."
    good = "Правила: Рывок; Вампиризм\nТекст: Рывок. Вампиризм."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield one finding a term, at its first mention; about the icons where only they lead to it."""
        card = subject.card
        if card.rules is None:
            return
        listed = {_headword(subject, rule) for rule in card.rules}
        # A page may list the rule of an icon under a neighbouring name: {move} as «Движение».
        listed_icons = {ICONS[code].token for rule in card.rules for code in icons_of(rule, subject.glossary)}
        additional = subject.record.additional_terms if subject.record is not None else None
        known = {_headword(subject, rule) for rule in additional or ()}
        for name, span in _key_terms(subject).items():
            if (headword := same_headword(name)) in listed or (span and card.text[slice(*span)] in listed_icons):
                continue
            reason = "оно стоит среди дополнительных" if headword in known else "список неполон или слово не о том"
            severity = Severity.INFO if headword in known else self.severity
            message = f"Правила «{name}» нет в списке правил страницы: {reason}"
            yield Finding(
                code=self.code, kind=self.kind, severity=severity, message=message, term=name,
                field="icons" if span is None else TEXT,
                start=None if span is None else span[0],
                end=None if span is None else span[1],
                quote=None if span is None else card.text[span[0] : span[1]],
            )  # fmt: skip


def _headword(subject: Subject, name: str) -> str:
    term = subject.glossary.find(name)
    return same_headword(term.headword if term is not None else name)


def _key_terms(subject: Subject) -> dict[str, tuple[int, int] | None]:
    """Return the key terms of text and icons with the span of the first mention, None for an icon."""
    terms: dict[str, tuple[int, int] | None] = {}
    for link in subject.links:
        if link.tier is Tier.KEY:
            terms.setdefault(link.term, (link.start, link.end))
    for name in subject.icon_terms:
        term = subject.glossary.find(name)
        if term is None or term.tier is Tier.KEY:
            terms.setdefault(name, None)
    return terms
