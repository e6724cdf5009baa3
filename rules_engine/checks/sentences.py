"""Where a sentence of a card text begins and what it may begin with: for the checks of stops and capitals.

Apart from the parser's own cut, which must understand broken texts; here the marks and capitals are the question.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from rules_engine.corpus import Corpus
from schema.fold import fold
from schema.kept import keep_texts

# Words that open a sentence in every release; the run's own cards add theirs (Corpus.openers).
_COMMON: Final = frozenset({
    "при", "когда", "пока", "если", "после", "в", "вместо", "имеет", "имеют", "может", "могут", "не", "получает",
    "получают", "получить", "максимум", "строй", "концентрация", "вальхалла", "бешенство", "бестелесный", "отпор",
    "орда", "вампиризм", "рывок", "прыжок", "телепортация", "игнорирует", "до", "перед", "каждый", "каждая",
    "каждое", "ваш", "ваша", "ваше", "ваши", "все", "существа", "начинает",
})  # fmt: skip
# A word that opens sentences on so many cards does so by no slip; nor has it a capital elsewhere by one.
_LEARNT, _NAMED = 2, 2
# Behind these a capital or a cost opens what is received, its quotes lost: «получает {tap}: Выстрел на 1».
GAINING: Final = re.compile(
    r"(?<![^\W\d_])(?:получ|приобре|име[ею]|становит|становят|стать|стал|особенност)\w*", re.IGNORECASE
)
# The cost of an ability with its colon.
COST: Final = r"(?:\{(?:tap|instant|counter|token|tok|first|second|\?)\}\s?){1,4}:"
_STOP = re.compile(r"(?<=[^\W\d_]{2})[.!?;](?=\s|$)|(?<=[\d})»\"\s])[.!?;](?=\s|$)|[:(«„]")


def is_opener(word: str, corpus: Corpus) -> bool:
    """Say whether a sentence may begin with `word`, which has a capital and is no name."""
    folded = fold(word)
    return folded in _COMMON or (corpus.openers.get(folded, 0) >= _LEARNT and corpus.capitals.get(folded, 0) < _NAMED)


def sentence_start(text: str, place: int) -> int:
    """Return where the sentence, or the part behind a colon, bracket or quote, begins that holds `place`."""
    ends = _find_stops(text)
    before = bisect_right(ends, place)
    start = ends[before - 1] if before else 0
    # What stands before `place` is looked at alone: a stop right before it is one though no blank follows.
    for match in _STOP.finditer(text, start, place):
        start = match.end()
    return start


@keep_texts
def _find_stops(text: str) -> tuple[int, ...]:
    return tuple(match.end() for match in _STOP.finditer(text))
