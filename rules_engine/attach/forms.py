"""One word form -> what it may be in a phrase: its cases with gender and number, its parts of speech.

Agreement is a meeting of bit masks, one bit for each case with a gender or the plural, so that «другое существо»
agrees and «другое карте» does not. Stands apart from rules_engine.words, which keeps the one likeliest reading:
here all readings count, since the neighbours decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from rules_engine.words import find_readings, is_fight_result
from rules_links.morphology import Reading
from schema.fold import fold

CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")
NUMBERS = ("masc", "femn", "neut", "plur")
ANY = (1 << (len(CASES) * len(NUMBERS))) - 1
_SAME_CASE = {"gen1": "gent", "gen2": "gent", "acc2": "accs", "loc1": "loct", "loc2": "loct"}


def case_mask(*names: str) -> int:
    """Return the bits of whole cases, in all genders and in the plural."""
    return sum(0b1111 << (CASES.index(name) * len(NUMBERS)) for name in names)


def number_mask(*names: str) -> int:
    """Return the bits of genders and of the plural, in all cases."""
    return sum(1 << (case * len(NUMBERS) + NUMBERS.index(name)) for case in range(len(CASES)) for name in names)


NOMINATIVE, GENITIVE, DATIVE, ACCUSATIVE, INSTRUMENTAL, LOCATIVE = (case_mask(name) for name in CASES)
SINGULAR = number_mask("masc", "femn", "neut")
PLURAL = number_mask("plur")


@lru_cache(maxsize=4096)
def all_numbers(mask: int) -> int:
    """Return the cases of `mask` in all genders and numbers: what a coordinated group may agree with."""
    return sum(case_mask(name) for name in CASES if mask & case_mask(name))


@dataclass(frozen=True, slots=True)
class Form:
    """What a word form may be; masks are 0 where it cannot be that part of speech.

    `finite` holds the bits in which a subject may stand beside the verb; `addressed` a verb in the second person.
    """

    noun: int = 0
    pronoun: int = 0
    adjective: int = 0
    participle: int = 0
    finite: int = 0
    addressed: bool = False
    transitive: bool = False
    animate: bool = False
    short: bool = False
    adverb: bool = False
    comparative: bool = False


_NOUNS = frozenset({"NOUN"})
_ADJECTIVES = frozenset({"ADJF", "PRTF", "NUMR"})
# Pronouns, and forms whose agreement a dictionary does not show.
_HARD: dict[str, Form] = {
    "его": Form(pronoun=case_mask("gent", "accs")),
    "ее": Form(pronoun=case_mask("gent", "accs")),
    "их": Form(pronoun=case_mask("gent", "accs")),
    "который": Form(adjective=case_mask("nomn", "accs") & number_mask("masc")),
    "раз": Form(noun=case_mask("nomn", "accs") & number_mask("masc") | GENITIVE & PLURAL),
    "то": Form(adjective=case_mask("nomn", "accs") & number_mask("neut")),
    "ран": Form(noun=GENITIVE & PLURAL),
    "все": Form(
        adjective=case_mask("nomn", "accs") & PLURAL,
        pronoun=case_mask("nomn", "accs") & PLURAL | case_mask("nomn", "accs") & number_mask("neut"),
    ),
    "стоит": Form(finite=SINGULAR & NOMINATIVE),
    "стоят": Form(finite=PLURAL & NOMINATIVE),
    "ранит": Form(finite=SINGULAR & NOMINATIVE, transitive=True),
    "ранят": Form(finite=PLURAL & NOMINATIVE, transitive=True),
    "ранится": Form(finite=SINGULAR & NOMINATIVE),
    "есть": Form(finite=NOMINATIVE),
}


@lru_cache(maxsize=65536)
def read_form(word: str) -> Form:
    """Return what `word` may be, from all its readings."""
    folded = fold(word)
    hard = _HARD.get(folded)
    if hard is not None:
        return hard
    if folded[:1].isdigit():
        return Form(adjective=ANY)  # «3-м»
    if is_fight_result(folded):
        return Form(noun=ANY)  # «свести к сильный-слабый»: the result of a fight is never declined
    return _sum_up(find_readings(folded))


def _sum_up(found: tuple[Reading, ...]) -> Form:
    def mask(parts: frozenset[str]) -> int:
        return _close(_any_of(_mask(reading.grammemes) for reading in found if reading.part in parts))

    adjective = mask(_ADJECTIVES)
    verbs = [reading for reading in found if reading.part == "VERB" and "impr" not in reading.grammemes]
    parts = {reading.part for reading in found}
    return Form(
        noun=_close_noun(_any_of(_mask(reading.grammemes) for reading in found if reading.part in _NOUNS)),
        pronoun=mask(frozenset({"NPRO"})),
        adjective=adjective,
        participle=mask(frozenset({"PRTF"})),
        finite=_any_of(_agreement(reading.grammemes) for reading in verbs),
        addressed=any("2per" in reading.grammemes for reading in verbs),
        transitive=any(
            "tran" in reading.grammemes for reading in found if reading.part in {"VERB", "INFN", "GRND", "PRTF"}
        ),
        animate=any({"anim"} <= reading.grammemes for reading in found if reading.part == "NOUN"),
        short=bool(parts & {"ADJS", "PRTS", "PRED"}),
        # «дальней» may be «more distant» too, but beside a noun it never is.
        adverb=bool(parts & {"ADVB", "COMP"}) and not adjective,
        comparative="COMP" in parts and not adjective,
    )


def _any_of(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _bits(*cells: str) -> int:
    return sum(case_mask(cell[:4]) & number_mask(cell[5:]) for cell in cells)


# Cells of the table of an adjective that are one form: the analyser leaves out readings that it holds for rare.
_SAME_FORM = tuple(
    (_bits(*one.split(", ")), _bits(*other.split(", ")))
    for one, other in (
        ("gent masc, gent neut", "gent masc, gent neut, accs masc"),
        ("nomn masc", "accs masc"),
        ("nomn neut, accs neut", "nomn neut, accs neut"),
        ("nomn plur", "accs plur"),
        ("gent plur, loct plur", "gent plur, loct plur, accs plur"),
        ("gent femn, datv femn, loct femn", "gent femn, datv femn, loct femn, ablt femn"),
        ("datv masc, datv neut", "datv masc, datv neut"),
        ("ablt masc, ablt neut", "ablt masc, ablt neut"),
        ("loct masc, loct neut", "loct masc, loct neut"),
    )
)
_SAME_NOUN = tuple((_bits(*one.split(", ")), _bits(*one.split(", "))) for one in ("datv femn, loct femn",))


def _close(mask: int) -> int:
    """Return `mask` with the cells that an adjective's form always shares with one of its own."""
    return reduce(lambda total, pair: total | pair[1] if total & pair[0] else total, _SAME_FORM, mask)


def _close_noun(mask: int) -> int:
    return reduce(lambda total, pair: total | pair[1] if total & pair[0] else total, _SAME_NOUN, mask)


@lru_cache(maxsize=4096)
def _mask(grammemes: frozenset[str]) -> int:
    if "Fixd" in grammemes or not grammemes:
        return ANY
    case = next((_SAME_CASE.get(name, name) for name in grammemes if _SAME_CASE.get(name, name) in CASES), None)
    if case is None:
        return 0
    genders = [name for name in ("masc", "femn", "neut") if name in grammemes]
    if "plur" in grammemes:
        return case_mask(case) & PLURAL
    if "ms-f" in grammemes or not genders:
        return case_mask(case) & (SINGULAR if "sing" in grammemes else number_mask(*NUMBERS))
    return case_mask(case) & number_mask(*genders)


@lru_cache(maxsize=4096)
def _agreement(grammemes: frozenset[str]) -> int:
    if "plur" in grammemes:
        return NOMINATIVE & PLURAL
    genders = [name for name in ("masc", "femn", "neut") if name in grammemes]
    return NOMINATIVE & (number_mask(*genders) if genders else SINGULAR)
