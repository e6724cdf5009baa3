"""Where a found card answers its query: spans into the stored name, text and flavour, and what else of it fits.

A Result and its hits go in, spans come out, found by the same words and forms by which the index answered. Stands
apart from the index, which knows only folded words and not where they stand in the original.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from schema.errors import UsageError
from schema.fold import ICON_WORD, fold, index_spans, index_words
from schema.summary import CardSummary
from search.abilities import AbilityIs
from search.budget import some_budget
from search.compile import compile_abilities
from search.engine import Result, mapped_errors
from search.facts import IconIs, NameIs
from search.fulltext import Lemma
from search.leaves import Node, TextKind, TextMatch
from search.patterns import find_spans
from search.walk import positive_leaves
from search.words import read_words, twin_codes, twin_words

_OWN_TEXTS = {None: ("name", "class", "text"), "name": ("name",), "text": ("text",), "flavor": ("flavor",)}
_IDS = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True, order=True)
class Highlight:
    """One place that answers a query.

    `field` is name, text, flavor, class or icon; `start` and `end` are offsets into the stored name, text or
    flavour, or into the class or icon code given in `value`. `kind` is word, pattern, ability, term, class or icon.
    """

    field: str
    start: int
    end: int
    kind: str
    value: str = ""


def find_highlights(
    connection: sqlite3.Connection, result: Result, lemma: Lemma, hits: Sequence[CardSummary] | None = None
) -> dict[str, tuple[Highlight, ...]]:
    """Return the places that answer the query of `result`, by card id, for its hits or the `hits` given.

    Every hit has an entry, empty where no place can be shown (a cost, a negation). Places of one kind do not
    overlap; an ability or a term may hold words. Raises StoreError where the database fails.
    """
    if result.asked is None:
        raise UsageError("подсветить можно только ответ поиска", hint="Передайте Result, который вернул search()")
    cards = result.hits if hits is None else hits
    leaves = list(positive_leaves(result.asked.node))
    found: dict[str, list[Highlight]] = {card.id: [] for card in cards}
    with some_budget(), mapped_errors():
        texts = _load_texts(connection, cards, leaves)
        for card in cards:
            found[card.id] += _in_texts(leaves, texts[card.id], lemma)
            found[card.id] += _in_classes(leaves, card, lemma)
        for leaf in leaves:
            for card_id, highlight in _in_tables(connection, leaf, list(found), lemma):
                found[card_id].append(highlight)
    return {card_id: _without_overlaps(places) for card_id, places in found.items()}


def _load_texts(
    connection: sqlite3.Connection, cards: Sequence[CardSummary], leaves: Sequence[Node]
) -> dict[str, dict[str, str]]:
    """Return the texts of every card by field; the flavour is read only where a query asks for it."""
    texts = {card.id: {"name": card.name or "", "text": card.text or "", "flavor": ""} for card in cards}
    if any(isinstance(leaf, TextMatch) and leaf.field and leaf.field.name == "flavor" for leaf in leaves):
        sql = f"SELECT id, flavor FROM card WHERE flavor IS NOT NULL AND id IN {_IDS}"  # noqa: S608
        for card_id, flavor in connection.execute(sql, (json.dumps(list(texts)),)):
            texts[card_id]["flavor"] = flavor
    return texts


def _in_texts(leaves: Iterable[Node], texts: dict[str, str], lemma: Lemma) -> Iterator[Highlight]:
    for leaf in leaves:
        if not isinstance(leaf, TextMatch):
            continue
        for field in _OWN_TEXTS.get(leaf.field.name if leaf.field else None, ()):
            for start, end in find_places(leaf, texts.get(field, ""), lemma):
                yield Highlight(field, start, end, "pattern" if leaf.kind is TextKind.PATTERN else "word")


def _in_classes(leaves: Iterable[Node], card: CardSummary, lemma: Lemma) -> Iterator[Highlight]:
    for leaf in leaves:
        for name in card.classes:
            if isinstance(leaf, NameIs) and leaf.field.name == "classes":
                if any(found.stored == name for found in leaf.found):
                    yield Highlight("class", 0, len(name), "class", name)
            elif isinstance(leaf, TextMatch) and leaf.field is None:
                for start, end in find_places(leaf, name, lemma):
                    yield Highlight("class", start, end, "word", name)


def find_places(leaf: TextMatch, text: str, lemma: Lemma) -> list[tuple[int, int]]:
    """Return the spans of `text` that a text condition asks for: words as written, in other forms, icons, patterns."""
    if not text:
        return []
    if leaf.kind is TextKind.PATTERN:
        return find_spans(leaf.value, text)
    spans = index_spans(text)
    if leaf.kind is TextKind.EXACT:
        same = [word for word, _, _ in spans] == index_words(leaf.value)
        return [(spans[0][1], spans[-1][2])] if same and spans else []
    ways = twin_words(read_words(leaf.value))
    places = [
        place for start in range(len(spans)) for way in ways for place in _match_at(leaf, way, spans, start, lemma)
    ]
    return places + list(_joined_places(leaf, text, spans))


def _match_at(
    leaf: TextMatch, way: Sequence[str], spans: list[tuple[str, int, int]], start: int, lemma: Lemma
) -> Iterator[tuple[int, int]]:
    """Yield the span of `way` where it stands at the word `start`; numbers beside icons may stand between."""
    place = start
    has_icon = any(word.startswith(ICON_WORD) for word in way)
    for number, word in enumerate(way):
        if number and has_icon:
            place = _skip_count(spans, place, way[number - 1], word)
        if place >= len(spans) or not _same_word(leaf, word, spans[place][0], number == len(way) - 1, lemma):
            return
        place += 1
    yield spans[start][1], spans[place - 1][2]


def _skip_count(spans: list[tuple[str, int, int]], place: int, before: str, word: str) -> int:
    """Return the place after a number that belongs to an icon of the phrase and is no word of it."""
    beside = before.startswith(ICON_WORD) or word.startswith(ICON_WORD)
    counts = place + 1 < len(spans) and (spans[place][0].isdigit() or spans[place][0] == "x")
    return place + 1 if beside and counts and spans[place][0] != word else place


def _same_word(leaf: TextMatch, wanted: str, word: str, last: bool, lemma: Lemma) -> bool:
    if leaf.kind is TextKind.PREFIX:
        return word.startswith(wanted) if last else word == wanted
    return word == wanted or lemma(word) == lemma(wanted)


def _joined_places(leaf: TextMatch, text: str, spans: list[tuple[str, int, int]]) -> Iterator[tuple[int, int]]:
    """Yield hyphenated words that the condition asks for as one word, and the other way round."""
    wanted = fold(leaf.value).replace("-", "").replace("'", "")
    if leaf.kind not in (TextKind.WORD, TextKind.PREFIX) or not wanted.isalpha():
        return
    for start, (_, first, _) in enumerate(spans):
        end = start
        while end + 1 < len(spans) and text[spans[end][2] : spans[end + 1][1]] in ("-", "'", "’", "‑", "–"):
            end += 1
        joined = "".join(word for word, _, _ in spans[start : end + 1])
        fits = joined.startswith(wanted) if leaf.kind is TextKind.PREFIX else joined == wanted
        whole = start == 0 or text[spans[start - 1][2] : first] not in ("-", "'", "’")
        if fits and whole and (end > start or joined != fold(leaf.value)):
            yield first, spans[end][2]


def _in_tables(
    connection: sqlite3.Connection, leaf: Node, ids: list[str], lemma: Lemma
) -> Iterator[tuple[str, Highlight]]:
    """Yield the places that other tables know: terms, abilities, icons on the card."""
    cards = json.dumps(ids)
    if isinstance(leaf, NameIs) and leaf.field.name in ("terms", "any_terms"):
        terms = json.dumps([found.stored for found in leaf.found])
        sql = (
            "SELECT card_id, start, end FROM card_term WHERE depth = 'direct' AND start IS NOT NULL "  # noqa: S608
            f"AND origin = 'text' AND card_id IN {_IDS} AND term_id IN {_IDS}"
        )
        for card_id, start, end in connection.execute(sql, (cards, terms)):
            yield card_id, Highlight("text", start, end, "term")
    elif isinstance(leaf, AbilityIs):
        met = compile_abilities(leaf, lemma)
        sql = f"SELECT card_id, start, end FROM ability WHERE card_id IN {_IDS} AND place IN ({met.sql})"  # noqa: S608
        for card_id, start, end in connection.execute(sql, (cards, *met.params)):
            yield card_id, Highlight("text", start, end, "ability")
    elif isinstance(leaf, IconIs) and leaf.code:
        sql = f"SELECT card_id, icon FROM card_icon WHERE card_id IN {_IDS} AND icon IN {_IDS}"  # noqa: S608
        for card_id, code in connection.execute(sql, (cards, json.dumps(twin_codes(leaf.code)))):
            yield card_id, Highlight("icon", 0, len(code), "icon", code)


def _without_overlaps(places: Iterable[Highlight]) -> tuple[Highlight, ...]:
    """Return the places in order, those of one kind that overlap or touch as one."""
    kept: list[Highlight] = []
    ordered = sorted(set(places), key=lambda place: (place.field, place.value, place.kind, place.start, -place.end))
    for place in ordered:
        last = kept[-1] if kept else None
        same = last and (last.field, last.value, last.kind) == (place.field, place.value, place.kind)
        if last and same and place.start < last.end:
            kept[-1] = Highlight(last.field, last.start, max(last.end, place.end), last.kind, last.value)
        else:
            kept.append(place)
    return tuple(sorted(kept))
