"""Which genitives no noun of the game has: ends of time without «до», wounds of beings, attacks of attacks.

Stands apart from the groups because it is about what words mean, not how they agree: «+1 к удару конца хода» agrees.
"""

from __future__ import annotations

from rules_engine.grammar.sentence import Sentence
from rules_engine.tokens import K

# Parts of the play, and what they may be of: «начало хода», «поле боя», never «ранить гнома конца хода».
_TIMES_OF_PLAY = frozenset({"конец", "начало", "бой", "ход", "игра"})
_TIMED = frozenset(
    {"начало", "конец", "поле", "течение", "время", "момент", "порядок", "число", "количество", "фаза", "окончание"}
)
_ENDS = frozenset({"начало", "конец"})
_WITH_ENDS = frozenset({"ход", "бой", "игра", "раунд", "фаза", "рассадка", "расстановка", "набор", "раздача"})
_ATTACKS = frozenset({"атака", "выстрел", "метание", "разряд", "удар"})
_OF_WOUNDS = frozenset({"число", "количество", "получение", "перераспределение", "излечение", "единица", "маркер"})


def belongs_to_none(s: Sentence, index: int) -> bool:
    """Say whether the noun before `index` cannot have the genitive that stands there."""
    noun, head = s.at(index).lemma, s.at(index - 1).lemma
    if noun in _TIMES_OF_PLAY and s.at(index).kind is K.WORD:
        return s.at(index - 1).kind is not K.WORD or head not in _TIMED
    if noun == "рана":
        return head not in _OF_WOUNDS
    return noun in _ATTACKS and head in _ATTACKS | {"рана", "защита"}


def is_end_of_nothing(s: Sentence, start: int, end: int) -> bool:
    """Say whether the group from `start` to `end` is a beginning or an end without its turn: «в начале», «до конца»."""
    return s.at(start).lemma in _ENDS and not any(s.at(i).lemma in _WITH_ENDS for i in range(start, end))
