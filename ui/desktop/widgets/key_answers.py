"""Keys that a form handles before the line edit with the focus does."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ESCAPE = Qt.Key.Key_Escape
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down


def answer_keys(widget: QWidget, answers: Mapping[Qt.Key, Callable[[], object]]) -> None:
    """Call the function in ``answers`` for a key pressed in ``widget``. A held Esc calls it once."""
    widget.installEventFilter(_KeyAnswers(widget, answers))


class _KeyAnswers(QObject):
    def __init__(self, widget: QWidget, answers: Mapping[Qt.Key, Callable[[], object]]) -> None:
        super().__init__(widget)
        self._answers = answers

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        answer = self._answers.get(Qt.Key(event.key()))
        if answer is not None and not (event.isAutoRepeat() and event.key() == ESCAPE):
            answer()
        return answer is not None
