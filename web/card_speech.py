"""A card read aloud: all that its face shows as one Russian text, icons by their names, nothing drawn.

For descriptions of a page in other programs and for tests of what the page says.
"""

from __future__ import annotations

import unicodedata

from db.cards import CardPage
from schema.icons import ICONS
from schema.records import PrintedIcon
from schema.summary import CardSummary
from web.icons import LOST_NAME
from web.phrases import crystal_words, strike_words, type_line
from web.text import speak_text

# Marks of Unicode between which a text keeps its own direction: markup has none in titles and attributes.
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
_OTHER_DIRECTIONS = frozenset({"R", "AL", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})


def speak_card(page: CardPage) -> str:
    """Return the card in sentences: numbers, icons, text, flavour, artist, release; what a card has not is not said.

    The name is left out: whoever describes a card has just named it.
    """
    card = page.summary
    sentences = [
        ", ".join(part for part in (_kind(card), ", ".join(card.classes)) if part),
        _marks(page),
        crystal_words(card) if card.shown_cost is not None else "",
        ", ".join(_numbers(card)),
        f"Иконки: {', '.join(speak_icon(icon) for icon in page.icons)}" if page.icons else "",
        _text(card.text),
        _text(page.flavor),
        f"Художник: {', '.join(page.artists)}" if page.artists else "",
        f"{card.release} № {card.number}" + (f", {card.rarity.label.lower()}" if card.rarity else ""),
    ]
    return " ".join(said if said.endswith((".", "!", "?", "…")) else f"{said}." for said in sentences if said)


def speak_icon(icon: PrintedIcon) -> str:
    """Return an icon of the card's face with its number."""
    known = ICONS.get(icon.code or "")
    name = known.spoken_name if known else icon.code or LOST_NAME
    return name if icon.value is None else f"{name} {icon.value}"


def _kind(card: CardSummary) -> str:
    element = card.element.label if card.element else ""
    return ", ".join(part for part in (type_line(card), element) if part)


def _marks(page: CardPage) -> str:
    marks = {"уникальная": page.unique, "орда": page.horde, "запрещена": page.banned}
    return ", ".join(name for name, marked in marks.items() if marked).capitalize()


def _numbers(card: CardSummary) -> list[str]:
    numbers = {"жизнь": card.life, "движение": card.move}
    said = [f"{name} {number}" for name, number in numbers.items() if number is not None]
    return [*said, strike_words(card).lower()] if card.strike else said


def _text(text: str | None) -> str:
    return " ".join(speak_text(text).split()) if text else ""


def isolate_direction(text: str) -> str:
    """Return the text so that no mark or letter of another direction turns what stands around it."""
    if not any(unicodedata.bidirectional(sign) in _OTHER_DIRECTIONS for sign in text):
        return text
    # A mark that ends an isolate would let the rest of the text out of ours.
    return _ISOLATE + text.replace(_END_OF_ISOLATE, "") + _END_OF_ISOLATE
