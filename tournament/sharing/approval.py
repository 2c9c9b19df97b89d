"""Joining by approval: both computers show six digits, and a person at each says whether they are the same.

The digits follow from a number of the desk, a number of the host, both certificates and the event. The desk sends the
hash of its number first, the host then its number, the desk at last its own: nobody who stands between them can choose
a number after knowing what the digits will be. They are equal by chance once in a million times.

The messages are `ApprovalRequest` (desk), `HostNumber` (host), `DeskNumber` and `DeskWord` (desk). The host answers
with a `Welcome`, or `Undecided`. A desk with a ticket that needs no approval gets its `Welcome` at once; the ticket
goes only to a host that the desk knows already.
"""

import hmac
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, assert_never
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
MOST_WAITING = 8
"""How many desks may ask within `VALID`, unless somebody at the host decides about them."""
MOST_OF_ADDRESS = 3
"""How many of these may have one address."""
_BYTES = 16


class ApprovalRequest(JoiningMessage, frozen=True):
    """The first message of the desk, which it signs."""

    event: UUID
    certificate: bytes
    name: str
    author: str
    commitment: bytes
    """The hash of the number of the desk."""
    ticket: bytes = b""
    address: Annotated[str, Meta(max_length=MOST_ADDRESS)] = ""
    """Where it would serve the event if it took over, as ``host:port``; empty if it cannot."""
    protocol: int = PROTOCOL


class HostNumber(JoiningMessage, frozen=True):
    """The answer of the host: the id under which the desk waits, and the number of the host."""

    id: str
    number: bytes


class DeskNumber(JoiningMessage, frozen=True):
    """The second message of the desk: its number, to which the first one committed it."""

    id: str
    number: bytes


class DeskWord(JoiningMessage, frozen=True):
    """The third message of the desk: whether somebody there says that the digits are the same."""

    id: str
    same: bool


class Undecided(JoiningMessage, frozen=True):
    """The answer of the host as long as somebody has to decide."""


@dataclass(frozen=True, slots=True)
class AskedApproval:
    """What a desk sends when it asks to join."""

    desk: JoiningDesk
    ticket: bytes = field(repr=False)
    """Of an invitation; empty if it has none."""
    event: UUID
    commitment: bytes = field(repr=False)
    request: bytes = field(repr=False)
    """The hash of its request."""


@dataclass(frozen=True, slots=True)
class WaitingDesk:
    """A desk that waits at the host until people have compared the digits."""

    id: str = field(repr=False)
    """Only that desk and the host know it."""
    asking: AskedApproval
    address: str
    """From which it asked."""
    until: datetime
    role: EventRole | None
    """The role of its ticket; None if it has none, so that the person at the host chooses one."""
    number: bytes = field(repr=False)
    """That of the host."""
    digits: str = ""
    """What both computers show; empty until the desk has sent its number."""
    may_take_over: bool = False
    """Whether the host names this desk as a deputy, as the person there chose."""
    host_word: bool | None = None
    """What the person at the host said; None: nothing yet."""
    desk_word: bool | None = None
    """What the person at the desk said."""
    admitted: bool = False

    @property
    def desk(self) -> JoiningDesk:
        """The desk."""
        return self.asking.desk

    @property
    def can_be_admitted(self) -> bool:
        """Whether both people have said that the digits are the same."""
        return bool(self.digits and self.host_word and self.desk_word)


@dataclass(frozen=True, slots=True)
class WaitingDesks:
    """The desks that wait at one host; each method returns what they are afterwards."""

    event: UUID
    host: bytes
    """The id of the host, as desks see it."""
    all: tuple[WaitingDesk, ...] = ()

    def shown(self, now: datetime) -> tuple[WaitingDesk, ...]:
        """The desks about which the person at the host is asked: name, author, first digits of the id, and digits."""
        return tuple(each for each in self._lasting(now) if each.digits and each.host_word is None)

    def asked(
        self, asking: AskedApproval, address: str, now: datetime, random: RandomBytes, role: EventRole | None = None
    ) -> tuple["WaitingDesks", bytes]:
        """Let a desk wait, and return the answer to it; a request that is repeated is answered as it was.

        Raise Refused if too many wait. A desk that withdraws or sends no number counts until its time is over:
        otherwise somebody could ask until their digits happen to be those of another desk.
        """
        refuse_other_event(asking.event, self.event)
        lasting = self._lasting(now)
        found = next((each for each in lasting if each.asking.request == asking.request), None)
        if found is None:
            counted = [each.address for each in lasting if not each.admitted and each.host_word is not False]
            if len(counted) >= MOST_WAITING or counted.count(address) >= MOST_OF_ADDRESS:
                text = mark(
                    "Too many desks wait at the host: ask the person there to decide about them, or join by six digits."
                )
                raise Refused(Problem("approval-too-many", text))
            id, number = random(_BYTES).hex(), random(_BYTES)
            found = WaitingDesk(id, asking, address, now + VALID, role, number)
            lasting = (*lasting, found)
        return replace(self, all=lasting), encode_message(HostNumber(found.id, found.number))

    def told(self, content: bytes, now: datetime) -> "WaitingDesks":
        """Take the second and third message of a desk: its number, and what the person there said.

        Raise Refused if the number is another one than the desk began with, or the desk does not wait.
        """
        message: DeskNumber | DeskWord = decode_as(content, DeskNumber | DeskWord)
        found = self.find(message.id, now)
        if found.admitted:
            return self
        match message:
            case DeskNumber(number=number):
                if not hmac.compare_digest(_commitment(number), found.asking.commitment):
                    raise Refused(Problem("approval-number", mark("This is not the number that the desk began with.")))
                digits = _digits(self.event, self.host, found.asking.request, found.number, number)
                return self._with(replace(found, digits=digits))
            case DeskWord(same=same):
                if not found.digits or found.desk_word is False:
                    raise Refused(_early() if not found.digits else _withdrawn())
                return self._with(replace(found, desk_word=same))
            case _:
                assert_never(message)

    def decided(
        self, id: str, same: bool, now: datetime, role: EventRole | None = None, *, may_take_over: bool = False
    ) -> "WaitingDesks":
        """Note whether the digits are the ``same`` to the person at the host, and what they chose for the desk.

        Raise Refused if the desk does not wait, or has not sent its number.
        """
        found = self.find(id, now)
        if not found.digits:
            raise Refused(_early())
        if found.admitted:
            return self
        chosen = role if role is not None else found.role
        return self._with(replace(found, host_word=same, role=chosen, may_take_over=may_take_over))

    def admitted(self, id: str, now: datetime) -> "WaitingDesks":
        """Note that the desk was admitted; its welcome can be sent again until its time is over."""
        found = self.find(id, now)
        assert found.can_be_admitted, "both people agreed"
        return self._with(replace(found, admitted=True))

    def find(self, id: str, now: datetime) -> WaitingDesk:
        """Return the desk with this ``id``. Raise Refused if its time is over, or the host refused it."""
        found = next((each for each in self._lasting(now) if hmac.compare_digest(each.id.encode(), id.encode())), None)
        if found is None:
            text = mark("This desk does not wait any more: ask again, and compare the new digits.")
            raise Refused(Problem("approval-expired", text))
        if found.host_word is False:
            raise Refused(Problem("approval-refused", mark("The host did not let this desk join.")))
        return found

    def _lasting(self, now: datetime) -> tuple[WaitingDesk, ...]:
        return tuple(each for each in self.all if now < each.until)

    def _with(self, changed: WaitingDesk) -> "WaitingDesks":
        return replace(self, all=tuple(changed if each.id == changed.id else each for each in self.all))


def read_request(content: bytes, host: bytes) -> AskedApproval:
    """Return what the desk asks that sent ``content`` to the computer with the id ``host``.

    Raise Refused if it is malformed, or not signed with the key of the desk.
    """
    found = read_signed(content)
    read = read_asked(found, ApprovalRequest)
    refuse_other_protocol(read.protocol)
    desk = joining_desk(read.certificate, read.name, read.author, read.address)
    refuse_unsigned(found, desk, host)
    return AskedApproval(desk, read.ticket, read.event, read.commitment, _request(found.request))


def undecided() -> bytes:
    """Return the answer to a desk that asks whether it is admitted, as long as somebody has to decide."""
    return encode_message(Undecided())


class RequestingDesk:
    """A desk that asks to join: its first message."""

    def __init__(
        self,
        event: UUID,
        host: bytes,
        desk: JoiningDesk,
        sign: Sign,
        random: RandomBytes,
        ticket: bytes = b"",
    ) -> None:
        """``host`` is the id of the certificate that this desk sees at the address.

        With a ``ticket`` the desk must know that this host is one of the event.
        """
        self._event, self._host, self._has_ticket, self._number = event, host, bool(ticket), random(_BYTES)
        self._answer: bytes | None = None
        commitment = _commitment(self._number)
        request = ApprovalRequest(event, desk.certificate, desk.name, desk.author, commitment, ticket, desk.serves_at)
        content, self.request = signed_request(request, host, sign)
        self._request = _request(content)

    def answered(self, content: bytes) -> "ComparingDesk | Welcome":
        """Return the desk with the digits to compare; if its ticket needs no approval, its welcome.

        Raise Refused if ``content`` is malformed, welcomes a desk without a ticket, or is a second answer: its number
        could have been chosen after that of the desk was known.
        """
        found: HostNumber | Welcome = decode_as(content, HostNumber | Welcome)
        if isinstance(found, Welcome):
            if not self._has_ticket:
                raise Refused(_unproven_host())
            return found
        if self._answer not in (None, content):
            raise Refused(_unproven_host())
        self._answer = content
        digits = _digits(self._event, self._host, self._request, found.number, self._number)
        return ComparingDesk(found.id, digits, encode_message(DeskNumber(found.id, self._number)))


@dataclass(frozen=True, slots=True)
class ComparingDesk:
    """A desk that shows digits, which somebody there compares with those at the host."""

    id: str = field(repr=False)
    digits: str
    request: bytes = field(repr=False)
    """Its second message; only then the host shows its digits."""

    def agreed(self) -> "AgreedDesk":
        """Return the desk after the person there said that the digits are the same."""
        return AgreedDesk(self.id, encode_message(DeskWord(self.id, True)))

    def withdrawal(self) -> bytes:
        """Return the message of a desk where they are not the same; nothing else may come from that host."""
        return encode_message(DeskWord(self.id, False))


@dataclass(frozen=True, slots=True)
class AgreedDesk:
    """A desk where somebody said that the digits are the same."""

    id: str = field(repr=False)
    request: bytes = field(repr=False)
    """Its third message."""

    def welcomed(self, content: bytes) -> Welcome | None:
        """Return the welcome in ``content``; None while the person at the host has not decided. Raise Refused."""
        found: Undecided | Welcome = decode_as(content, Undecided | Welcome)
        return found if isinstance(found, Welcome) else None


def _request(content: bytes) -> bytes:
    return bound("join/approval", content)


def _commitment(number: bytes) -> bytes:
    return bound("join/number", number)


def _digits(event: UUID, host: bytes, request: bytes, host_number: bytes, desk_number: bytes) -> str:
    return digits_from(bound("join/comparison", event.bytes, host, request, host_number, desk_number))


def _early() -> Problem:
    return Problem("approval-early", mark("Both computers must show digits first."))


def _withdrawn() -> Problem:
    return Problem("approval-withdrawn", mark("This desk has said that the digits differ: ask again."))


def _unproven_host() -> Problem:
    text = mark(
        "The computer that answers does not let people compare digits as a host does, so nothing was taken from it: "
        "check its address, and ask again."
    )
    return Problem("host-unproven", text)
