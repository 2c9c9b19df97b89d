"""Where the focus of a page, or of a part of a page, goes."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget


class _FocusTarget(QObject):
    def __init__(self, whole: QWidget) -> None:
        super().__init__(whole)
        self.target: QWidget | None = None
        whole.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.target is not None and event.type() is QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.target.setFocus(event.reason())
        return False


def set_focus_target(whole: QWidget, target: QWidget) -> None:
    """Give ``target`` the focus whenever ``whole`` gets it. Another call replaces the target.

    Unlike with a focus proxy of Qt, Tab still stops at the widgets before ``target``.
    """
    passing = whole.findChild(_FocusTarget, options=Qt.FindChildOption.FindDirectChildrenOnly) or _FocusTarget(whole)
    passing.target = target
