"""Cursors: where the next page of one query begins, as an opaque word that fits an address.

A cursor belongs to its query; with another query it is refused. The order of answers is total and a served file
never changes, so that the place of a hit is all that must be kept.
"""

from __future__ import annotations

import base64
import binascii
import hashlib

from schema.errors import UsageError

_DIGEST_BYTES = 6


def make_cursor(query: str, offset: int) -> str:
    """Return the cursor of the page of `query` (as printed back) that begins after `offset` hits."""
    data = _digest(query) + offset.to_bytes(4, "big")
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def read_cursor(cursor: str, query: str) -> int:
    """Return the offset of a cursor; raises UsageError for a broken one or one of another query."""
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise _unfit(cursor) from error
    if len(data) != _DIGEST_BYTES + 4 or data[:_DIGEST_BYTES] != _digest(query):
        raise _unfit(cursor)
    return int.from_bytes(data[_DIGEST_BYTES:], "big")


def _unfit(cursor: str) -> UsageError:
    return UsageError(
        f"метка страницы «{cursor[:40]}» не от этого запроса", hint="Начните с первой страницы: без cursor"
    )


def _digest(query: str) -> bytes:
    return hashlib.sha256(query.encode("utf-8")).digest()[:_DIGEST_BYTES]
