"""What somebody at the host decides about desks that want to join: invitations, and approval.

It changes what is kept of the event, where the server finds it at once; the server need not run meanwhile.
"""

from collections.abc import Iterable
from datetime import datetime
from secrets import token_bytes
from uuid import UUID

from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.sharing.approval import WaitingDesk, WaitingDesks
from tournament.sharing.six_digits import JoinCode, join_code
from tournament.sharing.tickets import new_ticket
from ui.server.admitted import AdmittedDesk, compared_name
from ui.server.joining import JoiningState, KeptJoining


def invite(
    kept: KeptJoining,
    role: EventRole,
    maker: EventRole,
    *,
    uses: int | None = None,
    until: datetime | None = None,
    approval: bool = True,
) -> bytes:
    """Return the ticket of a new invitation, which gives ``role``.

    Raises Refused if that is above the role of its ``maker``, and what `KeptJoining` raises.
    """
    _refuse_beyond(role, maker)
    with kept.changing() as change:
        made = change.state.made + 1
        ticket, known = new_ticket(role, token_bytes, uses=uses, until=until, approval=approval, number=made)
        change.state = replace(change.state, tickets=(*change.state.tickets, known), made=made)
    return ticket


def waiting_desks(kept: KeptJoining, now: datetime) -> tuple[WaitingDesk, ...]:
    """The desks about which somebody at the host has to decide. Raises what `KeptJoining` raises."""
    return _waiting(kept.read()).shown(now)


def approve(
    kept: KeptJoining,
    name: str,
    id: str,
    maker: EventRole,
    now: datetime,
    *,
    role: EventRole | None = None,
    may_take_over: bool = False,
) -> WaitingDesk:
    """Let the desk ``name`` join, whose id begins with ``id``, and return it.

    Its key gets ``role``; by default that of its invitation, or referee without one, and at most that of who approves.
    Raises Refused if no such desk waits, or if ``role`` is above that of its ``maker``; and what `KeptJoining` raises.
    """
    if role is not None:
        _refuse_beyond(role, maker)
    with kept.changing() as change:
        waiting = _waiting(change.state)
        found = _desk_named(waiting.shown(now), name, id)
        given = role or min(found.role or EventRole.REFEREE, maker, key=lambda each: each.rank)
        decided = waiting.decided(found.id, True, now, given, may_take_over=may_take_over)
        change.state = replace(change.state, waiting=decided.all)
    return found


def refuse(kept: KeptJoining, name: str, now: datetime, *, id: str = "") -> None:
    """Do not let the desks join that wait under this ``name``; with an ``id``, only the one whose id begins so.

    Raises Refused if none does, and what `KeptJoining` raises.
    """
    with kept.changing() as change:
        waiting = _waiting(change.state)
        named = (each for each in waiting.shown(now) if compared_name(each.desk.name) == compared_name(name))
        found = [each for each in named if each.desk.id.hex().startswith(id)]
        if not found:
            raise Refused(_unknown(name, "refuse"))
        for each in found:
            waiting = waiting.decided(each.id, False, now)
        change.state = replace(change.state, waiting=waiting.all)


def show_code(
    kept: KeptJoining,
    event: UUID,
    host: bytes,
    role: EventRole,
    maker: EventRole,
    now: datetime,
    *,
    may_take_over: bool = False,
) -> JoinCode:
    """Return new six digits with which one desk can join ``event`` at the host with the id ``host``.

    Raises Refused if ``role`` is above that of its ``maker``, and what `KeptJoining` raises.
    """
    _refuse_beyond(role, maker)
    code = join_code(event, host, role, now, token_bytes, may_take_over=may_take_over)
    with kept.changing() as change:
        change.state = replace(change.state, code=code)
    return code


def end_code(kept: KeptJoining) -> None:
    """Let no desk join with the six digits any more. Raises what `KeptJoining` raises."""
    with kept.changing() as change:
        change.state = replace(change.state, code=None)


def end_invitation(kept: KeptJoining, hash: str) -> None:
    """Let no desk join any more with the invitation whose ticket has this ``hash``. Raises what `KeptJoining`
    raises."""
    with kept.changing() as change:
        left = tuple(each for each in change.state.tickets if each.hash != hash)
        change.state = replace(change.state, tickets=left)


def end_all(kept: KeptJoining, desks: Iterable[AdmittedDesk] = ()) -> None:
    """End all invitations, and let no waiting desk join; ``desks`` are those that are to be ended as well.

    Raises what `KeptJoining` raises.
    """
    with kept.changing() as change:
        state = JoiningState(made=change.state.made, standing=change.state.standing)
        for desk in desks:
            state = state.deciding(desk)
        change.state = state


def _waiting(state: JoiningState) -> WaitingDesks:
    """The waiting desks of ``state``, to decide about them: which digits they show does not depend on it any more."""
    return WaitingDesks(UUID(int=0), b"", state.waiting)


def _desk_named(waiting: Iterable[WaitingDesk], name: str, id: str) -> WaitingDesk:
    begin = id.strip().lower()
    named = [each for each in waiting if compared_name(each.desk.name) == compared_name(name)]
    if not named:
        raise Refused(_unknown(name, "approve"))
    found = [each for each in named if each.desk.id.hex().startswith(begin)]
    if len(begin) < len(named[0].desk.first_digits) or len(found) != 1:
        text = mark(
            "Give the id that the desk “{name}” shows, at least its first {count} digits. Another desk may have chosen "
            "the same name.",
            name=name,
            count=len(named[0].desk.first_digits),
        )
        raise Refused(Problem("approval-id", text, "approve"))
    return found[0]


def _unknown(name: str, field: str) -> Problem:
    text = mark("No desk “{name}” waits for approval: “desks FILE” lists those that do.", name=name)
    return Problem("approval-unknown", text, field)


def _refuse_beyond(role: EventRole, maker: EventRole) -> None:
    if not maker.includes(role):
        text = mark("You act as {maker}, so no desk can join as {role} by you.", maker=maker.label, role=role.label)
        raise Refused(Problem("role-beyond", text, "role"))
