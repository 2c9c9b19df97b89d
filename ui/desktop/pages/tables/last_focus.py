"""Where the user typed last on a page, as long as the same thing is typed there."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class LastFocus(QObject):
    """Remembers the widget of ``page`` that had the focus last, and what was typed there by ``typed``."""

    def __init__(self, page: QWidget, typed: Callable[[], object]) -> None:
        super().__init__(page)
        self._page, self._typed = page, typed
        self._last: QWidget | None = None
        self._there: object = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._remember)

    def widget(self) -> QWidget | None:
        """The widget to which the focus goes back; None if it is gone, or something else is typed now."""
        last = self._last
        there = last is not None and isValid(last) and last.isVisible() and last.isEnabled()
        return last if there and self._there == self._typed() else None

    def _remember(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._page.isAncestorOf(new):
            self._last, self._there = new, self._typed()
