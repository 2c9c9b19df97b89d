"""The sessions one below the other: tables, and how far each is."""

from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Index, Role
from ui.desktop.widgets.list_table import HEAD, ListTable
from ui.desktop.widgets.signs import StatusIcon

NOWHERE = QModelIndex()
_HEADS = (mark("Session"), mark("Tables"), mark("State"))
_MOST_ROWS = 8


class SessionRow(NamedTuple):
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
    if number not in view.state.started:
        return SessionRow(number, tables, StatusIcon.EMPTY, mark("drawn"))
    verified = sum(sheet.state is SheetState.VERIFIED for sheet in view.sheets(number))
    if verified == tables:
        return SessionRow(number, tables, StatusIcon.DONE, mark("verified"))
    state = mark_count("{verified} of {count} verified", "{verified} of {count} verified", tables, verified=verified)
    return SessionRow(number, tables, StatusIcon.PLAYING, state)


class SessionsModel(QAbstractTableModel):
    """One row a session."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SessionRow] = []
        translator.follow(self._retranslate)

    def show(self, rows: list[SessionRow]) -> None:
        """Show ``rows``."""
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """The sessions."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Number, tables, state."""
        return 0 if parent.isValid() else len(_HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The names of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translator.translate(_HEADS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says, and how."""
        if not index.isValid():
            return None
        shown, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (str(shown.number), str(shown.tables) if shown.tables else "–", translator.translate(shown.state))[
                column
            ]
        if role == Role.KIND:
            return Type.TOTAL if column == 0 else Type.BODY
        if role == Role.TONE:
            return Tone.TEXT if column == 0 else Tone.TEXT2
        return shown.sign if role == Role.SIGN and column == len(_HEADS) - 1 else None

    def _retranslate(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(_HEADS) - 1))


class Sessions(QWidget):
    """The list, as high as its rows up to eight."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: dict[int, tuple[object, SessionRow]] = {}
        self.model = SessionsModel(self)
        self.table = ListTable(mark("Sessions"), plain=True)
        self.table.setModel(self.model)
        self.table.setSelectionMode(ListTable.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, 120)
        header.resizeSection(1, 120)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)

    def show_view(self, view: View) -> None:
        """Show how far each session is."""
        rows = [self._row(view, number) for number in range(1, view.settings.sessions + 1)]
        self.model.show(rows)
        self.table.setFixedHeight(HEAD + Size.ROW * min(len(rows), _MOST_ROWS) + 2)

    def _row(self, view: View, number: int) -> SessionRow:
        """The row of a session, counted again only when one of its sheets has grown."""
        stands = (view.journal.session_mark(number), view.seating, number in view.state.started)
        known = self._known.get(number)
        if known is None or known[0] != stands:
            known = self._known[number] = (stands, session_row(view, number))
        return known[1]
