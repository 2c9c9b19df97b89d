"""Two computers and an event for tests of joining, with random bytes that are the same in every run."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from uuid import UUID

from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.sharing.joining import JoiningDesk, Welcome, joining_desk
from tournament.sharing.keys import made_key
from tournament.sharing.statements import Signed

NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
EVENT, OTHER_EVENT = UUID(int=7), UUID(int=8)
HOST, NORTH, SOUTH, STRANGER = (made_key(NOW) for _ in range(4))


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
