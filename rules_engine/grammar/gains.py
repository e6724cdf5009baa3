"""Rules for what a card receives: whole abilities, counters and markers, additional lives, wounds."""

from __future__ import annotations

from rules_engine.ability import Role
from rules_engine.costs import starts_cost
from rules_engine.grammar.attacks import is_attack_subject
from rules_engine.grammar.clauses import find_opener, is_condition
from rules_engine.grammar.names import find_name_end
from rules_engine.grammar.phrases import read_duration as find_duration
from rules_engine.grammar.state import Reader, Verb
from rules_engine.lexicon import (
    COUNTER_ICONS,
    COUNTER_NOUNS,
    KEYWORDS_BY_FIRST,
    NUMERALS,
    PERMITTING,
    PREFIXES,
)
from rules_engine.tokens import QUOTES, VALUES, K, print_value
from schema.vocabulary import ActionKind

_BOUNDING = frozenset({"более", "больше", "максимум"})


def read_grant(r: Reader) -> bool:
    """An ability given whole, in quotes or not: one gain_keyword, then what stands inside."""
    s, start = r.s, r.index
    # «имеет «…» и «…»»: the second is received by the same verb.
    again = (
        s.at(start).kind is K.QUOTE_OPEN and r.granted_until == start - 1 and s.lower(start - 1) in {"и", "или", ","}
    )
    if not (r.verb.gaining or r.verb.gaining_with or again) or r.granted:
        return False
    if r.preposition not in {"", "с"} and s.lower(start - 1) not in {"и", "или", "либо"}:
        return False
    after = start + 1 if s.at(start).kind in {K.QUOTE_OPEN, K.COLON} else start
    quoted = s.at(start).kind is K.QUOTE_OPEN and start in s.mates
    if s.at(after).kind is K.SIGNED and s.at(start).kind is not K.QUOTE_OPEN:
        return False
    if not quoted and not _opens_whole(r, after):
        return False
    end = s.mates[start] + 1 if quoted else end_of_grant(r, after)
    r.act(ActionKind.GAIN_KEYWORD, start, after + 1 if after < end else end)
    r.granted_until = end
    r.verb, r.modal, r.preposition = Verb(), "", ""
    r.index = _skip_granted_head(r, after)
    return r.index > start


def _opens_whole(r: Reader, index: int) -> bool:
    s = r.s
    token = s.at(index)
    if starts_cost(s.tokens, index):
        return True
    if token.kind is K.ICON and token.lemma == "instant":
        return True
    if token.kind is not K.WORD or not token.text[0].isupper():
        return False
    if token.text.lower() in PREFIXES and any(s.at(i).kind is K.COLON for i in (index + 1, index + 2)):
        return True
    keyword_sentence = token.lemma in KEYWORDS_BY_FIRST and s.at(index + 1).kind is K.STOP
    if token.word.verb == "fin" and token.lemma in PERMITTING:
        return True  # «получает Может нападать …»
    return bool(find_opener(s, index)) or is_condition(s, index) or keyword_sentence or s.lower(index) == "не"


def end_of_grant(r: Reader, index: int) -> int:
    """An unquoted grant ends before a duration, a condition that bounds it, brackets or the sentence's end."""
    s, last, position = r.s, len(r.s), index
    while position < last:
        token = s.at(position)
        if position > index and find_duration(s, position) is not None:
            return position
        if token.kind is K.COMMA and s.lower(position + 1) == "пока" and s.at(index).kind is K.ICON:
            return position
        if token.kind is K.SEMICOLON:
            return position
        position += 1
    return last


def _skip_granted_head(r: Reader, index: int) -> int:
    """Pass over the cost or wrapper of a granted ability: they fill no slot of the giving one."""
    s = r.s
    for position in range(index, min(index + 14, r.granted_until)):
        if s.at(position).kind is K.COLON:
            r.add(Role.ASIDE, index, position + 1)
            return position + 1
        if s.at(position).kind in {K.STOP, K.DASH} or is_attack_subject(s, position):
            break
    return index


def read_extra(r: Reader) -> bool:
    """«получает 2 дополнительные {health}»: an act of kind `other` with its value (guide, 8)."""
    s, start = r.s, r.index
    received = r.verb.gaining or (r.verb.gaining_with and r.preposition == "с")
    if s.at(start).lemma != "дополнительный" or not received or r.modal_suppressed():
        return False
    r.act(ActionKind.OTHER, start, start + 1, value=count_before(r, start) or "1")
    r.index = start + 1
    return True


def read_counter(r: Reader) -> bool:
    """A counter, marker or token received (a lost one is the verb's own `other`)."""
    s, start = r.s, r.index
    token = s.at(start)
    icon = token.kind is K.ICON and token.lemma in COUNTER_ICONS
    noun = token.kind is K.WORD and token.lemma in COUNTER_NOUNS
    if not (icon or noun) or not (r.verb.gaining or (r.verb.gaining_with and r.preposition == "с")):
        return False
    chained = s.lower(start - 1) in {"и", "или", "либо"}
    if s.lower(start - 2) in _BOUNDING and start in s.bracketed:
        return False  # «(не более 3 {counter})» bounds what was received
    if (r.preposition not in {"", "с"} and not chained) or r.verb.negated or r.modal_suppressed():
        return False
    value = count_before(r, start) or "1"
    end, name = start + 1, None
    if noun and token.lemma != "фишка":
        end = find_name_end(s, start + 1, declared=True)
        name = s.quote(start + 1, end).strip(QUOTES) or None
    r.act(ActionKind.GAIN_COUNTER, start, end, name, value)
    r.index = end
    if s.at(end).kind is K.BRACKET_OPEN and end in s.mates and name:
        r.granted_until = max(r.granted_until, s.mates[end])
    return True


def value_at(r: Reader, index: int) -> str | None:
    """Return the value at `index` in digits, None where no number stands there."""
    token = r.s.at(index)
    return print_value(token) if token.kind in VALUES else NUMERALS.get(r.s.lower(index))


def count_before(r: Reader, index: int) -> str | None:
    """Return the number before a noun or icon, at most one adjective apart."""
    s = r.s
    for position in (index - 1, index - 2):
        if s.at(position).kind in VALUES:
            return print_value(s.at(position))
        if s.lower(position) in NUMERALS:
            return NUMERALS[s.lower(position)]
        if s.at(position).kind is not K.WORD or not s.at(position).word.adjective:
            return None
    return None


def read_wounds(r: Reader) -> bool:
    """«получить 3 раны»: wounds received; «получает раны только от …» says what may wound: one `other`."""
    s = r.s
    if s.at(r.index).lemma != "рана" or not (r.verb.gaining or r.verb.striking) or r.preposition:
        return False
    value = count_before(r, r.index)
    kind = ActionKind.OTHER if value is None else ActionKind.WOUND
    r.act(kind, r.index, r.index + 1, value=value)
    r.index += 1
    return True
