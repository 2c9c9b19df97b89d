"""What the players of one table entered on their phones, and what became of it, computed from the entries.

For each hand a seat supports one proposal: the last one that it made or confirmed. A proposal is open as long as the
seat that made it still supports it and the hand is not on the sheet. So if a referee undoes a recorded hand, the
proposals for it are open again.

A seat belongs to the phone that took it, until that takes another one or a referee frees the seats. What one phone says
for several seats counts once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from typing import assert_never

from tournament.event.seating import Seats
from tournament.language import Text, mark
from tournament.ledger.entry import Entry
from tournament.ledger.facts import (
    CallAnswered,
    HandProposed,
    HandRecorded,
    PhoneFact,
    ProposalConfirmed,
    ProposalDismissed,
    RefereeCalled,
    SeatsFreed,
    SeatTaken,
    TableLinkRevoked,
)
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.payment import Outcome

MOST_OPEN = 12
"""How many proposals of a table may wait for a referee at the same time."""
NO_PHONES = ("",) * 4
"""The phones of a table at which none has taken a seat."""
_SAME_TABLE = 2
"""If at least so many players keep their seats, two players swapped or one was replaced; else the table was drawn
again."""


class ProposalState(Enum):
    """The state of a proposal; the value is its name on the command line."""

    OPEN = "open"
    ACCEPTED = "accepted"
    """The hand was recorded as proposed."""
    CORRECTED = "corrected"
    """The hand was recorded, but not as proposed."""
    DISPLACED = "displaced"
    """A repair put another hand into its row, or another player came to the table: the hand may still be missing."""
    DISMISSED = "dismissed"
    REPLACED = "replaced"
    """The seat that made it has since stated something else about the hand."""
    NOT_RECORDED = "not-recorded"
    """The sheet was signed without the hand."""
    OTHER_PLAYERS = "other-players"
    """The table was drawn again."""

    @property
    def label(self) -> Text:
        """The state in words."""
        return _LABELS[self]


_LABELS = {
    ProposalState.OPEN: mark("waiting for a referee"),
    ProposalState.ACCEPTED: mark("accepted"),
    ProposalState.CORRECTED: mark("corrected"),
    ProposalState.DISPLACED: mark("its row or seats changed"),
    ProposalState.DISMISSED: mark("dismissed"),
    ProposalState.REPLACED: mark("replaced"),
    ProposalState.NOT_RECORDED: mark("not recorded"),
    ProposalState.OTHER_PLAYERS: mark("other players"),
}


@dataclass(frozen=True, slots=True)
class Support:
    """A seat that confirmed a proposal, and the phone on which it did."""

    seat: int
    """The column of the player."""
    device: str
    """The name of the phone; empty in entries of version 1.0.0, in which each seat counts as a phone."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A hand as players proposed it."""

    entry: Entry
    fact: HandProposed
    support: tuple[Support, ...]
    """The other seats that confirmed it, in the order in which they did."""
    state: ProposalState
    settled: Entry | None = None
    """The entry that recorded or dismissed it."""

    @property
    def id(self) -> str:
        """The id of the entry that made it."""
        return self.entry.id

    @property
    def hand(self) -> int:
        """The number of the hand."""
        return self.fact.hand

    @property
    def seat(self) -> int:
        """The column of the player who made it."""
        return self.fact.seat

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return self.fact.outcome

    @property
    def confirmed(self) -> tuple[int, ...]:
        """The columns of other players who confirmed it, each on a phone that had not yet spoken for it."""
        return tuple(each.seat for each in self.support if each.seat not in self.same_phone)

    @property
    def same_phone(self) -> tuple[int, ...]:
        """The columns for which a phone confirmed it that had already spoken for it in another seat."""
        heard, found = {self.fact.device}, list[int]()
        for each in self.support:
            if each.device and each.device in heard:
                found.append(each.seat)
            heard.add(each.device)
        return tuple(found)

    @property
    def supporters(self) -> tuple[int, ...]:
        """The columns that agree, the proposer first."""
        return (self.seat, *(each.seat for each in self.support))

    def is_word_of(self, seat: int, device: str) -> bool:
        """Whether ``seat`` supports it, on the phone with this name."""
        mine = Support(seat, device)
        return mine == Support(self.seat, self.fact.device) or mine in self.support


@dataclass(frozen=True, slots=True)
class RefereeCall:
    """A player asked for a referee."""

    session: int
    table: int
    entry: Entry
    seat: int | None
    """The column of the player; None if somebody called on a phone without a seat."""
    answered: Entry | None
    """The entry by which somebody went to the table; None if nobody has yet."""

    @property
    def id(self) -> str:
        """The id of the entry that called."""
        return self.entry.id


@dataclass(frozen=True, slots=True)
class TablePhones:
    """Everything entered on the phones of one table in one session, oldest first."""

    proposals: tuple[Proposal, ...] = ()
    calls: tuple[RefereeCall, ...] = ()
    seats: tuple[str, ...] = NO_PHONES
    """The name of the phone that has the seat of each column; empty for none."""

    def seat_of(self, device: str) -> int | None:
        """The column of the seat that this phone has; None if it has none."""
        return self.seats.index(device) if device and device in self.seats else None

    @property
    def open(self) -> tuple[Proposal, ...]:
        """The proposals that wait for a referee, by hand."""
        waiting = (each for each in self.proposals if each.state is ProposalState.OPEN)
        return tuple(sorted(waiting, key=lambda each: each.hand))

    @property
    def missing(self) -> tuple[Proposal, ...]:
        """The proposals that the sheet neither contains nor contradicts."""
        return tuple(each for each in self.proposals if each.state in (ProposalState.OPEN, ProposalState.DISPLACED))

    @property
    def open_call(self) -> RefereeCall | None:
        """The oldest call that nobody has answered yet."""
        return next((call for call in self.calls if call.answered is None), None)

    def of(self, id: str) -> Proposal | None:
        """The proposal with this id; None if there is none."""
        return next((each for each in self.proposals if each.id == id), None)

    def chosen(self, hand: int) -> Proposal | None:
        """The proposal on which the table agrees for ``hand``: the only one, or the only one that somebody confirmed.

        None if players contradict one another, or proposed nothing.
        """
        waiting = [each for each in self.open if each.hand == hand]
        confirmed = [each for each in waiting if each.confirmed]
        found = confirmed or waiting
        return found[0] if len(found) == 1 else None

    def next_ones(self, sheet: Sheet, below: int | None = None) -> Iterator[Proposal]:
        """The agreed proposals for the hands that follow those on ``sheet``, up to the first hand without one.

        With ``below``, only those for hands before that number.
        """
        recorded = {line.hand for line in sheet.hands if line.outcome is not None}
        for hand in count(1) if below is None else range(1, below):
            if hand in recorded:
                continue
            proposal = self.chosen(hand)
            if proposal is None:
                return
            yield proposal

    def acceptable(self, sheet: Sheet) -> tuple[Proposal, ...]:
        """The confirmed proposals that can be recorded one after the other."""
        found = []
        for proposal in self.next_ones(sheet):
            if not proposal.confirmed:
                break
            found.append(proposal)
        return tuple(found)


@dataclass(slots=True)
class _Statements:
    proposals: dict[str, tuple[Entry, HandProposed]] = field(default_factory=dict)
    supported: dict[tuple[Seats, int, int], tuple[str, str]] = field(default_factory=dict)
    """By players, hand and column: the id of the proposal that this seat supports and the phone on which it does, in
    the order in which they were chosen."""
    seats: dict[Seats, dict[str, int]] = field(default_factory=dict)
    """By players: the seat of each phone."""
    dismissed: dict[str, Entry] = field(default_factory=dict)
    calls: list[tuple[Entry, int | None]] = field(default_factory=list)
    answered: dict[str, Entry] = field(default_factory=dict)


def table_phones(sheet: Sheet, entries: Iterable[Entry], recorded: Sequence[Entry]) -> TablePhones:
    """Fold ``entries`` of the phones at the table of ``sheet``; ``recorded`` are those entries of the sheet that count.

    Entries of a damaged file that refer to nothing are skipped: ``check`` names them.
    """
    statements = _Statements()
    for entry in entries:
        if isinstance(entry.fact, PhoneFact):
            _follow(statements, entry, entry.fact)
    calls = (
        RefereeCall(sheet.session, sheet.table, entry, seat, statements.answered.get(entry.id))
        for entry, seat in statements.calls
    )
    proposals = (_settled(statements, sheet, recorded, entry, fact) for entry, fact in statements.proposals.values())
    devices = {seat: device for device, seat in statements.seats.get(sheet.players, {}).items()}
    return TablePhones(tuple(proposals), tuple(calls), tuple(devices.get(seat, "") for seat in range(4)))


def _follow(statements: _Statements, entry: Entry, fact: PhoneFact) -> None:
    match fact:
        case HandProposed():
            statements.proposals[entry.id] = entry, fact
            _support(statements, fact, Support(fact.seat, fact.device), entry.id)
        case ProposalConfirmed():
            if fact.proposal in statements.proposals:
                said = Support(fact.seat, fact.device)
                _support(statements, statements.proposals[fact.proposal][1], said, fact.proposal)
        case ProposalDismissed():
            statements.dismissed.setdefault(fact.proposal, entry)
        case RefereeCalled():
            statements.calls.append((entry, fact.seat))
        case CallAnswered():
            statements.answered.setdefault(fact.call, entry)
        case SeatTaken():
            seats = {
                device: seat for device, seat in statements.seats.get(fact.players, {}).items() if seat != fact.seat
            }
            statements.seats[fact.players] = seats | {fact.device: fact.seat}
        case SeatsFreed() | TableLinkRevoked():  # what else becomes of a code: tournament.use_cases.table_entry
            statements.seats.clear()
        case _:
            assert_never(fact)


def _support(statements: _Statements, proposed: HandProposed, by: Support, proposal: str) -> None:
    place = proposed.players, proposed.hand, by.seat
    statements.supported.pop(place, None)  # a changed mind moves the seat to the end
    statements.supported[place] = proposal, by.device


def _settled(
    statements: _Statements, sheet: Sheet, recorded: Sequence[Entry], entry: Entry, fact: HandProposed
) -> Proposal:
    others = tuple(
        Support(seat, device)
        for (_, _, seat), (proposal, device) in statements.supported.items()
        if proposal == entry.id and seat != fact.seat
    )
    state, by = _state_of(statements, sheet, recorded, entry, fact)
    return Proposal(entry, fact, others, state, by)


def _state_of(
    statements: _Statements, sheet: Sheet, recorded: Sequence[Entry], entry: Entry, fact: HandProposed
) -> tuple[ProposalState, Entry | None]:
    if entry.id in statements.dismissed:
        return ProposalState.DISMISSED, statements.dismissed[entry.id]
    if statements.supported.get((fact.players, fact.hand, fact.seat), ("",))[0] != entry.id:
        return ProposalState.REPLACED, None
    for later in recorded:
        recorded_fact, since = later.fact, later.record.position > entry.record.position
        if since and isinstance(recorded_fact, HandRecorded) and recorded_fact.hand == fact.hand:
            return _compared(fact, recorded_fact.outcome), later
    if fact.players != sheet.players:
        stayed = sum(one == other for one, other in zip(fact.players, sheet.players, strict=True))
        return (ProposalState.DISPLACED if stayed >= _SAME_TABLE else ProposalState.OTHER_PLAYERS), None
    row = sheet.hands[fact.hand - 1] if fact.hand <= len(sheet.hands) else None
    if row is not None and row.outcome is not None:
        return _beside(fact, entry, row, recorded)
    return (ProposalState.OPEN if sheet.closed is None else ProposalState.NOT_RECORDED), None


def _beside(
    fact: HandProposed, entry: Entry, row: HandLine, recorded: Sequence[Entry]
) -> tuple[ProposalState, Entry | None]:
    """The state of a proposal, given that its ``row`` contains a hand.

    That hand may have been recorded before the proposal, or have come to the row by a repair.
    """
    later = [each for each in recorded if each.record.position > entry.record.position]
    alike = (each for each in later if isinstance(each.fact, HandRecorded) and each.fact.outcome == fact.outcome)
    first = row.entries[0] if row.entries else None
    if row.outcome == fact.outcome:
        return ProposalState.ACCEPTED, first
    if (found := next(alike, None)) is not None:
        return ProposalState.ACCEPTED, found
    if first is not None and isinstance(first.fact, HandRecorded) and first.fact.hand == fact.hand:
        return ProposalState.CORRECTED, first
    return ProposalState.DISPLACED, first


def _compared(fact: HandProposed, recorded: Outcome) -> ProposalState:
    return ProposalState.ACCEPTED if recorded == fact.outcome else ProposalState.CORRECTED
