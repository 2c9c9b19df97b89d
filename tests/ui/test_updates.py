"""The latest release, asked of a server on this computer: what is believed, and what is refused."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from typing import ClassVar

import pytest

from ui import updates
from ui.updates import UpdatesUnknown, last_release


class _Answers(BaseHTTPRequestHandler):
    """Answers by path: a redirect, something slow or endless, or the body that the test set."""

    asked: ClassVar[list[tuple[str, dict[str, str]]]] = []
    body: ClassVar[bytes] = b""

    def do_GET(self) -> None:
        self.asked.append((self.path, dict(self.headers)))
        if self.path in ("/moved", "/away", "/circle"):
            self.send_response(301)
            place = {"/moved": "/releases", "/away": "http://localhost:1/releases", "/circle": "/circle"}[self.path]
            self.send_header("Location", place)
            self.end_headers()
            return
        self.send_response(404 if self.path == "/none" else 200)
        self.end_headers()
        if self.path == "/endless":
            while True:
                try:
                    self.wfile.write(b" " * 65_536)
                except OSError:  # the program has heard enough
                    return
        if self.path == "/slow":
            sleep(0.3)
        self.wfile.write(self.body)

    def log_message(self, format: str, *words: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of the server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()
        thread.join()


def described(server: str, tag: str = "v0.2.0", **more: object) -> None:
    """Let the server describe a release."""
    page = f"{server}/page"
    _Answers.body = json.dumps({"tag_name": tag, "html_url": page, "body": "Faster.", "id": 1} | more).encode()


def refused(address: str) -> str:
    with pytest.raises(UpdatesUnknown) as unknown:
        last_release(address, "0.1.0")
    return str(unknown.value.text.message)


@pytest.mark.parametrize(
    ("tag", "version", "newer"),
    [
        ("v0.2.0", "0.1.0", True),
        ("0.10", "0.9.9", True),
        ("v1.0", "1.0.0", False),
        ("v0.1.0", "0.1.0", False),
        ("v0.1.0", "0.1.1", False),
        ("v1.1.0", "1.1.0rc2", True),
        ("v1.1.0rc2", "1.1.0rc10", False),
        ("v1.1.0", "1.1.0+g1234abc", False),
    ],
)
def test_versions_are_compared_by_their_numbers(server: str, tag: str, version: str, newer: bool) -> None:
    described(server, tag)
    release = last_release(f"{server}/releases", version)
    assert release.newer is newer
    assert (release.version, release.news, release.page) == (tag.removeprefix("v"), "Faster.", f"{server}/page")


def test_the_request_says_nothing_about_the_user(server: str) -> None:
    described(server)
    _Answers.asked.clear()
    last_release(f"{server}/moved", "0.1.0")
    assert [path for path, _ in _Answers.asked] == ["/moved", "/releases"]
    names = {name.lower() for name in _Answers.asked[0][1]}
    assert names == {"host", "accept", "accept-encoding", "connection", "user-agent"}
    assert _Answers.asked[0][1]["User-Agent"] == "quatre-vents"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"tag_name": "v1.0"}',
        b'{"tag_name": 1, "html_url": "x"}',
        b'{"tag_name": "latest", "html_url": "SERVER/page"}',
        b'{"tag_name": "v1.0; rm", "html_url": "SERVER/page"}',
        b'{"tag_name": "v1.0", "html_url": "file:///etc/passwd"}',
        b'{"tag_name": "v1.0", "html_url": "http://elsewhere.example/page"}',
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_release_is_not_believed(server: str, body: bytes) -> None:
    _Answers.body = body.replace(b"SERVER", server.encode())
    assert refused(f"{server}/releases") == "The answer is not understood."


def test_what_steers_a_screen_is_not_shown(server: str) -> None:
    described(server, body="a\x1b[2J\r\nb" + "x" * 30_000)
    news = last_release(f"{server}/releases").news
    assert news.startswith("a\N{REPLACEMENT CHARACTER}[2J\nb")
    assert len(news) == 20_000


def test_a_failed_check_states_the_reason(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    described(server)
    assert refused(f"{server}/endless") == "The answer is not understood."
    assert refused(f"{server}/none") == "The server answers with error {status}."
    assert refused(f"{server}/away") == "The answer leads to another host, {host}."
    assert refused(f"{server}/circle") == "The answer is not understood."
    assert refused("http://127.0.0.1:1/releases") == "{host} cannot be reached. Is this computer online?"
    monkeypatch.setattr(updates, "_STEP", 0.1)
    assert refused(f"{server}/slow") == "The answer takes too long. Try again later."
    monkeypatch.setattr(updates, "_WHOLE", -1.0)
    assert refused(f"{server}/releases") == "The answer takes too long. Try again later."
