"""One word form -> its grammar: dictionary form, verb form, cases, as the parser asks for them.

The readings come from the project's one analyser (rules_links.morphology), asked once for every distinct form;
here they are folded into the few questions that a parser of card texts has. Forms that a general dictionary
reads as something else in these texts stand in a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules_engine.lexicon import CLASS_MODELS, STRENGTHS, SURE_WORDS, UNDECLINED
from rules_links.morphology import Reading, readings
from schema.fold import fold


@dataclass(frozen=True, slots=True)
class Word:
    """The grammar of a form as far as its spelling tells; several cases may be possible at once.

    `lemma` is folded (ё as е). `verb` is "inf", "imp" or "fin" where the form is most likely a verb, "" else;
    `singular` and `plural` are the numbers in which a noun, adjective or pronoun may be nominative, or the
    number of a verb; `addressed` marks the second person.
    """

    lemma: str
    verb: str = ""
    perfective: bool = False
    transitive: bool = False
    addressed: bool = False
    noun: bool = False
    adjective: bool = False
    participle: bool = False
    pronoun: bool = False
    preposition: bool = False
    adverb: bool = False
    gerund: bool = False
    predicate: bool = False
    genitive: bool = False
    accusative: bool = False
    singular: bool = False
    plural: bool = False

    @property
    def nominative(self) -> bool:
        """Whether the form may be a nominative."""
        return not self.verb and (self.singular or self.plural)


NO_WORD = Word("")
# Forms that a general dictionary reads as something else (text_conventions: hard forms).
_HARD: dict[str, Word] = {
    "есть": Word("быть", verb="fin"),
    "стоит": Word("стоять", verb="fin", singular=True),
    "стоят": Word("стоять", verb="fin", plural=True),
    "стоящий": Word("стоящий", adjective=True, singular=True),
    "стоящая": Word("стоящий", adjective=True, singular=True),
    "стоящее": Word("стоящий", adjective=True, singular=True),
    "стоящие": Word("стоящий", adjective=True, plural=True),
    "ранит": Word("ранить", verb="fin", singular=True),
    "ранят": Word("ранить", verb="fin", plural=True),
    "ранить": Word("ранить", verb="inf", perfective=True),
    "раниться": Word("раниться", verb="inf", perfective=True),
    "ранится": Word("раниться", verb="fin", singular=True),
    "ран": Word("рана", noun=True, genitive=True),
    "раны": Word("рана", noun=True, plural=True, genitive=True),
    "напротив": Word("напротив", adverb=True),
    "рядом": Word("рядом", adverb=True),
    "сзади": Word("сзади", adverb=True),
    "слева": Word("слева", adverb=True),
    "справа": Word("справа", adverb=True),
    "позади": Word("позади", adverb=True),
    "второе": Word("второй", adjective=True, accusative=True, singular=True),
    "все": Word("весь", adjective=True, plural=True),
    "вальхалла": Word("вальхалла", noun=True, singular=True),
    "полет": Word("полет", noun=True, singular=True),
    "при": Word("при", preposition=True),
    "после": Word("после", preposition=True),
    "перед": Word("перед", preposition=True),
    "вместо": Word("вместо", preposition=True),
    "телепортироваться": Word("телепортироваться", verb="inf", perfective=True),
    "должен": Word("должен", verb="fin"),
    "должна": Word("должен", verb="fin"),
    "должно": Word("должен", verb="fin"),
    "должны": Word("должен", verb="fin"),
    "обязан": Word("обязан", verb="fin"),
    "обязана": Word("обязан", verb="fin"),
    "обязано": Word("обязан", verb="fin"),
    "обязаны": Word("обязан", verb="fin"),
    "нельзя": Word("нельзя", verb="fin"),
    "его": Word("его", pronoun=True, genitive=True),
    "ее": Word("ее", pronoun=True, genitive=True),
    "их": Word("их", pronoun=True, genitive=True),
    "это": Word("этот", adjective=True, singular=True),
    "равен": Word("равный", verb="fin", singular=True),
    "равна": Word("равный", verb="fin", singular=True),
    "равно": Word("равный", verb="fin", singular=True),
    "равны": Word("равный", verb="fin", plural=True),
    "оба": Word("оба", adjective=True, plural=True),
    "обе": Word("оба", adjective=True, plural=True),
}
_LONGEST_ENDING = 3
_ADJECTIVES = frozenset({"ADJF", "PRTF"})
_PREDICATES = frozenset({"ADJS", "PRTS", "PRED"})
_ADVERBS = frozenset({"ADVB", "COMP", "GRND"})
_CASED = frozenset({"NOUN", "NPRO"}) | _ADJECTIVES


@lru_cache(maxsize=65536)
def read_word(form: str) -> Word:
    """Return the grammar of `form`; a form that the dictionary lacks is read by its ending."""
    folded = fold(form)
    hard = _HARD.get(folded)
    if hard is not None:
        return hard
    if is_fight_result(folded):
        return Word(folded, predicate=True)
    return _sum_up(folded, find_readings(folded))


@lru_cache(maxsize=65536)
def find_readings(folded: str) -> tuple[Reading, ...]:
    """Return the readings of a form; a class that no dictionary has («йордлинг») is declined like its model.

    A form of a sure word is read as that alone: «гном» is no «гнома».
    """
    found = _read_class(folded) or readings(folded)
    sure = tuple(reading for reading in found if reading.lemma in SURE_WORDS)
    return sure or found


def is_class(folded: str) -> bool:
    """Say whether a form is one of a class that only the lexicon knows."""
    return bool(_read_class(folded))


def _read_class(folded: str) -> tuple[Reading, ...]:
    if folded in UNDECLINED:
        return (Reading(folded, None, "NOUN", frozenset({"Fixd", "anim"})),)
    for size in range(len(folded), max(0, len(folded) - _LONGEST_ENDING - 1), -1):
        model = CLASS_MODELS.get(folded[:size])
        if model is not None:
            return _decline_like(model, folded[:size], folded[size:])
    return ()


def _decline_like(model: str, stem: str, ending: str) -> tuple[Reading, ...]:
    """Return the readings of `stem` + `ending`, where `stem` is declined as the noun with the stem `model` is."""
    found = (reading for reading in readings(model + ending) if reading.part == "NOUN")
    lemmas = ((reading, stem + reading.lemma.removeprefix(model)) for reading in found)
    return tuple(Reading(lemma, None, "NOUN", reading.grammemes) for reading, lemma in lemmas)


def is_fight_result(folded: str) -> bool:
    """Say whether a hyphenated word is what a fight comes to for its two sides: «средний-промах»."""
    return "-" in folded and all(part in STRENGTHS for part in folded.split("-"))


def _sum_up(form: str, found: tuple[Reading, ...]) -> Word:
    if not found:
        return Word(form)
    best = found[0]
    cases = [reading.grammemes for reading in found if reading.part in _CASED]
    nominative = [grammemes for grammemes in cases if "nomn" in grammemes]
    verb = _verb_form(best, form)
    numbers = [best.grammemes] if verb else nominative
    return Word(
        lemma=best.lemma,
        verb=verb,
        perfective="perf" in best.grammemes,
        transitive="tran" in best.grammemes,
        addressed="2per" in best.grammemes or verb == "imp",
        noun=best.part in {"NOUN", "NUMR"},
        adjective=best.part in _ADJECTIVES,
        participle=best.part == "PRTF",
        pronoun=best.part == "NPRO",
        preposition=best.part == "PREP",
        adverb=best.part in _ADVERBS,
        gerund=best.part == "GRND",
        predicate=best.part in _PREDICATES,
        genitive=any({"gent", "gen2"} & grammemes for grammemes in cases),
        accusative=any({"accs", "sing"} <= grammemes for grammemes in cases),
        singular=any("sing" in grammemes for grammemes in numbers),
        plural=any("plur" in grammemes for grammemes in numbers),
    )


def _verb_form(reading: Reading, form: str) -> str:
    if reading.part == "INFN":
        return "inf"
    if reading.part != "VERB":
        return ""
    # «положите» is both future and imperative; card texts use the second person only as a command.
    command = {"2per", "perf"} <= reading.grammemes and form.endswith("те")
    return "imp" if "impr" in reading.grammemes or command else "fin"
