"""Cards and other surfaces: panels, notices, questions, and the empty state of a page.

A notice says what is right, doubtful or wrong, at the place that it concerns and never in a dialog.

A question is answered only by a new press of Enter, after it was visible long enough to be read (`key_router`).
"""

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from time import monotonic
from typing import ClassVar, NamedTuple
from weakref import WeakSet

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Tone, Type, restyle
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.keys import KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign

_UNBOUNDED = 1 << 20
_FRAME = 2
"""Sum of the border and the padding of a card in pixels: 1 and 1, or 2 and 0 when it is selected (style sheet)."""


class Card(QFrame):
    """A surface with a border.

    Selecting it changes its colour and makes the border two pixels wide, without moving its contents.
    """

    def __init__(
        self, *, quiet: bool = False, margins: tuple[int, int] = (20, 16), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("quiet", quiet)
        self.body = column(margins=(margins[0] - _FRAME, margins[1] - _FRAME), on=self)
        """The layout of its contents."""

    def set_selected(self, selected: bool) -> None:
        """Draw the card as selected, or not."""
        restyle(self, "selected", selected)


_EDGES = {
    Qt.Edge.LeftEdge: "left",
    Qt.Edge.TopEdge: "top",
    Qt.Edge.RightEdge: "right",
    Qt.Edge.BottomEdge: "bottom",
}
"""The values of the property ``edge``, in the order of Qt's margins."""


class EdgedSurface(QFrame):
    """A plain background with a line along one edge: a bar of the window, or a panel at its side.

    ``ground`` and ``line`` name colours of the theme for which the style sheet has rules.
    """

    def __init__(
        self, edge: Qt.Edge, *, ground: str = "surface", line: str = "line", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.set_edge(edge)
        self.setProperty("ground", ground)
        self.setProperty("line", line)

    def set_edge(self, edge: Qt.Edge) -> None:
        """Put the line along another edge."""
        restyle(self, "edge", _EDGES[edge])
        self.setContentsMargins(*(-1 if each is edge else 0 for each in _EDGES))  # −1: the line takes no room


class SidePanel(EdgedSurface):
    """A panel along the right edge of the window, with a line towards the page."""

    def __init__(self, *, width: int = Size.PANEL, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.LeftEdge, parent=parent)
        self._width, self._alone = width, False
        self.setFixedWidth(width)
        self.body = column(margins=(Size.PANEL_MARGIN, 16, Size.PANEL_MARGIN, Size.PANEL_MARGIN), on=self)
        """The layout of its contents."""

    def set_width(self, width: int) -> None:
        """Set the width of the panel beside the page."""
        self._width = width
        self._apply_width()

    def set_alone(self, alone: bool) -> None:
        """Let the panel fill the page while it is shown ``alone``; otherwise give it its width."""
        self._alone = alone
        self._apply_width()

    def _apply_width(self) -> None:
        if self._alone:
            self.setMinimumWidth(0)
            self.setMaximumWidth(_UNBOUNDED)
        else:
            self.setFixedWidth(self._width)


def ground(colour: str, parent: QWidget) -> QFrame:
    """A plain surface or line in ``colour``, for which the style sheet has a rule. The parent places it."""
    made = QFrame(parent)
    made.setProperty("ground", colour)
    return made


class Rule(Accessible, QFrame):
    """A line one pixel thick: horizontal, or vertical and 20 pixels high between the parts of a bar."""

    accessible_role = Role.Separator

    def __init__(self, *, upright: bool = False, strong: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._upright = upright
        self.setProperty("strong", strong)
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if upright else free, fixed)

    def sizeHint(self) -> QSize:
        """The size of the line."""
        return QSize(1, 20) if self._upright else QSize(1, 1)


class EmptyState(QWidget):
    """Shown when a page has no contents: a sentence that says what is missing, and a button that helps."""

    activated = Signal()

    def __init__(
        self, sentence: Text | str, button: Text | str, *, shortcut: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = sentence
        self._sentence = TextLabel(sentence, kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = OutlineButton(button, shortcut=shortcut)
        self.button.clicked.connect(self.activated)
        self.setFocusProxy(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(16)
        column.addStretch(1)
        column.addWidget(self._sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    @property
    def sentence(self) -> Text | str:
        """The sentence that is shown."""
        return self._words

    def set_sentence(self, sentence: Text | str) -> None:
        """Change the sentence."""
        self._words = sentence
        self._sentence.set_text(sentence)


class NoticeKind(Enum):
    """How serious a notice is."""

    OK = ("ok", StatusIcon.DONE)
    INFO = ("info", StatusIcon.INFO)
    WARN = ("warn", StatusIcon.ASKS)
    DANGER = ("danger", StatusIcon.DIFFERS)

    def __init__(self, style: str, sign: StatusIcon) -> None:
        self.style = style
        """The value of the property ``kind``, by which the style sheet colours the box."""
        self.sign = sign
        """The sign before the text."""


class _Parts(NamedTuple):
    """The widgets of a notice."""

    sign: StatusSign
    title: TextLabel
    body: KeyText


class Notice(Accessible, QFrame):
    """A sign, a bold title in its tone, and a text below that says what to do, with keys drawn as keys.

    It is announced when it appears or changes, and interrupts if it is a refusal or a question. It is not announced
    when it becomes visible together with its page. Its widgets are created with its first text: most notices never
    have one.
    """

    accessible_role = Role.AlertMessage

    def __init__(
        self,
        kind: NoticeKind,
        title: Text | str = "",
        body: Text | str = "",
        *,
        boxed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind, self._boxed = kind, boxed
        self.setProperty("boxed", boxed)
        self.setProperty("kind", kind.style)
        self._shown: tuple[NoticeKind, Text | str, Text | str] | None = None
        self._to_announce = False
        self.title_is_announced = False
        """Whether the title is announced elsewhere, so that only the body is announced here."""
        self.show_notice(kind, title, body)

    @cached_property
    def _parts(self) -> _Parts:
        sign, title = StatusSign(self._kind.sign), TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        body = KeyText(kind=Type.CAPTION if self._boxed else Type.DENSE, tone=Tone.TEXT, wrap=True)
        row(
            aligned(sign, Qt.AlignmentFlag.AlignTop),
            stretched(column(title, body, spacing=2)),
            margins=(11, 10, 13, 11) if self._boxed else (0, 2),
            on=self,
        )
        translator.changed.connect(self._name)  # connected after title and body, so that both are already translated
        return _Parts(sign, title, body)

    @property
    def _has_parts(self) -> bool:
        return "_parts" in vars(self)

    def show_notice(self, kind: NoticeKind, title: Text | str, body: Text | str = "") -> None:
        """Change the message."""
        if (kind, title, body) == self._shown:
            return
        self._kind, self._shown = kind, (kind, title, body)
        restyle(self, "kind", kind.style)
        if title or body or self._has_parts:
            parts = self._parts
            parts.sign.set_status(kind.sign)
            parts.title.set_text(title)
            parts.title.set_tone(Tone.TEXT if kind is NoticeKind.INFO else kind.sign.tone)
            parts.body.set_text(body)
            parts.body.setVisible(bool(parts.body.text()))  # a text may say nothing
            parts.body.set_tone(Tone.TEXT if self._boxed else Tone.TEXT2)
            self._name()
        if self.isVisible():
            self._announce_soon()

    def setVisible(self, visible: bool) -> None:
        """Announce the notice when it appears."""
        comes_up = visible and self.isHidden()
        super().setVisible(visible)
        if comes_up:
            self._announce_soon()

    def text(self) -> str:
        """The whole text on one line."""
        return f"{self._parts.title.text()} {self._parts.body.text()}".strip() if self._has_parts else ""

    def _name(self) -> None:
        self.setAccessibleName(self.text())

    def _announce_soon(self) -> None:
        """Announce the notice after the current event, when its text is final."""
        if not self._to_announce:
            self._to_announce = True
            QTimer.singleShot(0, self, self._announce)

    def _announce(self) -> None:
        self._to_announce = False
        if self.isVisible():
            text = self._parts.body.text() if self.title_is_announced and self._has_parts else self.text()
            announce(self, text, assertive=self._kind in (NoticeKind.WARN, NoticeKind.DANGER))


READING = 0.4
"""Seconds that a question must be visible before it can be answered."""


class Question(Notice):
    """A notice that is a question while its kind is WARN. It scrolls into view and notes since when it is visible."""

    in_view: ClassVar[WeakSet["Question"]] = WeakSet()
    clock: ClassVar[Callable[[], float]] = staticmethod(monotonic)
    """Returns seconds of the monotonic clock; tests replace it."""

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
        """Whether it is a question that is visible now."""
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
