"""The whole draw in one table, to be changed elsewhere and read again."""

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked, players_of
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.language import mark
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


def seating_file(view: View, asked: Asked) -> Document:
    """One row a table: session, table, and the four players with their numbers."""
    seating = view.seating or Seating(())
    wanted = range(1, len(seating.sessions) + 1) if asked.session is None else (asked.session,)
    columns = (
        Column(mark("Session"), Kind.INTEGER, Emphasis.MUTED),
        Column(mark("Table"), Kind.INTEGER, Emphasis.STRONG),
        *(Column(wind.label, Kind.TEXT, flexible=True) for wind in Wind),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (session, table, *(_named(view.players[number]) for number in seats))
        for session in wanted
        for table, seats in enumerate(seating.tables(session), start=1)
    )
    return Document(
        event=view.settings.name,
        title=mark("Seating, to be read again"),
        state=mark("draw as published"),
        printed=asked.printed,
        aside=(players_of(len(view.players)), view.rules.name),
        note=mark("Changed elsewhere, this list can be read again as the draw: the numbers decide, not the names."),
        sections=(Section(Table(columns, rows)),),
    )


def _named(player: Player) -> str:
    return f"{player.number} {player.name}"
