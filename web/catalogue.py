"""What pages say about the program's own rules: why a link was made, how an ability reads in words."""

from __future__ import annotations

from typing import Any

from pipeline.explain import LINK_REASONS
from rules_engine.speech import describe
from schema.results import Ability


def link_reason(rule: str) -> str:
    """Return in Russian why a link was made; a rule without an explanation is named by its code."""
    return LINK_REASONS.get(rule, rule)


def speak_ability(data: dict[str, Any]) -> str:
    """Return an ability, as the file has it (JSON of DESIGN), in words."""
    return describe(Ability.from_json(data))
