"""The event that a journal amounts to, at any moment: everything that is shown is computed here."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from tournament.catalogue import rule_set
from tournament.event.format import ALL_EVENINGS, Evening
from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus, SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, Seats
from tournament.event.settings import CountedTotals, SecondReading, Settings
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, Entry, table_stream
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.seating_versions import WHOLE, SeatingVersions, seating_versions
from tournament.ledger.session import SessionState, session_state
from tournament.ledger.sheet import Sheet, build_sheet
from tournament.ledger.state import EventState, state_of
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.standings import Standings, Tally, Total, add_up, rank, tally
from tournament.standings.course import CourseStep, courses
from tournament.standings.season import SeasonStandings, rank_season, without_table_points
from tournament.standings.statistics import Played, statistics
from tournament.use_cases.keeping import keeping_all

_BEFORE_PLAY: Mapping[int, Total] = {}

SheetRules = tuple[str, Chosen, CountedTotals, SecondReading]
"""What a sheet is computed by: its rule set with its options, which totals count, who reads it again."""

SheetKey = tuple[str, tuple[int, int, int, int], SheetRules, frozenset[int]]
"""What a computed sheet depends on: the mark of its stream, its players, its rules, who of them has no table points."""


@dataclass(frozen=True, slots=True)
class SessionPeople:
    """Who is in a session not just to play for himself, by number."""

    unplaced: frozenset[int] = frozenset()
    """Who has no table points: plays for somebody who left during the session, or was disqualified."""
    substitutes: frozenset[int] = frozenset()
    """Who plays for somebody else."""


SessionKey = tuple[str, tuple[Seats, ...], frozenset[tuple[int, int]], SheetRules, SessionPeople]
"""What the sheets of a session, and its tally, depend on: the last hash of its tables, who sits there, which games were
taken back, the rules, who plays for others."""

_NOBODY_SPECIAL = SessionPeople()


Kept = TypeVar("Kept")


@dataclass(slots=True)
class ViewCache:
    """What was computed, each with what it was computed from; nothing here is ever stored."""

    sheets: dict[tuple[int, int], tuple[SheetKey, Sheet]] = field(default_factory=dict)
    """By session and table."""
    sessions: dict[int, tuple[SessionKey, tuple[str, ...], tuple[Sheet, ...]]] = field(default_factory=dict)
    """The sheets of each session, and the marks of their streams."""
    tallies: dict[int, tuple[SessionKey, Tally]] = field(default_factory=dict)
    """By session."""
    totals: dict[int, tuple[Mapping[int, Total], Tally, Mapping[int, Total]]] = field(default_factory=dict)
    """After each session: the totals before it, its tally, and their sum."""
    touched: dict[int, tuple[tuple[str, int], frozenset[int]]] = field(default_factory=dict)
    """By session: its last hash and number of tables, and the tables on whose sheets something stands."""
    standings: dict[int, tuple[str, Mapping[int, Total], Standings]] = field(default_factory=dict)
    """After each session: the last hash of the event's own stream, the totals, and their ranking."""
    state: tuple[str, EventState] | None = None
    """The event's own stream, folded: the last hash of the stream, and the state."""
    versions: tuple[str, SeatingVersions] | None = None
    """The last hash of the event's own stream, and the versions of the seatings up to there."""
    figures: dict[int, tuple[Tally, Mapping[int, Played]]] = field(default_factory=dict)
    """By session: its tally, and what each player did in its hands."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The clock of the event; that of the computer where none was given."""

    def copy(self) -> "ViewCache":
        """The same, to go on from in another view."""
        return ViewCache(
            dict(self.sheets),
            dict(self.sessions),
            dict(self.tallies),
            dict(self.totals),
            dict(self.touched),
            dict(self.standings),
            self.state,
            self.versions,
            dict(self.figures),
            self.clock,
        )

    def until(self, last: int) -> "ViewCache":
        """The same without what was computed of the sessions after ``last``."""
        return ViewCache(
            {place: sheet for place, sheet in self.sheets.items() if place[0] <= last},
            _until(self.sessions, last),
            _until(self.tallies, last),
            _until(self.totals, last),
            _until(self.touched, last),
            _until(self.standings, last),
            self.state,
            self.versions,
            dict(self.figures),
            self.clock,
        )


def _until(of_sessions: Mapping[int, Kept], last: int) -> dict[int, Kept]:
    return {session: kept for session, kept in of_sessions.items() if session <= last}


class View:
    """A journal, read. Nothing here is stored; sheets are kept in memory while their stream stands still."""

    def __init__(self, journal: Journal, memory: ViewCache | None = None, *, damaged: bool = False) -> None:
        self.journal = journal
        self.damaged = damaged
        """The journal is broken: whatever is shown of it says so."""
        self._memory = ViewCache() if memory is None else memory

    def at(self, position: int) -> "View":
        """The event as it stood when it had ``position`` entries; what was the same then is not computed again."""
        return View(self.journal.until(position), self._memory.copy(), damaged=self.damaged)

    def memory_copy(self) -> ViewCache:
        """What is kept in memory, to go on from with entries that are only tried."""
        return self._memory.copy()

    def memory_until(self, last: int) -> ViewCache:
        """The same of the sessions up to ``last``, to go on from where the others are not seen."""
        return self._memory.until(last)

    @property
    def fingerprint(self) -> Fingerprint:
        """Names all entries that are seen here: what papers carry."""
        return self.journal.fingerprint

    @property
    def now(self) -> datetime:
        """The time, in UTC, by the clock of the event."""
        return self._memory.clock()

    @property
    def state(self) -> EventState:
        """The event's own stream, folded."""
        last, known = self.journal.last_hash(EVENT_STREAM), self._memory.state
        if known is None or known[0] != last:
            known = self._memory.state = (last, state_of(self.journal.standing(EVENT_STREAM)))
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
        """The published draw, or None; where there is none the games of each evening, those taken back too."""
        return self.state.seating

    @property
    def _versions(self) -> SeatingVersions:
        last, known = self.journal.last_hash(EVENT_STREAM), self._memory.versions
        if known is None or known[0] != last:
            found = seating_versions(self.journal.everything(EVENT_STREAM))
            known = self._memory.versions = (last, found)
        return known[1]

    def seats_version(self, session: int, table: int) -> int:
        """Which version of the draw of ``session`` is in force; where none seats the players, of this game alone."""
        if self.seating is None:
            return 1
        if self.settings.format.is_drawn:
            return self._versions.version((session, WHOLE), self.seating.tables(session))
        seats = self.seating.seats(session, table)
        return 1 if seats is None else self._versions.version((session, table), (seats,))

    def seats_of_version(self, session: int, table: int, version: int) -> Seats | None:
        """Who sat at ``table`` in that version; None where there never was such a version."""
        if not self.settings.format.is_drawn:
            game = self._versions.tables((session, table), version)
            return None if game is None else game[0]
        tables = self._versions.tables((session, WHOLE), version)
        return tables[table - 1] if tables is not None and 1 <= table <= len(tables) else None

    def touched(self, session: int) -> frozenset[int]:
        """The tables of ``session`` on whose sheets something stands: their seats do not change any more."""
        count = len(self.seating.tables(session)) if self.seating is not None else 0
        key = self.journal.session_mark(session), count
        known = self._memory.touched.get(session)
        if known is None or known[0] != key:
            tables = range(1, count + 1)
            known = key, frozenset(n for n in tables if self.journal.has_standing(table_stream(session, n)))
            self._memory.touched[session] = known
        return known[1]

    @property
    def list_closed(self) -> bool:
        """Whether nobody joins or leaves the list of players: a draw is published."""
        return self.settings.format.is_drawn and self.seating is not None

    @property
    def begun(self) -> bool:
        """True while something stands on a sheet: until it is undone, rules and draw are fixed."""
        return self.journal.begun

    @property
    def sessions(self) -> int:
        """How many sessions the event has; of a league the evenings opened so far."""
        return self.settings.sessions if self.settings.format.is_drawn else len(self.drawn_sessions)

    @property
    def drawn_sessions(self) -> range:
        """The sessions of the draw, from 1, none before there is one; of a league the evenings."""
        return range(1, (len(self.seating.sessions) if self.seating is not None else 0) + 1)

    @property
    def rules(self) -> RuleSet:
        """The rule set of the event with its options; Refused when this program does not know them."""
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

    def sheet(self, session: int, table: int) -> Sheet:
        """The sheet of ``table`` in ``session``; Refused when the draw has no such table, the evening no such game."""
        state = self.state
        seats = state.seating.seats(session, table) if state.seating else None
        if seats is None or (session, table) in state.taken_back:
            raise Refused(self._no_table(session, table))
        now = self.journal.sheet_mark(table_stream(session, table))
        unplaced = _of(self._people(session), seats)
        return self._sheet(session, table, (now, seats, _sheet_rules(state.settings), unplaced))

    def _sheet(self, session: int, table: int, key: SheetKey) -> Sheet:
        known = self._memory.sheets.get((session, table))
        if known is not None and known[0] == key:
            return known[1]
        _, seats, (_, _, counted_totals, second_reading), unplaced = key
        number, entries = self._written(session, table)
        sheet = build_sheet(
            session=session,
            table=table,
            players=seats,
            number=number,
            entries=entries,
            rules=self.rules,
            counted_totals=counted_totals,
            second_reading=second_reading,
            unplaced=[column for column, number in enumerate(seats) if number in unplaced],
        )
        self._memory.sheets[session, table] = (key, sheet)
        return sheet

    def _written(self, session: int, table: int) -> tuple[int, Sequence[Entry]]:
        """What the sheet is computed from: how many entries changed it, and those that stand on it."""
        stream = table_stream(session, table)
        return self.journal.sheet_number(stream), self.journal.standing(stream)

    def sheets(self, session: int) -> tuple[Sheet, ...]:
        """The sheets of ``session`` in the order of tables."""
        key = self._session_key(session)
        known = self._memory.sessions.get(session)
        if known is None or known[0] != key:
            _, tables, taken_back, rules, people = key
            marks = self.journal.sheet_marks(session, len(tables))
            numbers: Sequence[int] = range(1, len(tables) + 1)
            if taken_back:
                numbers = [table for table in numbers if (session, table) not in taken_back]
                marks = tuple(marks[table - 1] for table in numbers)
            kept: Sequence[Sheet | None] = [None] * len(numbers)
            if known is not None and known[0][1:] == key[1:]:  # a hand was entered: all sheets but one are the same
                before = zip(known[2], known[1], marks, strict=True)
                kept = [sheet if old == new else None for sheet, old, new in before]
            with keeping_all():
                seated = [tables[table - 1] for table in numbers]
                sheets = tuple(
                    sheet or self._sheet(session, table, (now, seats, rules, _of(people, seats)))
                    for table, now, sheet, seats in zip(numbers, marks, kept, seated, strict=True)
                )
            known = self._memory.sessions[session] = (key, marks, sheets)
        return known[2]

    def session_state(self, session: int) -> SessionState:
        """Where ``session`` stands, from its draw to its closing."""
        return session_state(self.state, session, self.sheets(session), self.touched(session))

    def closed_problem(self, session: int) -> Problem:
        """A closed session takes no entry."""
        if self.settings.format.is_drawn:
            text = mark("Session {session} is closed: reopen it first, with a reason.", session=session)
        else:
            text = mark("Evening {evening} is closed: reopen it first, with a reason.", evening=session)
        return Problem("session-closed", text, "session")

    def refuse_closed(self, *sessions: int) -> None:
        """Refused when one of ``sessions`` is closed."""
        problems = tuple(self.closed_problem(session) for session in sessions if session in self.state.closed)
        if problems:
            raise Refused(*problems)

    def content_mark(self, session: int) -> object:
        """Equal as long as nothing of ``session`` changes: its entries, its seats, who of them has no table points,
        what was said before its play."""
        state = self.state
        tables = state.seating.tables(session) if state.seating is not None else ()
        taken_back = frozenset(place for place in state.taken_back if place[0] == session)
        said = session in state.published, session in state.called
        substitutions = {place: each for place, each in state.substitutions.items() if place[0] == session}
        unplaced = self._people(session).unplaced.intersection(number for seats in tables for number in seats)
        return self.journal.session_mark(session), tables, taken_back, said, substitutions, unplaced

    @property
    def last_session(self) -> int:
        """The last session in which a sheet counts; 0 when none does."""
        return next((session for session in reversed(self.drawn_sessions) if self.tally(session).sheets), 0)

    def standings(self, after: int | None = None) -> Standings:
        """The standings after session ``after``, by default after the last one in which a sheet counts.

        Of a club evening or a league the :meth:`season` in this shape: who is ranked, without table points.
        """
        if not self.settings.format.is_drawn:
            return without_table_points(self.season(after))
        last = self.last_session if after is None else after
        tallies = [self.tally(session) for session in range(1, last + 1)]
        totals: list[Mapping[int, Total]] = [_BEFORE_PLAY]
        for tally_ in tallies:
            totals.append(self._added(totals[-1], tally_))
        own, known = self.journal.last_hash(EVENT_STREAM), self._memory.standings.get(last)
        if known is not None and known[0] == own and known[1] is totals[-1]:
            return known[2]
        before = totals[-2] if last else None
        ranked = rank(
            players=self._ranked(last),
            tallies=tallies,
            now=totals[-1],
            before=before,
            finals=self.state.finals,
            unranked=self._unranked(last),
        )
        self._memory.standings[last] = (own, totals[-1], ranked)
        return ranked

    def season(self, after: int | None = None) -> SeasonStandings:
        """The ranking of a club evening or a league after evening ``after``, by default the last that was played."""
        last = self.last_session if after is None else after
        tallies = [self.tally(session) for session in range(1, last + 1)]
        return rank_season(self.players, tallies, self.settings.season, self.state.statuses)

    def evening_ranking(self, session: int) -> SeasonStandings:
        """The ranking of one evening by itself; of session 0, before there is one, nobody."""
        return rank_season(self.players, [self.tally(session)] if session else [], ALL_EVENINGS, self.state.statuses)

    def courses(self, after: int | None = None) -> Mapping[int, tuple[CourseStep, ...]]:
        """The course of everybody who played, by number, up to evening ``after``, by default the last played."""
        last = self.last_session if after is None else after
        return courses([self.tally(session) for session in range(1, last + 1)], self.settings.season)

    def evening(self, session: int) -> Evening:
        """When and where evening ``session`` is."""
        evenings = self.state.evenings
        if evenings:
            return evenings[session - 1]
        return Evening(self.settings.starts, self.settings.place)

    def status(self, number: int) -> PlayerStatus:
        """The state of player ``number``: what was said of it, else whether he only plays for others."""
        state = self.state
        said = state.statuses.get(number)
        if said is not None:
            return said
        if not state.substitutions or state.seating is None:
            return PLAYS
        seats = [session for session in self.drawn_sessions if number in state.seating.seated(session)]
        if seats and all((session, number) in state.substitutions for session in seats):
            return PlayerStatus(PlayerState.SUBSTITUTE, seats[0])
        return PLAYS

    def status_after(self, number: int, session: int) -> PlayerStatus:
        """The state of a player as it counts after ``session``: who leaves later is not gone yet."""
        status = self.status(number)
        if status.state is PlayerState.WITHDRAWN and status.first > session + 1:
            return PLAYS
        return status

    def _ranked(self, after: int) -> tuple[Player, ...]:
        """Who has a place: everybody until there is a draw, then who has a seat in it, or for whom somebody plays."""
        taking_part = self._taking_part()
        return tuple(
            player
            for number, player in self.players.items()
            if number in taking_part and self.status_after(number, after).state is PlayerState.PLAYING
        )

    def _unranked(self, after: int) -> tuple[tuple[Player, PlayerStatus], ...]:
        """Who has none, and why: whoever left or was disqualified, and the substitutes."""
        taking_part = self._taking_part() | self.state.statuses.keys()
        known = ((player, self.status_after(number, after)) for number, player in self.players.items()
                 if number in taking_part)  # fmt: skip
        return tuple((player, status) for player, status in known if status.state is not PlayerState.PLAYING)

    def _taking_part(self) -> Set[int]:
        """Numbers of who has a seat, played or to be played, or for whom somebody plays; of all before the draw."""
        if self.seating is None:
            return self.players.keys()
        seated = {number for tables in self.seating.sessions for seats in tables for number in seats}
        return seated | {each.player for each in self.state.substitutions.values()}

    def _people(self, session: int) -> SessionPeople:
        """Who is in ``session`` not just to play for himself."""
        state = self.state
        if not state.substitutions and not state.statuses:
            return _NOBODY_SPECIAL
        here = {number: each for (played, number), each in state.substitutions.items() if played == session}
        unplaced = {number for number, each in here.items() if each.case is not SubstituteCase.ABSENT}
        out = {
            number
            for number, status in state.statuses.items()
            if status.state is PlayerState.DISQUALIFIED and status.first <= session
        }
        return SessionPeople(frozenset(unplaced | (out if state.settings.format.is_drawn else set())), frozenset(here))

    def figures(self, session: int) -> Mapping[int, Played]:
        """What each player did in the hands of ``session``, by number."""
        counted, known = self.tally(session), self._memory.figures.get(session)
        if known is None or known[0] is not counted:
            known = self._memory.figures[session] = (counted, statistics(self.sheets(session)).players)
        return known[1]

    def tally(self, session: int) -> Tally:
        """What ``session`` brought each player."""
        key = self._session_key(session)
        known = self._memory.tallies.get(session)
        if known is None or known[0] != key:
            known = (key, tally(session, self.sheets(session), self._people(session).substitutes))
            self._memory.tallies[session] = known
        return known[1]

    def _session_key(self, session: int) -> SessionKey:
        state = self.state
        tables = state.seating.tables(session) if state.seating is not None else ()
        people = self._people(session)
        return self.journal.session_mark(session), tables, state.taken_back, _sheet_rules(state.settings), people

    def _added(self, before: Mapping[int, Total], session: Tally) -> Mapping[int, Total]:
        known = self._memory.totals.get(session.session)
        if known is not None and known[0] is before and known[1] is session:
            return known[2]
        totals = add_up(before, session)
        self._memory.totals[session.session] = (before, session, totals)
        return totals

    def player_at(self, sheet: Sheet, column: int) -> Player:
        """The player in ``column`` of ``sheet``."""
        return self.players[sheet.players[column]]

    def session_problem(self, session: int) -> Problem:
        """Why there is no table in ``session``, or no such session at all."""
        if not self.settings.format.is_drawn:
            return self._no_evening(session)
        if self.seating is None:
            return Problem("no-draw", mark("No draw is published yet: make one first."), "session")
        sessions = len(self.drawn_sessions)
        if session not in self.drawn_sessions:
            text = mark(
                "There is no session {session}: the event has sessions 1 to {last}.", session=session, last=sessions
            )
            return Problem("session-unknown", text, "session")
        text = mark("Session {session} has no tables yet: seat it on the page Draw.", session=session)
        return Problem("session-empty", text, "session")

    def _no_table(self, session: int, table: int) -> Problem:
        if self.seating is not None and not self.settings.format.is_drawn:
            return self._no_game(session, table)
        last = len(self.seating.tables(session)) if self.seating is not None and session in self.drawn_sessions else 0
        if not last:
            return self.session_problem(session)
        text = mark(
            "There is no table {table}: session {session} has tables 1 to {last}.",
            table=table,
            session=session,
            last=last,
        )
        return Problem("table-unknown", text, "table")

    def _no_evening(self, session: int) -> Problem:
        last = len(self.drawn_sessions)
        if not last:
            return Problem("evening-missing", mark("There are no evenings yet. Open the first one."), "session")
        text = mark("There is no evening {evening}: the last one is evening {last}.", evening=session, last=last)
        return Problem("session-unknown", text, "session")

    def _no_game(self, session: int, table: int) -> Problem:
        values = {"evening": session, "game": table}
        if session not in self.drawn_sessions:
            return self._no_evening(session)
        if (session, table) in self.state.taken_back:
            text = mark("Game {game} of evening {evening} was removed.", **values)
            return Problem("game-taken-back", text, "table")
        text = mark("There is no game {game} on evening {evening}: open it with its four players.", **values)
        return Problem("table-unknown", text, "table")


def _of(people: SessionPeople, seats: Seats) -> frozenset[int]:
    """Who of a table has no table points."""
    return people.unplaced.intersection(seats)


def _sheet_rules(settings: Settings) -> SheetRules:
    return settings.rules, settings.options, settings.counted_totals, settings.second_reading
