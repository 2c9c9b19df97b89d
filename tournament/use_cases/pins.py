"""The PINs of the roles: set, removed, and asked for when somebody signs in."""

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole, hash_pin, pin_problems
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import RolePinRemoved, RolePinSet
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.rights import open_role, role_of_pin
from tournament.use_cases.view import View


def set_pin(book: Book, role: EventRole, pin: str, *, by: By) -> Changes:
    """Hold ``role`` by ``pin`` from now on; the organiser's comes first, and no two are the same."""
    pins = book.view.state.pins
    problems = list(pin_problems(pin))
    if role is EventRole.VIEWER:
        text = mark("Looking needs no PIN: set one for referees, the head referee or the organiser.")
        problems.append(Problem("pin-of-viewer", text, "role"))
    elif role is not EventRole.ORGANISER and EventRole.ORGANISER not in pins:
        text = mark("Set the PIN of the organiser first: it is the way back when another is forgotten.")
        problems.append(Problem("pin-of-organiser-first", text, "role"))
    book.draft(by).check_right(EVENT_STREAM, RolePinRemoved(role))
    if not problems and role_of_pin({other: kept for other, kept in pins.items() if other is not role}, pin):
        problems.append(Problem("pin-taken", mark("Another role has this PIN: choose another one."), "pin"))
    if problems:
        raise Refused(*problems)
    hashed = hash_pin(pin)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, RolePinSet(role, hashed.salt, hashed.hash, hashed.cost))
    return book.commit(draft)


def remove_pin(book: Book, role: EventRole, *, by: By) -> Changes:
    """Let ``role`` be taken without a PIN; the organiser's goes last."""
    pins = book.view.state.pins
    if role not in pins:
        raise Refused(Problem("pin-missing", mark("The role {role} has no PIN.", role=role.label), "role"))
    if role is EventRole.ORGANISER and len(pins) > 1:
        text = mark("Remove the other PINs first: that of the organiser is the way back when one is forgotten.")
        raise Refused(Problem("pin-of-organiser-last", text, "role"))
    draft = book.draft(by)
    draft.add(EVENT_STREAM, RolePinRemoved(role))
    return book.commit(draft)


def sign_in_problem(view: View, role: EventRole, pin: str) -> Problem | None:
    """Why nobody is ``role`` with ``pin``; None where it opens that role, or one that may more. Takes a moment."""
    pins = view.state.pins
    if open_role(pins).includes(role):
        return None
    opened = role_of_pin(pins, pin) if pin else None
    if opened is not None and opened.includes(role):
        return None
    return Problem("pin-wrong", mark("This is not the PIN of the role {role}.", role=role.label), "pin")
