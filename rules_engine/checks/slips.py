"""Two words -> how many slips of a typist lie between them; a word and many forms -> the form that was meant.

A slip is a letter lost, added, changed, or two neighbours swapped. Apart from the checks, because names and
keywords are searched alike.
"""

from __future__ import annotations

from collections.abc import Iterable

# A long word may hold two slips and still be no other word.
_LONG = 9


def allowed_slips(word: str) -> int:
    """Return how many slips a word of this length may hold and still be known."""
    return 2 if len(word) >= _LONG else 1


def count_slips(one: str, two: str, most: int) -> int:
    """Return the slips between two words (optimal string alignment), or `most` + 1 where there are more."""
    # No slip brings more than one letter that is not there and takes more than one away.
    if abs(len(one) - len(two)) > most or len(set(one) ^ set(two)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(two, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == two[j - 2] and other == one[i - 2]:
                least = min(least, earlier[j - 2] + 1)
            row.append(least)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def find_nearest_form(word: str, forms: Iterable[str]) -> str | None:
    """Return the form nearest to `word` within the slips that its length allows, of equals the one as long as it.

    None where none is so near. The first letter is kept by nearly every slip and must agree.
    """
    most = allowed_slips(word)
    near = [(count_slips(word, form, most), abs(len(form) - len(word)), form) for form in forms if form[:1] == word[:1]]
    best = min(near, default=None)
    return best[2] if best is not None and 0 < best[0] <= most else None
