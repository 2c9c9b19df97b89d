"""The two lists with what stands around them: the faults of the rules, and the penalties given."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from tournament.rules.fault import Fault
from tournament.use_cases import View
from ui.desktop.keys import Key
from ui.desktop.pages.fouls.given import Given, given_in, given_in_event, newest_first, sums_of
from ui.desktop.pages.fouls.lists import (
    FAULT,
    HAND,
    NUMBER,
    POINTS,
    SANCTION,
    SESSION,
    TABLE,
    TIME,
    TO,
    WHAT,
    FaultModel,
    GivenModel,
)
from ui.desktop.pages.fouls.sums import SumsCard
from ui.desktop.sheet.faults import matching, offences
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import TextDelegate
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.sharing import room_for
from ui.desktop.widgets.switch import Segment, Switch

IN_SESSION, IN_EVENT, BY_PLAYER = "session", "event", "players"
_ROW, _NUMBER, _EDGE = 27, 50, 18
"""Height of a fault on one line; widths of its number, and of the frame with the scroll bar."""
_BESIDE = 600
"""Width from which it is said beside a penalty to whom its points go."""
_WIDTHS = {SESSION: 34, TIME: 60, TABLE: 58, HAND: 56, POINTS: 66, TO: 112}


class _Right(TextDelegate):
    align = painting.RIGHT


class FaultsColumn(QWidget):
    """All faults with their sanction; typing narrows them, Enter or a click takes one."""

    picked = Signal(object)
    """An Offence."""
    left = Signal()
    """Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faults: Sequence[Fault] = ()
        self.model = FaultModel(self)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.search.setMaximumWidth(216)
        self.list = ListTable(mark("Faults"))
        self.list.setModel(self.model)
        self.list.verticalHeader().setDefaultSectionSize(_ROW)
        self.list.set_delegate(SANCTION, _Right())
        self.list.setColumnWidth(NUMBER, _NUMBER)
        stretch(self.list, FAULT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Size.PAGE_MARGIN, 0, 12)
        column.setSpacing(12)
        column.addLayout(row(TextLabel(mark("Fouls"), kind=Type.PAGE_TITLE), None, self.search))
        column.addWidget(self.list, 1)
        legend = mark("No Hu: the player may not win this hand any more.")
        column.addWidget(TextLabel(legend, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True))
        self.search.textChanged.connect(lambda _typed: self._narrow())
        self.search.returnPressed.connect(self._pick)
        self.search.installEventFilter(self)
        self.list.clicked.connect(lambda _index: self._pick())
        self.list.activated.connect(lambda _index: self._pick())
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
        translator.changed.connect(self._make_room)
        translator.changed.connect(self._narrow)

    def offer(self, faults: Sequence[Fault]) -> None:
        """Offer the faults of the rules in use."""
        if faults != self._faults:
            self._faults = faults
            self._make_room()
            self._narrow()

    def clear(self) -> None:
        """Choose nothing."""
        self.search.clear()
        self.list.setCurrentIndex(QModelIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows in the search field move in the list; Esc leaves it."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            at = self.list.currentIndex().row() + (-1 if event.key() == Qt.Key.Key_Up else 1)
            self._stand_at(min(max(at, 0), self.model.rowCount() - 1))
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.search.clear()
            self.left.emit()
            return True
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: in a narrow column the sanction stands under its fault."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        everything = offences(self._faults)
        name = room_for((translator.translate(each.name) for each in everything), Type.DENSE)
        sanction = room_for((translator.translate(each.sanction) for each in everything), Type.CAPTION)
        self.model.brief = self.width() < _NUMBER + name + sanction + _EDGE
        self.list.setColumnHidden(SANCTION, self.model.brief)
        self.list.setColumnWidth(SANCTION, sanction)
        self.list.verticalHeader().setDefaultSectionSize(Size.TALL_ROW if self.model.brief else _ROW)

    def _narrow(self) -> None:
        chosen = self.model.line(self.list.currentIndex().row())
        typed = self.search.text()
        self.model.set_lines(matching(offences(self._faults), typed))
        if typed:
            self._stand_at(0)
        elif chosen is not None:
            self._stand_at(self.model.row_of(chosen.slug))

    def _stand_at(self, row: int) -> None:
        self.list.setCurrentIndex(self.model.index(row, 0))

    def _pick(self) -> None:
        offence = self.model.line(self.list.currentIndex().row())
        if offence is not None:
            self.search.clear()
            self._stand_at(self.model.row_of(offence.slug))
            self.picked.emit(offence)


class GivenColumn(QWidget):
    """What was given in the session, in the event, or by player; Del wants one cancelled."""

    wanted = Signal(object)
    """A Given, to be cancelled."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._session = 0
        self.model = GivenModel(self)
        self.range = Switch(mark("Shown"))
        self.list = ListTable(mark("Penalties given"), tall=True)
        self.list.setModel(self.model)
        self.count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.sums = SumsCard()
        for number in (TABLE, HAND, POINTS):
            self.list.set_delegate(number, _Right())
        for number, width in _WIDTHS.items():
            self.list.setColumnWidth(number, width)
        stretch(self.list, WHAT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Size.PAGE_MARGIN, 0, 12)
        column.setSpacing(12)
        column.addLayout(row(self.range, None, self.count))
        column.addWidget(self.list, 1)
        keys = KeyText(mark("{up} {down} choose a penalty", up=Key("Up"), down=Key("Down")))
        column.addLayout(row(keys, None, KeyText(mark("{delete} cancel it, with a reason", delete=Key("Del")))))
        column.addWidget(self.sums)
        self.range.chosen.connect(lambda _key: self._fill())
        self.list.activated.connect(lambda _index: self._want())
        self.list.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: in a narrow column it stands under the points to whom they go."""
        super().resizeEvent(event)
        self.model.brief = self.width() < _BESIDE
        self.list.setColumnHidden(TO, self.model.brief)
        self.list.setColumnWidth(POINTS, _WIDTHS[TO if self.model.brief else POINTS])

    def show_event(self, view: View, session: int) -> None:
        """List the penalties of ``view``."""
        self._view, self._session = view, session
        segments = (
            Segment(IN_SESSION, mark("Session {session}", session=session)),
            Segment(IN_EVENT, mark("Whole event")),
            Segment(BY_PLAYER, mark("By player")),
        )
        self.range.set_segments(segments)
        self.sums.show_sums(session, sums_of(view, session))
        self._fill()

    def choose(self, id: str) -> None:
        """Stand at the penalty that an entry gave, if it is listed."""
        at = self.model.row_of(id)
        if at >= 0:
            self.list.setCurrentIndex(self.model.index(at, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Del cancels the chosen penalty."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._want()
            return True
        return False

    def _fill(self) -> None:
        if self._view is None:
            return
        key = self.range.current
        lines = newest_first(given_in(self._view, self._session) if key == IN_SESSION else given_in_event(self._view))
        if key == BY_PLAYER:
            lines.sort(key=lambda each: (each.player.last_name.casefold(), each.player.first_name.casefold()))
        chosen = self.model.line(self.list.currentIndex().row())
        self.model.set_lines(lines)
        self.list.setColumnHidden(SESSION, key == IN_SESSION)
        self.choose(chosen.id if chosen is not None else "")
        self.count.set_text(_counted(lines))

    def _want(self) -> None:
        line = self.model.line(self.list.currentIndex().row())
        if line is not None:
            self.wanted.emit(line)


def stretch(table: ListTable, column: int) -> None:
    """Give ``column`` what the others leave."""
    table.horizontalHeader().setStretchLastSection(False)
    table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)


def _counted(lines: list[Given]) -> Text:
    cancelled = sum(line.cancelled is not None for line in lines)
    found = mark_count("{count} penalty", "{count} penalties", len(lines))
    if not cancelled:
        return found
    return mark("{found}, {cancelled}", found=found,
                cancelled=mark_count("{count} cancelled", "{count} cancelled", cancelled))  # fmt: skip
