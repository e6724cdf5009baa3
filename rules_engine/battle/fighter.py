"""Values of a fight: a fighter with its modifiers, each of which can be switched, and the situation of the attack.

A modifier is typed data, not code: the exact arithmetic of one pair and the bulk arithmetic of all pairs read the
same ones. What a card says and nobody could read stands in `Fighter.unread`, never in a modifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from rules_engine.battle.kinds import ATTACKS, HITS, AttackKind, Side, Strength
from schema.records import Strike
from schema.vocabulary import Labelled


class Effect(Labelled):
    """What a modifier changes; the code is the beginning of the modifier's key."""

    ATTACK_EXPERIENCE = "ova", "опыт в атаке"
    DEFENCE_EXPERIENCE = "ovz", "опыт в защите"
    SHOT_EXPERIENCE = "ovs", "опыт в стрельбе"
    ROLL = "roll", "бросок кубика"
    CLUMSINESS = "clumsy", "неповоротливость"
    BONUS = "bonus", "прибавка к атаке"
    REDUCTION = "from", "поправка к атаке по этой карте"
    ARMOUR = "armor", "броня"
    PROTECTION = "shield", "защита"
    OWN_STRENGTH = "ownset", "свой удар сводится к силе"
    TAKEN_STRENGTH = "set", "удар по карте сводится к силе"
    TAKEN_AMOUNT = "cap", "удар по карте сводится к числу"
    UNANSWERED = "unanswered", "безответный удар"
    DIRECTED = "direct", "направленный удар"
    REGENERATION = "regen", "регенерация"


# Effects that change a roll: while one of them works, the special dice may not be used.
ROLL_EFFECTS = frozenset(
    {Effect.ATTACK_EXPERIENCE, Effect.DEFENCE_EXPERIENCE, Effect.SHOT_EXPERIENCE, Effect.ROLL, Effect.CLUMSINESS}
)
# Each alternative is a set of marks that the other card must all have; no alternative at all means any card.
Marks = frozenset[str]
ANYONE: tuple[Marks, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """One thing that a card adds to a fight.

    `value` is the number, or the Strength to which a strike is set. It works for attacks of `kinds` whose strength
    is in `strengths`, when the blow is of `side` (None for both), against cards with the marks of `against`, while
    its owner has the marks `own` (open, closed). `condition` is what the card asks for and the engine cannot see:
    such a modifier is off until a person switches it on. `quote` is the card's own words.
    """

    key: str
    label: str
    effect: Effect
    value: int = 0
    kinds: frozenset[AttackKind] = ATTACKS
    strengths: frozenset[Strength] = frozenset(HITS)
    side: Side | None = None
    against: tuple[Marks, ...] = ANYONE
    own: Marks = frozenset()
    condition: str | None = None
    quote: str | None = None
    on: bool = True

    def works(self, own: Marks, other: Marks) -> bool:
        """Tell whether the modifier works for a card with the marks `own` against one with the marks `other`."""
        return self.own <= own and (not self.against or any(alternative <= other for alternative in self.against))


@dataclass(frozen=True, slots=True)
class Unread:
    """Words of a card that bear on a fight and are not reckoned with, why, and on attacks of which kinds."""

    quote: str
    reason: str
    kinds: frozenset[AttackKind] = ATTACKS


@dataclass(frozen=True, slots=True)
class Fighter:
    """A card in a fight. `strike` is None for what cannot strike (an artifact), `life` None where nobody knows it.

    `marks` say what modifiers of others ask about: «element:mountain», «flying», «class:герой», «icon:zoz».
    `wounds` are those it has already, `armour_used` the wounds that its armour has prevented this turn.
    """

    name: str
    life: int | None
    strike: Strike | None
    marks: Marks = frozenset()
    modifiers: tuple[Modifier, ...] = ()
    unread: tuple[Unread, ...] = ()
    wounds: int = 0
    armour_used: int = 0

    def active(self, effect: Effect) -> Iterable[Modifier]:
        """Yield the modifiers of one effect that are switched on."""
        return (modifier for modifier in self.modifiers if modifier.on and modifier.effect is effect)

    def total(self, effect: Effect) -> int:
        """Return the sum of the values of an effect."""
        return sum(modifier.value for modifier in self.active(effect))

    def switch(self, choose: Callable[[Modifier], bool]) -> Fighter:
        """Return the fighter with each modifier on or off as `choose` says."""
        return replace(self, modifiers=tuple(replace(each, on=choose(each)) for each in self.modifiers))

    def with_modifier(self, modifier: Modifier) -> Fighter:
        """Return the fighter with one modifier more."""
        return replace(self, modifiers=(*self.modifiers, modifier))


@dataclass(frozen=True, slots=True)
class Situation:
    """How the attack is made.

    `values` are those of an attack X-Y-Z that is no simple strike, None for the attacker's own strike. `own_card`:
    the target is of the attacker's own squad. `defending`: the target took the strike upon itself as a defender.
    `special_dice`: dice with faces for numbers are rolled.
    """

    kind: AttackKind = AttackKind.SIMPLE_STRIKE
    values: Strike | None = None
    attacker_open: bool = True
    target_open: bool = True
    own_card: bool = False
    defending: bool = False
    unanswered: bool = False
    special_dice: bool = False


def marks_in(fighter: Fighter, situation: Situation, side: Side) -> Marks:
    """Return the marks of a fighter with what the situation adds: open or closed, defender."""
    is_open = situation.attacker_open if side is Side.ATTACKER else situation.target_open
    added = {"open" if is_open else "closed"}
    if side is Side.RESPONDER and situation.defending:
        added.add("defender")
    return fighter.marks | added
