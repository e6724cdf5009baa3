"""Whether a run of tokens is a cost: icons, counts and commas up to a colon.

The cut and the grammar both ask it, each from its own side.
"""

from __future__ import annotations

from rules_engine.lexicon import COST_ICONS
from rules_engine.tokens import K, Token

_LONGEST_RUN = 12
_BETWEEN = frozenset({K.NUMBER, K.VARIABLE, K.COMMA})
_PAID = COST_ICONS | {"instant"}


def starts_cost(tokens: tuple[Token, ...], index: int) -> bool:
    """Say whether a run of cost icons from `index` ends in a colon; a lost icon counts as one."""
    seen = False
    for token in tokens[index : index + _LONGEST_RUN]:
        if token.kind is K.COLON:
            return seen
        if token.kind is K.LOST_ICON or (token.kind is K.ICON and token.lemma in _PAID):
            seen = True
        elif token.kind not in _BETWEEN and token.form != "или":
            return False
    return False
