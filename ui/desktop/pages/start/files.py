"""The list of recently opened files."""

from pathlib import Path

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.start.recent_row import RecentRow
from ui.desktop.recent import recent_files
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column

SHOWN = 6


class RecentFiles(QWidget):
    """A row for each file. Whether a file still exists is checked off the GUI thread: a network drive may be slow."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._work: Work | None = None
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
            self._work = Work(lambda step: _missing(paths, step))
            self._work.done.connect(self._show_missing)
            self._work.start()

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
    """The reason why each missing file of ``paths`` cannot be opened."""
    found: dict[str, Text] = {}
    for index, name in enumerate(paths):
        step(index, len(paths))
        path = Path(name)
        if path.exists():
            continue
        anchor = Path(path.anchor)
        if path.anchor and not anchor.exists():
            found[name] = mark("not found: drive {drive} is not connected", drive=path.drive or path.anchor)
        elif not path.parent.exists():
            found[name] = mark("not found: folder {folder} does not exist", folder=str(path.parent))
        else:
            found[name] = mark("not found: moved, renamed or deleted")
    return found
