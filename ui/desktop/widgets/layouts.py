"""Rows and columns of widgets, rows that wrap, and scroll areas.

One call arranges widgets, in the order in which the user sees them. For example::

    column(heading, row(name, None, close), stretched(self.table), margins=Size.PAGE_MARGIN, on=self)

Scroll areas are for contents that may not fit. Their background is transparent, and Tab does not stop at them.
They keep the control with the focus visible, with its label and its problem, until the user scrolls.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar, assert_never

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt, QTimer, qWarning
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import invalidate

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_LEVELS = 16
"""The most levels of widgets between a field and the window, with some to spare."""
Margins = int | tuple[int, int] | tuple[int, int, int, int]
"""All four; horizontal and vertical; or left, top, right, bottom. In pixels at 100 % scale."""


class Placed(NamedTuple):
    """A part of a row or column, with its share of the remaining space or its alignment."""

    part: QWidget | QLayout
    stretch: int = 0
    alignment: Qt.AlignmentFlag | None = None


Part = QWidget | QLayout | Placed | int | None
"""A widget, a layout, a gap in pixels, or None for a stretch."""


def stretched(part: QWidget | QLayout, share: int = 1) -> Placed:
    """``part`` with ``share`` of the remaining space."""
    return Placed(part, share)


def aligned(part: QWidget | QLayout, alignment: Qt.AlignmentFlag, share: int = 0) -> Placed:
    """``part`` in its preferred size, aligned in its space."""
    return Placed(part, share, alignment)


def row(
    *parts: Part, spacing: int = 8, margins: Margins = 0, centred: bool = True, on: QWidget | None = None
) -> QHBoxLayout:
    """Arrange ``parts`` in a row, as the layout of ``on`` if given.

    With ``centred``, widgets keep their preferred heights and are centred vertically; otherwise they fill the height.
    """
    if centred:
        parts = tuple(aligned(each, _MIDDLE) if isinstance(each, QWidget) else each for each in parts)
    return _filled(QHBoxLayout(), parts, spacing, margins, on)


def column(*parts: Part, spacing: int = 8, margins: Margins = 0, on: QWidget | None = None) -> QVBoxLayout:
    """Arrange ``parts`` in a column, as the layout of ``on`` if given."""
    return _filled(QVBoxLayout(), parts, spacing, margins, on)


def boxed(layout: QLayout) -> QWidget:
    """Return a widget that contains ``layout``, so that it can be shown and hidden as a whole."""
    holder = QWidget()
    holder.setLayout(layout)
    return holder


def set_margins(layout: QLayout, margins: Margins) -> None:
    """Set the margins of ``layout``."""
    if isinstance(margins, int):
        layout.setContentsMargins(margins, margins, margins, margins)
    elif len(margins) == 2:
        layout.setContentsMargins(*margins, *margins)
    else:
        layout.setContentsMargins(*margins)


def lay_out_now() -> None:
    """Lay out everything whose size changed now, so that it is painted only once.

    Qt passes a change of size up one level of widgets at a time, and may paint in between.
    """
    for _ in range(_LEVELS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


Box = TypeVar("Box", bound=QBoxLayout)


def _filled(box: Box, parts: Sequence[Part], spacing: int, margins: Margins, on: QWidget | None) -> Box:
    set_margins(box, margins)
    box.setSpacing(spacing)
    for part in parts:
        add(box, part)
    if on is not None:
        on.setLayout(box)
    return box


def add(box: QBoxLayout, part: Part) -> None:
    """Add ``part`` at the end of ``box``."""
    match part:
        case None:
            box.addStretch(1)
        case int():
            box.addSpacing(part)
        case QWidget():
            box.addWidget(part)
        case QLayout():
            box.addLayout(part)
            _forget_items(part)
        case Placed(inner, stretch, alignment):
            if isinstance(inner, QWidget):
                box.addWidget(inner, stretch, alignment or Qt.AlignmentFlag(0))
            else:
                box.addLayout(inner, stretch)
                _forget_items(inner)
                if alignment is not None:
                    box.setAlignment(inner, alignment)
        case _:
            assert_never(part)


def _forget_items(layout: QLayout) -> None:
    """Invalidate the Python objects of the items of ``layout`` and of the layouts in it.

    PySide creates a Python object for each item of a layout that is added to another, and keeps it after Qt has deleted
    the item. A widget that is then created at the same address would be returned as that object.
    """
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None:
            invalidate(item)


_ACROSS, _DOWN = 18, 6
"""Gap between two parts of a row, and between two rows, in pixels."""


_SHOWN_OR_HIDDEN = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)


class WrappedRow(QWidget):
    """A row of widgets that continues in a new row where the next widget does not fit. Hidden ones take no room."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[QWidget, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_parts(self, parts: Sequence[QWidget]) -> None:
        """Replace the parts. Earlier parts that are not among ``parts`` are deleted."""
        for part in self._parts:
            if part not in parts:
                part.hide()
                part.deleteLater()
        self._parts = tuple(parts)
        for part in self._parts:
            part.setParent(self)
            part.show()
            part.installEventFilter(self)
        self._place()
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the parts again when one is shown or hidden."""
        if event.type() in _SHOWN_OR_HIDDEN:
            self._place()
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @property
    def _seen(self) -> list[QWidget]:
        """The parts that are not hidden."""
        return [part for part in self._parts if not part.isHidden()]

    def hasHeightForWidth(self) -> bool:
        """Always true, because the number of rows depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows at this width."""
        return max((rect.bottom() + 1 for rect in self._rects(width)), default=0)

    def sizeHint(self) -> QSize:
        """The height of the rows at the current width."""
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(max(self.width(), 300)))

    def minimumSizeHint(self) -> QSize:
        """The width of the widest part."""
        wide = max((part.minimumSizeHint().width() for part in self._seen), default=0)
        return QSize(wide, self.heightForWidth(max(self.width(), wide)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts at the new width."""
        super().resizeEvent(event)
        self._place()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again when the text of one changes, or has changed while the row was not visible."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place()
            self.updateGeometry()
        return super().event(event)

    def _place(self) -> None:
        for part, rect in zip(self._seen, self._rects(self.width()), strict=True):
            part.setGeometry(rect)

    def _rects(self, width: int) -> list[QRect]:
        """The rectangles of the parts at ``width``, each vertically centred in its row."""
        rows: list[list[QRect]] = [[]]
        for part in self._seen:
            hint = part.sizeHint()
            wide = max(min(hint.width(), width), part.minimumSizeHint().width())
            left = rows[-1][-1].right() + 1 + _ACROSS if rows[-1] else 0
            if rows[-1] and left + wide > width:
                rows.append([])
                left = 0
            rows[-1].append(QRect(left, 0, wide, hint.height()))
        placed, top = [], 0
        for row in rows:
            high = max((rect.height() for rect in row), default=0)
            placed += [rect.translated(0, top + (high - rect.height()) // 2) for rect in row]
            top += high + _DOWN
        return placed


_LEAST = 72
"""Minimum height of a scroll area, in pixels."""
_DEEPEST = 5
"""How deeply the event filter of a scroll area may be called within itself. Two is usual."""
_AROUND = 8
"""Margin above and below a part that is scrolled into view, in pixels."""


class KeptInView(QWidget):
    """A field that is scrolled into view as a whole, with its label and its problem, when its editor has the focus."""


class Scrolled(QScrollArea):
    """A vertical scroll area around one widget, which has the width of the area."""

    def __init__(self, content: QWidget | None = None, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()  # for one made by Qt, PySide would first prepare all classes, to find its own
        self.setViewport(ground)
        ground.setAutoFillBackground(False)
        self._left = False
        """Whether the user scrolled since the focus moved."""
        self._within = 0
        """How deeply the event filter is called within itself now."""
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
        if self._within == _DEEPEST:  # endless recursion would crash, as it did under random keys
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
            self._soon.start()  # again, after parts that appear with the focus are laid out

    def _show_focus(self) -> None:
        """Scroll to the field with the focus, or to its editor if the field is too high; not if the editor is too."""
        content, focused = self.widget(), QApplication.focusWidget()
        if self._left or content is None or focused is None or not content.isAncestorOf(focused):
            return
        for part in (field_of(focused), focused):
            if part.height() <= self.viewport().height():
                bring_into_view(part)
                return


class FittedScroll(Scrolled):
    """A scroll area that is as high as its content, or lower if there is less space."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(content)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        """The size of the content."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), max(self._height_of_words(), content.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """The height of about one field, or that of the content if it is less."""
        return QSize(120, min(_LEAST, self.sizeHint().height()))

    def _height_of_words(self) -> int:
        content, width = self.widget(), self.viewport().width()
        assert content is not None
        return content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adapt to a new height of the content immediately, before an unnecessary scroll bar appears."""
        around = self.parentWidget()
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest and around is not None:
            self.updateGeometry()
            layout = around.layout()
            if layout is not None:
                layout.activate()
        return super().eventFilter(watched, event)


class ScrolledWords(FittedScroll):
    """A scroll area for text only. The content is as high as the text needs at the current width."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(content)
        self._whole = False

    def set_whole(self, whole: bool) -> None:
        """Set whether all of the text is in view, so that other parts have less space."""
        if whole != self._whole:
            self._whole = whole
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The size of the text."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), self._height_of_words())

    def minimumSizeHint(self) -> QSize:
        """The height of about one field; that of the text if all of it is in view."""
        least = super().minimumSizeHint()
        return QSize(least.width(), self.sizeHint().height()) if self._whole else least

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text at the new width, at which it has another height."""
        self._fit_content()
        super().resizeEvent(event)
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adapt the height of the content when its text changes."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._fit_content()
        return super().eventFilter(watched, event)

    def _fit_content(self) -> None:
        content = self.widget()
        if content is not None:
            content.setMinimumHeight(max(1, self._height_of_words()))


def field_of(control: QWidget) -> QWidget:
    """The field around ``control``, with its label and its problem, or ``control`` itself if there is none."""
    around = control.parentWidget()
    while around is not None and not around.isWindow() and not isinstance(around, QScrollArea):
        if isinstance(around, KeptInView):
            return around
        around = around.parentWidget()
    return control


def bring_into_view(widget: QWidget, rect: QRect | None = None) -> None:
    """Scroll all areas around ``widget`` so that its part ``rect`` is visible, by default the whole widget."""
    shown, around = rect or widget.rect(), widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and (content := around.widget()) is not None:
            middle = widget.mapTo(content, shown.center())
            around.ensureVisible(middle.x(), middle.y(), 0, shown.height() // 2 + _AROUND)
        around = around.parentWidget()
