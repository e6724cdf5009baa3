"""Texts that are read together, step by step: how many they may be, and what is kept of them meanwhile.

Several steps and checks ask the same of one text. Kept is as much as a batch needs, whatever its texts are like: a
thousand texts of a megabyte must not fill the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar, cast

# No batch holds more of both, but for a text that alone is longer.
MOST_TEXTS = 200
MOST_CHARACTERS = 40_000
# Each text and a copy of it: the parser reads one with its lost icons set in.
KEPT_TEXTS = 2 * MOST_TEXTS
# No card's text is longer.
_LONG = 4_000
_KEPT_LONG = 2 * MOST_CHARACTERS // _LONG
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Item = TypeVar("Item")
Function: TypeAlias = Callable[Concatenate[str, Asked], Answer]


def keep_texts(function: Function[Asked, Answer]) -> Function[Asked, Answer]:
    """Return `function` of a text with its answers about the texts of one batch kept."""
    ask_short = cast("Function[Asked, Answer]", lru_cache(KEPT_TEXTS)(function))
    ask_long = cast("Function[Asked, Answer]", lru_cache(_KEPT_LONG)(function))

    @wraps(function)
    def ask(text: str, /, *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        return (ask_short if len(text) <= _LONG else ask_long)(text, *args, **kwargs)

    return ask


def split_texts(items: Iterable[Item], text_of: Callable[[Item], str]) -> Iterator[list[Item]]:
    """Yield the items, in order, in batches whose texts may be read together."""
    batch: list[Item] = []
    characters = 0
    for item in items:
        size = len(text_of(item))
        if batch and (len(batch) == MOST_TEXTS or characters + size > MOST_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(item)
        characters += size
    if batch:
        yield batch
