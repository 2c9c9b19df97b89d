"""Keys pressed where the focus is, and what has it."""

from PySide6.QtGui import QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget


def focused() -> QWidget:
    """Whatever has the focus now."""
    QApplication.processEvents()
    if QApplication.activeWindow() is None:  # the offscreen platform forgets it when a window grows
        next(window for window in QApplication.topLevelWidgets() if window.isVisible()).activateWindow()
        QApplication.processEvents()
    target = QApplication.focusWidget()
    assert target is not None, "nothing has the focus"
    return target


def press(*sequences: str) -> None:
    """Press shortcuts or single keys in Qt's portable form: ``Ctrl+N``, ``Return``, ``Space``."""
    for sequence in sequences:
        QTest.keySequence(focused(), QKeySequence(sequence))
    QApplication.processEvents()


def type_words(text: str) -> None:
    """Type ``text``, key by key: the first one may open the line that takes the rest."""
    for character in text:
        QTest.keyClicks(focused(), character)


def compose_words(text: str) -> None:
    """Type ``text`` as an input method does, which Chinese is written with: no key of the board has its characters."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(focused(), event)
