"""What pages say about the program's own rules: why a link was made."""

from __future__ import annotations

from pipeline.explain import LINK_REASONS


def link_reason(rule: str) -> str:
    """Return in Russian why a link was made; a rule without an explanation is named by its code."""
    return LINK_REASONS.get(rule, rule)
