"""The ways to an event, the same from every page: a new one, a file, the sample; and out of the open one."""

from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from tournament.office import Refused, StoreDamaged, StoreUnavailable
from ui.desktop.bootstrap import play_sample_event
from ui.desktop.desk import Desk
from ui.desktop.dialogs.files import choose_event
from ui.desktop.long_work import Step, Work, WorkBar


class Door(Enum):
    """What ``desk.event_wanted`` asks for, beside a Path; the value is the key in Qt's portable form."""

    NEW = "Ctrl+N"
    OPEN = "Ctrl+O"
    SAMPLE = "Ctrl+T"
    """On the first start only: in an open event a slip of the finger shall not lead to another one."""
    CLOSE = "Ctrl+W"


NEW_PAGE = "new"
"""Id of the page with the steps."""


class Doors(QObject):
    """Opens off the GUI thread. What was open stays open until the other one is read; a refusal is told in words."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self._work: Work | None = None
        self.bar = WorkBar()
        """What is on its way, and Cancel; for the window to place."""
        desk.event_wanted.connect(self.go)
        for door in (Door.OPEN, Door.CLOSE):
            shortcut = QShortcut(QKeySequence(door.value), window)
            shortcut.activated.connect(partial(self.go, door))

    def go(self, wanted: object) -> None:
        """Go through a :class:`Door`, or open the event file at a Path. Nothing happens while one is opened."""
        if self._work is not None:
            return
        match wanted:
            case Path():
                self._begin(lambda _step: wanted, mark("Opening {name}", name=wanted.name), wanted)
            case Door.NEW:
                self._desk.page_wanted.emit(NEW_PAGE)
            case Door.OPEN:
                self.go(choose_event(self._window, self._folder()))
            case Door.SAMPLE:
                self._begin(play_sample_event, mark("Playing the sample event"), None)
            case Door.CLOSE:
                self._desk.close()

    def _begin(self, find: Callable[[Step], Path], words: Text, path: Path | None) -> None:
        here = self._desk.book.place if self._desk.view is not None else ""
        if path is not None and here and path.resolve() == Path(here).resolve():
            self._desk.opened.emit()
            return
        self._work = work = Work(lambda step: self._desk.load(find(step)))
        self.bar.follow(work, words)
        work.done.connect(self._desk.take)
        work.failed.connect(partial(self._refuse, path))
        work.ended.connect(self._end)
        work.start()

    def _refuse(self, path: Path | None, error: Exception) -> None:
        match error:
            case StoreDamaged() | StoreUnavailable():
                text = error.text
            case Refused():
                text = error.problems[0].text
            case OSError():
                text = mark("“{path}” cannot be used: {reason}", path=error.filename or "", reason=error.strerror or "")
            case _:
                raise error
        self._desk.told.emit(text)
        if path is not None:
            self._desk.event_refused.emit(path, text)

    def _end(self) -> None:
        self._work = None

    def _folder(self) -> Path:
        return Path(self._desk.book.place).parent if self._desk.view is not None else user_documents_path()
