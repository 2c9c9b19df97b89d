"""Scroll areas for contents that may be larger than their place. Their background is transparent and Tab skips them.

They keep the control with the focus in view, with its label and its problem, until the user scrolls away from it.
"""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, qWarning
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget

from ui.desktop.widgets.fields import LabeledField

_LEAST = 72
"""Minimum height of a scroll area."""
_DEEPEST = 5
"""How often the event filter of a scroll area may be called within itself; two is usual."""
_AROUND = 8
"""Margin above and below what is scrolled into view."""


class Scrolled(QScrollArea):
    """Shows one widget at its own width and scrolls vertically."""

    def __init__(self, content: QWidget | None = None, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self._left = False
        """Whether the user scrolled since the focus moved."""
        self._within = 0
        """How often the event filter is being called."""
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._show_focus)
        self.verticalScrollBar().actionTriggered.connect(self._leave_focus)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        if content is not None:
            self.set_content(content)

    def set_content(self, content: QWidget) -> None:
        """Replace the content."""
        self.setWidget(content)
        content.setAutoFillBackground(False)  # setWidget turned it on

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the focus in view."""
        super().resizeEvent(event)
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the focus in view when the content grows."""
        if watched is self.widget() and event.type() is QEvent.Type.Resize:
            self._soon.start()
        if self._within == _DEEPEST:  # otherwise it ends the program, as it once did under random keys
            qWarning(f"the event filter of {self!r} was called within itself, for {event!r} of {watched!r}")
            return False
        self._within += 1
        try:
            return super().eventFilter(watched, event)
        finally:
            self._within -= 1

    def _leave_focus(self) -> None:
        self._left = True

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        content = self.widget()
        if new is not None and content is not None and content.isAncestorOf(new):
            self._left = False
            self._show_focus()
            self._soon.start()  # what appears with the focus is laid out first

    def _show_focus(self) -> None:
        """Scroll to the field with the focus, unless it is higher than its place: then it shows its own current row."""
        content, focused = self.widget(), QApplication.focusWidget()
        if self._left or content is None or focused is None or not content.isAncestorOf(focused):
            return
        for part in (field_of(focused), focused):
            if part.height() <= self.viewport().height():
                bring_into_view(part)
                return


class FittedScroll(Scrolled):
    """A scroll area that is no higher than its content, and lower if there is less space."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(content)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        """The size of the content."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), max(self._height_of_words(), content.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """The height of a field, or of the content if it is lower."""
        return QSize(120, min(_LEAST, self.sizeHint().height()))

    def _height_of_words(self) -> int:
        content, width = self.widget(), self.viewport().width()
        assert content is not None
        return content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the height of the content at once, before an unnecessary scroll bar appears."""
        around = self.parentWidget()
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest and around is not None:
            self.updateGeometry()
            layout = around.layout()
            if layout is not None:
                layout.activate()
        return super().eventFilter(watched, event)


class ScrolledWords(FittedScroll):
    """A scroll area for text only: the content is as high as the text at the current width."""

    def sizeHint(self) -> QSize:
        """The size of the text."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), self._height_of_words())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text at the new width."""
        self._fit_content()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the changed text."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._fit_content()
        return super().eventFilter(watched, event)

    def _fit_content(self) -> None:
        content = self.widget()
        if content is not None:
            content.setMinimumHeight(max(1, self._height_of_words()))


def field_of(control: QWidget) -> QWidget:
    """The field that ``control`` is the editor of, with its label and its problem; otherwise the control itself."""
    around = control.parentWidget()
    while around is not None and not around.isWindow() and not isinstance(around, QScrollArea):
        if isinstance(around, LabeledField):
            return around
        around = around.parentWidget()
    return control


def bring_into_view(widget: QWidget, rect: QRect | None = None) -> None:
    """Scroll all scroll areas around ``widget`` so that ``rect`` of it is visible, by default all of it."""
    shown, around = rect or widget.rect(), widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and (content := around.widget()) is not None:
            middle = widget.mapTo(content, shown.center())
            around.ensureVisible(middle.x(), middle.y(), 0, shown.height() // 2 + _AROUND)
        around = around.parentWidget()
