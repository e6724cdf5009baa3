"""keyword_facts.toml -> what the definitions of terms say about keywords: their number, who cannot have them.

Data apart from the checks that use it, so that a maintainer corrects a fact in one line. `find_mentions` tells
where a text states a keyword or gives it to somebody.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from rules_links.morphology import lemma, lexeme, readings
from schema.fold import fold
from schema.kept import keep_texts
from schema.results import Ability, TextCard
from schema.vocabulary import AbilityKind, ActionKind

VALUE = r"(?:[0-9]+(?:-[0-9]+){0,2}|[XХ](?:[+-][0-9]+)?)(?![\w])"
# How far back the sign or word stands that says what opens here.
_LOOK_BACK = 40
_WORD = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
_STARTS = re.compile(r"(?:^|[.:;)»“]\s*|\}\s*\.?\s*)[«\"]?$")
_LAST_WORD = re.compile(r"([А-Яа-яЁё]+)(\s+[«\"]?)$")
_HAVE = "иметь"
_SUPPOSED = re.compile(r"(?:если|пока|котор|каждо|не\s)[^.;:]*$", re.IGNORECASE)
_GIVERS = frozenset(
    {"получать", "получить", _HAVE, "давать", "дать", "приобрести", "приобретать", "выполнять", "выполнить"}
)


class Numbered(StrEnum):
    """Whether a keyword has a number."""

    NEEDED = "needed"
    ALLOWED = "allowed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class KeywordFact:
    """One keyword: its headword, its name as the parser gives it, and what is known of it; see the data file."""

    term: str
    name: str
    number: Numbered
    joint: str = ""
    also: tuple[str, ...] = ()
    not_for: frozenset[str] = frozenset()
    plain: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True)
class Rangeless:
    """An act without a range: its kind, its term, why; `word` narrows the kind to the act called so."""

    action: ActionKind
    term: str
    because: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The whole file: keywords by folded name, which keyword covers which (headwords), acts without range."""

    keywords: dict[str, KeywordFact]
    covers: dict[str, frozenset[str]]
    rangeless: tuple[Rangeless, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A keyword of one word in the nominative or accusative at `text[start:end]`.

    `states` says that it opens an ability, `given` that a verb gives it; without both the text only speaks of it.
    """

    fact: KeywordFact
    start: int
    end: int
    states: bool
    given: bool


@cache
def load_facts() -> Facts:
    """Return the bundled facts; ValueError where an entry says what the file's head does not allow."""
    data = tomllib.loads(files("rules_engine.checks").joinpath("keyword_facts.toml").read_text(encoding="utf-8"))
    facts = [_fact(entry) for entry in data["keyword"]]
    return Facts(
        keywords={fold(fact.name): fact for fact in facts},
        covers={entry["term"]: frozenset(entry["covered"]) for entry in data["covers"]},
        rangeless=tuple(
            Rangeless(ActionKind(entry["action"]), entry["term"], entry["because"], entry.get("word", ""))
            for entry in data["rangeless"]
        ),
    )


def _fact(entry: dict[str, Any]) -> KeywordFact:
    return KeywordFact(
        term=entry["term"],
        name=entry["name"],
        number=Numbered(entry["number"]),
        joint=entry.get("joint", ""),
        also=tuple(entry.get("also", ())),
        not_for=frozenset(entry.get("not_for", ())),
        plain=entry.get("plain", False),
        because=entry.get("because", ""),
    )


@cache
def keyword_words() -> dict[str, KeywordFact]:
    """Return the keywords of one word by that word, folded, other words for them included."""
    names = [(name, fact) for fact in load_facts().keywords.values() for name in (fact.name, *fact.also)]
    return {fold(name): fact for name, fact in names if " " not in name}


@cache
def keyword_forms() -> dict[str, str]:
    """Return every form of the keywords of one word -> the word, all folded."""
    return {form: word for word in keyword_words() for form in lexeme(word)}


@keep_texts
def find_mentions(text: str) -> tuple[Mention, ...]:
    """Return where `text` names a keyword in the nominative or accusative, in order."""
    found = []
    for match in _WORD.finditer(text):
        word = keyword_forms().get(fold(match.group()))
        if word is not None and _may_be_stated(match.group()):
            place = match.start()
            states, given = opens_ability(text, place), is_given(text, place)
            found.append(Mention(keyword_words()[word], place, match.end(), states, given))
    return tuple(found)


def _may_be_stated(form: str) -> bool:
    # The dictionary of some words («вальхалла») gives no case.
    return fold(form) in keyword_words() or any(
        reading.grammemes & {"nomn", "accs"} and "plur" not in reading.grammemes for reading in readings(form)
    )


def opens_ability(text: str, place: int) -> bool:
    """Say whether an ability, or what follows its prefix or cost, begins at `place`."""
    return bool(_STARTS.search(text, max(0, place - _LOOK_BACK), place))


def is_given(text: str, place: int) -> bool:
    """Say whether the word before `place` gives or has what stands there: «получает», «имеет»; not «если имеет»."""
    start = max(0, place - _LOOK_BACK)
    before = _LAST_WORD.search(text, start, place)
    if before is None or lemma(before[1]) not in _GIVERS:
        return False
    return not (lemma(before[1]) == _HAVE and _SUPPOSED.search(text, start, before.start()))


def stated_keywords(abilities: tuple[Ability, ...]) -> list[tuple[Ability, KeywordFact, str | None]]:
    """Return the keywords that a card simply has, with ability and value: named alone, without prefix or condition."""
    facts = load_facts().keywords
    return [
        (ability, facts[name], keyword.value)
        for ability in abilities
        if ability.kind is AbilityKind.NAMED and ability.prefix is None
        and ability.condition is None and ability.duration is None and not ability.opaque
        for keyword in ability.keywords
        if (name := fold(keyword.term)) in facts
    ]  # fmt: skip


def card_kind(card: TextCard) -> str | None:
    """Return the kind of card as `not_for` names it, None for a ground creature and for a card of unknown type."""
    return card.subtype or (card.card_type if card.card_type in ("artifact", "terrain") else None)
