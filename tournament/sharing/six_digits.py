"""Joining by six digits, which the host shows and somebody types at the desk.

Desk and host prove to each other that they know the digits, by SPAKE2 with both certificates as the identities: who
stands between them has a certificate of its own and proves nothing. An exchange tells neither side more than whether
one guess was right, and three tries end the digits. The desk proves itself first; the host then sends its welcome.

Desk and host send `DigitsRequest`, `DigitsShare`, `DigitsProof` and `ProvenWelcome` in turn. The keys of the proofs
follow from the key that both have then, and from the exact bytes of the first two messages.
"""

import hmac
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.sharing.joining import (
    MOST_ADDRESS,
    JoiningDesk,
    JoiningMessage,
    RandomBytes,
    Sign,
    Welcome,
    bound,
    decode_welcome,
    digits_from,
    encode_message,
    joining_desk,
    read_asked,
    read_signed,
    refuse_other_event,
    refuse_unsigned,
    signed_request,
)
from tournament.sharing.messages import PROTOCOL, decode_as, refuse_other_protocol

VALID = timedelta(minutes=5)
MOST_TRIES = 3
_OF_DESK, _OF_HOST = b"A", b"B"
"""What a message of SPAKE2 begins with."""


class DigitsRequest(JoiningMessage, frozen=True):
    """The first message of the desk, which it signs."""

    event: UUID
    certificate: bytes
    name: str
    author: str
    share: bytes
    address: Annotated[str, Meta(max_length=MOST_ADDRESS)] = ""
    """Where it would serve the event if it took over, as ``host:port``; empty if it cannot."""
    protocol: int = PROTOCOL


class DigitsShare(JoiningMessage, frozen=True):
    """The answer of the host."""

    share: bytes


class DigitsProof(JoiningMessage, frozen=True):
    """The second message of the desk."""

    request: bytes
    """The hash of the request that it belongs to."""
    proof: bytes


class ProvenWelcome(JoiningMessage, frozen=True):
    """The second message of the host."""

    proof: bytes
    welcome: bytes


@dataclass(frozen=True, slots=True)
class _Try:
    """One exchange at the host."""

    request: bytes
    """The hash of the request."""
    desk: JoiningDesk
    answer: bytes
    desk_key: bytes = field(repr=False)
    host_key: bytes = field(repr=False)
    right: bool | None = None
    """Whether the desk had the right digits; None until it has sent its proof."""


@dataclass(frozen=True, slots=True)
class JoinCode:
    """Six digits with which one desk can join, and what has become of them; `join_code` makes it."""

    event: UUID
    host: bytes
    """The id of the host, as desks see it."""
    digits: str = field(repr=False)
    role: EventRole
    """The role of the key of the desk that joins."""
    may_take_over: bool
    """Whether the host names that desk as a deputy."""
    until: datetime
    tries: tuple[_Try, ...] = ()

    @property
    def tries_left(self) -> int:
        """How many more desks can try; those that have begun can still finish."""
        return MOST_TRIES - len(self.tries)

    @property
    def failures(self) -> int:
        """How many tries had wrong digits."""
        return sum(each.right is False for each in self.tries)

    @property
    def desk(self) -> JoiningDesk | None:
        """The desk that has proven that it knows the digits."""
        return next((each.desk for each in self.tries if each.right), None)

    def ended(self, now: datetime) -> Problem | None:
        """Why no desk can join with these digits any more; None if one can."""
        if self.desk is not None:
            text = mark("A desk has joined with these digits: ask the host for new ones.")
            return Problem("code-used", text)
        if now >= self.until:
            text = mark("The digits were valid for {count} minutes: ask the host for new ones.",
                        count=VALID // timedelta(minutes=1))  # fmt: skip
            return Problem("code-expired", text)
        if self.failures == MOST_TRIES:
            return _too_many_tries()
        return None

    def asked(self, content: bytes, now: datetime, random: RandomBytes) -> tuple["JoinCode", bytes]:
        """Return the code after the request ``content``, and the answer to it.

        A try is counted now and not when its proof arrives, so nobody can measure more often how long the answer takes.
        A request that is repeated is answered as it was and is no further try. Raise Refused if the request is
        malformed, or if there are no tries left.
        """
        request = bound("join/request", content)
        if (problem := self.ended(now)) is not None:
            raise Refused(problem)
        if (known := self._try(request)) is not None:
            return self, known.answer
        if not self.tries_left:
            raise Refused(_too_many_tries())
        read, desk = _read(content, self.host)
        refuse_other_event(read.event, self.event)
        if not _is_share(read.share, _OF_DESK):
            raise Refused(_unproven_desk())
        from spake2 import SPAKE2_B

        exchange = SPAKE2_B(_password(self.event, self.digits), desk.id, self.host, entropy_f=random)
        answer = encode_message(DigitsShare(exchange.start()))
        key = exchange.finish(read.share)
        keys = _keys(key, self.event, desk.id, self.host, content, answer)
        return replace(self, tries=(*self.tries, _Try(request, desk, answer, *keys))), answer

    def proven(self, content: bytes, now: datetime) -> tuple["JoinCode", JoiningDesk | Problem]:
        """Return the code after the proof ``content``, and the desk; instead, why it cannot join if the proof is wrong.

        The desk can be admitted then; the code that is returned must be kept with it. A proof that is repeated gives
        the desk again, also later. Raise Refused, with nothing changed, if the proof is malformed or comes too late.
        """
        found: DigitsProof = decode_as(content, DigitsProof)
        known = self._try(found.request)
        if known is None:
            raise Refused(_unproven_desk())
        right = hmac.compare_digest(found.proof, _proof(known.desk_key))
        if right and known.right:
            return self, known.desk
        if (problem := self.ended(now)) is not None:
            raise Refused(problem)
        if known.right is not None:
            raise Refused(_unproven_desk())
        decided = replace(known, right=right)
        after = replace(self, tries=tuple(decided if each is known else each for each in self.tries))
        if right:
            return after, known.desk
        if not self.tries_left:
            return after, _too_many_tries()
        text = mark("These digits are not those that the host shows. Tries left: {count}.", count=self.tries_left)
        return after, Problem("code-wrong", text, "digits")

    def admitted_as(self, name: str) -> "JoinCode":
        """Return the code after the desk that has proven itself was admitted under this ``name``, which may have a
        number if another desk has the name that it asked for."""
        return replace(self, tries=tuple(
            replace(each, desk=replace(each.desk, name=name)) if each.right else each for each in self.tries
        ))  # fmt: skip

    def welcome(self, welcome: Welcome) -> bytes:
        """Return ``welcome`` for the desk that has proven itself, with the proof of the host."""
        known = next(each for each in self.tries if each.right)
        content = encode_message(welcome)
        return encode_message(ProvenWelcome(_proof(known.host_key, content), content))

    def _try(self, request: bytes) -> _Try | None:
        return next((each for each in self.tries if each.request == request), None)


def join_code(
    event: UUID, host: bytes, role: EventRole, now: datetime, random: RandomBytes, *, may_take_over: bool = False
) -> JoinCode:
    """Return new digits with which one desk can join within five minutes."""
    return JoinCode(event, host, digits_from(random(16)), role, may_take_over, now + VALID)


def desk_of_request(content: bytes, host: bytes) -> JoiningDesk:
    """Return the desk of a request to the computer ``host``, whose name can be checked before a try is spent.

    Raise Refused if the request is malformed, or not signed with the key of the desk.
    """
    return _read(content, host)[1]


class TypedDigits:
    """A desk that asks with the digits that somebody typed there: its first message."""

    def __init__(
        self, event: UUID, host: bytes, digits: str, desk: JoiningDesk, sign: Sign, random: RandomBytes
    ) -> None:
        """``host`` is the id of the certificate that this desk sees at the address; ``digits`` are `typed_digits`."""
        from spake2 import SPAKE2_A

        self._event, self._host, self._desk = event, host, desk.id
        self._exchange: Any = SPAKE2_A(_password(event, digits), desk.id, host, entropy_f=random)
        share = self._exchange.start()
        request = DigitsRequest(event, desk.certificate, desk.name, desk.author, share, desk.serves_at)
        _, self.request = signed_request(request, host, sign)

    def answered(self, content: bytes) -> "ProvingDesk":
        """Return the desk with its proof, after the answer ``content``.

        Each object takes one answer alone. Raise Refused if it is malformed.
        """
        from spake2 import SPAKEError

        share: DigitsShare = decode_as(content, DigitsShare)
        if not _is_share(share.share, _OF_HOST):
            raise Refused(_unproven_host())
        try:
            key = self._exchange.finish(share.share)
        except SPAKEError as error:  # it is this desk's own share, or there was an answer before
            raise Refused(_unproven_host()) from error
        desk_key, host_key = _keys(key, self._event, self._desk, self._host, self.request, content)
        request = encode_message(DigitsProof(bound("join/request", self.request), _proof(desk_key)))
        return ProvingDesk(request, host_key)


@dataclass(frozen=True, slots=True)
class ProvingDesk:
    """A desk that sends its proof: its second message."""

    request: bytes
    _host_key: bytes = field(repr=False)

    def welcomed(self, content: bytes) -> Welcome:
        """Return the welcome in ``content``. Raise Refused if the host does not prove that it knows the digits."""
        found: ProvenWelcome = decode_as(content, ProvenWelcome)
        if not hmac.compare_digest(found.proof, _proof(self._host_key, found.welcome)):
            raise Refused(_unproven_host())
        return decode_welcome(found.welcome)


def _read(content: bytes, host: bytes) -> tuple[DigitsRequest, JoiningDesk]:
    found = read_signed(content)
    read = read_asked(found, DigitsRequest)
    refuse_other_protocol(read.protocol)
    desk = joining_desk(read.certificate, read.name, read.author, read.address)
    refuse_unsigned(found, desk, host)
    return read, desk


def _password(event: UUID, digits: str) -> bytes:
    return bound("join/digits", event.bytes, digits.encode())


def _is_share(share: bytes, side: bytes) -> bool:
    """Return whether ``share`` is a message of SPAKE2 from ``side``, in its only spelling."""
    from spake2.ed25519_basic import NotOnCurve
    from spake2.parameters.ed25519 import ParamsEd25519

    group = ParamsEd25519.group
    if len(share) != 1 + group.element_size_bytes or share[:1] != side:
        return False
    try:
        same: bool = group.bytes_to_element(share[1:]).to_bytes() == share[1:]
    except (NotOnCurve, ValueError):
        return False
    return same


def _keys(key: bytes, event: UUID, desk: bytes, host: bytes, request: bytes, answer: bytes) -> tuple[bytes, bytes]:
    """Return the keys of the proofs of desk and host."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

    transcript = bound("join/transcript", event.bytes, desk, host, request, answer)
    both = HKDFExpand(SHA256(), 64, transcript).derive(key)
    return both[:32], both[32:]


def _proof(key: bytes, content: bytes = b"") -> bytes:
    return hmac.digest(key, content, "sha256")


def _too_many_tries() -> Problem:
    text = mark("There were {count} tries with these digits: ask the host for new ones.", count=MOST_TRIES)
    return Problem("code-tries", text)


def _unproven_desk() -> Problem:
    text = mark("This desk does not prove that it knows the digits: type those that the host shows now.")
    return Problem("code-unproven", text, "digits")


def _unproven_host() -> Problem:
    text = mark(
        "The computer that answers does not prove that it shows these digits, so nothing was taken from it. Check its "
        "address, and ask the host for new digits."
    )
    return Problem("host-unproven", text)
