"""Invented cards -> pages, feeds, files and pictures of the local site, as bytes-to-be; nothing here is served.

Card pages come in three layouts, mixed: a table, a definition list, paragraphs. It stands apart from the server
because what a page looks like and how a server misbehaves are told apart in every test.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterable, Sequence
from html import escape

from site_cards import EDITIONS, InventedCard

from schema.icons import ICON_TOKEN
from schema.vocabulary import CardType, Element, Rarity, Subtype

# A site of this kind names a few icons in its own words and the rest by the file alone.
_ALTS = {"tap": "ТАП", "counter": "Фишка", "instant": "Внезапное", "strike": "Удар", "zov": "ЗОВ", "armor": "Броня"}
_ELEMENT_CODES = {element: 1 << at for at, element in enumerate(Element)}
_RARITY_CODES = {rarity: at for at, rarity in enumerate(Rarity, start=1)}
_TYPE_CODES = {(CardType.CREATURE, None): 0, (CardType.CREATURE, Subtype.FLYING): 1, (CardType.ARTIFACT, None): 4}

RULES_VERSION = "РП 1.0 от 01.01.2025"


def render_frame(title: str, body: str, charset: str = "utf-8") -> str:
    """Return a whole page with the site's head, navigation and foot round `body`."""
    return (
        f'<!DOCTYPE html>\n<html lang="ru"><head><meta charset="{charset}"><title>{escape(title)} | Причал</title>\n'
        '<link rel="icon" href="/images/favicon.png"></head><body>\n<nav><a href="/">Главная</a> '
        '<a href="/editions">Выпуски</a> <a href="/decks">Колоды</a> <a href="/rules">Правила</a> '
        '<a href="/faq">FAQ</a></nav>\n'
        f"{body}\n<footer>Причал, все карты вымышлены</footer></body></html>\n"
    )


def render_icon(code: str) -> str:
    """Return the picture of one icon as this site shows it."""
    alt = f' alt="{_ALTS[code]}"' if code in _ALTS else ""
    return f'<img src="/images/{code}-16x16.png"{alt}>'


def render_text(text: str) -> str:
    """Return a card text as HTML: icon tokens as pictures, lines parted by breaks."""
    marked = ICON_TOKEN.sub(lambda match: render_icon(match[1]), escape(text, quote=False))
    return marked.replace("\n", "<br>")


def render_card(card: InventedCard, picture: str) -> str:
    """Return the page of a card; its layout follows from its number on the site, `picture` is its image's address."""
    rows = _card_rows(card)
    layout = card.card_id % 3
    if layout == 0:
        rows_html = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>\n" for label, value in rows)
        fields = f'<table class="card">\n{rows_html}</table>'
    elif layout == 1:
        fields = "<dl>" + "".join(f"<dt>{label}</dt><dd>{value}</dd>\n" for label, value in rows) + "</dl>"
    else:
        fields = "\n".join(f"<p><b>{label}:</b> {value}</p>" for label, value in rows)
    return f'<h1>{escape(card.name)}</h1>\n<div><img src="{escape(picture)}" class="cover"></div>\n{fields}'


def _card_rows(card: InventedCard) -> list[tuple[str, str]]:
    kind = card.card_type.label + (f" – {card.subtype.label}" if card.subtype else "")
    rows = [
        ("Выпуск", f"{card.rarity.label} {card.release} {card.number}"),
        ("Стихия", card.element.label),
        ("Стоимость", f"{card.cost} {'элитная' if card.elite else 'рядовая'}"),
        ("Тип", kind),
        ("Класс", ", ".join(card.classes)),
        ("Здоровье", "" if card.life is None else str(card.life)),
        ("Ход", "" if card.move is None else str(card.move)),
        ("Простой удар", "-".join(map(str, card.strike or ()))),
        ("Иконки", ", ".join(code if value is None else f"{code}:{value}" for code, value in card.icons)),
        ("Текст", render_text(card.text)),
        ("Худ. текст", escape(card.flavor)),
        ("Художник", escape(card.artist)),
    ]
    return [(label, value) for label, value in rows if value]


def render_editions(counts: Iterable[tuple[str, str, int]]) -> str:
    """Return the list of releases, given as slug, name and number of cards."""
    items = "".join(
        f'<li><a href="/edition/{slug}">{escape(name)}</a> ({count} карт)</li>\n' for slug, name, count in counts
    )
    return f'<h1>Выпуски</h1>\n<ul class="editions">\n{items}</ul>'


def render_list(title: str, links: Sequence[tuple[str, str]], claimed: int, following: str | None) -> str:
    """Return one list page: links as (address, name), the claimed number of cards, the address of the next page."""
    cards = "".join(
        f'<div class="card-item"><a href="{escape(address)}">{escape(name)}</a></div>\n' for address, name in links
    )
    further = f'<a class="next" rel="next" href="{escape(following)}">следующая →</a>' if following else ""
    return (
        f'<h1>{escape(title)}</h1>\n<p class="total">Всего карт: {claimed}</p>\n'
        f'<div class="cards">\n{cards}</div>\n<div class="pager">{further}</div>'
    )


def render_redesign() -> str:
    """Return what a page becomes when a program in the browser draws it."""
    return '<div id="app"></div><script src="/static/app.js"></script>'


def mess_links(links: Sequence[tuple[str, str]], base: str, root: str) -> list[tuple[str, str]]:
    """Return the links in every spelling a careless site uses, some twice, and some that lead out of the site.

    `root` is the way from the list page to the root of the site («..» where it stands one folder deep).
    """
    host = base.split("://")[1]
    messy: list[tuple[str, str]] = []
    for address, name in links:
        spellings = (
            f"{root}{address}",
            f"{base}{address}",
            address.replace("card", "c%61rd", 1),
            f"/images/..{address}",
            f"//{host}{address}#top",
            f"{address}",
        )
        # By the address, not the place: a page is too short to have them all.
        messy += [(spellings[zlib.crc32(address.encode()) % len(spellings)], name), (address, "подробнее")]
    outside = ("http://elsewhere.invalid/card/x/1", "//elsewhere.invalid/card/x/2", "https://127.0.0.2/card/x/3")
    schemes = ("mailto:owner@elsewhere.invalid", "javascript:void(0)", "ftp://elsewhere.invalid/card/x/4")
    odd = ("#", "", "/../../../../etc/passwd", "http://[bad")
    return [*messy, *((address, "ссылка") for address in (*outside, *schemes, *odd))]


def render_feed(links: Sequence[tuple[str, str]]) -> str:
    """Return the answer of the feed: links as (address, picture), an empty text where there is none."""
    rendered = "".join(f'<a href="{escape(address)}"><img src="{escape(picture)}"></a>' for address, picture in links)
    return json.dumps({"rendered": rendered}, ensure_ascii=False)


def render_data(cards: Iterable[InventedCard]) -> str:
    """Return the cards as the community's set holds them."""
    return json.dumps([_record(card) for card in cards], ensure_ascii=False, indent=1)


def _record(card: InventedCard) -> dict[str, object]:
    return {
        "id": f"{card.edition.code}{card.number:03d}",
        "set_id": card.edition.code,
        "number": card.number,
        "name": card.name,
        "rarity": _RARITY_CODES[card.rarity],
        "cost": card.cost,
        "elite": card.elite,
        "uniq": False,
        "color": _ELEMENT_CODES[card.element],
        "class": list(card.classes),
        "type": _TYPE_CODES[card.card_type, card.subtype],
        "life": card.life or 0,
        "move": card.move or 0,
        "hit": list(card.strike or (0, 0, 0)),
        "icons": {code: value or 1 for code, value in card.icons},
        "art": card.artist,
        "tokens": "",
        "text": card.text,
        "prints": {},
        "alts": [],
    }


def render_const() -> str:
    """Return the file of names that stands beside the community's set."""
    return json.dumps({"sets": {str(each.code): each.name for each in EDITIONS}}, ensure_ascii=False, indent=1)


def render_deck(number: int, cards: Sequence[InventedCard]) -> str:
    """Return a deck list as text: a title, then how many of which card."""
    chosen = cards[(number - 1) * 3 :: 4][:12]
    lines = [f"{1 + at % 3} {card.name} ({card.release} {card.number})" for at, card in enumerate(chosen)]
    return "\n".join((f"Колода {number}", "", *lines, ""))


def render_rules() -> str:
    """Return a page of rule terms with their version, headings and tables as the parsers of rules read them."""
    return f"""<h1>Правила: термины</h1>
<dl><dt>Рывок</dt><dd>Существо может переместиться и ударить в ход, когда призвано. {RULES_VERSION}</dd>
<dt>Строй</dt><dd>Пока рядом стоит ваше существо с той же особенностью, действует указанное. {RULES_VERSION}</dd>
<dt>Метание Х</dt><dd>{render_icon("tap")}: бросить на Х в карту, стоящую не рядом. {RULES_VERSION}</dd></dl>
<table><tr><th>Термин</th><th>Определение</th></tr>
<tr><td>Затмение</td><td>Порядок хода меняется до конца раунда. {RULES_VERSION}</td></tr></table>"""


def render_faq(cards: Sequence[InventedCard]) -> str:
    """Return a page of questions, each under the heading of its card."""
    asked = "".join(
        f"<h2>{escape(card.name)} ({escape(card.release)} {card.number})</h2>\n"
        "<h3>Считается ли пустая клетка стоящей рядом?</h3>\n<p>Нет, рядом стоят только карты.</p>\n"
        for card in cards[:2]
    )
    return f"<h1>FAQ: вопросы и ответы</h1>\n{asked}"


def render_login() -> str:
    """Return a login form."""
    return (
        '<h1>Вход на сайт</h1><form method="post" action="/login">'
        '<p>Логин <input name="login"></p><p>Пароль <input type="password" name="password"></p></form>'
    )


def render_maintenance() -> str:
    """Return the notice of a site that is being repaired."""
    return "<h1>Работы на сайте</h1><p>Скоро вернёмся.</p>"


def render_error() -> str:
    """Return an error page, for a server that sends it with status 200."""
    return "<h1>Ошибка 404</h1><p>Страница не найдена.</p>"


def render_png(name: str) -> bytes:
    """Return a valid picture of one point, its colour made from `name`."""
    colour = struct.pack(">I", zlib.crc32(re.sub(r"\W", "", name).encode()))[:3]
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" + colour)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body
