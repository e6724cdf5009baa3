"""The grammar of headwords: one headword of the glossary enters, its surface patterns leave, with no hand work.

«Метание на X (на X-Y-Z)», «Незанятая (свободная, пустая) клетка», «Защита от метаний (ЗОМет)»: a headword lists
alternatives, qualifying words, abbreviations and number slots in brackets and commas; word agreement tells which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules_links.morphology import Reading, lemma, readings
from rules_links.patterns import plain_word
from schema.fold import fold

_NUMBER_PREFIX = re.compile(r"^\d+\.\s*")
_SENTENCE = re.compile(r"\.\s+(?![^()]*\))")
_PIECE = re.compile(r"\((?P<group>[^()]*)\)|(?P<comma>,)|(?P<word>[^\s(),]+)")
_SLOT = re.compile(r"^[XХxх]$")
_SLOTS = re.compile(r"^(?:на\s+)?[–−-]?[XХxх](?:-[A-ZА-Яa-zа-я])*$")
_SIGNED_SLOT = re.compile(r"^[+–−-][XХxх]$")
ABBREVIATION = re.compile(r"^(?=\w*[A-ZА-ЯЁ]\w*[A-ZА-ЯЁ])\w+$")
_NUMERALS = {"один", "одна", "одно"}
_PREPOSITIONS = {"на", "в", "от", "к", "до", "с", "по", "при"}
_CARD_NOUN = "карта"
# Cases in which a word governs another; an alternative has the case and number of the word it may replace.
_CASES = frozenset({"nomn", "gent", "datv", "accs", "ablt", "loct"})
_NUMBERS = frozenset({"sing", "plur"})


@dataclass(frozen=True, slots=True)
class SurfacePattern:
    """A pattern (rules_links.patterns) of a headword and the name of the rule that made it."""

    pattern: str
    rule: str


@dataclass(slots=True)
class _Phrase:
    """One phrase being read: slots of alternative words, whether a value may follow, other names of the term."""

    words: list[list[str]]
    valued: bool
    others: list[str]
    abbreviations: list[str]
    tail: list[str]


@cache
def headword_patterns(headword: str) -> tuple[SurfacePattern, ...]:
    """Return the surface patterns of `headword`, longest reading first, without repeats.

    Rules: `headword` (the words themselves, with their alternatives), `abbreviation`, `gap` (a possessive or
    adjective inside), `coordination` (the noun stands after a second adjective), `adjective` (the state without
    its noun).
    """
    found: dict[str, SurfacePattern] = {}
    for sentence in _SENTENCE.split(_NUMBER_PREFIX.sub("", headword.strip()).rstrip(".")):
        for phrase in _read_sentence(sentence):
            for pattern in _render(phrase):
                found.setdefault(pattern.pattern, pattern)
    return tuple(found.values())


@cache
def headword_names(headword: str) -> frozenset[str]:
    """Return the plain names a source may use for `headword`: each sentence and alternative, brackets dropped."""
    names: set[str] = set()
    bare = _NUMBER_PREFIX.sub("", headword.strip())
    for sentence in [bare, *_SENTENCE.split(bare)]:
        names.add(fold(re.sub(r"\s*\([^()]*\)", "", sentence)).rstrip(" ."))
        for phrase in _read_sentence(sentence.rstrip(".")):
            names |= {fold(name) for name in (*phrase.others, *phrase.abbreviations)}
            names |= {fold(" ".join(words)) for words in product(*phrase.words) if words}
    return frozenset(name for name in names if name)


def _read_sentence(sentence: str) -> list[_Phrase]:
    """Read one sentence: commas outside brackets part alternatives, or an argument that holds the slot Х."""
    pieces = list(_PIECE.finditer(sentence))
    parts: list[list[re.Match[str]]] = [[]]
    for piece in pieces:
        if piece["comma"]:
            parts.append([])
        else:
            parts[-1].append(piece)
    phrases = [_read_phrase(part) for part in parts if part]
    if len(phrases) == 2 and phrases[1].valued and not phrases[0].valued:
        first, argument = phrases
        first.tail = [words[0] for words in argument.words]
        return [first]
    return phrases


def _read_phrase(pieces: list[re.Match[str]]) -> _Phrase:
    phrase = _Phrase([], False, [], [], [])
    for piece in pieces:
        if piece["group"] is not None:
            _read_group(plain_word(piece["group"]), phrase)
        elif word := plain_word(piece["word"]):
            _read_word(word, phrase)
    return phrase


def _read_word(word: str, phrase: _Phrase) -> None:
    if _SIGNED_SLOT.match(word):
        phrase.words.append(["<signed>"])
    elif _SLOT.match(word):
        # «на X»: the value after a preposition stays outside the mention, and so does the preposition.
        if phrase.words and fold(phrase.words[-1][0]) in _PREPOSITIONS:
            phrase.words.pop()
        elif phrase.words and _is_preposition_phrase(phrase):
            phrase.words.append(["<num>"])
        else:
            phrase.valued = True
    else:
        phrase.words.append([word])


def _is_preposition_phrase(phrase: _Phrase) -> bool:
    return fold(phrase.words[0][0]) in _PREPOSITIONS


def _read_group(group: str, phrase: _Phrase) -> None:
    group = group.strip()
    parts = [part.strip() for part in re.split(r"[,/]", group)]
    if _SLOTS.match(group):
        if phrase.words and fold(phrase.words[-1][0]) in _NUMERALS:
            phrase.words[-1] = ["<num>?"]
    elif all(ABBREVIATION.match(part) for part in parts):
        phrase.abbreviations += parts
    elif all(part[:1].isupper() for part in parts):
        phrase.others += parts
    elif phrase.words and _repeats_head(group, phrase.words[0][0]):
        phrase.others.append(group)
    elif phrase.words and all(_may_replace(part, phrase.words[-1][0]) for part in parts):
        phrase.words[-1] = [*phrase.words[-1], *parts]


def _repeats_head(group: str, head: str) -> bool:
    return any(lemma(word) == lemma(head) for word in group.split())


def _may_replace(part: str, word: str) -> bool:
    """Say whether `part` is one word of the same part of speech, case and number as `word`: an alternative."""
    if " " in part:
        return False
    return any(_agree(left, right) for left in readings(part) for right in readings(word))


def _agree(left: Reading, right: Reading) -> bool:
    kinds = {"PRTF": "ADJF", "PRTS": "ADJS"}
    if kinds.get(left.part, left.part) != kinds.get(right.part, right.part) or left.part in {"VERB", "INFN"}:
        return False
    wanted = _CASES | _NUMBERS
    return left.grammemes & wanted == right.grammemes & wanted


def _render(phrase: _Phrase) -> Iterator[SurfacePattern]:
    value = " <num>?" if phrase.valued else ""
    slots = ["|".join(words) for words in phrase.words]
    if slots:
        if _is_adjective_and_card(phrase):
            # «закрыть карту» is the act: only the adjective takes the noun along.
            slots = ["@" + phrase.words[0][0], *slots[1:]]
        if phrase.tail:
            yield SurfacePattern(" ".join([*slots, ",", *phrase.tail, "<num>?"]), "headword")
        yield SurfacePattern(" ".join(slots) + value, "headword")
        yield from _render_variants(phrase, value)
    for other in phrase.others:
        words = ["<num>?" if _SLOT.match(word) else word for word in other.split()]
        yield SurfacePattern(" ".join(words) + (value if len(words) == 1 else ""), "synonym")
    for abbreviation in phrase.abbreviations:
        yield SurfacePattern(f"^{fold(abbreviation)}{value}", "abbreviation")


def _is_adjective_and_card(phrase: _Phrase) -> bool:
    words = [words[0] for words in phrase.words]
    return len(words) == 2 and _part(words[0]) in {"ADJF", "PRTF"} and lemma(words[1]) == _CARD_NOUN


def _render_variants(phrase: _Phrase, value: str) -> Iterator[SurfacePattern]:
    """Yield what grammar allows besides the bare words: gaps, a noun shared with another adjective, no noun."""
    slots = ["|".join(words) for words in phrase.words]
    parts = [_part(words[0]) for words in phrase.words]
    last = len(slots) - 1
    if not last or "" in parts:
        return
    if _is_adjective_and_card(phrase):
        yield from _render_state(phrase.words[0][0], slots[0])
    elif parts[last] == "NOUN" and all(part in {"ADJF", "PRTF"} for part in parts[:last]):
        yield SurfacePattern(f"[{' '.join(slots[:last])}] <mod> <mod>*3 {slots[last]}", "coordination")
    elif parts[last] == "NOUN" and parts[last - 1] in {"NOUN", "INFN", "VERB"}:
        gapped = " ".join(slots[:last])
        yield SurfacePattern(f"{gapped} <owner> <owner>*2 {slots[last]}{value}", "gap")


def _render_state(word: str, adjectives: str) -> Iterator[SurfacePattern]:
    reading = readings(word)[0]
    if "Apro" in reading.grammemes or reading.part == "PRTF":
        # «ваш ход», «выбранный ряд» are not about cards: a noun that can be a card must follow.
        yield SurfacePattern(f"{adjectives} <card>", "headword")
        yield SurfacePattern(f"[{adjectives}] <mod>*3 <thing>", "adjective")
    else:
        yield SurfacePattern(adjectives, "adjective")
        yield SurfacePattern("|".join(f"~{part}" for part in adjectives.split("|")), "negation")


def _part(word: str) -> str:
    reading = next(iter(readings(word)), None)
    return reading.part if reading is not None else ""
