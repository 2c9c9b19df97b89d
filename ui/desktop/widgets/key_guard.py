"""Which presses of keys do not count: some of Enter, and all that follow a refused key at once.

Presses of Enter: a question is answered only by a new one. The key was released before, and the question was visible
long enough to be read. Elsewhere only the repeated presses of a held key are ignored. Every other press counts, however
quickly it follows another: in a correction, pressing Enter twice keeps winner and discarder.

After a refused key: somebody who types without looking goes on typing, and what follows would answer other questions
than they think. So everything is ignored until Esc, Backspace, or a pause in which the refusal can be seen.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import Question
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.widgets.keys import ENTER, ESCAPE
from ui.desktop.widgets.layouts import field_of

PAUSE = 0.7
"""Seconds without a key after which keys count again."""
_MODIFIERS = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
)  # fmt: skip
_WITH_A_KEY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class KeyGuard(QObject):
    """Drops presses of keys that must not count, before the widget with the focus gets them."""

    refused = Signal()
    """A key was refused in the page."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._watched: QWidget | None = None
        self._dropped: bool | None = None
        """Whether the current press of Enter is dropped; None if that is not decided yet."""
        self._down = False
        self._page: QWidget | None = None
        """The page in which a key was refused, until keys count again."""
        self._say: Callable[[int], object] | None = None
        self._ignored = 0
        self._last = 0.0
        """When the refusal was shown, or the last key came after it."""
        app.focusChanged.connect(self._follow)
        self._follow(None, app.focusWidget())

    def refuse(self, page: QWidget, say: Callable[[int], object]) -> None:
        """Ignore keys in ``page`` from now on. ``say`` is called with their number whenever it grows."""
        self._page, self._say, self._ignored, self._last = page, say, 0, Question.clock()
        QTimer.singleShot(0, self, self._begin)
        self.refused.emit()

    def count_again(self) -> None:
        """Let keys count again."""
        self._page = self._say = None

    def _begin(self) -> None:
        self._last = Question.clock()  # the refusal is on screen now
        flash(QApplication.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        # Only the widget with the focus is filtered. A filter of the application would call Python for every event.
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = new
        if new is None:
            self._down = False  # the key is then released in another program
        else:
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drop a press that must not count."""
        if not isinstance(event, QKeyEvent):
            return False
        if self._page is not None and self._is_ignored(watched, event):
            return True
        if Qt.Key(event.key()) not in ENTER:
            return False
        if event.type() is QEvent.Type.KeyRelease:
            if not event.isAutoRepeat():
                self._down, self._dropped = False, None
            return False
        if event.type() is QEvent.Type.ShortcutOverride:  # before the press, which a shortcut would hide
            self._dropped = self._judge(event)
            if self._dropped:
                event.accept()
            return self._dropped
        if event.type() is not QEvent.Type.KeyPress:
            return False
        dropped = self._dropped if self._dropped is not None else self._judge(event)
        self._dropped = None
        return dropped or _only_a_shortcut(watched, event)

    def _is_ignored(self, watched: QObject, event: QKeyEvent) -> bool:
        """Whether this press follows a refused key too soon, or is held since. One that counts ends the pause."""
        page, kind, key = self._page, event.type(), Qt.Key(event.key())
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or key in _MODIFIERS:
            return False
        elsewhere = (
            page is None or not isValid(page) or not isinstance(watched, QWidget) or not page.isAncestorOf(watched)
        )
        undoes = key in (ESCAPE, Qt.Key.Key_Backspace) and not event.isAutoRepeat()
        leads_away = bool(event.modifiers() & _WITH_A_KEY) and key not in ENTER
        if elsewhere or undoes or leads_away or Question.clock() - self._last >= PAUSE:
            self.count_again()
            return False
        if kind is QEvent.Type.ShortcutOverride:
            event.accept()  # it is no shortcut either; its press follows
            return True
        self._last = Question.clock()
        if not event.isAutoRepeat():
            self._ignored += 1
            flash(watched if isinstance(watched, QWidget) else None)
            if self._say is not None:
                self._say(self._ignored)
        return True

    def _judge(self, event: QKeyEvent) -> bool:
        """Return whether to drop this press of Enter, and note that the key is down."""
        held, self._down = self._down, True
        if event.isAutoRepeat():
            return True
        if reason_unread():
            return True
        questions = [each for each in tuple(Question.in_view) if isValid(each) and each.asks]
        return any(each.unread for each in questions) or (held and bool(questions))


_FLASH = 250
"""Milliseconds for which a refused field is coloured."""


class _Flash(QWidget):
    """Colours a field for a moment. It takes neither the focus nor the mouse, and moves nothing."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._end = QTimer(self, interval=_FLASH, singleShot=True)
        self._end.timeout.connect(self.hide)

    def begin(self, field: QWidget) -> None:
        """Show it over all of ``field``, for a full moment from now."""
        self.setGeometry(field.rect())
        self.raise_()
        self.show()
        self._end.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the field, so that what is written in it can still be read."""
        colour = QColor(theme.tokens.danger)
        colour.setAlpha(90)
        painter = painting.begin(self)
        painting.box(painter, QRectF(self.rect()), radius=Size.RADIUS, fill=colour.name(QColor.NameFormat.HexArgb))


def flash(field: QWidget | None) -> None:
    """Colour ``field`` for a moment, so that a refused key is seen without reading."""
    frame = field.property("ringFrame") or field if field is not None else None
    if isinstance(frame, QWidget) and isinstance(field, QLineEdit):
        found = frame.findChild(_Flash, options=Qt.FindChildOption.FindDirectChildrenOnly)
        (found or _Flash(frame)).begin(frame)


def reason_unread() -> bool:
    """Whether the focus is in a field for a reason that nobody can have noticed yet."""
    focused = QApplication.focusWidget()
    field = field_of(focused) if focused is not None else None
    return isinstance(field, LabeledField) and field.unread


def _only_a_shortcut(watched: QObject, event: QKeyEvent) -> bool:
    """Whether this is Ctrl+Enter in a line edit, not handled by a shortcut because its button is disabled.

    A line edit would treat it as Enter.
    """
    return isinstance(watched, QLineEdit) and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def key_guard() -> KeyGuard | None:
    """Return the guard of the application, which is made by the first call; None without an application."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return None
    return app.findChild(KeyGuard) or KeyGuard(app)
