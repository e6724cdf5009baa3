"""Twenty kinds of single faults that people, scanners and exports put into a card text.

A text and a source of chance go in; out comes the text with one fault and the place where it is, or None where
the text has no room for such a fault. Known to the benchmarks alone: no check may look here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from schema.icons import ICON_TOKEN, ICONS

_WORD = re.compile(r"[А-Яа-яЁё]+")
_LONG_WORD = re.compile(r"(?<![А-Яа-яЁё-])[А-Яа-яЁё]{5,}(?![А-Яа-яЁё-])")
_LOOKALIKES: Mapping[str, str] = {
    "а": "a", "е": "e", "о": "o", "с": "c", "р": "p", "х": "x", "у": "y",
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "Х": "X",
}  # fmt: skip
_DIGIT_LETTERS: Mapping[str, str] = {"3": "З", "0": "О", "4": "Ч", "6": "б", "1": "l"}
_HIDDEN = ("\u0001", "\u0003", "\u001f", "\u200b", "\u00ad", "\ufeff")
_ODD_DASHES = ("\u30fc", "\u2015", "\u2500", "\u2014\u2014")
_LETTERS = "абвгдежзийклмнопрстуфхцчшщыьэюя"
_CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text with one fault at `text[start:end]`; `before` is the same place of the clean text."""

    text: str
    start: int
    end: int
    before: tuple[int, int]


Mutation = Callable[[str, random.Random], Mutant | None]


def _change(text: str, start: int, end: int, new: str, margin: int = 0) -> Mutant:
    """Replace a span; the fault is the new span with `margin` signs on both sides."""
    result = text[:start] + new + text[end:]
    first = max(0, start - margin)
    last, last_before = start + len(new) + margin, end + margin
    return Mutant(result, first, min(len(result), last), (first, min(len(text), last_before)))


def _pick(matches: Sequence[re.Match[str]], chance: random.Random) -> re.Match[str] | None:
    return chance.choice(matches) if matches else None


def _found(pattern: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(pattern, text))


def _replace(pattern: str, new: Callable[[re.Match[str], random.Random], str | None], margin: int = 0) -> Mutation:
    """Return the mutation that replaces a match of `pattern` by what `new` says; None leaves that match."""

    def mutate(text: str, chance: random.Random) -> Mutant | None:
        match = _pick(_found(pattern, text), chance)
        if match is None:
            return None
        put = new(match, chance)
        return None if put is None or put == match[0] else _change(text, match.start(), match.end(), put, margin)

    return mutate


def _dropped(_match: re.Match[str], _chance: random.Random) -> str:
    return ""


def glue_words(text: str, chance: random.Random) -> Mutant | None:
    """Lose the blank between two words; the fault is both."""
    match = _pick(_found(r"(?<=[а-яё]) (?=[а-яё])", text), chance)
    if match is None:
        return None
    left = re.search(r"[А-Яа-яЁё]+$", text[: match.start()])
    right = _WORD.match(text, match.end())
    if left is None or right is None:
        return None
    result = text[: match.start()] + text[match.end() :]
    return Mutant(result, left.start(), right.end() - 1, (left.start(), right.end()))


def unbalance_quote(text: str, chance: random.Random) -> Mutant | None:
    """Lose a quotation mark, or put one before a word where there are none."""
    marks = _found('[«»"]', text)
    if marks:
        match = chance.choice(marks)
        return _change(text, match.start(), match.end(), "", 1)
    word = _pick(_found(r"(?<= )[а-яё]{4,}", text), chance)
    return None if word is None else _change(text, word.start(), word.start(), chance.choice('«"'), 1)


def break_word(text: str, chance: random.Random) -> Mutant | None:
    """Put the hyphen of a line break into a word."""
    word = _pick(_found(r"(?<![А-Яа-яЁё-])[А-Яа-яЁё]{7,}(?![А-Яа-яЁё-])", text), chance)
    if word is None:
        return None
    places = [
        m.end()
        for m in re.finditer(r"[аеёиоуыэюя](?=[бвгджзклмнпрстфхцчшщ])", word[0])
        if 2 <= m.end() <= len(word[0]) - 3
    ]
    if not places:
        return None
    place = word.start() + chance.choice(places)
    return Mutant(text[:place] + "-" + text[place:], word.start(), word.end() + 1, word.span())


def misspell_icon(match: re.Match[str], chance: random.Random) -> str | None:
    """Change one letter of an icon's code, so that there is no such icon."""
    code = match[1]
    if code == "?":
        return None
    place = chance.randrange(len(code))
    letter = chance.choice("abcdefghiklmnoprstuvz")
    new = chance.choice([code[:place] + code[place + 1 :], code[:place] + letter + code[place + 1 :], code + letter])
    return None if not new or new in ICONS else "{" + new + "}"


def misspell_word(text: str, chance: random.Random) -> Mutant | None:
    """Drop, double, swap or replace a letter of a word, so that no dictionary knows it."""
    word = _pick(list(_LONG_WORD.finditer(text)), chance)
    if word is None:
        return None
    letters = word[0]
    place = chance.randrange(1, len(letters) - 1)
    new = chance.choice(
        [
            letters[:place] + letters[place + 1 :],
            letters[:place] + letters[place] + letters[place:],
            letters[:place] + letters[place + 1] + letters[place] + letters[place + 2 :],
            letters[:place] + chance.choice(_LETTERS) + letters[place + 1 :],
        ]
    )
    if new == letters or _is_known(new):
        return None
    return _change(text, word.start(), word.end(), new)


def double_word(match: re.Match[str], _chance: random.Random) -> str:
    """Write a word twice."""
    return f"{match[0]} {match[0].lower()}"


def change_case(text: str, chance: random.Random) -> Mutant | None:
    """Put a noun that follows an adjective or a preposition into a case that does not agree with it."""
    pairs = _found(r"(?<![А-Яа-яЁё])([А-Яа-яЁё]+) ([а-яё]{4,})(?![А-Яа-яЁё-])", text)
    match = _pick([pair for pair in pairs if _governs(pair[1], pair[2])], chance)
    if match is None:
        return None
    forms = [form for form in _other_cases(match[2]) if form != match[2]]
    return _change(text, match.start(2), match.end(2), chance.choice(forms)) if forms else None


@cache
def _analyser() -> Any:
    import pymorphy3  # type: ignore[import-untyped]

    return pymorphy3.MorphAnalyzer()


def _is_known(word: str) -> bool:
    return bool(_analyser().word_is_known(word.lower()))


def _governs(first: str, second: str) -> bool:
    """Say whether `first` fixes the case of the noun `second`: a preposition, or an adjective in the same case."""
    one, other = _analyser().parse(first.lower())[0], _analyser().parse(second)[0]
    if "NOUN" not in other.tag or other.tag.case is None:
        return False
    if one.tag.POS == "PREP":
        return True
    return one.tag.POS in {"ADJF", "PRTF"} and one.tag.case == other.tag.case and one.tag.number == other.tag.number


def _other_cases(noun: str) -> list[str]:
    """Return the forms of the noun in the same number that no reading of the given form has."""
    parse = _analyser().parse(noun)[0]
    number = parse.tag.number
    forms = []
    for case in _CASES:
        inflected = parse.inflect({case, number}) if case != parse.tag.case and number else None
        if inflected is not None:
            forms.append(inflected.word)
    return sorted(set(forms))


def lower_start(text: str, chance: random.Random) -> Mutant | None:
    """Begin a sentence with a small letter."""
    match = _pick(_found(r"(?:^|(?<=\. ))[А-ЯЁ](?=[а-яё])", text), chance)
    if match is None:
        return None
    changed = _change(text, match.start(), match.end(), match[0].lower())
    word = _WORD.match(changed.text, changed.start)
    end = word.end() if word else changed.end
    return Mutant(changed.text, changed.start, end, (changed.start, end))


MUTATIONS: Mapping[str, Mutation] = {
    "glued words": glue_words,
    "no blank after a mark": _replace(r"(?<=[,.:;]) (?=[А-Яа-яЁё{])", _dropped, 1),
    "two blanks": _replace(r"(?<=[а-яё,.]) (?=[А-Яа-яЁё])", lambda _match, _chance: "  "),
    "blank before a mark": _replace(r"(?<=[а-яё0-9])(?=[,.:])", lambda _match, _chance: " ", 1),
    "doubled mark": _replace(r"(?<![.,:])[,.:](?![.,:])", lambda match, _chance: match[0] * 2),
    "lost stop": _replace(r"(?<=[а-яё0-9)])\.(?= [А-ЯЁ{]|$)", _dropped, 1),
    "lost bracket": _replace(r"[()]", _dropped, 1),
    "lost quote": unbalance_quote,
    "letter of another script": _replace(
        f"(?<=[А-Яа-яЁё])[{''.join(_LOOKALIKES)}](?=[а-яё])", lambda match, _chance: _LOOKALIKES[match[0]]
    ),
    "letter for a digit": _replace(
        r"(?<![0-9A-Za-zА-Яа-яЁё}-])[03461](?![0-9A-Za-zА-Яа-яЁё-])", lambda match, _chance: _DIGIT_LETTERS[match[0]]
    ),
    "hidden sign": _replace(r"(?<=[а-яё])(?=[а-яё ])", lambda _match, chance: chance.choice(_HIDDEN)),
    "odd dash": _replace(r"(?<= )[-–—](?= )|(?<=[0-9])-(?=[0-9])", lambda _match, chance: chance.choice(_ODD_DASHES)),
    "hyphen of a line break": break_word,
    "unknown icon": _replace(ICON_TOKEN.pattern, misspell_icon),
    "lost icon": _replace(r"\{(?!\?)[a-z]+\}", _dropped, 1),
    "spelling": misspell_word,
    "doubled word": _replace(r"(?<![А-Яа-яЁё-])[а-яё]{1,9}(?= [а-яё])", double_word),
    "case of a noun": change_case,
    "lost number": _replace(
        r"(?<=на )[0-9XХ](?=[ .,)])|(?<=дальность )[0-9XХ](?=[ .,)])|(?<=\()[0-9]+(?= раз)", _dropped, 2
    ),
    "small first letter": lower_start,
}  # fmt: skip


def mutate(texts: Sequence[str], kind: str, wanted: int, chance: random.Random) -> list[tuple[int, Mutant]]:
    """Return `wanted` different mutants of one kind with the index of their text; fewer where texts run out."""
    mutation = MUTATIONS[kind]
    found: dict[tuple[int, str], Mutant] = {}
    for _ in range(wanted * 60):
        if len(found) == wanted:
            break
        index = chance.randrange(len(texts))
        mutant = mutation(texts[index], chance)
        if mutant is not None and mutant.text != texts[index]:
            found[index, mutant.text] = mutant
    return [(index, mutant) for (index, _), mutant in found.items()]
