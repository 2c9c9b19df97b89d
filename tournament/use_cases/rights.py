"""The rights of a role in an event, which are checked before anything is written.

In an event without PINs everybody may do everything. Reading needs no role: anybody who has a file can read it. Roles
keep people from changing each other's work by mistake; they do not protect against an attacker who has the file.

At a desk of a shared event nobody may do more than the key of that desk allows.
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile

from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole, PinHash, may
from tournament.language import listed, mark
from tournament.language.harmless import harmless_line
from tournament.ledger import check_in_facts, facts
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of, table_stream
from tournament.ledger.journal import Journal
from tournament.ledger.state import pins_after
from tournament.use_cases.changes import Acting, By
from tournament.use_cases.commands import (
    CallReferee,
    CheckInByPhone,
    Command,
    ConfirmProposal,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    InsertHand,
    MoveHand,
    MoveSheet,
    ProposeHand,
    Redo,
    TakeSeat,
    Undo,
)


def open_role(pins: Mapping[EventRole, PinHash]) -> EventRole:
    """Return the role of people without a PIN: the one below the lowest that has a PIN; without PINs, the highest."""
    held = [role.rank for role in pins]
    return list(EventRole)[max(min(held) - 1, 0)] if held else EventRole.ORGANISER


def role_of_pin(pins: Mapping[EventRole, PinHash], pin: str) -> EventRole | None:
    """Return the role that ``pin`` opens, or None. This is slow, since each PIN has to be hashed."""
    return next((role for role in reversed(EventRole) if role in pins and pins[role].matches(pin)), None)


def acting_with(pins: Mapping[EventRole, PinHash], by: By) -> Acting:
    """Return the role in which ``by`` acts, given the PINs of the event. Raise Refused if their PIN opens no role."""
    role = everybody = open_role(pins)
    if by.role is not None:
        role = max(role, by.role, key=lambda each: each.rank)
    if by.pin and pins:
        opened = role_of_pin(pins, by.pin)
        if opened is None:
            raise Refused(Problem("pin-wrong", mark("This PIN belongs to no role of the event."), "pin"))
        role = max(role, opened, key=lambda each: each.rank)
    if by.key is not None:
        role = min(role, by.key, key=lambda each: each.rank)
    return Acting(by.author, harmless_line(by.desk), role, signed_in=role is not everybody, phone=by.phone,
                  player=by.player)  # fmt: skip


def is_own(journal: Journal, entry: Entry, acting: Acting) -> bool:
    """Whether the person who acts made ``entry``.

    They must have been signed in when they made it and be signed in now, under the same name at the same desk, in a
    role that includes the earlier one. A name alone is not enough, since anybody can type it: entries of people who are
    not signed in belong to nobody. A role below that of everybody shows that the key of a desk limited it.
    """
    role = entry.role
    if role is None or not acting.signed_in or not acting.role.includes(role):
        return False
    if (entry.author, entry.record.desk) != (acting.author, acting.desk):
        return False
    earlier = takewhile(lambda each: each.record.position < entry.record.position, journal.everything(EVENT_STREAM))
    return role is not open_role(pins_in(earlier))


def pins_in(entries: Iterable[Entry]) -> Mapping[EventRole, PinHash]:
    """Return the PINs of the roles after ``entries`` of an event."""
    pins: dict[EventRole, PinHash] = {}
    for entry in entries:
        if isinstance(entry.fact, facts.PinFact):
            pins = pins_after(pins, entry.fact)
    return pins


def acts_of(journal: Journal, stream: str, fact: facts.Fact, acting: Acting) -> tuple[Act, ...]:
    """Return the rights needed to append ``fact`` to ``stream``; empty if the program does so by itself."""
    if isinstance(fact, facts.Undone | facts.Redone):
        target = journal.find(fact.entry)
        return acts_of_undo(journal, target, acting) if target is not None else ()
    if isinstance(fact, facts.HandProposed | facts.ProposalConfirmed | facts.RefereeCalled | facts.SeatTaken):
        return _acts_of_phone(acting, *(table_of(stream) or (0, 0)))
    if isinstance(fact, check_in_facts.CheckedInByPhone):
        return _acts_of_check_in(acting, fact.player)
    if fact.act is Act.CORRECTIONS:
        return (_act_of_correction(journal, stream),)
    return () if fact.act is None else (fact.act,)


def acts_of_command(journal: Journal, command: Command, acting: Acting) -> tuple[Act, ...]:
    """Return the rights that ``command`` certainly needs; empty for an undo if there is nothing to undo.

    They are checked before anything else, since a refusal for another reason may reveal names and scores. What the
    command writes is then checked entry by entry (:func:`acts_of`).
    """
    match command:
        case Undo():
            target = journal.find(command.entry) if command.entry else journal.undo_order.to_undo
            return acts_of_undo(journal, target, acting) if target is not None else ()
        case Redo():
            target = journal.undo_order.to_redo
            return acts_of_undo(journal, target, acting) if target is not None else ()
        case ProposeHand() | ConfirmProposal() | CallReferee() | TakeSeat():
            return _acts_of_phone(acting, command.session, command.table)
        case CheckInByPhone():
            return _acts_of_check_in(acting, command.number)
        case CorrectHand() | InsertHand() | DeleteHand() | MoveHand() | ExchangeColumns() | MoveSheet():
            return (_act_of_correction(journal, table_stream(command.session, command.table)),)
        case _:  # The type checker makes sure that all other commands state their right.
            return (command.act,)


def _acts_of_phone(acting: Acting, session: int, table: int) -> tuple[Act, ...]:
    """Return the right needed to propose a hand or to call from a table; none with the code of that table."""
    return () if acting.phone == (session, table) else (Act.HANDS,)


def _acts_of_check_in(acting: Acting, number: int) -> tuple[Act, ...]:
    """Return the right needed to check in a player as if by their phone; none with the link of that player."""
    return () if acting.player == number else (Act.ATTENDANCE,)


def acts_of_undo(journal: Journal, target: Entry, acting: Acting) -> tuple[Act, ...]:
    """Return the rights needed to undo or redo ``target``."""
    acts = acts_of(journal, target.stream, target.fact, acting)
    return acts if is_own(journal, target, acting) else (*acts, Act.UNDO_OF_OTHERS)


def _act_of_correction(journal: Journal, stream: str) -> Act:
    """Return the right needed to correct or repair the sheet of ``stream``."""
    reopened = any(isinstance(entry.fact, facts.SheetReopened) for entry in journal.standing(stream))
    return Act.VERIFIED_SHEETS if reopened else Act.CORRECTIONS


def right_problem(role: EventRole, act: Act) -> Problem | None:
    """Return why ``role`` may not do ``act``, and who may; None if it may."""
    if may(role, act):
        return None
    allowed = listed(each.label for each in EventRole if may(each, act))
    text = mark(
        "The role {role} does not allow “{act}”. It is allowed for: {allowed}. Sign in with the PIN "
        "of one of these roles.",
        act=act.label,
        role=role.label,
        allowed=allowed,
    )
    return Problem("role-may-not", text, "role")


def refuse_to(role: EventRole, *acts: Act) -> None:
    """Raise Refused with each of ``acts`` that ``role`` may not do."""
    found = (right_problem(role, act) for act in acts)
    problems = tuple(problem for problem in found if problem is not None)
    if problems:
        raise Refused(*problems)
