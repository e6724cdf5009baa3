"""Renders cards as the text dumps that the parser of card pages reads, for the round trip of that format."""

from __future__ import annotations

from schema.records import CardRecord, PrintedIcon
from schema.vocabulary import CardType


def render_page(card: CardRecord, release: str) -> str:
    """Return one card page: a name line, then key and value parted by a tab; no value where the card has none."""
    kind = " – ".join(label.label for label in (card.card_type, card.subtype) if label)
    crystal = {True: "элитная", False: "рядовая", None: ""}[card.elite]
    rarity = card.rarity.label if card.rarity else ""
    fields = {
        "Выпуск": f"{rarity} {release} {card.key.number}".strip(),
        "Стихия": card.element.label if card.element else "",
        "Стоимость": f"{card.cost_text or card.cost} {crystal}".strip(),
        "Тип": kind,
        "Класс": ", ".join(card.classes),
        "Свойства": _properties(card),
        "Иконки": ", ".join(_icon(icon) for icon in card.icons),
        "Уникальная": {True: "да", False: "нет", None: ""}[card.unique],
        "Орда": {True: "да", False: "нет", None: ""}[card.horde],
        "Текст": card.text_source or "",
        "Худ. текст": card.flavor or "",
        "Художник": ", ".join(card.artists),
    }
    lines = [f"{key}\t{value}" for key, value in fields.items()]
    return "\n".join([*([card.name] if card.name else []), *lines]) + "\n"


def _properties(card: CardRecord) -> str:
    """Return «9 1 2-2-3», «8 Летающее 2-3-3», «9 Артефакт»: what the type has, in the order of the pages."""
    middle = card.subtype.label if card.subtype else None
    if card.card_type is CardType.ARTIFACT:
        middle = card.card_type.label
    elif middle is None and card.move is not None:
        middle = str(card.move)
    parts = (None if card.life is None else str(card.life), middle, str(card.strike) if card.strike else None)
    return " ".join(part for part in parts if part)


def _icon(icon: PrintedIcon) -> str:
    code = icon.code or ""
    return code if icon.value is None else f"{code}:{icon.value}"
