"""Questions that Enter answers, and the guard that keeps a held or doubled Enter from answering them.

A question is answered by a fresh press: the key was released before, and the question has been visible long enough to
be read. Elsewhere only the repeated presses of a held key are ignored. Every other press counts, however quickly it
follows another: in a correction, Enter twice leaves winner and discarder as they are.
"""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QWidget
from shiboken6 import isValid

from tournament.language import Text
from ui.desktop.widgets.key_answers import ENTER
from ui.desktop.widgets.notice import Notice, NoticeKind

READING = 0.4
"""Seconds that a question must be visible before it can be answered."""


class Question(Notice):
    """A notice that is a question while its kind is WARN. It scrolls into view and knows since when it is visible."""

    in_view: ClassVar[WeakSet["Question"]] = WeakSet()
    clock: ClassVar[Callable[[], float]] = staticmethod(monotonic)
    """Returns seconds; tests replace it."""

    def __init__(self, kind: NoticeKind = NoticeKind.WARN, *, parent: QWidget | None = None) -> None:
        self._painted: float | None = None
        super().__init__(kind, parent=parent)

    def show_notice(self, kind: NoticeKind, title: Text | str, body: Text | str = "") -> None:
        """Change the question. The time to read it starts again."""
        if (kind, title, body) != self._shown:
            self._painted = None
            self._bring_into_view_soon()
        super().show_notice(kind, title, body)

    @property
    def asks(self) -> bool:
        """Whether Enter answers it now."""
        return self._kind is NoticeKind.WARN and self.isVisible()

    @property
    def unread(self) -> bool:
        """Whether it is a question that was not visible long enough to be read."""
        return self.asks and (self._painted is None or Question.clock() - self._painted < READING)

    def showEvent(self, event: QShowEvent) -> None:
        """Start the time to read it."""
        super().showEvent(event)
        self._painted = None
        Question.in_view.add(self)
        self._bring_into_view_soon()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop asking."""
        super().hideEvent(event)
        Question.in_view.discard(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Note when it became readable."""
        super().paintEvent(event)
        if self._painted is None:
            self._painted = Question.clock()

    def _bring_into_view_soon(self) -> None:
        """Scroll to the question after it was laid out."""
        QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if isinstance(around, QScrollArea) and self.isVisible():
            around.ensureWidgetVisible(self, 0, 8)


class EnterGuard(QObject):
    """Filters the keys of the widget with the focus before it gets them."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._watched: QWidget | None = None
        self._dropped: bool | None = None
        """Whether the current press is dropped; None before a press."""
        self._down = False
        app.focusChanged.connect(self._follow)
        self._follow(None, app.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = new
        if new is None:
            self._down = False  # another program gets the release of the key
        else:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drop a press of Enter that must not count."""
        if not isinstance(event, QKeyEvent) or Qt.Key(event.key()) not in ENTER:
            return False
        if event.type() is QEvent.Type.KeyRelease:
            if not event.isAutoRepeat():
                self._down, self._dropped = False, None
            return False
        if event.type() is QEvent.Type.ShortcutOverride:  # comes before the press, which a shortcut hides
            self._dropped = self._judge(event)
            if self._dropped:
                event.accept()
            return self._dropped
        if event.type() is not QEvent.Type.KeyPress:
            return False
        dropped = self._dropped if self._dropped is not None else self._judge(event)
        self._dropped = None
        return dropped or _only_a_shortcut(watched, event)

    def _judge(self, event: QKeyEvent) -> bool:
        """Whether to drop the current press."""
        held, self._down = self._down, True
        if event.isAutoRepeat():
            return True
        questions = [each for each in tuple(Question.in_view) if isValid(each) and each.asks]
        return any(each.unread for each in questions) or (held and bool(questions))


def _only_a_shortcut(watched: QObject, event: QKeyEvent) -> bool:
    """Whether this is Ctrl+Enter that no shortcut took because its button is disabled.

    A line edit would treat it as Enter.
    """
    return isinstance(watched, QLineEdit) and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def guard_enter() -> None:
    """Guard all windows of the application from now on. Further calls do nothing."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.findChild(EnterGuard) is None:
        EnterGuard(app)
