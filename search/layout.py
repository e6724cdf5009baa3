"""Words typed under the wrong keyboard layout: «lhfrjy» is «дракон» in Latin, «ащкуые» is forest in Russian."""

from __future__ import annotations

_LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю"
# The small letters come last: a mark has no capital and must give the small letter.
_TO_RUSSIAN = str.maketrans('~{}:"<>' + _LATIN.upper() + _LATIN, "ЁХЪЖЭБЮ" + _RUSSIAN.upper() + _RUSSIAN)
_TO_LATIN = str.maketrans(_RUSSIAN + _RUSSIAN.upper(), _LATIN + _LATIN.upper())
_RUSSIAN_LETTERS = frozenset(_RUSSIAN)


def other_layout(text: str) -> str | None:
    """Return `text` as the same keys give it in the other layout; None where it has letters of both or of none."""
    letters = [letter for letter in text.lower() if letter.isalpha()]
    if not letters:
        return None
    if all(letter in _RUSSIAN_LETTERS for letter in letters):
        return text.translate(_TO_LATIN)
    return text.translate(_TO_RUSSIAN) if all(letter.isascii() for letter in letters) else None
