"""Buttons with their shortcut inside, after the label."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.keys import key_name
from ui.desktop.speech import speech
from ui.desktop.theme import Shape, Type, icons, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.key_text import draw_key, key_width

_GAP = 10


class OutlineButton(QPushButton):
    """An outlined button.

    ``shortcut`` works while the button is in view and enabled, and is shown; ``hint`` is shown only, for a key that
    the page itself answers. Both in Qt's portable form. ``icon`` names a line icon drawn before the label.
    """

    _kind = Type.NAME

    def __init__(
        self, text: Text | str, *, shortcut: str = "", hint: str = "", icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text, self._key, self._icon = text, shortcut or hint, icon
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        if shortcut:
            bind(self, shortcut)
        speech.follow(self._speak)

    def set_text(self, text: Text | str) -> None:
        """Give it another label."""
        if text != self._text:
            self._text = text
            self._speak()

    def said(self) -> str:
        """The label in the current language."""
        return speech.say(self._text)

    def sizeHint(self) -> QSize:
        """Room for icon, label and shortcut."""
        return QSize(int(self._needs()) + 28, max(Shape.BUTTON, self._kind.line + 14))

    def minimumSizeHint(self) -> QSize:
        """Never cut a button."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, label and shortcut."""
        painter = painting.begin(self)
        self._ground(painter, QRectF(self.rect()))
        self._label(painter)

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        tokens = theme.tokens
        fill = tokens.surface if self.isEnabled() and not self.isDown() else tokens.surface2
        border, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        if self.underMouse() and self.isEnabled() and not self.hasFocus():
            border = tokens.line_strong
        painting.box(painter, rect, radius=Shape.RADIUS, fill=fill, border=border, width=width)

    def _inks(self) -> tuple[str, str]:
        tokens = theme.tokens
        return (tokens.text, tokens.text3) if self.isEnabled() else (tokens.text3, tokens.text3)

    def _label(self, painter: QPainter) -> None:
        ink, key_ink = self._inks()
        label = painting.width_of(self.said(), self._kind)
        left = (self.width() - self._needs()) / 2
        if self._icon:
            icons.paint(painter, self._icon, QRectF(left, self.height() / 2 - 8, 16, 16), ink)
            left += 24
        rect = QRectF(left, 0, label + 1, self.height())
        painting.words(painter, rect, self.said(), colour=ink, kind=self._kind, elide=False)
        if self._key:
            rect = QRectF(rect.right() + _GAP, 0.5, self.width(), self.height())
            painting.words(painter, rect, key_name(self._key), colour=key_ink, kind=Type.CAPTION, elide=False)

    def _needs(self) -> float:
        key = painting.width_of(key_name(self._key), Type.CAPTION) + _GAP if self._key else 0
        return (24 if self._icon else 0) + painting.width_of(self.said(), self._kind) + key

    def _speak(self) -> None:
        said = speech.say(self._text)
        self.setText(said.replace("&", "&&"))
        self.setAccessibleName(said)
        self.updateGeometry()
        self.update()


class PrimaryButton(OutlineButton):
    """The one filled button of a page."""

    _kind = Type.TOTAL

    def sizeHint(self) -> QSize:
        """A little higher than the others."""
        size = super().sizeHint()
        return QSize(size.width() + 12, size.height() + 4)

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        if not self.isEnabled():
            super()._ground(painter, rect)
            return
        tokens = theme.tokens
        painting.box(painter, rect, radius=Shape.RADIUS, fill=tokens.accent)
        if self.hasFocus():
            inner = rect.adjusted(2, 2, -2, -2)
            painting.box(painter, inner, radius=Shape.RADIUS - 2, border=tokens.on_accent, width=1.5)

    def _inks(self) -> tuple[str, str]:
        tokens = theme.tokens
        return (tokens.on_accent, tokens.on_accent) if self.isEnabled() else (tokens.text3, tokens.text3)


class LinkButton(OutlineButton):
    """Words in accent and the key in its box: goes to a page, undoes, opens."""

    _kind = Type.DENSE

    def sizeHint(self) -> QSize:
        """No more than the words and the key."""
        return QSize(int(self._needs()) + 8, 26)

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        if self.hasFocus():
            painting.box(painter, rect, radius=5, border=theme.tokens.accent, width=2)

    def _inks(self) -> tuple[str, str]:
        return (theme.tokens.accent, "") if self.isEnabled() else (theme.tokens.text3, "")

    def _label(self, painter: QPainter) -> None:
        ink = self._inks()[0]
        left = 4.0
        if self._icon:
            icons.paint(painter, self._icon, QRectF(left, self.height() / 2 - 8, 16, 16), ink)
            left += 24
        rect = QRectF(left, 0, painting.width_of(self.said(), self._kind) + 1, self.height())
        painting.words(painter, rect, self.said(), colour=ink, kind=self._kind, elide=False)
        if self._key:
            name = key_name(self._key)
            place = QRectF(rect.right() + 7, 0, key_width(name), self.height())
            draw_key(painter, place, name, enabled=self.isEnabled())

    def _needs(self) -> float:
        key = key_width(key_name(self._key)) + 8 if self._key else 0
        return (24 if self._icon else 0) + painting.width_of(self.said(), self._kind) + key


def bind(button: QPushButton, sequence: str) -> QShortcut:
    """Let a key press ``button`` while it is in view and enabled; Enter of the number pad counts as Return."""
    shortcut = QShortcut(button)
    keys = [QKeySequence(sequence)]
    if sequence.endswith("Return"):
        keys.append(QKeySequence(sequence.removesuffix("Return") + "Enter"))
    shortcut.setKeys(keys)
    shortcut.activated.connect(button.click)
    return shortcut
