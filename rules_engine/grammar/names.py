"""Where an unquoted name ends («Заклинание морозный вздох ранить …») and whether icons are a cost.

Stands apart because names are read from both sides: by the reader of acts and by the search for a clause's end.
"""

from __future__ import annotations

from rules_engine.game_words import is_being, is_of_game
from rules_engine.grammar.attacks import is_attack_subject
from rules_engine.grammar.clauses import find_opener
from rules_engine.grammar.lists import is_list_comma
from rules_engine.grammar.phrases import opens_relative, read_duration, read_next_turn
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.subjects import Scan, back_to_subject
from rules_engine.lexicon import ACT_NOUNS, DETERMINERS, EVENT_NOUNS, JOINING, PERMITTING, WHOLE_VALUES
from rules_engine.tokens import VALUES, K
from rules_engine.words import find_readings

_LONGEST_NAME = 12
_TARGETING = frozenset({"по", "или", "и", "в"})


def find_name_end(s: Sentence, index: int, *, declared: bool) -> int:
    """Return the index after the name that begins at `index`; `index` itself where no name stands there.

    A quoted name ends with its quote. An unquoted one ends before «на N», a mark, or the first word of the
    effect; the name of a spell or influence (`declared`) may itself begin with an infinitive.
    """
    if s.at(index).kind is K.QUOTE_OPEN and index in s.mates:
        return s.mates[index] + 1
    if not declared:
        return _end_of_words(s, index, index)
    numbered = s.at(index).kind is K.NUMBER and s.at(index + 1).kind is K.WORD  # «воздействие 2 клинка …»
    position = index + 2 if numbered else index
    while position < min(len(s), index + _LONGEST_NAME):
        verb = s.word(position).verb if position > index else ""
        if s.at(position).kind is K.COMMA and _describes(s, position):
            return back_to_subject(s, index, position, Scan(0, stative=False))
        listed = s.at(position).kind is K.COMMA and is_list_comma(s, position)
        if not listed and (s.at(position).kind is not K.WORD or _ends_declared_name(s, index, position)):
            break
        if verb == "fin" and s.at(index - 2).kind is K.BRACKET_OPEN and s.at(position + 1).kind is K.BRACKET_CLOSE:
            return position + 1  # «(заклинание всё погасло)»: a verb of the name, no effect follows
        if verb == "fin":
            # «заклинание сжечь лес может …»: the object of a name's own infinitive is no subject.
            own = index if s.word(index).verb == "inf" and s.at(position).lemma in PERMITTING else -1
            return back_to_subject(
                s, index, position - (s.lower(position - 1) == "не"), Scan(0, stative=False, verb=own)
            )
        if verb and (s.word(position + 2).verb != "inf" or s.lower(position + 1) in JOINING):
            break
        # «… петь пора закрыть карту»: of two infinitives the first belongs to the name, if no «или» joins them.
        position += 2 if verb else 1
    return position


def _describes(s: Sentence, comma: int) -> bool:
    """Say whether a relative clause or a participle behind a comma tells of the noun before it."""
    return opens_relative(s, comma) or s.word(s.after_not(comma + 1)).participle


def _end_of_words(s: Sentence, start: int, index: int) -> int:
    """Return the end of the name of an attack: words up to «на N», a mark, or what tells its target."""
    index += _opens_with_preposition(s, index)
    while index < min(len(s), start + _LONGEST_NAME) and s.at(index).kind is K.WORD:
        lower = s.lower(index)
        opens_target = s.word(index).preposition and lower != "на" and index == start
        if s.word(index).verb == "fin":
            return start  # «выстрел гнома наносит …»: the subject of a verb, no name
        if s.lower(index + 1 + (lower == "на")) == "же":
            return start  # «той же величины, что и …»: how strong it is
        if opens_target or lower in _TARGETING or _opens_value(s, index) or _is_gerund(s, index):
            break
        index += 1
    return index


def find_means_end(s: Sentence, index: int) -> int:
    """Return the index after what an attack is named by behind its value («на 1-2-2 вторым клинком»), else `index`."""
    noun = index
    while s.word(noun).adjective and _is_instrumental(s, noun):
        noun += 1
    form = s.lower(noun)
    known = s.is_name(noun) or is_of_game(form) or is_being(form)
    return noun + 1 if s.word(noun).noun and _is_instrumental(s, noun) and not known else index


def _is_instrumental(s: Sentence, index: int) -> bool:
    return any("ablt" in reading.grammemes for reading in find_readings(s.lower(index)))


def _opens_with_preposition(s: Sentence, start: int) -> bool:
    """Say whether a preposition opens a name («из засады на 2») and no target, which is made of the game's words."""
    if not s.word(start).preposition or s.lower(start) == "на":
        return False
    index = start + 1
    while index < start + _LONGEST_NAME and s.at(index).kind is K.WORD and not _opens_value(s, index):
        if s.word(index).verb or s.is_name(index) or is_of_game(s.lower(index)) or is_being(s.lower(index)):
            return False
        index += 1
    return index > start + 1 and _opens_value(s, index)


def _opens_value(s: Sentence, index: int) -> bool:
    return s.lower(index) == "на" and (s.at(index + 1).kind in VALUES or s.lower(index + 1) in WHOLE_VALUES)


def _is_gerund(s: Sentence, index: int) -> bool:
    return s.word(index).gerund or (s.lower(index) == "не" and s.word(index + 1).gerund)


# Determiners that no name holds in any case form.
_POINTING = frozenset({"выбранный", "выбрать", "ваш", "этот"})


def _names_event(s: Sentence, index: int) -> bool:
    """Say whether «при» is followed by an event and not by the words of a name («… при луне»)."""
    return any(s.at(i).lemma in EVENT_NOUNS or s.at(i).kind is K.ICON for i in (index, index + 1))


def _ends_declared_name(s: Sentence, start: int, index: int) -> bool:
    """Say whether the word at `index` is the first of an effect behind the name of a spell or influence."""
    if _is_gerund(s, index) or _opens_value(s, index):
        return True
    if index == start:
        return False
    lemma, lower = s.at(index).lemma, s.lower(index)
    pointing = lemma in DETERMINERS and (s.word(index).nominative or lemma in _POINTING)
    event = lower == "при" and _names_event(s, index + 1)
    moment = read_duration(s, index) is not None or read_next_turn(s, index) is not None
    act = (
        lemma in ACT_NOUNS and s.word(index).singular and (s.at(index + 1).kind in VALUES or _opens_value(s, index + 1))
    )
    opener = s.at(index).text[0].isupper() and find_opener(s, index) > 0
    return pointing or event or act or moment or opener or lower in {"когда", "если"} or is_attack_subject(s, index)
