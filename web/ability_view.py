"""An ability to what the card page shows of it: its text with what was not read and what was guessed marked, in words.

An ability goes in, Markup and words come out. Apart from web.text, because these marks say how far the program
understood, not what is wrong with the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from rules_engine.speech import describe
from schema.results import Ability, Filled
from web.phrases import percent
from web.text import render_plain, speak_text


@dataclass(frozen=True, slots=True)
class AbilityView:
    """An ability: its text with marks, its kind, what was understood of it in words, what the marks are."""

    text: Markup
    kind: str
    words: str
    is_opaque: bool
    is_filled: bool


def view_ability(ability: Ability) -> AbilityView:
    """Return what the page shows of an ability."""
    return AbilityView(
        text=render_reading(ability),
        kind=ability.kind.label,
        words=describe(ability),
        is_opaque=bool(ability.opaque),
        is_filled=bool(ability.filled),
    )


def render_reading(ability: Ability) -> Markup:
    """Return the text of an ability as it was read: opaque parts marked, guessed icons drawn in their gaps."""
    html: list[Markup] = []
    position = 0
    for start, end, drawn in sorted(_marks(ability)):
        if start >= position:
            html += [render_plain(ability.text[position:start]), drawn]
            position = end
    return Markup("").join([*html, render_plain(ability.text[position:])])


def _marks(ability: Ability) -> Iterator[tuple[int, int, Markup]]:
    """Yield start and end in the text of the ability with what stands there instead."""
    for part in ability.opaque:
        start, end = part.start - ability.start, part.end - ability.start
        yield start, end, _opaque(ability.text[start:end])
    for fill in ability.filled:
        yield fill.start - ability.start, fill.end - ability.start, _filled(fill)


def _opaque(text: str) -> Markup:
    return Markup(
        '<span class="opaque" title="Не разобрано"><span class="unseen"> [не разобрано: </span>{}'
        '<span class="unseen">] </span></span>'
    ).format(render_plain(text))


def _filled(fill: Filled) -> Markup:
    sure = f"уверенность {percent(fill.confidence)}"
    return Markup(
        ' <span class="guess" title="Источник потерял иконку; по смыслу здесь {0}, {1}">'
        '<span class="unseen">[угадано: </span>{2}<span class="unseen">, {1}] </span></span> '
    ).format(speak_text(fill.icons), sure, render_plain(fill.icons))


def understood_words(share: float) -> str:
    """Return how much of a card's text was read; a text with an unread word is never «полностью»."""
    return "разобрано полностью" if share >= 1 else f"разобрано {min(int(share * 100), 99)}\u00a0%"
