"""The rule for attacks, spells and influences that are declared: name, value, and what is given with them."""

from __future__ import annotations

from rules_engine.grammar.attacks import find_attack, is_attack_subject, is_passive_subject
from rules_engine.grammar.gains import end_of_grant
from rules_engine.grammar.names import find_means_end, find_name_end
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.state import Reader, Verb
from rules_engine.lexicon import DECLARED
from rules_engine.tokens import QUOTES, VALUES, K, print_value
from schema.vocabulary import ActionKind


def read_attack(r: Reader) -> bool:
    """An attack, spell or influence that is declared: its name, value and range."""
    s, start = r.s, r.index
    found = find_attack(s, start)
    if found is None:
        return False
    after, kind = found
    declared = is_attack_subject(s, start) and not r.modal_suppressed() and not _is_told_of(r, start, after)
    end = find_name_end(s, after, declared=kind in DECLARED) if s.at(start).kind is K.WORD else after
    value, value_end = _read_value_after(r, end)
    if not declared or not _is_act(r, start, value, kind):
        r.index = after
        return True
    name = s.quote(after, end).strip(QUOTES)
    if not name and value_end > end and kind not in DECLARED:
        end, value_end = value_end, find_means_end(s, value_end)
        name = s.quote(end, value_end)
    if r.verb.gaining and not r.granted and kind not in DECLARED:
        r.act(ActionKind.GAIN_KEYWORD, start, after)
        r.granted_until = end_of_grant(r, start)
    r.act(kind, start, max(value_end, end), name or None, value)
    if kind in DECLARED:
        r.verb, r.modal = Verb(), ""
    r.preposition = ""
    r.index = r.last_attack = max(value_end, end)
    return True


def _is_told_of(r: Reader, start: int, after: int) -> bool:
    """Say whether an attack is the subject of what befalls it; a verb behind a cost may be a name («{tap}: …»)."""
    opens = start == 0 or r.s.at(start - 1).kind is K.COLON
    return not opens and is_passive_subject(r.s, start, after)


def _is_act(r: Reader, start: int, value: str | None, kind: ActionKind) -> bool:
    """Say whether the noun is an act and no mention: it has a value, is a spell, or stands by itself."""
    s = r.s
    if kind in DECLARED and not s.word(start).singular:
        return False  # «заклинания противника не действуют …»
    if kind in DECLARED:
        return s.lower(start - 1) != "или" and s.at(start - 1).lemma not in _MENTIONING
    if value is not None or r.verb.striking:
        before = s.at(start - 1)
        return before.kind is not K.WORD or not before.word.preposition
    return s.at(start - 1).kind not in {K.WORD, K.SIGNED, K.ICON} and s.at(start).kind is K.WORD and bool(r.nodes)


def _read_value_after(r: Reader, index: int) -> tuple[str | None, int]:
    s = r.s
    if s.lower(index) == "на" and s.at(index + 1).kind in VALUES:
        return print_value(s.at(index + 1)), index + 2
    return _read_value_behind_target(s, index), index


def _read_value_behind_target(s: Sentence, index: int) -> str | None:
    """Return the value in «выстрел по ближней карте на 2»."""
    if s.lower(index) not in _TARGETING:
        return None
    for position in range(index + 1, index + _LONGEST_TARGET):
        if s.at(position).kind is not K.WORD or s.word(position).verb:
            return None
        if s.lower(position) == "на" and s.at(position + 1).kind in VALUES:
            measured = s.at(position + 2).kind is K.WORD and not s.word(position + 2).preposition
            return None if measured else print_value(s.at(position + 1))
    return None


_TARGETING = frozenset({"по", "в"})
# How many tokens the words of a target are followed for.
_LONGEST_TARGET = 10
# Verbs whose object a spell or an influence is: it is spoken of, not made.
_MENTIONING = frozenset(
    {"объявить", "объявлять", "выполнить", "выполнять", "отменить", "отменять", "скопировать", "копировать",
     "повторить", "повторять", "предотвратить", "игнорировать", "перенаправить"}
)  # fmt: skip
