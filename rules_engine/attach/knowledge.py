"""Which words of a sentence belong to the game: words of the lexicon, classes, names of cards.

Classes are an open list: those of the card itself, and any noun for a living being, since only such names a class.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.attach.forms import GENITIVE, NOMINATIVE, read_form
from rules_engine.game_words import is_of_game
from rules_engine.grammar.sentence import Sentence
from rules_engine.tokens import K
from rules_engine.words import is_fight_result
from rules_links.morphology import is_known
from schema.fold import fold
from schema.icons import ICONS

_LONGEST_NAME = 5
# Shorter words of a card's name («де») are no mark of it.
_SHORTEST_OWN = 3
MARKERS = frozenset({"маркер", "жетон"})
_NAME_MAY_FOLLOW = frozenset({K.WORD, K.NUMBER, K.COMMA, K.ICON, K.VARIABLE})


@dataclass(frozen=True, slots=True)
class CardWords:
    """What a card knows in all its sentences: the folded words of its classes, the markers that its text names."""

    classes: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()


NO_WORDS = CardWords()


def find_marks(s: Sentence) -> frozenset[str]:
    """Return the dictionary forms of the nouns that name markers in a sentence or a whole text."""
    if not any(token.lemma in MARKERS for token in s.tokens):
        return frozenset()
    markers = (index for index, token in enumerate(s.tokens) if token.kind is K.WORD and token.lemma in MARKERS)
    named = (i for index in markers for i in range(index + 1, end_of_mark(s, index + 1)))
    return frozenset(s.at(i).lemma for i in named if s.word(i).noun)


def end_of_mark(s: Sentence, index: int) -> int:
    """Return the index after the name of a marker that begins at `index`: one noun, and a genitive behind it."""
    index += s.at(index).kind is K.QUOTE_OPEN
    first, second = read_form(s.at(index).form), read_form(s.at(index + 1).form)
    if s.at(index).kind is not K.WORD or not first.noun or s.word(index).verb:
        return index
    named = s.at(index + 1).kind is K.WORD and second.noun & GENITIVE and not second.animate
    return index + 1 + bool(named and first.noun & NOMINATIVE)


class Knowledge:
    """What of one sentence is known; `anything` accepts every word of the dictionary (inside a name)."""

    def __init__(self, sentence: Sentence, card: CardWords = NO_WORDS) -> None:
        """Keep the sentence and what its card brings along."""
        self.s = sentence
        self.classes = card.classes
        self._known: dict[int, bool] = {}
        self._names: dict[int, int] = {}
        self.marks = card.marks
        self._heads = frozenset(word[:_SHORTEST_OWN] for word in sentence.name)

    def knows(self, index: int) -> bool:
        """Say whether the word or icon at `index` is one of the game."""
        known = self._known.get(index)
        if known is None:
            known = self._known[index] = self._look_up(index)
        return known

    def _look_up(self, index: int) -> bool:
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
        return is_fight_result(lower) or is_of_game(lower) or self._is_class(lower)

    def _is_class(self, lower: str) -> bool:
        if any(_same_stem(lower, own) for own in self.classes):
            return True
        being = lower.removeprefix("герой-")
        form = read_form(being)
        return form.animate and bool(form.noun) and is_known(being)

    def end_of_name(self, index: int) -> int:
        """Return the index after a name that begins at `index`: the card's own in order, or words with capitals."""
        end = self._names.get(index)
        if end is None:
            end = self._names[index] = self._find_end_of_name(index)
        return end

    def _find_end_of_name(self, index: int) -> int:
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
        if self.s.lower(index)[:_SHORTEST_OWN] not in self._heads:
            return index
        while self.s.at(position).kind is K.WORD:
            last = known
            for part in self.s.lower(position).split("-"):
                last = next((i + 1 for i in range(last, len(self.s.name)) if _same_stem(part, self.s.name[i])), 0)
                if not last:
                    small = position > index and len(part) < _SHORTEST_OWN and self._end_of_own(position + 1)
                    return small if small and small > position + 1 else position
            known, position = last, position + 1
        return position

    def _is_capital(self, index: int) -> bool:
        token, before = self.s.at(index), self.s.at(index - 1)
        capital = token.kind is K.WORD and len(token.text) > 1 and token.text[0].isupper()
        return capital and index > 0 and before.kind in _NAME_MAY_FOLLOW

    def _is_speech(self, index: int) -> bool:
        """Say whether a word with a capital is no name: a verb, a preposition, an opener of a sentence."""
        word, form = self.s.word(index), read_form(self.s.at(index).form)
        if word.verb or word.preposition or form.finite:
            return True
        named = form.noun or (form.adjective and not is_of_game(word.lemma))
        return is_known(self.s.at(index).form) and not named

    def is_strange_name(self, index: int) -> bool:
        """Say whether a name stands at `index` that the dictionary can only guess at («Эрвал» is no verb)."""
        return self.end_of_name(index) > index and not is_known(self.s.at(index).form)

    def begins_sentence(self, index: int) -> bool:
        """Say whether a word with a capital is none of a name, so that a sentence should begin with it."""
        return self.end_of_name(index) == index

    def is_quoted_name(self, index: int) -> bool:
        """Say whether the quotes that open at `index` hold a name: words with a capital, no verb, no icon."""
        inside = range(index + 1, self.s.mates[index])
        return bool(inside) and all(self.s.at(i).kind is K.WORD and not self.s.word(i).verb for i in inside)


def _same_stem(word: str, own: str) -> bool:
    own = fold(own)
    length = max(3, min(len(own), len(word)) - 2)
    return len(word) > 2 and word[:length] == own[:length] and abs(len(word) - len(own)) <= 3
