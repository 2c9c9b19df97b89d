"""The event that a journal describes, after any number of its entries. Everything that is shown is computed here."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tournament.catalogue import rule_set
from tournament.event.format import spoken_in
from tournament.event.player import Player, PlayerStatus
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, Seats
from tournament.event.settings import AfterGong, CountedTotals, FinalRanks, GrantedPoints, SecondReading, Settings
from tournament.language import mark
from tournament.ledger.entry import CHAIN_START, EVENT_STREAM, Entry, phones_stream, table_stream
from tournament.ledger.facts import HandProposed, HandRecorded
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.seating_versions import SeatingVersions, seating_versions
from tournament.ledger.session import SessionState, session_state
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.ledger.state import (
    EventState,
    SessionPeople,
    after_entry,
    missed_sessions,
    player_status,
    ranked_players,
    sat_out,
    session_people,
    state_of,
    unranked_players,
)
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.standings import Standings, Tally, Total, add_up, rank, running_totals, tally
from tournament.standings.granted import Grants, grants_of, with_granted
from tournament.standings.season import SeasonStandings, as_standings, rank_season
from tournament.standings.statistics import Played, statistics

if TYPE_CHECKING:
    from tournament.ledger.table_phones import TablePhones
    from tournament.use_cases.unpublished_draw import UnpublishedDraw


def session_problem(state: EventState, session: int) -> Problem:
    """Return why ``session`` has no tables, or does not exist."""
    if not state.settings.format.is_drawn:
        return _no_evening(state, session)
    if state.seating is None:
        return Problem("no-draw", mark("No draw is published yet: make one first."), "session")
    if session in state.cancelled:
        return cancelled_problem(session)
    if session not in state.session_numbers:
        return unknown_session(state, session)
    text = mark("Session {session} has no tables yet: seat it on the page Draw.", session=session)
    return Problem("session-empty", text, "session")


def unknown_session(state: EventState, session: int) -> Problem:
    """Return that the event has no ``session`` of this number."""
    last = max((*state.session_numbers, *state.cancelled), default=1)
    text = mark("There is no session {session}: the event has sessions 1 to {last}.", session=session, last=last)
    return Problem("session-unknown", text, "session")


def cancelled_problem(session: int) -> Problem:
    """Return that a cancelled session accepts no entries."""
    text = mark("Session {session} is cancelled: restore it first.", session=session)
    return Problem("session-cancelled", text, "session")


def table_problem(state: EventState, session: int, table: int) -> Problem:
    """Return why there is no ``table`` in ``session``, or no such game on an evening."""
    if state.seating is not None and not state.settings.format.is_drawn:
        return _no_game(state, session, table)
    tables = state.seating.tables(session) if state.seating is not None else ()
    if not tables:
        return session_problem(state, session)
    if (session, table) in state.taken_back:
        text = mark("Table {table} of session {session} is left out: nobody plays there.",
                    table=table, session=session)  # fmt: skip
        return Problem("table-left-out", text, "table")
    text = mark(
        "There is no table {table}: session {session} has tables 1 to {last}.",
        table=table,
        session=session,
        last=len(tables),
    )
    return Problem("table-unknown", text, "table")


def closed_problem(session: int) -> Problem:
    """Return that a closed session accepts no entries."""
    text = mark("Session {session} is closed: reopen it first, with a reason.", session=session)
    return Problem("session-closed", text, "session")


def refuse_closed(state: EventState, *sessions: int) -> None:
    """Raise Refused if one of ``sessions`` is closed or cancelled."""
    problems = (
        *(cancelled_problem(session) for session in sessions if session in state.cancelled),
        *(closed_problem(session) for session in sessions if session in state.closed),
    )
    if problems:
        raise Refused(*problems)


def _no_evening(state: EventState, session: int) -> Problem:
    last = len(state.drawn_sessions)
    if not last:
        return Problem("evening-missing", mark("There are no evenings yet. Open the first one."), "session")
    text = mark("There is no evening {evening}: the last one is evening {last}.", evening=session, last=last)
    return Problem("session-unknown", text, "session")


def _no_game(state: EventState, session: int, table: int) -> Problem:
    values = {"evening": session, "game": table}
    if session not in state.drawn_sessions:
        return _no_evening(state, session)
    if (session, table) in state.taken_back:
        text = mark("Game {game} of evening {evening} was removed.", **values)
        return Problem("game-taken-back", text, "table")
    text = mark("There is no game {game} on evening {evening}: open it with its four players.", **values)
    return Problem("table-unknown", text, "table")


SheetRules = tuple[str, Chosen, CountedTotals, SecondReading]
"""The settings with which a sheet is computed: the rule set and its options, which totals count, who reads it again."""

SheetKey = tuple[str, tuple[int, int, int, int], SheetRules, frozenset[int]]
"""Everything on which a computed sheet depends.

These are the mark of its stream, its players, its rules, and which of the players get no table points.
"""


SessionKey = tuple[str, tuple[Seats, ...], frozenset[tuple[int, int]], SheetRules, SessionPeople]
"""Everything on which the sheets and the tally of a session depend.

These are its mark, its seats, the games that were removed, the rules, and who plays for others.
"""

Kept = TypeVar("Kept")


@dataclass(slots=True)
class ViewCache:
    """The results that a view has computed, each with the values that it was computed from. Never stored in a file."""

    sheets: dict[tuple[int, int], tuple[SheetKey, Sheet]] = field(default_factory=dict)
    """By session and table: what the sheet depends on, and the sheet."""
    sessions: dict[int, tuple[SessionKey, tuple[str, ...], tuple[Sheet, ...]]] = field(default_factory=dict)
    """By session: the key of its sheets, the marks of their streams, and the sheets."""
    session_keys: dict[int, tuple[EventState, SessionKey]] = field(default_factory=dict)
    """By session: its key, and the state of the event from which the key was made."""
    session_states: "dict[int, tuple[EventState, str | None, UnpublishedDraw | None, SessionState]]" = field(
        default_factory=dict
    )
    """By session: the state of the event, the mark of the session and the draft of the draw, and the state of the
    session that follows from them."""
    tallies: dict[int, tuple[SessionKey, Tally]] = field(default_factory=dict)
    """By session: what the tally depends on, and the tally."""
    totals: dict[int, tuple[Mapping[int, Total], Tally, Mapping[int, Total]]] = field(default_factory=dict)
    """After each session: the totals before it, its tally, and their sum."""
    touched: dict[int, tuple[tuple[str, int], frozenset[int]]] = field(default_factory=dict)
    """By session: its mark and number of tables, and the tables that have entries."""
    standings: dict[int, tuple[tuple[str, Mapping[int, Total], bool], Standings]] = field(default_factory=dict)
    """After each session: the last hash of the event's own stream, the totals, whether averages can still change, and
    the ranking."""
    state: tuple[str, tuple[EventState, EventState]] | None = None
    """The last hash of the event's own stream, and the two states computed from it: without what cancelled sessions
    had, and with it."""
    folded: "tuple[_Folded, ...]" = ()
    """The last two that were computed: an event and its draft, which ask in turn."""
    rules: tuple[Settings, RuleSet] | None = None
    """The settings of the event, and the rule set that they name, with its options."""
    versions: tuple[str, SeatingVersions] | None = None
    """The last hash of the event's own stream, and the versions of the seatings up to there."""
    figures: dict[int, tuple[Tally, Mapping[int, Played]]] = field(default_factory=dict)
    """By session: its tally, and the statistics of each player."""
    phones: "dict[tuple[int, int], tuple[str, Sheet, TablePhones]]" = field(default_factory=dict)
    """By session and table: the last hash of the stream of its phones, its sheet, and the proposals and calls there."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The clock of the event. By default it is that of the computer."""
    unpublished_draw: "UnpublishedDraw | None" = None
    """The draft of the draw on this computer. It belongs to the event as it is now, so copies of the cache omit it."""

    def added(self, before: Mapping[int, Total], session: Tally) -> Mapping[int, Total]:
        """Return the totals after ``session``: those ``before`` it, plus the tally ``session``."""
        known = self.totals.get(session.session)
        if known is not None and known[0] is before and known[1] is session:
            return known[2]
        totals = add_up(before, session)
        self.totals[session.session] = (before, session, totals)
        return totals

    def copy(self) -> "ViewCache":
        """Return a copy for another view, which can grow without changing this one."""
        return ViewCache(
            dict(self.sheets),
            dict(self.sessions),
            dict(self.session_keys),
            dict(self.session_states),
            dict(self.tallies),
            dict(self.totals),
            dict(self.touched),
            dict(self.standings),
            self.state,
            self.folded,
            self.rules,
            self.versions,
            dict(self.figures),
            dict(self.phones),
            self.clock,
        )

    def until(self, last: int) -> "ViewCache":
        """Return a copy without what was computed for the sessions after ``last``."""
        kept = self.copy()  # another thread may add to the original meanwhile
        kept.sheets = {place: sheet for place, sheet in kept.sheets.items() if place[0] <= last}
        kept.sessions, kept.tallies = _until(kept.sessions, last), _until(kept.tallies, last)
        kept.totals, kept.touched = _until(kept.totals, last), _until(kept.touched, last)
        kept.standings = _until(kept.standings, last)
        kept.session_keys, kept.session_states = _until(kept.session_keys, last), _until(kept.session_states, last)
        kept.phones = {}
        return kept


def _until(of_sessions: Mapping[int, Kept], last: int) -> dict[int, Kept]:
    return {session: kept for session, kept in of_sessions.items() if session <= last}


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector while thousands of objects are created, none of which can be freed yet.

    It would examine all of them again and again, which takes a third of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Folded(NamedTuple):
    """The entries of the event's own stream that counted, and the two states that follow from them."""

    entries: tuple[Entry, ...]
    states: tuple[EventState, EventState]


def _folded(entries: tuple[Entry, ...], known: Sequence[_Folded]) -> _Folded:
    """Fold ``entries``, going on where a fold of ``known`` ended that begins with the same ones."""
    begun = [each for each in known if each.entries and entries[: len(each.entries)] == each.entries]
    if not begun:
        full = state_of(entries)
        return _Folded(entries, (full.counted(), full))
    last = max(begun, key=lambda each: len(each.entries))
    if len(last.entries) == len(entries):
        return last
    full = reduce(after_entry, entries[len(last.entries) :], last.states[1])
    return _Folded(entries, (full.counted(), full))


_BEFORE_PLAY: Mapping[int, Total] = {}


class View:
    """An event, computed from its journal.

    Nothing here is stored in the file. A sheet is computed again only when its stream has changed.
    """

    def __init__(
        self,
        journal: Journal,
        memory: ViewCache | None = None,
        *,
        damaged: bool = False,
        confirmed: Journal | None = None,
    ) -> None:
        self.journal = journal
        self._confirmed = confirmed
        """At a desk of a shared event: the entries that the host has written; None if all are."""
        self.damaged = damaged
        """Whether the journal is damaged. Everything that is shown of the event then says so."""
        self.memory = ViewCache() if memory is None else memory
        """The results computed so far. Another view can continue with them."""

    def at(self, position: int) -> "View":
        """Return the event as it was when it had ``position`` entries.

        Results that were the same then are not computed again.
        """
        return View(self.journal.until(position), self.memory.copy(), damaged=self.damaged)

    def copy(self) -> "View":
        """Return the event as it is now, which later entries do not change, for example for another thread.

        What this view has computed is shared, and not computed again.
        """
        return View(self.journal.fork(), self.memory.copy(), damaged=self.damaged)

    def is_confirmed(self, entry: Entry) -> bool:
        """Return whether ``entry`` is written.

        At a desk of a shared event it is not until the host has written it.
        """
        return self._confirmed is None or self._confirmed.find(entry.id) is not None

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of all entries of this view, as it is printed on papers."""
        return self.journal.fingerprint

    @property
    def now(self) -> datetime:
        """The time, in UTC, by the clock of the event."""
        return self.memory.clock()

    @property
    def state(self) -> EventState:
        """The state of the event. It contains nothing but the numbers of cancelled sessions."""
        return self._states()[0]

    @property
    def full_state(self) -> EventState:
        """The state of the event, in which cancelled sessions keep everything, so that they can be restored."""
        return self._states()[1]

    def _states(self) -> tuple[EventState, EventState]:
        last, known = self.journal.event_mark, self.memory.state
        if known is None or known[0] != last:
            folded = _folded(self.journal.standing(EVENT_STREAM), self.memory.folded)
            self.memory.folded = (folded, *self.memory.folded[:1])
            known = self.memory.state = (last, folded.states)
        return known[1]

    @property
    def settings(self) -> Settings:
        """The settings of the event."""
        return self.state.settings

    @property
    def players(self) -> Mapping[int, Player]:
        """The players by number."""
        return self.state.players

    @property
    def seating(self) -> Seating | None:
        """The published draw, or None. In a club or a league: the games of each evening, including removed ones."""
        return self.state.seating

    @property
    def unpublished_draw(self) -> "UnpublishedDraw | None":
        """The draft of the draw on this computer, or None. A public view and a past state have none."""
        return self.memory.unpublished_draw

    @property
    def seat_versions(self) -> SeatingVersions:
        """The version of the seats of each session or game."""
        last, known = self.journal.event_mark, self.memory.versions
        if known is None or known[0] != last:
            found = seating_versions(self.journal.everything(EVENT_STREAM), self.full_state)
            known = self.memory.versions = (last, found)
        return known[1]

    def touched(self, session: int) -> frozenset[int]:
        """Return the tables of ``session`` whose sheets have entries that count. Their seats are fixed."""
        count = len(self.seating.tables(session)) if self.seating is not None else 0
        key = self.journal.session_mark(session), count
        known = self.memory.touched.get(session)
        if known is None or known[0] != key:
            known = self.memory.touched[session] = key, self.journal.begun_tables(session, count)
        return known[1]

    @property
    def list_closed(self) -> bool:
        """Whether the list of players is closed, because a draw is published."""
        return self.settings.format.is_drawn and self.seating is not None

    @property
    def begun(self) -> bool:
        """Whether any sheet has an entry that counts. Rules and draw are then fixed until it is undone."""
        return self.journal.undo_order.begun

    @property
    def sessions(self) -> int:
        """The number of the last session of the event; in a league, of the last evening opened."""
        return self.settings.sessions if self.settings.format.is_drawn else len(self.drawn_sessions)

    @property
    def session_numbers(self) -> tuple[int, ...]:
        """The sessions that are not cancelled, drawn or not, in ascending order; of a league the evenings."""
        return self.state.session_numbers

    def sessions_until(self, last: int) -> tuple[int, ...]:
        """The sessions up to number ``last`` that are not cancelled, in ascending order."""
        return tuple(session for session in self.session_numbers if session <= last)

    def session_before(self, session: int) -> int:
        """The last session before ``session`` that is not cancelled; 0 if there is none."""
        return max(self.sessions_until(session - 1), default=0)

    @property
    def drawn_sessions(self) -> tuple[int, ...]:
        """The sessions of the draw that are not cancelled, in ascending order; of a league, the evenings opened so far.

        Empty before there is a draw.
        """
        return self.state.drawn_sessions

    @property
    def rules(self) -> RuleSet:
        """The rule set of the event with its options. Raise Refused if this program does not know them."""
        settings, known = self.settings, self.memory.rules
        if known is None or known[0] is not settings:
            known = self.memory.rules = (settings, self._known_rules())
        return known[1]

    def _known_rules(self) -> RuleSet:
        try:
            rules = rule_set(self.settings.rules, self.settings.options)
        except ValueError as error:
            text = mark("This event uses options of its rules that this program does not know: update the program.")
            raise Refused(Problem("options-unknown", text, "rules")) from error
        if rules is None:
            text = mark(
                "This event uses the rules “{rules}”, which this program does not know.", rules=self.settings.rules
            )
            raise Refused(Problem("rules-unknown", text, "rules"))
        return rules

    @property
    def counts_points(self) -> bool:
        """Whether table points decide the ranking: in a tournament, and on evenings if the rules add them up."""
        return self.settings.format.is_drawn or self.rules.table_points.rank_evenings

    def results_of(self, sheet: Sheet) -> tuple[int | Fraction, ...]:
        """Return the result of each column of ``sheet`` on an evening.

        These are the table points if they decide the ranking, else the scores.
        """
        return sheet.table_points if self.rules.table_points.rank_evenings else sheet.scores

    @property
    def after_gong(self) -> AfterGong:
        """What happens to the hand in play at the gong, by an option of the rules, else by the event's setting."""
        chosen = self.rules.after_gong
        return AfterGong(chosen) if chosen else self.settings.after_gong

    @property
    def words(self) -> tuple[str, ...]:
        """The vocabularies of the event's format and game, or of the format alone if its rules are not known here."""
        try:
            return self.words_beside(self.rules.words if len(self.journal) else ())
        except Refused:
            return self.words_beside(())

    def words_beside(self, game: tuple[str, ...]) -> tuple[str, ...]:
        """Return the vocabularies of the event's format and of another ``game``.

        Before there is an event, only those of the game.
        """
        return spoken_in(self.settings.format, game) if len(self.journal) else game

    def sheet(self, session: int, table: int) -> Sheet:
        """Return the sheet of ``table`` in ``session``.

        Raise Refused if the draw has no such table, the evening has no such game, or the session is cancelled.
        """
        known = self.memory.sessions.get(session)
        if known is not None and known[0] is self._session_key(session):  # no need to compute the key of this sheet
            sheets = known[2]
            if 1 <= table <= len(sheets) and sheets[table - 1].table == table:
                return sheets[table - 1]
        return self._sheet(session, table, self._sheet_key(self.state, session, table))

    def sheet_to_read(self, session: int, table: int) -> Sheet:
        """Return the same as :meth:`sheet`, also in a cancelled session.

        Such a sheet can be read, but it does not count.
        """
        state = self.full_state if session in self.state.cancelled else self.state
        return self._sheet(session, table, self._sheet_key(state, session, table))

    def sheet_before(self, session: int, table: int, entry: Entry) -> Sheet:
        """Return the sheet as it was just before ``entry`` was written on it, with today's players and rules."""
        key, stream = self._sheet_key(self.state, session, table), table_stream(session, table)
        return self._build(session, table, key, entry.number - 1, self.journal.standing(stream, entry))

    def phones(self, session: int, table: int) -> "TablePhones":
        """Return the proposals and calls from the phones at ``table`` in ``session``.

        Raise Refused if there is no such table.
        """
        from tournament.ledger.table_phones import table_phones  # few calls of the command line need it

        sheet, stream = self.sheet(session, table), phones_stream(session, table)
        last, known = self.journal.last_hash(stream), self.memory.phones.get((session, table))
        if known is None or known[0] != last or known[1] is not sheet:
            said = self.journal.everything(stream)
            own = self.journal.everything(table_stream(session, table)) if said else ()
            recorded = [entry for entry in own if isinstance(entry.fact, HandRecorded) and self.journal.counts(entry)]
            found = table_phones(sheet, said, recorded)
            known = self.memory.phones[session, table] = (last, sheet, found)
        return known[2]

    def tables_with_phones(self) -> "Iterator[tuple[tuple[int, int], TablePhones]]":
        """Yield the proposals and calls from phones, by session and table, in the sessions that are not closed."""
        if not self.journal.phone_tables:
            return
        open_sessions = set(self.drawn_sessions) - self.state.closed
        for session, table in sorted(self.journal.phone_tables):
            if session in open_sessions and any(sheet.table == table for sheet in self.sheets(session)):
                yield (session, table), self.phones(session, table)

    def sheet_as_proposed(self, session: int, table: int, *, below: int | None = None) -> Sheet:
        """Return the sheet with the hands that the table proposes next.

        With ``below``, only with those before hand number ``below``.
        """
        sheet = self.sheet(session, table)
        number, entries = self._written(session, table)
        proposals = self.phones(session, table).next_ones(sheet, below)
        said = [Entry(each.entry.record, _as_recorded(each.fact)) for each in proposals]
        key = self._sheet_key(self.state, session, table)
        return self._build(session, table, key, number, (*entries, *said)) if said else sheet

    def _sheet_key(self, state: EventState, session: int, table: int) -> SheetKey:
        seats = state.seating.seats(session, table) if state.seating else None
        if seats is None or (session, table) in state.taken_back:
            raise Refused(table_problem(state, session, table))
        now = self.journal.sheet_mark(table_stream(session, table))
        unplaced = _of(session_people(state, session), seats)
        return now, seats, _sheet_rules(state.settings), unplaced

    def _sheet(self, session: int, table: int, key: SheetKey) -> Sheet:
        known = self.memory.sheets.get((session, table))
        if known is not None and known[0] == key:
            return known[1]
        sheet = self._build(session, table, key, *self._written(session, table))
        self.memory.sheets[session, table] = (key, sheet)
        return sheet

    def _build(self, session: int, table: int, key: SheetKey, number: int, entries: Sequence[Entry]) -> Sheet:
        _, seats, (_, _, counted_totals, second_reading), unplaced = key
        return build_sheet(
            session=session,
            table=table,
            players=seats,
            number=number,
            entries=entries,
            rules=self.rules,
            counted_totals=counted_totals,
            second_reading=second_reading,
            unplaced=[column for column, player in enumerate(seats) if player in unplaced],
        )

    def _written(self, session: int, table: int) -> tuple[int, Sequence[Entry]]:
        """Return what the sheet is computed from: how many entries have changed it, and those that count."""
        stream = table_stream(session, table)
        return self.journal.sheet_number(stream), self.journal.standing(stream)

    def sheets(self, session: int) -> tuple[Sheet, ...]:
        """Return the sheets of ``session`` in the order of tables."""
        key = self._session_key(session)
        known = self.memory.sessions.get(session)
        if known is None or known[0] != key:
            _, tables, taken_back, rules, people = key
            marks = self.journal.sheet_marks(session, len(tables))
            numbers: Sequence[int] = range(1, len(tables) + 1)
            if taken_back:
                numbers = [table for table in numbers if (session, table) not in taken_back]
                marks = tuple(marks[table - 1] for table in numbers)
            kept: Sequence[Sheet | None] = [None] * len(numbers)
            if known is not None and known[0][1:] == key[1:]:  # only entries changed, usually on one sheet
                before = zip(known[2], known[1], marks, strict=True)
                kept = [sheet if old == new else None for sheet, old, new in before]
            with no_garbage_collection():
                seated = [tables[table - 1] for table in numbers]
                sheets = tuple(
                    sheet or self._sheet(session, table, (now, seats, rules, _of(people, seats)))
                    for table, now, sheet, seats in zip(numbers, marks, kept, seated, strict=True)
                )
            known = self.memory.sessions[session] = (key, marks, sheets)
        return known[2]

    def session_state(self, session: int) -> SessionState:
        """Return the state of ``session``, from its draw to its closing."""
        state, draft = self.state, self.unpublished_draw
        session_mark = self.journal.session_marks.get(session)
        known = self.memory.session_states.get(session)
        if known is None or known[0] is not state or known[1] != session_mark or known[2] is not draft:
            drafted = draft is not None and session in draft.tables
            found = session_state(state, session, self.sheets(session), self.touched(session), drafted=drafted)
            known = self.memory.session_states[session] = (state, session_mark, draft, found)
        return known[3]

    @property
    def last_session(self) -> int:
        """The last session in which a sheet counts, or 0 if none does."""
        return next((session for session in reversed(self.drawn_sessions) if self.tally(session).sheets), 0)

    def standings(self, after: int | None = None) -> Standings:
        """Return the standings after session ``after``, by default after the last one in which a sheet counts.

        For a club evening or a league they contain the ranked players of the :meth:`season`.
        """
        if not self.settings.format.is_drawn:
            return as_standings(self.season(after))
        last = self.last_session if after is None else after
        tallies = [self.tally(session) for session in range(1, last + 1)]
        totals: list[Mapping[int, Total]] = [_BEFORE_PLAY]
        for tally_ in tallies:
            totals.append(self.memory.added(totals[-1], tally_))
        own, open_means = self.journal.event_mark, self.has_open_means(last)
        key, known = (own, totals[-1], open_means), self.memory.standings.get(last)
        # Identity is enough, since unchanged totals are the same object; comparing them would take long in a large
        # event.
        if known is not None and known[0][0] == own and known[0][1] is totals[-1] and known[0][2] == open_means:
            return known[1]
        ranked = self._ranked(tallies, totals, self.settings.final_ranks, open_means=open_means)
        self.memory.standings[last] = (key, ranked)
        return ranked

    def standings_by(self, ranks: FinalRanks) -> Standings:
        """Return the current standings as ``ranks`` would rank them; see :attr:`Settings.final_ranks`."""
        tallies = [self.tally(session) for session in range(1, self.last_session + 1)]
        totals = running_totals(tallies)
        return self._ranked(tallies, totals, ranks, open_means=self.has_open_means(len(tallies)))

    def _ranked(
        self,
        tallies: Sequence[Tally],
        totals: Sequence[Mapping[int, Total]],
        ranks: FinalRanks,
        *,
        open_means: bool,
    ) -> Standings:
        """Return the ranking after the sessions of ``tallies``; ``totals`` are the running ones, from 0 sessions on."""
        last, then = len(tallies), tallies[:-1]
        counted, earlier = self._with_granted(tallies, last), self._with_granted(then, last - 1)
        before = totals[-2] if last else None
        return rank(
            players=ranked_players(self.state, last),
            tallies=counted,
            now=totals[-1] if counted is tallies else running_totals(counted)[-1],
            before=before if earlier is then else running_totals(earlier)[-1],
            finals=self.state.finals,
            unranked=unranked_players(self.state, last),
            earlier=earlier,
            open_means=open_means,
            final_ranks=ranks,
        )

    def _with_granted(self, tallies: Sequence[Tally], after: int) -> Sequence[Tally]:
        """Return ``tallies``, those up to session ``after``, with the points granted to players who could not play."""
        return with_granted(tallies, self._grants(after))

    def _grants(self, after: int) -> tuple[Grants, ...]:
        return grants_of(self.settings, missed_sessions(self.state, after), sat_out(self.state, after))

    def has_open_means(self, after: int) -> bool:
        """Whether averages in the ranking after session ``after`` can still change, because a session is not final."""
        if not any(grants.rule is GrantedPoints.AVERAGE and grants.missed for grants in self._grants(after)):
            return False
        tallies = [self.tally(session) for session in self.session_numbers]
        return not all(tally.expected and tally.final for tally in tallies)

    def season(self, after: int | None = None) -> SeasonStandings:
        """Return the ranking of a club evening or a league after evening ``after``.

        By default it is the last evening in which a sheet counts.
        """
        last = self.last_session if after is None else after
        tallies = [self.tally(session) for session in range(1, last + 1)]
        return rank_season(self.players, tallies, self.settings.season, self.state.statuses)

    def status(self, number: int) -> PlayerStatus:
        """Return the state of player ``number``: the one that was entered, else whether they only play for others."""
        return player_status(self.state, number)

    def figures(self, session: int) -> Mapping[int, Played]:
        """Return the statistics of each player in the hands of ``session``, by number."""
        counted, known = self.tally(session), self.memory.figures.get(session)
        if known is None or known[0] is not counted:
            known = self.memory.figures[session] = (counted, statistics(self.sheets(session)).players)
        return known[1]

    def tally(self, session: int) -> Tally:
        """Return the results of each player in ``session``."""
        key = self._session_key(session)
        known = self.memory.tallies.get(session)
        if known is None or known[0] != key:
            people = session_people(self.state, session)
            of_games = not self.settings.format.is_drawn
            by_points = of_games and self.rules.table_points.rank_evenings
            sheets = self.sheets(session)
            known = (key, tally(session, sheets, people.substitutes, by_points=by_points, of_games=of_games))
            self.memory.tallies[session] = known
        return known[1]

    def _session_key(self, session: int) -> SessionKey:
        state, session_mark = self.state, self.journal.session_marks.get(session, CHAIN_START)
        known = self.memory.session_keys.get(session)
        if known is None or known[0] is not state or known[1][0] != session_mark:
            tables = state.seating.tables(session) if state.seating is not None else ()
            people = session_people(state, session)
            key = session_mark, tables, state.taken_back, _sheet_rules(state.settings), people
            known = self.memory.session_keys[session] = (state, key)
        return known[1]

    def player_at(self, sheet: Sheet, column: int) -> Player:
        """Return the player in ``column`` of ``sheet``."""
        return self.players[sheet.players[column]]


_OLDEST = datetime(1972, 1, 1, tzinfo=UTC)
_TWO_YEARS = timedelta(days=730)


def earliest_time(view: View) -> datetime:
    """Return the time before which no entry of the event can have been written, in UTC.

    It is two years before its first entry or before its first day, whichever is earlier, since a clock may have been
    wrong when the event was created.
    """
    created, day = view.journal[0].time, view.settings.first_day
    begins = created if day is None else min(created, datetime.combine(day, time(), UTC))
    return max(begins, _OLDEST) - _TWO_YEARS


def _as_recorded(said: HandProposed) -> HandRecorded:
    return HandRecorded(said.hand, said.winner, said.discarder, said.points, said.tiles, details=said.details)


def _of(people: SessionPeople, seats: Seats) -> frozenset[int]:
    """Return the players at a table who get no table points."""
    return people.unplaced.intersection(seats)


def _sheet_rules(settings: Settings) -> SheetRules:
    return settings.rules, settings.options, settings.counted_totals, settings.second_reading
