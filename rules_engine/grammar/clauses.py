"""Where a trigger or a condition ends and the effect begins.

Releases that print a dash are read by it. Early releases lost it, so the effect is found by its own first word: an
attack noun, an infinitive or command, a signed value, or the subject of a verb that is not the clause's own.
"""

from __future__ import annotations

from rules_engine.grammar.attacks import is_attack_subject
from rules_engine.grammar.lists import find_genitives_end, is_list_comma
from rules_engine.grammar.phrases import (
    begin_of_limit,
    end_of_moment,
    end_of_tail,
    ends_sentence,
    goes_on,
    is_count,
    opens_relative,
)
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.subjects import Scan, back_to_subject
from rules_engine.lexicon import (
    ACT_NOUNS,
    CLAUSE_OPENERS,
    CONDITION_OPENERS,
    DECLARED_NOUNS,
    JOINING,
    KEYWORDS_BY_FIRST,
    MODAL,
    OPENER_EXCEPTIONS,
    OPENERS_BY_FIRST,
    WHOLE_VALUES,
)
from rules_engine.tokens import VALUES, K
from rules_engine.words import find_readings

_MOMENT_OPENERS = frozenset({"начале", "конце", "вначале"})
_MARKS = frozenset({K.COMMA, K.DASH, K.COLON, K.SEMICOLON, K.STOP})
_CLOSING = frozenset({K.STOP, K.SEMICOLON, K.COLON, K.BRACKET_CLOSE, K.QUOTE_CLOSE})
# How many tokens are looked ahead for a mark; the longest real clause has 30.
_LONGEST_CLAUSE = 60
_CONTRASTING = frozenset({"а", "но", "иначе", "затем"})
_REPLACED = frozenset({"этого", "него", "нее", "них"})
# Pronouns that open the effect behind a condition without a verb: «если он на кладбище он возрождается».
_RESTATING = frozenset({"он", "она", "оно", "они"})
_WITH_INFINITIVE = MODAL | {"хотеть", "можно", "обязывать"}
# Verbs whose object is never the card that speaks: of «если показан гном может …» the dwarf is the subject.
_SHOWN = frozenset({"показать", "найти", "выбрать"})
_BARE_PREDICATES = frozenset({"больше", "меньше", "нет", "более", "менее", "паразит"})


def find_opener(s: Sentence, index: int) -> int:
    """Return the number of tokens of a trigger opener at `index` («При», «В начале»), 0 where there is none."""
    for opener in OPENERS_BY_FIRST.get(s.lower(index), ()):
        if not all(s.lower(index + i) == word for i, word in enumerate(opener)):
            continue
        after = index + len(opener)
        if opener[-1] in _MOMENT_OPENERS and end_of_moment(s, after) is None:
            return 0
        excepted = s.lower(after) in OPENER_EXCEPTIONS.get(opener, ()) or (opener == ("до",) and is_count(s, after))
        return 0 if excepted else len(opener)
    return 0


def is_condition(s: Sentence, index: int) -> bool:
    """Say whether «если» or «пока» opens a condition at `index`."""
    return s.lower(index) in CONDITION_OPENERS


def find_clause_end(s: Sentence, index: int, *, tail: bool) -> int:
    """Return the index after the trigger or condition that opens at `index`.

    A clause ends at a dash, colon or «;», at a comma that no relative clause opens, or — early releases lost
    the dash — where the effect begins: an attack noun, an infinitive or command, a signed value, or the
    subject of a verb that is not the clause's own. A clause that closes its sentence (`tail`) has no effect
    behind it and ends only at marks.
    """
    if tail:
        end = end_of_tail(s, index + 1)
        if s.lower(index) == "если":
            command = _find_command(s, index + 2, end)
            effect = _scan_clause(s, index + 1, 1, stative=True)
            end = min(end, effect, end if command is None else command)
        return _trim(s, index, end)
    start = index + (find_opener(s, index) or 1)
    last = s.lower(start - 1)
    if last in _MOMENT_OPENERS:
        moment = end_of_moment(s, start)
        if moment is not None and s.lower(moment) in JOINING and find_opener(s, moment + 1):
            return find_clause_end(s, moment + 1, tail=False)
        if moment is not None and not (s.at(moment).kind is K.COMMA and opens_relative(s, moment)):
            return moment
    dash = _find_dash(s, start)
    if dash is not None:
        return _trim(s, index, _find_condition_comma(s, start, dash))
    own = 1 if last in CLAUSE_OPENERS or last in CONDITION_OPENERS else 0
    return _trim(s, index, _scan_clause(s, start, own, stative=last in CONDITION_OPENERS))


def _trim(s: Sentence, start: int, end: int) -> int:
    end = min(end, len(s))
    while end > start + 1 and s.at(end - 1).kind in _MARKS:
        end -= 1
    # «если открыт (1 раз за ход), …»: the limit is the whole ability's.
    return max(start + 1, begin_of_limit(s, end))


# --- clauses that a mark ends -----------------------------------------------------------------------------------
def _find_command(s: Sentence, start: int, end: int) -> int | None:
    """Return the infinitive or command with which an effect follows a condition in the middle of a sentence."""
    for index in range(start, end):
        if s.word(index).verb in {"inf", "imp"} and not _under_modal(s, start, index):
            return index
    return None


def _find_dash(s: Sentence, start: int) -> int | None:
    """Return the dash between a clause and its effect, for releases that print it.

    A dash behind the name of a spell or influence and the one of «где Х — …» belong to the effect.
    """
    index = start
    while index < min(len(s), start + _LONGEST_CLAUSE):
        token = s.at(index)
        if token.kind is K.DASH:
            return index
        if token.kind in _CLOSING or s.lower(index) == "где":
            return None
        if token.kind is K.COMMA and s.lower(index + 1) in _CONTRASTING:
            return None  # «…, получает 1, а в начале хода — 2»: the dash is the second clause's
        if index > start and s.lower(index) in DECLARED_NOUNS and is_attack_subject(s, index):
            return None
        index = s.after(index)
    return None


def _find_condition_comma(s: Sentence, start: int, end: int) -> int:
    """Return the comma before «если»/«пока» between `start` and `end`, or `end`."""
    for index in range(start, end):
        if s.at(index).kind is K.COMMA and is_condition(s, index + 1):
            return index
    return end


# --- clauses that only the effect ends --------------------------------------------------------------------------
def _scan_clause(s: Sentence, start: int, own: int, *, stative: bool) -> int:
    """Return where the clause ends whose first word after its opener stands at `start`."""
    state, index = Scan(own, stative), start
    if own == 0:
        index = _skip_object(s, start)
        state.verb, state.subject, state.prepositional = index - 1, True, True
    while index < len(s):
        token = s.at(index)
        if token.kind in _CLOSING or token.kind is K.DASH:
            return index
        if token.kind is K.BRACKET_OPEN and index in s.mates and ends_sentence(s, s.mates[index] + 1):
            return index
        if index > start and state.satisfied and s.lower(index) == "если":
            return index
        if token.kind is K.COMMA:
            if _describes_subject(s, index) and (own == 0 or (state.satisfied and _verb_follows(s, index))):
                first = back_to_subject(s, start, index, state)
                if own == 0 or first < index:
                    return first
            index, over = _pass_comma(s, index, state)
            if over:
                return index
            continue
        end = _effect_start(s, start, index, state)
        if end is not None:
            return end
        index = s.after(index)
    return index


def _describes_subject(s: Sentence, comma: int) -> bool:
    """Say whether a participle behind a comma tells of a nominative: «При ударе гном, стоящий рядом, …»."""
    inner, before = s.word(comma + 1), s.word(comma - 1)
    tells = (inner.participle or inner.lemma == "стоящий") and inner.nominative
    return tells and before.nominative and (s.is_name(comma - 1) or (before.noun and not before.genitive))


def _verb_follows(s: Sentence, comma: int) -> bool:
    """Say whether the next comma closes a participle's group and the verb of its noun stands behind it."""
    closing = next((i for i in range(comma + 1, comma + _LONGEST_CLAUSE) if s.at(i).kind in _MARKS), comma)
    return s.at(closing).kind is K.COMMA and s.word(s.after_not(closing + 1)).verb == "fin"


def _pass_comma(s: Sentence, comma: int, state: Scan) -> tuple[int, bool]:
    """Return where to go on behind a comma, and whether the clause ends there."""
    if state.relative and not goes_on(s, comma):
        state.relative = False
        return (comma + 1, False) if s.word(comma + 1).verb else (comma, True)
    if not goes_on(s, comma) and not _is_listed(s, comma):
        end = find_genitives_end(s, comma) if state.prepositional else None
        if end is not None:
            return end, False
        verbless = not state.stative and not state.satisfied
        listed = not state.prepositional and is_list_comma(s, comma, verbless=verbless)
        return (comma + 1, False) if listed else (comma, True)
    closing = _end_of_relative(s, comma)
    if closing is not None:
        verb_follows = s.word(closing + 1).verb or s.lower(closing + 1) == "не"
        return (closing + 1, False) if verb_follows else (closing, True)
    relative = opens_relative(s, comma)
    inner = s.word(s.after_not(comma + 1))
    state.relative = state.relative or relative or inner.gerund or inner.participle
    state.own += relative
    return comma + 1, False


def _end_of_relative(s: Sentence, comma: int) -> int | None:
    """Return the comma that closes the relative clause opened at `comma`, None where the effect begins before it."""
    if not opens_relative(s, comma):
        return None
    index = comma + 3
    while index < min(len(s), comma + _LONGEST_CLAUSE):
        token = s.at(index)
        if token.kind is K.COMMA:
            return index
        command = s.word(index).verb in {"inf", "imp"}
        if token.kind in _CLOSING or token.kind is K.DASH or command or is_attack_subject(s, index):
            return None
        index = s.after(index)
    return None


def _skip_object(s: Sentence, start: int) -> int:
    """Return the index after the noun or icon that a preposition opens the clause with («После этой атаки …»)."""
    index = start
    while s.at(index).kind is K.WORD and not s.word(index).noun and not s.word(index).verb:
        index += 1
    return index + 1 if s.at(index).kind is K.ICON or s.word(index).noun else max(start + 1, index)


def _is_listed(s: Sentence, comma: int) -> bool:
    """Say whether a comma stands in a list or before a participle: «, перемещавшимся …», «выстрел, метание»."""
    if s.lower(comma + 1) in {"меньше", "больше", "равной", "равным"}:
        return True
    if s.at(comma + 1).kind in VALUES and s.at(comma - 1).kind in VALUES:
        return True
    word = s.word(s.after_not(comma + 1))
    if word.participle and word.nominative and s.word(comma + 2).verb == "fin":
        return False  # «…, атаковавший получает …»: who did it is the subject of the effect
    if word.participle or _is_occupied(s, comma + 1):
        return True
    return not word.nominative and (word.adjective or word.noun or word.genitive)


def _is_occupied(s: Sentence, index: int) -> bool:
    """Say whether an adjective is the participle that it comes from: it has no noun («клетки, занятые гномами»)."""
    following = s.word(index + 1)
    if not s.word(index).adjective or following.nominative or not (following.noun or following.adjective):
        return False
    return any(reading.part == "PRTF" for reading in find_readings(s.lower(index)))


# --- the first word of an effect --------------------------------------------------------------------------------
def _effect_start(s: Sentence, start: int, index: int, state: Scan) -> int | None:
    """Return where the effect begins if the token at `index` shows that the clause is over."""
    token = s.at(index)
    if token.kind is K.SIGNED:
        return index if state.satisfied and index > start and s.lower(index - 1) not in {"на", "с"} else None
    if index > start and (is_attack_subject(s, index) or _is_keyword_act(s, index, state)):
        return _first_of_attack(s, start, index) if state.satisfied and _is_declared(s, index, state) else None
    if state.stative and state.own and token.lemma in {"elite", "ordinary"}:
        state.own, state.verb, state.subject = 0, index, True
    if token.kind is not K.WORD:
        return None
    if state.satisfied and s.lower(index) == "вместо" and s.lower(index + 1) in _REPLACED:
        return index - (s.lower(index - 1) in _RESTATING)
    if not token.word.verb:
        _note_predicate(s, start, index, state)
        return None
    if token.word.verb == "fin":
        return _effect_of_finite(s, start, index, state)
    if token.word.verb == "inf" and (_under_modal(s, start, index) or s.lower(index - 1) == "чтобы"):
        return None
    return index - (s.lower(index - 1) in WHOLE_VALUES) if index > start else None


def _first_of_attack(s: Sentence, start: int, index: int) -> int:
    """Return where the group of an attack noun begins: «X разрядов», «следующий магический удар»."""
    while index - 1 > start:
        word, governed = s.word(index - 1), s.word(index - 2).preposition
        described = word.adjective and word.nominative and not word.participle and not governed
        counted = is_count(s, index - 1) and not s.word(index).singular  # «если выпало 2 выстрел …» counts no shots
        if not described and not counted:
            break
        index -= 1
    return index - (s.lower(index - 1) == "до")  # «до двух выстрелов»


def _effect_of_finite(s: Sentence, start: int, index: int, state: Scan) -> int | None:
    """Return where the effect of a finite verb begins; a verb of the clause's own is counted and gives None."""
    before = s.lower(index - 1)
    subject = any(s.lower(i) == "вы" for i in range(start, index))  # «если вы это делаете, …»
    if s.word(index).addressed and not (state.own and (index - 1 == start or subject)):
        return index - (before in {"вы", "не"})
    if state.stative and state.own:
        if state.subject and _may_do(s, start, index):
            return index
        if start <= state.subject_at < index - 1 and before in _RESTATING:
            return index - 1
    if state.own > 0 or (state.verb >= 0 and _is_coordinated(s, index)):
        state.own = max(0, state.own - 1)
        state.verb = index
        return None
    first = back_to_subject(s, start, index - (before == "не"), state)
    return first - (first == index and before in WHOLE_VALUES)


def _note_predicate(s: Sentence, start: int, index: int, state: Scan) -> None:
    """Remember a predicate without a verb and the clause's first subject."""
    if state.own and state.verb < 0 and _is_predicate(s, start, index, state):
        state.own, state.verb, state.subject = 0, index, s.word(index).lemma not in _SHOWN
    if not state.subject and state.verb < 0 and s.word(index).nominative:
        state.subject, state.subject_at = True, index


def _is_keyword_act(s: Sentence, index: int, state: Scan) -> bool:
    """Say whether a keyword noun at `index` is an act that opens an effect: «При промахе подлость 2»."""
    if not s.word(index).singular:
        return False
    lemma = s.at(index).lemma
    return lemma in ACT_NOUNS or (state.prepositional and lemma in KEYWORDS_BY_FIRST)


def _may_do(s: Sentence, start: int, index: int) -> bool:
    """Say whether «может» with an act opens the effect of a condition without a verb («если она открыта может …»)."""
    act = s.word(index + 1)
    lower_case = s.at(start - 1).text[:1].islower()
    permitted = s.at(index).lemma == "мочь" and s.lower(index - 1) != "не"
    return lower_case and permitted and act.verb == "inf" and act.perfective


def _under_modal(s: Sentence, start: int, index: int) -> bool:
    """Say whether an infinitive hangs on a modal verb within three words before it («должно было погибнуть»)."""
    for position in range(index - 1, max(start - 1, index - 4), -1):
        if s.at(position).lemma in _WITH_INFINITIVE:
            return True
        if s.word(position).verb == "inf" and s.lower(index - 1) not in {"и", "или"}:
            return False
    return False


def _is_coordinated(s: Sentence, index: int) -> bool:
    """Say whether a second verb belongs to the clause: «атакует или использует», «не двигалось и не атаковало»."""
    before = index - 2 if s.lower(index - 1) == "не" else index - 1
    return s.lower(before) in JOINING


def _is_declared(s: Sentence, index: int, state: Scan) -> bool:
    """Say whether an attack noun opens an effect: it is not the object of the clause's preposition or verb."""
    if s.at(index).kind is K.ICON and s.lower(index + 1) != "на":
        return False  # «ранит гнома {uchr}»: the means, not an act
    before = s.word(index - 1)
    if before.preposition or (before.verb and not s.lower(index - 1).endswith("ся")):
        return False
    if before.adjective and before.nominative:
        return not s.word(index - 2).verb
    return s.lower(index - 1) not in JOINING or state.own == 0


def _is_doer(s: Sentence, index: int) -> bool:
    """Say whether a participle stands for who did or suffered something; «летающий» is what a card is."""
    return s.word(index).participle and not s.lower(index).removeprefix("не").startswith("летающ")


def _is_predicate(s: Sentence, start: int, index: int, state: Scan) -> bool:
    """Say whether a condition has its predicate without a verb: «пока закрыт», «если она уникальная»."""
    word, lower = s.word(index), s.lower(index)
    if not state.stative:
        return state.subject and not s.is_name(index) and (word.predicate or lower in {"больше", "меньше"})
    if word.predicate or lower in _BARE_PREDICATES:
        return True
    if index == start:
        return (
            word.adjective
            and word.nominative
            and ((bool(s.word(start + 1).verb) and not _is_doer(s, start)) or s.at(start + 1).kind is not K.WORD)
        )
    # «если значения одинаковые получает»: an adjective behind its noun.
    if word.adjective and word.nominative and s.word(index - 1).noun and s.word(index + 1).verb:
        return not word.participle
    # «это третий рывок»: a neuter «это» before a noun that is not neuter is a subject, no determiner.
    restated = s.lower(start) == "это" and word.noun and lower[-1] not in "ое"
    return word.nominative and (restated or (s.word(index - 1).pronoun and lower != "это"))
