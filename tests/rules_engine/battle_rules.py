"""Rules of battle for tests: the bundled and the publisher's document as editions, and a brute force written apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

from ingest.formats import parse_document
from rules_engine.battle.editions import Edition, read_edition
from rules_engine.battle.fighter import Effect, Fighter, Modifier
from rules_engine.battle.topics import RuleGrid, RuleText
from schema.records import Document, RuleDocument, Strike

SAMPLE = Path(__file__).parent.parent.parent / "ingest" / "sample" / "rules.txt"
Wounds = Counter[tuple[int, int]]


def read_rules(path: Path) -> RuleDocument:
    """Return the rules document of a file."""
    (document,) = parse_document(Document(path.name, path.read_bytes())).rules
    return document


def to_articles(document: RuleDocument) -> tuple[RuleText, ...]:
    """Return the articles as the engine reads them, tables under the articles they follow."""
    return tuple(
        RuleText(
            f"doc/{article.number or f'p{at}'}",
            article.number,
            article.text,
            article.title,
            tuple(RuleGrid(table.header, table.rows) for table in document.tables if table.after == at),
        )
        for at, article in enumerate(document.articles)
    )


@cache
def load_rules(path: Path = SAMPLE) -> Edition:
    """Return the edition that a rules document holds."""
    document = read_rules(path)
    return read_edition("doc", document.title, to_articles(document))


def fighter(strike: tuple[int, int, int] | None = (1, 2, 3), life: int = 10, **modifiers: int) -> Fighter:
    """Return a fighter with modifiers by the names of Effect, in lower case: `fighter(armour=2)`."""
    made = tuple(
        Modifier(Effect[name.upper()].value, name, Effect[name.upper()], value) for name, value in modifiers.items()
    )
    return Fighter("боец", life, Strike(*strike) if strike else None, frozenset({"creature", "ground"}), made)


def present_table(attack: int, defence: int) -> tuple[int, int]:
    """The strike table by both rolls, in plain words of code."""
    if defence >= 6:
        return 0, 1
    if defence == 5:
        return 0, 0
    if attack >= 6:
        return 3, 0
    return (2, 0) if attack >= 4 else (1, 0)


def classic_table(attack: int, defence: int) -> tuple[int, int]:
    """The older strike table, by the difference of the rolls."""
    if attack == defence:
        return (1, 0) if attack <= 4 else (0, 1)
    if attack > defence:
        return {1: (1, 0), 2: (2, 1), 3: (2, 0), 4: (3, 1)}.get(attack - defence, (3, 0))
    return {1: (1, 0), 2: (0, 0), 3: (0, 1), 4: (1, 2)}.get(defence - attack, (0, 2))


def brute_force(
    table: Callable[[int, int], tuple[int, int]],
    attack: tuple[int, int, int],
    answer: tuple[int, int, int],
    attack_experience: int = 0,
    defence_experience: int = 0,
) -> dict[tuple[int, int], Fraction]:
    """Return the chance of every (dealt, received) by going through all 36 rolls of two dice."""
    first = second = 0
    if defence_experience < attack_experience:
        first = attack_experience - defence_experience
    elif defence_experience > attack_experience:
        second = defence_experience - attack_experience
    counted: Wounds = Counter()
    for one in (1, 2, 3, 4, 5, 6):
        for other in (1, 2, 3, 4, 5, 6):
            mine, theirs = table(one + first, other + second)
            counted[(0, *attack)[mine], (0, *answer)[theirs]] += 1
    return {wounds: Fraction(count, 36) for wounds, count in counted.items()}
