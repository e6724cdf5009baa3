"""Card records -> saved pages of three layouts, icons as pictures spelt in as many ways as sites spell them.

What enters is a CardRecord, what leaves the bytes of a page; tests parse them back. It stands apart so that a
round trip is written once for every layout and encoding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape

from schema.icons import ICON_TOKEN, ICONS
from schema.records import CardRecord, PrintedIcon
from schema.releases import Releases

# Each takes the code and the Russian name of an icon.
SPELLINGS: tuple[Callable[[str, str], str], ...] = (
    lambda code, name: f'<img src="/image/icons/{code}-16x16.png">',
    lambda code, name: f'<img alt="{name.upper()}" src="/i/17.png">',
    lambda code, name: f'<img title="{name.capitalize()}" src="data:image/png;base64,AA==" alt="">',
    lambda code, name: f"<img src='data:,' data-src='/x/ico_{code}.svg?v=3' alt='icon' />",
    lambda code, name: f'<i class="icon-{code}"></i>',
    lambda code, name: f'<span class="icon {code}" title="{name}"></span>',
    lambda code, name: f'<svg class="icon"><use xlink:href="#icon-{code}"></use></svg>',
    lambda code, name: f'<img alt="{{{code}}}">',
)
# «фишка» is drawn for `counter`, `token` and `tok` alike: a page that has only the word cannot tell them apart.
SHARED_NAMES = frozenset({ICONS["counter"].name})
FIELD_ORDER = ("Выпуск", "Номер", "Редкость", "Стихия", "Стоимость", "Тип", "Класс", "Здоровье", "Количество ходов",
               "Простой удар", "Иконки", "Уникальная", "Орда", "Текст", "Художник")  # fmt: skip


def render_icons(text: str, turn: int) -> str:
    """Return text as markup: every icon token a picture, the spelling chosen by `turn` and place."""
    parts: list[str] = []
    end = 0
    for at, match in enumerate(ICON_TOKEN.finditer(text)):
        parts.append(escape(text[end : match.start()], quote=False))
        parts.append(_picture(match[1], turn + at))
        end = match.end()
    return "".join((*parts, escape(text[end:], quote=False))).replace("\n", "<br>\n")


def _picture(code: str, turn: int) -> str:
    # A code that the game does not have, and one that shares its name with another, are kept by the letter.
    plain = (code in ICONS and ICONS[code].name not in SHARED_NAMES) or code == "counter"
    spelling = SPELLINGS[turn % len(SPELLINGS)] if plain else SPELLINGS[-1]
    return spelling(code, ICONS[code].name if code in ICONS else code)


def card_fields(card: CardRecord, turn: int) -> list[tuple[str, str]]:
    """Return labels and values in markup; the number stands in its own field or behind the release by turns."""
    release = Releases().resolve(card.key.release).name
    values: dict[str, str | None] = {
        "Выпуск": f"{release} {card.key.number}" if turn % 2 else release,
        "Номер": None if turn % 2 else str(card.key.number),
        "Редкость": card.rarity and card.rarity.label,
        "Стихия": card.element and card.element.label,
        "Стоимость": None if card.cost is None else f"{card.cost} ({'Золото' if card.elite else 'Серебро'})",
        "Тип": " – ".join(part.label for part in (card.card_type, card.subtype) if part),
        "Класс": ", ".join(card.classes),
        "Здоровье": _shown(card.life),
        "Количество ходов": _shown(card.move),
        "Простой удар": _shown(card.strike),
        "Иконки": _printed(card.icons, turn),
        "Уникальная": _flag(card.unique),
        "Орда": _flag(card.horde),
        "Текст": render_icons(card.text or "", turn),
        "Художник": escape(", ".join(card.artists), quote=False),
    }
    return [(label, value) for label in FIELD_ORDER if (value := values[label])]


def _shown(value: object) -> str | None:
    return None if value is None else str(value)


def _flag(value: bool | None) -> str | None:
    return None if value is None else "да" if value else "нет"


def _printed(icons: Iterable[PrintedIcon], turn: int) -> str:
    shown = (
        _picture(icon.code or "?", turn + at) + ("" if icon.value is None else f" {icon.value}")
        for at, icon in enumerate(icons)
    )
    return ("" if turn % 2 else " ").join(shown)


def render_table(card: CardRecord, turn: int = 0) -> str:
    """A page whose fields are rows of a table, between a menu and a footer."""
    cell = "th" if turn % 2 else "td"
    rows = "".join(
        f"<tr>\n  <{cell}>{label}{':' if turn % 3 else ''}</{cell}>\n  <td class='v'>{value}</td>\n</tr>\n"
        for label, value in card_fields(card, turn)
    )
    return _page(card, f"<h1>{escape(card.name or '')}</h1>\n<table>\n{rows}</table>")


def render_list(card: CardRecord, turn: int = 0) -> str:
    """A page whose fields are a definition list."""
    pairs = "".join(f"<dt>{label}</dt>\n<dd>{value}</dd>\n" for label, value in card_fields(card, turn))
    return _page(card, f"<h2>{escape(card.name or '')}</h2>\n<dl class=card>\n{pairs}</dl>")


def render_paragraphs(card: CardRecord, turn: int = 0) -> str:
    """A page whose fields are paragraphs «Метка: значение»; some sites set the label in bold."""
    forms = (
        "<p>{}: {}</p>",
        "<p><b>{}:</b> {}</p>",
        "<div><strong>{}</strong>: {}</div>",
        "<p><span class='label'>{}</span> {}</p>",
    )
    form = forms[turn % len(forms)]
    lines = "\n".join(form.format(label, value) for label, value in card_fields(card, turn))
    return _page(card, f"<h1>{escape(card.name or '')}</h1>\n<div>{lines}</div>")


LAYOUTS: dict[str, Callable[[CardRecord, int], str]] = {
    "table": render_table,
    "list": render_list,
    "paragraphs": render_paragraphs,
}


def _page(card: CardRecord, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="windows-1251"><title>'
        f"{escape(card.name or '')} | Собрание карт</title><style>p {{ color: red }}</style></head>\n<body>"
        '<header><h1>Собрание карт</h1><nav><ul><li><a href="/">Главная</a></li></ul></nav></header>\n'
        f"<main>{body}</main>\n<footer><p>Художник: не мы</p></footer><script>if (1 < 2 && 3 > 2) x('<p>');</script>"
        "</body></html>"
    )


def encode_page(page: str, encoding: str) -> bytes:
    """Return the page in an encoding; a letter that it does not have becomes a numeric entity."""
    page = page if encoding == "cp1251" else re.sub(r"<meta [^>]*>", "", page)
    return page.encode(encoding, errors="xmlcharrefreplace")
