"""The pictures of a page while its text is put together: a mark in the text, then icon tokens, words or `{?}`.

Whether an unknown picture is a lost icon or a word depends on the field it stands in, which is known only when the
page has been walked over. It stands apart from the walk for that reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ingest.html_icons import Picture
from ingest.problems import UNKNOWN_PICTURE
from schema.icons import LOST_ICON
from schema.records import Problem

OPEN, CLOSE = "\ufdd0", "\ufdd1"  # characters that no text may hold
MARK = re.compile(rf"{OPEN}([0-9]+){CLOSE}")
_VALUED = re.compile(r"^(?P<tokens>.*\})\s(?P<value>\+?[0-9XХ]+)$")
_MAX_RAW = 2_000


class Settled(NamedTuple):
    """A text with its pictures read, and the pictures of unknown kind that stand in it."""

    text: str
    unknown: tuple[Picture, ...] = ()


class Pictures:
    """The pictures of a page by the number in their mark."""

    def __init__(self) -> None:
        self.seen: list[Picture] = []

    def mark(self, picture: Picture) -> str:
        """Return the mark that stands for the picture until its text is settled."""
        self.seen.append(picture)
        return f"{OPEN}{len(self.seen) - 1}{CLOSE}"

    def settle(self, raw: str, *, words: bool = False) -> Settled:
        """Return the text with icon tokens in place of marks and `{?}` for a picture of unknown kind.

        With `words` such a picture is read as its alt or title: fields of one word are drawn as pictures too.
        """
        parts: list[str] = []
        unknown: list[Picture] = []
        end = 0
        for match in MARK.finditer(raw):
            picture = self.seen[int(match[1])]
            parts.append(raw[end : match.start()])
            end = match.end()
            if picture.tokens is not None:
                parts.append(_shown(picture.tokens, raw, match.span()))
            elif words and picture.words:
                parts.append(_apart(picture.words, raw, match.span()))
            else:
                parts.append(LOST_ICON)
                unknown.append(picture)
        return Settled("".join((*parts, raw[end:])), tuple(unknown))


def _shown(tokens: str, raw: str, span: tuple[int, int]) -> str:
    """Return the tokens of a picture; its number goes where the text repeats it, and is set off where not."""
    valued = _VALUED.match(tokens)
    if valued and re.match(rf"\s*{re.escape(valued['value'])}(?!\w)", raw[span[1] : span[1] + 20]):
        return valued["tokens"]
    return tokens if tokens.endswith("}") else _apart(tokens, raw, span)


def _apart(words: str, raw: str, span: tuple[int, int]) -> str:
    """Set words that stood in a picture off from the letters beside it."""
    before = " " if span[0] and (raw[span[0] - 1].isalnum() or raw[span[0] - 1] == CLOSE) else ""
    after = " " if raw[span[1] : span[1] + 1].isalnum() else ""
    return before + words + after


def report_pictures(pictures: Iterable[Picture], text: str, line: int, field: str | None = None) -> list[Problem]:
    """Return a problem for each kind of picture that could not be named, however often it stands in `text`."""
    kinds: dict[tuple[str, str], list[Picture]] = {}
    for picture in pictures:
        kinds.setdefault((picture.stem, picture.words), []).append(picture)
    problems = []
    for names, same in kinds.items():
        shown = ", ".join(dict.fromkeys(filter(None, names))) or "без имени"
        message = f"{UNKNOWN_PICTURE.title}: {shown}" + (f" (раз: {len(same)})" if len(same) > 1 else "")
        where = same[0].line or line
        problems.append(UNKNOWN_PICTURE.at(where, message, raw=text[:_MAX_RAW], field=field))
    return problems
