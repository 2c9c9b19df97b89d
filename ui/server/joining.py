"""How desks join one event at its host: with the ticket of an invitation, or after somebody there approved them."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_bytes
from typing import Protocol
from uuid import UUID

from msgspec import DecodeError, Struct
from msgspec.json import encode
from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.files.writing import write_whole
from tournament.language import mark
from tournament.sharing.approval import AskedApproval, WaitingDesk, WaitingDesks
from tournament.sharing.joining import JoiningDesk, Welcome, refuse_other_event
from tournament.sharing.six_digits import JoinCode, desk_of_request
from tournament.sharing.tickets import DecidedDesk, InvitationTicket, KnownTickets, spend_ticket, valid_ticket
from ui.joining.desk_folder import locked
from ui.server.admitted import AdmittedDesk, AdmittedDesks

_MOST_DECIDED = 100
"""About how many desks it is known what people decided."""
_PATIENCE = 5.0
"""Seconds to wait for another process that changes the same file."""


class JoiningState(Struct, frozen=True):
    """Who may join an event at its host, and who is about to."""

    tickets: tuple[InvitationTicket, ...] = ()
    """Those of invitations, beside that which the host shows wherever it shares the event."""
    waiting: tuple[WaitingDesk, ...] = ()
    """Desks that wait for approval."""
    code: JoinCode | None = None
    """The six digits that somebody at the host shows, also those that have ended, until there are others."""
    made: int = 0
    """How many tickets were ever made, also that which the host shows."""
    standing: InvitationTicket | None = None
    """The ticket that the host showed when this was written; None: none was counted yet."""
    decided: tuple[DecidedDesk, ...] = ()
    """Desks that people ended, or whose role they chose, the last of them at the end."""

    def lasting(self, now: datetime) -> "JoiningState":
        """What is left of it ``now``."""
        tickets = tuple(each for each in self.tickets if each.until is None or now < each.until)
        return replace(self, tickets=tickets, waiting=tuple(each for each in self.waiting if now < each.until))

    def showing(self, ticket: InvitationTicket) -> "JoiningState":
        """The state while the host shows ``ticket``, which is counted when it is a new one."""
        if self.standing is not None and self.standing.hash == ticket.hash:
            return replace(self, standing=dataclasses.replace(ticket, number=self.standing.number))
        # A host that took over also knows the ticket that the lost one showed, until its own is renewed.
        left = self.tickets if self.standing is None else tuple(each for each in self.tickets if not each.standing)
        made = self.made + 1
        return replace(self, tickets=left, made=made, standing=dataclasses.replace(ticket, number=made))

    def deciding(self, desk: AdmittedDesk) -> "JoiningState":
        """The state after people ended ``desk``, or chose the role of its key."""
        left = tuple(each for each in self.decided if each.id != desk.id)
        return replace(self, decided=(*left, DecidedDesk(desk.id, desk.key, self.made))[-_MOST_DECIDED:])

    def decided_since(self, id: str, ticket: InvitationTicket) -> EventRole | None:
        """The role beyond which ``ticket`` does not lead the desk with this ``id``; None: as far as it says."""
        found = next((each for each in self.decided if each.id == id), None)
        return found.role if found is not None and ticket.number <= found.number else None


@dataclass(slots=True)
class JoiningChange:
    """A change of who may join. Nobody else changes it meanwhile; what ``state`` is at the end is kept."""

    state: JoiningState


class KeptJoining(Protocol):
    """Keeps the state where all who share the event, and who decides about desks, find it.

    Its methods raise OSError, StoreUnavailable or StoreDamaged.
    """

    def read(self) -> JoiningState:
        """The state as it is now."""

    def changing(self) -> AbstractContextManager[JoiningChange]:
        """A change, which is kept if the block ends without an error."""


class JoiningFile:
    """The state in a file that only its user may read. Any process may use it; a damaged file counts as none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> JoiningState:
        """The state as it is now."""
        try:
            return decode_state(self._path.read_bytes())
        except FileNotFoundError:
            return JoiningState()

    @contextmanager
    def changing(self) -> Iterator[JoiningChange]:
        """A change, which is written if the block ends without an error."""
        with locked(self._path.with_suffix(".lock"), self._path, _PATIENCE):
            before = self.read()
            change = JoiningChange(before.lasting(datetime.now(UTC)))
            yield change
            if change.state != before:
                write_whole(self._path, encode(change.state).decode())


def decode_state(content: bytes | str) -> JoiningState:
    """The state in ``content``; an empty one if it is damaged: then invitations must be made again."""
    with suppress(DecodeError, UnicodeDecodeError, RecursionError):
        return decode(content, JoiningState)
    return JoiningState()


def note_end(kept: KeptJoining, shown: InvitationTicket, desk: AdmittedDesk) -> None:
    """Note that people ended ``desk`` while the host showed the ticket ``shown``. Raises what `KeptJoining` raises.

    If all desks are ended that was noted before, and the ticket is a new one.
    """
    with kept.changing() as change:
        state = change.state.showing(shown)
        noted = any((each.id, each.role) == (desk.id, desk.key) for each in state.decided)
        change.state = state if noted else state.deciding(desk)


class Joining:
    """Lets desks join the ``event`` at the host with the id ``host``. It is used in the thread of the host.

    Its methods raise Refused with the reason why a desk cannot join, and what `KeptJoining` raises.
    """

    def __init__(
        self,
        event: UUID,
        host: bytes,
        kept: KeptJoining,
        desks: AdmittedDesks,
        standing: Callable[[], InvitationTicket],
        name_deputy: Callable[[AdmittedDesk], None],
    ) -> None:
        """``standing`` returns the ticket that the host shows wherever it shares the event. ``name_deputy`` lets a
        desk take over."""
        self._name_deputy = name_deputy
        self._event, self._host, self._kept, self._desks, self._standing = event, host, kept, desks, standing

    def refuse_ticket(self, asking: AskedApproval, now: datetime) -> None:
        """Raise Refused if the desk has a ticket that is not valid, unless it was admitted before."""
        refuse_other_event(asking.event, self._event)
        if asking.ticket and self._known(asking.desk, now) is None:
            valid_ticket(_tickets(self._kept.read().showing(self._standing())), asking.ticket, now)

    def asked(self, asking: AskedApproval, address: str, now: datetime) -> AdmittedDesk | bytes:
        """Admit a desk whose ticket needs no approval, or that was admitted before and lost the answer.

        Any other desk waits for approval: return the answer to it. A ticket that was made before people decided about
        a desk does not lead beyond that role, also if they ended it.
        """
        refuse_other_event(asking.event, self._event)
        with self._kept.changing() as change:
            change.state = change.state.showing(self._standing())
            known, ticket, decided = self._known(asking.desk, now), None, None
            if asking.ticket:
                ticket = self._ticket(change.state, asking.ticket, now, known)
                decided = change.state.decided_since(asking.desk.id.hex(), ticket) if ticket is not None else None
                if known is not None and (ticket is None or ticket.approval or decided is not None):
                    return self._admit(asking.desk, known.key, None, address, now)
            if ticket is not None and not ticket.approval:
                key = min(ticket.role, decided or ticket.role, key=lambda each: each.rank)
                desk = self._admit(asking.desk, key, None, address, now)
                if known is None:
                    change.state = _after(change.state, ticket, asking.ticket, now)
                return desk
            role = ticket.role if ticket is not None else None
            waiting, answer = self._waiting(change.state).asked(asking, address, now, token_bytes, role)
            change.state = replace(change.state, waiting=waiting.all)
        return answer

    def asked_with_digits(self, content: bytes, now: datetime) -> bytes:
        """Return the answer to a desk that asks with six digits. What it asks is counted as a try."""
        with self._kept.changing() as change:
            desk = desk_of_request(content, self._host)
            self._desks.refuse_unfit(desk.name, desk.id.hex(), now)  # before a try is spent
            code, answer = _code(change.state).asked(content, now, token_bytes)
            change.state = replace(change.state, code=code)
        return answer

    def proven(self, content: bytes, address: str, now: datetime, welcomed: Callable[[AdmittedDesk], Welcome]) -> bytes:
        """Admit a desk that proves that it knows the six digits, and return its welcome with the proof of the host."""
        with self._kept.changing() as change:
            code, found = _code(change.state).proven(content, now)
            answer = b""
            if isinstance(found, JoiningDesk):
                if code is change.state.code:  # it has joined, and its answer was lost
                    desk = self._still_known(found, now)
                else:
                    desk = self._admit(found, code.role, code.role, address, now, may_take_over=code.may_take_over)
                    change.state = change.state.showing(self._standing()).deciding(desk)
                    code = code.admitted_as(desk.name)
                answer = code.welcome(welcomed(desk))
            change.state = replace(change.state, code=code)
        if isinstance(found, Problem):  # the try is kept all the same
            raise Refused(found)
        return answer

    def told(self, content: bytes, now: datetime) -> None:
        """Take the second or third message of a desk that waits for approval."""
        with self._kept.changing() as change:
            change.state = replace(change.state, waiting=self._waiting(change.state).told(content, now).all)

    def entered(self, id: str, address: str, now: datetime) -> AdmittedDesk | None:
        """Admit the desk that waits under this ``id`` if both people agreed; None as long as they have not."""
        if not self._waiting(self._kept.read()).find(id, now).can_be_admitted:
            return None
        with self._kept.changing() as change:
            found = self._waiting(change.state).find(id, now)
            if found.admitted:
                return self._still_known(found.desk, now)
            assert found.role is not None, "who approved the desk chose a role, or its invitation has one"
            change.state = change.state.showing(self._standing())
            if found.asking.ticket and self._known(found.desk, now) is None:
                ticket = valid_ticket(_tickets(change.state), found.asking.ticket, now)
                change.state = _after(change.state, ticket, found.asking.ticket, now)
            desk = self._admit(found.desk, found.role, found.role, address, now, may_take_over=found.may_take_over)
            waiting = self._waiting(change.state).admitted(id, now).all
            change.state = replace(change.state, waiting=waiting).deciding(desk)
        return desk

    def end(self, desk: AdmittedDesk) -> None:
        """End ``desk``. A ticket that was made before does not let it join in a higher role."""
        note_end(self._kept, self._standing(), desk)
        self._desks.end(desk.name)

    def known_tickets(self, now: datetime) -> KnownTickets:
        """The tickets with which desks can join, as a deputy must know them."""
        state = self._kept.read().lasting(now).showing(self._standing())
        return KnownTickets(_tickets(state), state.made, state.decided)

    def adopt(self, tickets: KnownTickets) -> None:
        """Accept the ``tickets`` of a lost host, and no others but that which this host shows."""
        with self._kept.changing() as change:
            shown = self._standing()
            own = next((each for each in tickets.tickets if each.hash == shown.hash), None)
            others = tuple(each for each in tickets.tickets if each is not own)
            decided = tickets.decided[-_MOST_DECIDED:]
            change.state = JoiningState(others, made=tickets.made, standing=own, decided=decided).showing(shown)

    def _ticket(
        self, state: JoiningState, ticket: bytes, now: datetime, known: AdmittedDesk | None
    ) -> InvitationTicket | None:
        """The valid ticket that a desk sent. None if it is not valid; but a desk that is not ``known`` is refused."""
        try:
            return valid_ticket(_tickets(state), ticket, now)
        except Refused:
            if known is None:
                raise
            return None

    def _still_known(self, desk: JoiningDesk, now: datetime) -> AdmittedDesk:
        """The desk, which was admitted and asks for the answer again. Raises Refused if it was ended since."""
        known = self._known(desk, now)
        if known is None:
            raise Refused(_ended())
        return known

    def _waiting(self, state: JoiningState) -> WaitingDesks:
        return WaitingDesks(self._event, self._host, state.waiting)

    def _known(self, desk: JoiningDesk, now: datetime) -> AdmittedDesk | None:
        return next((each for each in self._desks.latest(now) if each.id == desk.id.hex()), None)

    def _admit(
        self,
        desk: JoiningDesk,
        key: EventRole,
        role: EventRole | None,
        address: str,
        now: datetime,
        *,
        may_take_over: bool = False,
    ) -> AdmittedDesk:
        admitted = self._desks.admit(
            desk.name,
            desk.author,
            role,
            address,
            now,
            key=key,
            certificate=desk.certificate,
            serves_at=desk.serves_at,
        )
        if may_take_over:
            self._name_deputy(admitted)
        return admitted


def _code(state: JoiningState) -> JoinCode:
    if state.code is None:
        text = mark("The host shows no digits: ask the person there to let a desk join.")
        raise Refused(Problem("code-none", text, "digits"))
    return state.code


def _tickets(state: JoiningState) -> tuple[InvitationTicket, ...]:
    """All tickets of ``state``, also that which the host shows."""
    return state.tickets if state.standing is None else (state.standing, *state.tickets)


def _ended() -> Problem:
    text = mark("This desk was ended at the host: ask there for a new invitation, or to be let in.")
    return Problem("desk-ended", text, "invitation")


def _after(state: JoiningState, ticket: InvitationTicket, sent: bytes, now: datetime) -> JoiningState:
    """``state`` after one more desk joined with ``ticket``, as it was ``sent``."""
    return replace(state, tickets=spend_ticket(state.tickets, sent, now)) if ticket in state.tickets else state
