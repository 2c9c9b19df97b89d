"""The Players page: the list, and in its place the preview while a list is imported."""

from functools import cached_property
from pathlib import Path

from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from tournament.event.player_import import Roster
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.use_cases import Changes
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import LIST_ENDINGS, choose_list
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.pages.players.columns import FIRST_NAME
from ui.desktop.pages.players.deeds import Deeds
from ui.desktop.pages.players.lists import read_file, read_pasted
from ui.desktop.pages.players.preview import Preview
from ui.desktop.pages.players.roll import Roll


class PlayersPage(QWidget):
    """A list comes from a file, by dropping one, or from the clipboard; nothing is added before it was seen."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._deeds = Deeds(controller)
        self._work: Work | None = None
        self.roll = Roll(self._deeds)
        self.bar = WorkBar()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.roll)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._stack, 1)
        self.bar.setContentsMargins(16, 8, 16, 0)
        self.setAcceptDrops(True)
        self._listen()
        self._opened()

    def _listen(self) -> None:
        self._controller.leaving.connect(self._leave)
        self._controller.opened.connect(self._opened)
        self._controller.changed.connect(self._changed)
        self._controller.navigation.players_import_wanted.connect(self.read)
        self.roll.pasted.connect(self._paste)
        self.roll.import_asked.connect(self._choose)
        for keys, act in (("Ctrl+I", self._choose), ("Ctrl+F", self._find)):
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    @cached_property
    def preview(self) -> Preview:
        """What a list would add; made with the first list."""
        made = Preview()
        made.another.connect(self._choose)
        made.confirmed.connect(self._add)
        made.cancelled.connect(self._back)
        self._stack.addWidget(made)
        return made

    def read(self, path: Path) -> None:
        """Read the list at ``path`` and show what it would add."""
        view = self._controller.view
        if view is None or (self._work is not None and self._work.running):
            return
        if view.seating is not None:
            self.roll.tell(mark("The draw is published: nobody can be added any more."))
            return
        existing = tuple(view.players.values())
        self._work = work = Work(lambda _step: read_file(path, existing))
        self.bar.follow(work, mark("Reading {name}", name=path.name))
        work.done.connect(self._show)
        work.failed.connect(self._unreadable)
        work.start()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one list; an event file is left to the window."""
        if self._dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read the list that was dropped."""
        path = self._dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.read(path)

    @staticmethod
    def _dropped(event: QDropEvent) -> Path | None:
        urls = event.mimeData().urls()
        path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
        return path if path is not None and path.suffix.lower() in LIST_ENDINGS else None

    def _opened(self) -> None:
        self.roll.begin()
        self._back()
        self._refresh()

    def _leave(self) -> None:
        if self._work is not None:
            self._work.cancel()
        self.roll.leave()
        self._back()

    def _changed(self, changes: Changes) -> None:
        if EVENT_STREAM in changes.streams:
            self._refresh()

    def _refresh(self) -> None:
        if self._controller.view is not None:
            self.roll.show_view(self._controller.view)

    def _choose(self) -> None:
        if self._controller.book.view.seating is not None:
            self.roll.tell(mark("The draw is published: nobody can be added any more."))
            return
        path = choose_list(self)
        if path is not None:
            self.read(path)

    def _paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        table = self.roll.table
        if not text.strip():
            return
        if "\t" not in text.strip("\n") and "\n" not in text.strip("\n"):
            self.roll.model.setData(table.currentIndex(), text.strip())
            return
        view = self._controller.book.view
        if view.seating is not None:
            self.roll.tell(mark("The draw is published: nobody can be added any more."))
            return
        roster = read_pasted(text, tuple(view.players.values()))
        if isinstance(roster, Roster):
            self._show(roster)
        else:
            self.roll.tell(roster)

    def _show(self, roster: Roster) -> None:
        self.preview.show_roster(roster)
        self._turn(self.preview)

    def _unreadable(self, error: Exception) -> None:
        from reports.readers import UnreadableTable

        if not isinstance(error, UnreadableTable):
            raise error
        if self._stack.currentWidget() is not self.roll:
            self.preview.panel.refuse(error.text)
        else:
            self.roll.tell(error.text)

    def _add(self) -> None:
        roster = self.preview.roster
        if roster is None:
            return
        before = self.roll.model.draft_row
        problems = self._deeds.add(*roster.players, source=roster.source)
        if problems:
            self.preview.panel.refuse(problems[0].text)
        else:
            self.roll.table.stand(max(before, 0), FIRST_NAME)
            self._back()

    def _back(self) -> None:
        self._turn(self.roll)

    def _turn(self, part: QWidget) -> None:
        self._stack.setCurrentWidget(part)
        self.setFocusProxy(part)
        if self.isVisible():
            part.setFocus()

    def _find(self) -> None:
        if self._stack.currentWidget() is self.roll:
            self.roll.search.setFocus()
            self.roll.search.selectAll()
