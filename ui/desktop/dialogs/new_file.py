"""The common part of the dialogs that create a new event file from another file."""

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QSizePolicy, QWidget

from tournament.language import Text, mark, verbatim
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_place
from ui.desktop.listening import listen
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, boxed, column, row, stretched

_WIDE, _ROUND = 860, 60
"""Preferred width, and the margin around it in which the window stays visible."""


class NewFileDialog(QDialog):
    """Works in another thread, one task at a time. Esc cancels it."""

    def __init__(
        self,
        controller: EventController,
        new: Path,
        make: Text,
        *,
        title: Text,
        list_title: Text,
        high: int,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translator.translate(title))
        self.controller, self.new = controller, new
        self._title = title
        self._work: Work | None = None
        self.place = ElidedLabel(verbatim(str(new)), kind=Type.DENSE)
        self.other = OutlineButton(mark("Other location…"), shortcut="Ctrl+D", icon="folder")
        self.bar = WorkBar()
        self.outcome = Notice(NoticeKind.INFO, boxed=False)
        self.told = QPlainTextEdit(readOnly=True)
        self.told.setTabChangesFocus(True)
        self.told.setAccessibleName(translator.translate(list_title))
        self.list = boxed(column(TextLabel(list_title, kind=Type.LABEL), self.told, spacing=6))
        self.list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.make = PrimaryButton(make, shortcut="Ctrl+Return")
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.other.clicked.connect(self._choose)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(high, window.height() - _ROUND))

    def lay_out(self, about: Text, source: tuple[Text, str], *parts: Part, buttons: Part) -> None:
        """Lay out the title, what the dialog does, the source and the new file, then ``parts`` and ``buttons``."""
        title = TextLabel(self._title, kind=Type.PANEL_TITLE)
        explained = TextLabel(about, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        read = ElidedLabel(verbatim(source[1]), kind=Type.DENSE)
        of = row(TextLabel(source[0], kind=Type.LABEL), stretched(read), spacing=12)
        to = row(TextLabel(mark("New file"), kind=Type.LABEL), stretched(self.place), self.other, spacing=12)
        column(title, explained, of, to, self.bar, self.outcome, *parts, buttons, spacing=12, margins=(16, 14), on=self)

    @property
    def busy(self) -> bool:
        """Whether a file is being read or written."""
        return self._work is not None

    def follow(self, work: Work, words: Text, done: Callable[[Any], None]) -> None:
        """Start ``work``; ``done`` gets its result."""
        self._work = work
        self.allow(False)
        self.bar.follow(work, words)
        listen(work.done, self, done)
        work.failed.connect(self.refuse)
        work.cancelled.connect(self.cancelled)
        work.ended.connect(self._ended)
        work.start()

    def allow(self, free: bool) -> None:
        """Enable or disable placing and creating the new file."""
        for button in (self.make, self.other):
            button.setEnabled(free)

    def refuse(self, error: Exception) -> None:
        """Show why the work failed."""
        raise NotImplementedError

    def cancelled(self) -> None:
        """Show what was done before the work was cancelled."""
        self.tell(NoticeKind.INFO, mark("Cancelled. Nothing was saved."))

    def ended(self) -> None:
        """Enable what can be done now."""
        self.allow(True)

    def show_new(self, new: Path) -> None:
        """Create the event in another place."""
        self.new = new
        self.place.set_text(verbatim(str(new)))

    def tell(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        """Show the result."""
        self.outcome.show_notice(kind, title, body)
        self.outcome.show()

    def tell_list(self, texts: Iterable[Text]) -> None:
        """Fill the list, a line per text."""
        self.told.setPlainText("\n".join(translator.translate(text) for text in texts))

    def open_new(self, _made: object) -> None:
        """Open the new event instead of the current one."""
        self.accept()
        self.controller.navigation.event_wanted.emit(self.new)

    def _choose(self) -> None:
        chosen = choose_place(self, self.new)
        if chosen is not None:
            self.show_new(chosen)
        self.make.setFocus()

    def _ended(self) -> None:
        self._work = None
        self.ended()

    def _end(self) -> None:
        """Cancel the current work."""
        if self._work is not None:
            self._work.cancel()


def free_path(path: Path) -> Path:
    """``path``, or a similar path that does not exist yet."""
    names = (f"{path.stem}{f' {number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    return next(place for name in names if not (place := path.with_name(name)).exists())
