"""The base class of dialogs."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from ui.desktop.widgets.flash import flash_over
from ui.desktop.widgets.keys import ENTER, typed_character


class Dialog(QDialog):
    """A dialog in which it is seen when a key does nothing.

    It sees the keys that reach it because no widget in it took them, without an event filter: message boxes, which
    delete themselves in Qt while their keys are still on the way, are left as they are.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show that a letter, a digit or Enter did nothing; handle other keys like any dialog."""
        if typed_character(event) or (event.key() in ENTER and not self._has_default()):
            self.show_refused()
        super().keyPressEvent(event)

    def show_refused(self) -> None:
        """Colour the widget with the focus for a moment, or the whole dialog if none has it."""
        focused = QApplication.focusWidget()
        flash_over(focused if focused is not None and self.isAncestorOf(focused) else self)

    def _has_default(self) -> bool:
        """Whether Enter clicks a button wherever the focus is."""
        buttons = self.findChildren(QPushButton)
        return any(each.isDefault() and each.isVisible() and each.isEnabled() for each in buttons)
