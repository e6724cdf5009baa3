"""A text of whatever origin -> what may be shown on a line of its own: no line ends, no commands for a terminal.

It stands apart because errors, problems and names of files all quote what a hostile file holds.
"""

from __future__ import annotations

import re

# Control characters, marks that turn the direction of writing, and halves of characters, which no file can hold.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return `text` as one line: blanks joined, whatever is no letter and no mark spelled as an escape («\\x1b»)."""
    return escape_unfit(" ".join(text.split()))


def escape_unfit(text: str) -> str:
    """Return `text` with its blanks, and an escape in the place of every character that moves or hides others."""
    return _UNFIT.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)
