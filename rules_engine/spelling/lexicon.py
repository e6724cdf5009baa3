"""Which forms are words, and how common a form and a pair of neighbours are in card texts.

Three sources agree on a word: the general dictionary, the game's own words (own_words.txt, by dictionary form), and
the cards that are read together. Counts of forms and pairs are data learnt from many cards (forms.tsv, pairs.tsv), so
that a single text is judged as well as a whole release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from rules_engine.spelling.stems import has_stem, stems_of
from rules_links.morphology import CACHED_WORDS, all_readings, in_dictionary, is_known, lexeme, load_word_forms
from schema.fold import fold

OWN_WORDS, FORMS, PAIRS = "own_words.txt", "forms.tsv", "pairs.tsv"
# What may stand before a noun or an adjective, and what before an adjective alone: «антимагия», «четырёхкрылый».
_PREFIXES = ("анти", "полу", "пол", "сверх", "супер", "архи", "псевдо", "контр", "мета", "лже", "чудо", "огне", "ядо")
_COUNTING = (
    "все", "само", "едино", "одно", "дву", "двух", "трех", "четырех", "пяти", "шести", "семи", "восьми", "девяти",
    "десяти", "сто", "тысяче", "много", "мало", "меж", "взаимо", "разно", "ново", "старо",
)  # fmt: skip
# What beings have several of, though no adjective stands alone: «шестилапый».
_BODY = "рук ног лап крыл глав голов глаз рог хвост зуб клык пал пер язык ух тел"
_LIMBS = frozenset(_BODY.split())
# «не» makes one word with these too; with a verb («неможет») or a comparative («неболее») it is glued.
_ADJECTIVES = frozenset({"ADJF", "ADJS", "PRTF", "PRTS"})
_NAMING = _ADJECTIVES | {"NOUN"}
_SHORTEST_STEM = 4
_INFLECTED = ("ть", "ться", "ый", "ий")


@dataclass(frozen=True, slots=True)
class GameWords:
    """On how many cards a form stands, on how many two keys stand side by side, and the game's own words."""

    forms: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]
    own: frozenset[str]


@cache
def load_game_words() -> GameWords:
    """Return the bundled data, all spelled as `fold` spells it."""
    forms = {form: int(cards) for form, cards in _read_rows(FORMS)}
    pairs = {(left, right): int(cards) for left, right, cards in _read_rows(PAIRS)}
    own = frozenset(fold(word) for (line,) in _read_rows(OWN_WORDS) for word in line.split())
    return GameWords(forms, pairs, own)


def _read_rows(name: str) -> list[list[str]]:
    text = files("rules_engine.spelling").joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("# ")]


@lru_cache(CACHED_WORDS)
def is_word(form: str) -> bool:
    """Say whether the folded `form` is a word of Russian or of the game; a rare name alone does not make it one."""
    if _is_plain(form):
        return True
    if "-" in form:
        return in_dictionary(form) or all(is_word(part) for part in form.split("-"))
    return any(_is_compound(form, ("не", *_COUNTING), _ADJECTIVES)) or any(_is_compound(form, _PREFIXES, _NAMING))


def is_text_word(form: str) -> bool:
    """Say what `is_word` does, of a form that stands in a text: the linker has asked for its reading already."""
    return is_known(form) or is_word(form)


def _is_compound(form: str, prefixes: tuple[str, ...], parts: frozenset[str]) -> Iterator[bool]:
    """Yield for each prefix of `form` whether the rest is a word of these parts of speech, or a limb."""
    for prefix in prefixes:
        rest = form[len(prefix) :]
        if not form.startswith(prefix) or len(rest) < _SHORTEST_STEM:
            continue
        if _is_plain(rest):
            yield rest[-1] == "о" or any(reading.part in parts for reading in all_readings(rest))
        elif prefix in _COUNTING:
            yield has_stem(rest, _LIMBS)


def _is_plain(form: str) -> bool:
    # The dictionary is asked first: reading a form that it lacks means guessing, which is slow.
    return is_own(form) or ((in_dictionary(form) or form in load_word_forms().overrides) and is_known(form))


@lru_cache(CACHED_WORDS)
def is_own(form: str) -> bool:
    """Say whether `form` is a form of one of the game's own words."""
    return form in _own_forms() or has_stem(form, _own_stems())


@cache
def _own_stems() -> frozenset[str]:
    return stems_of(load_game_words().own)


@cache
def _own_forms() -> frozenset[str]:
    """Return the forms of the game's own verbs and adjectives, which have more than endings."""
    inflected = [word for word in load_game_words().own if word.endswith(_INFLECTED)]
    return load_game_words().own | {form for word in inflected for form in lexeme(word)}
