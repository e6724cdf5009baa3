"""I103: an icon of the text that is given or stated without the number that belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import is_given, opens_ability
from schema.icons import ICON_TOKEN, ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «обладающим {ova}, {ovz}» refers to icons; a stop, a term of time or another gift behind the icon ends a gift.
_ENDS = re.compile(r"\s*(?:$|[.;)»\"]|,(?!\s*(?:равн|величин))|(?:до|и|или|пока|при|если)(?!\w))")
_CRYSTALS = frozenset({"elite", "ordinary"})
_PAYING = re.compile(r"(?:получа\w+|плат\w+|заплат\w+|трат\w+|потрат\w+)\s+$", re.IGNORECASE)
_LOOK_BACK = 24


@register
class IconWithoutNumber(Check):
    """«получает {armor} до конца хода», «вы получаете {elite}»: how much is not said."""

    code = "I103"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.WARNING
    title = "В тексте у иконки нет числа"
    why = (
        "Броня, регенерация и кристаллы всегда с числом: без него не видно, сколько получает карта. Опыт без "
        "числа значит 1, поэтому у него это только заметка."
    )
    bad = "{tap}: Получает {armor} до конца хода."
    good = "{tap}: Получает {armor} 1 до конца хода."
    follows = "термины «Броня Х», «Регенерация Х», «Опыт в атаке Х (ОвА)» и соседние"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each valued icon that is stated or given with no number behind it."""
        text = subject.card.text
        for match in ICON_TOKEN.finditer(text):
            icon, place = ICONS.get(match[1]), match.start()
            if icon is None or not _ENDS.match(text, match.end()):
                continue
            if match[1] in _CRYSTALS:
                wanting = bool(_PAYING.search(text, max(0, place - _LOOK_BACK), place))
            else:
                wanting = icon.valued and (opens_ability(text, place) or is_given(text, place))
            if wanting:
                severity = Severity.WARNING if icon.default is None else Severity.INFO
                message = f"Нет числа у иконки {icon.token} (термин «{icon.term}»): взять его с карты"
                yield self.find(text, *match.span(), message, severity=severity)
