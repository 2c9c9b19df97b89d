"""Who sits where: by table, by player, each player's own schedule, and the seating as a file that can be imported."""

import functools
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.details import planned_session, session_when
from reports.sheets.options import ReportOptions, gong_on_paper, runs, seating_aside, seating_state
from reports.sheets.people import EMPTY_SEAT, marked_name, people_note, people_sections
from reports.vocabulary import (
    COUNTRY,
    FIRST_NAME,
    LAST_NAME,
    NAME,
    NUMBER,
    SESSION,
    SITS_OUT,
    TABLE,
    WITH,
    by_seat,
)
from tournament.event.player import Player, numbered_name
from tournament.event.seating import Seating, final_of, final_tables
from tournament.language import Text, listed, mark, mark_count, mark_in, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, SessionSeated, SessionsRedrawn, TableAdded
from tournament.ledger.state import final_name, sitting_out
from tournament.tiles.wind import Wind
from tournament.use_cases.people import open_seats, vacant_players
from tournament.use_cases.view import View

_BASIC = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})


@dataclass(frozen=True, slots=True)
class _SeatedTable:
    """The four players of one table in one session, or up to four who sit out."""

    session: int
    table: int | Text
    """The number of the table, or “sits out”."""
    players: tuple[Player, ...]
    """By their seat at the start, East first."""
    name: Text | None = None
    """“Final” if the final of the session is played there."""
    names: tuple[Text | str, ...] = ()
    """Their names, with a star if the footnote mentions them; no name where a seat has no player."""


def _seated_tables(view: View, seating: Seating, session: int) -> Iterator[_SeatedTable]:
    """The tables of ``session``, in order."""
    vacant = vacant_players(view, session)
    for table, seats in seating.played(session):
        names = tuple(EMPTY_SEAT if number in vacant else marked_name(view, number, session) for number in seats)
        name = final_name(view.state, session, table)
        yield _SeatedTable(session, table, tuple(view.players[number] for number in seats), name, names)


def _resting(view: View, session: int) -> Iterator[_SeatedTable]:
    """The players who sit out ``session``, four in a row."""
    for label, players in resting_rows(view, session):
        names = (*(player.name for player in players), *[""] * (len(Wind) - len(players)))
        yield _SeatedTable(session, label, players, names=names)


def resting_rows(view: View, session: int) -> Iterator[tuple[Text, tuple[Player, ...]]]:
    """The players who sit out ``session``, up to four in a row, each row with “Sit out” in place of a table."""
    players = sorted((view.players[number] for number in sitting_out(view.state, session)), key=by_name)
    for start in range(0, len(players), len(Wind)):
        yield mark_count("Sits out", "Sit out", len(players)), tuple(players[start : start + len(Wind)])


_TABLE: Column[_SeatedTable] = TABLE.of(lambda row: row.table, emphasis=Emphasis.STRONG)


_TABLE_FIELDS = (_TABLE, *by_seat(lambda row, wind: row.names[wind]))
_TABLE_NAME: Column[_SeatedTable] = NAME.of(lambda row: row.name or "", emphasis=Emphasis.STRONG, flexible=False)
_NAMED_FIELDS = (_TABLE, _TABLE_NAME, *_TABLE_FIELDS[1:])


def seating_by_table(view: View, options: ReportOptions) -> Document:
    """Show the four players of every table, in the selected session or in all of them."""
    seating = view.seating or Seating(())
    named = any(final_of(view.state.finals, session) for session in options.sessions_of(view))
    fields = _NAMED_FIELDS if named else _TABLE_FIELDS
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Seating by table")),
        state=seating_state(view, options.sessions_of(view)),
        printed=options.printed,
        aside=seating_aside(view, options.sessions_of(view), len(_seated(seating, options.sessions_of(view)))),
        note=_with_gong(
            view,
            mark("Seats at the start of a session. East sits first, then each next player to the right."),
            options.sessions_of(view),
        ),
        section_name=mark("Session"),
        sections=tuple(
            Section(
                table_of(fields, chain(_seated_tables(view, seating, session), _resting(view, session))),
                heading=mark("Session {session}", session=session) if options.session is None else None,
                label=session,
            )
            for session in options.sessions_of(view)
        )
        + people_sections(view, options.sessions_of(view)),
    )


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player, and their seat in each session."""

    player: Player
    seats: Mapping[int, tuple[int, int]]
    """Table (from 1) and seat at the start (0 East … 3 North) by session; missing for sessions without a seat."""
    sits_out: frozenset[int] = frozenset()
    """The sessions that they sit out."""


def seated_players(seating: Seating, players: Iterable[Player], sessions: Iterable[int]) -> list[SeatedPlayer]:
    """``players`` with their seats in ``sessions``."""
    listed, sessions = list(players), tuple(sessions)
    seats = {player.number: dict[int, tuple[int, int]]() for player in listed}
    for session in sessions:
        for table, numbers in seating.played(session):
            for wind, number in enumerate(numbers):
                if number in seats:
                    seats[number][session] = (table, wind)
    resting = {each: seating.drawn(each) - seating.seated(each) for each in sessions}
    return [
        SeatedPlayer(
            player,
            seats[player.number],
            frozenset(each for each, numbers in resting.items() if player.number in numbers),
        )
        for player in listed
    ]


def seat_field(session: int) -> Column[SeatedPlayer]:
    """The table and the start wind of a player in ``session``."""

    def seat(row: SeatedPlayer) -> Text | None:
        place = row.seats.get(session)
        if place is None:
            return mark_in("seat", "out") if session in row.sits_out else None
        return mark("{table} {wind}", table=place[0], wind=Wind(place[1]).short)

    return Column(mark("S{session}", session=session), seat, Kind.CODE)


_PLAYER_FIELDS: tuple[Column[SeatedPlayer], ...] = (
    NUMBER.within(lambda row: row.player),
    LAST_NAME.within(lambda row: row.player),
    FIRST_NAME.within(lambda row: row.player),
    COUNTRY.within(lambda row: row.player),
)


def seating_by_player(view: View, options: ReportOptions) -> Document:
    """Show where everyone with a seat sits, in order of last names, without reserves and players who are not in a
    final."""
    seating = view.seating or Seating(())
    wanted = options.sessions_of(view)
    seated = frozenset[int]().union(
        *(seating.seated(each) - vacant_players(view, each) | sitting_out(view.state, each) for each in wanted)
    )
    players = sorted((player for number, player in view.players.items() if number in seated), key=by_name)
    rows = without_vacant(view, seated_players(seating, players, wanted))
    fields = (*_PLAYER_FIELDS, *(seat_field(session) for session in wanted))
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Seating by player")),
        state=seating_state(view, wanted),
        printed=options.printed,
        aside=seating_aside(view, wanted, len(players)),
        note=_with_gong(view, _with_finals(view, _seat_legend(resting=_rests(view, wanted)), wanted), wanted),
        sections=(Section(table_of(fields, rows)), *people_sections(view, wanted)),
    )


def _with_finals(view: View, note: Text, sessions: Iterable[int]) -> Text:
    """The note, with the tables of a final beside which others play."""
    for session in sessions:
        tables = final_tables(view.seating or Seating(()), view.state.finals, session)
        if 0 < len(tables) < len(view.sheets(session)):
            text = mark_count("Session {session}: table {tables} is the final.",
                              "Session {session}: tables {tables} are the final.",
                              len(tables), session=session, tables=runs(tables))  # fmt: skip
            note = mark("{one} {other}", one=note, other=text)
    return note


def _seat_legend(*, resting: bool) -> Text:
    """What a seat means, with “out” if somebody sits out."""
    text = mark("Table and seat at the start: 3 {east} is East at table 3.", east=Wind.EAST.short)
    if not resting:
        return text
    return mark("{text} “{out}”: sits out.", text=text, out=mark_in("seat", "out"))


def without_vacant(view: View, rows: Iterable[SeatedPlayer]) -> list[SeatedPlayer]:
    """``rows`` without the seats that their players left."""
    vacant: dict[int, set[int]] = {}
    for seat in open_seats(view):
        vacant.setdefault(seat.player.number, set()).add(seat.session)
    return [
        replace(row, seats={each: place for each, place in row.seats.items()
                            if each not in vacant.get(row.player.number, ())})
        for row in rows
    ]  # fmt: skip


def _rests(view: View, sessions: Iterable[int]) -> bool:
    return any(sitting_out(view.state, session) for session in sessions)


def seats_note(view: View, sessions: Iterable[int]) -> Text | None:
    """Who sits out in ``sessions``, and which tables are not used; None if nobody does and all are."""
    sessions = tuple(sessions)
    texts = [_sitting_out_text(view, session, one=len(sessions) == 1) for session in sessions]
    found = [text for text in (*texts, unused_tables_text(view, sessions)) if text is not None]
    return functools.reduce(lambda one, other: mark("{one} {other}", one=one, other=other), found) if found else None


def _sitting_out_text(view: View, session: int, *, one: bool) -> Text | None:
    players = [view.players[number] for number in sorted(sitting_out(view.state, session))]
    text = sits_out_text(players)
    return text if text is None or one else mark("Session {session}: {text}", session=session, text=text)


def sits_out_text(players: Sequence[Player], *, named: bool = True) -> Text | None:
    """“Sits out: 3 Ada Sample.”, or only their numbers; None without ``players``."""
    if not players:
        return None
    names = listed(numbered_name(player) if named else str(player.number) for player in players)
    return mark_count("Sits out: {players}.", "Sit out: {players}.", len(players), players=names)


def unused_tables_text(view: View, sessions: Iterable[int]) -> Text | None:
    """Which tables are not used in ``sessions`` although they were in the session before, or are in an earlier draw of
    the session; None if there are none."""
    found: dict[tuple[int, ...], list[int]] = {}
    for session in sessions:
        used = {sheet.table for sheet in view.sheets(session)}
        unused = tuple(table for table in range(1, _most_tables(view, session) + 1) if table not in used)
        if unused and view.settings.format.is_drawn:
            found.setdefault(unused, []).append(session)
    texts = [_unused_text(unused, each) for unused, each in found.items()]
    return functools.reduce(lambda one, other: mark("{one} {other}", one=one, other=other), texts) if texts else None


def _unused_text(unused: Sequence[int], sessions: Sequence[int]) -> Text:
    count, values = len(unused), {"tables": runs(unused), "sessions": runs(sessions)}
    if len(sessions) == 1:
        return mark_count(
            "Table {tables} is not used in session {sessions}.", "Tables {tables} are not used in session {sessions}.",
            count, **values,
        )  # fmt: skip
    return mark_count(
        "Table {tables} is not used in sessions {sessions}.", "Tables {tables} are not used in sessions {sessions}.",
        count, **values,
    )  # fmt: skip


def _most_tables(view: View, session: int) -> int:
    """The most tables of the session before ``session``, and of ``session`` since the draw was published; 0 for a
    session without tables."""
    if not view.sheets(session):
        return 0
    seating = view.seating or Seating(())
    earlier = (len(seating.tables(each)) for each in reversed(view.drawn_sessions) if each < session)
    most = next(filter(None, earlier), 0)
    for entry in view.journal.standing(EVENT_STREAM):
        match entry.fact:
            case DrawPublished(seating=seating):
                drawn = len(seating.tables(session))
            case SessionsRedrawn(first=first, sessions=drawn_again) if first <= session < first + len(drawn_again):
                drawn = len(drawn_again[session - first])
            case SessionSeated(session=seated, tables=tables) if seated == session:
                drawn = len(tables)
            case TableAdded(session=added, table=table) if added == session:
                drawn = table
            case _:
                continue
        most = max(most, drawn)
    return most


def _with_gong(view: View, note: Text, sessions: Iterable[int]) -> Text:
    """The note, with the tables that are not used, and what every player should know about the gong."""
    for text in (unused_tables_text(view, sessions), gong_on_paper(view)):
        if text is not None:
            note = mark("{one} {other}", one=note, other=text)
    return note


def _seated(seating: Seating, sessions: Iterable[int]) -> frozenset[int]:
    return frozenset[int]().union(*(seating.seated(session) for session in sessions))


def by_name(player: Player) -> tuple[str, str, int]:
    """The order of lists: last name, first name, number."""
    return _plain(player.last_name), _plain(player.first_name), player.number


def _plain(name: str) -> str:
    """The letters without their accents, so that names are sorted where a reader looks for them."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_BASIC))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


_A_PAGE = 4
"""Schedules on a page."""


@dataclass(frozen=True, slots=True)
class _ScheduledSession:
    """A player's seat and opponents in one session."""

    session: int
    table: int | None
    """None if they sit out."""
    seat: Wind | None
    others: tuple[str, ...]
    """Their names, with a star if the note mentions them."""
    when: Text | None
    """Date and times, if entered."""
    name: Text | None
    """“Final” if the table is one of the final."""
    version: int
    """Version of the session's draw: needed because the schedule is cut off from the page that states it."""


def _named_seat(row: _ScheduledSession) -> Text:
    """“East”, or “Final · East”."""
    assert row.seat is not None
    return row.seat.label if row.name is None else mark("{name} · {seat}", name=row.name, seat=row.seat.label)


_TIME = mark_in("timetable", "Time")
FIELDS: tuple[Column[_ScheduledSession], ...] = (
    SESSION.of(lambda row: row.session),
    Column(_TIME, lambda row: row.when),
    TABLE.of(lambda row: row.table, emphasis=Emphasis.STRONG),
    Column(mark("Seat at the start"), lambda row: SITS_OUT if row.seat is None else _named_seat(row)),
    WITH.of(lambda row: listed(row.others)),
    Column(mark("Version"), lambda row: row.version, Kind.INTEGER, Emphasis.MUTED),
)


def schedules(view: View, options: ReportOptions) -> Document:
    """One schedule per player, in order of number; of the selected session or of all."""
    seating = view.seating or Seating(())
    wanted = options.sessions_of(view)
    timed = any(planned_session(view, session).start is not None for session in wanted)
    fields = FIELDS if timed else tuple(field for field in FIELDS if field.heading != _TIME)
    sections = []
    for player in options.watched(view.players.values()):
        table = table_of(fields, _sessions_of(view, seating, player, wanted), group=1)
        if table.rows:
            heading = verbatim(numbered_name(player))
            sections.append(
                Section(table, heading=heading, label=player.number, label_name=player.name, player=player.number)
            )
    return Document(
        event=view.settings.name,
        title=mark("Personal schedules"),
        state=seating_state(view, wanted),
        printed=options.printed,
        aside=seating_aside(view, wanted, len(sections)),
        note=people_note(view, wanted),
        section_name=mark("Number"),
        label_names=mark("Player"),
        sections=tuple(sections),
        a_page=_A_PAGE,
    )


def _sessions_of(view: View, seating: Seating, player: Player, wanted: Iterable[int]) -> Iterator[_ScheduledSession]:
    for session in wanted:
        place = seating.place_of(player.number, session)
        if place is not None:
            table, column = place
            seats = seating.tables(session)[table - 1]
            others = tuple(marked_name(view, number, session) for number in seats if number != player.number)
            when, version = session_when(view, session), view.seat_versions.of(session, table)
            name = final_name(view.state, session, table)
            yield _ScheduledSession(session, table, Wind(column), others, when, name, version)
        elif player.number in sitting_out(view.state, session):
            version = view.seat_versions.of(session, 1)
            yield _ScheduledSession(session, None, None, (), session_when(view, session), None, version)


_FIELDS: tuple[Column[_SeatedTable], ...] = (
    SESSION.of(lambda row: row.session),
    _TABLE,
    *by_seat(lambda row, wind: f"{row.players[wind].number} {row.players[wind].name}"),
)


def seating_file(view: View, options: ReportOptions) -> Document:
    """One row per table: session, table, and the four players with their numbers."""
    seating = view.seating or Seating(())
    wanted = options.sessions_of(view)
    rows = chain.from_iterable(_seated_tables(view, seating, session) for session in wanted)
    return Document(
        event=view.settings.name,
        title=mark("Seating, for import"),
        state=seating_state(view, wanted),
        printed=options.printed,
        aside=seating_aside(view, wanted, len(view.players)),
        note=mark(
            "This list can be changed elsewhere and imported again as the draw: the numbers decide, not the names."
        ),
        sections=(Section(table_of(_FIELDS, rows)),),
    )
