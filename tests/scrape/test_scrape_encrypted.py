"""Encrypted connections: the certificate must fit the name, though the connection goes to a number."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest.scrape.faults import FaultKind, FetchError
from ingest.scrape.fetch import Manners, PoliteClient
from ingest.scrape.site import Target
from ingest.scrape.transport import GuardedTransport


class Hello(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path != "/robots.txt" else 404)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a certificate of «localhost» with its key, made for this test, or skip where there is no openssl."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    command = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
    subprocess.run(
        [openssl, *command.split(), "-addext", "subjectAltName=DNS:localhost", "-keyout", path, "-out", f"{path}.crt"],
        check=True,
        capture_output=True,
    )
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


@pytest.fixture
def port(certificate: Path) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hello)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


async def fetch(host: str) -> bytes:
    async def look_up(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    transport = GuardedTransport({host}, allow_private=True, look_up=look_up)
    async with PoliteClient(transport, frozenset({host}), Manners(rate=None, attempts=1)) as client:
        return (await client.fetch(Target(f"https://{host}/x", "card"))).body


async def test_a_trusted_certificate_of_the_name_is_taken(
    port: int, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert await fetch(f"localhost:{port}") == b"hello"


@pytest.mark.parametrize("trusted", [False, True])
async def test_a_certificate_of_nobody_or_of_another_name_is_refused(
    port: int, certificate: Path, monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    host = f"elsewhere.example:{port}" if trusted else f"localhost:{port}"
    with pytest.raises(FetchError) as caught:
        await fetch(host)
    assert caught.value.fault.kind is FaultKind.NO_ROBOTS
    assert "certificate" in caught.value.line()
