"""Russian phrases and addresses that pages are made of: values of the field in, words out.

Registered as template filters at the end, so that templates hold no logic of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote_plus, urlencode

from schema.fields import BY_NAME
from schema.fold import slugify
from schema.icons import ICONS
from schema.summary import CardSummary
from schema.vocabulary import CardType, FindingKind, Subtype

CARD_FORMS = ("карта", "карты", "карт")


def count(number: int, one: str, few: str, many: str) -> str:
    """Return the number with the right form of its noun: 1 карта, 2 карты, 5 карт."""
    return f"{group(number)} {choose_form(number, one, few, many)}"


def choose_form(number: int, one: str, few: str, many: str) -> str:
    """Return the form of a noun that goes with the number."""
    tail, last = number % 100, number % 10
    if last == 1 and tail != 11:
        return one
    return few if 2 <= last <= 4 and not 12 <= tail <= 14 else many


def group(number: int) -> str:
    """Return a number with a thin blank between thousands."""
    return f"{number:,}".replace(",", "\u202f")


def count_cards(number: int) -> str:
    """Return «N карт» in the right form."""
    return count(number, *CARD_FORMS)


def findings_words(counts: Mapping[str, int]) -> str:
    """Return how many findings there are: errors and likely errors are «замечания», habits only «заметки»."""
    alarms = count(counts["alarm"], "замечание", "замечания", "замечаний")
    notes = counts["finding"] - counts["alarm"]
    return f"{alarms} и {count(notes, 'заметка', 'заметки', 'заметок')}" if notes else alarms


def card_address(card: CardSummary | str) -> str:
    """Return the address of a card, given whole or by its id `<release>-<number>`."""
    card_id = card if isinstance(card, str) else card.id
    release, _, number = card_id.rpartition("-")
    return f"/card/{quote(release)}/{number}"


def class_address(name: str) -> str:
    """Return the address of a class's page."""
    return f"/class/{slugify(name)}"


def artist_address(name: str) -> str:
    """Return the address of an artist's page."""
    return f"/artist/{slugify(name)}"


def search_address(query: str, page: int = 1) -> str:
    """Return the address of a search, of its given page."""
    return "/search?" + urlencode({"q": query} | ({"page": page} if page > 1 else {}))


def type_line(card: CardSummary) -> str:
    """Return type and subtype as a card prints them."""
    parts = [part.label for part in (card.card_type, card.subtype) if part is not None]
    return " — ".join(parts)


def element_code(card: CardSummary) -> str:
    """Return the code that chooses the frame; a card whose source names no element has the plain one."""
    return card.element.value if card.element else "unknown"


def scene(card: CardSummary) -> str:
    """Return the picture that stands for the card: its element's, or its type's where it has none."""
    if card.element is not None:
        return card.element.value
    return "neutral"


def crystal_words(card: CardSummary) -> str:
    """Return what the crystal says: cost, and gold or silver where known."""
    kind = {True: ", элитная", False: ", рядовая", None: ""}[card.elite]
    return f"Стоимость {card.shown_cost}{kind}"


def strike_words(card: CardSummary) -> str:
    """Return the simple strike in words."""
    if card.strike is None:
        return ""
    return f"Простой удар: слабый {card.strike.weak}, средний {card.strike.medium}, сильный {card.strike.strong}"


def movement_word(card: CardSummary) -> str:
    """Return what stands where a ground creature has its movement."""
    return card.subtype.label if card.card_type == CardType.CREATURE and card.subtype in set(Subtype) else ""


def field_label(name: str) -> str:
    """Return the Russian label of a field; a source's own key is shown as it is."""
    known = {"rules": "Правила", "faq": "Вопросы"}
    return BY_NAME[name].label if name in BY_NAME else known.get(name, name)


def taken_words(taken: bool | None) -> str:
    """Return whether a card has a source's value; a dash where the two were not compared."""
    return {True: "да", False: "нет", None: "—"}[taken]


def kind_label(code: str) -> str:
    """Return the Russian label of a kind of finding."""
    kind = FindingKind.read(code)
    return kind.label if kind else code


def icon_name(code: str | None) -> str:
    """Return the icon's name; a lost one says so."""
    if code is None:
        return "иконка потеряна источником"
    return ICONS[code].name if code in ICONS else code


def percent(share: float) -> str:
    """Return a share of 0 to 1 in whole per cent."""
    return f"{round(share * 100)}\u00a0%"


def shorten(text: str, limit: int = 260) -> str:
    """Return whole first sentences of `text` up to `limit` characters, or a cut at a word with an ellipsis."""
    paragraph = text.split("\n", 1)[0].strip()
    if len(paragraph) <= limit:
        return paragraph
    stop = max(paragraph.rfind(mark, 0, limit) for mark in (". ", "! ", "? "))
    if stop > limit // 4:
        return paragraph[: stop + 1]
    blank = paragraph.rfind(" ", 0, limit)
    return paragraph[: blank if blank > 0 else limit].rstrip(" ,;:") + "…"


FILTERS: dict[str, Callable[..., Any]] = {
    "count": count,
    "choose_form": choose_form,
    "count_cards": count_cards,
    "group": group,
    "findings_words": findings_words,
    "card_address": card_address,
    "class_address": class_address,
    "artist_address": artist_address,
    "search_address": search_address,
    "type_line": type_line,
    "element_code": element_code,
    "scene": scene,
    "crystal_words": crystal_words,
    "strike_words": strike_words,
    "movement_word": movement_word,
    "field_label": field_label,
    "taken_words": taken_words,
    "kind_label": kind_label,
    "icon_name": icon_name,
    "percent": percent,
    "unquote": unquote_plus,
    "shorten": shorten,
}
