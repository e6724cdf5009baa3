"""A site in a process of its own and bytes sent to it as they are, by no client that would mend them."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 30
SERVE = """
import sys
from cli.main import main
sys.argv = ["berserk", "serve", *sys.argv[1:]]
main()
"""
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")


@dataclass(frozen=True, slots=True)
class Door:
    """A running site: its process, its port and the file of what it says of its own accord."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    def connect(self) -> socket.socket:
        """Return an open connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def exchange(self, request: bytes) -> bytes:
        """Return all that comes back until the site closes the connection."""
        with self.connect() as connection:
            return send_and_read(connection, request)

    def count_open_files(self) -> int:
        """Return how many file descriptors the site holds."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def count_threads(self) -> int:
        """Return how many threads the site runs."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))


@contextmanager
def open_door(database: Path, log: Path, *options: str) -> Iterator[Door]:
    """Serve the file by `berserk serve` at a free port."""
    command = [sys.executable, "-c", SERVE, "--db", str(database), "--port", "0", *options]
    with log.open("w") as said, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^:]+:(\d+)", process.stdout.readline())
            assert found is not None, log.read_text()
            yield Door(process, int(found[1]), log)
        finally:
            process.terminate()


def ask(target: bytes, *headers: bytes, method: bytes = b"GET", version: bytes = b"HTTP/1.1") -> bytes:
    """Return the bytes of a request after which the connection is to be closed."""
    head = (method + b" " + target + b" " + version, b"Host: site", b"Connection: close", *headers)
    return b"\r\n".join(head) + b"\r\n\r\n"


def send_and_read(connection: socket.socket, request: bytes) -> bytes:
    """Return all that comes back; a site that refuses may close while the request is still being sent."""
    pieces = []
    try:
        connection.sendall(request)
        while piece := connection.recv(1 << 16):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def read_statuses(answers: bytes) -> list[int]:
    """Return the status of every answer in what came back."""
    return [int(status) for status in _STATUS.findall(answers)]


def break_off(connection: socket.socket) -> None:
    """Close as a machine does that loses its network: what comes is refused with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
