"""A card's text -> the spans of its abilities, in order, with nothing but blanks between them.

An ability is a sentence, or a cost, its colon and all that hangs on it, with the brackets after it and its stop.
Early releases lose the stop after «)», so a bracket may end an ability too. Stands apart from the parser because
checks and pages need the cut without the reading.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.costs import starts_cost
from rules_engine.lexicon import GAINING, KEYWORD_ICONS, KEYWORDS_BY_FIRST, NOTES, PREFIX_ICONS, PREFIXES
from rules_engine.tokens import VALUES, K, Token, match_pairs, tokenise


class Unit(NamedTuple):
    """The span of one ability in its text."""

    start: int
    end: int


def cut(text: str) -> tuple[Unit, ...]:
    """Return the abilities of `text`; every character that is not a blank lies in exactly one of them."""
    tokens = tokenise(text)
    return tuple(Unit(tokens[start].start, tokens[end - 1].end) for start, end in cut_tokens(tokens))


def cut_tokens(tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    """Return the abilities as half-open ranges of token indexes."""
    mates = match_pairs(tokens)
    bounds: list[int] = []
    index, start = end_of_note(tokens, 0, mates), 0
    while index < len(tokens):
        index = mates.get(index, index)  # a stop inside brackets or quotes ends nothing
        after = _end_of_stop(tokens, index, mates)
        if after and not _is_granted_sentence(tokens, start, after) and not _is_second_half(tokens, start, after):
            bounds.append(after)
            start = after
        elif not after and index + 1 < len(tokens) and _starts_unmarked(tokens, start, index + 1):
            after = index + 1
            bounds.append(after)
            start = after
        index = max(after, index + 1)
        if index == start:
            index = end_of_note(tokens, start, mates)
    if not bounds or bounds[-1] < len(tokens):
        bounds.append(len(tokens))
    return [(left, right) for left, right in zip([0, *bounds], bounds, strict=False) if left < right]


def end_of_note(tokens: tuple[Token, ...], start: int, mates: dict[int, int]) -> int:
    """Return the index after the publisher's note at `start` («[Эррата 2023.04.08]»), or `start`.

    A note is no ability; it lies in the span of the one behind it, or stands alone where there is none.
    """
    noted = start in mates and tokens[start].kind is K.BRACKET_OPEN and tokens[start + 1].form in NOTES
    after = mates[start] + 1 if noted else start
    while noted and after < len(tokens) and tokens[after].kind is K.STOP:
        after += 1
    return after


def _end_of_stop(tokens: tuple[Token, ...], index: int, mates: dict[int, int]) -> int:
    """Return the index after a stop at `index` with the stops and brackets that belong to it, or 0."""
    if tokens[index].kind is not K.STOP:
        return 0
    after = index + 1
    while after < len(tokens):
        if tokens[after].kind is K.STOP:
            after += 1
        elif tokens[after].kind is K.BRACKET_OPEN and after in mates and end_of_note(tokens, after, mates) == after:
            after = mates[after] + 1
        else:
            break
    return after


def _starts_unmarked(tokens: tuple[Token, ...], start: int, index: int) -> bool:
    """Say whether an ability begins at `index` although no stop stands before it."""
    before = tokens[index - 1]
    if before.kind is K.BRACKET_CLOSE:
        return _opens_ability(tokens, index)
    if before.end == tokens[index].start and before.kind in VALUES and tokens[index].kind is K.WORD:
        return tokens[index].text[0].isupper()  # «дальность 4Имеет …»
    if index > start and before.kind in VALUES and before.kind is not K.TRIPLE:
        # «{armor} 1 {tap}: …»: {tap} takes no count, so the number belongs to what stands before.
        uncounted = tokens[index].text in {"{tap}", "{instant}"}
        return uncounted and index - 2 >= start and starts_cost(tokens, index)
    return (
        tokens[index].form in PREFIXES
        and before.kind is K.WORD
        and before.lemma not in GAINING
        and _opens_wrapper(tokens, start, index)
    )


def _opens_ability(tokens: tuple[Token, ...], index: int) -> bool:
    token = tokens[index]
    if token.kind is K.WORD:
        return token.text[0].isupper()
    if token.kind is K.ICON:
        return token.lemma in KEYWORD_ICONS or token.lemma in PREFIX_ICONS or starts_cost(tokens, index)
    if token.kind in {K.NUMBER, K.VARIABLE, K.LOST_ICON}:
        return starts_cost(tokens, index)
    return token.kind is K.SIGNED


def _opens_wrapper(tokens: tuple[Token, ...], start: int, index: int) -> bool:
    """Say whether a wrapper («Строй:», «Бешенство 2:») opens an ability in the middle of a sentence."""
    if not tokens[index].text[0].isupper():
        return False
    colon = index + 2 if index + 1 < len(tokens) and tokens[index + 1].kind in VALUES else index + 1
    inside_grant = any(tokens[i].lemma in GAINING for i in range(max(start, index - 3), index))
    return colon < len(tokens) and tokens[colon].kind is K.COLON and not inside_grant


def _is_granted_sentence(tokens: tuple[Token, ...], start: int, after: int) -> bool:
    """Say whether the stop before `after` stands inside an ability that is given without quotes.

    «Гном получает Стойкость. +4 к ударам до конца боя.»: the verb is followed by a keyword with a
    capital, and the next sentence, without a verb, cost or opener of its own, carries the duration.
    """
    index = after - 2
    if index - 1 < start or tokens[index].kind is not K.WORD or not tokens[index].text[0].isupper():
        return False
    if tokens[index - 1].lemma not in GAINING or tokens[index].lemma not in KEYWORDS_BY_FIRST:
        return False
    words: list[str] = []
    for token in tokens[after : after + 16]:
        if token.kind is K.STOP:
            return " до конца" in f" {' '.join(words)}" or " до начала" in f" {' '.join(words)}"
        if token.kind in {K.COLON, K.LOST_ICON} or (token.kind is K.WORD and token.word.verb):
            return False
        words.append(token.text.lower())
    return False


def _is_second_half(tokens: tuple[Token, ...], start: int, after: int) -> bool:
    """Say whether «{second}: …» goes on with an ability that holds «{first}: …» in its middle."""
    if after + 1 >= len(tokens) or tokens[after].text != "{second}" or tokens[after + 1].kind is not K.COLON:
        return False
    return any(token.text == "{first}" for token in tokens[start + 1 : after])
