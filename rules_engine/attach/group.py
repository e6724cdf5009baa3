"""A noun group as the clause sees it: where it ends, its cases, and what it is besides."""

from __future__ import annotations

from typing import NamedTuple


class Group(NamedTuple):
    """A noun group up to the token `end`: its cases with numbers, and what it is besides (a tuple: many are tried).

    `bare` has no noun of its own («атакованный»), `value` is a number alone, `free` needs no verb: an attack or
    keyword that was read, a number of times, a bound. `receiver` may be given something: a being, a name, an icon;
    `crystals` is a price («3 {elite}»); behind a `trailing` group the last genitive may be an object of its own;
    `owner` holds the cases of the innermost genitive, which a participle behind a comma may tell of.
    """

    end: int
    mask: int
    bare: bool = False
    value: bool = False
    free: bool = False
    pronoun: bool = False
    act: bool = False
    keyword: bool = False
    receiver: bool = False
    crystals: bool = False
    trailing: bool = False
    owner: int = 0
