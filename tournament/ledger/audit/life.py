"""The life of an event in the second count: which entries could not have been made when they were written.

It follows the entries one by one, and asks for each in which state the sheet, the session and the event were at that
time. It knows no rules of a game and no ranges of values, which the first count checks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from tournament.language import Text, mark
from tournament.ledger.audit.entries import REDONE, UNDONE, AuditedFact, Unaudited, Written, read_facts
from tournament.ledger.audit.event import (
    AuditedEvent,
    Public,
    event_of,
    follow_event,
    public_after,
    public_of,
    without_points,
)
from tournament.ledger.audit.tables import NOT_KNOWN, AuditedSheet, follow_sheet, played
from tournament.ledger.audit.tariffs import tariff_of


class LifeFault(Enum):
    """Why an entry cannot follow those before it. The value says it in words, with ``{number}`` and ``{session}``."""

    ID_TWICE = mark("another entry has its id")
    EVENT_CREATED = mark("the event had been created before")
    HAND_RECORDED = mark("hand {number} was already recorded")
    HAND_NOT_RECORDED = mark("hand {number} was not recorded")
    HAND_PUNISHED = mark("hand {number} had a penalty")
    PENALTY_UNKNOWN = mark("the penalty was not on the sheet")
    SHEET_SIGNED = mark("the sheet was verified and not reopened")
    SHEET_OPEN = mark("the sheet was not verified")
    SHEET_EMPTY = mark("the sheet was empty")
    SHEET_FILLED = mark("the sheet of session {session}, table {number} was not empty")
    TOTALS_ONLY = mark("the table was entered by its totals alone")
    HANDS_RECORDED = mark("hands of the table were recorded")
    NO_SECOND_READING = mark("the sheet did not wait for a second reading")
    SESSION_CLOSED = mark("session {number} was closed")
    SESSION_OPEN = mark("session {number} was not closed")
    SESSION_CANCELLED = mark("session {number} was cancelled")
    SESSION_NOT_CANCELLED = mark("session {number} was not cancelled")
    ALREADY_SEATED = mark("a player already had a seat in session {number}")
    SESSION_BEGUN = mark("session {number} had begun")
    TABLE_BEGUN = mark("the sheet of session {session}, table {number} had entries")
    PLAY_BEGUN = mark("play had begun")
    NOT_VERIFIED = mark("it does not agree with which sheets of session {number} were verified")
    CLOCK_STATE = mark("the clock of session {number} was in another state")
    ALREADY_PUBLIC = mark("the results of session {number} were already public")
    NO_RESULTS = mark("session {number} had no results")
    NOT_PUBLIC = mark("the results of session {number} were not public")
    TYPING_ENDED = mark("players could not type at the table")
    OTHER_PLAYERS = mark("other players sat at the table")
    HAND_ON_SHEET = mark("hand {number} was already on the sheet")
    SHEET_VERIFIED = mark("the sheet was already verified")
    PROPOSAL_SETTLED = mark("what was proposed for hand {number} was no longer open")
    OWN_PROPOSAL = mark("a player confirmed their own proposal for hand {number}")
    SEAT_OF_ANOTHER = mark("another phone had the seat")
    CALL_ANSWERED = mark("the call was already answered")
    NOT_FOLLOWED = mark("what it says makes no sense there")
    """The second count cannot apply such an entry to its state, so it does not examine the entries after it."""

    @property
    def between_streams(self) -> bool:
        """Whether the fault compares entries of different streams.

        In a recovered event some entries of another stream may be missing, so such a fault proves nothing there.
        """
        return self in _BETWEEN_STREAMS


_BETWEEN_STREAMS = frozenset(
    (
        LifeFault.NO_SECOND_READING,
        LifeFault.SESSION_OPEN,
        LifeFault.SESSION_CANCELLED,
        LifeFault.SESSION_NOT_CANCELLED,
        LifeFault.SESSION_BEGUN,
        LifeFault.TABLE_BEGUN,
        LifeFault.PLAY_BEGUN,
        LifeFault.NOT_VERIFIED,
        LifeFault.CLOCK_STATE,
        LifeFault.ALREADY_PUBLIC,
        LifeFault.NO_RESULTS,
        LifeFault.NOT_PUBLIC,
        LifeFault.TYPING_ENDED,
        LifeFault.OTHER_PLAYERS,
        LifeFault.HAND_ON_SHEET,
        LifeFault.SHEET_VERIFIED,
    )
)


@dataclass(frozen=True, slots=True)
class ImpossibleEntry:
    """An entry that could not have been made when it was written, and why."""

    position: int
    """Its position in the whole journal, from 1."""
    fault: LifeFault
    number: int = 0
    """The number of the hand, of the session, or of the table in :attr:`session`; 0 for none."""
    session: int = 0
    """The session of the table."""

    @property
    def text(self) -> Text:
        """The reason, in words that continue a sentence."""
        return replace(self.fault.value, values=(("number", self.number), ("session", self.session)))


class _Fault(NamedTuple):
    """A fault, with the number of a hand or session, or those of a table and its session; 0 for none."""

    fault: LifeFault
    number: int = 0
    session: int = 0


@dataclass(slots=True)
class _SheetLife:
    """The state of a sheet after some of its entries."""

    facts: list[AuditedFact] = field(default_factory=list)
    """The entries that count, oldest first."""
    content: AuditedSheet = field(default_factory=AuditedSheet)
    excused: list[int] | None = None
    """The totals of hands and penalties when it was last signed, if somebody gave a reason for other totals of the
    paper."""
    confirmed: bool = False
    """Whether a second reader confirmed it, and no later entry was written on it."""

    @property
    def totals_only(self) -> bool:
        """Whether only the four totals were entered, without hands."""
        return self.content.end.counted != NOT_KNOWN

    @property
    def signed_now(self) -> bool:
        """Whether it is signed, and was not reopened since."""
        return self.content.end.closed

    def punished(self, hand: int) -> bool:
        """Whether row ``hand`` has a penalty."""
        return any(penalty.get("hand") == hand for penalty in self.content.penalties.values())

    def differs(self, event: AuditedEvent) -> bool:
        """Whether the totals of the paper differ from the computed ones, and nobody accepted that."""
        typed = self.content.end.typed
        computed = None if typed == NOT_KNOWN else _computed(self.content, event)
        if computed is None:
            return False
        other = any(total not in (None, own) for total, own in zip(typed, computed, strict=True))
        return other and computed != self.excused

    def verified(self, event: AuditedEvent) -> bool:
        """Whether it is signed and, if the event requires it, read again."""
        return self.signed_now and not self.differs(event) and (self.confirmed or not event.read_again)


def _sheet_after(facts: Iterable[AuditedFact], event: AuditedEvent) -> _SheetLife:
    """Return the sheet after ``facts``, which count."""
    sheet = _SheetLife()
    for fact in facts:
        _follow_on_sheet(sheet, fact, event)
    return sheet


def _follow_on_sheet(sheet: _SheetLife, fact: AuditedFact, event: AuditedEvent) -> None:
    """Follow one more entry."""
    sheet.facts.append(fact)
    sheet.confirmed = fact.kind == "sheet-confirmed"
    if fact.kind == "sheet-moved":  # to this sheet
        return
    follow_sheet(sheet.content, fact, as_signed=False)
    if fact.kind == "sheet-closed":
        sheet.excused = _computed(sheet.content, event) if fact.content["accept_difference"] else None


def _computed(content: AuditedSheet, event: AuditedEvent) -> list[int] | None:
    """The totals of hands and penalties; None under unknown rules, which the count of the tables reports."""
    tariff = tariff_of(event.rules)
    return None if tariff is None else played(content, tariff, event.options)[0]


def _sheet_fault(sheet: _SheetLife, fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    """Why ``fact`` could not be entered on the sheet as it was. For one that moves a sheet, this checks this sheet
    only."""
    return _FAULTS[fact.kind](sheet, fact, event)


def _recorded(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    if fact.content["hand"] in sheet.content.hands:
        return LifeFault.HAND_RECORDED
    return LifeFault.SHEET_SIGNED if sheet.signed_now else None


def _corrected(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    return None if fact.content["hand"] in sheet.content.hands else LifeFault.HAND_NOT_RECORDED


def _moved_row(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    hand = fact.content["hand"]
    return None if hand in sheet.content.hands or sheet.punished(hand) else LifeFault.HAND_NOT_RECORDED


def _deleted(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    """Why a row cannot be deleted: it has a penalty, or it is empty and so are all rows below it."""
    if sheet.totals_only:
        return LifeFault.TOTALS_ONLY
    hand = fact.content["hand"]
    if sheet.punished(hand):
        return LifeFault.HAND_PUNISHED
    rows = (*sheet.content.hands, *(penalty.get("hand") for penalty in sheet.content.penalties.values()))
    return None if any(row is not None and row >= hand for row in rows) else LifeFault.HAND_NOT_RECORDED


def _inserted(sheet: _SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return LifeFault.TOTALS_ONLY if sheet.totals_only else None


def _exchanged(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    """Why columns cannot be swapped; those of a whole sheet may also be those of its totals."""
    return LifeFault.TOTALS_ONLY if sheet.totals_only and fact.content["hands"] is not None else None


def _entered(sheet: _SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return LifeFault.SHEET_SIGNED if sheet.signed_now else None


def _cancelled(sheet: _SheetLife, fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if fact.content["entry"] not in sheet.content.penalties:
        return LifeFault.PENALTY_UNKNOWN
    return LifeFault.TOTALS_ONLY if sheet.totals_only else None


def _totals_recorded(sheet: _SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.signed_now:
        return LifeFault.SHEET_SIGNED
    return LifeFault.HANDS_RECORDED if sheet.content.hands else None


def _signed(sheet: _SheetLife, _fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    """Why a sheet cannot be signed: it is already signed, and no correction since then made its totals differ."""
    if sheet.signed_now and not sheet.differs(event):
        return LifeFault.SHEET_SIGNED
    return None if sheet.content.hands else LifeFault.SHEET_EMPTY


def _reopened(sheet: _SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    return None if sheet.signed_now else LifeFault.SHEET_OPEN


def _read_again(sheet: _SheetLife, _fact: AuditedFact, event: AuditedEvent) -> LifeFault | None:
    if not sheet.signed_now:
        return LifeFault.SHEET_OPEN
    waits = event.read_again and not sheet.confirmed and not sheet.differs(event)
    return None if waits else LifeFault.NO_SECOND_READING


def _moved(sheet: _SheetLife, _fact: AuditedFact, _event: AuditedEvent) -> LifeFault | None:
    if sheet.signed_now:
        return LifeFault.SHEET_SIGNED
    return LifeFault.SHEET_EMPTY if sheet.content.blank else None


_FAULTS: Mapping[str, Callable[[_SheetLife, AuditedFact, AuditedEvent], LifeFault | None]] = {
    "hand-recorded": _recorded,
    "hand-corrected": _corrected,
    "hand-inserted": _inserted,
    "hand-deleted": _deleted,
    "hand-moved": _moved_row,
    "columns-exchanged": _exchanged,
    "penalty-given": _entered,
    "penalty-cancelled": _cancelled,
    "totals-typed": _entered,
    "totals-recorded": _totals_recorded,
    "sheet-closed": _signed,
    "sheet-reopened": _reopened,
    "sheet-confirmed": _read_again,
    "sheet-rejected": _read_again,
    "sheet-moved": _moved,
}
"""By the kind of the entry."""


_Players = tuple[int, ...]


@dataclass(slots=True)
class _PhoneLife:
    """The state of the phones of a table after some of their entries."""

    proposals: dict[str, tuple[_Players, int, int]] = field(default_factory=dict)
    """By id: players, hand and column of each proposal."""
    supported: dict[tuple[_Players, int, int], str] = field(default_factory=dict)
    """By players, hand and column: the proposal that this player made or confirmed last."""
    dismissed: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    """The calls that nobody has answered."""
    seats: dict[tuple[_Players, str], int] = field(default_factory=dict)
    """By players and phone: the column whose seat it has."""

    def follow(self, fact: AuditedFact) -> None:
        """Follow one more entry."""
        content = fact.content
        match fact.kind:
            case "hand-proposed":
                key = self.proposals[fact.id] = tuple(content["players"]), content["hand"], content["seat"]
                self.supported[key] = fact.id
            case "proposal-confirmed":
                if content["proposal"] in self.proposals:
                    players, hand, _ = self.proposals[content["proposal"]]
                    self.supported[players, hand, content["seat"]] = content["proposal"]
            case "proposal-dismissed":
                self.dismissed.add(content["proposal"])
            case "referee-called":
                self.calls.add(fact.id)
            case "call-answered":
                self.calls.discard(content["call"])
            case "seat-taken":
                self.seats[tuple(content["players"]), content["device"]] = content["seat"]
            case "seats-freed" | "table-link-revoked":
                self.seats.clear()

    def has_another(self, players: _Players, seat: int, device: str) -> bool:
        """Whether another phone than ``device`` has a seat."""
        owners = {phone for (each, phone), column in self.seats.items() if (each, column) == (players, seat)}
        return bool(owners - {device})

    def is_open(self, proposal: str) -> bool:
        """Whether its player still supports it, and nobody dismissed it."""
        return self.supported.get(self.proposals[proposal]) == proposal and proposal not in self.dismissed


def _faults_at_phones(
    phones: _PhoneLife, fact: AuditedFact, sheet: _SheetLife, seats: tuple[int, ...], *, allowed: bool
) -> Iterator[_Fault]:
    """Yield why ``fact`` could not have been entered on the phones, with the number of the hand if it is about one.

    A proposal or call that does not exist is reported by another check.
    """
    content = fact.content
    match fact.kind:
        case "seat-taken" if tuple(content["players"]) != seats:
            yield _Fault(LifeFault.OTHER_PLAYERS)
        case "hand-proposed":
            if tuple(content["players"]) != seats:
                yield _Fault(LifeFault.OTHER_PLAYERS)
            yield from _hand_faults(sheet, content["hand"])
        case "proposal-confirmed" | "proposal-dismissed" if content["proposal"] in phones.proposals:
            _, hand, seat = phones.proposals[content["proposal"]]
            if not phones.is_open(content["proposal"]):
                yield _Fault(LifeFault.PROPOSAL_SETTLED, hand)
            if content.get("seat") == seat:
                yield _Fault(LifeFault.OWN_PROPOSAL, hand)
            if fact.kind == "proposal-confirmed":  # what a repair put another hand in the row of is dismissed, too
                yield from _hand_faults(sheet, hand)
        case "call-answered" if content["call"] not in phones.calls:
            yield _Fault(LifeFault.CALL_ANSWERED)
    speaks = fact.kind in ("hand-proposed", "proposal-confirmed", "seat-taken")
    if speaks and content.get("device") and phones.has_another(seats, content["seat"], content["device"]):
        yield _Fault(LifeFault.SEAT_OF_ANOTHER)
    if not allowed and (speaks or fact.kind == "referee-called"):
        yield _Fault(LifeFault.TYPING_ENDED)


def _hand_faults(sheet: _SheetLife, hand: int) -> Iterator[_Fault]:
    if hand in sheet.content.hands:
        yield _Fault(LifeFault.HAND_ON_SHEET, hand)
    elif sheet.signed_now:
        yield _Fault(LifeFault.SHEET_VERIFIED)


_Place = tuple[int, int]
"""A session and a table."""

_CHANGES_OF_SEATS = frozenset(
    (
        "draw-published",
        "game-reseated",
        "game-seated",
        "game-taken-back",
        "player-replaced",
        "player-state-changed",
        "players-merged",
        "players-swapped",
        "session-seated",
        "sessions-redrawn",
        "table-added",
        "table-left-out",
        "settings-changed",
    )
)

_CLOCKS = {
    "clock-started": "running",
    "clock-paused": "paused",
    "clock-resumed": "running",
    "clock-stopped": "stopped",
}


@dataclass(slots=True)
class _LifeState:
    """The state of the event after some of its entries."""

    event: AuditedEvent = field(default_factory=lambda: event_of(()))
    public: Public = field(default_factory=Public)
    closed: set[int] = field(default_factory=set)
    """The sessions that are closed."""
    clocks: dict[int, str] = field(default_factory=dict)
    """By session: ``running``, ``paused`` or ``stopped``. A clock that was never started is missing."""
    known: dict[str, AuditedFact] = field(default_factory=dict)
    """Every entry by its id."""
    created: bool = False
    typing: bool = False
    """Whether players may type at the table."""
    _sheets: dict[_Place, _SheetLife] = field(default_factory=dict)
    _phones: dict[_Place, _PhoneLife] = field(default_factory=dict)
    _of_event: list[AuditedFact] = field(default_factory=list)
    """The entries of the event's own stream that count."""
    _moves: dict[str, tuple[Sequence[AuditedFact], Sequence[AuditedFact]]] = field(default_factory=dict)
    """By id of an entry that moved a sheet: the entries that counted on that sheet and on the target sheet before
    it."""

    def sheet(self, place: _Place) -> _SheetLife:
        """The sheet of a table in a session; empty if nothing was entered."""
        return self._sheets.get(place) or _SheetLife()

    def phones(self, place: _Place) -> _PhoneLife:
        """The phones of a table in a session."""
        return self._phones.setdefault(place, _PhoneLife())

    @property
    def begun(self) -> bool:
        """Whether an entry at a table counts."""
        return any(sheet.facts for sheet in self._sheets.values())

    def tables(self, session: int) -> tuple[tuple[int, ...], ...]:
        """The players of each table of ``session``."""
        return self.event.seating[session - 1] if 1 <= session <= len(self.event.seating) else ()

    def places(self, session: int) -> list[_Place]:
        """The tables of ``session`` that are played."""
        places = [(session, table) for table, _ in enumerate(self.tables(session), start=1)]
        return [place for place in places if place not in self.event.taken_back]

    def touched(self, session: int) -> bool:
        """Whether an entry at a table of ``session`` counts."""
        return any(sheet.facts for (played, _), sheet in self._sheets.items() if played == session)

    def places_of(self, entry: AuditedFact) -> tuple[_Place, ...]:
        """The sheets that ``entry`` changes, by itself or by undo and redo."""
        fact = self.known[entry.content["entry"]] if entry.kind in (UNDONE, REDONE) else entry
        if fact.place is None:
            return ()
        if fact.kind == "sheet-moved":
            return fact.place, (fact.content["to_session"], fact.content["to_table"])
        return (fact.place,)

    def closed_content(self, entry: AuditedFact) -> dict[int, object]:
        """By closed session: its players and substitutes, which ``entry`` must not change.

        Empty for an entry that changes no seats.
        """
        fact = self.known[entry.content["entry"]] if entry.kind in (UNDONE, REDONE) else entry
        if not self.closed or fact.kind not in _CHANGES_OF_SEATS:
            return {}
        return {session: self._content(session) for session in self.closed - self.event.cancelled.keys()}

    def _content(self, session: int) -> object:
        tables = self.tables(session)
        return (
            tables,
            dict(self.event.stand_in(session)),
            {place for place in self.event.taken_back if place[0] == session},
            [without_points(self.event, session, table) for table, _ in enumerate(tables, start=1)],
        )

    def follow(self, entry: AuditedFact) -> None:
        """Follow one more entry. Raise ValueError for an undo that is out of turn."""
        if entry.kind == UNDONE:
            self._undo(self.known[entry.content["entry"]])
        else:
            self._follow(self.known[entry.content["entry"]] if entry.kind == REDONE else entry)
        self.known[entry.id] = entry

    def _follow(self, fact: AuditedFact) -> None:
        place = fact.place
        if fact.phones is not None:
            self.phones(fact.phones).follow(fact)
        elif place is None:
            self._follow_event(fact)
        elif fact.kind == "sheet-moved":
            other = fact.content["to_session"], fact.content["to_table"]
            own, there = self.sheet(place).facts, self.sheet(other).facts
            self._moves[fact.id] = own, there
            self._sheets[place] = _SheetLife()
            self._sheets[other] = _sheet_after((*there, *own, fact), self.event)
        else:
            _follow_on_sheet(self._sheets.setdefault(place, _SheetLife()), fact, self.event)

    def _follow_event(self, fact: AuditedFact) -> None:
        self._of_event.append(fact)
        follow_event(self.event, fact)
        self.public = public_after(self.public, fact)
        session: int = fact.content.get("session", 0)
        if fact.kind == "event-created":
            self.created = True
        elif fact.kind == "session-closed":
            self.closed.add(session)
        elif fact.kind == "session-reopened":
            self.closed.discard(session)
        elif fact.kind in ("table-entry-allowed", "table-entry-ended"):
            self.typing = fact.kind == "table-entry-allowed"
        elif fact.kind in _CLOCKS:
            self.clocks[session] = _CLOCKS[fact.kind]

    def _undo(self, fact: AuditedFact) -> None:
        place = fact.place
        if place is None:
            self._of_event = [each for each in self._of_event if each is not fact]
            self.event, self.public = event_of(self._of_event), public_of(self._of_event)
        elif fact.kind == "sheet-moved":
            other = fact.content["to_session"], fact.content["to_table"]
            own, there = self._moves[fact.id]
            self._sheets[place], self._sheets[other] = _sheet_after(own, self.event), _sheet_after(there, self.event)
        else:
            facts = self.sheet(place).facts
            if not facts or facts[-1] is not fact:
                raise ValueError(f"{fact.stream}: undone out of turn")
            self._sheets[place] = _sheet_after(facts[:-1], self.event)


_OF_ONE_SESSION = frozenset(
    (
        "clock-paused",
        "clock-resumed",
        "clock-started",
        "clock-stopped",
        "heads-chained",
        "minutes-added",
        "results-published",
        "session-closed",
        "session-published",
        "session-reopened",
        "session-seated",
        "session-started",
        "table-added",
        "table-left-out",
    )
)
"""Kinds of entries of the event's own stream that concern one session."""


def impossible_entries(entries: Sequence[Written], *, incomplete: bool = False) -> tuple[ImpossibleEntry, ...]:
    """Return those of ``entries``, oldest first, that could not have been made when they were written.

    A recovered event says how many entries it kept. Faults that may come from missing entries of another stream are
    left out for these, and for all entries if the journal is known to be ``incomplete``.
    """
    try:
        read = read_facts(entries)
        kept = max((fact.content["kept"] for fact in read if fact.kind == "event-recovered"), default=0)
    except (ValueError, KeyError, TypeError) as error:
        raise Unaudited from error
    spared = len(read) if incomplete else kept
    return tuple(each for each in _impossible(read) if each.position > spared or not each.fault.between_streams)


def _impossible(read: Sequence[AuditedFact]) -> Iterator[ImpossibleEntry]:
    state = _LifeState()
    for fact in read:
        found: list[ImpossibleEntry] = []
        try:
            found += [ImpossibleEntry(fact.position, *fault) for fault in _faults(state, fact)]
            before = state.closed_content(fact)
            state.follow(fact)
            after = state.closed_content(fact)
        except (Unaudited, ValueError, KeyError, TypeError, IndexError, AttributeError):
            if not found:
                found.append(ImpossibleEntry(fact.position, LifeFault.NOT_FOLLOWED))
            yield from found
            return
        yield from found
        for session in sorted(before.keys() & after.keys()):
            if before[session] != after[session]:
                yield ImpossibleEntry(fact.position, LifeFault.SESSION_CLOSED, session)


def _faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    if fact.id in state.known:
        yield _Fault(LifeFault.ID_TWICE)
    closed = {session for session, _ in state.places_of(fact)} & state.closed
    yield from (_Fault(LifeFault.SESSION_CLOSED, session) for session in sorted(closed))
    cancelled = {session for session, _ in state.places_of(fact)} & state.event.cancelled.keys()
    yield from (_Fault(LifeFault.SESSION_CANCELLED, session) for session in sorted(cancelled))
    if fact.kind in (UNDONE, REDONE):
        return
    if fact.phones is not None:
        yield from _phone_faults(state, fact, *fact.phones)
        return
    if fact.place is None:
        if fact.kind in _OF_ONE_SESSION and fact.content["session"] in state.event.cancelled:
            yield _Fault(LifeFault.SESSION_CANCELLED, fact.content["session"])
        else:
            yield from _event_faults(state, fact)
        return
    fault = _sheet_fault(state.sheet(fact.place), fact, state.event)
    if fault is not None:
        yield _Fault(fault, fact.content.get("hand") or 0)
    if fact.kind == "sheet-moved":
        session, table = fact.content["to_session"], fact.content["to_table"]
        if (session, table) == fact.place or not state.sheet((session, table)).content.blank:
            yield _Fault(LifeFault.SHEET_FILLED, table, session)


def _phone_faults(state: _LifeState, fact: AuditedFact, session: int, table: int) -> Iterator[_Fault]:
    if session in state.closed:
        yield _Fault(LifeFault.SESSION_CLOSED, session)
    if session in state.event.cancelled:
        yield _Fault(LifeFault.SESSION_CANCELLED, session)
    tables = state.tables(session)
    seats = tables[table - 1] if table <= len(tables) else ()
    place = session, table
    yield from _faults_at_phones(state.phones(place), fact, state.sheet(place), seats, allowed=state.typing)


def _event_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    content = fact.content
    match fact.kind:
        case "event-created" | "sessions-cancelled" | "sessions-added" | "table-added" | "table-left-out":
            yield from _plan_faults(state, fact)
        case "session-closed" | "session-reopened" | "session-published" | "session-started" | "heads-chained":
            yield from _session_faults(state, fact)
        case "clock-paused" | "clock-resumed" | "clock-stopped" | "minutes-added":
            yield from _clock_faults(state, fact)
        case "results-published" | "results-withdrawn":
            yield from _publication_faults(state, fact)
        case "settings-changed":
            settings, event = content["settings"], state.event
            same = (settings["rules"], dict(settings.get("options", ()))) == (event.rules, event.options)
            if state.begun and not same:
                yield _Fault(LifeFault.PLAY_BEGUN)
        case "draw-published":
            if state.begun:
                yield _Fault(LifeFault.PLAY_BEGUN)
        case "sessions-redrawn" | "session-seated":
            yield from _begun(state, _redrawn(state, fact))
        case "players-swapped" | "player-replaced" | "player-state-changed":
            yield from _seat_faults(state, fact)
        case "game-taken-back" | "game-reseated":
            yield from _game_faults(state, fact)


def _plan_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    event = state.event
    if fact.kind == "event-created":
        if state.created:
            yield _Fault(LifeFault.EVENT_CREATED)
        return
    if fact.kind == "table-added":
        yield from _added_table_faults(state, fact)
        return
    if fact.kind == "table-left-out":
        yield from _left_out_faults(state, fact)
        return
    if fact.kind == "sessions-cancelled":
        for session in fact.content["sessions"]:
            if session in event.cancelled:
                yield _Fault(LifeFault.SESSION_CANCELLED, session)
            elif session <= state.public.last:
                yield _Fault(LifeFault.ALREADY_PUBLIC, session)
        return
    for session in fact.content["restored"]:
        if session not in event.cancelled:
            yield _Fault(LifeFault.SESSION_NOT_CANCELLED, session)
        else:
            later = [each for each in event.begun - event.cancelled[session] if each > session]
            yield from (_Fault(LifeFault.SESSION_BEGUN, each) for each in sorted(later)[:1])


def _added_table_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    session, players = fact.content["session"], set(fact.content["players"])
    if _has_begun(state, fact.kind, session):
        yield _Fault(LifeFault.SESSION_BEGUN, session)
    if any(players & set(state.tables(session)[table - 1]) for _, table in state.places(session)):
        yield _Fault(LifeFault.ALREADY_SEATED, session)


def _left_out_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    session, table = place = fact.content["session"], fact.content["table"]
    if session in state.closed:
        yield _Fault(LifeFault.SESSION_CLOSED, session)
    if state.sheet(place).facts or place not in state.places(session) or len(state.places(session)) == 1:
        yield _Fault(LifeFault.TABLE_BEGUN, table, session)


def _redrawn(state: _LifeState, fact: AuditedFact) -> range:
    """The sessions that ``fact`` seats, or leaves without tables after a cut."""
    content, last = fact.content, len(state.event.seating)
    if fact.kind == "sessions-redrawn":
        return range(content["first"], last + 1)
    session = content["session"]
    emptied = content["final"] is not None or any(cut.session >= session for cut in state.event.cuts)
    return range(session, (last if emptied else session) + 1)


def _begun(state: _LifeState, sessions: range) -> Iterator[_Fault]:
    """Those of ``sessions`` that have begun and are not cancelled."""
    return (
        _Fault(LifeFault.SESSION_BEGUN, session)
        for session in sessions
        if session not in state.event.cancelled and state.touched(session)
    )


def _session_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    content, session = fact.content, fact.content["session"]
    is_closed = session in state.closed
    if fact.kind == "session-reopened":
        if not is_closed:
            yield _Fault(LifeFault.SESSION_OPEN, session)
        return
    waiting = [table for _, table in state.places(session) if not state.sheet((session, table)).verified(state.event)]
    if fact.kind == "heads-chained":
        if content["moment"] == "end" and waiting:
            yield _Fault(LifeFault.NOT_VERIFIED, session)
    elif is_closed:
        yield _Fault(LifeFault.SESSION_CLOSED, session)
    elif fact.kind == "session-closed":
        ended = state.places(session) and not waiting
        if list(content.get("not_verified", ())) != waiting or not (ended or content.get("reason", "").strip()):
            yield _Fault(LifeFault.NOT_VERIFIED, session)
    elif _has_begun(state, fact.kind, session):
        yield _Fault(LifeFault.SESSION_BEGUN, session)


def _has_begun(state: _LifeState, kind: str, session: int) -> bool:
    """Whether it is too late to publish the seats of ``session``, or to announce its start."""
    if state.event.format != "tournament":  # an evening is played from its first game on, which publishes it
        return kind == "session-published" or bool(state.places(session))
    return state.touched(session) or session in state.event.called or session in state.clocks


def _clock_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    session = fact.content["session"]
    fits = {"clock-paused": ("running",), "clock-resumed": ("paused",)}.get(fact.kind, ("running", "paused"))
    if state.clocks.get(session) not in fits:
        yield _Fault(LifeFault.CLOCK_STATE, session)


def _publication_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    session, public = fact.content["session"], state.public
    if fact.kind == "results-withdrawn":
        if session > public.last and session != public.held:
            yield _Fault(LifeFault.NOT_PUBLIC, session)
        return
    if session <= public.last or (fact.content["held"] and session == public.held):
        yield _Fault(LifeFault.ALREADY_PUBLIC, session)
    else:
        contents = [state.sheet(place).content for place in state.places(session)]
        if not any(content.hands or content.end.closed for content in contents):
            yield _Fault(LifeFault.NO_RESULTS, session)


def _seat_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    """Yield the tables at which the seats could not have changed.

    Seats can change as long as a table has no entries. With a reason, or for a substitute, they can change until the
    sheet is signed.
    """
    content = fact.content
    in_play = False
    if fact.kind == "players-swapped":
        numbers, sessions, in_play = (
            {content["one"], content["other"]},
            content["sessions"],
            bool(content.get("reason")),
        )
    elif fact.kind == "player-replaced":
        numbers, sessions, in_play = {content["number"]}, content["sessions"], content.get("case") is not None
    elif content["state"] == "withdrawn" and state.event.format == "tournament":
        numbers, sessions = {content["number"]}, range(content["first"], len(state.event.seating) + 1)
    else:
        sessions = content["returned"]
        numbers = {
            number
            for session in sessions
            for number, (player, _) in state.event.stand_in(session).items()
            if player == content["number"]
        }
    for session in sessions:
        if session in state.event.cancelled:  # nothing that is changed there counts
            continue
        for table, seats in enumerate(state.tables(session), start=1):
            sheet = state.sheet((session, table))
            if numbers.intersection(seats) and (sheet.signed_now if in_play else sheet.facts):
                yield _Fault(LifeFault.TABLE_BEGUN, table, session)


def _game_faults(state: _LifeState, fact: AuditedFact) -> Iterator[_Fault]:
    session, table = place = fact.content["session"], fact.content["table"]
    sheet = state.sheet(place)
    if fact.kind == "game-taken-back":
        if sheet.facts or place in state.event.taken_back:
            yield _Fault(LifeFault.TABLE_BEGUN, table, session)
    elif place in state.event.taken_back or (
        sheet.signed_now and state.tables(session)[table - 1] != tuple(fact.content["players"])
    ):
        yield _Fault(LifeFault.TABLE_BEGUN, table, session)
