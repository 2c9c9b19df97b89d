"""The one way of a key: :data:`STAGES` says in which order it is decided what a key does in the widget with the focus.

Presses of Enter: a question is answered only by a new one. The key was released before, and the question was visible
long enough to be read. Elsewhere only the repeated presses of a held key are ignored. Every other press counts, however
quickly it follows another: in a correction, pressing Enter twice keeps winner and discarder.

After a refused key: somebody who types without looking goes on typing, and what follows would answer other questions
than they think. So everything is ignored until Esc, Backspace, or a pause in which the refusal can be seen.
"""

import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from ui.desktop.widgets.cards import Question
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.flash import flash, flash_over
from ui.desktop.widgets.keys import ENTER, ESCAPE, DigitMeaning, KeyMeanings, known_keys
from ui.desktop.widgets.layouts import field_of
from ui.entry.keyboard_digits import digit_place

_ON_X11 = tuple(Qt.Modifier.CTRL | key for key in (Qt.Key.Key_E, Qt.Key.Key_K, Qt.Key.Key_U))
"""Editing keys that Qt's line edits handle only on X11: move to the end, delete to the end, delete all."""
_PAD = {
    Qt.Key.Key_Insert: "0", Qt.Key.Key_End: "1", Qt.Key.Key_Down: "2", Qt.Key.Key_PageDown: "3", Qt.Key.Key_Left: "4",
    Qt.Key.Key_Clear: "5", Qt.Key.Key_Right: "6", Qt.Key.Key_Home: "7", Qt.Key.Key_Up: "8", Qt.Key.Key_PageUp: "9",
}  # fmt: skip
"""The digits of the number pad without Num Lock. Not used on a Mac, where all arrows count as keys of the pad."""
_PLAIN = Qt.KeyboardModifier.NoModifier
_ON_PAD = Qt.KeyboardModifier.KeypadModifier
PAUSE = 0.7
"""Seconds without a key after which keys count again."""
_MODIFIERS = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
)  # fmt: skip
_WITH_A_KEY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class KeyRouter(QObject):
    """Passes each key of the widget with the focus through the stages, before the widget gets it."""

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

    @property
    def pauses(self) -> bool:
        """Whether keys are ignored now, after a refused one."""
        return self._page is not None and Question.clock() - self._last < PAUSE

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
        """Pass a key through its stages until one takes it."""
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        key = _PressedKey(watched, known_keys(watched), event)
        return any(stage.takes(self, key) for stage in STAGES.get(event.type(), ()))

    def drop_repeated(self, key: "_PressedKey") -> bool:
        """Drop what follows a refused key too soon, and a press of Enter that must not count."""
        event, kind = key.event, key.event.type()
        if self._page is not None and self._is_ignored(key.widget, event):
            return True
        if Qt.Key(event.key()) not in ENTER:
            return False
        if kind is QEvent.Type.KeyRelease:
            if not event.isAutoRepeat():
                self._down, self._dropped = False, None
            return False
        if kind is QEvent.Type.ShortcutOverride:  # before the press, which a shortcut would hide
            self._dropped = self._judge(event)
            if self._dropped:
                event.accept()
            return self._dropped
        dropped = self._dropped if self._dropped is not None else self._judge(event)
        self._dropped = None
        return dropped or _only_a_shortcut(key.widget, event)

    def _is_ignored(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Whether this press follows a refused key too soon, or is held since. One that counts ends the pause."""
        page, kind, key = self._page, event.type(), Qt.Key(event.key())
        if kind is QEvent.Type.KeyRelease or key in _MODIFIERS:
            return False
        elsewhere = page is None or not isValid(page) or not page.isAncestorOf(watched)
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
            flash(watched)
            if self._say is not None:
                self._say(self._ignored)
        return True

    def _judge(self, event: QKeyEvent) -> bool:
        """Return whether to drop this press of Enter, and note that the key is down."""
        held, self._down = self._down, True
        if event.isAutoRepeat():
            return True
        questions = [each for each in tuple(Question.in_view) if isValid(each) and each.asks]
        if reason_unread() or any(each.unread for each in questions) or (held and bool(questions)):
            flash(QApplication.focusWidget())  # the press is seen to be dropped
            for each in questions:
                flash_over(each)
            return True
        return False


class _PressedKey(NamedTuple):
    """A key on its way."""

    widget: QWidget
    meant: KeyMeanings | None
    """What keys mean in the widget; None if it has no keys of its own."""
    event: QKeyEvent


class KeyStage(NamedTuple):
    """One place where a key may be taken."""

    name: str
    takes: Callable[[KeyRouter, _PressedKey], bool]
    """Whether the key goes no further."""


def _leave_to_shortcuts(_router: KeyRouter, key: _PressedKey) -> bool:
    """Leave keys to shortcuts of the page: undo and redo without effect, and keys that edit text only on X11."""
    line, event = key.widget, key.event
    if not isinstance(line, QLineEdit) or key.meant is None:
        return False
    undo, redo = event.matches(QKeySequence.StandardKey.Undo), event.matches(QKeySequence.StandardKey.Redo)
    left = key.meant.digits is not None  # a few digits are quicker to type again than to undo one by one
    undo = undo and (left or not line.isUndoAvailable())
    redo = redo and (left or not line.isRedoAvailable())
    if undo or redo or (isinstance(line, TextField) and event.keyCombination() in _ON_X11):
        event.ignore()
        return True
    return False


def _read_digit(_router: KeyRouter, key: _PressedKey) -> bool:
    """Read the key as a digit in a field for digits. Then the widget gets another event, which has that text."""
    line, event = key.widget, key.event
    if key.meant is None or key.meant.digits is None or not isinstance(line, QLineEdit):
        return False
    typed = _digit_read(line, event, key.meant.digits)
    if typed == event.text():
        return False
    # The new event passes all stages as well, this one unchanged, because its text is the digit already.
    QApplication.sendEvent(line, QKeyEvent(QEvent.Type.KeyPress, Qt.Key(ord(typed)), _PLAIN, typed))
    return True


def _digit_read(line: QLineEdit, event: QKeyEvent, meaning: DigitMeaning) -> str:
    character, held = event.text(), event.modifiers()
    if held == _ON_PAD and sys.platform != "darwin":
        return character or _PAD.get(Qt.Key(event.key()), "")
    if held != _PLAIN or len(character) != 1 or not character.isprintable():
        return character
    return meaning(character, digit_place(sys.platform, event.nativeScanCode(), event.nativeVirtualKey()), line)


def _press_page(_router: KeyRouter, key: _PressedKey) -> bool:
    """Do what the key means on the page or in the form, whatever the field has."""
    return key.meant is not None and key.meant.page is not None and key.meant.page(key.event)


def _answer_form(_router: KeyRouter, key: _PressedKey) -> bool:
    """Call the function of a key that leaves or completes the form, or moves in it; for a held Esc only once."""
    answer = key.meant.answers.get(Qt.Key(key.event.key())) if key.meant is not None else None
    if answer is not None and not (key.event.isAutoRepeat() and key.event.key() == ESCAPE):
        answer()
    return answer is not None


def _erase_field(_router: KeyRouter, key: _PressedKey) -> bool:
    """Backspace in an empty field removes its answer. A held Backspace empties one field only."""
    line, erased = key.widget, key.meant.erased if key.meant is not None else None
    backspace = key.event.key() == Qt.Key.Key_Backspace and not key.event.isAutoRepeat()
    if backspace and erased is not None and isinstance(line, QLineEdit) and not line.text():
        erased()
    return False


_REPEAT = KeyStage("repeat", KeyRouter.drop_repeated)
STAGES: Mapping[QEvent.Type, tuple[KeyStage, ...]] = {
    QEvent.Type.ShortcutOverride: (
        _REPEAT,
        KeyStage("shortcut", _leave_to_shortcuts),
    ),
    QEvent.Type.KeyPress: (
        _REPEAT,
        KeyStage("digit", _read_digit),
        KeyStage("page", _press_page),
        KeyStage("form", _answer_form),
        KeyStage("field", _erase_field),
    ),
    QEvent.Type.KeyRelease: (_REPEAT,),
}
"""Where a key may be taken, in this order. What no stage takes, the widget gets, then the widgets around it."""


def reason_unread() -> bool:
    """Whether the focus is in a field for a reason that nobody can have noticed yet."""
    focused = QApplication.focusWidget()
    field = field_of(focused) if focused is not None else None
    return isinstance(field, LabeledField) and field.unread


def _only_a_shortcut(watched: QWidget, event: QKeyEvent) -> bool:
    """Whether this is Ctrl+Enter in a line edit, not handled by a shortcut because its button is disabled.

    A line edit would treat it as Enter.
    """
    return isinstance(watched, QLineEdit) and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def key_router() -> KeyRouter | None:
    """Return the router of the application, which is made by the first call; None without an application."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return None
    return app.findChild(KeyRouter) or KeyRouter(app)
