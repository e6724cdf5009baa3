"""A page without a card or a rule -> the one Problem that says what kind of page it seems to be.

A closed site, a login wall or an error page must never read as «no cards». It stands apart because every HTML
format ends here when it finds nothing.
"""

from __future__ import annotations

import re

from ingest.html_items import Item
from ingest.html_text import PageText
from ingest.problems import BARREN_PAGE
from schema.fold import fold
from schema.records import Problem

_SIGNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "похоже, на сайте идут работы",
        re.compile(r"работы на сайте|(?:техническ|профилактическ|ремонтн)\w+ работ|на обслуживании|maintenance"),
    ),
    (
        "похоже, сайт проверяет, не робот ли читает",
        re.compile(r"just a moment|captcha|не робот|checking your browser|ddos|включите javascript"),
    ),
    (
        "похоже, нужен вход на сайт",
        re.compile(r"войдите|войти|авториз|вход на сайт|логин|пароль|\blog ?in\b|\bsign in\b|password"),
    ),
    (
        "похоже, это страница ошибки",
        re.compile(
            r"(?<!\d)(?:40\d|41\d|429|50\d)(?!\d).{0,40}(?:error|not found|forbidden|ошибк|найден|запрещ|gateway)"
            r"|(?:ошибка|error) (?:4|5)\d\d|not found|не найден|forbidden|доступ запрещ|bad gateway|"
            r"service unavailable|internal server error|внутренняя ошибка"
        ),
    ),
)
_WITHIN = 3_000
_MAX_RAW = 20_000


def visible_text(page: PageText) -> str:
    """Return all that a page shows, one box after another."""
    lines = (box.marker + box.raw for box in page.boxes if box.raw)
    return page.pictures.settle("\n".join(lines), words=True).text


def fail_page(page: PageText, items: list[Item], encoding_problems: tuple[Problem, ...] = ()) -> tuple[Problem, ...]:
    """Return the refusal of a page, with its title and beginning, after what was wrong with its bytes."""
    raw = visible_text(page)
    shown = fold(f"{page.title}\n{raw[:_WITHIN]}")
    reason = next((words for words, sign in _SIGNS if sign.search(shown)), "")
    if not raw.strip():
        reason = "страница пуста или рисуется программой в браузере"
    name = page.title or " ".join(raw.split())[:60]
    message = f"{BARREN_PAGE.title}: {reason}" if reason else f"{BARREN_PAGE.title}: разметка незнакома"
    message = f"{message} («{name[:60]}»)" if name else message
    line = items[0].line if items else 1
    return (*encoding_problems, BARREN_PAGE.at(line, message, raw=raw[:_MAX_RAW] or page.title))
