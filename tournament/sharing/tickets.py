"""The tickets of invitations, as the host keeps them: how many desks can join with each, until when, and in which role.

The host keeps the hash of a ticket; the ticket itself is in the invitation alone. Deputies are told these hashes, so
that invitations stay valid when one of them takes over.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import Struct

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.sharing.invitation import TICKET_BYTES


@dataclass(frozen=True, slots=True)
class InvitationTicket:
    """A ticket as the host knows it."""

    hash: str
    """Its SHA-256, in hexadecimal digits."""
    role: EventRole
    """The role of the key of a desk that joins with it."""
    uses: int | None
    """How many desks can still join with it; None: any number."""
    until: datetime | None
    """When it expires; None if it does not."""
    approval: bool
    """Whether somebody at the host must approve each desk."""
    number: int = 0
    """Counts the tickets of the event in the order in which they were made; 0: it was not counted yet."""
    standing: bool = False
    """Whether it is that which a host shows wherever it shares the event."""

    def ended(self, now: datetime) -> Problem | None:
        """Why no desk can join with it any more; None if one can."""
        if self.until is not None and now >= self.until:
            text = mark("This invitation has expired: ask the host for a new one.")
            return Problem("ticket-expired", text, "invitation")
        if self.uses == 0:
            text = mark("All desks that this invitation is for have joined: ask the host for a new one.")
            return Problem("ticket-used-up", text, "invitation")
        return None


@dataclass(frozen=True, slots=True)
class DecidedDesk:
    """A desk that was ended, or about whose role people have decided: earlier tickets do not lead beyond that role."""

    id: str
    """Hexadecimal."""
    role: EventRole
    """The role of its key."""
    number: int
    """Tickets up to this number are earlier ones."""


class KnownTickets(Struct, frozen=True, forbid_unknown_fields=True):
    """The tickets of an event, as a host tells its deputies."""

    tickets: tuple[InvitationTicket, ...] = ()
    made: int = 0
    """How many were ever made."""
    decided: tuple[DecidedDesk, ...] = ()

    def has(self, ticket: bytes) -> bool:
        """Whether ``ticket`` is one of them."""
        return any(each.hash == _hash(ticket) for each in self.tickets)


def new_ticket(
    role: EventRole,
    random: Callable[[int], bytes],
    *,
    uses: int | None = None,
    until: datetime | None = None,
    approval: bool = True,
    number: int = 0,
) -> tuple[bytes, InvitationTicket]:
    """Return a new ticket for an invitation, and what the host keeps of it."""
    assert uses is None or uses > 0, "a ticket is for one desk at least"
    ticket = random(TICKET_BYTES)
    return ticket, InvitationTicket(_hash(ticket), role, uses, until, approval, number)


def standing_ticket(ticket: bytes, until: datetime | None) -> InvitationTicket:
    """Return what a host knows of the ``ticket`` that it shows wherever it shares the event.

    Whoever has it joins at once, any number of desks can, and in an event with PINs they need one.
    """
    return InvitationTicket(_hash(ticket), EventRole.ORGANISER, None, until, approval=False, standing=True)


def valid_ticket(tickets: Iterable[InvitationTicket], ticket: bytes, now: datetime) -> InvitationTicket:
    """Return the one of ``tickets`` that a desk sent. Raise Refused if there is none, or it is not valid any more."""
    wanted, found = _hash(ticket), None
    for each in tickets:  # all of them, so that the time says nothing
        if hmac.compare_digest(each.hash, wanted):
            found = each
    if found is None:
        text = mark("This invitation is not valid, or not any more: ask the host for the one that is valid now.")
        raise Refused(Problem("ticket-unknown", text, "invitation"))
    if (problem := found.ended(now)) is not None:
        raise Refused(problem)
    return found


def spend_ticket(tickets: Iterable[InvitationTicket], ticket: bytes, now: datetime) -> tuple[InvitationTicket, ...]:
    """Return ``tickets`` after one more desk joined with ``ticket``. Raise Refused as `valid_ticket` does."""
    kept = tuple(tickets)
    found = valid_ticket(kept, ticket, now)
    if found.uses is None:
        return kept
    return tuple(replace(each, uses=found.uses - 1) if each is found else each for each in kept)


def _hash(ticket: bytes) -> str:
    return hashlib.sha256(ticket).hexdigest()
