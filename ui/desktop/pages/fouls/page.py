"""The Fouls page: faults at the left, what was given in the middle, a new penalty or the chosen one at the right."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.use_cases import Command, Conflict, StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.pages.fouls.columns import FaultsColumn, GivenColumn
from ui.desktop.pages.fouls.entry import PenaltyEntry
from ui.desktop.pages.fouls.given import Given
from ui.desktop.sheet.faults import Offence
from ui.desktop.sheet.penalty_shown import PenaltyShown
from ui.desktop.sheet.table_sheet import table_sheet
from ui.desktop.theme import Size
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.empty_state import EmptyState

_WIDE, _PANEL = 1240, 372


class FoulsPage(QWidget):
    """Types penalties as the Tables page does, from the side of the faults."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._stale = True
        self.faults = FaultsColumn()
        self.given = GivenColumn()
        self.entry = PenaltyEntry(self._carry)
        self.shown = PenaltyShown(lambda command, _confirmed: self._carry(command, None))
        self._panel = SidePanel(width=_PANEL)
        self._empty = EmptyState(
            mark("No draw is published yet, so nobody can be at fault."), mark("Go to the draw"), shortcut="Return"
        )
        self._lay_out()
        self._listen()
        self._read()

    def _lay_out(self) -> None:
        self._panel.body.setContentsMargins(Size.PANEL_MARGIN - 4, 12, Size.PANEL_MARGIN - 4, 16)
        self._panel.body.addWidget(self.entry, 1)
        self._panel.body.addWidget(self.shown, 1)
        self.shown.hide()
        self._whole = QWidget()
        parts = QHBoxLayout(self._whole)
        parts.setContentsMargins(Size.PAGE_MARGIN, 0, 0, 0)
        parts.setSpacing(Size.PAGE_MARGIN)
        parts.addWidget(self.faults, 42)
        parts.addWidget(self.given, 56)
        parts.addWidget(self._panel)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole)
        outer.addWidget(self._empty)

    def _listen(self) -> None:
        controller = self._controller
        controller.opened.connect(self._opened)
        controller.changed.connect(self._grown)
        controller.session_changed.connect(self._grown)
        self._empty.activated.connect(lambda: controller.navigation.page_wanted.emit("draw"))
        self.faults.picked.connect(self._picked)
        self.faults.left.connect(self._close)
        self.given.wanted.connect(self._look)
        self.entry.fault_wanted.connect(self.faults.search.setFocus)
        self.entry.finished.connect(self._given)
        self.shown.finished.connect(self._close)

    def showEvent(self, event: QShowEvent) -> None:
        """Read what was written meanwhile."""
        super().showEvent(event)
        if self._stale:
            self._read()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to what is typed."""
        super().focusInEvent(event)
        for part in (self._empty, self.shown, self.entry):
            if part.isVisible():
                part.setFocus()
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that work wherever nothing is typed."""
        if event.key() == Qt.Key.Key_Escape or (event.text().upper() == "G" and not _held(event)):
            self._close()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panel give way a little."""
        super().resizeEvent(event)
        self._panel.setFixedWidth(_PANEL if self.width() >= _WIDE else 340)

    def _opened(self) -> None:
        self.entry.clear()
        self.faults.clear()
        self.shown.hide()
        self.entry.show()
        self._grown()

    def _grown(self) -> None:
        self._stale = True
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        self._stale = False
        view, session = self._controller.view, self._controller.session
        drawn = view is not None and view.seating is not None and session > 0
        self._whole.setVisible(drawn)
        self._empty.setVisible(not drawn)
        self.entry.show_event(view if drawn else None, session)
        if drawn and view is not None:
            self.faults.offer(view.rules.faults)
            self.given.show_event(view, session)

    def _picked(self, offence: Offence) -> None:
        self.shown.hide()
        self.entry.show()
        self.entry.choose(offence)

    def _given(self, id: str) -> None:
        self.faults.clear()
        self.given.choose(id)
        self.entry.setFocus()

    def _look(self, line: Given) -> None:
        """Open the chosen penalty, to cancel it."""
        if line.cancelled is not None or self._controller.view is None:
            self._controller.messages.shown.emit(mark("This penalty is cancelled already."))
            return
        self.shown.show_penalty(table_sheet(self._controller.view, line.session, line.table), line.penalty)
        self.entry.hide()
        self.shown.show()
        self.shown.setFocus()

    def _close(self) -> None:
        """Go back to a new penalty."""
        self.shown.hide()
        self.entry.show()
        self.entry.setFocus()

    def _carry(self, command: Command, seen: int | None) -> tuple[Problem, ...]:
        try:
            self._controller.carry_out(command, seen=seen)
        except Refused as refused:
            return refused.problems
        except Conflict:
            self._read()
            return (Problem("conflict", mark("Somebody else wrote on this sheet meanwhile: look again."), "table"),)
        except StoreUnavailable as error:
            self._controller.messages.shown.emit(error.text)
            return (Problem("store", error.text, "table"),)
        return ()


def _held(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier))
