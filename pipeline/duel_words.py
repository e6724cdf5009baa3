"""Chances and means of a duel in Russian words, the same on the command line and on pages."""

from __future__ import annotations

from fractions import Fraction

# A fraction longer than this tells a reader less than its decimal value.
_LONGEST_FRACTION = 9


def render_percent(chance: Fraction) -> str:
    """Return a chance in percent; one that is not quite 0 or 1 never reads as 0 or 100 %."""
    if chance in {0, 1}:
        return "100 %" if chance else "0 %"
    tenths = round(chance * 1000)
    if tenths in {0, 1000}:
        return "меньше 0,1 %" if tenths == 0 else "больше 99,9 %"
    return f"{tenths // 10},{tenths % 10} %".replace(",0 %", " %")


def render_chance(chance: Fraction) -> str:
    """Return a chance in percent, with its fraction where that is short: «33,3 % (1/3)»."""
    exact = str(chance)
    plain = chance in {0, 1} or len(exact) > _LONGEST_FRACTION
    return render_percent(chance) if plain else f"{render_percent(chance)} ({exact})"


def render_number(number: Fraction) -> str:
    """Return a mean: a whole number, or two decimals with its fraction where that is short."""
    if number.denominator == 1:
        return str(number)
    decimal = f"{float(number):.2f}".replace(".", ",")
    return decimal if len(str(number)) > _LONGEST_FRACTION else f"{decimal} ({number})"
