"""Who met whom: a grid for few players, a list for many; and all players who met more than once."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Document, Section, Table, table_of
from reports.sheets.options import ReportOptions, players_of
from reports.sheets.people import people_sections
from reports.sheets.session_states import session_states
from reports.vocabulary import NUMBER, PLAYER, TIMES, WITH
from tournament.event.player import Player
from tournament.language import Text, listed, mark, mark_count, mark_in
from tournament.use_cases.view import View

MOST_IN_GRID = 20
"""The most players with a column each; with more players, opponents are listed by number."""
MOST_NAMED = 4
"""The most sessions that a cell of the grid names."""

Meetings = Mapping[tuple[int, int], Sequence[int]]
"""The sessions in which two players met, by their numbers, the lower first."""


@dataclass(frozen=True, slots=True)
class PlayerMeetings:
    """The opponents of one player."""

    player: Player
    met: Mapping[int, Sequence[int]]
    """The sessions by the other's number."""

    @property
    def others(self) -> Text:
        """The numbers of the opponents, and how often if more than once."""
        numbers = sorted(self.met)
        return listed(f"{number} ({len(self.met[number])}×)" if len(self.met[number]) > 1 else str(number)
                      for number in numbers)  # fmt: skip

    @property
    def again(self) -> int:
        """How many opponents were met more than once."""
        return sum(len(sessions) > 1 for sessions in self.met.values())


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two players who met more than once."""

    first: Player
    second: Player
    sessions: Sequence[int]


_NUMBER: Column[PlayerMeetings] = NUMBER.within(lambda row: row.player, emphasis=Emphasis.STRONG)
_PLAYER: Column[PlayerMeetings] = PLAYER.within(lambda row: row.player)
_MET: Column[PlayerMeetings] = Column(mark("Met"), lambda row: len(row.met), Kind.INTEGER)
_LIST: tuple[Column[PlayerMeetings], ...] = (
    _NUMBER,
    _PLAYER,
    _MET,
    Column(mark("More than once"), lambda row: row.again or None, Kind.INTEGER, Emphasis.STRONG),
    Column(mark("Their numbers"), lambda row: row.others, flexible=True),
)
_REPEATS: tuple[Column[Repeat], ...] = (
    PLAYER.within(lambda row: row.first),
    WITH.of(lambda row: row.second.name, emphasis=Emphasis.NAME),
    TIMES.of(lambda row: len(row.sessions)),
    Column(mark("Sessions"), lambda row: _sessions_text(row.sessions), emphasis=Emphasis.MUTED),
)


def cross_table(view: View, options: ReportOptions) -> Document:
    """Show who met whom in the sessions up to the selected one, by default in all drawn."""
    sessions = view.drawn_sessions if options.session is None else options.sessions_so_far(view)
    meetings = meetings_of(view, sessions)
    rows = _players(view, meetings)
    repeats = [
        Repeat(view.players[first], view.players[second], met)
        for (first, second), met in sorted(meetings.items(), key=lambda each: (-len(each[1]), each[0]))
        if len(met) > 1
    ]
    grid = len(rows) <= MOST_IN_GRID
    again = Section(table_of(_REPEATS, repeats), mark("Met more than once"), mark("more than once"))
    table = _grid(rows) if grid else table_of(_LIST, rows)
    return Document(
        event=view.settings.name,
        title=options.after_session(mark("Who met whom")),
        state=mark_count("{count} pair met", "{count} pairs met", len(meetings)),
        printed=options.printed,
        aside=tuple(filter(None, (_counts(rows, repeats), session_states(view, sessions)))),
        note=_note(grid=grid) if rows else mark("No hand is recorded yet."),
        section_name=mark_in("of a page", "Part"),
        sections=(
            Section(table, label=mark("all")),
            *((again,) if repeats else ()),
            *people_sections(view, sessions),
        ),
    )


def meetings_of(view: View, sessions: Sequence[int]) -> Meetings:
    """The sessions in which two players sat at one table; a session is repeated if an evening has several such
    games."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for session in sessions:
        for sheet in view.sheets(session):
            for first, second in combinations(sorted(sheet.players), 2):
                found[first, second].append(session)
    return found


def _counts(rows: Sequence[PlayerMeetings], repeats: Sequence[Repeat]) -> Text:
    pairs = mark_count("{count} pair more than once", "{count} pairs more than once", len(repeats))
    return mark("{players}, {pairs}", players=players_of(len(rows)), pairs=pairs)


def _note(*, grid: bool) -> Text:
    if not grid:
        return mark("Opponents are given by number; 12 (2×) means number 12 twice.")
    return mark("A cell shows the session in which the two met, or how often (5×); a dash means never.")


def _players(view: View, meetings: Meetings) -> list[PlayerMeetings]:
    """All players with a seat, by number."""
    met: dict[int, dict[int, Sequence[int]]] = {}
    for (first, second), when in meetings.items():
        met.setdefault(first, {})[second] = when
        met.setdefault(second, {})[first] = when
    return [PlayerMeetings(view.players[number], met[number]) for number in sorted(met)]


def _grid(rows: Sequence[PlayerMeetings]) -> Table:
    return table_of((_NUMBER, _PLAYER, *(_met_with(row.player.number) for row in rows), _MET), rows)


def _met_with(number: int) -> Column[PlayerMeetings]:
    """When a player met player ``number``; a dot for the player themselves."""

    def sessions(row: PlayerMeetings) -> Cell:
        if row.player.number == number:
            return "·"
        met = row.met.get(number)
        return _sessions_text(met) if met else None

    return Column(listed((number,)), sessions)


def _sessions_text(sessions: Sequence[int]) -> str:
    """``1+4``; or how often, if there are too many to name."""
    return "+".join(map(str, sessions)) if len(sessions) <= MOST_NAMED else f"{len(sessions)}×"
