"""The personal schedules: for each player where he sits in every session, and with whom; to be cut apart."""

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked, players_of
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.language import mark
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

A_PAGE = 4
"""Schedules on a page."""
_COLUMNS = (
    Column(mark("Session"), Kind.INTEGER, Emphasis.MUTED),
    Column(mark("Table"), Kind.INTEGER, Emphasis.STRONG),
    Column(mark("Seat at the start"), Kind.TEXT),
    Column(mark("With"), Kind.TEXT, flexible=True),
)


def schedules(view: View, asked: Asked) -> Document:
    """One schedule a player, in order of number; of the session asked for or of all."""
    seating = view.seating or Seating(())
    wanted = range(1, len(seating.sessions) + 1) if asked.session is None else (asked.session,)
    sections = []
    for player in view.players.values():
        rows = tuple(row for session in wanted if (row := _row(view, seating, player, session)) is not None)
        if rows:
            heading = mark("{number} {player}", number=player.number, player=player.name)
            sections.append(Section(Table(_COLUMNS, rows, group=1), heading=heading, label=player.number))
    return Document(
        event=view.settings.name,
        title=mark("Personal schedules"),
        state=mark("draw as published"),
        printed=asked.printed,
        aside=(players_of(len(sections)), view.rules.name),
        section_name=mark("Number"),
        sections=tuple(sections),
        a_page=A_PAGE,
    )


def _row(view: View, seating: Seating, player: Player, session: int) -> tuple[Cell, ...] | None:
    place = seating.place_of(player.number, session)
    if place is None:
        return None
    table, column = place
    seats = seating.tables(session)[table - 1]
    others = ", ".join(view.players[number].name for number in seats if number != player.number)
    return session, table, Wind(column).label, others
