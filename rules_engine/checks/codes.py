"""Codes as users type them: whole or by their beginning, in either alphabet; a wrong one names the nearest.

Apart from the checks, because the catalogue of all codes (sources' faults too) is asked in the same way.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from schema.errors import UsageError

# Codes are typed on a Russian keyboard too.
_LATIN = str.maketrans("АВЕКМНОРСТХ", "ABEKMHOPCTX")


def select_codes(codes: Collection[str], select: Iterable[str] = (), ignore: Iterable[str] = ()) -> list[str]:
    """Return those of `codes` that begin with a prefix of `select` (all where it is empty) and none of `ignore`.

    UsageError for a prefix that no code begins with; it names the nearest one that does.
    """
    wanted = tuple(known_prefix(prefix, codes) for prefix in select) or ("",)
    unwanted = tuple(known_prefix(prefix, codes) for prefix in ignore)
    return [code for code in codes if code.startswith(wanted) and not code.startswith(unwanted)]


def known_prefix(text: str, codes: Collection[str]) -> str:
    """Return a code or the beginning of one in capital Latin letters; UsageError where none of `codes` begins so."""
    prefix = spell_code(text)
    if prefix and any(code.startswith(prefix) for code in codes):
        return prefix
    raise UsageError(
        f"нет проверки с кодом «{text}»",
        hint=f"Ближайший код: {nearest_code(prefix, codes)}. Все коды: berserk check --list",
    )


def spell_code(text: str) -> str:
    """Return a code or the beginning of one as it is spelled: capital Latin letters."""
    return text.strip().upper().translate(_LATIN)


def nearest_code(code: str, codes: Collection[str]) -> str:
    """Return that of `codes`, cut to the length of `code`, which is most like it."""
    known = sorted({known[: max(1, len(code))] for known in codes})
    # «T1O4»: behind the letter of a family only digits stand.
    typed = code[:1] + code[1:].replace("O", "0")
    return difflib.get_close_matches(typed, known, n=1, cutoff=0.0)[0]
