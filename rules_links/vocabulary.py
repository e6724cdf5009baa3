"""A glossary becomes a trie of key sequences: what a text is matched against, compiled once a glossary.

Cost of matching does not grow with the glossary: from each token only the branches of its own keys are walked.
The forms of all words of the glossary serve to repair typos and glued words that no dictionary knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_links.constructions import load_constructions
from rules_links.glossary import Glossary, Term
from rules_links.headwords import ABBREVIATION, headword_patterns
from rules_links.morphology import lemma, readings
from rules_links.patterns import parse_pattern, plain_word
from rules_links.words import Token
from schema.fold import fold, same_headword
from schema.vocabulary import Subtype

_NUMBER = re.compile(r"^(?:\d+|[XxХх])(?:-(?:\d+|[XxХхYyZz]))*$")
_SIGNED = re.compile(r"^[+\-−–](?:\d+|[XxХх])$")
_ICON = re.compile(r"^\{.*\}$")
# So many words of a headword may be said once for all members of a list.
_SHARED_HEAD = 2
# Words of a form that are only its surroundings: «стоит в строю», «в вашем отряде», «при гибели».
_SURROUNDINGS = frozenset({"стоять", "быть"})


@dataclass(frozen=True, slots=True)
class Ending:
    """What a key sequence leads to; `rank` orders equally long mentions (lower wins)."""

    term: str
    rule: str
    rank: int
    start: int
    end: int
    subtype: Subtype | None = None


@dataclass(slots=True)
class Node:
    """One node of the trie."""

    children: dict[str, Node] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)


class Candidate(NamedTuple):
    """A possible mention: tokens[start:end], what it leads to, and `read`, where the context behind it ends."""

    start: int
    end: int
    read: int
    ending: Ending


class Vocabulary:
    """The compiled patterns of one glossary."""

    def __init__(self, glossary: Glossary) -> None:
        """Compile headwords, forms and constructions; a construction of a term the glossary lacks is left out."""
        self._root = Node()
        self.words: set[str] = set()
        for term in glossary:
            self._add_term(term)
        by_headword = {same_headword(term.headword): term.headword for term in glossary}
        for entry in load_constructions().constructions:
            headword = by_headword.get(same_headword(entry.term), "") if entry.term else ""
            if headword or not entry.term:
                for pattern in entry.patterns:
                    self._add(pattern, headword, entry.rule, 0, entry.subtype)

    def _add_term(self, term: Term) -> None:
        for surface in headword_patterns(term.headword):
            self._add(surface.pattern, term.headword, surface.rule, 1)
        for form in term.forms:
            pattern = form_pattern(form, term.headword)
            if pattern:
                self._add(pattern, term.headword, "form", 2)

    def _add(self, pattern: str, headword: str, rule: str, rank: int, subtype: Subtype | None = None) -> None:
        for sequence in parse_pattern(pattern):
            node = self._root
            for key in sequence.keys:
                node = node.children.setdefault(key, Node())
                if key[0].isalpha():
                    self.words.add(key)
                elif key.startswith("=") and len(key) > 4:
                    self.words.add(key[1:])
            ending = Ending(headword, rule, rank, sequence.start, sequence.end, subtype)
            if ending not in node.endings:
                node.endings.append(ending)

    def find_candidates(self, tokens: Sequence[Token]) -> Iterator[Candidate]:
        """Yield every mention that a pattern allows, overlapping ones included."""
        for start in range(len(tokens)):
            level = [self._root]
            for position in range(start, len(tokens)):
                keys = tokens[position].keys
                deeper: list[Node] = []
                for node in level:
                    for key in keys & node.children.keys():
                        child = node.children[key]
                        deeper.append(child)
                        for ending in child.endings:
                            yield Candidate(start + ending.start, start + ending.end, position + 1, ending)
                        if child.endings and position - start >= _SHARED_HEAD:
                            yield from _continue_list(node, tokens, position + 1)
                level = deeper
                if not level:
                    break


def _continue_list(node: Node, tokens: Sequence[Token], position: int) -> Iterator[Candidate]:
    """Yield the further members of «защита от выстрелов, метаний или разрядов»: the head `node` is said once."""
    while position + 1 < len(tokens) and (tokens[position].text == "," or "<conj>" in tokens[position].keys):
        position += 1
        ends = [node.children[key] for key in tokens[position].keys & node.children.keys() if key[0].isalpha()]
        for ending in (ending for end in ends for ending in end.endings):
            yield Candidate(
                position, position + 1, position + 1, Ending(ending.term, "coordination", 0, 0, 1, ending.subtype)
            )
        if not ends:
            return
        position += 1


def form_pattern(form: str, headword: str) -> str:
    """Return the pattern of a form of the glossary: numbers become slots, words that only surround it go."""
    words = plain_word(form).split()
    kept = {fold(word) for word in headword.split()}
    while len(words) > 1 and fold(words[0]) not in kept and _only_surrounds(words[0]):
        words.pop(0)
    if len(words) == 1 and ABBREVIATION.match(words[0]):
        return f"^{fold(words[0])}"
    if len(words) == 1 and _is_adjective(words[0]):
        return f"{words[0]}|~{words[0]}"
    return " ".join(_form_element(word) for word in words)


def _only_surrounds(word: str) -> bool:
    reading = next(iter(readings(word)), None)
    if reading is None:
        return False
    return reading.part == "PREP" or "Apro" in reading.grammemes or lemma(word) in _SURROUNDINGS


def _is_adjective(word: str) -> bool:
    reading = next(iter(readings(word)), None)
    return reading is not None and reading.part in {"ADJF", "PRTF", "ADJS", "PRTS"}


def _is_full_adjective(word: str) -> bool:
    reading = next(iter(readings(word)), None)
    return reading is not None and reading.part in {"ADJF", "PRTF"}


def _form_element(word: str) -> str:
    if _SIGNED.match(word):
        return "<signed>"
    if _NUMBER.match(word):
        return "<num>"
    if not word[0].isalpha():
        return word if _ICON.match(word) else word.strip('«»"')
    # «закрытое существо» is a state, «закрыть существо» an act and its object.
    return f"@{word}" if _is_full_adjective(word) else word
