"""Rules for keywords: stated, received, performed as an act, or only mentioned."""

from __future__ import annotations

from rules_engine.ability import Role
from rules_engine.grammar.state import Reader
from rules_engine.grammar.subjects import POSSESSIVES
from rules_engine.lexicon import (
    ABBREVIATIONS,
    COUNTER_ICONS,
    DECLARED_KEYWORDS,
    KEYWORD_ACTS,
    KEYWORD_ICONS,
    KEYWORDS_BY_FIRST,
    VALUED_ICONS,
)
from rules_engine.tokens import VALUES, K, print_value
from schema.results import Keyword
from schema.vocabulary import ActionKind


def read_keyword(r: Reader) -> bool:
    """A keyword stated or received; a mere mention («по картам с {zoz}») gives nothing."""
    found = _find_keyword(r, r.index)
    if found is None:
        return False
    start, (end, term, valued) = r.index, found
    value, end = _read_keyword_value(r, end, term, valued)
    performed = r.verb.striking and (term in DECLARED_KEYWORDS or term in KEYWORD_ACTS)
    if not _is_stated(r, start, performed):
        if value is not None and term == "Прыжок":
            r.add(Role.ASIDE, end - 2, end)  # «гном с прыжком, дальность 3»
        r.index = r.mentioned = end
        return True
    keyword = Keyword(term, value)
    accompanies = term in DECLARED_KEYWORDS and r.s.lower(start - 1) == "этом" and r.s.word(start).singular
    received = (r.verb.gaining or r.verb.gaining_with) and not accompanies
    if term in DECLARED_KEYWORDS and (r.verb.striking or (not received and _happens(r, start))):
        r.act(DECLARED_KEYWORDS[term], start, end)
    elif term == "Отравление" and received:
        r.act(ActionKind.POISON, start, end, value=value)
    elif term in KEYWORD_ACTS and not received and _is_deed(r, start):
        r.act(KEYWORD_ACTS[term], start, end, value=value)
    elif received and not r.granted:
        r.act(ActionKind.GAIN_KEYWORD, start, end)
    r.add(Role.KEYWORD, start, end, keyword)
    r.index = end
    _read_protections(r, received=received and not r.granted)
    return True


def _read_protections(r: Reader, *, received: bool) -> None:
    """Read on in «защита от выстрелов, метаний и магии»: each attack makes a keyword of its own."""
    s = r.s
    if s.at(r.index - 2).lemma != "от":
        return
    while s.at(r.index).kind is K.COMMA or s.lower(r.index) == "и":
        after = r.index + 1
        term = next(
            (form.term for form in KEYWORDS_BY_FIRST["защита"] if form.lemmas[2:] == (s.at(after).lemma,)), None
        )
        if term is None:
            return
        if received:
            r.act(ActionKind.GAIN_KEYWORD, after, after + 1)
        r.add(Role.KEYWORD, after, after + 1, Keyword(term))
        r.index = after + 1


def read_protection(r: Reader) -> bool:
    """«Защита от …» whatever no headword names: a statement that fills no keyword, one `other`."""
    s, start = r.s, r.index
    stated = s.at(start).lemma == "защита" and s.word(start).nominative and s.lower(start + 1) == "от"
    if not stated or r.acted or r.verb.kind is not None or r.verb.gaining:
        return False
    r.act(ActionKind.OTHER, start, start + 1)
    r.index = start + 1
    return True


def _is_deed(r: Reader, start: int) -> bool:
    """Say whether a keyword of an act is done here; one of a row of keywords («Полёт, подлость 2») is stated."""
    before = r.s.at(start - 1)
    chained = start > 0 and (before.kind is K.COMMA or before.form == "и")
    return start > 0 and not (chained and r.nodes and all(node.role is Role.KEYWORD for node in r.nodes))


def _happens(r: Reader, start: int) -> bool:
    """Say whether a bare noun is an act and no quality: paid for, behind an event, or «при этом» to another act."""
    if r.granted or r.preposition.startswith("+"):
        return False
    return r.occasion or (r.acted and r.s.lower(start - 1) == "этом")


def _find_keyword(r: Reader, index: int) -> tuple[int, str, bool] | None:
    token = r.s.at(index)
    if token.kind is K.ICON and token.lemma in KEYWORD_ICONS:
        return index + 1, KEYWORD_ICONS[token.lemma], token.lemma in VALUED_ICONS
    if token.kind is not K.WORD:
        return None
    code = ABBREVIATIONS.get(token.form)
    if code is not None and not token.text.islower():
        return index + 1, KEYWORD_ICONS[code], code in VALUED_ICONS
    for form in KEYWORDS_BY_FIRST.get(token.lemma, ()):
        if all(r.s.at(index + i).lemma == lemma for i, lemma in enumerate(form.lemmas)):
            return index + len(form.lemmas), form.term, form.valued
    return None


def _read_keyword_value(r: Reader, index: int, term: str, valued: bool) -> tuple[str | None, int]:
    s = r.s
    if not valued:
        return None, index
    position = index
    if term == "Прыжок":
        position += s.at(position).kind is K.COMMA
        if s.at(position).lemma == "дальность" and s.at(position + 1).kind in VALUES:
            return print_value(s.at(position + 1)), position + 2
        return None, index
    if s.at(position).kind is K.COLON or s.lower(position) == "на":
        position += 1
    if s.at(position).kind in VALUES and s.at(position + 1).lemma not in COUNTER_ICONS:
        return print_value(s.at(position)), position + 1
    return None, index


def _is_stated(r: Reader, start: int, performed: bool) -> bool:
    token = r.s.at(start)
    if r.verb.negated or (r.verb.striking and not performed) or r.modal_suppressed():
        return False
    before = r.s.at(start - 1)
    chained = before.kind is K.COMMA or before.form in {"и", "или"}
    if before.kind is K.SIGNED or before.lemma == "обладать" or before.form in POSSESSIVES:
        return False
    received = r.verb.gaining or r.verb.gaining_with
    if chained and r.mentioned == start - 1 and not received and not r.preposition.startswith("+"):
        return False  # «по картам с {ova}, {ovz} или {armor}»
    if r.preposition == "+к" or r.preposition == "+":
        # «+1 к {strike} и {direct}»: what takes no number is not what the +1 goes to.
        if token.lemma in VALUED_ICONS and r.s.at(start + 1).kind not in VALUES:
            return False
        return r.s.lower(start - 1) not in {"к", "ко"} and (token.kind is K.ICON or token.word.singular)
    if r.preposition and not (r.preposition == "с" and r.verb.gaining_with):
        return False
    if r.verb.kind is not None and not (r.verb.gaining or r.verb.gaining_with):
        return False
    return token.kind is K.ICON or r.verb.gaining_with or token.word.singular or token.word.accusative
