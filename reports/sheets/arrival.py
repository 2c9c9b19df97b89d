"""Papers before play: check-in list and timetable."""

from collections.abc import Callable, Iterable

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.details import planned_session, start_text
from reports.sheets.options import ReportOptions, players_of
from reports.sheets.seating import by_name
from reports.vocabulary import FIRST_NAME, LAST_NAME, NUMBER
from tournament.event.player import Player
from tournament.event.timetable import PlannedSession, clock_text
from tournament.language import Text, listed, mark, mark_in
from tournament.standings.state_words import joins_text
from tournament.use_cases.view import View

_TO_TICK = "□"


def check_in(view: View, options: ReportOptions) -> Document:
    """All players in order of last names, with a box to tick; players who are present are marked."""
    players = sorted(view.players.values(), key=by_name)
    present, joined = view.state.present, view.state.joined

    def here(player: Player) -> Text | str:
        return mark("present") if player.number in present else _TO_TICK

    def joins(player: Player) -> Text | None:
        return joins_text(joined[player.number]) if player.number in joined else None

    fields: list[Column[Player]] = [
        Column(mark_in("check-in", "Here"), here),
        NUMBER,
        LAST_NAME,
        FIRST_NAME,
        *_field_if_any(players, mark("Country"), lambda player: player.country),
        *_field_if_any(players, mark("EMA number"), lambda player: player.ema_number, Kind.CODE),
        *_field_if_any(players, mark("Team"), lambda player: player.team),
        *_field_if_any(players, mark("Club"), lambda player: player.club),
        *([Column(mark("Joins"), joins)] if joined else []),
    ]
    present_text = mark("{present} of {players} are marked as present.", present=len(present), players=len(players))
    return Document(
        event=view.settings.name,
        title=mark("Check-in list"),
        state=players_of(len(players)),
        printed=options.printed,
        aside=(players_of(len(players)),),
        note=mark("No players are entered yet.") if not players else present_text if present else None,
        sections=(Section(table_of(fields, players)),) if players else (),
    )


def _field_if_any(
    players: Iterable[Player], heading: Text, words: Callable[[Player], str], kind: Kind = Kind.TEXT
) -> list[Column[Player]]:
    """The column of a detail; no column if no player has it, so that none is printed empty."""
    if not any(map(words, players)):
        return []
    return [Column(heading, lambda player: words(player) or None, kind, Emphasis.MUTED, flexible=kind is Kind.TEXT)]


def timetable(view: View, options: ReportOptions) -> Document:
    """Every session with its date, times and length, and the break before it."""
    drawn = view.settings.format.is_drawn
    sessions = view.session_numbers
    planned = [planned_session(view, session) for session in sessions]
    heading = mark("Session")
    fields: list[Column[PlannedSession]] = [Column(heading, lambda row: row.session, Kind.INTEGER, Emphasis.STRONG)]
    if any(row.day for row in planned):
        fields.append(Column(mark("Day"), session_day, flexible=True))
    if any(row.start for row in planned):
        fields.append(Column(mark("Begins"), lambda row: start_text(row.start), emphasis=Emphasis.NAME))
        fields.append(Column(mark("Ends"), lambda row: None if row.end is None else clock_text(row.end)))
    if drawn:
        fields.append(Column(mark("Minutes"), lambda row: row.minutes, Kind.INTEGER))
    if any(row.pause is not None for row in planned):
        fields.append(Column(mark("Break before it"), lambda row: row.pause, Kind.INTEGER, Emphasis.MUTED))
    if not drawn and any(view.state.evening(session).place for session in sessions):
        fields.append(Column(mark_in("event", "Place"), lambda row: view.state.evening(row.session).place or None,
                            flexible=True))  # fmt: skip
    return Document(
        event=view.settings.name,
        title=mark("Timetable"),
        state=view.rules.name,
        printed=options.printed,
        aside=(view.rules.name,),
        note=_timetable_note(planned, drawn=drawn),
        sections=(Section(table_of(fields, planned)),) if planned else (),
    )


def session_day(planned: PlannedSession) -> Text | None:
    """The day of a session."""
    return None if planned.day is None else listed([planned.day])


def _timetable_note(planned: list[PlannedSession], *, drawn: bool) -> Text | None:
    if not planned:
        return mark("No evening has been opened yet.")
    if drawn and not any(row.start for row in planned):
        return mark("No session has a time yet: enter the timetable on the page Event.")
    return mark("In local time.") if drawn else None
