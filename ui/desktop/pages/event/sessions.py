"""The sessions one below the other: tables, and how far each is."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from reports.document import Emphasis
from tournament.language import Text, integer_text, mark, mark_count, mark_in
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Size
from ui.desktop.widgets.list_table import HEAD
from ui.desktop.widgets.signs import StatusIcon

_MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class SessionRow:
    """How one session stands."""

    number: int
    tables: int
    sign: StatusIcon
    state: Text


def session_row(view: View, number: int) -> SessionRow:
    """How session ``number`` stands."""
    tables = len(view.seating.tables(number)) if view.seating is not None else 0
    if not tables:
        return SessionRow(number, 0, StatusIcon.EMPTY, mark("not drawn"))
    state = view.session_state(number)
    if state is SessionState.CLOSED or state is SessionState.VERIFIED:
        return SessionRow(number, tables, StatusIcon.DONE, STATE_TEXTS[state])
    if state is SessionState.PUBLISHED or state is SessionState.DRAWN:
        return SessionRow(number, tables, StatusIcon.EMPTY, STATE_TEXTS[state])
    verified = sum(sheet.state is SheetState.VERIFIED for sheet in view.sheets(number))
    told = mark_count("{verified} of {count} verified", "{verified} of {count} verified", tables, verified=verified)
    return SessionRow(number, tables, StatusIcon.PLAYING, told)


COLUMNS: tuple[TableColumn[SessionRow], ...] = (
    TableColumn(mark("Session"), lambda row: integer_text(row.number), emphasis=Emphasis.STRONG, width=120),
    TableColumn(
        mark_in("count", "Tables"),
        lambda row: integer_text(row.tables) if row.tables else "–",
        emphasis=Emphasis.MUTED,
        width=120,
    ),
    TableColumn(
        mark("State"), lambda row: row.state, emphasis=Emphasis.MUTED, style=lambda row: CellStyle(sign=row.sign)
    ),
)


class SessionsTable(TableView[SessionRow]):
    """The list, as high as its rows up to eight; nothing is chosen in it."""

    def __init__(self) -> None:
        super().__init__(mark("Sessions"), COLUMNS, plain=True)
        self._known: dict[int, tuple[object, SessionRow]] = {}
        self.setSelectionMode(self.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_view(self, view: View) -> None:
        """Show how far each session is."""
        rows = [self._row(view, number) for number in range(1, view.sessions + 1)]
        self.show_rows(rows)
        self.setFixedHeight(HEAD + Size.ROW * min(len(rows), _MOST_ROWS) + 2)

    def _row(self, view: View, number: int) -> SessionRow:
        """The row of a session, counted again only when one of its sheets has grown."""
        said = number in view.state.closed, number in view.state.called, number in view.state.published
        stands = (view.content_mark(number), said, view.settings, number in view.state.clocks)
        known = self._known.get(number)
        if known is None or known[0] != stands:
            known = self._known[number] = (stands, session_row(view, number))
        return known[1]
