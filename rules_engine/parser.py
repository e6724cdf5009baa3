"""A card's text -> its abilities as data: kind, prefix, cost, trigger, condition, keywords, actions, limit, duration.

A hand-written deterministic parser over tokens, one pass, linear in the length of the text: clause borders hang on
word forms (early releases lost their dashes), which a context-free grammar does not see (docs/abilities.md).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from rules_engine.ability import AbilityText, Role, Tree
from rules_engine.attach.knowledge import CardWords, find_marks
from rules_engine.costs import starts_cost
from rules_engine.grammar.body import read_body
from rules_engine.grammar.branches import choose_branch
from rules_engine.grammar.clauses import find_clause_end, find_opener, is_condition
from rules_engine.grammar.phrases import read_deadline
from rules_engine.grammar.phrases import read_limit as find_limit
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.state import Reader, is_triggered_prefix
from rules_engine.lexicon import COST_ICONS, EVENT_VERBS, PREFIX_ICONS, PREFIXES
from rules_engine.lost_icons.fills import FilledText, fill_text
from rules_engine.opaque import find_opaque
from rules_engine.tokens import VALUES, K, Token, match_pairs, print_value, tokenise
from rules_engine.units import cut_tokens, end_of_note
from schema.fold import fold
from schema.results import Ability, Action, CostItem, Keyword, Limit, TextCard
from schema.vocabulary import AbilityKind

# Without a page's list a lost icon is sure enough only where it left its mark or its blanks; to look for one in
# every text would cost half a parse.
_SHOWS_GAP = re.compile(r"\{\?\}|\s\s|(?<![}»\"”\s])\s[.,;:)]|\(\s|^\s*[:.,]")
_LONGEST_WRAPPER = 3
_MOST_WRAPPERS = 2  # «{second}: Строй: …»


def parse(text: str, card: TextCard | None = None) -> AbilityText:
    """Return the abilities of `text`; `card` gives its own name, by which the subject of an effect is found.

    Spans are string offsets into `text`; every character but blanks lies in exactly one ability, and what was
    not understood stands in `Ability.opaque`. A cost whose icons a source lost («{?}: …», or a bare colon) is
    kept as ``CostItem("?")``: that something is paid is printed, what it is must not be guessed here. Only a lost
    icon that is sure enough is read as if it stood there, and `Ability.filled` says so. Never raises.
    """
    listed = card is not None and card.rules is not None
    filled = fill_text(text, card) if listed or _SHOWS_GAP.search(text) else FilledText(text, text, tokenise(text))
    tokens = filled.tokens
    name = tuple(fold(card.name).replace("-", " ").split()) if card is not None and card.name else ()
    own = tuple(word for word in name if len(word) > 2)
    words = _card_words(tokens, card)
    if card is not None and card.text != text:
        words = replace(words, marks=words.marks | _remember_card(card.text, card).marks)
    units = (_parse_unit(filled.text, tokens[a:b], own, words) for a, b in cut_tokens(tokens))
    return AbilityText(text, tuple(filled.restore(unit) for unit in units))


def _card_words(tokens: tuple[Token, ...], card: TextCard | None) -> CardWords:
    classes = () if card is None else card.classes
    names = frozenset(word for kind in classes for word in fold(kind).split())
    return CardWords(names, find_marks(Sentence("", tokens)))


@lru_cache(maxsize=256)
def _remember_card(text: str, card: TextCard) -> CardWords:
    """Return what the whole card knows, asked anew for every part of its text that is parsed alone."""
    return _card_words(tokenise(text), card)


def _parse_unit(text: str, tokens: tuple[Token, ...], name: tuple[str, ...], card: CardWords) -> Ability:
    note = end_of_note(tokens, 0, match_pairs(tokens)) if tokens[0].kind is K.BRACKET_OPEN else 0
    sentence = Sentence.of(text, tokens[note:], name)
    reader = Reader(sentence)
    _read_prefix(reader)
    _read_cost(reader)
    _read_head(reader)
    read_body(reader)
    choose_branch(reader)
    kind = _find_kind(reader)
    nodes = (*reader.nodes, *find_opaque(sentence, reader.nodes, card))
    ordered = tuple(sorted(nodes, key=lambda node: (node.start, node.end)))
    return Tree(tokens[0].start, tokens[-1].end, kind, ordered).project(text)


# --- what stands before the colon -------------------------------------------------------------------------------
def _read_prefix(reader: Reader) -> None:
    s = reader.s
    for _ in range(_MOST_WRAPPERS):
        colon = _find_wrapper(s, reader.index)
        if colon is None:
            return
        icon = s.at(reader.index).kind is K.ICON
        value = s.at(reader.index).lemma if icon else s.quote(reader.index, colon)
        reader.add(Role.PREFIX, reader.index, colon, value)
        reader.index = colon + 1
        reader.reminder = _find_reminder(s, reader.index)


def _find_reminder(s: Sentence, start: int) -> int:
    """Return the bracket that ends in the very words of the body that begins at `start`, -1 where none does."""
    opening = next((i for i in range(start, len(s)) if s.at(i).kind is K.BRACKET_OPEN), -1)
    closing, size = s.mates.get(opening, -1), opening - start
    repeats = 0 < size < closing - opening - 1
    return opening if repeats and all(s.lower(start + i) == s.lower(closing - size + i) for i in range(size)) else -1


def _find_wrapper(s: Sentence, index: int) -> int | None:
    """Return the index of the colon behind a wrapper that begins at `index`."""
    if s.at(index).kind is K.ICON:
        wrapper = s.at(index).lemma in PREFIX_ICONS and s.at(index + 1).kind is K.COLON
        return index + 1 if wrapper else None
    for colon in range(index + 1, index + 1 + _LONGEST_WRAPPER):
        token = s.at(colon - 1)
        if token.kind is not K.WORD and not (token.kind in VALUES and colon - 1 > index):
            return None
        if token.kind is K.WORD and (token.word.verb or (index > 0 and find_opener(s, colon - 1))):
            return None
        if s.at(colon).kind is K.COLON:
            words = s.quote(index, colon).lower()
            return colon if words in PREFIXES or s.lower(index) in PREFIXES or not find_opener(s, index) else None
    return None


def _read_cost(reader: Reader) -> None:
    s, start = reader.s, reader.index
    found = find_limit(s, start)
    if found is not None and s.at(found[1]).kind is K.COLON:
        # «1 раз за ход: …»: what may be done so often stands behind the colon.
        reader.add(Role.LIMIT, start, found[1], found[0])
        reader.index, reader.permitted = found[1] + 1, True
        return
    if s.at(start).kind is K.COLON:
        # The icons before a bare colon were lost without a mark.
        reader.add(Role.COST, start, start + 1, CostItem("?"))
        reader.index = start + 1
        return
    colon = _find_cost_end(s, start)
    if colon is not None:
        _read_cost_items(reader, start, colon)
        reader.index = colon + 1


def _find_cost_end(s: Sentence, start: int) -> int | None:
    """Return the index of the mark that ends a cost: its colon, or «;» behind {instant} and a command."""
    if starts_cost(s.tokens, start):
        return next(i for i in range(start, len(s)) if s.at(i).kind is K.COLON)
    first = s.at(start)
    sudden = first.kind is K.ICON and (first.lemma == "instant" or first.lemma in COST_ICONS)
    if not sudden and not (first.kind is K.WORD and first.word.verb in {"inf", "imp"}):
        return None
    for index in range(start, len(s)):
        token = s.at(index)
        if token.kind is K.COLON or (token.kind is K.SEMICOLON and first.lemma == "instant"):
            return index
        if token.kind in {K.STOP, K.SEMICOLON, K.DASH, K.BRACKET_OPEN, K.QUOTE_OPEN} or find_opener(s, index):
            return None
        if token.kind is K.WORD and index > start and token.word.verb == "fin":
            return None
        if token.kind is K.WORD and token.lemma in {"воздействие", "заклинание"}:
            return None
    return None


def _read_cost_items(reader: Reader, start: int, colon: int) -> None:
    s, index = reader.s, start
    while index < colon:
        token = s.at(index)
        if token.kind is K.ICON and token.lemma == "instant":
            reader.add(Role.SUDDEN, index, index + 1)
        elif token.kind is K.WORD and token.form != "или":
            end = _end_of_words(s, index, colon)
            words = s.quote(index, end)
            reader.add(Role.COST, index, end, CostItem("words", _count_in_words(s, index, end), words))
            index = end
            continue
        elif token.kind in {K.ICON, K.LOST_ICON}:
            counted = s.at(index - 1).kind in VALUES and index - 1 >= start
            after = token.lemma in {"move", "health"} and s.at(index + 1).kind in VALUES
            count = s.at(index - 1) if counted else s.at(index + 1) if after else None
            number = 1 if count is None else _as_count(count)
            reader.add(Role.COST, index - counted, index + 1 + after, CostItem(token.lemma, number))
            index += after
        index += 1


def _end_of_words(s: Sentence, start: int, colon: int) -> int:
    """Return where a cost in words ends: at the colon, or at a comma with nothing but icons behind it."""
    for comma in range(start, colon):
        rest = [token for token in s.tokens[comma + 1 : colon] if token.kind not in VALUES]
        if s.at(comma).kind is K.COMMA and rest and all(token.kind is K.ICON for token in rest):
            return comma
    return colon


def _as_count(token: Token) -> int | str:
    value = print_value(token)
    return int(value) if value.isascii() and value.isdigit() else value


def _count_in_words(s: Sentence, start: int, end: int) -> int | str:
    for index in range(start, end):
        if s.at(index).kind in VALUES:
            return _as_count(s.at(index))
    return 1


# --- what stands before the effect ------------------------------------------------------------------------------
def _read_head(reader: Reader) -> None:
    """Read the trigger or condition with which the body opens."""
    s, start = reader.s, reader.index
    heading = read_deadline(s, start) if not reader.nodes else None
    if heading is not None or find_opener(s, start):
        role = Role.TRIGGER
    elif is_condition(s, start):
        role = Role.CONDITION
    else:
        return
    end = heading or find_clause_end(s, start, tail=False)
    if s.lower(start) == "если" and any(s.at(i).lemma in EVENT_VERBS for i in range(start, end)):
        role = Role.TRIGGER
        if s.at(end).kind is K.COMMA and s.lower(end + 1) == "когда":
            end = find_clause_end(s, end + 1, tail=False)  # «Если должен открыться, когда не имеет ран …»: one event
    reader.add(role, start, end, s.quote(start, end))
    reader.index = reader.last_clause = end
    while s.at(reader.index).kind in {K.COMMA, K.DASH, K.COLON} and reader.index < len(s):
        reader.index += 1


def _find_kind(reader: Reader) -> AbilityKind:
    nodes = reader.nodes
    roles = {node.role for node in nodes}
    if any(node.role is Role.PREFIX and is_triggered_prefix(str(node.value)) for node in nodes):
        return AbilityKind.TRIGGERED
    if roles & {Role.COST, Role.SUDDEN}:
        return AbilityKind.PLAYABLE
    if Role.TRIGGER in roles:
        return AbilityKind.TRIGGERED
    if _is_named(reader) or _read_unknown_keyword(reader):
        return AbilityKind.NAMED
    has_limit = any(isinstance(node.value, Limit) for node in nodes)
    if reader.may_act or (reader.permitted and has_limit):
        return AbilityKind.PLAYABLE
    return AbilityKind.PERMANENT


def _read_unknown_keyword(reader: Reader) -> bool:
    """Read a sentence of one noun that no table knows («Засада.», «Засада 2.») as a keyword; its word stays opaque."""
    s = reader.s
    start = next((i for i, token in enumerate(s.tokens) if token.kind is K.COLON), -1) + 1
    if any(isinstance(node.value, Action | Keyword) for node in reader.nodes) or s.at(start).kind is not K.WORD:
        return False
    valued = s.at(start + 1).kind in VALUES
    alone = start + 1 + valued >= len(s) or s.at(start + 1 + valued).kind is K.STOP
    if not alone or not s.at(start).word.noun or not s.at(start).word.singular:
        return False
    value = print_value(s.at(start + 1)) if valued else None
    reader.add(Role.ASIDE, start, start + 1 + valued, Keyword(s.at(start).text.capitalize(), value))
    return True


def _is_named(reader: Reader) -> bool:
    """Say whether the ability is nothing but keywords with their values."""
    s = reader.s
    keywords = [node for node in reader.nodes if isinstance(node.value, Keyword)]
    if any(isinstance(node.value, Action) for node in reader.nodes) or not keywords:
        return False
    read = {
        start
        for node in reader.nodes
        if node.role in {Role.KEYWORD, Role.PREFIX}
        for start in range(node.start, node.end)
    }
    for token in s.tokens:
        said = token.kind in {K.WORD, K.ICON} | VALUES and token.text.lower() != "и"
        if said and token.start not in read:
            return False
    return True
