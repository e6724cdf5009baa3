"""T114: the name of another card stands with other capitals than that card has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import Corpus, beginnings, name_parts
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_WORD = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
# A case ending is so long at most; words shorter than a stem («и», «в») have none.
_ENDING, _STEM = 3, 3


@register
class NameCapitals(Check):
    """A name of several words, in any case, has a capital too many or too few; the card's own name is N103's."""

    code = "T114"
    kind = FindingKind.BAD_CASE
    severity = Severity.INFO
    title = "Прописные буквы не как в названии другой карты"
    why = "По буквам видно, что это название карты, а не просто слова: поиск по названию и ссылки держатся на них."
    bad = "Другая карта: Стылый мост\nТекст: При гибели переместить Стылый Мост."
    good = "Другая карта: Стылый мост\nТекст: При гибели переместить Стылый мост."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such name, the same case form with the name's capitals as its fix."""
        text, corpus = subject.card.text, subject.corpus
        if not corpus.name_beginnings:
            return
        words = list(_WORD.finditer(text))
        for index, word in enumerate(words):
            # Small letters throughout may be no name at all.
            for name in _find_names(words, index, corpus) if word.group()[0].isupper() else ():
                parts = name_parts(name)
                found = words[index : index + len(parts)]
                if not _is_form(found, parts) or not _follow_each_other(text, found):
                    continue
                fix = _with_capitals(found, parts, keep_first=_opens_sentence(text, word.start()))
                start, end = found[0].start(), found[-1].end()
                if fix != text[start:end] and not _names_itself(subject.card.name, found):
                    message = f"Карта называется «{name}», должно быть «{fix}»"
                    yield self.find(text, start, end, message, fix=fix, confidence=0.7)
                break


def _find_names(words: list[re.Match[str]], index: int, corpus: Corpus) -> list[str]:
    """Return, in order, the names of several words that begin, word for word, as the text does at a word."""
    found: list[str] = []
    for length in corpus.name_lengths:
        if 1 < length <= len(words) - index:
            key = beginnings(word.group() for word in words[index : index + length])
            found += corpus.name_beginnings.get(key, ())
    return sorted(found)


def _names_itself(own: str | None, found: list[re.Match[str]]) -> bool:
    """Say whether the card's own name stands there, by itself or as a word of the other: its capitals are N103's."""
    parts = name_parts(own or "")
    return bool(parts) and any(_is_form(found[index : index + len(parts)], parts) for index in range(len(found)))


def _is_form(found: list[re.Match[str]], parts: list[str]) -> bool:
    """Say whether the words found are the words of a name in some case."""
    return len(found) == len(parts) and all(
        _same_word(fold(word.group()), fold(part)) for word, part in zip(found, parts, strict=True)
    )


def _same_word(form: str, word: str) -> bool:
    stem = word[: max(_STEM, len(word) - _ENDING)]
    return form == word or (len(word) >= _STEM and form.startswith(stem) and abs(len(form) - len(word)) <= _ENDING)


def _follow_each_other(text: str, found: list[re.Match[str]]) -> bool:
    return all(text[left.end() : right.start()] == " " for left, right in pairwise(found))


def _opens_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip(' «"(')
    return not before or before[-1] in ".!?:"


def _with_capitals(found: list[re.Match[str]], parts: list[str], *, keep_first: bool) -> str:
    """Return the text found with the capitals of the name's words; the first letter of a sentence stays a capital."""
    fixed = []
    for word, part in zip(found, parts, strict=True):
        letters = word.group()
        first = letters[0].upper() if part[0].isupper() else letters[0].lower()
        fixed.append(first + letters[1:])
    if keep_first:
        fixed[0] = found[0].group()[0] + fixed[0][1:]
    return " ".join(fixed)
