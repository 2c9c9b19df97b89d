"""The frame of the window: rail, top bar, pages, status bar."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from tournament.language import Text
from ui.desktop.theme import icons, theme
from ui.desktop.widgets.rail import Rail, RailPage
from ui.desktop.widgets.status_bar import StatusBar
from ui.desktop.widgets.top_bar import TopBar

HISTORY = "history"
"""Key of the page that the status bar opens."""
_FRENCH_DIGITS = dict(zip("123456789", "&É\"'(-È_Ç", strict=True))
"""The same keys on a French keyboard, where digits need Shift: Alt and the key alone shall do."""
_TITLE = "Quatre Vents"


class Page(NamedTuple):
    """A page of the window, made when it is first shown."""

    key: str
    title: Text
    icon: str
    """Name of its line icon."""
    shortcut: str
    """In Qt's portable form; ``Alt+1`` to ``Alt+9`` for the rail."""
    make: Callable[[], QWidget]
    on_rail: bool = True
    """False for a page reached otherwise: the history, the first start."""


class Shell(QMainWindow):
    """Knows pages by their keys and nothing of what they show. A page's focus proxy gets the focus when it comes up."""

    page_shown = Signal(str)
    """The page of this key came into view."""
    help_asked = Signal(str)
    """F1, with the key of the page in view."""

    def __init__(self, pages: Sequence[Page], *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wear()
        theme.changed.connect(self._wear)
        self._pages = {page.key: page for page in pages}
        self._made: dict[str, QWidget] = {}
        self._current = ""
        self.top = TopBar()
        self.rail = Rail([RailPage(p.key, p.title, p.icon, p.shortcut) for p in pages if p.on_rail])
        self.status = StatusBar()
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self.setMinimumSize(1000, 640)
        self.resize(QSize(1440, 900))
        self.setWindowTitle(_TITLE)

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addWidget(self._stack, 1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addLayout(middle, 1)
        column.addWidget(self.status)
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.show_page)
        self.top.help_asked.connect(self._ask_help)
        if HISTORY in self._pages:
            self.status.history_asked.connect(partial(self.show_page, HISTORY))
        for page in self._pages.values():
            if page.shortcut:
                self._shortcut(_keys(page.shortcut), partial(self.show_page, page.key))
        self._shortcut([QKeySequence("F1")], self._ask_help)

    def _shortcut(self, keys: list[QKeySequence], act: Callable[[], None]) -> None:
        shortcut = QShortcut(self)
        shortcut.setKeys(keys)
        shortcut.activated.connect(act)

    @property
    def current(self) -> str:
        """Key of the page in view, empty before the first."""
        return self._current

    def page(self, key: str) -> QWidget:
        """Give the page of ``key``, made now if it was never shown; KeyError for an unknown key."""
        if key not in self._made:
            self._made[key] = self._pages[key].make()
            self._stack.addWidget(self._made[key])
        return self._made[key]

    def show_page(self, key: str) -> None:
        """Bring a page into view and give it the focus; KeyError for an unknown key."""
        page = self.page(key)
        self._stack.setCurrentWidget(page)
        self.rail.set_current(key)
        self.status.set_history_open(key == HISTORY)
        self._current = key
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.page_shown.emit(key)

    def set_frame_shown(self, shown: bool) -> None:
        """Show or hide rail, top bar and status bar: without an event there is nothing for them to say."""
        for part in (self.rail, self.top, self.status):
            part.setVisible(shown)

    def set_event_name(self, name: str) -> None:
        """Name the event in the top bar and the window's title; empty for none."""
        self.top.set_event_name(name)
        self.setWindowTitle(f"{name} – {_TITLE}" if name else _TITLE)

    def _ask_help(self) -> None:
        self.help_asked.emit(self._current)

    def _wear(self) -> None:
        self.setStyleSheet(theme.style_sheet)
        self.setWindowIcon(icons.window_icon(theme.tokens.accent))


def _keys(shortcut: str) -> list[QKeySequence]:
    keys = [QKeySequence(shortcut)]
    digit = shortcut.removeprefix("Alt+")
    if shortcut.startswith("Alt+") and digit in _FRENCH_DIGITS:
        keys.append(QKeySequence(f"Alt+{_FRENCH_DIGITS[digit]}"))
    return keys
