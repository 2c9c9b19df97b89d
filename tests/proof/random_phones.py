"""Phones in a random event: check-ins, and at the tables proposals that fit, contradict one another or mean nothing."""

from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.random_commands import outcome_by, random_outcome
from tournament.ledger.sheet import Sheet
from tournament.ledger.table_phones import Proposal
from tournament.use_cases import Changes, Command, carry_out
from tournament.use_cases.commands import (
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    CheckInByPhone,
    ConfirmProposal,
    DismissProposal,
    EndTableEntry,
    FreeSeats,
    PhoneCommand,
    ProposeHand,
    RevokeTableLink,
    SetPhoneCheckIn,
    TakeSeat,
)
from tournament.use_cases.phone_check_in import phone_of_player
from tournament.use_cases.table_entry import acceptances, phone_of, recorded


def type_at_the_table(event: RandomEvent) -> None:
    """Some things that happen on phones, and that referees do about them."""
    chance = event.chance
    if event.book.view.state.table_entry is None or chance.random() < 0.03:
        _do(event, AllowTableEntry("http://192.168.1.20:8080", chance.randbytes(32)))
    for _ in range(chance.randint(1, 8)):
        sheet = event.sheet()
        if sheet is None:
            return
        session, table, view = sheet.session, sheet.table, event.book.view
        phones, device = view.phones(session, table), chance.choice(_DEVICES)
        proposals = [*phones.proposals, *phones.open, *phones.open, *phones.open]
        proposal = chance.choice(proposals) if proposals else None
        what, seat = chance.choice(_WHAT), chance.randint(0, 3)
        if what == "call":
            _do(event, CallReferee(session, table, seat, device))
        elif what == "seat":
            _do(event, TakeSeat(session, table, seat, device or _DEVICES[-1]))
        elif what == "free":
            _do(event, FreeSeats(session, table))
        elif what == "confirm" and proposal is not None:
            _do(event, ConfirmProposal(session, table, proposal.id, seat, device))
        elif what == "propose" or proposal is None:
            _propose(event, sheet, seat, device)
        elif what == "accept":
            _do(event, recorded(session, table, proposal))
        else:
            _at_the_desk(event, what, sheet, proposal)


def check_in_by_phone(event: RandomEvent) -> None:
    """Players who open their personal links, and an organiser who allows it, renews links or ends it."""
    chance, view = event.chance, event.book.view
    numbers = [*view.players, 9999]  # one whom nobody knows
    if view.state.phone_check_in is None or chance.random() < 0.3:
        renewed = tuple({chance.choice(numbers) for _ in range(chance.choice((0, 0, 1, 2)))})
        _do(event, SetPhoneCheckIn(chance.random() < 0.8, "http://192.0.2.20:8080", chance.randbytes(32), renewed))
    for number in chance.choices(numbers, k=chance.randint(1, 4)):
        _do(event, CheckInByPhone(number))


def _at_the_desk(event: RandomEvent, what: str, sheet: Sheet, proposal: Proposal) -> None:
    session, table, chance = sheet.session, sheet.table, event.chance
    calls = event.book.view.phones(session, table).calls
    if what == "dismiss":
        _do(event, DismissProposal(session, table, proposal.id, chance.choice(("", "no hand"))))
    elif what == "accept all":
        for command in acceptances(event.book.view, session, table):
            _do(event, command)
    elif what == "answer" and calls:
        _do(event, AnswerCall(session, table, chance.choice(calls).id))
    elif what == "revoke":
        _do(event, RevokeTableLink(session, table))
    elif what == "end" and chance.random() < 0.3:
        _do(event, EndTableEntry())


_DEVICES = ("", "a1a1a1a1", "b2b2b2b2", "c3c3c3c3", "d4d4d4d4")
"""Names of phones at every table; one entry in five has none, as in version 1.0.0."""
_WHAT = (
    *("propose",) * 8,
    *("confirm",) * 6,
    *("accept",) * 3,
    "accept all",
    "dismiss",
    "call",
    "seat",
    "seat",
    "free",
    "answer",
    "revoke",
    "end",
)


def _propose(event: RandomEvent, sheet: Sheet, seat: int, device: str) -> None:
    chance, view = event.chance, event.book.view
    following = view.sheet_as_proposed(sheet.session, sheet.table).next_hand
    hand = following if following is not None and chance.random() < 0.6 else chance.randint(1, 17)
    outcome = random_outcome(chance)
    if view.rules.asks_more:
        outcome = outcome_by(outcome, view.rules)
    _do(event, ProposeHand(sheet.session, sheet.table, hand, outcome, seat, device=device))


def _do(event: RandomEvent, command: Command) -> None:
    """What phones do mostly from one that has the code of the table, the rest at a desk."""

    def act() -> Changes:
        by = event.by
        if isinstance(command, PhoneCommand) and event.chance.random() < 0.8:
            by = phone_of(event.book.view, command.session, command.table, command.seat)
        elif isinstance(command, CheckInByPhone):
            by = phone_of_player(event.book.view, command.number)
        return carry_out(event.book, command, by=by, confirmed=event.chance.random() < 0.9)

    event.act(act)
