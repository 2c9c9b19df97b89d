"""Typing at the table: codes that open a sheet on a phone, hands that players propose, and calls for a referee."""

import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import Seats
from tournament.event.settings import web_address_problem
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger import checks
from tournament.ledger.checks import claim_of
from tournament.ledger.entry import EVENT_STREAM, phones_stream
from tournament.ledger.facts import (
    CallAnswered,
    HandProposed,
    PlayersMerged,
    ProposalConfirmed,
    ProposalDismissed,
    RefereeCalled,
    SeatsFreed,
    SeatTaken,
    TableEntryAllowed,
    TableEntryEnded,
    TableLinkRevoked,
)
from tournament.ledger.seating_versions import WHOLE
from tournament.ledger.sheet import Sheet
from tournament.ledger.table_phones import MOST_OPEN, NO_PHONES, Proposal, ProposalState, RefereeCall, TablePhones
from tournament.use_cases.changes import By, Remarks
from tournament.use_cases.commands import (
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    ConfirmProposal,
    DismissProposal,
    EndTableEntry,
    FreeSeats,
    PhoneCommand,
    ProposeHand,
    RecordHand,
    RevokeTableLink,
    TableEntryCommand,
    TakeSeat,
)
from tournament.use_cases.draft import Draft, refuse_stopping
from tournament.use_cases.view import View, refuse_closed


def recorded(session: int, table: int, proposal: Proposal) -> RecordHand:
    """Return the command of a referee who accepts ``proposal`` of this table."""
    return RecordHand(session, table, proposal.hand, proposal.outcome, proposal.fact.tiles)


def acceptances(view: View, session: int, table: int) -> tuple[RecordHand, ...]:
    """Return the commands that accept the confirmed proposals of a table that continue its sheet, in order."""
    sheet = view.sheet(session, table)
    return tuple(recorded(session, table, each) for each in view.phones(session, table).acceptable(sheet))


def open_calls(view: View) -> tuple[RefereeCall, ...]:
    """Return the calls that nobody has answered, of all sessions that are not closed, oldest first."""
    calls = (phones.open_call for _, phones in view.tables_with_phones())
    return tuple(sorted((call for call in calls if call is not None), key=lambda call: call.entry.record.position))


def waiting_tables(view: View) -> tuple[tuple[int, int, Sequence[Proposal]], ...]:
    """Return session, table and open proposals of each table that has any, of all sessions that are not closed."""
    return tuple((*place, phones.open) for place, phones in view.tables_with_phones() if phones.open)


def phone_of(view: View, session: int, table: int, seat: int | None) -> By:
    """Return who acts on the phone of a table: the player in the column ``seat``, or with None somebody at the table,
    whose place the entry names."""
    phone = f"phone of table {table}"
    author = phone if seat is None else harmless_line(view.player_at(view.sheet(session, table), seat).name)
    return By(author, phone, phone=(session, table))


def device_name(view: View, session: int, table: int, secret: str) -> str:
    """Return the name of the phone with this ``secret`` at a table; empty if players may never have typed there.

    It is short, and another one at every table, so that nobody can follow a phone through the event by it. The phone
    keeps its name when codes are replaced.
    """
    allowed = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    key = next((fact.key for fact in allowed if isinstance(fact, TableEntryAllowed)), None)
    if key is None:
        return ""
    return _signed(key, f"phone {view.journal[0].id} {session} {table} {secret}", _LENGTH_OF_NAME)


def hand_said(view: View, session: int, table: int, id: str) -> int | None:
    """Return the hand about which a phone of the table wrote with the request ``id``; None if it did not."""
    found = view.journal.find(id)
    if found is not None and isinstance(found.fact, ProposalConfirmed):
        found = view.journal.find(found.fact.proposal)
    if found is None or not isinstance(found.fact, HandProposed) or found.stream != phones_stream(session, table):
        return None
    return found.fact.hand


def is_repeat(view: View, command: PhoneCommand, id: str) -> bool:
    """Return whether the request ``id`` of a phone can be carried out: it is new, or wrote what ``command`` says."""
    found = view.journal.find(id)
    if found is None:
        return True
    fact = found.fact
    if not isinstance(fact, HandProposed | ProposalConfirmed | RefereeCalled | SeatTaken):
        return False
    if found.stream != phones_stream(command.session, command.table):
        return False
    if fact.device != command.device:
        return False
    if fact.seat != command.seat and not isinstance(command, CallReferee):  # its phone may have lost its seat since
        return False
    match command:
        case ProposeHand():
            first = view.journal.find(fact.proposal) if isinstance(fact, ProposalConfirmed) else found
            said = first.fact if first is not None else None
            expected = command.hand, view.rules.ordered(command.outcome)
            return isinstance(said, HandProposed) and (said.hand, said.outcome) == expected
        case ConfirmProposal():
            return isinstance(fact, ProposalConfirmed) and fact.proposal == command.proposal
        case CallReferee():
            return isinstance(fact, RefereeCalled)
        case TakeSeat():
            return isinstance(fact, SeatTaken)
        case _:
            assert_never(command)


def write_table_entry(draft: Draft, command: TableEntryCommand, *, confirmed: bool) -> Remarks:
    """Write what players do on phones at the tables, and what referees do about it."""
    match command:
        case AllowTableEntry():
            problem = web_address_problem(command.address) or missing_address(command.address)
            if problem is not None:
                raise Refused(problem)
            _allow(draft, TableEntryAllowed(command.address.rstrip("/"), command.key))
            return ()
        case EndTableEntry():
            _refuse_not_allowed(draft.view)
            draft.add(EVENT_STREAM, TableEntryEnded())
            return ()
    refuse_closed(draft.view.state, command.session)
    if isinstance(command, PhoneCommand):
        return _write_of_phone(draft, command, confirmed=confirmed)
    sheet, stream = draft.view.sheet(command.session, command.table), phones_stream(command.session, command.table)
    phones = draft.view.phones(command.session, command.table)
    match command:
        case DismissProposal():
            _dismiss(draft, sheet, command)
        case AnswerCall():
            call = next((call for call in phones.calls if call.id == command.call), None)
            if call is None or call.answered is not None:
                text = mark("This call was already answered.")
                raise Refused(Problem("call-answered", text, "call"))
            draft.add(stream, CallAnswered(command.call))
        case RevokeTableLink():
            draft.add(stream, TableLinkRevoked())
        case FreeSeats():
            if phones.seats != NO_PHONES:
                draft.add(stream, SeatsFreed())
        case _:
            assert_never(command)
    return ()


def _write_of_phone(draft: Draft, command: PhoneCommand, *, confirmed: bool) -> Remarks:
    """Write what a player does on a phone."""
    sheet = draft.view.sheet(command.session, command.table)
    _refuse_not_allowed(draft.view)
    phones = draft.view.phones(command.session, command.table)
    match command:
        case ProposeHand():
            return _propose(draft, sheet, command, confirmed=confirmed)
        case ConfirmProposal():
            _confirm(draft, sheet, command)
        case CallReferee():
            if phones.open_call is None:  # A second call changes nothing while the first is open.
                draft.add(phones_stream(sheet.session, sheet.table), RefereeCalled(command.seat, command.device))
        case TakeSeat():
            _take_seat(draft, sheet, phones, command)
        case _:
            assert_never(command)
    return ()


def _allow(draft: Draft, fact: TableEntryAllowed) -> None:
    """Add ``fact``. If it changes the address or the key, phones take their seats again.

    Their cookies belong to the address, so at another one the same phones are not recognised.
    """
    changed = draft.view.state.table_entry not in (None, fact)
    seated = [place for place, phones in draft.view.tables_with_phones() if phones.seats != NO_PHONES]
    draft.add(EVENT_STREAM, fact)
    for session, table in seated if changed else ():
        draft.add(phones_stream(session, table), SeatsFreed())


def _take_seat(
    draft: Draft, sheet: Sheet, phones: TablePhones, command: TakeSeat | ProposeHand | ConfirmProposal
) -> None:
    """Let the phone of ``command`` have its seat. Raise Refused if another phone has it."""
    _refuse_seat_of_another(draft.view, sheet, phones, command)
    if phones.seats[command.seat] != command.device:
        stream = phones_stream(sheet.session, sheet.table)
        draft.add(stream, SeatTaken(command.seat, command.device, sheet.players))


def _refuse_seat_of_another(
    view: View, sheet: Sheet, phones: TablePhones, command: TakeSeat | ProposeHand | ConfirmProposal
) -> None:
    """Raise Refused if another phone than that of ``command`` has its seat."""
    if not 0 <= command.seat < len(phones.seats):
        text = mark("A table has no seat {seat}.", seat=command.seat)
        raise Refused(Problem("value-impossible", text, "seat"))
    if phones.seats[command.seat] not in ("", command.device):
        name = harmless_line(view.player_at(sheet, command.seat).name)
        text = mark("{player} has another phone at this table: only that one can enter anything for them. If it is "
                    "lost, a referee can free the seats.", player=name)  # fmt: skip
        raise Refused(Problem("seat-taken", text, "seat"))


def missing_address(address: str) -> Problem | None:
    """Return the problem that no address is given; None if one is."""
    if address.strip("/"):
        return None
    return Problem("address-missing", mark("Give the address at which phones find this event."), "address")


def _refuse_not_allowed(view: View) -> None:
    if view.state.table_entry is None:
        raise Refused(Problem("table-entry-off", mark("Players may not type at the table in this event.")))


def _propose(draft: Draft, sheet: Sheet, command: ProposeHand, *, confirmed: bool) -> Remarks:
    """Write a proposal.

    If another seat already proposed the same it becomes a confirmation, and if the same seat did, nothing is written.
    """
    view, hand, outcome = draft.view, command.hand, command.outcome
    phones = view.phones(sheet.session, sheet.table)
    if command.device:
        _refuse_seat_of_another(view, sheet, phones, command)
    so_far = view.sheet_as_proposed(sheet.session, sheet.table, below=hand)
    claim = claim_of(view.rules, so_far.state_before(hand), outcome, tiles=command.tiles, overrule="")
    problems = (*_number_problems(sheet, so_far, hand), *claim.problems)
    if not any(problem.gravity is Gravity.BLOCKS for problem in problems):
        problems = (*checks.hand_problems(so_far, view.rules, hand, outcome), *claim.problems)
    refuse_stopping(problems, confirmed=confirmed)
    kept = view.rules.ordered(outcome)
    fact = HandProposed(
        hand,
        kept.winner,
        command.seat,
        sheet.players,
        kept.discarder,
        kept.points,
        claim.tiles,
        kept.details,
        command.device,
    )
    same = next((each for each in phones.open if _says(each, fact)), None)
    if same is None:
        if len(phones.open) >= MOST_OPEN:
            text = mark("{count} proposed hands wait for a referee: call one before you type more.", count=MOST_OPEN)
            raise Refused(Problem("proposals-too-many", text, "hand"))
        _add_with_seat(draft, sheet, phones, command, fact)
    elif not same.is_word_of(command.seat, command.device) and command.seat != same.seat:
        _add_with_seat(draft, sheet, phones, command, ProposalConfirmed(same.id, command.seat, command.device))
    return problems


def _add_with_seat(
    draft: Draft,
    sheet: Sheet,
    phones: TablePhones,
    command: ProposeHand | ConfirmProposal,
    fact: HandProposed | ProposalConfirmed,
) -> None:
    """Add ``fact``, then the seat that its phone takes by it if it is not its own yet.

    In this order, so that the request has the id of what it says.
    """
    stream = phones_stream(sheet.session, sheet.table)
    draft.add(stream, fact)
    if command.device:
        _take_seat(draft, sheet, phones, command)


def _says(proposal: Proposal, fact: HandProposed) -> bool:
    """Return whether ``proposal`` is the hand of ``fact``."""
    same = proposal.hand, proposal.outcome, proposal.fact.tiles
    return same == (fact.hand, fact.outcome, fact.tiles)


def _number_problems(sheet: Sheet, so_far: Sheet, hand: int) -> tuple[Problem, ...]:
    """Return why ``hand`` cannot be proposed: it is recorded already, or others must be recorded or proposed first."""
    if sheet.closed is not None:
        return (checks.closed_problem(sheet),)
    wrong = checks.hand_number_problems(so_far, hand)
    if wrong:
        return wrong
    if so_far.hands[hand - 1].outcome is not None:
        text = mark("Hand {hand} is already recorded: call a referee if it is wrong.", hand=hand)
        return (Problem("hand-recorded", text, "hand"),)
    if so_far.next_hand is not None and hand > so_far.next_hand:
        text = mark("The next hand is hand {hand}: propose that first.", hand=so_far.next_hand)
        return (Problem("hand-not-next", text, "hand"),)
    return ()


def _confirm(draft: Draft, sheet: Sheet, command: ConfirmProposal) -> None:
    proposal = _open_proposal(draft.view, sheet, command.proposal)
    if command.seat == proposal.seat:
        text = mark("Another player of the table has to confirm what a player proposed.")
        raise Refused(Problem("own-proposal", text, "seat"))
    phones = draft.view.phones(sheet.session, sheet.table)
    if command.device:
        _refuse_seat_of_another(draft.view, sheet, phones, command)
    if proposal.is_word_of(command.seat, command.device):
        return
    fact = ProposalConfirmed(proposal.id, command.seat, command.device)
    if phones.seat_of(command.device) is None:
        _add_with_seat(draft, sheet, phones, command, fact)
    else:  # for a player without a phone, on that of another player
        draft.add(phones_stream(sheet.session, sheet.table), fact)


def _dismiss(draft: Draft, sheet: Sheet, command: DismissProposal) -> None:
    missing = draft.view.phones(sheet.session, sheet.table).missing
    if not any(each.id == command.proposal for each in missing):
        _open_proposal(draft.view, sheet, command.proposal)
    stream = phones_stream(sheet.session, sheet.table)
    draft.add(stream, ProposalDismissed(command.proposal, command.reason.strip()))


def _open_proposal(view: View, sheet: Sheet, id: str) -> Proposal:
    proposal = view.phones(sheet.session, sheet.table).of(id)
    if proposal is None:
        raise Refused(Problem("proposal-unknown", mark("This table has no such proposal."), "proposal"))
    if proposal.state is not ProposalState.OPEN:
        text = mark(
            "What was proposed for hand {hand} is no longer open: {state}.",
            hand=proposal.hand,
            state=proposal.state.label,
        )
        raise Refused(Problem("proposal-settled", text, "proposal"))
    return proposal


SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
"""The characters of a signature: none of them looks like another one."""
_LENGTH, _LENGTH_OF_NAME = 16, 8
"""The characters of a signature, and of the name of a phone."""
_TOKEN = re.compile(rf"([1-9][0-9]{{0,2}})-([1-9][0-9]{{0,4}})-([{SIGNS}]{{{_LENGTH}}})")
_TYPED = str.maketrans("oil", "011")
_MOST_TYPED = 64


class LinkState(Enum):
    """What the code of a table opens, or why it opens nothing."""

    OPEN = "open"
    """It opens the sheet."""
    SIGNED = "signed"
    """It opens nothing, since the sheet is verified."""
    CLOSED = "closed"
    """It opens nothing, since the session is closed."""
    CANCELLED = "cancelled"
    """It opens nothing, since the session is cancelled."""
    REPLACED = "replaced"
    """It opens nothing, since the table has other players or another code."""
    ENDED = "ended"
    """It opens nothing, since players no longer type at the table."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """The table of a code, and what the code opens."""

    session: int
    table: int
    state: LinkState


def table_token(view: View, session: int, table: int) -> str:
    """Return the current code of a table. Raise Refused if there is no such table, or if players may not type there."""
    entry, seats = view.state.table_entry, view.sheet(session, table).players
    if entry is None:
        raise Refused(Problem("table-entry-off", mark("Players may not type at the table in this event.")))
    signed = _signature(view, entry.key, session, table, seats, _revocations(view, session, table))
    return f"{session}-{table}-{signed}"


def table_address(view: View, session: int, table: int) -> str:
    """Return the address of the code of a table. Raise Refused as :func:`table_token` does."""
    token, entry = table_token(view, session, table), view.state.table_entry
    assert entry is not None, "else there is no token"
    return f"{entry.address}/t/{token}"


def table_tokens(view: View) -> set[str]:
    """Return the codes of all tables whose session is not closed, or none if players may not type."""
    if view.state.table_entry is None:
        return set()
    sessions = (session for session in view.drawn_sessions if session not in view.state.closed)
    sheets = (sheet for session in sessions for sheet in view.sheets(session))
    return {table_token(view, sheet.session, sheet.table) for sheet in sheets}


def as_written(token: str) -> str:
    """Return a typed code in its printed form.

    That is lower-case, with 0 for o and 1 for i and l, which codes never contain. Empty if it is too long to be a code.
    """
    return token.lower().translate(_TYPED) if len(token) <= _MOST_TYPED else ""


def read_token(view: View, token: str) -> TableLink | None:
    """Return the table of the code ``token``, and what it opens; None if it was never a code of this event."""
    found = _TOKEN.fullmatch(as_written(token))
    if found is None:
        return None
    session, table, signed = int(found[1]), int(found[2]), found[3]
    state = _state(view, session, table, signed)
    return TableLink(session, table, state) if state is not None else None


def _state(view: View, session: int, table: int, signed: str) -> LinkState | None:
    entry, revoked = view.state.table_entry, _revocations(view, session, table)
    sheet = _sheet(view, session, table)
    # Only a code that was valid once gets a reason. Any other text is unknown, so that guesses reveal nothing.
    if not any(is_signature(signed, earlier) for earlier in _earlier(view, session, table, revoked)):
        return None
    if session in view.state.cancelled:
        return LinkState.CANCELLED
    if session in view.state.closed:
        return LinkState.CLOSED
    if entry is None:
        return LinkState.ENDED
    if sheet is None or not is_signature(signed, _signature(view, entry.key, session, table, sheet.players, revoked)):
        return LinkState.REPLACED
    return LinkState.OPEN if sheet.closed is None else LinkState.SIGNED


def _sheet(view: View, session: int, table: int) -> Sheet | None:
    try:
        return view.sheet(session, table)
    except Refused:
        return None


def _earlier(view: View, session: int, table: int, revoked: int) -> Iterator[str]:
    """Yield every code that the table ever had, including the current one.

    Each combination of a key, players and a number of revocations made one.
    """
    allowed = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    keys = {fact.key for fact in allowed if isinstance(fact, TableEntryAllowed)}
    for key in sorted(keys):
        for seats in _ever_seated(view, session, table):
            for times in range(revoked + 1):
                yield _signature(view, key, session, table, seats, times)


def _ever_seated(view: View, session: int, table: int) -> set[Seats]:
    """Return all players that the table ever had, also by the numbers they had before two registrations were merged."""
    seatings, place = view.seat_versions.seatings, WHOLE if view.settings.format.is_drawn else table
    index = table - 1 if place == WHOLE else 0
    seated = {tables[index] for tables in seatings.get((session, place), ()) if index < len(tables)}
    merged = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    for fact in reversed([fact for fact in merged if isinstance(fact, PlayersMerged)]):
        kept, other = fact.player.number, fact.other
        names = [[(number, other) if number == kept else (number,) for number in seats] for seats in seated]
        seated = {(a, b, c, d) for each in names for a, b, c, d in product(*each)}
    return seated


def _revocations(view: View, session: int, table: int) -> int:
    entries = view.journal.everything(phones_stream(session, table))
    return sum(isinstance(entry.fact, TableLinkRevoked) for entry in entries)


def _signature(view: View, key: bytes, session: int, table: int, seats: Seats, revoked: int) -> str:
    # The players are part of the text, so that a code becomes invalid when others take the seats.
    return signature(key, " ".join(map(str, (view.journal[0].id, session, table, *seats, revoked))))


def signature(key: bytes, text: str) -> str:
    """Return 80 bits of the HMAC-SHA256 of ``text``, as they are written in codes and links."""
    return _signed(key, text, _LENGTH)


def _signed(key: bytes, text: str, length: int) -> str:
    """The first ``length`` characters of the HMAC-SHA256 of ``text``; each stands for five bits."""
    number = int.from_bytes(hmac.digest(key, text.encode(), "sha256")[: length * 5 // 8])
    return "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(length)))


def is_signature(signed: str, right: str) -> bool:
    """Return whether the signatures are the same, without telling by the time it takes how much of them is."""
    return hmac.compare_digest(signed, right)
