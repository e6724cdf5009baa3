"""Regular expressions of a query: read with their faults explained, and run over texts under a limit of time.

A pattern goes in as text, a compiled expression or what it fits comes out. Stands apart because an expression is
the one condition that SQLite cannot answer and the one whose cost nobody can foresee.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

import regex

from schema.errors import QueryError
from search.tokens import Token

Key = TypeVar("Key")

# Seconds: for one text, which shows a runaway expression at once, and for all texts of a query.
SECONDS_FOR_ONE = 0.1
SECONDS_FOR_ALL = 1.0
# Longer counted repeats make the compiled expression itself huge.
_LARGEST_REPEAT = 1000
_REPEAT = regex.compile(r"\{\s*(\d*)\s*(?:,\s*(\d*)\s*)?\}")
# One letter for one letter, so that places in the prepared text are places in the text itself.
_ALIKE = str.maketrans({"ё": "е", "Ё": "Е", "\u00a0": " ", "−": "-", "–": "-", "—": "-", "‑": "-", "ー": "-"})
_EXAMPLE = "Например текст:/на [2-9]/; знаки ( ) [ ] { } . * + ? | ищут с \\ впереди"


@lru_cache(256)
def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(unicodedata.normalize("NFC", pattern.translate(_ALIKE)), regex.IGNORECASE)


def compile_pattern(query: str, token: Token) -> regex.Pattern[str]:
    """Return the expression of `token`; case, ё and е, kinds of dash and blank make no difference to it.

    Raises QueryError for an expression that is empty, broken, repeats too often or fits any text at all.
    """

    def refuse(what: str, hint: str, start: int = token.start) -> QueryError:
        return QueryError(what, query=query, start=start, end=token.end, hint=hint)

    if not token.text.strip():
        raise refuse("пустое выражение", _EXAMPLE)
    for repeat in _REPEAT.finditer(token.text):
        if any(int(number) > _LARGEST_REPEAT for number in repeat.groups() if number):
            raise refuse(f"повтор больше {_LARGEST_REPEAT}", "Поставьте меньшее число")
    try:
        compiled = _compile(token.text)
        anything = compiled.search("", timeout=SECONDS_FOR_ONE) is not None
    except regex.error as error:
        place = token.start + 1 + min(getattr(error, "pos", None) or 0, len(token.text))
        raise refuse("выражение не разобрано с этого места", _EXAMPLE, place) from error
    except (TimeoutError, RecursionError, OverflowError, MemoryError) as error:
        raise refuse("выражение слишком сложное", "Упростите его") from error
    if anything:
        raise refuse("выражение подходит и к пустому тексту, то есть к любому", "Уберите лишние * и ?")
    return compiled


def prepare_text(text: str) -> str:
    """Return `text` as an expression sees it, letter by letter in the same places."""
    return text.translate(_ALIKE)


def find_matching(pattern: str, texts: Iterable[tuple[Key, str]]) -> Iterator[Key]:
    """Yield the keys of the `texts` that `pattern` fits.

    Raises TimeoutError where one text takes longer than SECONDS_FOR_ONE or all of them than SECONDS_FOR_ALL.
    """
    compiled = _compile(pattern)
    deadline = time.monotonic() + SECONDS_FOR_ALL
    for key, text in texts:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if compiled.search(prepare_text(text), timeout=min(left, SECONDS_FOR_ONE)):
            yield key


def find_spans(pattern: str, text: str) -> list[tuple[int, int]]:
    """Return the places of `text` that `pattern` fits, left to right; none once it takes too long."""
    spans: list[tuple[int, int]] = []
    try:
        for match in _compile(pattern).finditer(prepare_text(text), timeout=SECONDS_FOR_ONE):
            if match.end() > match.start():
                spans.append(match.span())
    except TimeoutError:
        return spans
    return spans
