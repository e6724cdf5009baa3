"""One request to the local site -> bytes on the wire: what the behaviour tells comes first, then what the site holds.

Answers are written whole or in pieces straight to the connection, so that a test may ask for a body cut in half, a
gzip bomb, or bytes that come one by one. It stands apart from the site, which a test holds in its hand.
"""

from __future__ import annotations

import gzip
import hashlib
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate, parsedate_to_datetime
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any

import site_pages as pages
from site_behaviour import ROBOTS, Behaviour, Request, covers
from site_routes import HTML, PNG, Answer, refuse

if TYPE_CHECKING:
    from local_site import LocalSite, SiteServer

BOMB_SIZE = 300_000_000
_BOMB_PIECE = 1_000_000
_LOOP = {"/loop/a": "/loop/b", "/loop/b": "/loop/a"}
_OTHER = {"utf-8": "windows-1251", "windows-1251": "utf-8"}


@lru_cache(maxsize=1)
def make_bomb() -> bytes:
    """Return a gzip of about 300 kB that unpacks to BOMB_SIZE blanks, without compressing them all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = b" " * _BOMB_PIECE
    # Flushed whole, a piece knows nothing of the one before, so it may be repeated.
    packed = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    times = BOMB_SIZE // _BOMB_PIECE
    checksum = 0
    for _ in range(times):
        checksum = zlib.crc32(piece, checksum)
    tail = checksum.to_bytes(4, "little") + BOMB_SIZE.to_bytes(4, "little")
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + packed * times + packer.flush() + tail


class SiteHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: SiteServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: what came is in `requests`."""

    def do_GET(self) -> None:
        """Answer by the behaviour, then by what the site holds."""
        site = self.server.site
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        site.open_request(Request(self.command, self.path, headers, time.monotonic(), body))
        try:
            self._respond(site, site.behaviour, (self.command, self.path, body))
        finally:
            site.close_request()

    def do_POST(self) -> None:
        """Answer like a GET: the body is read there."""
        self.do_GET()

    def do_HEAD(self) -> None:
        """Answer like a GET, without the body."""
        self.do_GET()

    def _respond(self, site: LocalSite, how: Behaviour, key: tuple[str, str, bytes]) -> None:
        if how.reset:
            self.close_connection = True
            return
        if how.slow:
            site.stopping.wait(how.slow)
        if covers(how.huge, self.path):
            self._send_endless(how)
        elif covers(how.gzip_bomb, self.path):
            self._send(Answer(200, HTML, make_bomb(), (("Content-Encoding", "gzip"),)), how)
        else:
            answer = self._refusal(site, how, key) or self._redirect(site, how) or self._stand_in(how)
            answer = answer or site.content.answer(self.command, self.path, key[2])
            self._send(answer, how, cut=how.drop_halfway > 0 and site.is_first(("cut", key), how.drop_halfway))

    # --- misbehaviours that answer by themselves ------------------------------------------------------------------

    def _refusal(self, site: LocalSite, how: Behaviour, key: tuple[str, str, bytes]) -> Answer | None:
        if how.retry_after is not None and self.path != ROBOTS and site.is_first("retry", how.retry_first):
            return replace(refuse(how.retry_status), headers=(("Retry-After", str(how.retry_after)),))
        failing = how.fail_then_ok and covers(how.fail_paths, self.path)
        if failing and site.is_first(("fail", key), how.fail_then_ok):
            return refuse(how.fail_statuses[(site.count_of(("fail", key)) - 1) % len(how.fail_statuses)])
        return None

    def _redirect(self, site: LocalSite, how: Behaviour) -> Answer | None:
        target = next((to for path, to in how.foreign_redirect.items() if covers((path,), self.path)), None)
        if covers(how.endless_redirect, self.path) or self.path.startswith("/away/"):
            target = site.next_address()
        elif self.path in _LOOP:
            target = _LOOP[self.path]
        elif covers(how.redirect_loop, self.path):
            target = "/loop/a"
        elif covers(how.login_wall, self.path) and how.login_by == "redirect" and self.path != "/login":
            target = "/login"
        return None if target is None else Answer(302, HTML, "", (("Location", target),))

    def _stand_in(self, how: Behaviour) -> Answer | None:
        if covers(how.vanish, self.path):
            return refuse(how.vanish_status)
        notices = (
            (how.maintenance, "Причал", pages.render_maintenance),
            (how.login_wall if how.login_by == "form" else False, "Вход", pages.render_login),
            (how.error_200, "Ошибка", pages.render_error),
        )
        for paths, title, render in notices:
            if covers(paths, self.path):
                return Answer(200, HTML, pages.render_frame(title, render()))
        return None

    # --- sending ----------------------------------------------------------------------------------------------------

    def _send(self, answer: Answer, how: Behaviour, *, cut: bool = False) -> None:
        charset = how.wrong_charset or "utf-8"
        written = _OTHER[charset] if how.wrong_charset else "utf-8"
        body = answer.body
        headers = [*answer.headers]
        if isinstance(body, str):
            # JSON has no charset of its own and is always UTF-8.
            page = answer.kind.startswith("text/")
            headers.append(("Content-Type", f"{answer.kind}; charset={charset}" if page else answer.kind))
            body = body.encode(written if page else "utf-8", errors="xmlcharrefreplace")
        else:
            headers.append(("Content-Type", answer.kind))
        status = answer.status
        if how.etag and status == 200:
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            headers += [("ETag", tag), ("Last-Modified", self.server.site.changed_at)]
            status, body = (304, b"") if self._is_known(tag) else (status, body)
        if how.gzip and body and answer.kind != PNG and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, mtime=0)
            headers.append(("Content-Encoding", "gzip"))
        if how.cookies:
            headers.append(("Set-Cookie", f"visit={len(self.server.site.requests)}; Path=/"))
        head = self._head(status, [*headers, ("Content-Length", str(len(body)))])
        body = b"" if self.command == "HEAD" else body
        self._write(head, body[: len(body) // 2] if cut else body, how)
        self.close_connection = self.close_connection or cut

    def _is_known(self, tag: str) -> bool:
        """Tell whether the client has the page already; a tag counts before a date."""
        known = self.headers.get("If-None-Match")
        if known is not None:
            return tag in (each.strip().removeprefix("W/") for each in known.split(","))
        since = self.headers.get("If-Modified-Since")
        changed = parsedate_to_datetime(self.server.site.changed_at)
        return since is not None and parsedate_to_datetime(since) >= changed

    def _head(self, status: int, headers: list[tuple[str, str]]) -> bytes:
        lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Date: {formatdate(usegmt=True)}"]
        lines += [f"{name}: {value}" for name, value in headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def _write(self, head: bytes, body: bytes, how: Behaviour) -> None:
        if not how.drip:
            self._put(head + body)
            return
        self._put(head)
        for start in range(0, len(body), how.drip_size):
            if self.server.site.stopping.wait(how.drip if start else 0):
                return
            self._put(body[start : start + how.drip_size])

    def _put(self, data: bytes) -> None:
        self.connection.sendall(data)
        self.server.site.note_sent(len(data))

    def _send_endless(self, how: Behaviour) -> None:
        length = how.huge_length
        size = ("Transfer-Encoding", "chunked") if length is None else ("Content-Length", str(length))
        self._put(self._head(200, [("Content-Type", f"{HTML}; charset=utf-8"), size]))
        self.close_connection = True
        for piece in _endless_pieces(length):
            if self.server.site.stopping.wait(how.drip):
                return
            self._put(piece if length is not None else f"{len(piece):x}\r\n".encode() + piece + b"\r\n")


def _endless_pieces(length: int | None) -> Iterator[bytes]:
    """Yield pieces of a page without an end, or as much of it as was promised."""
    piece = b"<p>...</p>\n" * 6000
    left = length
    while left is None or left > 0:
        yield piece if left is None else piece[:left]
        left = None if left is None else left - len(piece)
