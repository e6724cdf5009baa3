"""Checks of card texts: one rule, one class, one file, one code.

A Subject goes in, Findings come out (`check_card`); `CHECKS` is the catalogue, `select` narrows it by codes.
A new module `<letter><digits>_<name>.py` beside these is found and registered without being named anywhere.
"""

from __future__ import annotations

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.catalogue import render_catalogue, render_check
from rules_engine.checks.runner import CHECKS, CRASH_CODE, check_card, check_cards, select

__all__ = [
    "CHECKS",
    "CRASH_CODE",
    "Check",
    "Subject",
    "check_card",
    "check_cards",
    "register",
    "render_catalogue",
    "render_check",
    "select",
]
