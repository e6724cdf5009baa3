"""T119: a text writes otherwise than nearly all cards of its release."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import FIRMLY, Habit
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_VALUED = "|".join(code for code, icon in ICONS.items() if icon.valued)


@dataclass(frozen=True, slots=True)
class Break:
    """What breaks a habit: the places, what stands there instead, and how the release writes in words."""

    places: re.Pattern[str]
    fix: str
    wanted: str


# By habit: what breaks it where the release has it, and where the release does the opposite.
_BREAKS: Mapping[Habit, tuple[Break, Break]] = MappingProxyType(
    {
        Habit.ICON_APART_FROM_NUMBER: (
            Break(re.compile(rf"(\{{(?:{_VALUED})\}})(?=[0-9XХ](?![\w-]))"), r"\1 ", "число отдельно от иконки"),
            Break(re.compile(rf"(\{{(?:{_VALUED})\}}) (?=[0-9XХ](?![\w-]))"), r"\1", "число вплотную к иконке"),
        ),
        Habit.LATIN_X: (
            Break(re.compile(r"(?<!\w)Х(?!\w)"), "X", "переменную латинской X"),
            Break(re.compile(r"(?<!\w)X(?!\w)"), "Х", "переменную русской Х"),
        ),
        Habit.MINUS_SIGN: (
            Break(re.compile(r"(?<![\w})\]-])-(?=[0-9XХ](?![\w-]))"), "−", "минус знаком «−»"),
            Break(re.compile(r"−(?=[0-9XХ])"), "-", "минус дефисом «-»"),
        ),
        Habit.LONG_DASH: (
            Break(re.compile(r"(?<=\S) [-–] (?=\S)"), " — ", "длинное тире «—»"),
            Break(re.compile(r"(?<=\S) — (?=\S)"), " - ", "дефис «-» вместо тире"),
        ),
        Habit.PAIRED_QUOTES: (
            Break(re.compile(r'"([^"«»]*)"'), r"«\1»", "кавычки «ёлочки»"),
            Break(re.compile(r'«([^"«»]*)»'), r'"\1"', 'прямые кавычки "…"'),
        ),
    }
)


@register
class ReleaseHabit(Check):
    """A dash, minus, quote, variable or the number of an icon is not written as the release writes it."""

    code = "T119"
    kind = FindingKind.OTHER
    severity = Severity.INFO
    title = "Не так, как пишет весь выпуск"
    why = (
        "Выпуски пишут тире, минус, кавычки, переменную и число при иконке по-разному, и это не ошибка. Но одна "
        "карта, которая пишет не как все остальные карты выпуска, чаще всего набрана небрежно."
    )
    bad = (
        "Другие карты: −1 от ран. −2 к удару. −1 к {move}. −3 от атак. −1 к броску. −2 от ран. −1 к удару. "
        "−2 к {move}. −4 от метаний.\n"
        "Текст: Имеет -1 от атак."
    )
    good = (
        "Другие карты: −1 от ран. −2 к удару. −1 к {move}. −3 от атак. −1 к броску. −2 от ран. −1 к удару. "
        "−2 к {move}. −4 от метаний.\n"
        "Текст: Имеет −1 от атак."
    )

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each place that breaks a habit of nine tenths of the release."""
        text, habits = subject.card.text, subject.habits
        for habit, (kept, avoided) in _BREAKS.items():
            broken = kept if habits.keep(habit, FIRMLY) else avoided if habits.avoid(habit, FIRMLY) else None
            if broken is None or (habit is Habit.LATIN_X and _has_both(text, kept, avoided)):
                continue
            for start, end, fix in _find_breaks(text, broken, together=habit is Habit.LATIN_X):
                message = f"Весь выпуск пишет {broken.wanted}: «{text[start:end]}», должно быть «{fix}»"
                yield self.find(text, start, end, message, fix=fix, confidence=0.8)


def _has_both(text: str, kept: Break, avoided: Break) -> bool:
    """Say whether the text has two letters for one variable, which are L103's."""
    return bool(kept.places.search(text) and avoided.places.search(text))


def _find_breaks(text: str, broken: Break, *, together: bool) -> list[tuple[int, int, str]]:
    """Return (start, end, fix) of each break; `together` in one span, for a variable is the same all over a text."""
    found = list(broken.places.finditer(text))
    if together and found:
        start, end = found[0].start(), found[-1].end()
        return [(start, end, broken.places.sub(broken.fix, text[start:end]))]
    return [(*match.span(), match.expand(broken.fix)) for match in found]
