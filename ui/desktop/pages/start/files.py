"""The list of recently opened files."""

from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.pages.start.recent_row import RecentRow
from ui.desktop.recent import recent_files
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.cards import Rule
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column

SHOWN = 6
_PATIENCE, _LOOK = 5.0, 0.1
"""Seconds until a drive is said not to respond; and between two looks whether that is still to be known."""


class RecentFiles(QWidget):
    """A row for each file. Whether a file still exists is checked off the GUI thread: a network drive may be slow."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._looking = CurrentWork(self)
        self._looking.done.connect(self._show_missing)
        self.rows: list[RecentRow] = []
        self._rows = column(spacing=0)
        self._none = TextLabel(mark("No event has been opened on this computer yet."), tone=Tone.TEXT2, wrap=True)
        safe = mark("All data stays on this computer. An event is one file, saved after every entry.")
        column(
            TextLabel(mark("Recent"), kind=Type.PANEL_TITLE),
            12,
            Rule(strong=True),
            self._none,
            self._rows,
            14,
            TextLabel(safe, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True),
            None,
            spacing=0,
            margins=(3, 0),
            on=self,
        )
        for index in range(SHOWN):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{index + 1}"), self)
            shortcut.activated.connect(lambda index=index: self._press(index))
        controller.messages.event_refused.connect(self._refused)

    def set_top(self, top: int) -> None:
        """Leave ``top`` pixels free above the list."""
        self.setContentsMargins(0, top, 0, 0)

    def refresh(self) -> None:
        """Show the current list."""
        for row in self.rows:
            self._rows.removeWidget(row)
            row.deleteLater()
        self.rows = []
        navigation = self._controller.navigation
        for index, file in enumerate(recent_files()[:SHOWN]):
            made = RecentRow(file, f"Ctrl+{index + 1}")
            made.clicked.connect(lambda _checked=False, path=Path(file.path): navigation.event_wanted.emit(path))
            self._rows.addWidget(made)
            self.rows.append(made)
        self._none.setVisible(not self.rows)
        self._none.setContentsMargins(0, 16, 0, 0)
        self._find_missing()

    def _find_missing(self) -> None:
        paths = [row.file.path for row in self.rows]
        if paths:
            self._looking.start(Work(lambda step: _missing(paths, step)))

    def _show_missing(self, missing: dict[str, Text]) -> None:
        for row in self.rows:
            if row.file.path in missing:
                row.set_reason(missing[row.file.path])

    def _refused(self, path: Path, reason: Text) -> None:
        for row in self.rows:
            if row.file.path == str(path):
                row.set_reason(reason)

    def _press(self, index: int) -> None:
        if index < len(self.rows):
            self.rows[index].click()


def _missing(paths: list[str], step: Step) -> dict[str, Text]:
    """The reason why each missing file of ``paths`` cannot be opened.

    All are asked for at once, because a network drive that is away may take minutes to answer.
    """
    answers: SimpleQueue[tuple[str, Text | None]] = SimpleQueue()
    for name in paths:
        Thread(target=lambda name=name: answers.put((name, _reason(Path(name)))), daemon=True).start()
    found: dict[str, Text | None] = {}
    until = monotonic() + _PATIENCE
    while len(found) < len(paths) and (left := until - monotonic()) > 0:
        step(len(found), len(paths))
        with suppress(Empty):
            name, reason = answers.get(timeout=min(left, _LOOK))
            found[name] = reason
    silent = dict.fromkeys(set(paths) - found.keys(), mark("not found: the drive does not respond"))
    return {name: reason for name, reason in (found | silent).items() if reason is not None}


def _reason(path: Path) -> Text | None:
    """Why there is no file at ``path``; None if there is one."""
    try:
        if path.exists():
            return None
        anchor = Path(path.anchor)
        if path.anchor and not anchor.exists():
            return mark("not found: drive {drive} is not connected", drive=path.drive or path.anchor)
        if not path.parent.exists():
            return mark("not found: folder {folder} does not exist", folder=str(path.parent))
    except OSError as error:  # the drive is there and fails, or the folder may not be read
        return mark("not found: {reason}", reason=error.strerror or str(error))
    return mark("not found: moved, renamed or deleted")
