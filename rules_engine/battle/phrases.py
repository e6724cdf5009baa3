"""Words of a card's sentence -> whom it speaks of («по тёмным существам», «с полётом») and of which strikes.

A phrase is read whole or not at all: a word that is not known here gives None, so that nothing is guessed. Classes
are known by the list of those that the cards have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.battle.fighter import Marks
from rules_engine.battle.kinds import ATTACKS, HITS, MELEE, STRIKES, AttackKind, Side, Strength
from rules_links.morphology import lemma
from schema.fold import fold
from schema.vocabulary import ActionKind, Element

_TOKEN = re.compile(r"\{[^{}\s]+\}|[+-] ?(?:\d+|[хx])(?!\w)|\d+|[а-я]+(?:-[а-я]+)*|\S")
_MAGICAL = frozenset(kind for kind in AttackKind if kind.magical)
STRENGTH_WORDS = {"слабый": Strength.WEAK, "средний": Strength.MEDIUM, "сильный": Strength.STRONG}
# How an adjective narrows the attacks that the noun after it means.
_NARROWED: dict[str, frozenset[AttackKind]] = {
    "простой": frozenset({AttackKind.SIMPLE_STRIKE}),
    "ответный": frozenset({AttackKind.SIMPLE_STRIKE}),
    "особый": frozenset({AttackKind.SPECIAL_STRIKE}),
    "магический": _MAGICAL,
    "немагический": ATTACKS - _MAGICAL,
    "ближний": MELEE,
    "дальний": ATTACKS - MELEE,
}
_ATTACK_NOUNS: dict[str, frozenset[AttackKind]] = {
    "{strike}": frozenset({AttackKind.SIMPLE_STRIKE}),
    "{uchr}": frozenset({AttackKind.ROW_STRIKE}),
    "удар": STRIKES,
    "атака": ATTACKS,
    "выстрел": frozenset({AttackKind.SHOT}),
    "метание": frozenset({AttackKind.THROW}),
    "разряд": frozenset({AttackKind.DISCHARGE}),
}
_QUALITIES = {
    "закрытый": "closed",
    "открытый": "open",
    "летающий": "flying",
    "летать": "flying",
    "нелетающий": "nonflying",
    "наземный": "ground",
    "уникальный": "unique",
    "элитный": "elite",
    "рядовой": "ordinary",
    "{elite}": "elite",
    "{ordinary}": "ordinary",
}
_NOUNS = {
    "существо": "creature",
    "артефакт": "artifact",
    "местность": "terrain",
    "защитник": "defender",
    "компаньон": "companion",
    "паразит": "parasite",
}
_POSSESSIONS = {
    "выстрел": f"action:{ActionKind.SHOT}",
    "метание": f"action:{ActionKind.THROW}",
    "разряд": f"action:{ActionKind.DISCHARGE}",
    "заклинание": f"action:{ActionKind.SPELL}",
    "воздействие": f"action:{ActionKind.INFLUENCE}",
    "полет": "flying",
    "телепортация": "term:телепортация",
    "прыжок": "term:прыжок",
    "вампиризм": "term:вампиризм",
    "трупоедство": "term:трупоедство",
    "орда": "horde",
}


class Target(NamedTuple):
    """Whom a phrase means: alternatives of marks, and where the phrase ends."""

    alternatives: tuple[Marks, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Strikes:
    """Which attacks a phrase means, of which strengths and whose, and where the phrase ends."""

    kinds: frozenset[AttackKind]
    strengths: frozenset[Strength]
    side: Side | None
    end: int


def split_words(text: str) -> tuple[str, ...]:
    """Return the folded words, numbers, signs and icons of a text."""
    return tuple(_TOKEN.findall(fold(text)))


def read_strikes(words: tuple[str, ...], at: int) -> Strikes | None:
    """Return the attacks that the words from `at` name («средних и сильных {strike}», «ответных ударов»)."""
    strengths: set[Strength] = set()
    kinds, side = ATTACKS, None
    while at < len(words):
        word = lemma(words[at])
        if word in STRENGTH_WORDS:
            strengths.add(STRENGTH_WORDS[word])
        elif word in _NARROWED:
            kinds &= _NARROWED[word]
            side = Side.RESPONDER if word == "ответный" else side
        elif word in {"и", ","} and strengths:
            pass
        elif word in _ATTACK_NOUNS:
            return Strikes(kinds & _ATTACK_NOUNS[word], frozenset(strengths or HITS), side, at + 1)
        else:
            return None
        at += 1
    return None


def read_target(words: tuple[str, ...], at: int, classes: frozenset[str]) -> Target | None:
    """Return whom the words from `at` mean; None where one of them is not known.

    Qualities before a noun all hold; «тёмным и горным», «с выстрелом или метанием» are alternatives.
    """
    alternatives: list[set[str]] = [set()]
    first = at
    while at < len(words):
        mark = _mark(words[at], classes)
        if mark is not None:
            alternatives[-1] |= {mark} if mark else set()
        elif words[at] in {"и", "или"} and at > first and _mark(words[at + 1] if at + 1 < len(words) else "", classes):
            alternatives.append(set())
        else:
            break
        at += 1
    # What stands after the last alternative holds for all: «тёмным и горным существам».
    if "creature" in alternatives[-1]:
        alternatives = [each | {"creature"} for each in alternatives]
    if at == first:
        return None
    has_list = words[at : at + 1] == ("с",) or words[at : at + 2] in {(",", "обладающим"), (",", "обладающими")}
    if has_list:
        return _with_possessions(alternatives, words, at + (1 if words[at] == "с" else 2))
    return Target(tuple(map(frozenset, alternatives)), at) if all(alternatives) else None


def _mark(word: str, classes: frozenset[str]) -> str | None:
    """Return the mark that a word asks for, an empty one for «карта», None for a word that is not known."""
    base = lemma(word)
    if base == "карта":
        return ""
    element = Element.read(base) if base else None
    if element is not None:
        return f"element:{element}"
    known = _QUALITIES.get(base) or _NOUNS.get(base)
    if known is not None:
        return known
    return f"class:{base}" if base in classes else None


def _with_possessions(alternatives: list[set[str]], words: tuple[str, ...], at: int) -> Target | None:
    possessions: list[str] = []
    while at < len(words):
        word = words[at]
        if word in {",", "и", "или"} and possessions:
            at += 1
            continue
        if lemma(word) == "магический" and at + 1 < len(words) and lemma(words[at + 1]) == "удар":
            possessions.append(f"action:{ActionKind.MAGIC_STRIKE}")
            at += 2
            continue
        mark = f"icon:{word[1:-1]}" if word.startswith("{") else _POSSESSIONS.get(lemma(word))
        if mark is None:
            break
        possessions.append(mark)
        at += 1
    if not possessions or words[at - 1] in {",", "и", "или"}:
        return None
    return Target(tuple(frozenset(each | {mark}) for each in alternatives for mark in possessions), at)
