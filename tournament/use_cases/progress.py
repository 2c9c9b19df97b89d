"""How far an event is: what each session lacks, which points are open, and what comes next.

The status bar, the rail and the page Event show the same points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, repeat
from typing import assert_never

from tournament.event.country import is_country_code
from tournament.event.format import EventFormat
from tournament.event.seating import LETTERS
from tournament.event.settings import SecondReading
from tournament.language import Text, listed, listed_first, mark, mark_count
from tournament.ledger.entry import Entry
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.use_cases.draft_fit import draft_title, unfit_text
from tournament.use_cases.people import missing_players, players_without_seat, vacant_seats
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from tournament.use_cases.view import View


class Publicity(Enum):
    """Who may see the results of a session."""

    NO_RESULT = "no-result"
    """No sheet of it counts yet."""
    WITHHELD = "withheld"
    HELD = "held"
    """Held for the ceremony."""
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """How far one session is."""

    session: int
    state: SessionState
    tables: int
    typed: int
    """Number of sheets with nothing missing."""
    compared: int
    """Number of sheets whose hands agree with the totals of the paper or, where the event requires it, that were read a
    second time. Totals without hands are compared with nothing."""
    differing: tuple[int, ...]
    """Tables where typed and computed totals, or two readings, differ."""
    verified: int
    marked: tuple[tuple[SheetMark, tuple[int, ...]], ...]
    """The marks of signed sheets, each with its tables; marks without tables are not included."""
    publicity: Publicity
    decided: Entry | None
    """The entry that published its results, or holds them for the ceremony; None if there is none."""


def session_progress(view: View, session: int) -> SessionProgress:
    """Return how far ``session`` is."""
    sheets = view.sheets(session)
    return SessionProgress(
        session,
        view.session_state(session),
        len(sheets),
        sum(sheet.closed is not None or sheet.next_hand is None for sheet in sheets),
        sum(map(_is_compared, sheets)),
        differing_tables(sheets),
        sum(sheet.state is SheetState.VERIFIED for sheet in sheets),
        _marked_tables(sheets),
        publicity(view, session),
        view.state.publication.entry_of(session),
    )


def overview(view: View) -> tuple[SessionProgress, ...]:
    """Return how far each session is, cancelled ones included; of a league, the evenings opened so far."""
    numbers = sorted((*view.session_numbers, *view.state.cancelled))
    return tuple(session_progress(view, session) for session in numbers)


def session_in_play(view: View) -> int:
    """Return the session that is in play or being entered.

    If there are several, it is the last one whose clock runs or is paused, else the first. If there is none, it is the
    next one that has seats, else the last one with tables, else the last evening; 0 before the draw.
    """
    states = {session: view.session_state(session) for session in view.drawn_sessions}
    in_play = [each for each, state in states.items() if state in (SessionState.PLAYING, SessionState.ENTERED)]
    clocks = view.state.clocks
    if running := [each for each in in_play if each in clocks and clocks[each].stopped is None]:
        return running[-1]
    following = (each for each, state in states.items() if state in (SessionState.DRAWN, SessionState.PUBLISHED))
    played = (each for each in reversed(states) if view.sheets(each))
    return next(chain(in_play, following, played), len(states))


def _marked_tables(sheets: Sequence[Sheet]) -> tuple[tuple[SheetMark, tuple[int, ...]], ...]:
    """Return the marks of the signed ``sheets``, each with its tables."""
    found: dict[SheetMark, list[int]] = {each: [] for each in SheetMark}
    for sheet in sheets:
        if sheet.closed is not None:
            for each in sheet.marks:
                found[each].append(sheet.table)
    return tuple((each, tuple(tables)) for each, tables in found.items() if tables)


def publicity(view: View, session: int) -> Publicity:
    """Return who may see the results of ``session``."""
    publication = view.state.publication
    if session <= publication.session:
        return Publicity.PUBLIC
    if session == publication.held:
        return Publicity.HELD
    return Publicity.WITHHELD if view.tally(session).sheets else Publicity.NO_RESULT


def _is_compared(sheet: Sheet) -> bool:
    if sheet.second_reading is not SecondReading.NONE:
        return sheet.confirmed is not None
    return sheet.typed is not None and sheet.played > 0 and sheet.state is not SheetState.TOTALS_DIFFER


def differing_tables(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """Return the tables whose typed and computed totals, or two readings, differ."""
    differ = (SheetState.TOTALS_DIFFER, SheetState.REJECTED)
    return tuple(sheet.table for sheet in sheets if sheet.state in differ)


@dataclass(frozen=True, slots=True)
class _SessionCount:
    """The sheets of a session and their counts."""

    sheets: Sequence[Sheet]
    marks: tuple[bool, ...]
    """Whether each sheet is signed and has a mark."""
    verified: bool
    differing: tuple[int, ...]
    """Tables."""
    marked: tuple[int, ...]
    """Tables whose signed sheets have a mark."""


class EventCounts:
    """Counts of an event. A recount looks only at the sheets that have changed."""

    def __init__(self) -> None:
        self._sessions: dict[int, _SessionCount] = {}

    def count(self, view: View) -> None:
        """Count ``view``."""
        before, self._sessions = self._sessions, {}
        for session in view.drawn_sessions:
            sheets, known = view.sheets(session), before.get(session)
            self._sessions[session] = known if known is not None and known.sheets is sheets else _count(sheets, known)

    def marks(self) -> Text | None:
        """How many signed sheets have a mark; None when none has."""
        count = len(self.marked)
        return mark_count("{count} marked sheet", "{count} marked sheets", count) if count else None

    @property
    def verified(self) -> frozenset[int]:
        """Sessions of which every sheet is verified."""
        return frozenset(session for session, count in self._sessions.items() if count.verified)

    @property
    def differing(self) -> tuple[tuple[int, int], ...]:
        """Session and table where typed and computed totals, or two readings, differ, in order."""
        return tuple((session, table) for session, count in self._sessions.items() for table in count.differing)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """Session and table of signed sheets with a mark, in order."""
        return tuple((session, table) for session, count in self._sessions.items() for table in count.marked)


def _count(sheets: Sequence[Sheet], before: _SessionCount | None) -> _SessionCount:
    """Count ``sheets``. Counts of sheets that did not change since ``before`` are reused."""
    states = [sheet.state for sheet in sheets]
    known: Iterable[tuple[Sheet | None, bool]] = ()
    if before is not None:
        known = zip(before.sheets, before.marks, strict=True)
    marks = tuple(
        marked if old is sheet else bool(sheet.marks)
        for sheet, (old, marked) in zip(sheets, chain(known, repeat((None, False))), strict=False)
    )
    return _SessionCount(
        sheets,
        marks=marks,
        verified=bool(states) and states.count(SheetState.VERIFIED) == len(states),
        differing=differing_tables(sheets),
        marked=tuple(sheet.table for sheet, marked in zip(sheets, marks, strict=True) if marked),
    )


SEATS = len(LETTERS)
_MOST_TABLES = 8
_NAMED = 3
"""Maximum number of names in a line, and of tables that the status bar names."""
_BEFORE_PLAY = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)
_IN_PLAY = (SessionState.PLAYING, SessionState.ENTERED)
_BEGUN = (*_IN_PLAY, SessionState.VERIFIED, SessionState.CLOSED)


class PointPlace(Enum):
    """Where a point can be settled."""

    SETTINGS = "settings"
    PLAYERS = "players"
    DRAW = "draw"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class ChecklistPoint:
    """One point of the checklist."""

    done: bool
    title: Text
    line: Text
    place: PointPlace
    setting: str = ""
    """The name of the setting to fill in, as in :class:`Settings`."""
    session: int = 0
    table: int = 0
    """The table to go to; 0 for none in particular."""
    then: Text | None = None
    """What must be done before play can start. None if it is done or does not prevent the start."""
    differs: bool = False
    """Whether it is a table whose totals or readings differ."""


class NextStepKind(Enum):
    """The kinds of step that can come next in an event."""

    ADD_PLAYERS = "add-players"
    DRAW = "draw"
    PUBLISH_DRAW = "publish-draw"
    """A draft of the draw can be published."""
    OPEN_GAME = "open-game"
    START = "start"
    TABLES = "tables"
    """Enter and sign the sheets of a session."""
    TABLE = "table"
    """Enter and sign its last sheet."""
    READ_AGAIN = "read-again"
    """All sheets that are not verified need a second reading."""
    CLOSE = "close"
    PUBLISH_RESULTS = "publish-results"
    HOLD_RESULTS = "hold-results"
    """Hold the last results for the ceremony, since the event has prizes."""
    CEREMONY = "ceremony"
    REPORTS = "reports"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The recommended next step of an event, with its session and table, or 0 where it has none."""

    kind: NextStepKind
    session: int = 0
    table: int = 0


def next_session(view: View) -> int | None:
    """The first session that is not in play yet, or None if all have begun."""
    return _next_of(_session_states(view))


def _session_states(view: View) -> Mapping[int, SessionState]:
    """The state of each session, drawn or not, in ascending order."""
    return {session: view.session_state(session) for session in view.session_numbers}


def _next_of(states: Mapping[int, SessionState]) -> int | None:
    return next((session for session, state in states.items() if state in _BEFORE_PLAY), None)


def is_finished(view: View) -> bool:
    """Whether every sheet of every session is verified, and no correction since then made one differ.

    A club without an evening has not finished.
    """
    if view.seating is None or not view.sessions:
        return False
    tallies = (view.tally(session) for session in view.session_numbers)
    return all(tally.expected and tally.final for tally in tallies)


def checklist(view: View) -> tuple[ChecklistPoint, ...]:
    """Return what the event needs now, done or open."""
    if view.settings.format.is_drawn:
        return tuple(_of_tournament(view))
    return _defined(view), _enough_players(view), *_played(view, _session_states(view))


def open_points(view: View) -> tuple[ChecklistPoint, ...]:
    """Return the open points of :func:`checklist`. Every number of open points on the screen is their number."""
    return tuple(point for point in checklist(view) if not point.done)


def open_count_text(count: int) -> Text:
    """Return the number of open points in words."""
    return mark_count("{count} point open", "{count} points open", count) if count else mark("Nothing is open")


def open_points_text(points: Sequence[ChecklistPoint], session: int) -> Text:
    """Return the number of open ``points`` and the tables that differ: by number if few and all of ``session``."""
    count = open_count_text(len(points))
    differing = [point for point in points if point.differs]
    if not differing:
        return count
    if len(differing) <= _NAMED and all(point.session == session for point in differing):
        tables = listed(str(point.table) for point in differing)
        differ = mark_count("table {tables} differs", "tables {tables} differ", len(differing), tables=tables)
    else:
        differ = mark_count("{count} table differs", "{count} tables differ", len(differing))
    return mark("{open}: {what}", open=count, what=differ)


def good_to_have(view: View) -> tuple[ChecklistPoint, ...]:
    """Return what is missing although play does not need it, such as the place. It is not counted as open."""
    return tuple(_wishes(view))


def next_step(view: View) -> NextStep:
    """Return the next step.

    While the session that began last is in play, the step is about that session, so nobody is asked to close an earlier
    one meanwhile. No session starts while a sheet of an earlier one is not verified.
    """
    drawn = view.settings.format.is_drawn
    if view.seating is None and drawn and _has_fitting_draft(view):
        return NextStep(NextStepKind.PUBLISH_DRAW)
    if (view.seating is None or not drawn) and not _enough_players(view).done:
        return NextStep(NextStepKind.ADD_PLAYERS)
    if view.seating is None and drawn:
        return NextStep(NextStepKind.DRAW)
    states = _session_states(view)
    in_play = [session for session, state in states.items() if state in _IN_PLAY]
    if in_play:
        last_begun = max(session for session, state in states.items() if state in _BEGUN)
        return _step_in_play(view, last_begun if last_begun in in_play else in_play[0])
    for session, state in states.items():
        step = _step_of(view, session, state)
        if step is not None:
            return step
    return _step_after_play(view)


def _step_of(view: View, session: int, state: SessionState) -> NextStep | None:
    """The next step of ``session``, or None if it is over."""
    drawn = view.settings.format.is_drawn
    match state:
        case SessionState.NOT_DRAWN:
            return NextStep(NextStepKind.DRAW, session)
        case SessionState.DRAWN:
            return NextStep(NextStepKind.PUBLISH_DRAW if _has_fitting_draft(view) else NextStepKind.DRAW, session)
        case SessionState.PUBLISHED:
            return NextStep(NextStepKind.START if drawn else NextStepKind.OPEN_GAME, session)
        case SessionState.PLAYING | SessionState.ENTERED:
            return _step_in_play(view, session)
        case SessionState.VERIFIED:
            return NextStep(NextStepKind.CLOSE if drawn else NextStepKind.OPEN_GAME, session)
        case SessionState.CLOSED | SessionState.CANCELLED:
            return None
        case unknown:
            assert_never(unknown)


def _has_fitting_draft(view: View) -> bool:
    draft = view.unpublished_draw
    return draft is not None and unfit_text(view, draft) is None


def _step_in_play(view: View, session: int) -> NextStep:
    states = {sheet.table: sheet.state for sheet in view.sheets(session) if sheet.state is not SheetState.VERIFIED}
    if not states:  # An evening that was started before its first game.
        return NextStep(NextStepKind.OPEN_GAME, session)
    first = min(states)
    if set(states.values()) == {SheetState.TO_READ_AGAIN}:
        return NextStep(NextStepKind.READ_AGAIN, session, first)
    return NextStep(NextStepKind.TABLES, session) if len(states) > 1 else NextStep(NextStepKind.TABLE, session, first)


def _step_after_play(view: View) -> NextStep:
    last = view.sessions
    if not last or view.settings.format is EventFormat.LEAGUE:
        return NextStep(NextStepKind.OPEN_GAME)
    match publicity(view, last):
        case Publicity.WITHHELD if view.settings.prizes.lines:
            return NextStep(NextStepKind.HOLD_RESULTS, last)
        case Publicity.WITHHELD:
            return NextStep(NextStepKind.PUBLISH_RESULTS, last)
        case Publicity.HELD:
            return NextStep(NextStepKind.CEREMONY, last)
        case Publicity.PUBLIC | Publicity.NO_RESULT:
            return NextStep(NextStepKind.REPORTS, last)
        case unknown:
            assert_never(unknown)


def _of_tournament(view: View) -> Iterator[ChecklistPoint]:
    states = _session_states(view)
    session = _next_of(states)
    yield _defined(view)
    if view.seating is None:
        yield _enough_players(view)
    elif session is not None and view.sheets(session):
        yield _seats(view, session)
        yield from _unseated(view, session)
    if session == min(states) and view.players:
        yield _present(view)
    draft = view.unpublished_draw
    if session is not None and (draft is None or view.seating is not None):
        yield _drawn(view, session)
    if draft is not None:
        yield _draft(view, draft)
    yield from _played(view, states)


def _played(view: View, states: Mapping[int, SessionState]) -> Iterator[ChecklistPoint]:
    """Yield what is open on the sheets of sessions that have begun, and whether the last of them is verified."""
    drawn = view.settings.format.is_drawn
    begun = [session for session, state in states.items() if state in _BEGUN]
    for session in begun:
        open_sheets = [sheet for sheet in view.sheets(session) if sheet.state is not SheetState.VERIFIED]
        differing = differing_tables(open_sheets)
        for table in differing:
            yield _differs(session, table)
        rest = [sheet.table for sheet in open_sheets if sheet.table not in differing]
        if states[session] is SessionState.CLOSED:
            continue
        if rest or (session == begun[-1] and not differing):
            yield _verified(session, rest)
        elif not differing and drawn:
            yield _not_closed(session)


def _defined(view: View) -> ChecklistPoint:
    if view.settings.first_day is not None or any(evening.day is not None for evening in view.state.evenings):
        return ChecklistPoint(
            True, mark("Name, dates, rules and sessions"), mark("all filled in"), PointPlace.SETTINGS, "starts"
        )
    line = mark("fill in the first day")
    return ChecklistPoint(False, mark("The dates are missing"), line, PointPlace.SETTINGS, "starts")


def _enough_players(view: View) -> ChecklistPoint:
    """Return the point whether there are enough players.

    In a draw they must fill their tables; where games are opened one by one, one table is enough.
    """
    return _players(view) if view.settings.format.is_drawn else _people(view)


def _people(view: View) -> ChecklistPoint:
    count = len(view.players)
    title = mark_count("{count} player", "{count} players", count) if count else mark("No players yet")
    if count < SEATS:
        line = mark("a game needs four")
        return ChecklistPoint(False, title, line, PointPlace.PLAYERS, then=mark("add the players"))
    return ChecklistPoint(True, title, mark("enough for a game"), PointPlace.PLAYERS)


def _players(view: View) -> ChecklistPoint:
    count = len(drawn_players(view))
    tables, rest = divmod(count, SEATS)
    if not count:
        line = mark("type them, or import a list")
        return ChecklistPoint(False, mark("No players yet"), line, PointPlace.PLAYERS, then=mark("add the players"))
    if rest:
        title = mark_count("{count} player, not a multiple of four", "{count} players, not a multiple of four", count)
        line = mark_count("{count} more fills the tables", "{count} more fill the tables", SEATS - rest)
        if tables:
            line = mark("{line}, or some sit out", line=line)
        return ChecklistPoint(False, title, line, PointPlace.PLAYERS, then=mark("fill the last table"))
    title = mark_count("{count} player, a multiple of four", "{count} players, a multiple of four", count)
    return ChecklistPoint(True, title, mark_count("{count} table", "{count} tables", tables), PointPlace.PLAYERS)


def _seats(view: View, session: int) -> ChecklistPoint:
    """Return the point whether every seat of the draw has a player, which may not be so after a player left."""
    seats = vacant_seats(view, session)
    if seats:
        count = len(seats)
        title = mark_count("{count} seat without a player", "{count} seats without a player", count)
        line = listed_first([seat.player.name for seat in seats], _NAMED)
        return ChecklistPoint(False, title, line, PointPlace.DRAW)  # play can start at the other tables
    tables = len(view.seating.played(session)) if view.seating is not None else 0
    title = mark("Every seat has its player")
    return ChecklistPoint(True, title, mark_count("{count} table", "{count} tables", tables), PointPlace.DRAW)


def _unseated(view: View, session: int) -> Iterator[ChecklistPoint]:
    """Yield a point for the players who take part in the next session and have no seat in it."""
    without = players_without_seat(view, session)
    if without:
        title = mark_count(
            "{count} player has no seat in session {session}",
            "{count} players have no seat in session {session}",
            len(without),
            session=session,
        )
        yield ChecklistPoint(False, title, listed_first([player.name for player in without], _NAMED), PointPlace.DRAW)


def _present(view: View) -> ChecklistPoint:
    missing = [player.name for player in missing_players(view)]
    if not missing:
        return ChecklistPoint(True, mark("Everybody is checked in"), mark("at the desk"), PointPlace.PLAYERS)
    title = mark_count("{count} player not checked in", "{count} players not checked in", len(missing))
    return ChecklistPoint(False, title, listed_first(missing, _NAMED), PointPlace.PLAYERS)


def _drawn(view: View, session: int) -> ChecklistPoint:
    """Return the point whether the draw is published, and whether it has tables in ``session``, the next one."""
    if view.seating is None:
        line = mark("no draw yet")
        return ChecklistPoint(
            False, mark("The draw is not published"), line, PointPlace.DRAW, then=mark("publish the draw")
        )
    if not view.sheets(session):
        title = mark("Session {session} is not drawn", session=session)
        line = mark("draw it, or seat it by the standings")
        return ChecklistPoint(False, title, line, PointPlace.DRAW, then=mark("draw session {session}", session=session))
    sessions = sum(bool(view.sheets(each)) for each in view.drawn_sessions)
    line = mark_count("{count} session", "{count} sessions", sessions)
    return ChecklistPoint(True, mark("The draw is published"), line, PointPlace.DRAW)


def _draft(view: View, draft: UnpublishedDraw) -> ChecklistPoint:
    """Return the point of a draft of the draw, which is open until the draft is published or discarded."""
    line = unfit_text(view, draft) or mark("publish or discard it")
    then = mark("publish the draw") if view.seating is None else None
    return ChecklistPoint(False, draft_title(view, draft), line, PointPlace.DRAW, then=then)


def _not_closed(session: int) -> ChecklistPoint:
    """Return the point of a verified session that is still open although a later one has begun."""
    title = mark("Session {session} is not closed", session=session)
    return ChecklistPoint(False, title, mark("every table is verified"), PointPlace.TABLES, session=session, table=1)


def _verified(session: int, tables: Sequence[int]) -> ChecklistPoint:
    """Return the point whether ``session`` is verified; ``tables`` are those that are not."""
    if not tables:
        title = mark("Session {session} is verified", session=session)
        return ChecklistPoint(True, title, mark("every table is signed"), PointPlace.TABLES, session=session)
    title = mark("Session {session} is not verified", session=session)
    line = mark_count("table {tables}", "tables {tables}", len(tables), tables=_joined([str(each) for each in tables]))
    return ChecklistPoint(False, title, line, PointPlace.TABLES, session=session, table=tables[0])


def _differs(session: int, table: int) -> ChecklistPoint:
    title = mark("Table {table} differs", table=table)
    line = mark("session {session}", session=session)
    return ChecklistPoint(False, title, line, PointPlace.TABLES, session=session, table=table, differs=True)


def asks_for_federation(view: View) -> bool:
    """Whether the event needs countries and EMA numbers: in a tournament, or if some player has an EMA number."""
    return view.settings.format.is_drawn or any(player.ema_number for player in view.players.values())


def _wishes(view: View) -> Iterator[ChecklistPoint]:
    settings, players = view.settings, view.players.values()
    if not settings.place:
        yield ChecklistPoint(
            False, mark("No place"), mark("it appears at the head of the papers"), PointPlace.SETTINGS, "place"
        )
    if not settings.organiser:
        yield ChecklistPoint(
            False, mark("No organiser"), mark("it appears at the head of the papers"), PointPlace.SETTINGS, "organiser"
        )
    if not asks_for_federation(view):
        return
    stateless = sum(not is_country_code(player.country) for player in players)
    if stateless:
        title = mark_count("{count} player without a country", "{count} players without a country", stateless)
        yield ChecklistPoint(False, title, mark("only the federation asks for it"), PointPlace.PLAYERS)
    without = [player.name for player in players if not player.ema_number]
    if without:
        title = mark_count(
            "{count} player without an EMA number", "{count} players without an EMA number", len(without)
        )
        yield ChecklistPoint(False, title, mark("only the federation asks for it"), PointPlace.PLAYERS)


def _joined(numbers: list[str]) -> Text:
    *first, last = numbers[:_MOST_TABLES]
    return listed([*first, f"{last}…" if len(numbers) > _MOST_TABLES else last])
