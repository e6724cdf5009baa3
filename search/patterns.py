"""Regular expressions of a query: read with their faults explained, and run over texts under a limit of time.

A pattern goes in as text, a compiled expression or what it fits comes out. Stands apart because an expression is
the one condition that SQLite cannot answer and the one whose cost nobody can foresee. One text has a limit of its own;
all expressions of a query share one budget, search.budget.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

import regex

from schema.errors import QueryError
from search.budget import LONGEST_PAUSE, find_share
from search.tokens import Token

Key = TypeVar("Key")

# Seconds for one text, which shows a runaway expression at once; no more than a budget takes off at one look.
SECONDS_FOR_ONE = LONGEST_PAUSE
# Longer counted repeats make the compiled expression itself huge.
_LARGEST_REPEAT = 1000
_REPEAT = regex.compile(r"\{\s*(\d*)\s*(?:,\s*(\d*)\s*)?\}")
# One letter for one letter, so that places in the prepared text are places in the text itself.
_ALIKE = (("ё", "е"), ("Ё", "Е"), ("\u00a0", " "), ("−", "-"), ("–", "-"), ("—", "-"), ("‑", "-"), ("ー", "-"))
_EXAMPLE = "Например текст:/на [2-9]/; знаки ( ) [ ] { } . * + ? | ищут с \\ впереди"


class SlowPatternError(TimeoutError):
    """An expression took too long: over one text, or with all others of its query (OutOfTimeError)."""

    what = "выражение ищется слишком долго"
    hint = "Упростите его: меньше вложенных повторов * и +"


class OutOfTimeError(SlowPatternError):
    """The expressions of a query have used up what they share."""

    what = "выражения /…/ этого запроса ищутся слишком долго"
    hint = "Упростите их или оставьте меньше: дороги повторы * и +, особенно вложенные"


@lru_cache(256)
def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(unicodedata.normalize("NFC", prepare_text(pattern)), regex.IGNORECASE)


def compile_pattern(query: str, token: Token) -> regex.Pattern[str]:
    """Return the expression of `token`; case, ё and е, kinds of dash and blank make no difference to it.

    Raises QueryError for an expression that is empty, broken, repeats too often or fits any text at all, and where
    the expressions of its query have used up their time.
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
    if find_share().is_spent():
        raise refuse(OutOfTimeError.what, OutOfTimeError.hint)
    if anything:
        raise refuse("выражение подходит и к пустому тексту, то есть к любому", "Уберите лишние * и ?")
    return compiled


def prepare_text(text: str) -> str:
    """Return `text` as an expression sees it, letter by letter in the same places."""
    # Most texts hold none of these; measured, 20 times faster than str.translate.
    for letter, alike in _ALIKE:
        text = text.replace(letter, alike)
    return text


def find_matching(pattern: str, texts: Iterable[tuple[Key, str]]) -> Iterator[Key]:
    """Yield the keys of the `texts` that `pattern` fits.

    Raises SlowPatternError where one text takes longer than SECONDS_FOR_ONE, OutOfTimeError where the budget is spent.
    """
    compiled = _compile(pattern)
    share = find_share()
    for key, text in texts:
        try:
            fits = compiled.search(prepare_text(text), timeout=SECONDS_FOR_ONE)
        except TimeoutError as error:
            raise SlowPatternError from error
        if share.is_spent():
            raise OutOfTimeError
        if fits:
            yield key


def find_spans(pattern: str, text: str) -> list[tuple[int, int]]:
    """Return the places of `text` that `pattern` fits, left to right; none once it takes too long."""
    spans: list[tuple[int, int]] = []
    share = find_share()
    if share.is_spent():
        return spans
    try:
        for match in _compile(pattern).finditer(prepare_text(text), timeout=SECONDS_FOR_ONE):
            if match.end() > match.start():
                spans.append(match.span())
    except TimeoutError:
        return spans
    finally:
        share.is_spent()
    return spans
