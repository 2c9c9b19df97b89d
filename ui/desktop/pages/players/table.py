"""The table of players: its columns, its cells, and the keys to move, edit and check in."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from reports import vocabulary
from reports.column import Emphasis
from tournament.event.ema import player_remarks
from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus, search_text
from tournament.event.problem import Problem
from tournament.event.roster import FIELDS, field_label, most_characters
from tournament.language import Text, mark
from tournament.standings.state_words import joins_text
from ui.desktop.kit.table import CellStyle, SearchedRows, TableColumn, TableModel, TableView
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import DrawnCell, Index, TextDelegate
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.player_field import LEAST_LETTERS, PlayerField
from ui.desktop.widgets.signs import StatusIcon

_BEYOND = 40
"""Characters that a line accepts beyond its maximum, so that the list can report that the text is too long."""


class _CellDelegate(TextDelegate):
    """Draws a cell, with a frame around the current one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, and the frame if the cursor is on it."""
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = QRectF(option.rect).adjusted(1, 1, -1, -2)
            painting.box(painter, frame, radius=4, border=theme.tokens.accent, width=2)
            painter.restore()


class _PresenceDelegate(_CellDelegate):
    """Draws whether a player is there, and a state other than playing."""

    before_text = 22


class _PlayerNumberDelegate(_CellDelegate):
    """Draws the number of a player, at the right."""

    align = painting.RIGHT


class _RemarkDelegate(_CellDelegate):
    """Draws a remark with its sign. In a narrow column only the sign is drawn, and the tooltip has the text."""

    def line(self, painter: QPainter, rect: QRectF, text: str, cell: DrawnCell, *, figures: bool = False) -> None:
        """Write the text if all of it can be read."""
        if painting.width_of(text, self.type_of(cell)) <= rect.width():
            super().line(painter, rect, text, cell, figures=figures)


class _FieldDelegate(_CellDelegate):
    """Draws a field of a player, and edits it in a line edit."""

    person_chosen = Signal(object)
    """The user chose this player for the row of a new one."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self._field = field
        self.offered: Sequence[Player] = ()
        """Who can be chosen for a new player while a name is typed."""
        self.is_new: Callable[[Index], bool] = lambda _index: False
        """Whether a cell is in the row of the new player."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a line edit; for the name of a new player one that offers people of the directory."""
        if self.offered and self.is_new(index):
            line: TextField = self._offering(parent)
        else:
            line = TextField(name=field_label(self._field), parent=parent)
            line.setMaxLength(most_characters(self._field) + _BEYOND)
        line.setProperty("ring", False)
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Start with the text of the cell; keep what was typed since then when the cell is shown again."""
        if isinstance(editor, TextField) and editor.isModified():
            return
        super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Take what was typed, or the person who was chosen."""
        player = editor.player() if isinstance(editor, PlayerField) else None
        if player is None:
            super().setModelData(editor, model, index)
        else:
            self.person_chosen.emit(player)

    def _offering(self, parent: QWidget) -> PlayerField:
        line = PlayerField(name=field_label(self._field), least=LEAST_LETTERS, parent=parent)
        line.offer(self.offered)
        line.chosen.connect(lambda _player: self._close(line, QAbstractItemDelegate.EndEditHint.NoHint))
        submit = QAbstractItemDelegate.EndEditHint.SubmitModelCache
        line.entered_in_list.connect(lambda: self._close(line, submit))  # Enter in the line itself closes it anyway
        return line

    def _close(self, line: PlayerField, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Take what is in the line and close it."""
        self.commitData.emit(line)
        self.closeEditor.emit(line, hint)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the cell."""
        editor.setGeometry(option.rect.adjusted(0, 0, 0, -1))


NUMBER, HERE, FIRST_NAME, LAST_NAME, COUNTRY, EMA_NUMBER, CLUB, TEAM, REMARKS = range(9)
_WIDTHS = {"country": 60, "ema_number": 96}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Text that was typed into a cell and refused. It stays in the cell to be corrected."""

    number: int
    """The player's number; 0 for the player being added."""
    field: str
    typed: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list. The last row is for the player who is being added, with number 0."""

    player: Player
    present: bool = False
    refusal: Refusal | None = None
    """The refused text in one of the cells of the row."""
    status: PlayerStatus = PLAYS
    """The player's state in the event."""
    federation: bool = True
    """Whether a missing country or EMA number is a remark."""
    joined: int = 1
    """The session from which the player takes part."""

    @property
    def remarks(self) -> tuple[Problem, ...]:
        """What is missing or odd about the player; it prevents nothing."""
        return player_remarks(self.player, federation=self.federation)

    @property
    def is_new(self) -> bool:
        """Whether this is the row for a player who is being added."""
        return not self.player.number

    @property
    def is_waiting(self) -> bool:
        """Whether nothing was typed into that row yet."""
        return self.player == NOBODY

    def refused(self, field: str) -> Refusal | None:
        """The refused text in the cell of ``field``, or None."""
        return self.refusal if self.refusal is not None and self.refusal.field == field else None

    def editable_text(self, field: str) -> str:
        """The text with which editing a cell starts."""
        refusal = self.refused(field)
        return refusal.typed if refusal is not None else str(getattr(self.player, field))


NOBODY = Player(0, "", "")


def player_rows(
    players: Iterable[Player],
    present: Collection[int],
    new: Player | None,
    refusal: Refusal | None,
    status: Callable[[int], PlayerStatus] = lambda _number: PLAYS,
    *,
    federation: bool = True,
    joined: Mapping[int, int] | None = None,
) -> list[PlayerRow]:
    """A row for each player, then one for the ``new`` one if players can still be added."""
    everybody = [*players, *([new] if new is not None else [])]
    refused = refusal.number if refusal is not None else None
    return [
        PlayerRow(
            each,
            each.number in present,
            refusal if each.number == refused else None,
            status(each.number) if each.number else PLAYS,
            federation,
            (joined or {}).get(each.number, 1),
        )
        for each in everybody
    ]


def _field_of(column: int) -> str:
    """The field of a player that the column edits; empty for a computed column."""
    return FIELDS[column - FIRST_NAME] if FIRST_NAME <= column <= TEAM else ""


def _player_columns() -> list[TableColumn[PlayerRow]]:
    """Return the columns: number, presence, the fields of the player, remarks."""
    return [
        TableColumn.showing(vocabulary.NUMBER.within(lambda row: row.player), emphasis=Emphasis.PLAIN, width=56,
                            style=lambda _row: CellStyle(tone=Tone.TEXT3), delegate=_PlayerNumberDelegate),
        TableColumn(mark("Present"), _state_here, style=_presence, delegate=_PresenceDelegate,
                    sort_key=lambda row: row.present),
        *(_typed_column(field) for field in FIELDS),
        TableColumn(mark("State, remarks"), _remarks, wish=220, yields=True, style=_remark_style,
                    delegate=_RemarkDelegate,
                    sort_key=lambda row: (row.status.state is PlayerState.PLAYING, not row.remarks)),
    ]  # fmt: skip


def _state_here(row: PlayerRow) -> Text | None:
    """The state of a player, or None for one who plays all sessions."""
    return None if row.status.state is PlayerState.PLAYING else row.status.state.label


def _presence(row: PlayerRow) -> CellStyle:
    if row.is_new:
        return CellStyle()
    text = mark("checked in") if row.present else mark("not checked in")
    if row.status.state is not PlayerState.PLAYING:
        text = mark("{before}, {text}", before=text, text=_state_remark(row.status))
    sign = StatusIcon.DONE if row.present else StatusIcon.EMPTY
    return CellStyle(sign=sign, accessible_text=text, tone=Tone.TEXT2, type=Type.DENSE)


def _typed_column(field: str) -> TableColumn[PlayerRow]:
    is_name = field in ("first_name", "last_name")

    def text(row: PlayerRow) -> Text | str:
        return mark("Type a name") if row.is_waiting and field == "first_name" else row.editable_text(field)

    def style(row: PlayerRow) -> CellStyle:
        kind, refusal = Type.NAME if is_name and not row.is_new else Type.BODY, row.refused(field)
        if refusal is not None:
            return CellStyle(sign=StatusIcon.DIFFERS, type=kind, tone=Tone.DANGER, ground="danger_soft",
                             tooltip=refusal.problem.text)  # fmt: skip
        return CellStyle(type=kind, tone=Tone.TEXT3 if row.is_waiting else None if is_name else Tone.TEXT2)

    return TableColumn(
        field_label(field),
        text,
        emphasis=Emphasis.NAME if is_name else Emphasis.PLAIN,
        width=_WIDTHS.get(field, 0),
        style=style,
        delegate=lambda: _FieldDelegate(field),
    )


def _remarks(row: PlayerRow) -> str:
    if row.is_new:
        return ""
    texts = [remark.text for remark in row.remarks]
    if row.status.state is not PlayerState.PLAYING:
        texts.insert(0, _state_remark(row.status))
    elif row.joined > 1:
        texts.insert(0, joins_text(row.joined))
    return " · ".join(map(translator.translate, texts))


def _state_remark(status: PlayerStatus) -> Text:
    """The state of a player, and from which session if that is not obvious."""
    if status.first == 1:
        return status.state.label
    return mark("{state} from session {session} on", state=status.state.label, session=status.first)


def _remark_style(row: PlayerRow) -> CellStyle:
    if row.status.state is not PlayerState.PLAYING:
        return CellStyle(sign=StatusIcon.INFO, type=Type.DENSE)
    if row.is_new or not (row.remarks or row.joined > 1):
        return CellStyle()
    return CellStyle(sign=StatusIcon.INFO, tone=Tone.TEXT2, type=Type.DENSE)


class _PlayersModel(TableModel[PlayerRow]):
    """A model whose cells can be edited."""

    typed = Signal(object, str, str)
    """Row, field, and the typed text."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whether a cell is editable."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and _field_of(index.column()) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell, also for editing."""
        if role == Qt.ItemDataRole.EditRole and index.isValid() and (field := _field_of(index.column())):
            return self.rows[index.row()].editable_text(field)
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit what was typed."""
        field = _field_of(index.column())
        if role != Qt.ItemDataRole.EditRole or not field:
            return False
        self.typed.emit(self.rows[index.row()], field, str(value))
        return True


class _SearchedPlayers(SearchedRows[PlayerRow]):
    """The rows that a search finds; the player who is being added always comes last.

    Editing a row does not move it: only sorting and searching order the rows again.
    """

    def __init__(self, source: TableModel[PlayerRow], parent: QWidget) -> None:
        super().__init__(source, parent)
        self.setDynamicSortFilter(False)

    def finds(self, row: PlayerRow) -> bool:
        """Return whether the search finds the player in ``row``."""
        return row.is_new or not self.search or self.search.finds_folded(search_text(row.player))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column. Sorted by number, the rows keep the order of the model."""
        as_they_come = column == NUMBER and order is Qt.SortOrder.AscendingOrder
        super().sort(-1 if as_they_come else column, order)

    def sort_value(self, row: PlayerRow, column: TableColumn[PlayerRow]) -> Any:
        """Return the sort key of ``row`` in ``column``; the player who is being added comes last."""
        return row.is_new is (self.sortOrder() is Qt.SortOrder.AscendingOrder), super().sort_value(row, column)


class PlayersTable(TableView[PlayerRow]):
    """The table itself: it emits what the keys ask for, and :class:`PlayerList` does it.

    Arrows move between cells, typing edits, Space checks in.
    """

    toggled = Signal(int)
    """Check this player in, or out again."""
    removal_asked = Signal(int)
    pasted = Signal()
    typed = Signal(object, str, str)
    """Row, field, and the typed text."""
    new_left = Signal()
    """The cursor left the row of the player who is being added."""
    new_entered = Signal()
    """The user pressed Enter, or Tab after the last cell, in that row: add the player."""
    escaped = Signal()
    person_chosen = Signal(object)
    """The user chose this player of the directory as the one who is being added."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(
            mark("Players"), _player_columns(), key=lambda row: row.player.number, searched=True, parent=parent
        )
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.AnyKeyPressed | triggers.DoubleClicked)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.sortByColumn(NUMBER, Qt.SortOrder.AscendingOrder)
        self.clicked.connect(self._click)
        for delegate in self._name_delegates:
            delegate.is_new = self._is_in_new_row
            delegate.person_chosen.connect(self.person_chosen)

    def offer(self, players: Sequence[Player]) -> None:
        """Offer ``players`` while the name of a new one is typed."""
        for delegate in self._name_delegates:
            delegate.offered = players

    @property
    def _name_delegates(self) -> Iterator[_FieldDelegate]:
        for place in (FIRST_NAME, LAST_NAME):
            delegate = self.itemDelegateForColumn(place)
            assert isinstance(delegate, _FieldDelegate)
            yield delegate

    def _is_in_new_row(self, index: Index) -> bool:
        row = self.row_at(index)
        return row is not None and row.is_new

    def make_model(self, columns: Sequence[TableColumn[PlayerRow]]) -> _PlayersModel:
        """Return a model with editable cells."""
        model = _PlayersModel(columns, self)
        model.typed.connect(self.typed)
        return model

    def make_search(self) -> _SearchedPlayers:
        """Return the proxy that keeps the row for a new player last."""
        return _SearchedPlayers(self.rows_model, self)

    @property
    def measured_rows(self) -> list[PlayerRow]:
        """The players without the one being added, so that columns do not change their width while typing."""
        return [row for row in self.rows if not row.is_new]

    def select_cell(self, line: int, column: int) -> None:
        """Move the cursor to a cell."""
        self.setCurrentIndex(self.model().index(line, column))
        self.scrollTo(self.currentIndex())

    def select_new(self, column: int = FIRST_NAME) -> None:
        """Move the cursor to the last row, for the player being added."""
        self.select_cell(self.model().rowCount() - 1, column)

    def type_here(self, text: str) -> None:
        """Handle ``text`` as if it was typed into the current cell."""
        self.model().setData(self.currentIndex(), text)

    def finish_editing(self) -> None:
        """Accept what is being typed into a cell, as if the user had left it."""
        editor = self.indexWidget(self.currentIndex())
        if self.state() is QAbstractItemView.State.EditingState and editor is not None:
            self.commitData(editor)
            super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def commitData(self, editor: QWidget) -> None:
        """Accept what was typed, unless the line edit outlived its cell, as when the list is reset."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().commitData(editor)

    @property
    def number(self) -> int:
        """Number of the current player, or 0."""
        row = self.current_row
        return row.player.number if row is not None else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Space, Del, Paste, Enter and Esc; handle other keys like any table."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.key() == Qt.Key.Key_Space and self.number:
            self.toggled.emit(self.number)
        elif event.key() == Qt.Key.Key_Delete and self.number:
            self.removal_asked.emit(self.number)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers().value & ~_KEYPAD:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
            if self.state() is QAbstractItemView.State.EditingState:
                event.accept()  # Qt passes the key with which editing begins on, although the cell has it

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> Index:  # type: ignore[override]
        """Let Tab in an edited cell go to the next editable one."""
        here = self.currentIndex()
        match action:
            case QAbstractItemView.CursorAction.MoveNext if here.column() < TEAM:
                later = range(max(here.column() + 1, FIRST_NAME), TEAM + 1)
                return self.model().index(here.row(), next(each for each in later if not self.isColumnHidden(each)))
            case QAbstractItemView.CursorAction.MovePrevious if here.column() > FIRST_NAME:
                before = range(here.column() - 1, -1, -1)
                return self.model().index(here.row(), next(each for each in before if not self.isColumnHidden(each)))
        return super().moveCursor(action, modifiers)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Let Enter in the row of the new player add the player, and Tab after its last cell too."""
        submitted = hint is QAbstractItemDelegate.EndEditHint.SubmitModelCache
        behind = hint is QAbstractItemDelegate.EndEditHint.EditNextItem and self.currentIndex().column() == TEAM
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint if behind else hint)
        if (submitted or behind) and self._is_new_begun:
            self.new_entered.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Emit ``new_left`` when the cursor leaves the row of the new player."""
        super().currentChanged(current, previous)
        left = self.row_at(previous)
        if left is not None and left.is_new and current.row() != previous.row():
            self.new_left.emit()

    def event(self, event: QEvent) -> bool:
        """Handle Del and Paste here, not as shortcuts of the window."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride else None
        if pressed and (pressed.key() == Qt.Key.Key_Delete or pressed.matches(QKeySequence.StandardKey.Paste)):
            event.accept()
            return True
        return super().event(event)

    @property
    def _is_new_begun(self) -> bool:
        """Whether the cursor is in the row of the new player and something was typed there."""
        row = self.current_row
        return row is not None and row.is_new and not row.is_waiting

    def _enter(self) -> None:
        here = self.currentIndex()
        if self.state() is QAbstractItemView.State.EditingState:
            return  # the line edit passed the key on; its text is accepted in a moment
        if self._is_new_begun:
            self.new_entered.emit()
        elif _field_of(here.column()):
            self.edit(here)
        elif self.number:
            self.toggled.emit(self.number)

    def _click(self, index: Index) -> None:
        row = self.row_at(index)
        if index.column() == HERE and row is not None and not row.is_new:
            self.toggled.emit(row.player.number)


_KEYPAD = Qt.KeyboardModifier.KeypadModifier.value
