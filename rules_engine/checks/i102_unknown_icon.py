"""I102: an icon token whose code is none of the game's icons."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICON_TOKEN, ICONS, LOST_ICON
from schema.results import Candidate, Finding
from schema.vocabulary import FindingKind, Severity

# Codes that sources really wrote for another icon; spelling alone would not lead there.
_MEANT = {"tok": "counter", "atk": "strike", "attack": "strike", "hit": "strike", "hp": "health"}


@register
class UnknownIcon(Check):
    """A token names an icon that does not exist; in the text or on the card face."""

    code = "I102"
    kind = FindingKind.UNKNOWN_TOKEN
    severity = Severity.ERROR
    title = "Иконки с таким кодом нет"
    why = "Вместо картинки читатель увидит код в скобках, а разбор не поймёт ни оплаты, ни действия."
    bad = "{tup}: Выстрел на 3, дальность 6."
    good = "{tap}: Выстрел на 3, дальность 6."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each unknown code, the nearest known code as its fix."""
        text = subject.card.text
        for match in ICON_TOKEN.finditer(text):
            code = match[1]
            if match.group() == LOST_ICON or _is_known(code):
                continue
            candidates = find_nearest(code)
            yield self.find(
                text, *match.span(), _message(match.group(), candidates),
                fix=candidates[0].fix if candidates else None,
                confidence=candidates[0].confidence if candidates else None,
                candidates=candidates,
            )  # fmt: skip
        for icon in subject.card.icons:
            if icon.code is not None and not _is_known(icon.code):
                candidates = find_nearest(icon.code)
                yield self.find_in_field(
                    "icons", _message(icon.code, candidates), fix=candidates[0].fix if candidates else None,
                    confidence=candidates[0].confidence if candidates else None, candidates=candidates,
                )  # fmt: skip


def find_nearest(code: str) -> tuple[Candidate, ...]:
    """Return the tokens that `code` may stand for, best first; empty where nothing is near."""
    if meant := _MEANT.get(code.lower()):
        return (Candidate(ICONS[meant].token, 0.9),)
    near = difflib.get_close_matches(code.lower(), [known for known in ICONS if known not in _MEANT], n=3)
    ratios = {known: difflib.SequenceMatcher(None, code.lower(), known).ratio() for known in near}
    return tuple(Candidate(ICONS[known].token, round(ratio, 2)) for known, ratio in ratios.items())


def _is_known(code: str) -> bool:
    return code in ICONS and code not in _MEANT


def _message(name: str, candidates: tuple[Candidate, ...]) -> str:
    advice = f": похоже на {candidates[0].fix}" if candidates else ": исправить по источнику"
    return f"Иконки «{name}» нет{advice}"
