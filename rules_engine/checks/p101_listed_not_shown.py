"""P101: the source page lists a rule that the text and icons of the card do not show."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lost_icons.find import find_places
from rules_engine.lost_icons.page_list import icons_of
from schema.fold import same_headword
from schema.icons import ICONS, icon_codes
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity, Tier


@register
class ListedNotShown(Check):
    """A rule of the page's list is found neither in the text nor among the icons."""

    code = "P101"
    kind = FindingKind.LINK_CONFLICT
    severity = Severity.WARNING
    title = "Правило есть в списке страницы, но не в тексте карты"
    why = (
        "Список составлял человек по напечатанной карте: чего в тексте нет, то потеряно (чаще всего иконка) или "
        "написано с ошибкой. Заметка, если причина видна: потерянная иконка или общее понятие."
    )
    bad = "Правила: Рывок; Бешенство Х\nТекст: Рывок."
    good = "Правила: Рывок\nТекст: Рывок."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each listed rule that nothing on the card leads to, in the page's order."""
        card = subject.card
        if card.rules is None:
            return
        shown = {same_headword(link.term) for link in subject.links}
        shown |= {same_headword(term) for term in subject.icon_terms}
        drawn = set(icon_codes(card.text))
        for rule in dict.fromkeys(card.rules):
            term = subject.glossary.find(rule)
            headword = term.headword if term is not None else rule
            if same_headword(headword) in shown or icons_of(rule, subject.glossary) & drawn:
                continue
            reason = _explain(subject, rule, term.tier if term is not None else None)
            message = f"Страница называет правило «{rule}», в тексте и на иконках карты его нет"
            yield self.find_in_field(
                "rules", f"{message}: {reason or 'сверить текст с картой'}", term=headword,
                severity=Severity.INFO if reason else self.severity,
            )  # fmt: skip


def _explain(subject: Subject, rule: str, tier: Tier | None) -> str | None:
    """Return why the rule may be unseen, or None where nothing explains it."""
    if tier is None:
        return "словарь такого правила не знает"
    icons = icons_of(rule, subject.glossary)
    if any(ICONS[code].printed for code in icons) and any(icon.code is None for icon in subject.card.icons):
        return "у карты потеряна картинка иконки"
    if icons and find_places(subject.card.text):
        return "в тексте потеряна иконка"
    if tier is Tier.BASE:
        return "общее понятие, его называют и без слов в тексте"
    return None
