"""Buttons that show their shortcut after the label."""

from math import ceil

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.keys import ENTER, draw_key, key_name, key_width
from ui.desktop.widgets.labels import plain_tooltip

_GAP = 10
"""Pixels between the label and the key."""
_ICON = 24
"""Width of an icon before the label, with its gap, in pixels."""
_MARGIN = 4.0


class OutlineButton(Accessible, QPushButton):
    """An outlined button.

    ``shortcut`` is shown, and clicks the button while it is visible and enabled. ``hint`` is only shown, for a key
    that the page itself handles. Both are in Qt's portable form. ``icon`` names a line icon drawn before the label.
    ``name`` is what screen readers say where the label does not distinguish the button from its neighbours.
    """

    accessible_role = Role.Button
    _kind = Type.NAME
    _keeps_key = False
    """Whether a lack of space cuts the label. Otherwise it hides the key."""

    def __init__(
        self,
        text: Text | str,
        *,
        shortcut: str = "",
        hint: str = "",
        icon: str = "",
        name: Text | str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text, self._key, self._icon, self._name = text, shortcut or hint, icon, name
        self._label = self._key_name = ""
        """The label and the name of the key, in the current language."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        if shortcut:
            bind(self, shortcut)
        translator.follow(self._retranslate)

    def set_text(self, text: Text | str, *, name: Text | str | None = None) -> None:
        """Change the label, and the ``name`` if one is given."""
        name = self._name if name is None else name
        if (text, name) != (self._text, self._name):
            self._text, self._name = text, name
            self._retranslate()

    def set_hint(self, hint: str) -> None:
        """Change the key that is shown, which the page handles; empty for none."""
        if hint != self._key:
            self._key = hint
            self._retranslate()

    @property
    def key(self) -> str:
        """The key that is shown, in Qt's portable form; empty for none."""
        return self._key

    def label(self) -> str:
        """The label in the current language."""
        return self._label

    def accessible_key(self) -> str:
        """The name of the key that is shown, in the current language."""
        return self._key_name

    def sizeHint(self) -> QSize:
        """Size of icon, label and shortcut."""
        return QSize(ceil(self._needs()) + 28, max(Size.BUTTON, self._kind.line + 14))

    def minimumSizeHint(self) -> QSize:
        """The size without the key: the label is never cut."""
        hint = self.sizeHint()
        return QSize(hint.width() - ceil(self._key_room()), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Click on Enter as Qt does on Space, but only once while the key is held."""
        if event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, label and shortcut."""
        painter = painting.begin(self)
        self._ground(painter, QRectF(self.rect()))
        self._paint_label(painter)

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        tokens = theme.tokens
        fill = tokens.surface if self.isEnabled() and not self.isDown() else tokens.surface2
        border, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        if self.underMouse() and self.isEnabled() and not self.hasFocus():
            border = tokens.line_strong
        painting.box(painter, rect, radius=Size.RADIUS, fill=fill, border=border, width=width)

    def _inks(self) -> tuple[str, str]:
        tokens = theme.tokens
        return (tokens.text, tokens.text3) if self.isEnabled() else (tokens.text3, tokens.text3)

    def _paint_label(self, painter: QPainter) -> None:
        (ink, key_ink), label, width, high = self._inks(), self.label(), self.width(), self.height()
        wide, key_room = painting.width_of(label, self._kind), self._key_room()
        icon_room = _ICON if self._icon else 0
        if icon_room + wide + key_room + 2 * _MARGIN > width and not self._keeps_key:
            key_room = 0.0
        left = self._left(icon_room + wide + key_room)
        if self._icon:
            icons.paint(painter, self._icon, QRectF(left, high / 2 - 8, 16, 16), ink)
            left += icon_room
        room = min(wide, width - left - _MARGIN - key_room)
        painting.words(painter, QRectF(left, 0, room, high), label, colour=ink, kind=self._kind)
        if key_room:
            self._paint_key(painter, left + room, key_ink)

    def _left(self, needed: float) -> float:
        return max((self.width() - needed) / 2, _MARGIN)

    def _paint_key(self, painter: QPainter, left: float, ink: str) -> None:
        rect = QRectF(left + _GAP + 1, 0.5, self.width(), self.height())
        painting.words(painter, rect, self._key_name, colour=ink, kind=Type.CAPTION, elide=False)

    def _key_room(self) -> float:
        return painting.width_of(self._key_name, Type.CAPTION) + _GAP if self._key else 0.0

    def _needs(self) -> float:
        return (_ICON if self._icon else 0) + painting.width_of(self.label(), self._kind) + self._key_room()

    def _retranslate(self) -> None:
        self._label = label = translator.translate(self._text)
        self._key_name = key_name(self._key) if self._key else ""
        self.setText(label.replace("&", "&&"))
        self.setAccessibleName(translator.translate(self._name) or label)
        self.updateGeometry()
        self.update()


class PrimaryButton(OutlineButton):
    """The main button of a page, drawn filled. Only one on a page may be :attr:`filled` at a time."""

    _kind = Type.TOTAL
    _filled = True

    @property
    def filled(self) -> bool:
        """Whether it is drawn filled, which a disabled one is not."""
        return self._filled and self.isEnabled()

    def set_filled(self, filled: bool) -> None:
        """Draw it filled, or as an :class:`OutlineButton` while another button is the main one."""
        if filled != self._filled:
            self._filled, self._kind = filled, Type.TOTAL if filled else Type.NAME
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Slightly larger than other buttons while it is the main one."""
        size = super().sizeHint()
        return QSize(size.width() + 12, size.height() + 4) if self._filled else size

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat a double click as one click: the second would answer the question that the first asked."""
        event.accept()

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        if not self.filled:
            super()._ground(painter, rect)
            return
        tokens = theme.tokens
        painting.box(painter, rect, radius=Size.RADIUS, fill=tokens.accent)
        if self.hasFocus():
            inner = rect.adjusted(2, 2, -2, -2)
            painting.box(painter, inner, radius=Size.RADIUS - 2, border=tokens.on_accent, width=1.5)

    def _inks(self) -> tuple[str, str]:
        return (theme.tokens.on_accent, theme.tokens.on_accent) if self.filled else super()._inks()


class LinkButton(OutlineButton):
    """A text with its key, without a frame: for links to pages, undo and so on. In a narrow window the text is cut."""

    _keeps_key = True

    def __init__(
        self,
        text: Text | str,
        *,
        shortcut: str = "",
        hint: str = "",
        icon: str = "",
        kind: Type = Type.DENSE,
        tone: Tone = Tone.ACCENT,
        parent: QWidget | None = None,
    ) -> None:
        self._kind, self._tone = kind, tone
        super().__init__(text, shortcut=shortcut, hint=hint, icon=icon, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_tone(self, tone: Tone) -> None:
        """Change the colour of the text."""
        if tone is not self._tone:
            self._tone = tone
            self.update()

    def set_icon(self, icon: str) -> None:
        """Change the icon."""
        if icon != self._icon:
            self._icon = icon
            self.update()

    def sizeHint(self) -> QSize:
        """Size of the text and the key."""
        return QSize(ceil(self._needs()) + 8, 26)

    def minimumSizeHint(self) -> QSize:
        """The width of a few letters and the key."""
        return QSize(min(self.sizeHint().width(), ceil(self._key_room()) + 90), 26)

    def changeEvent(self, event: QEvent) -> None:
        """Ask for the room of the key, which only an enabled link shows."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            self.updateGeometry()

    def _ground(self, painter: QPainter, rect: QRectF) -> None:
        if self.hasFocus():
            painting.box(painter, rect, radius=5, border=theme.tokens.accent, width=2)

    def _inks(self) -> tuple[str, str]:
        ink = (self._tone if self.isEnabled() else Tone.TEXT3).of(theme.tokens)
        return ink, ink

    def _left(self, needed: float) -> float:
        return _MARGIN

    def _paint_key(self, painter: QPainter, left: float, ink: str) -> None:
        draw_key(painter, QRectF(left + 9, 0, key_width(self._key_name), self.height()), self._key_name)

    def _key_room(self) -> float:
        return key_width(self._key_name) + _GAP if self._key and self.isEnabled() else 0.0

    def _retranslate(self) -> None:
        super()._retranslate()
        self.setToolTip(plain_tooltip(self.label()))


def bind(button: QPushButton, *sequences: str) -> QShortcut:
    """Make shortcuts click ``button`` while it is visible and enabled. Enter on the number pad counts as Return."""
    shortcut = QShortcut(button)
    keys = [QKeySequence(sequence) for sequence in sequences]
    pads = [sequence.removesuffix("Return") + "Enter" for sequence in sequences if sequence.endswith("Return")]
    keys += [QKeySequence(pad) for pad in pads]
    shortcut.setKeys(keys)
    shortcut.setAutoRepeat(False)
    shortcut.activated.connect(button.click)
    return shortcut
