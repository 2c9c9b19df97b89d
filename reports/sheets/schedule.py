"""Personal schedules: each player's seat and opponents in every session; to be cut apart."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reports.document import Document, Emphasis, Field, Kind, Section, table_of
from reports.sheets.details import planned_session, session_when
from reports.sheets.options import ReportOptions, seating_aside, seating_state
from reports.sheets.people import marked_name, people_note
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.language import Text, listed, mark, mark_in
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

A_PAGE = 4
"""Schedules on a page."""


@dataclass(frozen=True, slots=True)
class ScheduledSession:
    """A player's seat and opponents in one session."""

    session: int
    table: int
    seat: Wind
    others: tuple[str, ...]
    """Their names, with a star if the note mentions them."""
    when: Text | None
    """Date and times, if entered."""
    version: int
    """Version of the session's draw: needed because the schedule is cut off from the page that states it."""


TIME = mark_in("timetable", "Time")
FIELDS: tuple[Field[ScheduledSession], ...] = (
    Field(mark("Session"), lambda row: row.session, Kind.INTEGER, Emphasis.MUTED),
    Field(TIME, lambda row: row.when),
    Field(mark("Table"), lambda row: row.table, Kind.INTEGER, Emphasis.STRONG),
    Field(mark("Seat at the start"), lambda row: row.seat.label),
    Field(mark("With"), lambda row: listed(row.others), flexible=True),
    Field(mark("Version"), lambda row: row.version, Kind.INTEGER, Emphasis.MUTED),
)


def schedules(view: View, options: ReportOptions) -> Document:
    """One schedule per player, in order of number; of the selected session or of all."""
    seating = view.seating or Seating(())
    wanted = options.sessions_of(view)
    timed = any(planned_session(view, session).start is not None for session in wanted)
    fields = FIELDS if timed else tuple(field for field in FIELDS if field.heading != TIME)
    sections = []
    for player in options.watched(view.players.values()):
        table = table_of(fields, _sessions_of(view, seating, player, wanted), group=1)
        if table.rows:
            heading = mark("{number} {player}", number=player.number, player=player.name)
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
        a_page=A_PAGE,
    )


def _sessions_of(view: View, seating: Seating, player: Player, wanted: Iterable[int]) -> Iterator[ScheduledSession]:
    for session in wanted:
        place = seating.place_of(player.number, session)
        if place is not None:
            table, column = place
            seats = seating.tables(session)[table - 1]
            others = tuple(marked_name(view, number, session) for number in seats if number != player.number)
            when, version = session_when(view, session), view.seat_versions.of(session, table)
            yield ScheduledSession(session, table, Wind(column), others, when, version)
