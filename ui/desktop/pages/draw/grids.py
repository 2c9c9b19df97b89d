"""The two grids as table models: a session by table, the event by player."""

from collections.abc import Iterable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.event.player import Player
from tournament.language import mark
from tournament.tiles.wind import Wind
from ui.desktop.pages.draw.drawn import Drawn, Place
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import StatusIcon

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
FIRST_SEAT = 1
"""Column of East in the grid by table; the number of the table stands before it."""
FIRST_SESSION = 2
"""Column of session 1 in the grid by player, after number and name."""
NUMBER = Qt.ItemDataRole.UserRole + 31
"""Role: the player's number, before his name."""
CHOSEN = Qt.ItemDataRole.UserRole + 32
"""Role: the seat is one of the two to be swapped."""


class ByTable(QAbstractTableModel):
    """One session: a row a table, East to North."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawn: Drawn | None = None
        self._players: dict[int, Player] = {}
        self._session = 1
        self._chosen: tuple[Place, ...] = ()
        self._repeated: tuple[frozenset[int], ...] = ()
        translator.changed.connect(self._retranslate)

    def show_session(self, drawn: Drawn | None, players: dict[int, Player], session: int) -> None:
        """Show ``session`` of a draw."""
        self.beginResetModel()
        self._drawn, self._players, self._session = drawn, players, session
        self._repeated = drawn.repeated() if drawn is not None else ()
        self.endResetModel()

    def choose(self, places: tuple[Place, ...]) -> None:
        """Mark the seats that are to be swapped."""
        self._chosen = places
        self._retranslate()

    def place(self, index: Index) -> Place | None:
        """The seat of a cell; None for the number of a table."""
        if not index.isValid() or index.column() < FIRST_SEAT:
            return None
        return Place(self._session, index.row() + 1, index.column() - FIRST_SEAT)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The number of a table is no seat: the cursor passes it over."""
        if index.isValid() and self.place(index) is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Tables of the session."""
        if parent.isValid() or self._drawn is None:
            return 0
        return len(self._drawn.seating.tables(self._session))

    def columnCount(self, parent: Index = _ROOT) -> int:
        """The number of the table and four seats."""
        return 0 if parent.isValid() else FIRST_SEAT + 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Names, and what is remarkable of them."""
        if self._drawn is None or not index.isValid():
            return None
        place = self.place(index)
        if place is None:
            return self._table(index.row() + 1, role)
        seats = self._drawn.seating.tables(self._session)[index.row()]
        player = self._players.get(seats[place.seat])
        return self._seat(place, seats, player, role) if player is not None else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Table, then the winds at the start."""
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        if section < FIRST_SEAT:
            return translator.translate(mark("Table"))
        wind = Wind(section - FIRST_SEAT)
        return f"{translator.translate(wind.short)}  {translator.translate(wind.label)}"

    @staticmethod
    def _table(number: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return str(number)
        return Type.CLOCK if role == Role.KIND else None

    def _seat(self, place: Place, seats: tuple[int, ...], player: Player, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return player.name
        if role == Role.SECOND:
            return " · ".join(part for part in (player.country, player.club) if part) or " "
        if role == NUMBER:
            return player.number
        if role == Role.KIND:
            return Type.LABEL
        again = self._again(seats, player.number)
        apart = self._drawn.apart(self._session, place.table, player.number) if self._drawn is not None else ()
        if role == Role.SIGN:
            return StatusIcon.ASKS if again or apart else None
        if role == CHOSEN:
            return place in self._chosen
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = f"{player.number} {player.name}"
            if apart:
                said += ": " + translator.translate(mark("was not to meet {players}", players=self._names(apart)))
            if again:
                said += ": " + translator.translate(
                    mark("also meets {players} at another table", players=self._names(again))
                )
            return plain_tooltip(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None

    def _names(self, numbers: Iterable[int]) -> str:
        return ", ".join(self._players[number].name for number in numbers if number in self._players)

    def _again(self, seats: tuple[int, ...], number: int) -> list[int]:
        """Those at the table whom the player meets more than once."""
        return [other for other in seats if other != number and frozenset((number, other)) in self._repeated]

    def _retranslate(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)


class ByPlayer(QAbstractTableModel):
    """The whole event: a row a player, a column a session, table and start wind in each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._players: tuple[Player, ...] = ()
        self._places: dict[int, list[str]] = {}
        self._drawn: Drawn | None = None
        self._sessions = 0
        translator.changed.connect(self._retranslate)

    def show_draw(self, drawn: Drawn | None, players: dict[int, Player]) -> None:
        """Show a draw."""
        self.beginResetModel()
        self._drawn = drawn
        self._players = tuple(players[number] for number in drawn.numbers) if drawn is not None else ()
        self._sessions = len(drawn.seating.sessions) if drawn is not None else 0
        self._write()
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Players."""
        return 0 if parent.isValid() else len(self._players)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Number, name, sessions."""
        return 0 if parent.isValid() else FIRST_SESSION + self._sessions

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Where the player sits."""
        if not index.isValid():
            return None
        player, column = self._players[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column < FIRST_SESSION:
                return (str(player.number), player.name)[column]
            return self._places[player.number][column - FIRST_SESSION]
        if role == Role.KIND:
            return Type.NAME if column == 1 else Type.BODY
        if role == Role.TONE:
            return Tone.TEXT3 if column == 0 else Tone.TEXT
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Number, name, then the sessions."""
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        if section < FIRST_SESSION:
            return translator.translate((mark("No."), mark("Player"))[section])
        return translator.translate(mark("S{session}", session=section - FIRST_SESSION + 1))

    def _write(self) -> None:
        """Say every place once: table and the letter of the start wind."""
        self._places = {player.number: ["–"] * self._sessions for player in self._players}
        letters = [translator.translate(wind.short) for wind in Wind]
        sessions = self._drawn.seating.sessions if self._drawn is not None else ()
        for session, tables in enumerate(sessions):
            for table, seats in enumerate(tables, start=1):
                for letter, number in zip(letters, seats, strict=True):
                    if number in self._places:
                        self._places[number][session] = f"{table} {letter}"

    def _retranslate(self) -> None:
        self._write()
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
