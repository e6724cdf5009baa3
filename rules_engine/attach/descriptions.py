"""What stands before the noun of a group: how many («не более 3», «двух») and which («стоящее рядом с ним»).

Stands apart from the groups because only here several words narrow one another by agreement.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from rules_engine.attach.atoms import Atom
from rules_engine.attach.forms import (
    ACCUSATIVE,
    ANY,
    DATIVE,
    GENITIVE,
    INSTRUMENTAL,
    NOMINATIVE,
    Form,
    all_numbers,
    read_form,
)
from rules_engine.attach.group import Group
from rules_engine.attach.knowledge import Knowledge
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import NUMERALS
from rules_engine.tokens import VALUES, K

ADJECTIVE_ICONS = frozenset({"elite", "ordinary"})
EACH_OTHER = frozenset({"друг", "другом", "друга", "другу"})
JOINING = frozenset({"и", "или", "либо", "а"})
COMPARING = frozenset({"более", "менее", "больше", "меньше", "выше", "ниже", "дороже", "дешевле"})
# Words before a number, and words that stand for one: «не более 3», «до двух», «несколько карт».
BOUNDS = frozenset({"максимум", "минимум", "хотя", "бы", "не", "ровно", "еще", "до", "на", "как"})
MANY = frozenset({"сколько", "столько", "несколько", "много", "мало", "больше", "меньше", "более", "менее"})
_LONGEST_BOUND = 3
_LONGEST_LIST = 20
# Where words are heaped up no group is read; the longest real one has seven.
_MOST_WORDS = 16
_POSSESSIVES = frozenset({"его", "ее", "их"})
_ORDINALS = frozenset({"первый", "первое", "второй", "второе", "третий", "четвертый"})
# Adjectives that have an object as participles do: «равное ему», «соседняя с ним».
GOVERNING = frozenset(
    {"стоящий", "равный", "способный", "соседний", "занятый", "занятой", "свободный", "противоположный"}
)
_TO_WHAT = frozenset({"равный", "противоположный"})
_NUMERALS = frozenset(NUMERALS) - {"дважды", "один", "одна", "одну", "одно", "одного", "одной"} | {
    "двум", "двумя", "трем", "тремя", "оба", "обе", "обоих", "обоим", "двое", "трое", "четверо", "одному",
}  # fmt: skip
_QUANTITIES = BOUNDS | MANY | _NUMERALS
_NOTHING = Form()


class Descriptions(ABC):
    """The quantities and adjectives of one sentence."""

    def __init__(
        self, sentence: Sentence, atoms: dict[int, Atom], knowledge: Knowledge, borders: frozenset[int] = frozenset()
    ) -> None:
        """Keep the sentence, the pieces read as one, what words are known, and the `borders` no group crosses."""
        self.s = sentence
        self.forms = [read_form(token.form) if token.kind is K.WORD else _NOTHING for token in sentence.tokens]
        self.atoms = atoms
        self.knowledge = knowledge
        self.borders = borders

    @abstractmethod
    def read(self, index: int, depth: int = 0, wanted: int = ANY) -> Group | None:
        """Return the noun group that begins at `index`, with the members coordinated with it in a `wanted` case."""

    @abstractmethod
    def read_prepositional(self, index: int, depth: int = 0) -> Group | None:
        """Return the group that a preposition at `index` governs, None where there is none."""

    def form(self, index: int) -> Form:
        """Return what the word at `index` may be; nothing where no word stands."""
        return self.forms[index] if 0 <= index < len(self.forms) else _NOTHING

    def is_number(self, index: int) -> bool:
        """Say whether a number stands at `index`, in digits or in words."""
        token = self.s.at(index)
        return token.kind in VALUES or (token.kind is K.WORD and self.s.lower(index) in _NUMERALS)

    def read_quantity(self, index: int, depth: int) -> tuple[int, int, bool]:
        """Return (index after, cases, whether a number stands there) for «2», «не более трёх», «5 или менее»."""
        start = index
        if self.s.at(index).kind not in VALUES and self.s.lower(index) not in _QUANTITIES:
            return start, 0, False
        while self.s.lower(index) in BOUNDS and self.s.at(index).kind is K.WORD and index < start + _LONGEST_BOUND:
            index += 1
        if index > start and self.s.at(index).lemma == "один":
            return index, ANY, False
        if self.s.lower(index) in MANY and (index == start or self.s.lower(index - 1) == "не"):
            index += 1
            index += self.s.lower(index) == "чем"
            if not self.is_number(index):
                counted = self.read(index, depth + 1) if index == start + 1 else None
                many = counted is not None and counted.mask & GENITIVE and not counted.value
                return (index, NOMINATIVE | ACCUSATIVE, True) if many else (start, 0, False)
        if not self.is_number(index):
            return start, 0, False
        form, bounded = self.form(index), index > start
        cases = ANY if bounded or self.s.at(index).kind in VALUES else all_numbers(form.adjective or form.noun) or ANY
        index += 1
        if self.s.at(index).kind is K.BRACKET_OPEN and self._is_bracketed_bound(index):
            index += 4  # «2 (или менее) раны»
        last = index + _LONGEST_LIST
        while index < last and self.s.at(index).kind is K.COMMA and self.is_number(index + 1):
            index += 2
        while self.s.lower(index) in {"или", "и"} and self._closes_bound(index + 1):
            index += 2
        return index, cases, True

    def _is_bracketed_bound(self, index: int) -> bool:
        compared = self.s.lower(index + 1) == "или" and self.s.lower(index + 2) in COMPARING
        return compared and self.s.mates.get(index) == index + 3

    def _closes_bound(self, index: int) -> bool:
        return self.s.lower(index) in COMPARING or (
            self.is_number(index) and self.s.at(index).kind is self.s.at(index - 2).kind
        )

    def read_adjectives(self, index: int, depth: int, first: int) -> tuple[int, int, bool]:
        """Return (mask, index after, whether any) of the agreeing adjectives at `index` in the group from `first`."""
        mask, start = ANY, index
        if self.form(index).adverb and self.form(index + 1).participle and self.knowledge.knows(index):
            index += 1  # «рядом стоящую клетку»
        while index < start + _MOST_WORDS and not (index > first and index in self.borders):
            token = self.s.at(index)
            step = self.read_adjective(index, mask)
            if step is not None:
                mask, index = step, index + 1
                index = self.read_complement(index, depth, mask)
            elif index > start and (self._joins_adjectives(index, mask) or self.s.lower(index) == "же"):
                index += 1
            elif index > start and self.s.lower(index) == "или" and self.s.lower(index + 1) in COMPARING:
                index += 2  # «второе или более существо»
            elif token.kind is K.ICON and token.lemma in ADJECTIVE_ICONS and index not in self.atoms:
                index += 1  # an icon agrees with anything
            else:
                break
        described = index > start and not (index == start + 1 and self.form(start).adverb)
        return mask, index if described else start, described

    def read_adjective(self, index: int, mask: int) -> int | None:
        """Return the mask narrowed by the adjective at `index`, None where none stands there or agrees."""
        token = self.s.at(index)
        if token.kind is not K.WORD or index in self.atoms:
            return None
        if self.s.lower(index) in _POSSESSIVES:
            return mask if self._may_possess(index) else None
        lower = self.s.lower(index)
        if lower in NUMERALS and lower != "один" and not lower.startswith("одн"):
            return None
        form = self.form(index)
        if (
            form.finite
            or not form.adjective
            or not self.knowledge.knows(index)
            or self.knowledge.is_strange_name(index)
        ):
            return None
        if self.s.at(index).lemma == "обладать" and self.s.at(index + 1).kind not in {K.WORD, K.ICON}:
            return None  # «существо, обладающее, …»: of what is gone
        if lower in {"это", "этого", "этом"} and not self.form(index + 1).noun & form.adjective:
            return None
        return (mask & form.adjective) or None

    def _may_possess(self, index: int) -> bool:
        following = self.s.at(index + 1)
        form = self.form(index + 1)
        return following.kind in {K.ICON} or bool(form.noun | form.adjective) or index + 1 in self.atoms

    def _joins_adjectives(self, index: int, mask: int) -> bool:
        joins = self.s.lower(index) in JOINING or self.s.at(index).kind is K.COMMA
        if not joins:
            return False
        following = self.read_adjective(index + 1, mask)
        return following is not None and self.read_adjective(index - 1, mask) is not None

    def _read_compared(self, index: int, depth: int) -> int:
        """Return the index behind what something is equal or opposite to: «равное Х», «противоположный ему»."""
        if self.is_number(index):
            return index + 1
        other = self.read(index, depth + 2, DATIVE)
        return other.end if other is not None and other.mask & DATIVE and not other.value else index

    def read_complement(self, index: int, depth: int, mask: int) -> int:
        """Return the index behind what a participle has of its own: «лежащая позади него карта»."""
        if self.s.at(index - 1).lemma in _ORDINALS and self.s.lower(index) == "за":
            period = self.read_prepositional(index, depth + 1)
            return period.end if period is not None else index
        if not self.s.word(index - 1).participle and self.s.at(index - 1).lemma not in GOVERNING:
            return index
        if self.s.at(index - 1).lemma in _TO_WHAT:
            return self._read_compared(index, depth)
        after = index
        governed = self.read_prepositional(after, depth + 1)  # «стоящее напротив него»
        if governed is not None and not governed.value:
            return governed.end
        if self.form(after).adverb and self.knowledge.knows(after):
            after += 1
        if self.s.lower(after) == "друг":
            other = after + 1 + bool(self.s.word(after + 1).preposition)
            return other + 1 if self.s.lower(other) in EACH_OTHER else after
        place = self.read_prepositional(after, depth + 1)
        if place is not None and not place.value:
            return place.end
        if after > index or self.read_adjective(after, mask) is not None:
            return after
        means = self.read(after, depth + 2, INSTRUMENTAL)
        return means.end if means is not None and means.mask & INSTRUMENTAL and not means.value else after
