"""L102: Latin letters inside a Cyrillic word, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.fold import LOOKALIKES
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_WORD = re.compile(r"\{[^{}\s]{1,20}\}|[A-Za-zА-Яа-яЁё]+")
_LATIN = re.compile(r"[A-Za-z]")
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
# A preposition typed in Latin: one letter between Russian words, capital only behind a stop (X, Y are variables).
_LATIN_WORD = re.compile(r"(?<=[а-яё,»)}] )[acoky](?= [А-Яа-яё0-9«\"{])|(?<=[.!?] )[BCKO](?= [а-яё«{])")

_TO_LATIN = {cyrillic: latin for latin, cyrillic in LOOKALIKES.items()}
# A letter without a look-alike was typed in the wrong keyboard layout: on the key of «n» stands «т».
_SMALL_KEYS = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
_KEYS = _SMALL_KEYS | {latin.upper(): cyrillic.upper() for latin, cyrillic in _SMALL_KEYS.items()} | LOOKALIKES


@register
class MixedScripts(Check):
    """One word holds letters of both alphabets."""

    code = "L102"
    kind = FindingKind.MIXED_SCRIPT
    severity = Severity.ERROR
    title = "Буквы двух алфавитов в одном слове"
    why = "Слово выглядит верно, но поиск его не находит, а словарь терминов не узнаёт."
    bad = "Ваше cущество открывается."
    good = "Ваше существо открывается."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word; the fix is the word in the alphabet of most of its letters."""
        text = subject.card.text
        for match in _WORD.finditer(text):
            word = match.group()
            if word[0] == "{" or not (_LATIN.search(word) and _CYRILLIC.search(word)):
                continue
            fix, confidence = clean_word(word)
            advice = f", должно быть «{fix}»" if fix else ": исправить по источнику"
            message = f"Буквы двух алфавитов в слове «{word}» ({_name_foreign(word)}){advice}"
            yield self.find(text, *match.span(), message, fix=fix, confidence=confidence)
        for match in _LATIN_WORD.finditer(text):
            letter = match.group()
            fix = _KEYS[letter]
            yield self.find(
                text, *match.span(), f"Латинская буква «{letter}» вместо русской «{fix}»", fix=fix, confidence=0.9
            )


def clean_word(word: str) -> tuple[str | None, float | None]:
    """Return the word in one alphabet and how sure that is, or (None, None) where it cannot be told."""
    latin = len(_LATIN.findall(word))
    if latin * 2 > len(word):
        table, foreign = _TO_LATIN, _CYRILLIC
    else:
        table, foreign = LOOKALIKES, _LATIN
    if all(letter in table for letter in foreign.findall(word)):
        return "".join(table[letter] if foreign.match(letter) else letter for letter in word), 0.98
    if foreign is _LATIN:
        return "".join(_KEYS[letter] if foreign.match(letter) else letter for letter in word), 0.8
    return None, None


def _name_foreign(word: str) -> str:
    latin = "".join(dict.fromkeys(_LATIN.findall(word)))
    return f"латиницей: {latin}"
