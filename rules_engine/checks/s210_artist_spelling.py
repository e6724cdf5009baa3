"""S210: the spelling of an artist's name is wrong by itself, without another card to compare with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.fold import LOOKALIKES
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_INITIAL = re.compile(r"(?<![^\W\d_])([A-ZА-ЯЁ])\.(?=[A-ZА-ЯЁ][a-zа-яё])")
_LEADING_INITIAL = re.compile(r"^([A-ZА-ЯЁ])\.\s*(?=([A-Za-z]+|[А-ЯЁа-яё]+))")
_MIXED = re.compile(r"(?=[^\W\d_]*[a-z])(?=[^\W\d_]*[а-яё])[^\W\d_]+", re.IGNORECASE)
# A capital i inside a Latin word is how a scan reads «l».
_SCANNED_L = re.compile(r"(?<=[A-Za-z])I(?=[a-z])")
_MARK = re.compile(r"^[.,;:\s]+|[,;:\s]+$|(?<![^\W\d_])[.]{2,}")
_SCANNED = "«I» на месте «l»"
_TO_CYRILLIC = str.maketrans(LOOKALIKES)
_TO_LATIN = str.maketrans({cyrillic: latin for latin, cyrillic in LOOKALIKES.items()})


@register
class ArtistSpelling(Check):
    """An initial in the other alphabet or without its blank, two alphabets in a word, a scanned letter."""

    code = "S210"
    kind = FindingKind.SPELLING
    severity = Severity.WARNING
    title = "Имя художника набрано с ошибкой"
    why = (
        "По имени ищут все карты художника. Буква другого алфавита, слипшийся инициал или «I» вместо «l» делают "
        "из него другого человека, и часть карт не находится."
    )
    bad = "Художник: А. Brown\nТип: Артефакт"
    good = "Художник: A. Brown\nТип: Артефакт"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each artist whose name has such a fault, the mended name as fix."""
        if subject.record is None:
            return
        for artist in subject.record.artists:
            fixed, reasons = _mend(artist)
            if reasons:
                # What a scan made of one letter it may have made of its neighbours too.
                sure = _SCANNED not in reasons
                advice = f"должно быть «{fixed}»" if sure else "сверить с картой"
                message = f"Художник «{artist}»: {', '.join(reasons)}; {advice}"
                yield self.find_in_field(
                    "artists", message, fix=fixed if sure else None, confidence=0.9 if sure else None
                )


def _mend(artist: str) -> tuple[str, list[str]]:
    """Return the name without its faults and the words for them."""
    reasons, name = [], artist
    for fault, pattern, change in _MENDS:
        mended = pattern.sub(change, name)
        if mended != name:
            reasons.append(fault)
            name = mended
    return name, reasons


def _one_alphabet(word: str) -> str:
    """Return the word in the alphabet of most of its letters."""
    latin = sum(letter.isascii() for letter in word)
    return word.translate(_TO_LATIN if 2 * latin > len(word) else _TO_CYRILLIC)


def _same_alphabet(match: re.Match[str]) -> str:
    """Return the initial in the alphabet of the word behind it."""
    initial, word = match[1], match[2]
    mended = initial.translate(_TO_LATIN if word.isascii() else _TO_CYRILLIC)
    return match.group().replace(initial, mended, 1)


_MENDS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    ("слово из букв двух алфавитов", _MIXED, lambda match: _one_alphabet(match.group())),
    ("лишний знак с краю", _MARK, lambda _: ""),
    ("нет пробела после инициала", _INITIAL, lambda match: f"{match[1]}. "),
    (_SCANNED, _SCANNED_L, lambda _: "l"),
    ("инициал буквой другого алфавита", _LEADING_INITIAL, _same_alphabet),
)
