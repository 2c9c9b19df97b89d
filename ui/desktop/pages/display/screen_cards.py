"""A card for each screen of the hall: a live picture, name and monitor, contents and state."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, listed, mark
from ui.desktop.display.hall_controller import ScreenCondition
from ui.desktop.theme import Size, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem
from ui.desktop.widgets.choices import PaintedChoices
from ui.desktop.widgets.layouts import bring_into_view

PICTURE = QSize(176, 99)
_HIGH, _BETWEEN, _EDGE = 136, 8, 11
_LEAST_WIDE = 340
_LINES = (20, 18, 18, 18, 18, 22)
"""Heights: name, monitor, contents, current page, browsers, state."""


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """The texts of a card."""

    name: str
    monitor: Text | str
    contents: Text
    shown: Text | None
    """What the screen shows now; None while it is closed."""
    condition: ScreenCondition
    browsers: Text | None = None
    """Which browsers show it, if any do or did."""
    held: bool = False
    message: bool = False


class ScreenCards(PaintedChoices):
    """Cards in a column. Up, Down, Home, End and clicks choose."""

    chosen = Signal(str)
    """The user chose the screen with this name."""
    pressed = Signal(int)
    """A key for the chosen screen (Qt.Key): Return, Space, PgUp, PgDown or Delete."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ScreenRow, ...] = ()
        self._pictures: dict[str, QImage] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ring", False)
        translator.follow(self._retranslate)

    @property
    def current(self) -> str:
        """Name of the chosen screen; empty if there is none."""
        return self._rows[self._index].name if 0 <= self._index < len(self._rows) else ""

    @property
    def rows(self) -> tuple[ScreenRow, ...]:
        """The current rows."""
        return self._rows

    def show_rows(self, rows: Sequence[ScreenRow]) -> None:
        """Show these screens.

        The chosen one stays chosen if it still exists, otherwise the one in its place is chosen.
        """
        if tuple(rows) == self._rows:
            return
        name, count = self.current, len(self._rows)
        self._rows = tuple(rows)
        places = {row.name: index for index, row in enumerate(self._rows)}
        self._index = places.get(name, min(max(self._index, 0), len(self._rows) - 1))
        for gone in self._pictures.keys() - {row.name for row in rows if row.shown is not None}:
            del self._pictures[gone]
        if len(self._rows) != count:
            self.updateGeometry()
        self.update()
        self.item_changed(self._index)

    def set_current(self, name: str) -> None:
        """Choose without emitting ``chosen``. Does nothing if no screen has this name."""
        found = next((index for index, row in enumerate(self._rows) if row.name == name), None)
        if found is not None:
            self._index = found
            self.update()

    @property
    def picture_points(self) -> int:
        """Width in pixels of a good picture for a card: twice its width there, to be scaled down smoothly."""
        return round(2 * PICTURE.width() * self.devicePixelRatioF())

    def show_picture(self, name: str, picture: QImage) -> None:
        """Show the current picture of the screen with this name."""
        ratio = self.devicePixelRatioF()
        size = PICTURE * ratio
        rough = picture.scaled(size * 2, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.FastTransformation)
        small = rough.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(ratio)
        self._pictures[name] = small
        self.update()

    def picture_of(self, name: str) -> QImage | None:
        """The picture on the card of this screen, or None."""
        return self._pictures.get(name)

    def sizeHint(self) -> QSize:
        """Size of all cards."""
        return QSize(460, len(self._rows) * (_HIGH + _BETWEEN))

    def minimumSizeHint(self) -> QSize:
        """Never cut a card."""
        return QSize(_LEAST_WIDE, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice up and down; emit keys for the chosen screen."""
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.choose(self._index + (1 if key == Qt.Key.Key_Down else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Delete):
            if not event.isAutoRepeat():
                self.pressed.emit(Qt.Key.Key_Return if key == Qt.Key.Key_Enter else key)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.pressed.emit(key)
        else:
            super().keyPressEvent(event)

    def choice_rects(self) -> list[QRectF]:
        """The rectangles of the cards."""
        return [QRectF(0, index * (_HIGH + _BETWEEN), self.width(), _HIGH) for index in range(len(self._rows))]

    def choice_made(self) -> None:
        """Show the choice and emit ``chosen``."""
        self.update()
        bring_into_view(self, self.choice_rects()[self._index].toRect())
        self.chosen.emit(self.current)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cards."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, (row, rect) in enumerate(zip(self._rows, self.choice_rects(), strict=True)):
            on = index == self._index
            fill = tokens.accent_soft if on else tokens.surface
            border = tokens.accent if on and self.hasFocus() else tokens.line_strong if on else tokens.line
            width = 2.0 if on and self.hasFocus() else 1.0
            painting.box(painter, rect, radius=Size.CARD_RADIUS, fill=fill, border=border, width=width)
            place = QRectF(rect.left() + _EDGE, rect.top() + _EDGE, PICTURE.width(), PICTURE.height())
            painting.box(painter, place, radius=2, fill=tokens.surface2, border=tokens.line)
            picture = self._pictures.get(row.name)
            if picture is not None:
                size = picture.deviceIndependentSize()
                left = place.left() + (place.width() - size.width()) / 2
                painter.drawImage(QRectF(left, place.top() + (place.height() - size.height()) / 2,
                                         size.width(), size.height()), picture)  # fmt: skip
            else:
                icons.paint(painter, "display", QRectF(place.center().x() - 12, place.center().y() - 12, 24, 24),
                            tokens.text3)  # fmt: skip
            words = QRectF(place.right() + 14, rect.top() + _EDGE, rect.right() - place.right() - 26, _LINES[0])
            styles = ((Type.TOTAL, tokens.text), (Type.DENSE, tokens.text2), (Type.DENSE, tokens.text2),
                      (Type.DENSE, tokens.text), (Type.DENSE, tokens.text2))  # fmt: skip
            for line, (kind, colour), high in zip(_lines(row), styles, _LINES, strict=False):
                words.setHeight(high)
                painting.words(painter, words, line, colour=colour, kind=kind)
                words.translate(0, high)
            icon, tone = _sign(row.condition)
            ink = tone.of(tokens)
            icons.paint(painter, icon, QRectF(words.left(), words.top() + 4, 14, 14), ink)
            words.setHeight(_LINES[-1])
            words.setLeft(words.left() + 20)
            painting.words(painter, words, _state(row), colour=ink, kind=Type.DENSE_TOTAL)

    def accessible_items(self) -> list[AccessibleItem]:
        """The screens; the chosen one is checked."""
        return [
            AccessibleItem(row.name, rect, index == self._index, description=", ".join((_state(row), *_lines(row)[1:])))
            for index, (row, rect) in enumerate(zip(self._rows, self.choice_rects(), strict=True))
        ]

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Screens of the hall")))
        self.update()


def _lines(row: ScreenRow) -> list[str]:
    monitor = row.monitor if isinstance(row.monitor, str) else translator.translate(row.monitor)
    seen = [each for each in (row.shown, row.browsers) if each is not None] or [mark("Not visible")]
    return [row.name, monitor, *map(translator.translate, (row.contents, *seen))]


def _state(row: ScreenRow) -> str:
    parts = [row.condition.text]
    if row.message:
        parts.append(mark("with a message"))
    if row.held:
        parts.append(mark("page on hold"))
    return translator.translate(listed(parts))


def _sign(condition: ScreenCondition) -> tuple[str, Tone]:
    if condition is ScreenCondition.ON_SHOW:
        return "tick", Tone.OK
    if condition is ScreenCondition.CLOSED:
        return "minus", Tone.TEXT2
    return "triangle", Tone.DANGER
