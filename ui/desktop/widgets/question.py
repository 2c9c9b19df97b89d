"""Questions that Enter answers, and the one guard that keeps a held or doubled Enter from answering them.

A question is answered by a fresh press: the key was released before, and the question has been in view long enough to
be read. Nothing else in the window asks for more than the first half of that: a key that repeats by itself, and an
Enter straight behind an Enter, do nothing anywhere. So a doubled Enter behind a recorded hand goes no further.
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
"""Seconds for which a question is in view before it can be answered."""
DOUBLED = 0.3
"""Seconds within which an Enter behind an Enter is the same one."""
BOUNCED = 0.05
"""The same where Enter follows Enter on purpose: no hand is so quick, a worn key is."""
_FOLLOWS = "enterFollowsEnter"
_MODIFIERS = {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta}


class Question(Notice):
    """A notice that asks as long as it warns. It scrolls into view, and knows since when it can be read."""

    in_view: ClassVar[WeakSet["Question"]] = WeakSet()
    clock: ClassVar[Callable[[], float]] = staticmethod(monotonic)
    """Seconds; the tests have their own."""

    def __init__(self, kind: NoticeKind = NoticeKind.WARN, *, parent: QWidget | None = None) -> None:
        self._painted: float | None = None
        super().__init__(kind, parent=parent)

    def show_notice(self, kind: NoticeKind, title: Text | str, body: Text | str = "") -> None:
        """Ask something else: it is to be read again."""
        if (kind, title, body) != self._shown:
            self._painted = None
            self._bring_into_view_soon()
        super().show_notice(kind, title, body)

    @property
    def asks(self) -> bool:
        """Enter answers it now."""
        return self._kind is NoticeKind.WARN and self.isVisible()

    @property
    def unread(self) -> bool:
        """It asks, and could not be read yet."""
        return self.asks and (self._painted is None or Question.clock() - self._painted < READING)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to be read."""
        super().showEvent(event)
        self._painted = None
        Question.in_view.add(self)
        self._bring_into_view_soon()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no longer."""
        super().hideEvent(event)
        Question.in_view.discard(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """From now on it can be read."""
        super().paintEvent(event)
        if self._painted is None:
            self._painted = Question.clock()

    def _bring_into_view_soon(self) -> None:
        """When it has its place."""
        QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if isinstance(around, QScrollArea) and self.isVisible():
            around.ensureWidgetVisible(self, 0, 8)


def let_enter_follow(line: QLineEdit) -> None:
    """Enter on nothing means something in ``line``, one of several: it is pressed as quickly as any other key."""
    line.setProperty(_FOLLOWS, True)


class EnterGuard(QObject):
    """Watches the keys of whatever has the focus, before it sees them itself."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._watched: QWidget | None = None
        self._dropped: bool | None = None
        """What was made of the press under way; None before it."""
        self._last = float("-inf")
        """When Enter was pressed last with no other key since."""
        self._down = False
        app.focusChanged.connect(self._follow)
        self._follow(None, app.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = new
        if new is None:
            self._down = False  # another program sees the key come up
        else:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drop a press of Enter that was no answer."""
        if not isinstance(event, QKeyEvent):
            return False
        if Qt.Key(event.key()) not in ENTER:
            if event.type() is QEvent.Type.KeyPress and Qt.Key(event.key()) not in _MODIFIERS:
                self._last = float("-inf")
            return False
        if event.type() is QEvent.Type.KeyRelease:
            if not event.isAutoRepeat():
                self._down, self._dropped = False, None
            return False
        if event.type() is QEvent.Type.ShortcutOverride:  # before the press, of which a shortcut lets nothing be seen
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
        """Whether the press under way is to do nothing."""
        now, before = Question.clock(), self._last
        held, self._down, self._last = self._down, True, now
        follows = self._watched is not None and isValid(self._watched) and bool(self._watched.property(_FOLLOWS))
        if event.isAutoRepeat() or 0 <= now - before < (BOUNCED if follows else DOUBLED):
            return True
        questions = [each for each in tuple(Question.in_view) if isValid(each) and each.asks]
        return any(each.unread for each in questions) or (held and bool(questions))


def _only_a_shortcut(watched: QObject, event: QKeyEvent) -> bool:
    """Ctrl Enter that no shortcut took, its button being off: a line would take it for Enter."""
    return isinstance(watched, QLineEdit) and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def guard_enter() -> None:
    """Guard every window of the application, from the first call on."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.findChild(EnterGuard) is None:
        EnterGuard(app)
