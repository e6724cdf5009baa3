"""A sentence of a card -> the modifiers of a fight that it states, or None where it states anything else as well.

The sentence is read to its last word by a small grammar of gains («+1 к {strike} по тёмным», «−1 от ударов», «{ova} 1»,
«безответный удар»); one word left over and nothing is taken from it, for half a sentence is a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules_engine.battle.fighter import Effect, Modifier
from rules_engine.battle.kinds import ATTACKS, AttackKind
from rules_engine.battle.phrases import STRENGTH_WORDS, Strikes, read_strikes, read_target, split_words
from rules_links.morphology import lemma

_GAINING = frozenset({"получать", "иметь", "обладать"})
_VALUED_ICONS = {
    "{ova}": Effect.ATTACK_EXPERIENCE,
    "{ovz}": Effect.DEFENCE_EXPERIENCE,
    "{ovs}": Effect.SHOT_EXPERIENCE,
    "{armor}": Effect.ARMOUR,
    "{regen}": Effect.REGENERATION,
}
_DEFAULT_ONE = frozenset({Effect.ATTACK_EXPERIENCE, Effect.DEFENCE_EXPERIENCE, Effect.SHOT_EXPERIENCE})
_SHIELD_ICONS = {
    "{zov}": frozenset({AttackKind.SHOT}),
    "{zot}": frozenset({AttackKind.THROW}),
    "{zor}": frozenset({AttackKind.DISCHARGE}),
    "{zom}": frozenset({AttackKind.DISCHARGE, AttackKind.MAGIC_STRIKE}),
}
# Icons and words that a sentence may name beside a gain and that change nothing in a fight.
_IDLE = frozenset({"{move}", "{health}", "{zoz}", "{zoo}", "{stamina}", "прыжок", "телепортация", "рывок", "полет"})
_ROLL_TERMS = {"благословение": 1, "благословление": 1, "проклятие": -1}
FLYING_ONLY = (frozenset({"flying"}),)


def icon_modifier(icon: str, value: int | None) -> Modifier | None:
    """Return the modifier of an icon token («{ova}») with its printed value, None for one that changes no fight.

    Raises ValueError for an icon that needs a number and has none.
    """
    effect = _VALUED_ICONS.get(icon)
    if effect is not None:
        number = 1 if value is None and effect in _DEFAULT_ONE else value
        if number is None:
            raise ValueError(icon)
        return Modifier(effect.value, f"{effect.label} {number}", effect, number)
    if icon == "{direct}":
        return Modifier(Effect.DIRECTED.value, Effect.DIRECTED.label, Effect.DIRECTED)
    if icon == "{zoal}":
        return _shield("защита от атак летающих", ATTACKS, against=True)
    if icon in _SHIELD_ICONS:
        kinds = _SHIELD_ICONS[icon]
        return _shield(f"защита: {', '.join(sorted(kind.label for kind in kinds))}", kinds)
    return None


def _shield(label: str, kinds: frozenset[AttackKind], *, against: bool = False) -> Modifier:
    modifier = Modifier(Effect.PROTECTION.value, label, Effect.PROTECTION, kinds=kinds)
    return replace(modifier, against=FLYING_ONLY) if against else modifier


def read_sentence(text: str, name: str, classes: frozenset[str]) -> tuple[Modifier, ...] | None:
    """Return the modifiers that a sentence states of its own card, () for one that changes no fight.

    `name` is the card's own, `classes` the dictionary forms of all classes. None where a part is not understood.
    """
    return _Reader(split_words(text), frozenset(map(lemma, split_words(name))), classes).read()


class _Reader:
    """Reads the words of one sentence from left to right."""

    def __init__(self, words: tuple[str, ...], name: frozenset[str], classes: frozenset[str]) -> None:
        while words and words[-1] in {".", ",", ":"}:
            words = words[:-1]
        self.words = words
        self.bases = tuple(map(lemma, words))
        self.name = name
        self.classes = classes
        self.at = 0
        self.found: list[Modifier] = []

    def read(self) -> tuple[Modifier, ...] | None:
        """Return what the whole sentence states, None where a word is left over."""
        if self._read_reduction_of_strength():
            return tuple(self.found)
        self._skip_subject()
        if not self._read_item():
            return None
        while self._take("и") or self._take(","):
            self._take_any(_GAINING)
            if not self._read_item():
                return None
        return tuple(self.found) if self.at == len(self.words) else None

    def _skip_subject(self) -> None:
        at = self.at
        while at < len(self.words) and self.bases[at] in self.name:
            at += 1
        if at < len(self.words) and self.bases[at] in _GAINING:
            self.at = at + 1

    def _base(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.bases[at] if at < len(self.bases) else ""

    def _take(self, *bases: str) -> bool:
        """Step over these words if they come next."""
        if self.bases[self.at : self.at + len(bases)] == bases:
            self.at += len(bases)
            return True
        return False

    def _take_any(self, bases: frozenset[str]) -> bool:
        return self._base() in bases and self._take(self._base())

    def _take_number(self) -> int | None:
        self._take(":")
        word = self.words[self.at] if self.at < len(self.words) else ""
        if not word.isdecimal():
            return None
        self.at += 1
        return int(word)

    def _read_item(self) -> bool:
        readers: tuple[Callable[[], bool], ...] = (
            self._read_signed, self._read_icon, self._read_term, self._read_protection
        )  # fmt: skip
        start = self.at
        for reader in readers:
            if reader():
                return True
            self.at = start
        return False

    def _read_signed(self) -> bool:
        word = self._base().replace(" ", "")
        if word[:1] not in {"+", "-"} or not word[1:].isdecimal():
            return False
        value = int(word)
        self.at += 1
        if self._take("от"):
            return self._read_gain_from(value)
        self._take("к")
        return self._read_gain_to(value)

    def _read_gain_to(self, value: int) -> bool:
        if self._take("бросок"):
            self._take("кубик")
            self._add(Effect.ROLL, value, f"{value:+} к броску")
            return True
        if self._take_any(_IDLE):
            return True
        if self._base() in _VALUED_ICONS:
            effect = _VALUED_ICONS[self._base()]
            self.at += 1
            self._add(effect, value, f"{effect.label} {value:+}")
            return True
        strikes = read_strikes(self.words, self.at)
        if strikes is None:
            return False
        self.at = strikes.end
        self._add_strikes(Effect.BONUS, value, f"{value:+} к атаке", strikes)
        return self._read_scope()

    def _read_gain_from(self, value: int) -> bool:
        strikes = read_strikes(self.words, self.at)
        if strikes is None:
            return False
        self.at = strikes.end
        self._add_strikes(Effect.REDUCTION, value, f"{value:+} от атак", strikes)
        target = read_target(self.words, self.at, self.classes)
        if target is not None:
            self.at = target.end
            self.found[-1] = replace(self.found[-1], against=target.alternatives)
        return True

    def _read_scope(self) -> bool:
        """Read «по …» after a gain; it narrows every gain of the sentence that has no scope yet."""
        if not self._take("по"):
            return True
        target = read_target(self.words, self.at, self.classes)
        if target is None:
            return False
        self.at = target.end
        self.found = [each if each.against else replace(each, against=target.alternatives) for each in self.found]
        return True

    def _read_icon(self) -> bool:
        icon = self._base()
        if not icon.startswith("{"):
            return False
        self.at += 1
        if icon in _IDLE:
            self._take_number()
            return True
        try:
            modifier = icon_modifier(icon, self._take_number())
        except ValueError:
            return False
        if modifier is None:
            return False
        self.found.append(modifier)
        return self._read_scope() if icon == "{direct}" else True

    def _read_term(self) -> bool:
        if self._take("безответный", "удар"):
            self._add(Effect.UNANSWERED, 0, Effect.UNANSWERED.label)
            return self._read_scope()
        if self._take("направить", "удар") or self._take("направленный", "удар"):
            self._add(Effect.DIRECTED, 0, Effect.DIRECTED.label)
            return self._read_scope()
        if self._take("неповоротливость"):
            number = self._take_number() or 1
            self._add(Effect.CLUMSINESS, number, f"неповоротливость {number}")
            return True
        if self._base() in _ROLL_TERMS:
            self._add(Effect.ROLL, _ROLL_TERMS[self._base()], self._base())
            self.at += 1
            return True
        return self._read_valued_term()

    def _read_valued_term(self) -> bool:
        for words, effect in (
            (("броня",), Effect.ARMOUR),
            (("регенерация",), Effect.REGENERATION),
            (("опыт", "в", "атака"), Effect.ATTACK_EXPERIENCE),
            (("опыт", "в", "защита"), Effect.DEFENCE_EXPERIENCE),
        ):
            if self._take(*words):
                number = self._take_number()
                number = 1 if number is None and effect in _DEFAULT_ONE else number
                if number is None:
                    return False
                self._add(effect, number, f"{effect.label} {number}")
                return True
        if self._take_any(_IDLE):
            self._take_number()
            return True
        return False

    def _read_protection(self) -> bool:
        """Read «защита от слабых {strike}», «не получает ран от ответных ударов»."""
        wounds = self._take("не", "получать", "рана", "от")
        if not wounds and not self._take("защита", "от"):
            return False
        strikes = read_strikes(self.words, self.at)
        if strikes is None:
            return False
        self.at = strikes.end
        self._add_strikes(Effect.PROTECTION, 0, "защита", strikes)
        target = read_target(self.words, self.at, self.classes)
        if target is not None:
            self.at = target.end
            self.found[-1] = replace(self.found[-1], against=target.alternatives)
        return True

    def _read_reduction_of_strength(self) -> bool:
        """Read «все {strike} по закрытому … сводятся к слабым», which speaks of the card by its name."""
        self._take("весь")
        strikes = read_strikes(self.words, self.at)
        if strikes is None:
            self.at = 0
            return False
        self.at = strikes.end
        taken = self._take("по")
        own = frozenset({"closed"} if taken and self._take("закрытый") else set())
        named = self._take_name()
        target = None
        if named and not taken and self._take("по"):
            target = read_target(self.words, self.at, self.classes)
            if target is None:
                self.at = 0
                return False
            self.at = target.end
        if not named or not self._take("сводиться") or not self._take("к"):
            self.at = 0
            return False
        against = target.alternatives if target else ()
        return self._finish_reduction(strikes, taken=taken, against=against, own=own)

    def _finish_reduction(
        self, strikes: Strikes, *, taken: bool, against: tuple[frozenset[str], ...], own: frozenset[str]
    ) -> bool:
        strength = STRENGTH_WORDS.get(self._base())
        self.at += strength is not None
        number = self._take_number() if strength is None else None
        if self.at != len(self.words) or (strength is None and (number is None or not taken)):
            self.at, self.found = 0, []
            return False
        if strength is not None:
            effect = Effect.TAKEN_STRENGTH if taken else Effect.OWN_STRENGTH
            self._add_strikes(effect, int(strength), f"сводится: {strength.label}", strikes)
        else:
            self._add_strikes(Effect.TAKEN_AMOUNT, number or 0, f"сводится к {number}", strikes)
        self.found[-1] = replace(self.found[-1], against=against, own=own)
        return True

    def _take_name(self) -> bool:
        start = self.at
        while self._base() and self._base() in self.name:
            self.at += 1
        return self.at > start

    def _add(self, effect: Effect, value: int, label: str) -> None:
        self.found.append(Modifier(effect.value, label, effect, value))

    def _add_strikes(self, effect: Effect, value: int, label: str, strikes: Strikes) -> None:
        self.found.append(Modifier(effect.value, label, effect, value, strikes.kinds, strikes.strengths, strikes.side))


_STATES = {
    ("закрытый",): "closed",
    ("открыть",): "open",
    ("открытый",): "open",
    ("выступать", "защитник"): "defender",
}


def state_in(condition: str, name: str) -> str | None:
    """Return the mark of a state that the situation tells («пока закрыт», «пока … выступает защитником»), else None.

    `name` is the card's own, which may stand for it.
    """
    own = set(map(lemma, split_words(name)))
    words = tuple(base for base in map(lemma, split_words(condition)) if base not in own)
    return _STATES.get(words[1:]) if words[:1] == ("пока",) else None
