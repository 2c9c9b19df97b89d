"""What a request is refused for, whoever sends it."""

import asyncio
from http import HTTPStatus
from typing import Any

import pytest
from starlette.requests import Request

from tournament.language import ENGLISH
from ui.server import requests
from ui.server.requests import Failed, address_of, body_of, client_id, refuse_fast


def sending(*pieces: bytes) -> Request:
    """A request with a body in these pieces; without any, of a client that sends nothing."""
    left = list(pieces)

    async def receive() -> dict[str, Any]:
        if not left:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    return Request({"type": "http", "headers": []}, receive)


def failed(request: Request, most: int) -> Failed:
    with pytest.raises(Failed) as found:
        asyncio.run(body_of(request, most))
    return found.value


def test_a_body_may_be_as_large_as_allowed_and_not_larger() -> None:
    assert asyncio.run(body_of(sending(b"ab", b"cd"), 4)) == b"abcd"
    assert asyncio.run(body_of(sending(b""), 0)) == b""
    found = failed(sending(b"ab", b"cde"), 4)
    assert (found.status, found.problem.code) == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request-too-large")
    assert "4 bytes" in ENGLISH.render(found.problem.text)
    assert (found.wait, found.held) == (0.0, False)


def test_a_body_that_does_not_arrive_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_PATIENCE", 0.01)
    found = failed(sending(), 4)
    assert (found.status, found.problem.code, found.held) == (HTTPStatus.REQUEST_TIMEOUT, "request-slow", False)


@pytest.mark.parametrize("held", [False, True])
def test_whoever_asks_too_fast_is_told_the_next_full_second(held: bool) -> None:
    for wait, shown in ((0.2, "1 second"), (1.0, "1 second"), (1.1, "2 seconds")):
        with pytest.raises(Failed) as found:
            refuse_fast(wait, held=held)
        failure = found.value
        assert (failure.status, failure.wait, failure.held) == (HTTPStatus.TOO_MANY_REQUESTS, wait, held)
        assert f"again in {shown.partition(' ')[0]} " in ENGLISH.render(failure.problem.text)
    refuse_fast(0.0, held=held)
    with pytest.raises(Failed) as found:
        refuse_fast(0.5)
    assert not found.value.held, "unless it is said otherwise"


def test_who_asked_is_known_as_far_as_the_connection_says() -> None:
    assert address_of(Request({"type": "http", "client": ("10.0.0.7", 4711)})) == "10.0.0.7"
    assert address_of(Request({"type": "http", "client": None})) == "", "a connection that is closed by now"
    assert client_id(Request({"type": "http", "client_id": "ab"})) == "ab"
    assert client_id(Request({"type": "http"})) == ""
