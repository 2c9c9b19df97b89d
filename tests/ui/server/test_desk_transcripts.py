"""What a host answers to desks, request by request, compared with a reviewed transcript.

In it a line that begins with ``$`` is a request: its method, its address, the name of the desk whose certificate it
shows or ``-`` for none (for ``/join``, of the computer that signs it), a language, and a body. ``--update-golden``
writes the answers again.
"""

import json
import re
from base64 import b64encode
from pathlib import Path

import httpx
import pytest

from tests.examples.keys import key_of
from tests.ui.server.test_served_event import HOST, TICKET, Hall
from tournament.sharing.messages import PROTOCOL
from ui.server import throttle

TRANSCRIPT = Path(__file__).parent / "transcripts" / "desks.txt"
_ALIKE = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b"), "ID"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.0-9]*(\+00:00|Z)"), "MOMENT"),
    (re.compile(r"(?<=content-length: )\d+"), "LENGTH"),
    (re.compile(r'(?<="id": ")[0-9a-f]{32}(?=")'), "WAITING"),
    (re.compile(r'(?<="number": ")[^"]+'), "NUMBER"),
    (re.compile(r'("protocol": )\d+'), r"\1PROTOCOL"),
)
"""Parts of an answer that are others each time, and what is written for them."""


def answer_lines(found: httpx.Response) -> list[str]:
    if "allow" in found.headers:  # a set of the framework
        found.headers["allow"] = ", ".join(sorted(found.headers["allow"].split(", ")))
    lines = [
        f"{found.status_code} {found.reason_phrase}",
        *(f"{name}: {value}" for name, value in found.headers.items()),
    ]
    text = "\n".join(
        [*lines, *(json.dumps(found.json(), indent=1, ensure_ascii=False).splitlines() if found.content else [])]
    )
    for pattern, instead in _ALIKE:
        text = pattern.sub(instead, text)
    return [f" {line}" for line in text.split("\n")]


def _signed(content: str, event: str, computer: str) -> str:
    """The request to join ``content`` as ``computer`` sends it; as it is if it is not an object or nobody signs it."""
    try:
        request = json.loads(content)
    except ValueError:
        return content
    if computer == "-" or not isinstance(request, dict):
        return content
    key = key_of(computer)
    certificate = b64encode(key.certificate).decode()
    always = {"type": "ApprovalRequest", "event": event, "certificate": certificate, "commitment": ""}
    text = json.dumps({**always, **request}).encode()
    signature = key.sign(b"quatre-vents/joining/2\0" + HOST + text)
    sent = {"request": b64encode(text).decode(), "signature": b64encode(signature).decode()}
    return json.dumps({"type": "SignedRequest", **sent})


def test_desks_are_answered_as_reviewed(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "FREE_FAILURES", 100)  # how long one waits is tested elsewhere
    hall = Hall(tmp_path)
    event = hall.host.book.view.journal[0].id
    reviewed = TRANSCRIPT.read_text(encoding="utf-8").split("\n")
    found = [reviewed[0]]
    for line in reviewed:
        if not line.startswith("$ "):
            continue
        method, path, desk, language, *body = line.removeprefix("$ ").split(" ", 4)
        headers = {"User-Agent": "none", "Accept-Language": language}
        content = "".join(body).replace("PROTOCOL", str(PROTOCOL)).replace("TICKET", b64encode(TICKET).decode())
        content = re.sub(r"(.)\{(\d+)\}", lambda each: each[1] * int(each[2]), content)
        shown = "" if path == "/join" else desk.strip("-")
        body_sent = _signed(content, event, desk) if path == "/join" else content
        answered = hall.request(method, path, shown, headers=headers, content=body_sent.encode())
        found += ["", line, *answer_lines(answered)]
    hall.mount.close()
    text = "\n".join(found) + "\n"
    if request.config.getoption("--update-golden"):
        TRANSCRIPT.write_text(text, encoding="utf-8")
    assert text == TRANSCRIPT.read_text(encoding="utf-8")
    assert not hall.faults
