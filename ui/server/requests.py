"""What requests of desks, phones and browsers have in common: their bodies, limits, addresses, and languages."""

import asyncio
from http import HTTPStatus
from math import ceil

from starlette.requests import Request

from tournament.event.problem import Problem
from tournament.language import LANGUAGES, Language, Text, language_of, mark

MOST_BYTES = 4 * 1024 * 1024
"""The largest request of a desk, in bytes."""
MOST_BYTES_OF_OTHERS = 16 * 1024
"""The largest request of others, in bytes."""
_PATIENCE = 30.0
"""Seconds in which a request must arrive."""


class Failed(Exception):
    """A request failed: it is answered with ``status`` and a message; ``wait`` is in seconds.

    If ``held``, it is answered only after a moment.
    """

    def __init__(
        self, status: HTTPStatus, code: str, text: Text, field: str = "", wait: float = 0.0, *, held: bool = False
    ) -> None:
        super().__init__(code)
        self.status, self.problem, self.wait, self.held = status, Problem(code, text, field), wait, held


async def body_of(request: Request, most: int) -> bytes:
    """The body of ``request``. Raises Failed if it is larger than ``most`` bytes, or does not arrive in time."""
    content = bytearray()
    try:
        async with asyncio.timeout(_PATIENCE):
            async for piece in request.stream():
                content += piece
                if len(content) > most:
                    text = mark("This request is larger than {most} bytes.", most=most)
                    raise Failed(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request-too-large", text)
    except TimeoutError as error:
        text = mark("The request did not arrive in {seconds} seconds.", seconds=int(_PATIENCE))
        raise Failed(HTTPStatus.REQUEST_TIMEOUT, "request-slow", text) from error
    return bytes(content)


def client_id(request: Request) -> str:
    """The id of the computer that sent ``request``, in hexadecimal digits; empty if it showed no certificate."""
    return str(request.scope.get("client_id", ""))


def address_of(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def asked_language(request: Request) -> Language:
    """The first language of ``Accept-Language`` that we have, English without any."""
    known = {language.code for language in LANGUAGES}
    asked = request.headers.get("accept-language", "")[:200].split(",")
    codes = (each.partition(";")[0].strip() for each in asked)
    return language_of(next((code for code in codes if code.partition("-")[0].lower() in known), ""))


def refuse_fast(wait: float, *, held: bool = False) -> None:
    """Raise Failed if there is a ``wait``, in seconds."""
    if wait > 0:
        text = mark("Too many requests: try again in {seconds} seconds.", seconds=ceil(wait))
        raise Failed(HTTPStatus.TOO_MANY_REQUESTS, "too-fast", text, wait=wait, held=held)
