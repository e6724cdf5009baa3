"""Attack nouns in a sentence: where one stands, which act it is, whether it is declared or only mentioned.

Glued spellings of the sources («воздействиепобег», «Выстрелна 2») are read as what they mean here; that they
are faults is the business of the checks.
"""

from __future__ import annotations

from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import ATTACK_ICONS, ATTACK_NOUNS, DECLARED_NOUNS, GLUED_NOUNS, NUMERALS
from rules_engine.tokens import VALUES, TokenKind
from schema.vocabulary import ActionKind

K = TokenKind
# Asked at every token of every text: only the nouns that begin with the word found are tried, in their order.
_BY_FIRST_NOUN = {
    first: tuple((lemmas, kind) for lemmas, kind in ATTACK_NOUNS.items() if lemmas[0] == first)
    for first in {lemmas[0] for lemmas in ATTACK_NOUNS}
}


def find_attack(s: Sentence, index: int) -> tuple[int, ActionKind] | None:
    """Return (index after, kind of action) of an attack noun or icon at `index`, whatever its case."""
    token = s.at(index)
    if token.kind is K.ICON and token.lemma in ATTACK_ICONS:
        return index + 1, ATTACK_ICONS[token.lemma]
    if token.kind is not K.WORD:
        return None
    for lemmas, kind in _BY_FIRST_NOUN.get(_noun(s, index), ()):
        if all(_noun(s, index + i) == lemma for i, lemma in enumerate(lemmas)):
            return index + len(lemmas), kind
    return _split_glued(s, index)


def _noun(s: Sentence, index: int) -> str:
    lower = s.lower(index)
    return lower[:-2] if is_glued_on(s, index) else s.at(index).lemma


def is_glued_on(s: Sentence, index: int) -> bool:
    """Say whether the «на» of a value is glued to the noun before it («Выстрелна 2», a fault of the source)."""
    return s.lower(index).endswith("на") and s.lower(index)[:-2] in GLUED_NOUNS


def _split_glued(s: Sentence, index: int) -> tuple[int, ActionKind] | None:
    """Read «воздействиепобег»: the noun glued to the first word of the name (a fault of the source)."""
    lower = s.lower(index)
    for lemmas, kind in ATTACK_NOUNS.items():
        noun = lemmas[0]
        if noun in DECLARED_NOUNS and lower.startswith(noun) and len(lower) > len(noun) + 3:
            return index, kind
    return None


def is_attack_subject(s: Sentence, index: int) -> bool:
    """Say whether an attack noun at `index` stands in the nominative or accusative, as a declared act does."""
    found = find_attack(s, index)
    if found is None:
        return False
    token = s.at(index)
    if token.kind is K.ICON or found[0] == index or token.word.nominative or is_glued_on(s, index):
        return True
    # «три или менее выстрела на 2»: a counted attack stands in the genitive.
    before = s.at(index - 1)
    return token.word.genitive and (before.kind in VALUES or s.lower(index - 1) in {*NUMERALS, "менее", "более"})
