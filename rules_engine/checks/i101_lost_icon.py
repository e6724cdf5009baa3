"""I101: an icon that the source lost, in the text or on the card face."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.icon_candidates import (
    PageList,
    find_context,
    find_printed_candidates,
    find_text_candidates,
    is_extra_blank,
    read_page_list,
)
from schema.gaps import find_gaps
from schema.icons import LOST_ICON
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# One blank is left where two words that cannot meet do: «+1 к до конца хода», «при сильном вашего существа».
_COLLAPSED = re.compile(
    r"(?<!\w)(?:к|ко|при|от)([ \u00a0])(?=(?:до|за|при|по|в|на|от|с)\s)"
    r"|(?<!\w)(?:сильном|среднем|слабом|сильному|среднему|слабому)([ \u00a0])(?=(?:вашего|вашей|ваших|по|до)\s)",
    re.IGNORECASE,
)


@register
class LostIcon(Check):
    """Blanks and punctuation, or the token of a loss, show that a picture is gone."""

    code = "I101"
    kind = FindingKind.LOST_ICON
    severity = Severity.ERROR
    title = "Потеряна иконка"
    why = (
        "Картинка не попала в источник: не видно, чем платят за особенность или что она меняет. Место видно по "
        "пробелам и знакам; что там стояло, подсказывают соседние слова и список правил страницы."
    )
    bad = ": Разряд на 2. Имеет +3 к  до конца боя."
    good = "{tap}: Разряд на 2. Имеет +3 к {move} до конца боя."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each gap of the text, then for each printed icon without a picture."""
        mentioned = {link.term for link in subject.links} | set(subject.icon_terms)
        places = find_places(subject.card.text)
        page = read_page_list(subject.card.rules, mentioned, subject.glossary, len(places))
        for start, end in places:
            yield self._find_in_text(subject.card.text, start, end, page)
        known = {icon.code for icon in subject.card.icons if icon.code is not None}
        for icon in subject.card.icons:
            if icon.code is None:
                candidates = find_printed_candidates(icon, known, page)
                value = "" if icon.value is None else f" с числом {icon.value}"
                best = candidates[0].fix if candidates else None
                advice = f"вероятнее всего {best}" if best else "сверить с картой"
                yield self.find_in_field(
                    "icons", f"Потеряна картинка иконки{value}: {advice}", fix=best,
                    confidence=candidates[0].confidence if candidates else None, candidates=candidates,
                )  # fmt: skip

    def _find_in_text(self, text: str, start: int, end: int, page: PageList) -> Finding:
        context = find_context(text, start, end)
        candidates = find_text_candidates(context, page)
        best = candidates[0] if context.told or page.speaks_for(candidates[0].fix) else None
        sure = context.sure or text[start:end] == LOST_ICON
        lost = "Потеряна иконка" if sure else "Пробел перед знаком: лишний или след потерянной иконки"
        if best is None:
            advice = f"{context.reason}; сверить с картой"
        else:
            reason = context.reason if context.told else "её правило есть в списке страницы"
            advice = f"вероятнее всего {best.fix} ({reason})"
        return self.find(
            text, start, end, f"{lost}: {advice}",
            fix=best.fix if best else None, confidence=best.confidence if best else None, candidates=candidates,
            severity=Severity.ERROR if sure else Severity.INFO,
        )  # fmt: skip


def find_places(text: str) -> list[tuple[int, int]]:
    """Return the spans of lost icons in order: gaps, collapsed gaps, and the tokens of a loss.

    A blank before «)» that no word demands an icon for is T106's.
    """
    places = {(gap.start, gap.end) for gap in find_gaps(text) if not is_extra_blank(text, *gap)}
    places |= {match.span(match.lastindex or 0) for match in _COLLAPSED.finditer(text)}
    places |= {match.span() for match in re.finditer(re.escape(LOST_ICON), text)}
    return sorted(places)
