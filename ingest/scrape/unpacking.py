"""Pieces of a compressed body -> the body, never more of it than is allowed.

A gzip of a few kilobytes can unpack to gigabytes: the unpacker stops at the limit instead of finding out. It knows
gzip and deflate, the only encodings that are asked for.
"""

from __future__ import annotations

import zlib

ACCEPTED = "gzip, deflate"
_EITHER_HEADER = 47
_NO_HEADER = -15


class BombError(Exception):
    """The body, packed or unpacked, is larger than allowed."""


class BrokenBodyError(Exception):
    """The body is not what its encoding says, or ends too early."""


class Unpacker:
    """Takes the pieces of one body as they come and holds what they unpack to."""

    def __init__(self, encoding: str, limit: int) -> None:
        """Take the Content-Encoding of the body; raises BrokenBodyError for one that was not asked for."""
        name = encoding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise BrokenBodyError(name[:40])
        self._packed = name not in ("", "identity")
        self._deflate = name == "deflate"
        self._limit = limit
        if self._packed:
            self._unzip = zlib.decompressobj(_EITHER_HEADER)
        self._pieces: list[bytes] = []
        self._size = 0
        self._begun = False

    def feed(self, piece: bytes) -> None:
        """Take the next piece; raises BombError beyond the limit, BrokenBodyError for bytes of another kind."""
        if not self._packed:
            self._keep(piece)
            return
        try:
            self._unpack(piece)
        except zlib.error as error:
            raise BrokenBodyError(str(error)) from error

    def _unpack(self, piece: bytes) -> None:
        while piece:
            if self._unzip.eof:
                # A gzip may be several in a row; what follows a finished one and is none is padding.
                if not piece.startswith(b"\x1f\x8b"):
                    return
                self._unzip = zlib.decompressobj(_EITHER_HEADER)
            piece = self._next(piece)

    def _next(self, piece: bytes) -> bytes:
        """Unpack no further than one byte beyond the limit; return what is left of the piece."""
        room = self._limit - self._size + 1
        try:
            data = self._unzip.decompress(piece, room)
        except zlib.error:
            if not self._deflate or self._begun:
                raise
            # Some servers send deflate without its header.
            self._unzip = zlib.decompressobj(_NO_HEADER)
            data = self._unzip.decompress(piece, room)
        self._begun = True
        self._keep(data)
        return self._unzip.unused_data if self._unzip.eof else self._unzip.unconsumed_tail

    def _keep(self, data: bytes) -> None:
        self._size += len(data)
        self._pieces.append(data)
        if self._size > self._limit:
            raise BombError

    def head(self) -> bytes:
        """Return the beginning of the body, as much of it as came and is allowed."""
        return b"".join(self._pieces)[: self._limit]

    def body(self) -> bytes:
        """Return the whole body; raises BrokenBodyError where its end is missing."""
        if self._packed and self._begun and not self._unzip.eof:
            raise BrokenBodyError("incomplete")
        return self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
