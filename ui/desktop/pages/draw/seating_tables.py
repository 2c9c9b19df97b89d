"""The seating of a session by table, one seat per cell, and of the whole event by player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTableView, QWidget

from reports.document import Emphasis
from reports.sheets.seating import SeatedPlayer, seat_field, seated_players, without_vacant
from tournament.event.player import Player
from tournament.language import mark
from tournament.tiles.wind import Wind
from tournament.use_cases import View
from tournament.use_cases.people import vacant_players
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.draw.proposal import Seat, SeatingProposal
from ui.desktop.pages.draw.state import DrawState
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import DrawnCell, Index, TextDelegate, drawn_cell
from ui.desktop.widgets.signs import StatusIcon

_TABLE_WIDTH, _NUMBER_WIDTH, _NAME_WIDTH, _SEAT_WIDTH = 64, 56, 240, 60
_PLAYER_NUMBER = 40
"""Width in pixels before the name of a player in a seat."""
FIRST_SEAT = 1
"""The column of East. The column before it has the number of the table."""


@dataclass(frozen=True, slots=True)
class SeatInView:
    """A player in a seat, and what is remarkable about that."""

    seat: Seat
    player: Player
    chosen: bool
    vacant: bool
    """Whether the player left, and nobody plays in their place yet."""
    unwished: tuple[str, ...]
    """Names of players at the table from whom they wished to be apart."""
    repeated: tuple[str, ...]
    """Names of players at the table whom they also meet at another table."""


@dataclass(frozen=True, slots=True)
class TableInView:
    """A table of the current session, from East to North."""

    number: int
    seats: tuple[SeatInView, ...]


def tables_in_view(state: DrawState, view: View) -> list[TableInView]:
    """The tables of the current session."""
    players, vacant = view.players, vacant_players(view, state.session)
    proposal, session = state.proposal, state.session
    if proposal is None:
        return []
    pairs = proposal.repeated_pairs()

    def in_view(seat: Seat, seats: tuple[int, ...]) -> SeatInView:
        number = seats[seat.wind]
        unwished = proposal.met_against_wish(session, seat.table, number)
        repeated = [other for other in seats if pairs and frozenset((number, other)) in pairs]
        return SeatInView(
            seat,
            players[number],
            seat in state.chosen,
            number in vacant,
            _names(unwished, players),
            _names(repeated, players),
        )

    return [
        TableInView(table, tuple(in_view(Seat(session, table, wind), seats) for wind in range(len(seats))))
        for table, seats in proposal.seating.played(session)
        if all(number in players for number in seats)
    ]


def _names(numbers: Iterable[int], players: Mapping[int, Player]) -> tuple[str, ...]:
    return tuple(players[number].name for number in numbers if number in players)


class SeatingByTable(TableView[TableInView]):
    """Arrows move from seat to seat; a click or Enter chooses one."""

    seat_chosen = Signal(object)
    """A Seat."""
    swap_wanted = Signal()
    """Enter, while two seats are chosen."""
    escaped = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        columns = [_TABLE_COLUMN, *(_wind_column(wind) for wind in Wind)]
        name = mark("Seating by table")
        super().__init__(name, columns, key=lambda row: row.number, tall=True, equal=True, parent=parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.clicked.connect(self.choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses or swaps; Esc clears the choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _CTRL:
            if sum(seat.chosen for row in self.rows for seat in row.seats) == 2:
                self.swap_wanted.emit()
            else:
                self.choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def choose(self, index: QModelIndex) -> None:
        """Choose the player in a seat, or undo the choice."""
        row = self.row_at(index)
        if row is not None and index.column() >= FIRST_SEAT:
            self.seat_chosen.emit(row.seats[index.column() - FIRST_SEAT].seat)


class SeatingByPlayer(TableView[SeatedPlayer]):
    """Table and starting wind of every player in each session."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Seating by player"), _PLAYER_COLUMNS, key=lambda row: row.player.number, parent=parent)
        self.horizontalHeader().setStretchLastSection(True)

    def show_proposal(self, proposal: SeatingProposal, view: View) -> None:
        """Show the seats of a proposal."""
        sessions = range(1, len(proposal.seating.sessions) + 1)
        columns = [*_PLAYER_COLUMNS, *(_seat_column(session) for session in sessions)]
        if len(columns) != len(self.rows_model.columns):
            self.set_columns(columns)
        listed = [view.players[number] for number in proposal.numbers if number in view.players]
        self.show_rows(without_vacant(view, seated_players(proposal.seating, listed, sessions)))


class _TableNumberDelegate(TextDelegate):
    align = painting.RIGHT
    kind = Type.CLOCK

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the number, never as selected."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(theme.tokens.line))
        self.contents(painter, rect.adjusted(8, 0, -12, -1), drawn_cell(index))
        painter.restore()


class _SeatDelegate(TextDelegate):
    """Number, name and origin; a sign for remarkable players; a border for the cursor."""

    kind = Type.LABEL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one seat."""
        tokens, rect, cell = theme.tokens, QRectF(option.rect), drawn_cell(index)
        row = cell.row
        assert isinstance(row, TableInView)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cell.ground:
            painter.fillRect(rect, painting.colour_of(getattr(tokens, cell.ground)))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), painting.colour_of(tokens.line))
        place = QRectF(rect.left(), rect.top(), _PLAYER_NUMBER - 10, rect.height() - 1)
        number = str(row.seats[index.column() - FIRST_SEAT].player.number)
        painting.words(painter, place, number, colour=tokens.text3, kind=self.enlarged(Type.DENSE),
                       align=painting.RIGHT, figures=True)  # fmt: skip
        self._name(painter, rect.adjusted(_PLAYER_NUMBER, 0, -8, -1), cell)
        view = option.widget
        if isinstance(view, QTableView) and view.hasFocus() and view.currentIndex() == index:
            painting.box(painter, rect.adjusted(1, 1, -1, -2), radius=5, border=tokens.accent, width=2)
        painter.restore()

    def _name(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        tokens, sign, name = theme.tokens, cell.sign, cell.text
        above, below = QRectF(rect.left(), rect.top() + 5, rect.width(), 20), rect.adjusted(0, 25, 0, -4)
        room = rect.width() - (22 if sign is not None else 0)
        kind = self.enlarged(Type.LABEL)
        wide = min(painting.width_of(name, kind) + 1, room)
        painting.words(painter, QRectF(above.left(), above.top(), wide, 20), name, colour=tokens.text, kind=kind)
        if sign is not None:
            sign.draw(painter, QRectF(above.left() + wide + 6, above.center().y() - 7, 14, 14))
        painting.words(painter, below, cell.second, colour=tokens.text2, kind=self.enlarged(Type.CAPTION))


def _wind_column(wind: Wind) -> TableColumn[TableInView]:
    return TableColumn(
        mark("{letter}  {wind}", letter=wind.key, wind=wind.label),
        lambda row: mark("Empty seat") if row.seats[wind].vacant else row.seats[wind].player.name,
        style=lambda row: _seat_style(row.seats[wind]),
        delegate=_SeatDelegate,
    )


def _seat_style(seat: SeatInView) -> CellStyle:
    player = seat.player
    words = f"{player.number} {player.name}"
    if seat.vacant:
        words = translator.translate(mark("Empty seat: {player} left", player=words))
    if seat.unwished:
        words += ": " + translator.translate(mark("should not have met {players}", players=tuple(seat.unwished)))
    if seat.repeated:
        also = mark("also meets {players} at another table", players=tuple(seat.repeated))
        words += ": " + translator.translate(also)
    remarkable = bool(seat.unwished or seat.repeated)
    return CellStyle(
        second=player.name if seat.vacant else " · ".join(filter(None, (player.country, player.club))),
        sign=StatusIcon.ASKS if remarkable or seat.vacant else None,
        ground="accent_soft" if seat.chosen else "warn_soft" if remarkable or seat.vacant else "",
        tooltip=words,
        accessible_text=words,
    )


def _seat_column(session: int) -> TableColumn[SeatedPlayer]:
    field = seat_field(session)
    return TableColumn(field.heading, lambda row: field.cell(row) or "–", field.kind, width=_SEAT_WIDTH)


_TABLE_COLUMN: TableColumn[TableInView] = TableColumn(
    mark("Table"),
    lambda row: str(row.number),
    width=_TABLE_WIDTH,
    style=lambda _row: CellStyle(selectable=False),
    delegate=_TableNumberDelegate,
)
_PLAYER_COLUMNS: tuple[TableColumn[SeatedPlayer], ...] = (
    TableColumn(
        mark("No."),
        lambda row: str(row.player.number),
        width=_NUMBER_WIDTH,
        style=lambda _row: CellStyle(tone=Tone.TEXT3),
    ),
    TableColumn(mark("Player"), lambda row: row.player.name, emphasis=Emphasis.NAME, width=_NAME_WIDTH),
)
_CTRL = Qt.KeyboardModifier.ControlModifier
