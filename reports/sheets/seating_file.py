"""The complete draw in one table, to be changed elsewhere and imported again."""

from itertools import chain

from reports.document import Document, Emphasis, Field, Kind, Section, table_of
from reports.sheets.options import ReportOptions, seating_aside, seating_state
from reports.sheets.seating import TABLE, SeatedTable, by_seat, seated_tables
from tournament.event.seating import Seating
from tournament.language import mark
from tournament.use_cases.view import View

_FIELDS: tuple[Field[SeatedTable], ...] = (
    Field(mark("Session"), lambda row: row.session, Kind.INTEGER, Emphasis.MUTED),
    TABLE,
    *by_seat(lambda player: f"{player.number} {player.name}"),
)


def seating_file(view: View, options: ReportOptions) -> Document:
    """One row per table: session, table, and the four players with their numbers."""
    seating = view.seating or Seating(())
    wanted = options.sessions_of(view)
    rows = chain.from_iterable(seated_tables(view, seating, session) for session in wanted)
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
