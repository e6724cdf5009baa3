"""Attack nouns in a sentence: where one stands, which act it is, whether it is declared or only mentioned.

Stands apart because the search for a clause's end asks the same as the rule for attacks.
"""

from __future__ import annotations

from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import ATTACK_ICONS, ATTACK_NOUNS, NUMERALS
from rules_engine.tokens import VALUES, K
from schema.vocabulary import ActionKind

# Asked at every token of every text: only the nouns that begin with the word found are tried, in their order.
FIRST_NOUNS = frozenset(lemmas[0] for lemmas in ATTACK_NOUNS)
_BY_FIRST_NOUN = {
    first: tuple((lemmas, kind) for lemmas, kind in ATTACK_NOUNS.items() if lemmas[0] == first) for first in FIRST_NOUNS
}


def find_attack(s: Sentence, index: int) -> tuple[int, ActionKind] | None:
    """Return (index after, kind of action) of an attack noun or icon at `index`, whatever its case."""
    token = s.at(index)
    if token.kind is K.ICON and token.lemma in ATTACK_ICONS:
        return index + 1, ATTACK_ICONS[token.lemma]
    if token.kind is not K.WORD:
        return None
    for lemmas, kind in _BY_FIRST_NOUN.get(token.lemma, ()):
        if all(s.at(index + i).lemma == lemma for i, lemma in enumerate(lemmas)):
            return index + len(lemmas), kind
    return None


def is_attack_subject(s: Sentence, index: int) -> bool:
    """Say whether an attack noun at `index` stands in the nominative or accusative, as a declared act does."""
    found = find_attack(s, index)
    if found is None:
        return False
    token = s.at(index)
    if token.kind is K.ICON or token.word.nominative:
        return True
    # «три или менее выстрела на 2»: a counted attack stands in the genitive.
    before = s.at(index - 1)
    return token.word.genitive and (before.kind in VALUES or s.lower(index - 1) in {*NUMERALS, "менее", "более"})


def is_passive_subject(s: Sentence, start: int, after: int) -> bool:
    """Say whether something befalls the attack at `start`, which was declared before: «выстрел (не) блокируется»."""
    noun, verb = s.word(start), s.word(s.after_not(after))
    agrees = (noun.singular and verb.singular) or (noun.plural and verb.plural)
    return noun.nominative and verb.verb == "fin" and not verb.transitive and not verb.addressed and agrees
