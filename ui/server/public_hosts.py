"""Where browsers find the public pages of an event after its host has changed, and how both sides prove themselves.

A host and its deputies share a random secret, which deputies are told over TLS. A page learns from its host, while that
is there, where each successor would be served, with a question and the answer that only a computer with the secret can
give for its own address. So a page goes nowhere else, and a stranger at the address of a deputy learns nothing: not the
code of a table, nor who holds a phone.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournament.sharing.invitation import joined_address
from ui.server.ports import is_ip

SECRET_BYTES = 32
_BYTES = 16
"""The bytes of a question and of a proof."""
_PROVED = re.compile(r"([0-9a-z]{1,16})\.([0-3])\.([\w-]{22})", re.ASCII)


class HostQuestion(NamedTuple):
    """What a page asks a computer that may have replaced its host."""

    host: str
    """The address of its public pages, such as ``http://192.168.1.21:8480``."""
    question: str
    answer: str
    """What the computer must answer."""


class HeldPhone(NamedTuple):
    """A phone that had a seat at a table when its host was lost."""

    device: str
    """Its name at that table."""
    seat: int


@dataclass(frozen=True, slots=True)
class PublicHosts:
    """What a host knows of the computers that may replace it, or that has."""

    secret: bytes = b""
    """Empty if browsers cannot follow: nothing is said then."""
    others: tuple[str, ...] = ()
    """The public addresses of the computers that may replace it, as ``host:port``, the likeliest first."""
    hosting: bool = True
    """Whether it hosts the event."""
    successor: str = ""
    """The public address of the host that has replaced it; empty if there is none, or if that is not public."""

    def questions(self) -> Iterator[HostQuestion]:
        """Yield what a page asks the other computers. Each page gets questions of its own, so that an answer that
        somebody has overheard is of no use to them."""
        for address in self.others if self.secret else ():
            at, question = f"http://{address}", _text(secrets.token_bytes(_BYTES))
            yield HostQuestion(at, question, self._answer(at, question))

    def answer(self, reached: str, question: str) -> str | None:
        """What this computer answers to a ``question`` that reached it at its address ``host:port``; None if it is not
        the host. So a stranger who passes questions on gets an answer for another address than their own."""
        return self._answer(f"http://{reached}", question) if self.secret and self.hosting else None

    def held_phone(self, table: str, phone: HeldPhone) -> str:
        """A proof that ``phone`` had its seat, for the successor of this host. ``table`` names event, session and
        table; empty without a secret."""
        text = f"{phone.device}.{phone.seat}"
        return f"{text}.{self._signed('phone', table, text)}" if self.secret else ""

    def proved_phone(self, table: str, proof: str) -> HeldPhone | None:
        """The phone that had its seat at ``table``, according to a ``proof`` of an earlier host; None if it is none."""
        found = _PROVED.fullmatch(proof)
        if found is None or not self.secret:
            return None
        phone = HeldPhone(found[1], int(found[2]))
        return phone if hmac.compare_digest(self.held_phone(table, phone), proof) else None

    def _answer(self, at: str, question: str) -> str:
        return self._signed("host", at, question)

    def _signed(self, *words: str) -> str:
        return _text(hmac.digest(self.secret, "\0".join(words).encode(), "sha256")[:_BYTES])


def public_places(desks: Iterable[str], port: int, own: tuple[str, ...]) -> tuple[str, ...]:
    """Where the computers that serve ``desks`` at these addresses would serve the public at ``port``; without ``own``.

    Names are left out: a computer knows at which of its addresses it is reached, and not by which name.
    """
    hosts = (each.rpartition(":")[0].strip("[]") for each in desks)
    places = (joined_address(host, port) for host in hosts if is_ip(host))
    return tuple(dict.fromkeys(place for place in places if place not in own))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
