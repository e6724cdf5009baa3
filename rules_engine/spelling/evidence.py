"""What is known about words where one card is read: the bundled counts, the cards of the run, names, the glossary.

The larger of both counts speaks; a count of the run has the card itself taken out where that matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules_engine.corpus import Corpus
from rules_engine.game_words import is_of_game
from rules_engine.spelling.lexicon import is_text_word, is_word, load_game_words
from rules_engine.spelling.places import Place, read_places
from rules_engine.spelling.stems import has_stem, name_stems, own_stems, related_forms
from rules_links.glossary import Glossary
from rules_links.morphology import in_dictionary
from schema.kept import keep_texts
from schema.results import TextCard

# A form on so many cards of a run is a word, though nobody else knows it.
SEVERAL = 2
_SHORTEST, _ABBREVIATION = 2, 3
_KEPT_GLOSSARIES = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts for one card; `own_pairs` are the neighbours of its own text."""

    corpus: Corpus
    glossary: Glossary
    name: str | None
    own_pairs: frozenset[tuple[str, str]]

    def forms(self, form: str) -> int:
        """Return on how many cards a form stands; 0 for one that only the run has and no dictionary knows."""
        learnt, here = load_game_words().forms.get(form, 0), self.corpus.forms.get(form, 0)
        # Only a form that somebody writes is looked up: a slip has hundreds of neighbours that nobody does.
        return max(learnt, here) if learnt or (here and is_word(form)) else 0

    def choose_written(self, forms: Iterable[str]) -> list[str]:
        """Return those of `forms` that any card has: of the hundreds near a slip nobody writes nearly all."""
        learnt, here = load_game_words().forms, self.corpus.forms
        return [form for form in forms if form in learnt or form in here]

    def pairs(self, left: str, right: str) -> int:
        """Return on how many cards, this one aside, the two keys stand side by side."""
        pair = (left, right)
        elsewhere = self.corpus.pairs.get(pair, 0) - (pair in self.own_pairs)
        return max(load_game_words().pairs.get(pair, 0), elsewhere)

    def is_name(self, form: str) -> bool:
        """Say whether a form belongs to the name of this card or of another card of the run, or to a class."""
        if self.name and has_stem(form, own_stems(self.name)):
            return True
        return has_stem(form, name_stems(self.corpus.names, self.corpus.classes))

    def is_common(self, form: str) -> bool:
        """Say whether card texts use a form: it was counted, or is a form of a word of the rules."""
        return self.forms(form) > 0 or (in_dictionary(form) and is_of_game(form))

    def is_unknown(self, place: Place) -> bool:
        """Say whether a word is one that nothing vouches for: dictionary, game, glossary, names."""
        if not place.is_word or len(place.key) < _SHORTEST or is_text_word(place.key):
            return False
        if len(place.key) <= _ABBREVIATION and in_dictionary(place.key):
            return False  # «см»
        return place.key not in _glossary_words(self.glossary) and not self.is_name(place.key)

    def is_used(self, form: str) -> bool:
        """Say whether other cards write the form."""
        return form in load_game_words().forms or self.corpus.forms.get(form, 0) >= SEVERAL

    def is_declined(self, form: str) -> bool:
        """Say whether the run has other forms of the unknown word `form`: then it is somebody's new word."""
        return any(other in self.corpus.forms and not is_word(other) for other in related_forms(form))

    def is_seen(self, form: str) -> bool:
        """Say whether several cards of the run write the form: then it is no slip of a hand."""
        return self.corpus.forms.get(form, 0) >= SEVERAL


def gather(card: TextCard, corpus: Corpus, glossary: Glossary) -> Evidence:
    """Return what is known about the words of `card`."""
    return Evidence(corpus, glossary, card.name, _pairs_of(card.text))


@keep_texts
def _pairs_of(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((place.left, place.key) for place in read_places(text))


@lru_cache(_KEPT_GLOSSARIES)
def _glossary_words(glossary: Glossary) -> frozenset[str]:
    names = (name for term in glossary for name in (term.headword, *term.forms))
    return frozenset(place.key for name in names for place in read_places(name))
