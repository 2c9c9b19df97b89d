"""The list of players with what stands around it: title, find, and what is wrong under it."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.event.player import Player
from tournament.event.problem import Problem
from tournament.language import Text, mark, verbatim
from tournament.use_cases import View
from ui.desktop.keys import Key
from ui.desktop.pages.players import columns
from ui.desktop.pages.players.deeds import Deeds
from ui.desktop.pages.players.model import PlayersModel
from ui.desktop.pages.players.overview import Overview
from ui.desktop.pages.players.table import PlayersTable
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind

_PANEL_FROM, _WIDE_FROM = 1120 - Size.RAIL, 1360 - Size.RAIL
_NARROW = 320
"""The panel's width where the names need the room."""


class Roll(QWidget):
    """Types, checks in, removes. What goes wrong is told under the table and marked in its cell."""

    pasted = Signal()
    import_asked = Signal()

    def __init__(self, deeds: Deeds, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._deeds = deeds
        self._removing: Player | None = None
        self.model = PlayersModel(deeds.change, deeds.add, self)
        self.table = PlayersTable(self.model)
        self.overview = Overview()
        self.search = SearchField(mark("Find a player"), key="Ctrl+F")
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._closed = Notice(NoticeKind.INFO)
        self._notice = Notice(NoticeKind.DANGER)
        self._notice.hide()
        self._lay_out()
        self._listen()
        self.setFocusProxy(self.table)

    def _lay_out(self) -> None:
        self.search.setFixedWidth(260)
        self._closed.show_notice(
            NoticeKind.INFO,
            mark("The draw is published"),
            mark("Names can still be corrected. Nobody can be added or removed: undo the draw to change the list."),
        )
        inner = QVBoxLayout()
        inner.setContentsMargins(*([Size.PAGE_MARGIN] * 4))
        inner.setSpacing(12)
        inner.addLayout(row(TextLabel(mark("Players"), kind=Type.PAGE_TITLE), 4, self._count, None, self.search))
        inner.addWidget(self._closed)
        inner.addWidget(self.table, 1)
        inner.addWidget(self._notice)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(inner, 1)
        whole.addWidget(self.overview)

    def _listen(self) -> None:
        table = self.table
        self.model.refused.connect(self._show_problem)
        table.toggled.connect(self._deeds.toggle)
        table.removal_asked.connect(self._ask_removal)
        table.pasted.connect(self.pasted)
        table.finished.connect(self._finish)
        table.row_left.connect(self._row_left)
        table.escaped.connect(self._escape)
        table.installEventFilter(self)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        self.overview.import_asked.connect(self.import_asked)
        self.overview.all_here.connect(self._deeds.check_everybody_in)

    def show_view(self, view: View) -> None:
        """Show the players as they are now."""
        drawn = view.seating is not None
        self._closed.setVisible(drawn)
        self.model.show(view.players, view.state.present, is_open=not drawn)
        self.table.make_room(view.players.values())
        self.overview.show_view(view)
        self._show_count(len(view.players))
        if not self.table.currentIndex().isValid() and self.model.rowCount():
            self.table.stand(0, columns.FIRST_NAME)

    def leave(self) -> None:
        """Take what is half typed while its event is still open."""
        self.table.finish_editing()
        if self.model.drafting:
            self.model.finish_draft()
        self.begin()

    def begin(self) -> None:
        """Forget what belonged to another event."""
        self.search.clear()
        self.model.drop_draft()
        self._calm()

    def text(self) -> str:
        """What is told under the table now, empty if nothing."""
        return "" if self._notice.isHidden() else self._notice.text()

    def tell(self, text: Text) -> None:
        """Say what went wrong with something that is in no cell."""
        self._removing = None
        self._notice.show_notice(NoticeKind.DANGER, text)
        self._notice.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Esc answer the question whether to remove; Esc and Down leave the search."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if watched is self.search:
            return self._key_in_find(event)
        if self._removing is None:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._remove()
            return True
        self._calm()
        return event.key() == Qt.Key.Key_Escape

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panel go first."""
        super().resizeEvent(event)
        self.overview.setVisible(self.width() >= _PANEL_FROM)
        self.overview.setFixedWidth(Size.PANEL if self.width() >= _WIDE_FROM else _NARROW)

    def _key_in_find(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self.search.clear()
        elif event.key() not in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return False
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.stand(0, columns.FIRST_NAME)
        return True

    def _find(self, text: str) -> None:
        self.model.arrange(text)
        if self.model.rowCount():
            self.table.stand(0, columns.FIRST_NAME)
        self._show_count(self._deeds.count)

    def _show_count(self, count: int) -> None:
        shown = self.model.rowCount() - (self.model.draft_row >= 0)
        if self.search.text():
            self._count.set_text(mark("{shown} of {count} found", shown=shown, count=count))
        else:
            self._count.set_text(mark("Changes are saved as you leave a cell"))

    def _finish(self) -> None:
        if self.model.finish_draft():
            self.table.stand(self.model.draft_row, columns.FIRST_NAME)
        else:
            self.table.stand(self.model.draft_row, self.table.currentIndex().column())

    def _row_left(self, row_left: int) -> None:
        if row_left == self.model.draft_row and self.model.drafting:
            self.model.finish_draft()

    def _escape(self) -> None:
        if self.table.currentIndex().row() == self.model.draft_row and self.model.drafting:
            self.model.drop_draft()
        self.model.forgive()
        self._calm()

    def _ask_removal(self, number: int) -> None:
        player = self._deeds.player(number)
        refusal = self._deeds.removal_refusal()
        if refusal is not None:
            self.tell(refusal)
            return
        self._removing = player
        self._notice.show_notice(
            NoticeKind.WARN,
            mark("Remove {player} from the event?", player=player.name),
            mark("{yes} removes   {no} keeps the player", yes=Key("Return"), no=Key("Esc")),
        )
        self._notice.show()

    def _remove(self) -> None:
        player, at = self._removing, self.table.currentIndex()
        self._calm()
        if player is not None:
            problems = self._deeds.remove(player.number)
            if problems:
                self.tell(problems[0].text)
            self.table.stand(min(at.row(), self.model.rowCount() - 1), max(at.column(), columns.FIRST_NAME))

    def _show_problem(self, problem: Problem | None) -> None:
        if problem is None:
            self._calm()
        else:
            body = mark("{key} types again, {no} leaves it as it was", key=Key("F2"), no=Key("Esc"))
            self._notice.show_notice(NoticeKind.DANGER, problem.text, body)
            self._notice.show()

    def _calm(self) -> None:
        self._removing = None
        self._notice.show_notice(NoticeKind.DANGER, verbatim(""))
        self._notice.hide()
