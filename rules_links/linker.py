"""Text to links: every mention of a rule term, with its span and the name of the rule that decided.

The text is cut into tokens, names are set aside, the patterns of the glossary are walked, and of the mentions that
overlap the leftmost and longest stays. Conventions: docs on links; each rule's reason stands in RULES.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from rules_links.constructions import load_constructions
from rules_links.glossary import Glossary
from rules_links.morphology import is_known, readings
from rules_links.names import find_names
from rules_links.repair import Repairer
from rules_links.vocabulary import Candidate, Ending, Vocabulary
from rules_links.words import Token, tokenize
from schema.fold import fold
from schema.icons import PRINTED_ICONS
from schema.results import Link, TextCard

_CRYSTALS = frozenset({"elite", "ordinary"})
_PAYING = frozenset({"получить", "тратить", "потратить", "платить", "заплатить", "стоить"})
_NOMINAL = frozenset({"NOUN", "ADJF", "PRTF"})
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
    visible = [token._replace(keys=names[i]) if i in names else token for i, token in enumerate(tokens)]
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
        if token.kind == "icon" and not _is_crystal(tokens, index):
            term = glossary.by_icon(token.text[1:-1].lower())
            if term is not None:
                found.append(Candidate(index, index + 1, index + 1, Ending(term.headword, "icon", 1, 0, 1)))
    return found


def _is_crystal(tokens: list[Token], index: int) -> bool:
    """Say whether {elite} or {ordinary} is a crystal that is paid or got («стоит 4 {elite}») and no kind of card.

    A crystal is counted, or stands behind a verb or «за» without a noun that it would describe.
    """
    if tokens[index].text[1:-1].lower() not in _CRYSTALS or index == 0:
        return False
    before = tokens[index - 1]
    told = before.kind == "num" or fold(before.text) == "за" or bool(before.keys & _PAYING)
    return told and not (index + 1 < len(tokens) and _describes(tokens[index + 1]))


def _describes(token: Token) -> bool:
    """Say whether a noun or adjective follows that an icon before it may belong to («{elite} гном»)."""
    if token.kind == "icon":
        return token.text[1:-1].lower() in _CRYSTALS
    found = readings(token.text) if token.kind == "word" else ()
    # A word that no dictionary knows is the name of a class.
    return token.kind == "word" and (not is_known(token.text) or (bool(found) and found[0].part in _NOMINAL))


def _choose(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the mentions that stay: leftmost, then of the longest reading (context included), then by rank.

    A phrase without a term comes before its equals and only takes its place: nothing is linked there.
    """

    def order(found: Candidate) -> tuple[int, int, int, bool, bool, int]:
        ending = found.ending
        return found.start, -found.read, ending.rank, bool(ending.term), ending.subtype is None, -found.end

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
