"""Renders the catalogue of checks as Russian Markdown, from the classes alone.

docs/checks.md is this text and a test compares them, so that the documentation cannot fall behind.
"""

from __future__ import annotations

from itertools import groupby

from rules_engine.checks.base import Check
from rules_engine.checks.runner import CHECKS, CRASH_CODE

FAMILIES: dict[str, str] = {
    "I": "Иконки",
    "K": "Именные особенности",
    "L": "Буквы",
    "N": "Имя карты",
    "P": "Список правил страницы",
    "R": "Правила игры",
    "S": "Источники и значения",
    "T": "Набор текста",
    "W": "Слова",
}

_HEAD = f"""# Проверки

Этот файл составлен из классов `rules_engine/checks/` и сверяется с ними тестом. Выбор проверок: `berserk check \
--select КОД --ignore КОД`, где код — целый (`T104`) или начало (`T`, `L1`).

«Ошибка» — изъян без сомнений, «вероятная ошибка» — почти наверняка изъян, «заметка» тревогой не считается. \
Проверка, которая прервалась, сама становится замечанием `{CRASH_CODE}`, а остальные выполняются.
"""


def render_catalogue() -> str:
    """Return the whole catalogue in code order: a table of all checks, then a section for each."""
    parts = [_HEAD, "| код | что находит | важность | правка |", "|---|---|---|---|"]
    parts += [
        f"| [{check.code}](#{check.code.lower()}) | {check.title} | {check.severity.label} | {_fix_label(check)} |"
        for check in CHECKS.values()
    ]
    for family, checks in groupby(CHECKS.values(), key=lambda check: check.code[0]):
        parts.append(f"\n## {family}. {FAMILIES[family]}")
        parts += [f"\n### {check.code}\n\n{render_check(check)}" for check in checks]
    return "\n".join(parts) + "\n"


def render_check(check: Check) -> str:
    """Return one check as Markdown: what, why, a bad and a good example."""
    return "\n".join(
        [
            f"{check.title}. Вид: {check.kind.label}; важность: {check.severity.label}; правка: {_fix_label(check)}.",
            "",
            check.why,
            *(["", f"Основание: {check.follows}."] if check.follows else []),
            "",
            "Плохо:",
            "",
            *_block(check.bad),
            "",
            "Хорошо:",
            "",
            *_block(check.good),
        ]
    )


def _fix_label(check: Check) -> str:
    return "безопасная" if check.safe_fix else "на усмотрение"


def _block(example: str) -> list[str]:
    # A control character is shown by its picture (U+2401 for U+0001), or nobody would see the fault.
    shown = "".join(chr(0x2400 + ord(sign)) if ord(sign) < 32 and sign != "\n" else sign for sign in example)
    return ["```text", *shown.split("\n"), "```"]
