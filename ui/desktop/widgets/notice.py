"""A notice: what is right, doubtful or wrong, shown at the place it concerns and never in a dialog."""

from enum import Enum
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.announcing import announce
from ui.desktop.widgets.key_text import KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign


class NoticeKind(Enum):
    """How serious a notice is."""

    OK = (StatusIcon.DONE, "ok_soft")
    INFO = (StatusIcon.INFO, "surface2")
    WARN = (StatusIcon.ASKS, "warn_soft")
    DANGER = (StatusIcon.DIFFERS, "danger_soft")

    def __init__(self, sign: StatusIcon, ground: str) -> None:
        self.sign = sign
        """The sign before the text."""
        self.ground = ground
        """The colour of the box, by its name in the theme."""


class _Parts(NamedTuple):
    """What a notice with a text consists of."""

    sign: StatusSign
    title: TextLabel
    body: KeyText


class Notice(Accessible, QWidget):
    """A sign, a bold line in its tone, and below it what to do, with keys drawn as keys.

    It is announced when it appears or changes, a refusal or question at once. It is not announced when it becomes
    visible together with its page. Until it has a text it consists of nothing: most notices of a page never need one.
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
        self._shown: tuple[NoticeKind, Text | str, Text | str] | None = None
        self._to_announce = False
        self.title_is_told = False
        """True if the title is announced elsewhere, so that only the body is announced here."""
        self.show_notice(kind, title, body)

    @cached_property
    def _parts(self) -> _Parts:
        sign, title = StatusSign(self._kind.sign), TextLabel(kind=Type.DENSE_TOTAL, wrap=True)
        body = KeyText(kind=Type.CAPTION if self._boxed else Type.DENSE, tone=Tone.TEXT, wrap=True)
        row(
            aligned(sign, Qt.AlignmentFlag.AlignTop),
            stretched(column(title, body, spacing=2)),
            margins=(12, 11, 14, 12) if self._boxed else (0, 2),
            on=self,
        )
        translator.changed.connect(self._name)  # after the two, whose texts make the name
        return _Parts(sign, title, body)

    @property
    def _has_parts(self) -> bool:
        return "_parts" in vars(self)

    def show_notice(self, kind: NoticeKind, title: Text | str, body: Text | str = "") -> None:
        """Change the message."""
        if (kind, title, body) == self._shown:
            return
        self._kind, self._shown = kind, (kind, title, body)
        if title or body or self._has_parts:
            parts = self._parts
            parts.sign.set_status(kind.sign)
            parts.title.set_text(title)
            parts.title.set_tone(Tone.TEXT if kind is NoticeKind.INFO else kind.sign.tone)
            parts.body.set_text(body)
            parts.body.setVisible(bool(body))
            parts.body.set_tone(Tone.TEXT if self._boxed else Tone.TEXT2)
            self._name()
        if self.isVisible():
            self._announce_soon()
        self.update()

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
        """Announce it after the current event, when its text is final."""
        if not self._to_announce:
            self._to_announce = True
            QTimer.singleShot(0, self, self._announce)

    def _announce(self) -> None:
        self._to_announce = False
        if self.isVisible():
            text = self._parts.body.text() if self.title_is_told and self._has_parts else self.text()
            announce(self, text, assertive=self._kind in (NoticeKind.WARN, NoticeKind.DANGER))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, if it has one."""
        if self._boxed:
            border = theme.tokens.line if self._kind is NoticeKind.INFO else ""
            rect, fill = QRectF(self.rect()), getattr(theme.tokens, self._kind.ground)
            painting.box(painting.begin(self), rect, radius=Size.RADIUS, fill=fill, border=border)
