"""I101: an icon that the source lost, in the text or on the card face."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.icon_candidates import find_printed_candidates
from rules_engine.lost_icons.find import LostIcon, find_in_text
from rules_engine.lost_icons.page_list import PageList, read_page_list
from rules_engine.words import read_word
from schema.icons import ICON_TOKEN
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# So certain a gap is a fault; so certain one is most likely a fault; a lesser one may be a habit of the release.
_CERTAIN, _LIKELY = 0.9, 0.75
# Words alone, with one blank between them and no mark, tell less: unseen releases join words that the table never met.
# An adjective or preposition that lacks its noun («при сильном вашего», «+1 к до») tells as much as blanks do.
_CERTAIN_BY_WORDS, _LIKELY_BY_WORDS = 0.97, 0.9
_ROLLED = re.compile(r"на [0-9]-[0-9](?!-)")
_WORD_BEFORE = re.compile(r"[а-яё]+\Z", re.IGNORECASE)
# A fix below this is only the best of many.
_TOLD = 0.4


@register
class IconLost(Check):
    """Blanks and punctuation, words that cannot meet, or the token of a loss show that a picture is gone."""

    code = "I101"
    kind = FindingKind.LOST_ICON
    severity = Severity.ERROR
    title = "Потеряна иконка"
    why = (
        "Картинка не попала в источник: не видно, чем платят за особенность или что она меняет. Место видно по "
        "пробелам, знакам и словам, которые рядом не стоят; что там было, подсказывают соседние слова и список "
        "правил страницы."
    )
    bad = ": Разряд на 2. Имеет +3 к  до конца боя."
    good = "{tap}: Разряд на 2. Имеет +3 к {move} до конца боя."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each gap of the text, then for each printed icon without a picture."""
        card = subject.card
        mentioned = {link.term for link in subject.links} | set(subject.icon_terms)
        page = read_page_list(card.rules, mentioned, card.text, subject.glossary)
        for lost in find_in_text(card.text, card.icons, page):
            yield self._find_in_text(card.text, lost, page)
        known = {icon.code for icon in card.icons if icon.code is not None}
        for icon in card.icons:
            if icon.code is None:
                candidates = find_printed_candidates(icon, known, page)
                value = "" if icon.value is None else f" с числом {icon.value}"
                best = candidates[0].fix if candidates else None
                advice = f"вероятнее всего {best}" if best else "сверить с картой"
                yield self.find_in_field(
                    "icons", f"Потеряна картинка иконки{value}: {advice}", fix=best,
                    confidence=candidates[0].confidence if candidates else None, candidates=candidates,
                )  # fmt: skip

    def _find_in_text(self, text: str, lost: LostIcon, page: PageList) -> Finding:
        best = lost.candidates[0] if lost.candidates else None
        severity = _judge(text, lost)
        what = "Потеряна иконка" if severity is self.severity else "Здесь могла быть иконка"
        if best is None or best.confidence < _TOLD:
            advice = "соседние слова подсказывают мало, сверить с картой"
            advice += f"; чаще других {best.fix}" if best is not None else ""
        else:
            listed = not page.needed.isdisjoint(ICON_TOKEN.findall(best.fix))
            reason = "её правило есть в списке страницы" if listed else "по соседним словам"
            advice = f"вероятнее всего {best.fix} ({reason})"
        return self.find(
            text, lost.start, lost.end, f"{what}: {advice}", fix=best.fix if best else None,
            confidence=best.confidence if best else None, candidates=lost.candidates, severity=severity,
        )  # fmt: skip


def _judge(text: str, lost: LostIcon) -> Severity:
    certain, likely = (_CERTAIN_BY_WORDS, _LIKELY_BY_WORDS) if _is_plain(text, lost) else (_CERTAIN, _LIKELY)
    if _tells_of_a_roll(text, lost):
        return Severity.INFO
    if lost.certainty >= certain:
        return Severity.ERROR
    return Severity.WARNING if lost.certainty >= likely else Severity.INFO


def _tells_of_a_roll(text: str, lost: LostIcon) -> bool:
    """Say whether two numbers of a die follow («бросить кубик: на 1-3 …»): attacks have one number or three."""
    return _ROLLED.match(text, lost.end) is not None


def _is_plain(text: str, lost: LostIcon) -> bool:
    """Say whether a single blank is all that stands there, and no word before it asks for a noun."""
    if text[lost.start : lost.end] != " " or not text[lost.end : lost.end + 1].isalnum():
        return False
    before = _WORD_BEFORE.search(text, 0, lost.start)
    word = read_word(before.group()) if before is not None else None
    return word is None or not (word.adjective or word.preposition)
