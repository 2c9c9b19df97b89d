"""Calls of a page to a store of people, in the background where they may take a while."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from tournament.event.problem import Refused
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.private_data import RegistrationChanged
from ui.desktop.listening import listen
from ui.desktop.long_work import Work

Found = TypeVar("Found")


class StoreCalls(QObject):
    """Makes the calls of a page, which is disabled while it waits, without blocking the window."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._working: Work | None = None
        self._focused: QWidget | None = None
        """What had the focus on the page when the call began."""

    def forget(self) -> None:
        """Ignore the answer that is awaited: another event was opened."""
        self._working = self._focused = None
        self._page.setEnabled(True)

    def ask(
        self,
        call: Callable[[], Found],
        then: Callable[[Found], None],
        failed: Callable[[Exception], None],
        *,
        in_background: bool,
    ) -> None:
        """Make ``call``, then call ``then`` with what it returns, or ``failed`` with what it raises."""
        if not in_background:
            try:
                found = call()
            except (Refused, RegistrationChanged, StoreUnavailable, StoreDamaged) as error:
                failed(error)
            else:
                then(found)
            return
        work = Work(lambda _step: call())
        self._working = work
        focused = QApplication.focusWidget()
        if focused is not None and self._page.isAncestorOf(focused):
            self._focused = focused
        self._page.setEnabled(False)  # which moves the focus elsewhere
        listen(work.done, self, lambda found: self._ended(work, lambda: then(found)))
        listen(work.failed, self, lambda error: self._ended(work, lambda: failed(error)))
        work.start()

    def _ended(self, work: Work, act: Callable[[], None]) -> None:
        """Go on with ``act``, unless another event was opened while ``work`` ran."""
        if self._working is not work:
            return
        self._working = None
        self._page.setEnabled(True)
        before, self._focused = self._focused, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        elif self._page.isVisible() and (before is not None or QApplication.focusWidget() is None):
            self._page.setFocus()
        act()
