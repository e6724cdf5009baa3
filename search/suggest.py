"""What to ask instead of a query that found nothing: its words read as the fields that people mean by them.

A tree goes in, queries that find cards come out: «Ложные боги 88» is a release and a number, «броня 2» an icon
with its value. Stands apart because it is the one place where a guess is made, and it is only ever offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from schema.errors import QueryError
from schema.fields import BY_NAME, FieldScope, FieldType, field_by_label
from schema.fold import fold, slugify
from schema.icons import ICONS
from schema.records import Strike
from schema.releases import Releases
from schema.vocabulary import Labelled
from search.abilities import AbilityIs
from search.facts import CodeIs, IconIs, NamedQuery, NameIs
from search.fulltext import Lemma
from search.hints import VOCABULARIES
from search.keys import FIELD_BY_KEY, Comparison
from search.leaves import Node, NumberIs, StrikeIs, TextKind, TextMatch
from search.named import NAMED, NamedEntry
from search.parser import parse_query
from search.tree import AND_WORDS, And, Or
from search.words import find_icon

MAX_SUGGESTIONS = 3
# No name of a release or icon has more words; no query that is worth a guess either.
_NAME_WORDS = 5
_QUERY_WORDS = 12
_CARD_NUMBER = re.compile(r"[№#]?([0-9]{1,6})")
_STRIKE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})-([0-9]{1,3})")
_VALUE = re.compile(r"[0-9]{1,3}")
_RELEASES = Releases()
_FORBIDDEN = re.compile(r'["«»“”„]')

Words = Sequence[str]
Reading = tuple[int, Node]


def suggest_queries(node: Node, finds: Callable[[str], bool], lemma: Lemma) -> tuple[str, ...]:
    """Return up to three queries like `node` that find cards, the likeliest first.

    `finds` tells whether a query finds any; it may raise QueryError. `lemma` gives the dictionary form of a word.
    Only bare words at the top of the tree are read anew; every other condition stays as it is.
    """
    children = node.children if isinstance(node, And) else (node,)
    words = [word for child in children if _is_bare(child) for word in _split(child)]
    rest = tuple(child for child in children if not _is_bare(child))
    if not words or len(words) > _QUERY_WORDS:
        return ()
    asked = str(node)
    found = [query for query in _unique(_readings(words, rest, lemma)) if query != asked and _answers(query, finds)]
    if not found and len(words) > 1:
        nodes = tuple(TextMatch(TextKind.WORD, word) for word in _without_joints(words))
        found = [query for query in [_print((*rest, Or(nodes)))] if len(nodes) > 1 and _answers(query, finds)]
    return tuple(found[:MAX_SUGGESTIONS])


def _is_bare(node: Node) -> bool:
    return isinstance(node, TextMatch) and node.field is None and node.kind in (TextKind.WORD, TextKind.PHRASE)


def _split(node: Node) -> list[str]:
    return _FORBIDDEN.sub(" ", node.value).split() if isinstance(node, TextMatch) else []


def _without_joints(words: Words) -> list[str]:
    return [word for word in words if fold(word) not in AND_WORDS]


def _unique(queries: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(queries))


def _answers(query: str, finds: Callable[[str], bool]) -> bool:
    try:
        return finds(query)
    except QueryError:
        return False


def means_icon(node: Node) -> bool:
    """Tell whether a query is one word that is the abbreviation of an icon on the card: «ЗОВ» is seldom a word."""
    code = find_icon(node.value) if isinstance(node, TextMatch) and _is_bare(node) else None
    return code is not None and ICONS[code].printed


def _readings(words: Words, rest: tuple[Node, ...], lemma: Lemma) -> Iterator[str]:
    """Yield the ways to read the words: as fields, icons on the card or in its text, then as words apart.

    Last comes what could be read as fields alone: a word that no card has («дешёвые») need not spoil the others.
    """
    read = _read(words, lemma, printed=True)
    yield _print((*read, *rest))
    yield _print((*_read(words, lemma, printed=False), *rest))
    plain = _without_joints(words)
    if plain:
        yield _print((*(TextMatch(TextKind.WORD, word) for word in plain), *rest))
    known = [node for node in read if not isinstance(node, TextMatch)]
    if known and len(known) < len(read):
        yield _print((*known, *rest))


def _print(nodes: Sequence[Node]) -> str:
    return str(nodes[0]) if len(nodes) == 1 else str(And(tuple(nodes)))


def _read(words: Words, lemma: Lemma, *, printed: bool) -> list[Node]:
    """Return the words as conditions, from left to right, each as long as it can be; others stay words."""
    nodes: list[Node] = []
    place = 0
    while place < len(words):
        size, node = _read_beginning(words[place : place + _NAME_WORDS], lemma, printed=printed)
        nodes.append(node)
        place += size
    return nodes


def _read_beginning(words: Words, lemma: Lemma, *, printed: bool) -> Reading:
    readers = (_read_keyed, _read_cost, _read_release, _read_strike, _read_card_number)
    for reading in (reader(words) for reader in readers):
        if reading:
            return reading
    return (
        _read_code(words, lemma, FieldScope.CARD)
        or _read_icon(words, printed=printed)
        or _read_named(words, lemma)
        or _read_code(words, lemma, FieldScope.ACTION)
        or (1, TextMatch(TextKind.WORD, words[0]))
    )


def _read_cost(words: Words) -> Reading | None:
    """Read «за 3»: what players say of a cost."""
    if fold(words[0]) != "за" or len(words) < 2 or not _VALUE.fullmatch(words[1]):
        return None
    return 2, NumberIs(BY_NAME["cost"], Comparison.HAS, int(words[1]))


def _read_keyed(words: Words) -> Reading | None:
    """Read «цена 4», «класс эльф»: the name of a field and its value without a sign between them."""
    field = FIELD_BY_KEY.get(fold(words[0])) or field_by_label(words[0])
    if field is None or len(words) < 2 or not field.keys or field.type in (FieldType.TEXT, FieldType.ICONS):
        return None
    try:
        return 2, parse_query(f'{field.keys[0]}:"{words[1]}"').node
    except QueryError:
        return None


def _read_release(words: Words) -> Reading | None:
    for size, name in _beginnings(words):
        release = None if name.isdecimal() else _RELEASES.find(name)
        if release:
            return size, NameIs(BY_NAME["release"], release.name)
    return None


def _read_strike(words: Words) -> Reading | None:
    match = _STRIKE.fullmatch(fold(words[0]))
    if match is None:
        return None
    return 1, StrikeIs(BY_NAME["strike"], Comparison.HAS, Strike(*(int(number) for number in match.groups())))


def _read_code(words: Words, lemma: Lemma, scope: FieldScope) -> Reading | None:
    """Read a value of a closed set in any form of its word: «летающие», «болот», «лечит»."""
    for name, vocabulary in VOCABULARIES.items():
        field = BY_NAME[name]
        if field.scope is not scope or field.name == "tier":
            continue
        member = vocabulary.read(words[0]) or _member_of_form(vocabulary, words[0], lemma)
        if member is not None:
            leaf = CodeIs(field, member)
            return 1, leaf if scope is FieldScope.CARD else AbilityIs(leaf)
    return None


def _member_of_form(vocabulary: type[Labelled], word: str, lemma: Lemma) -> Labelled | None:
    return _members_by_form(vocabulary, lemma).get(lemma(fold(word)))


@cache
def _members_by_form(vocabulary: type[Labelled], lemma: Lemma) -> Mapping[str, Labelled]:
    """Return the member that each dictionary form means; the first with a form has it."""
    members: dict[str, Labelled] = {}
    for member in vocabulary:
        for label in member.labels:
            if " " not in label:
                members.setdefault(lemma(fold(label)), member)
    return members


def _read_named(words: Words, lemma: Lemma) -> Reading | None:
    """Read a word that has a query of its own, in any form: «лекари», «запрещённые»."""
    entry = _named_by_form(lemma).get(lemma(fold(words[0])))
    return None if entry is None else (1, NamedQuery(BY_NAME["is"], entry.name, parse_query(entry.query).node))


@cache
def _named_by_form(lemma: Lemma) -> Mapping[str, NamedEntry]:
    return {lemma(fold(word)): entry for entry in reversed(NAMED) for word in entry.words}


def _read_card_number(words: Words) -> Reading | None:
    match = _CARD_NUMBER.fullmatch(words[0])
    return (1, NumberIs(BY_NAME["number"], Comparison.HAS, int(match[1]))) if match else None


def _read_icon(words: Words, *, printed: bool) -> Reading | None:
    """Read «ОвЗ», «броня 2», «ТАП»: an icon by name, abbreviation or code, the code in either alphabet."""
    for size, name in _beginnings(words):
        code = find_icon(name) or slugify(name)
        if code not in ICONS:
            continue
        if not (printed and ICONS[code].printed):
            return size, TextMatch(TextKind.WORD, ICONS[code].token)
        if ICONS[code].valued and len(words) > size and _VALUE.fullmatch(words[size]):
            return size + 1, IconIs(BY_NAME["icons"], code, Comparison.HAS, int(words[size]))
        return size, IconIs(BY_NAME["icons"], code)
    return None


def _beginnings(words: Words) -> Iterator[tuple[int, str]]:
    """Yield the beginnings of `words`, the longest first."""
    for size in range(len(words), 0, -1):
        yield size, " ".join(words[:size])
