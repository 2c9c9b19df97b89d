"""The PINs of the roles: set, remove, and compare them when somebody signs in."""

from collections.abc import Mapping
from typing import assert_never

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole, PinHash, hash_pin, pin_problems
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import RolePinRemoved, RolePinSet
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import PinCommand, RemovePin, SetPin
from tournament.use_cases.draft import Draft
from tournament.use_cases.rights import open_role, role_of_pin


def write_pin(draft: Draft, command: PinCommand) -> Remarks:
    """Set or remove the PIN of a role. The organiser's PIN must be set first and removed last."""
    pins, role = draft.view.state.pins, command.role
    match command:
        case SetPin():
            problems = _role_problems(pins, role)
            if problems:
                raise Refused(*problems)
            hashed = command.hashed
            draft.add(EVENT_STREAM, RolePinSet(role, hashed.salt, hashed.hash, hashed.cost, hashed.parallel))
        case RemovePin():
            if role not in pins:
                raise Refused(Problem("pin-missing", mark("The role {role} has no PIN.", role=role.label), "role"))
            if role is EventRole.ORGANISER and len(pins) > 1:
                text = mark(
                    "Remove the other PINs first: the organiser’s PIN is the way back in when another is forgotten."
                )
                raise Refused(Problem("pin-of-organiser-last", text, "role"))
            draft.add(EVENT_STREAM, RolePinRemoved(role))
        case _:
            assert_never(command)
    return ()


def planned_pin(pins: Mapping[EventRole, PinHash], role: EventRole, pin: str) -> PinHash:
    """Return the hash to store for a new ``pin`` of ``role``. Slow; writes nothing.

    Raise Refused if the PIN is not valid, if the organiser has no PIN yet, or if another role has the same PIN.
    """
    problems = [*pin_problems(pin, role), *_role_problems(pins, role)]
    if not problems and role_of_pin({other: kept for other, kept in pins.items() if other is not role}, pin):
        problems.append(Problem("pin-taken", mark("Another role already has this PIN: choose a different one."), "pin"))
    if problems:
        raise Refused(*problems)
    return hash_pin(pin)


def _role_problems(pins: Mapping[EventRole, PinHash], role: EventRole) -> tuple[Problem, ...]:
    """Return why ``role`` cannot have a PIN now; empty if it can."""
    if role is EventRole.VIEWER:
        text = mark("Viewing needs no PIN: set one for referees, the head referee or the organiser.")
        return (Problem("pin-of-viewer", text, "role"),)
    if role is not EventRole.ORGANISER and EventRole.ORGANISER not in pins:
        text = mark("Set the organiser’s PIN first: it is the way back in when another is forgotten.")
        return (Problem("pin-of-organiser-first", text, "role"),)
    return ()


def sign_in_problem(pins: Mapping[EventRole, PinHash], role: EventRole, pin: str) -> Problem | None:
    """Return why ``pin`` does not sign in to ``role``; None if it does.

    The PIN of a higher role does too, and a role without a PIN needs none. Slow, since each PIN has to be hashed.
    """
    if open_role(pins).includes(role):
        return None
    opened = role_of_pin(pins, pin) if pin else None
    if opened is not None and opened.includes(role):
        return None
    return Problem("pin-wrong", mark("This is not the PIN of the role {role}.", role=role.label), "pin")
