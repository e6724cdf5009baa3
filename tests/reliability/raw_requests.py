"""A site in a process of its own and bytes sent to it as they are, by no client that would mend them."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from safety_headers import SAFETY

PATIENCE = 30
STARTING = 60
SERVE = """
import sys
from cli.main import main
sys.argv = ["berserk", "serve", *sys.argv[1:]]
main()
"""
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
_ADDRESS = re.compile(r"http://[^:]+:(\d+)")


@dataclass(frozen=True, slots=True)
class Door:
    """A running site: its process, its port and the files of what it writes to stdout and stderr."""

    process: subprocess.Popen[str]
    port: int
    printed: Path
    complained: Path

    def read_said(self) -> list[str]:
        """Return every line that it wrote anywhere, but for the one that says where it is."""
        return [*self.printed.read_text().splitlines()[1:], *self.complained.read_text().splitlines()]

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
    """Serve the file by `berserk serve` at a free port; what it says goes to files whose names begin as `log`."""
    command = [sys.executable, "-c", SERVE, "--db", str(database), "--port", "0", *options]
    printed, complained = log.with_suffix(".out"), log.with_suffix(".err")
    # Files, not pipes: a pipe that nobody reads fills up and holds the site back.
    with (
        printed.open("w") as out,
        complained.open("w") as err,
        subprocess.Popen(command, stdout=out, stderr=err, text=True) as process,
    ):
        try:
            yield Door(process, _wait_for_port(process, printed, complained), printed, complained)
        finally:
            process.terminate()


def _wait_for_port(process: subprocess.Popen[str], printed: Path, complained: Path) -> int:
    end = time.monotonic() + STARTING
    while (found := _ADDRESS.search(printed.read_text())) is None:
        assert process.poll() is None, complained.read_text()
        assert time.monotonic() < end
        time.sleep(0.05)
    return int(found[1])


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


def find_unsafe(answers: bytes) -> list[str]:
    """Return which headers of safety an answer has not, or not once; of several, those that any has not."""
    heads = [piece.partition(b"\r\n\r\n")[0].decode("latin-1") for piece in _STATUS.split(answers)[2::2]]
    return [
        name for head in heads for name, value in SAFETY.items() if head.split("\r\n").count(f"{name}: {value}") != 1
    ]


def find_missing(headers: Mapping[str, str]) -> list[str]:
    """Return which headers of safety an answer has not, as a client of HTTP reads them."""
    return [name for name, value in SAFETY.items() if headers.get(name) != value]


def break_off(connection: socket.socket) -> None:
    """Close as a machine does that loses its network: what comes is refused with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
