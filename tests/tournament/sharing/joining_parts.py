"""Two computers and an event for tests of joining, with random bytes that are the same in every run."""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from uuid import UUID

from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.sharing.joining import JoiningDesk, Welcome, joining_desk
from tournament.sharing.keys import ComputerKey
from tournament.sharing.statements import Signed

NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
EVENT, OTHER_EVENT = UUID(int=7), UUID(int=8)
# Certificates that `made_key` made once: every new one is signed with random numbers.
HOST = ComputerKey(
    b64decode(
        "MIIBpzCCAU6gAwIBAgIUZjO+ESTd2C7O3sp6hgMNU6pyQR0wCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxANDRhZTY0YmQ3MTI0MTM1NDE2MzNi"
        "MTJjZjU1OTZlYjM0NmIzNWI3NTg3M2Q2MTU5NjJhZDY1MzBhMGNjODc2NTAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
        "BgNVBAMMQDQ0YWU2NGJkNzEyNDEzNTQxNjMzYjEyY2Y1NTk2ZWIzNDZiMzViNzU4NzNkNjE1OTYyYWQ2NTMwYTBjYzg3NjUwWTATBgcqhkjO"
        "PQIBBggqhkjOPQMBBwNCAAQpnZUPy/86ObJ4oqAOfqjnOyHezSnqkO+z0pilkurl+F2vGNr/4v1x3xvs9zc+1K42Wx5HhMd/87ueSPZOifiB"
        "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0cAMEQCIEOsszFS+euyIu78WfPqKaRAAc9/Z5aMxsYRuPnxSxpnAiArehYOPkp8YYuX"
        "c8NJRYfLOCbkdzo2yPePnj5/CYfngw=="
    ),
    "",
)
NORTH = ComputerKey(
    b64decode(
        "MIIBqDCCAU6gAwIBAgIUYB/TSTjxQXW2WTfgyOzUAf0NImEwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAMTQwYTA1YTM4NTY2YjhmYzcxMzI4"
        "YjE5MzMwZTJjMjA3YjgyOTA2MzQyN2NiOWYxNWI1OWU0NTFmYzQxZDM3ODAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
        "BgNVBAMMQDE0MGEwNWEzODU2NmI4ZmM3MTMyOGIxOTMzMGUyYzIwN2I4MjkwNjM0MjdjYjlmMTViNTllNDUxZmM0MWQzNzgwWTATBgcqhkjO"
        "PQIBBggqhkjOPQMBBwNCAATp6GzwX8yF2NEqQsHyexCS5DKlAV1jwX3KEKg0vhHOUMh1nHh8ztllXE3QqpovGK3vwciVn2B1j0nVjvq/BRIz"
        "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIQDN6eh+SohYeAM+mr8ffyO+ZYjWxaeixeVI98jvuqRWdAIgfQyxJIFsFALZ"
        "q0zExUXHcYrWKgpgRQ7UBEgTF/10/zo="
    ),
    "",
)
SOUTH = ComputerKey(
    b64decode(
        "MIIBqDCCAU6gAwIBAgIUbsG/Q0IrCFvP285iml4hQ1qWKdcwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxANjcyOTFhZmIxZTE0MTY4YjExMzIy"
        "ODhkZDk2MmI4YTgyYzFmMjg5MDc3ZWE5OTA3N2Q5MjkwY2RjYWM4MGExYTAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
        "BgNVBAMMQDY3MjkxYWZiMWUxNDE2OGIxMTMyMjg4ZGQ5NjJiOGE4MmMxZjI4OTA3N2VhOTkwNzdkOTI5MGNkY2FjODBhMWEwWTATBgcqhkjO"
        "PQIBBggqhkjOPQMBBwNCAAQ2oTlzbpq5QYb5+LLOR8wR7j4kEveAVSyUsAB6phIoBlZVaLuQ6l3zwp1jn5FQve5tg33hc9rh3ik8IBz0dYhZ"
        "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIQDvxrFvrYSWznc4cQtSZ9dyRMsG7Bv+lIZr7lTrGfmwegIgC3NajmW0i1NW"
        "0tudYa6vH/Yg6Lr200tD0w8rnVBtQHM="
    ),
    "",
)
STRANGER = ComputerKey(
    b64decode(
        "MIIBqDCCAU6gAwIBAgIUGV+aHf7NYs20bopYUol6A7V31UYwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAMWFkMGM4NTVmNmU5MWMzOGEwN2M1"
        "OWNhYTE3Y2RlNDM1YjVhNmIxYWU0NzM5NjE2MWEwOTEyOGIzOTc5MDM4YTAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
        "BgNVBAMMQDFhZDBjODU1ZjZlOTFjMzhhMDdjNTljYWExN2NkZTQzNWI1YTZiMWFlNDczOTYxNjFhMDkxMjhiMzk3OTAzOGEwWTATBgcqhkjO"
        "PQIBBggqhkjOPQMBBwNCAAQdGTNVQFZp+4S9AhVlUawqOQbQVpyZhbAUkxy2QSCywhK5Ah3QbwK6czmxcaoirx8rAMZ8lWrV90D3H5pQiSaf"
        "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIANS18tP0GZQzB5Y4DpQdZKnXPJzV+kQUqbuQ46JYcbeAiEAhYpT34uBuzJL"
        "PgIqMTbolsdMF7k7lo9UHelP6+NFUdU="
    ),
    "",
)


class Numbers:
    """Bytes that look random and follow from a seed."""

    def __init__(self, seed: object = 0) -> None:
        self._seed, self._next = seed, count()

    def __call__(self, size: int) -> bytes:
        return hashlib.shake_256(f"{self._seed} {next(self._next)}".encode()).digest(size)


def desk(name: str = "North", certificate: bytes = NORTH.certificate) -> JoiningDesk:
    return joining_desk(certificate, name, "Ada")


def welcome(name: str = "North") -> Welcome:
    return Welcome(name, EventRole.REFEREE, HOST.certificate, (Signed(b"\x00content", b"signature"),))


def code_of(refused: Refused) -> str:
    """The code of a refusal that can be said in every language."""
    (problem,) = refused.problems
    assert all(language.render(problem.text).strip() for language in LANGUAGES)
    return problem.code


def changed(content: bytes, every: int = 1) -> Iterator[bytes]:
    """``content`` with one byte changed: each ``every``th of them, in turn."""
    for place in range(0, len(content), every):
        yield content[:place] + bytes((content[place] ^ 1,)) + content[place + 1 :]


def spelled(content: bytes) -> bytes:
    """``content`` as it is in JSON."""
    return b64encode(content)
