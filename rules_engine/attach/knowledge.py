"""Which words of a sentence belong to the game: words of the lexicon, classes, names of cards.

Classes are an open list: those of the card itself, and any noun for a living being, since only such names a class.
"""

from __future__ import annotations

from functools import lru_cache

from rules_engine.attach.forms import GENITIVE, NOMINATIVE, read_form
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import GAINING, GAINING_WITH, OTHER_VERBS, PHRASE_WORDS, STRIKING, SWAPPING, VERBS
from rules_engine.tokens import TokenKind
from rules_engine.words import is_fight_result, read_word
from rules_links.morphology import is_known, readings
from schema.fold import fold
from schema.icons import ICONS

K = TokenKind
_LONGEST_NAME = 5
_SHORTEST_DENIED = 6
_WORDS = PHRASE_WORDS | VERBS.keys() | OTHER_VERBS | SWAPPING | GAINING | GAINING_WITH | STRIKING
MARKERS = frozenset({"маркер", "жетон"})
_NAME_MAY_FOLLOW = frozenset({K.WORD, K.NUMBER, K.COMMA, K.ICON, K.VARIABLE})


class Knowledge:
    """What of one sentence is known; `anything` accepts every word of the dictionary (inside a name)."""

    def __init__(self, sentence: Sentence, classes: frozenset[str] = frozenset()) -> None:
        """Keep the sentence and the folded words of the card's classes."""
        self.s = sentence
        self.classes = classes
        self.marks = frozenset(
            sentence.at(i).lemma
            for index, token in enumerate(sentence.tokens)
            if token.kind is K.WORD and token.lemma in MARKERS
            for i in range(index + 1, self.end_of_mark(index + 1))
        )

    def knows(self, index: int) -> bool:
        """Say whether the word or icon at `index` is one of the game."""
        token = self.s.at(index)
        if token.kind is K.ICON:
            return token.lemma in ICONS
        if token.kind is not K.WORD:
            return False
        if self._knows_word(self.s.lower(index)) or token.lemma in self.marks:
            return True
        return self.end_of_name(index) > index

    def _knows_word(self, lower: str) -> bool:
        if lower[0].isdigit():
            return True
        return is_fight_result(lower) or _is_of_game(lower) or self._is_class(lower)

    def _is_class(self, lower: str) -> bool:
        if any(_same_stem(lower, own) for own in self.classes):
            return True
        being = lower.removeprefix("герой-")
        form = read_form(being)
        return form.animate and bool(form.noun) and is_known(being)

    def end_of_mark(self, index: int) -> int:
        """Return the index after the name of a marker that begins at `index`: one noun, and a genitive behind it."""
        first, second = read_form(self.s.at(index).text), read_form(self.s.at(index + 1).text)
        if self.s.at(index).kind is not K.WORD or not first.noun or self.s.word(index).verb:
            return index
        named = self.s.at(index + 1).kind is K.WORD and second.noun & GENITIVE and not second.animate
        return index + 1 + bool(named and first.noun & NOMINATIVE)

    def end_of_name(self, index: int) -> int:
        """Return the index after a name that begins at `index`: the card's own in order, or words with capitals."""
        own = self._end_of_own(index)
        if own > index:
            return own
        end = index
        while end < index + _LONGEST_NAME and self._is_capital(end) and not self._is_speech(end):
            end += 1
        return end

    def _end_of_own(self, index: int) -> int:
        """Return the index after words of the card's own name in their order; all parts of a hyphenated word count."""
        position, known = index, 0
        while self.s.at(position).kind is K.WORD:
            last = known
            for part in self.s.lower(position).split("-"):
                last = next((i + 1 for i in range(last, len(self.s.name)) if _same_stem(part, self.s.name[i])), 0)
                if not last:
                    return position
            known, position = last, position + 1
        return position

    def _is_capital(self, index: int) -> bool:
        token, before = self.s.at(index), self.s.at(index - 1)
        capital = token.kind is K.WORD and len(token.text) > 1 and token.text[0].isupper()
        return capital and index > 0 and before.kind in _NAME_MAY_FOLLOW

    def _is_speech(self, index: int) -> bool:
        """Say whether a word with a capital is no name: a verb, a preposition, an opener of a sentence."""
        word, form = self.s.word(index), read_form(self.s.at(index).text)
        if word.verb or word.preposition or form.finite:
            return True
        named = form.noun or (form.adjective and not _is_of_game(word.lemma))
        return is_known(self.s.at(index).text) and not named

    def is_strange_name(self, index: int) -> bool:
        """Say whether a name stands at `index` that the dictionary can only guess at («Эрвал» is no verb)."""
        return self.end_of_name(index) > index and not is_known(self.s.at(index).text)

    def begins_sentence(self, index: int) -> bool:
        """Say whether a word with a capital is none of a name, so that a sentence should begin with it."""
        return self.end_of_name(index) == index

    def is_quoted_name(self, index: int) -> bool:
        """Say whether the quotes that open at `index` hold a name: words with a capital, no verb, no icon."""
        inside = range(index + 1, self.s.mates[index])
        return bool(inside) and all(self.s.at(i).kind is K.WORD and not self.s.word(i).verb for i in inside)


@lru_cache(maxsize=65536)
def _is_of_game(lower: str) -> bool:
    """Say whether any reading of a word, or of what «не» denies in it, is in the lexicon."""
    forms = {lower, read_word(lower).lemma}
    for reading in readings(lower):
        forms |= {reading.lemma, reading.adjective or reading.lemma}
    forms |= {form.removesuffix("ся") for form in forms}
    if not forms.isdisjoint(_WORDS):
        return True
    denied = lower.startswith("не") and len(lower) > _SHORTEST_DENIED and bool(read_form(lower).adjective)
    return denied and _is_of_game(lower[2:])


def _same_stem(word: str, own: str) -> bool:
    own = fold(own)
    length = max(3, min(len(own), len(word)) - 2)
    return len(word) > 2 and word[:length] == own[:length] and abs(len(word) - len(own)) <= 3
