"""One clause while it is read: its subject, predicate and open objects, and what it still owes.

A clause has one subject, one predicate and each object once. What is left without its mate when the clause ends — a
subject without a predicate, a verb without its object, a place where nothing happens — is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from rules_engine.attach.forms import (
    ACCUSATIVE,
    DATIVE,
    GENITIVE,
    INSTRUMENTAL,
    NOMINATIVE,
    PLURAL,
    all_numbers,
)
from rules_engine.attach.group import Group


class Opened(StrEnum):
    """What opened a clause."""

    MAIN = "main"
    STATIVE = "stative"
    EVENT = "event"
    RELATIVE = "relative"
    GERUND = "gerund"
    BRACKET = "bracket"


class Predicate(StrEnum):
    """What a clause says: a finite verb, a command, a gerund, an act named by its noun, a name («он летающий»)."""

    NONE = ""
    FINITE = "finite"
    COMMAND = "command"
    GERUND = "gerund"
    ACT = "act"
    NAME = "name"


_NOTHING = range(0)


@dataclass(slots=True)
class Frame:
    """What a clause has so far.

    `subject` holds the cases of the subject, `pending` its tokens while the predicate is missing, `owed` a verb that
    lacks its object or infinitive, `loose` what has no verb or noun to hang on yet. `joined` says that a comma or
    «и» stands before the word at hand, `last` what that may join (`last_owner` the genitive in it). A `fresh` clause
    has nothing but the name of the spell that it tells about, a `strict` one says nothing without a predicate or
    a place («пока …», «где Х …»), one with its object `given` has it before the verb. The other flags name the
    objects that are still open.
    """

    opened: Opened
    subject: int = 0
    pending: range = _NOTHING
    predicate: Predicate = Predicate.NONE
    owed: range = _NOTHING
    loose: list[range] = field(default_factory=list)
    anchored: bool = False
    joined: bool = False
    last: int = 0
    last_value: bool = False
    last_owner: int = 0
    object: bool = False
    dative: bool = False
    instrumental: bool = False
    genitive: bool = False
    infinitive: bool = False
    becoming: bool = False
    valued: bool = False
    fresh: bool = False
    strict: bool = False
    given: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing has been read in the clause."""
        return not (self.anchored or self.loose)

    def anchor(self) -> None:
        """Note that something stands here that others may hang on, and that it used up the «и» before it."""
        self.anchored = True
        self.joined = self.fresh = False

    def receive(self) -> None:
        """Note that the verb has the object that it asked for."""
        self.object = False
        self.owed = _NOTHING

    @property
    def waits(self) -> bool:
        """Whether a subject still waits for its verb, with nothing that begins another clause."""
        return bool(self.pending) and not self.predicate and not self.joined

    def leftovers(self) -> Iterator[int]:
        """Yield the tokens that hang on nothing now that the clause is over."""
        named = self.opened in {Opened.STATIVE, Opened.BRACKET}
        bare = self.strict and not self.loose and len(self.pending) > 1  # «пока паразит» says enough
        if not self.predicate and (bare or not named):
            yield from self.pending
        if not self.anchored and not (named or self.opened is Opened.EVENT):
            for run in self.loose:
                yield from run

    # --- the place of a noun group ------------------------------------------------------------------------------
    def place(self, index: int, group: Group, *, opens: bool) -> bool:
        """Say whether a group at `index` has a place here, and take it; `opens` says that its own verb follows."""
        if self.opened is Opened.RELATIVE and self.empty and group.bare:
            self.subject = group.mask & NOMINATIVE
            return True
        if group.act:
            return self._place_act()
        if group.free:
            return self._place_free(group)
        if self.owed and self.object and group.mask & ACCUSATIVE and not group.value:
            self.receive()
            return True
        if self._joins(group) and (not opens or (self.pending and not self.predicate)):
            return True
        if self.infinitive and group.pronoun and group.mask & ACCUSATIVE:
            return True  # «обязан это сделать»
        if self.object and group.mask & ACCUSATIVE and (not group.value or group.crystals):
            self.receive()
            return True
        return self._place_subject(index, group) or self._place_object(group)

    def _place_act(self) -> bool:
        if self.waits:
            return False
        if not self.predicate:
            self.predicate = Predicate.ACT
        self.receive()
        self.dative = True
        return True

    @property
    def full(self) -> bool:
        """Whether nothing more may be received: something has been, and no comma or «и» goes on."""
        return self.anchored and not (self.joined or self.object or self.fresh)

    def _place_free(self, group: Group) -> bool:
        """Place a keyword stated or received, a number of times, a bound."""
        if not group.keyword:
            return True
        if self.waits or self.full:
            return False
        if self.opened is Opened.MAIN and not self.predicate:
            self.predicate = Predicate.NAME
        self.receive()
        return True

    def _joins(self, group: Group) -> bool:
        shared = all_numbers(self.last) & all_numbers(group.mask)
        told = group.bare and bool(self.last_owner & group.mask)  # «удар существа, стоящего …»
        return self.joined and (bool(shared) or told) and self.last_value == group.value

    def _place_subject(self, index: int, group: Group) -> bool:
        nominative = group.mask & NOMINATIVE
        if not nominative:
            return False
        if not self.subject:
            if self.predicate in {Predicate.COMMAND, Predicate.ACT, Predicate.GERUND} or self.owed:
                return False
            if group.value and self.opened not in {Opened.STATIVE, Opened.BRACKET}:
                return False
            self.subject = nominative | (PLURAL & NOMINATIVE if group.value else 0)
            self.pending = range(index, group.end)
            return True
        if self.opened is Opened.STATIVE and not self.predicate:
            self.predicate = Predicate.NAME
            return True
        return False

    def _place_object(self, group: Group) -> bool:
        if self.genitive and group.mask & GENITIVE:
            self.genitive = False
            self.owed = _NOTHING
            return True
        if self.becoming and group.mask & INSTRUMENTAL:
            self.becoming = False
            self.owed = _NOTHING
            return True
        if self.valued and group.value:
            self.valued = False
            return True
        if self.dative and group.mask & DATIVE and (group.receiver or (self.valued and not group.value)):
            self.dative = False
            return True
        if group.bare or group.value:
            return False
        if self.instrumental and group.mask & INSTRUMENTAL:
            self.instrumental = False
            return True
        return False
