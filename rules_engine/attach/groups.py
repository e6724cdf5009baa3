"""Noun groups and prepositional groups of a sentence: where one that begins at an index ends, and its cases.

A group is read from left to right: quantity, agreeing adjectives, a head that the game knows, genitives behind it.
A word of the game that agrees with nothing ends the group; what it hangs on then is for the clause to say.
"""

from __future__ import annotations

from rules_engine.attach.atoms import Atom, AtomKind
from rules_engine.attach.descriptions import ADJECTIVE_ICONS, BOUNDS, COMPARING, JOINING, MANY, Descriptions
from rules_engine.attach.forms import (
    ACCUSATIVE,
    ANY,
    GENITIVE,
    INSTRUMENTAL,
    NOMINATIVE,
    PLURAL,
    all_numbers,
    case_mask,
)
from rules_engine.attach.group import Group
from rules_engine.attach.knowledge import MARKERS, Knowledge, end_of_mark
from rules_engine.attach.owners import belongs_to_none, is_end_of_nothing
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import BECOMING, GOVERNMENT
from rules_engine.tokens import VALUES, K
from rules_links.morphology import is_known

# A group inside so many others is not read; those less deep than the second number are read alike, and only once.
_DEEPEST, _SHALLOW = 11, 5
_MOST_MEMBERS = 6
_GOVERNED = {preposition: case_mask(*cases) for preposition, cases in GOVERNMENT.items()}
# Nouns behind which a number stands («дальность 3», «стоимостью 4 или менее»), and a name («маркер «сети»»).
_NUMBERED = frozenset(
    {"дальность", "величина", "стоимость", "пророчество", "бешенство", "число", "результат", "инкарнация", "ряд",
     "квадрат", "область"}
)  # fmt: skip
_NAMED = frozenset({"маркер", "жетон", "фишка", "воздействие", "заклинание", "название", "карта", "существо", "имя"})
# Nouns that measure what stands before them («карта стоимостью 3»), and icons with a value («{move} 2»).
_MEASURES = frozenset({"стоимость", "величина", "сила", "класс", "дальность"})
_MEASURED_ICONS = frozenset({"strike", "move", "health", "armor"})
# Adjectives of attacks and of lives: without their noun they say nothing.
_OF_ATTACKS = frozenset(
    {"сильный", "средний", "слабый", "магический", "немагический", "дальний", "ближний", "простой", "особый",
     "ответный", "дополнительный", "текущий", "начальный"}
)  # fmt: skip
_TIMES = frozenset({"раз", "раза"})
# Words that say whose a thing is and so need the thing.
_WHOSE = frozenset({"ваш", "свой"})
_GOES_TO = frozenset({"к", "ко", "от"})
_PRONOUNS = frozenset(
    {"он", "она", "оно", "они", "его", "ее", "их", "него", "нее", "них", "ему", "ей", "им", "нему", "ней", "ним",
     "ними", "нем", "вы", "вас", "вам", "вами", "себя", "себе", "собой", "это", "этого", "этому", "этим", "этом",
     "кто", "что", "все", "всех", "всем", "ничего", "никого", "тот", "того", "та", "те", "то", "тем", "том"}
)  # fmt: skip


class Groups(Descriptions):
    """The groups of one sentence, each index read once."""

    def __init__(
        self, sentence: Sentence, atoms: dict[int, Atom], knowledge: Knowledge, borders: frozenset[int] = frozenset()
    ) -> None:
        """Take what the descriptions take; nothing is read yet."""
        super().__init__(sentence, atoms, knowledge, borders)
        self._joined: dict[tuple[int, int, int], Group | None] = {}
        self._single: dict[tuple[int, int], Group | None] = {}

    def read(self, index: int, depth: int = 0, wanted: int = ANY) -> Group | None:
        """Return the noun group that begins at `index`; see Descriptions."""
        depth = max(depth, _SHALLOW)
        key = index, depth, wanted
        if key not in self._joined:
            self._joined[key] = self._read_joined(index, depth, wanted)
        return self._joined[key]

    def read_prepositional(self, index: int, depth: int = 0) -> Group | None:
        """Return the group that a preposition at `index` governs; see Descriptions."""
        if depth > _DEEPEST:
            return None
        wanted = _GOVERNED.get(self.s.lower(index))
        if wanted is None or self.s.at(index).kind is not K.WORD or index in self.atoms:
            return None
        after = index + 1
        if self.s.lower(index) == "до" and self._is_turn(after):
            return None  # «до хода»: its end or beginning is gone
        atom = self.atoms.get(after)
        if atom is not None and atom.kind is AtomKind.MODIFIER:
            return self.read_modifier(after, depth + 1)
        group = self.read(after, depth + 1, wanted)
        if group is None or not group.mask & wanted or group.act:
            return None
        if group.value and self.s.lower(group.end) in COMPARING | {"дальше"}:
            return group._replace(end=group.end + 1)  # «на 2 больше»
        return group if group.mask == group.mask & wanted else group._replace(mask=group.mask & wanted)

    def _is_turn(self, index: int) -> bool:
        while self.s.word(index).adjective:
            index += 1
        return self.s.at(index).lemma == "ход"

    def read_modifier(self, index: int, depth: int = 0) -> Group | None:
        """Return what the signed value at `index` goes to: «+1 к {strike}», «-1 от выстрелов»."""
        after = self.atoms[index].end
        for _ in range(_MOST_MEMBERS):  # «+1 или -1 к броску»
            other = self.atoms.get(after + 1)
            if self.s.lower(after) not in JOINING or other is None or other.kind is not AtomKind.MODIFIER:
                break
            after = other.end
        return self.read_prepositional(after, depth) if self.s.lower(after) in _GOES_TO else None

    # --- one group ----------------------------------------------------------------------------------------------
    def _read_joined(self, index: int, depth: int, wanted: int) -> Group | None:
        group = self._read_single(index, depth)
        for _ in range(_MOST_MEMBERS):
            if group is None:
                return None
            joined = self._read_member(group, depth, wanted)
            if joined is None:
                return group
            group = joined
        return group

    def _read_member(self, group: Group, depth: int, wanted: int) -> Group | None:
        """Return the group with the member behind «и», or behind a comma that such a member follows."""
        comma = self.s.at(group.end).kind is K.COMMA
        if group.end in self.borders:
            return None
        if not comma and self.s.lower(group.end) not in JOINING:
            return None
        after = group.end + 1
        after += self.s.lower(after) == "не"
        if group.value and self.s.at(after).kind not in VALUES:
            return None
        member = self._read_single(after, depth)
        if member is None or member.value != group.value:
            return None
        shared = all_numbers(group.mask) & all_numbers(member.mask)
        if not shared & wanted or self._begins_clause(after, member):
            return None
        if comma and not self._list_goes_on(member):
            return None
        return member._replace(mask=shared, bare=group.bare and member.bare, act=group.act or member.act)

    def _list_goes_on(self, member: Group) -> bool:
        token = self.s.at(member.end)
        if self.s.lower(member.end) in JOINING:
            return True
        following = self._read_single(member.end + 1, _DEEPEST - 1) if token.kind is K.COMMA else None
        return following is not None and bool(all_numbers(following.mask) & all_numbers(member.mask))

    def _begins_clause(self, index: int, member: Group) -> bool:
        """Say whether the group is the subject of a verb of its own: «… и гном получает»."""
        after = member.end + (self.s.lower(member.end) == "не")
        finite = self.form(after).finite
        return bool(finite & member.mask) and not self.s.word(index).preposition

    def _read_single(self, index: int, depth: int) -> Group | None:
        if depth > _DEEPEST:
            return None
        depth = max(depth, _SHALLOW)
        key = index, depth
        if key not in self._single:
            self._single[key] = self._read_one(index, depth)
        return self._single[key]

    def _read_one(self, index: int, depth: int) -> Group | None:
        start, quantity, counted = self.read_quantity(index, depth)
        mask, position, described = self.read_adjectives(start, depth, index)
        narrowed, adjectives = mask, position
        behind = described and not counted
        if behind:
            # «ваши X гномов»: a number behind the adjectives.
            position, quantity, counted = self.read_quantity(position, depth)
            if counted:
                more, position, _ = self.read_adjectives(position, depth, index)
                mask = ANY if quantity == ANY else mask & more
        crossing = position > index and position in self.borders
        head = None if crossing else self._read_head(position, mask, counted, described)
        if head is not None and counted and not self._may_be_counted(position, head, quantity):
            head = None
        if head is None and behind:
            return self._read_headless(index, adjectives, narrowed, 0, False, described)
        if head is None:
            return self._read_headless(index, position, mask, quantity, counted, described)
        group = self._read_behind(head, position, depth)
        if is_end_of_nothing(self.s, position, group.end):
            return None
        if counted:
            group = group._replace(mask=_count(quantity, group.mask), value=False)
        told = counted or described or self.s.lower(position - 1) == "еще"
        if (self.s.lower(position) in _TIMES and told) or self.s.lower(index) in {"максимум", "минимум"}:
            group = group._replace(free=True)
        return group

    def _may_be_counted(self, position: int, head: Group, quantity: int) -> bool:
        """Say whether a noun stands as a number demands: «2 гнома», «двум гномам», never «2 гном»."""
        if head.mask == ANY or head.act:
            return True
        if head.mask & GENITIVE or head.mask & PLURAL & ~(NOMINATIVE | ACCUSATIVE) & quantity:
            return True
        if self.s.at(position).lemma == "ряд":
            return True  # «в 3 ряду» counts nothing
        one = any(self.s.at(i).text == "1" for i in range(max(0, position - 4), position))
        return one or self.form(position).noun == 0

    def _read_headless(
        self, index: int, end: int, mask: int, quantity: int, counted: bool, described: bool
    ) -> Group | None:
        """Read what has no noun: adjectives that stand for one («атакованный»), or a number."""
        crystals = counted and self.s.at(end - 1).kind is K.ICON
        if described and mask and not crystals and self._may_stand_alone(index, end):
            being = self.s.word(end - 1).participle  # «наносит атакующему …»
            return Group(end, mask if not counted else _count(quantity, mask), bare=True, receiver=being)
        if counted:
            free = self.s.lower(index) in {"максимум", "минимум"}
            return Group(end, quantity, value=True, free=free, crystals=crystals)
        return None

    # --- the head and what hangs on it --------------------------------------------------------------------------
    def _read_head(self, index: int, mask: int, counted: bool, described: bool) -> Group | None:
        token = self.s.at(index)
        if index in self.atoms:
            return self._read_piece(index, self.atoms[index], mask, counted)
        if token.kind is K.ICON and self.knowledge.knows(index) and token.lemma not in ADJECTIVE_ICONS | {"instant"}:
            return Group(index + 1, mask, receiver=True)
        if token.lemma == "instant" and self.s.at(index + 1).lemma == "tap":
            return Group(index + 2, mask)  # «выстрел за {instant}{tap}»
        if token.kind is K.QUOTE_OPEN and index in self.s.mates and self.knowledge.is_quoted_name(index):
            return Group(self.s.mates[index] + 1, mask)
        return self._read_noun(index, mask, counted, described) if token.kind is K.WORD else None

    def _read_piece(self, index: int, atom: Atom, mask: int, counted: bool) -> Group | None:
        """Return an attack, keyword or counter that a node has read; a keyword is never counted."""
        own = self._head_mask(index, mask, counted)
        if atom.kind in {AtomKind.ACT, AtomKind.DECLARED}:
            return Group(atom.end, own, free=True, act=True)
        if atom.kind is AtomKind.KEYWORD and not counted:
            return Group(atom.end, own, free=True, keyword=True)
        return Group(atom.end, own) if atom.kind is AtomKind.COUNTER else None

    def _read_noun(self, index: int, mask: int, counted: bool, described: bool) -> Group | None:
        form, name = self.form(index), self.knowledge.end_of_name(index)
        if name > index:
            declined = name == index + 1 and form.noun and self._is_declined(index)
            beings = ACCUSATIVE if form.noun & GENITIVE else 0  # a card's name is that of a being
            own = (form.noun | beings) & mask if declined else mask
            return Group(name, own, receiver=True) if own else None
        if form.noun and self.knowledge.knows(index) and not self.s.word(index).verb:
            own = form.noun if counted else form.noun & mask
            return Group(index + 1, own, receiver=form.animate) if own else None
        if form.pronoun and not counted and self.s.lower(index) in _PRONOUNS:
            if described and not form.pronoun & mask:
                return None
            return Group(index + 1, form.pronoun & mask or form.pronoun, pronoun=True, receiver=True)
        return None

    def _is_declined(self, index: int) -> bool:
        """Say whether a name has the cases that the dictionary gives it: «Мимика» may be of a Мимик."""
        form = self.s.at(index).form
        return is_known(form) and (not self.s.name or self.s.at(index).lemma in self.s.name or form in self.s.name)

    def _head_mask(self, index: int, mask: int, counted: bool) -> int:
        noun = self.form(index).noun
        if not noun:
            return mask
        return noun if counted else (noun & mask) or 0

    def _read_behind(self, head: Group, position: int, depth: int) -> Group:
        """Extend a head by its number, its name, its genitives and a participle that follows without a comma."""
        if not head.mask or head.end in self.borders:
            return head
        group = self._read_number(head, position, depth)
        if group.end > head.end and self.s.at(position).lemma in _MEASURED_ICONS:
            return group
        group = self._read_name(group, position)
        for _ in range(_MOST_MEMBERS):
            owner = self._read_owner(group, position, depth) or self._read_measure(group, depth)
            if owner is None:
                break
            inner = owner.owner or owner.mask
            group = group._replace(end=owner.end, trailing=bool(owner.mask & ACCUSATIVE), owner=inner)
        return self._read_following_participle(group, depth)

    def _may_stand_alone(self, index: int, end: int) -> bool:
        """Say whether the last adjective may stand for a noun: cards may, attacks only where one is reduced to it."""
        before = self.s.at(index - 1)
        reduced = before.form in {"к", "ко"} or before.lemma in BECOMING
        predicate = bool(self.form(end - 1).adjective & NOMINATIVE) and self.s.at(end).kind is not K.WORD
        if end == index + 1 and self.s.at(index).lemma in _WHOSE:
            return predicate  # «если карта ваша»
        told = predicate and before.word.noun and before.word.nominative  # «если атака магическая»
        return reduced or told or self.s.at(end - 1).lemma not in _OF_ATTACKS

    def _read_number(self, group: Group, position: int, depth: int) -> Group:
        """Take the number behind «дальность», «стоимостью», {move}; a number before a noun is the noun's."""
        lemma = self.s.at(position).lemma
        measured = lemma in _MEASURED_ICONS and not self.form(group.end + 1).noun & GENITIVE
        bounded = self.s.lower(group.end) in {"не", "до"} and lemma in _NUMBERED  # «стоимостью не больше 7»
        if not bounded and (self.s.at(group.end).kind not in VALUES or not (measured or lemma in _NUMBERED)):
            return group
        end, _, _ = self.read_quantity(group.end, depth)
        while not measured and self.s.at(end).lemma in ADJECTIVE_ICONS:
            end += 1
        return group._replace(end=end)

    def _read_name(self, group: Group, position: int) -> Group:
        """Take the name behind a noun: in quotes, of a marker, or with a capital."""
        lemma, after = self.s.at(position).lemma, group.end
        if lemma in _NAMED and self.s.at(after).kind is K.QUOTE_OPEN and after in self.s.mates:
            return group._replace(end=self.s.mates[after] + 1)
        if lemma in MARKERS and end_of_mark(self.s, after) > after and self.s.at(after).kind is K.WORD:
            return group._replace(end=end_of_mark(self.s, after))
        if lemma == "класс" and self.form(after).noun & NOMINATIVE and self.knowledge.knows(after):
            return group._replace(end=after + 1)  # «получает класс гном»
        name = self.knowledge.end_of_name(after) if self.s.at(after).kind is K.WORD else after
        if name > after and not group.pronoun and not self.form(after).finite:
            return group._replace(end=name, trailing=True)
        return group

    def _read_measure(self, group: Group, depth: int) -> Group | None:
        """Return a measure behind the group: «карта стоимостью 3 или менее»."""
        if not {self.s.at(group.end).lemma, self.s.at(group.end + 1).lemma} & _MEASURES:
            return None
        adjective = self.read_adjective(group.end, ANY) is not None
        noun = group.end + adjective
        if self.s.at(noun).lemma not in _MEASURES or not self.form(noun).noun & INSTRUMENTAL:
            return None
        return self._read_single(group.end, depth + 1)

    def _read_owner(self, group: Group, position: int, depth: int) -> Group | None:
        """Return a genitive behind the group: «существо противника», «величина {strike}»."""
        if group.pronoun or depth >= _DEEPEST or group.end in self.borders:
            return None
        token = self.s.at(group.end)
        if token.kind is K.ICON:
            inanimate = self.s.at(position).kind is K.WORD and not self.form(position).animate
            if not inanimate or token.lemma in ADJECTIVE_ICONS:
                return None
        elif token.kind is not K.WORD or not self._may_own(group.end):
            return None
        if self.s.lower(group.end) in BOUNDS | MANY:
            return None
        if belongs_to_none(self.s, group.end):
            return None
        owner = self.read(group.end, depth + 2, GENITIVE)
        if owner is None or not owner.mask & GENITIVE or owner.value:
            return None
        if owner.pronoun and self.s.lower(group.end) not in {"этого"}:
            return None
        of_many = self.s.at(owner.end - 1).lemma in {"один", "каждый"} and self.s.lower(owner.end) == "из"
        if owner.bare and not self.form(owner.end - 1).participle and not of_many:
            return None
        return owner

    def _may_own(self, index: int) -> bool:
        form = self.form(index)
        genitive = (form.noun | form.adjective | form.pronoun) & GENITIVE
        return bool(genitive) or self.knowledge.end_of_name(index) > index

    def _read_following_participle(self, group: Group, depth: int) -> Group:
        if group.end in self.borders:
            return group
        if group.pronoun or not self.form(group.end).participle or not self.knowledge.knows(group.end):
            return group
        if not self.form(group.end).adjective & group.mask:
            return group
        end = self.read_complement(group.end + 1, depth + 1, ANY)
        return group._replace(end=end) if end > group.end + 1 else group


def _count(quantity: int, noun: int) -> int:
    """Return the cases of a counted group: «двум гномам» by its number, «2 гнома» by any."""
    direct = NOMINATIVE | ACCUSATIVE
    if quantity == ANY:
        return all_numbers(noun) | (direct if noun & GENITIVE else 0)
    shared = all_numbers(noun) & quantity
    return (quantity & direct if noun & GENITIVE else 0) | shared
