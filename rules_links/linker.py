"""Text to links: every mention of a rule term, with its span and the name of the rule that decided.

The text is cut into tokens, names are set aside, the patterns of the glossary are walked, and of the mentions that
overlap the leftmost and longest stays. Conventions: docs on links; each rule's reason stands in RULES.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakKeyDictionary

from rules_links.constructions import load_constructions
from rules_links.glossary import Glossary
from rules_links.names import find_names
from rules_links.repair import Repairer
from rules_links.vocabulary import Candidate, Ending, Vocabulary
from rules_links.words import Token, tokenize
from schema.icons import PRINTED_ICONS
from schema.results import Link, TextCard

RULES: dict[str, str] = load_constructions().reasons


class _Compiled:
    """What is made once for a glossary."""

    def __init__(self, glossary: Glossary) -> None:
        self.vocabulary = Vocabulary(glossary)
        self.repair = Repairer(self.vocabulary.words)
        self.tiers = {term.headword: term.tier for term in glossary}


_compiled: WeakKeyDictionary[Glossary, _Compiled] = WeakKeyDictionary()


def link(text: str, glossary: Glossary, card: TextCard | None = None) -> list[Link]:
    """Return the links of `text` in order: no overlaps, whole words, ``text[start:end] == quote``.

    `card` tells the card's own name (never linked inside) and its subtype (whose host «хозяин» is). The patterns
    of a glossary are compiled at its first use and kept as long as the glossary lives.
    """
    compiled = _compile(glossary)
    tokens = tokenize(text, compiled.repair)
    names = find_names(tokens, card.name if card else None)
    visible = [replace(token, keys=names[i]) if i in names else token for i, token in enumerate(tokens)]
    subtype = card.subtype if card else None
    candidates = [
        candidate
        for candidate in compiled.vocabulary.find_candidates(visible)
        if candidate.ending.subtype in {None, subtype}
    ]
    candidates += _icon_candidates(tokens, glossary)
    links: list[Link] = []
    for candidate in _choose(candidates):
        start, end = tokens[candidate.start].start, tokens[candidate.end - 1].end
        term = candidate.ending.term
        links.append(Link(start, end, text[start:end], term, compiled.tiers[term], candidate.ending.rule))
    return links


def _compile(glossary: Glossary) -> _Compiled:
    found = _compiled.get(glossary)
    if found is None:
        found = _compiled[glossary] = _Compiled(glossary)
    return found


def _icon_candidates(tokens: list[Token], glossary: Glossary) -> list[Candidate]:
    found: list[Candidate] = []
    for index, token in enumerate(tokens):
        if token.kind == "icon":
            term = glossary.by_icon(token.text[1:-1].lower())
            if term is not None:
                found.append(Candidate(index, index + 1, index + 1, Ending(term.headword, "icon", 1, 0, 1)))
    return found


def _choose(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the mentions that stay: leftmost, then of the longest reading (context included), then by rank.

    A phrase without a term only takes its place: nothing is linked there.
    """

    def order(found: Candidate) -> tuple[int, int, int, bool, int]:
        return found.start, -found.read, found.ending.rank, found.ending.subtype is None, -found.end

    chosen: list[Candidate] = []
    reached = 0
    for candidate in sorted(candidates, key=order):
        if candidate.start < reached:
            continue
        reached = candidate.end
        if candidate.ending.term:
            chosen.append(candidate)
    return chosen


def icon_terms(card: TextCard, glossary: Glossary) -> list[str]:
    """Return the headwords of the icons printed on `card`, in their order, without repeats.

    Only icons that stand on a card face count (schema.icons); the others of a record describe its text.
    """
    found: dict[str, None] = {}
    for icon in card.icons:
        if icon.code in PRINTED_ICONS and (term := glossary.by_icon(icon.code)):
            found[term.headword] = None
    return list(found)
