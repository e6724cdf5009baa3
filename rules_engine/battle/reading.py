"""A card -> a Fighter: its numbers, icons and sentences as switchable modifiers, and what could not be read.

Printed icons and plain statements are on; what hangs on a condition that two cards cannot show is off and says so;
whatever bears on a strike and is neither stands in `unread` with its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules_engine.battle.fighter import Effect, Fighter, Marks, Modifier, Unread
from rules_engine.battle.kinds import ATTACKS, AttackKind
from rules_engine.battle.sentences import icon_modifier, read_sentence, state_in
from rules_links.morphology import lemma
from schema.fold import fold
from schema.icons import icon_label
from schema.records import PrintedIcon
from schema.results import Ability
from schema.summary import CardSummary
from schema.vocabulary import AbilityKind, CardType, Subtype

# A sentence without any of these words says nothing about strikes, and is not listed as left out.
_BEARING = re.compile(
    r"удар|\{(?:strike|uchr|direct|armor|ova|ovz|ovs|zoal|regen)\}|атак|напад|сраж|защитник|отраж|броск|кубик|опыт\w* в"
    r"|\bброн[яиюе]|проклят|благосл|неповоротл|вампиризм|регенер|предотвра|своди[тм]|\bран(?:ах|ами|ам|[аыуе]|ой)?\b"
    r"|ранит|ранен|отравл|излечива?(?:ет|ют|ть)ся"
)
# What only a lasting sentence says of a fight: other lives, abilities lost, a creature that is none.
_LASTING = re.compile(r"дополнительн\w* (?:\{health\}|жизн)|особенност|являе\w+ артефакт|\bизлечен")
# What bears on other attacks than strikes: lasting sentences too, for an event or a declared attack says what it does.
_BEARING_AFAR = (
    (frozenset({AttackKind.SHOT}), re.compile(r"выстрел|\{(?:zov|ovs)\}")),
    (frozenset({AttackKind.THROW}), re.compile(r"метани|\{zot\}")),
    (frozenset({AttackKind.DISCHARGE}), re.compile(r"разряд|\{zor\}")),
    (frozenset({AttackKind.DISCHARGE, AttackKind.MAGIC_STRIKE}), re.compile(r"\{zom\}")),
)
# «Бестелесный: −1 от ударов» holds as long as the card is what its wrapper says, which it always is.
_ALWAYS = frozenset({"бестелесный"})
_PREFIX_CONDITIONS = {"first": "если вы ходите первым", "second": "если вы ходите вторым", "строй": "пока в строю"}
_TRIGGERED = "срабатывает по событию, которого в одном обмене ударами не видно"
_PLAYABLE = "играемая особенность: её объявляют по желанию"
_NAMED = "именная особенность, которой расчёт не знает"
_NOT_READ = "смысл не разобран"
_LOST_ICON = "у иконки нет картинки"
_NO_NUMBER = "у иконки нет числа"


@dataclass(frozen=True, slots=True)
class CombatCard:
    """A card with everything that a fight may need of it; `unique` and `horde` are None where nobody says."""

    card: CardSummary
    icons: tuple[PrintedIcon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    unique: bool | None = None
    horde: bool | None = None


def class_words(names: Iterable[str]) -> frozenset[str]:
    """Return the dictionary forms by which classes are spoken of («по героям»): of one word, or before a hyphen."""
    return frozenset(lemma(word) for name in names if " " not in name for word in (name, name.split("-")[0]) if word)


def read_fighter(combat: CombatCard, classes: frozenset[str]) -> Fighter:
    """Return the card as a fighter; `classes` are the dictionary forms of the classes that cards have."""
    card = combat.card
    modifiers: list[Modifier] = []
    unread: list[Unread] = []
    for icon in combat.icons:
        _take_icon(icon, modifiers, unread)
    for ability in combat.abilities:
        _take_ability(ability, card.name or "", classes, modifiers, unread)
    return Fighter(
        name=card.title,
        life=card.life,
        strike=card.strike,
        marks=_marks(combat),
        modifiers=tuple(_with_keys(modifiers)),
        unread=tuple(unread),
    )


def _take_icon(icon: PrintedIcon, modifiers: list[Modifier], unread: list[Unread]) -> None:
    label = icon_label(icon.code, icon.value)
    if icon.code is None:
        unread.append(Unread(label, _LOST_ICON))
        return
    try:
        modifier = icon_modifier(f"{{{icon.code}}}", icon.value)
    except ValueError:
        unread.append(Unread(label, _NO_NUMBER))
        return
    if modifier is not None:
        modifiers.append(replace(modifier, quote=label))


def _take_ability(
    ability: Ability, name: str, classes: frozenset[str], modifiers: list[Modifier], unread: list[Unread]
) -> None:
    kinds = _kinds_concerned(ability)
    if not kinds:
        return
    if ability.kind in {AbilityKind.TRIGGERED, AbilityKind.PLAYABLE}:
        unread.append(Unread(ability.text, _TRIGGERED if ability.kind is AbilityKind.TRIGGERED else _PLAYABLE))
        return
    found = None if ability.trigger or ability.duration else read_sentence(_statement(ability), name, classes)
    if found is None:
        unread.append(Unread(ability.text, _NAMED if ability.kind is AbilityKind.NAMED else _NOT_READ, kinds))
        return
    condition = _condition(ability, name)
    state = state_in(ability.condition, name) if ability.condition and not ability.prefix else None
    for modifier in found:
        own = modifier.own | ({state} if state else frozenset())
        modifiers.append(replace(modifier, quote=ability.text, condition=condition, own=own, on=condition is None))


def _kinds_concerned(ability: Ability) -> frozenset[AttackKind]:
    """Return the kinds of attack that an ability may bear on, none for one that says nothing about attacks."""
    text = fold(ability.text)
    if _BEARING.search(text):
        return ATTACKS
    if ability.kind in {AbilityKind.TRIGGERED, AbilityKind.PLAYABLE}:
        return frozenset()
    if _LASTING.search(text):
        return ATTACKS
    return frozenset().union(*(kinds for kinds, words in _BEARING_AFAR if words.search(text)))


def _statement(ability: Ability) -> str:
    """Return the ability's text without its wrapper and its condition."""
    text = ability.text
    if ability.prefix:
        text = text.partition(":")[2]
    return text.replace(ability.condition, "", 1).strip(" ,") if ability.condition else text


def _condition(ability: Ability, name: str) -> str | None:
    """Return in words what the ability asks for and two cards do not show, None where it asks for nothing."""
    prefix = fold(ability.prefix or "")
    parts = [] if not prefix or prefix in _ALWAYS else [_PREFIX_CONDITIONS.get(prefix, f"пока {prefix}")]
    if ability.condition and state_in(ability.condition, name) is None:
        parts.append(ability.condition)
    return ", ".join(parts) or None


def _marks(combat: CombatCard) -> Marks:
    """Return what sentences of other cards may ask of this one."""
    card = combat.card
    marks = {f"class:{word}" for word in class_words(card.classes)}
    marks |= {f"icon:{icon.code}" for icon in combat.icons if icon.code}
    if card.element is not None:
        marks.add(f"element:{card.element}")
    if card.card_type is not None:
        marks.add(card.card_type.value)
    if card.card_type is CardType.CREATURE:
        marks |= {card.subtype.value if card.subtype else "ground"}
        marks |= set() if card.subtype is Subtype.FLYING else {"nonflying"}
    if card.elite is not None:
        marks.add("elite" if card.elite else "ordinary")
    marks |= {word for word, has in (("unique", combat.unique), ("horde", combat.horde)) if has}
    return frozenset(marks | set(_ability_marks(combat.abilities)))


def _ability_marks(abilities: Sequence[Ability]) -> Iterator[str]:
    for ability in abilities:
        if ability.prefix is None and ability.condition is None:
            for action in ability.actions:
                yield f"action:{action.kind}"
            if ability.kind is AbilityKind.NAMED:
                for keyword in ability.keywords:
                    yield f"term:{fold(keyword.term)}"


def _with_keys(modifiers: Sequence[Modifier]) -> Iterator[Modifier]:
    """Give the second and later modifiers of one effect a number, so that each can be switched apart."""
    counted: Counter[str] = Counter()
    for modifier in modifiers:
        counted[modifier.key] += 1
        number = counted[modifier.key]
        yield modifier if number == 1 else replace(modifier, key=f"{modifier.key}{number}")


def concerned(fighter: Fighter, kind: AttackKind) -> Fighter:
    """Return the fighter with what may change an attack of this kind, or the simple strikes that go with it, alone."""
    kinds = {kind, AttackKind.SIMPLE_STRIKE}
    modifiers = tuple(
        each
        for each in fighter.modifiers
        if each.kinds & kinds and not (each.effect is Effect.SHOT_EXPERIENCE and kind is not AttackKind.SHOT)
    )
    return replace(fighter, modifiers=modifiers, unread=tuple(each for each in fighter.unread if each.kinds & kinds))
