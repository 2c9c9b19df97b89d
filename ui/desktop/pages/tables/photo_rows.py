"""The rows of a photographed sheet: each box as it is in the picture, with what was read of it beside."""

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.event.seating import LETTERS
from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.keys import ENTER, ESCAPE
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.photo_sheet import DISCARDER, POINTS, WINNER, Origin, PhotoCell, PhotoSheet

_HEAD, _NAMES, _GAP = 24, 20, 8
_LEAST_ROW, _MOST_ROW = 24, 38
_NUMBER = 34
"""Width of the column of hand numbers."""
_COLUMNS = ((POINTS, 0.26), (WINNER, 0.37), (DISCARDER, 0.37))
"""What is read of a hand, and the share of the width that it gets."""
_CUT = 0.46
"""The share of a box that its cut-out gets."""
_SIGN = 16
_STEPS = {
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
}  # fmt: skip


class _Look(NamedTuple):
    """How the state of a box is shown: its ground and its sign."""

    ground: str
    sign: StatusIcon | None


class PhotoRows(Accessible, QWidget):
    """The hands and the totals of one sheet. It takes the keys with which they are looked at and changed."""

    accessible_role = Role.Table
    accessible_item_role = Role.Cell

    typed = Signal(str)
    """A character was typed."""
    erased = Signal()
    confirmed = Signal()
    left = Signal()
    moved = Signal(int, int)
    """The cursor goes so many boxes to the right and down."""
    chosen = Signal(object)
    """The :class:`PhotoCell` that was clicked."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._sheet: PhotoSheet | None = None
        self._page = QPixmap()
        self._boxes: Mapping[PhotoCell, QRect] = {}
        self._names = ("", "", "", "")
        self._wrong: tuple[int, ...] = ()
        translator.follow(self.update)

    def show_page(self, page: QPixmap, boxes: Mapping[PhotoCell, QRect]) -> None:
        """Cut boxes out of ``page`` from now on; ``boxes`` says where they are in it."""
        self._page, self._boxes = page, boxes
        self.update()

    def show_sheet(self, sheet: PhotoSheet, names: tuple[str, str, str, str], wrong: tuple[int, ...]) -> None:
        """Show what is known of the sheet; ``wrong`` are the columns whose total is not the sum of the hands."""
        self._sheet, self._names, self._wrong = sheet, names, wrong
        self.setAccessibleName(translator.translate(mark("What was read of the sheet")))
        self.update()
        if sheet.at is not None:
            self.item_changed(sheet.cells.index(sheet.at))

    def minimumSizeHint(self) -> QSize:
        """The least height at which all rows are whole."""
        return QSize(380, _HEAD + self._hands * _LEAST_ROW + _GAP + _NAMES + _LEAST_ROW + 2)

    @property
    def _hands(self) -> int:
        return self._sheet.hands if self._sheet is not None else 0

    @property
    def _row(self) -> float:
        """The height of a row."""
        room = (self.height() - _HEAD - _GAP - _NAMES - 2) / (self._hands + 1)
        return min(max(room, _LEAST_ROW), _MOST_ROW)

    def cell_rect(self, cell: PhotoCell) -> QRectF:
        """Where the box is on the widget."""
        wide, row = self.width() - _NUMBER - 2, self._row
        if cell.hand is None:
            top = _HEAD * bool(self._hands) + self._hands * row + _GAP + _NAMES
            part = (self.width() - 2) / len(LETTERS)
            return QRectF(1 + LETTERS.index(cell.field) * part, top, part, row)
        left = 1.0 + _NUMBER
        for name, share in _COLUMNS:
            if name == cell.field:
                return QRectF(left, _HEAD + (cell.hand - 1) * row, wide * share, row)
            left += wide * share
        raise ValueError(cell.field)

    def text_of(self, cell: PhotoCell) -> str:
        """What the box says, in words."""
        sheet = self._sheet
        assert sheet is not None
        text = sheet.texts[cell]
        if cell.field in (WINNER, DISCARDER) and text:
            return f"{text} {self._names[int(text) - 1]}"
        if cell.hand is None or text:
            drawn = cell.field == POINTS and text == "0"
            return "" if drawn else text.replace("-", "−")
        outcome = sheet.outcome(cell.hand)
        if outcome is not None and outcome.winner is None and cell.field == WINNER:
            return translator.translate(mark("Drawn hand"))
        if outcome is not None and outcome.winner is not None and cell.field == DISCARDER:
            return translator.translate(mark("Self-draw"))
        return ""

    def _look(self, cell: PhotoCell) -> _Look:
        sheet = self._sheet
        assert sheet is not None
        origin = sheet.origins.get(cell)
        if origin is Origin.TYPED:
            return _Look("", StatusIcon.TO_VERIFY)
        if origin is Origin.CONFIRMED:
            return _Look("", StatusIcon.DONE)
        if cell in sheet.doubtful:
            return _Look(theme.tokens.warn_soft, StatusIcon.ASKS)
        if cell.hand is None and LETTERS.index(cell.field) in self._wrong:
            return _Look(theme.tokens.danger_soft, StatusIcon.DIFFERS)
        return _Look("", None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint headings, rows and totals."""
        super().paintEvent(event)
        painter, sheet = painting.begin(self), self._sheet
        painting.box(painter, QRectF(self.rect()).adjusted(0, 0, -1, -1), radius=6, fill=theme.tokens.paper)
        if sheet is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_headings(painter)
        for cell in sheet.cells:
            self._paint_cell(painter, cell)

    def _paint_headings(self, painter: QPainter) -> None:
        tokens, row = theme.tokens, self._row
        headings: tuple[tuple[str, Text], ...] = (
            (POINTS, mark("Points")), (WINNER, mark("Winner")), (DISCARDER, mark("Discarder"))
        )  # fmt: skip
        for name, heading in headings if self._hands else ():
            at = self.cell_rect(PhotoCell(1, name))
            words = translator.translate(heading)
            painting.words(painter, QRectF(at.left() + 6, 0, at.width() - 8, _HEAD), words, colour=tokens.text2,
                           kind=Type.CAPTION)  # fmt: skip
        for hand in range(1, self._hands + 1):
            top = _HEAD + (hand - 1) * row
            painter.fillRect(QRectF(0, top, self.width(), 1), painting.colour_of(tokens.paper_line))
            painting.words(painter, QRectF(0, top, _NUMBER, row), str(hand), colour=tokens.text2, kind=Type.DENSE,
                           align=painting.CENTRE, figures=True)  # fmt: skip
        for column, letter in enumerate(LETTERS):
            at = self.cell_rect(PhotoCell(None, letter))
            painting.words(painter, QRectF(at.left() + 6, at.top() - _NAMES, at.width() - 8, _NAMES),
                           f"{column + 1} {self._names[column]}", colour=tokens.text2, kind=Type.CAPTION)  # fmt: skip

    def _paint_cell(self, painter: QPainter, cell: PhotoCell) -> None:
        sheet, tokens = self._sheet, theme.tokens
        assert sheet is not None
        rect, look = self.cell_rect(cell), self._look(cell)
        inner = rect.adjusted(2, 2, -2, -1)
        if look.ground:
            painting.box(painter, inner, radius=4, fill=look.ground)
        cut = QRectF(inner.left() + 3, inner.top() + 1, inner.width() * _CUT, inner.height() - 2)
        source = self._boxes.get(cell)
        if source is not None and not self._page.isNull():
            share = min(cut.width() / source.width(), cut.height() / source.height())
            target = QRectF(cut.left(), 0, source.width() * share, source.height() * share)
            target.moveTop(cut.center().y() - target.height() / 2)
            painter.drawPixmap(target, self._page, QRectF(source))
        words = QRectF(cut.right() + 6, inner.top(), inner.right() - cut.right() - 8, inner.height())
        if look.sign is not None:
            sign = QRectF(inner.right() - _SIGN, inner.center().y() - 7, 14, 14)
            look.sign.draw(painter, sign)
            words.setRight(sign.left() - 2)
        strong = cell.field == POINTS or cell.hand is None
        painting.words(painter, words, self.text_of(cell), colour=tokens.ink, figures=strong,
                       kind=Type.DENSE_TOTAL if strong else Type.DENSE)  # fmt: skip
        if cell == sheet.at:
            colour = Tone.ACCENT.of(tokens) if self.hasFocus() else tokens.text3
            painting.box(painter, inner, radius=4, border=colour, width=2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type into the box with the cursor, confirm it, or go to another one."""
        key, text = Qt.Key(event.key()), event.text()
        alone = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if alone and key in ENTER:
            self.confirmed.emit()
        elif alone and key == ESCAPE:
            self.left.emit()
        elif alone and key in _STEPS:
            self.moved.emit(*_STEPS[key])
        elif alone and key == Qt.Key.Key_Backspace:
            self.erased.emit()
        elif alone and text.strip() and text.isprintable():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the box under the mouse."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        sheet, at = self._sheet, event.position()
        cell = next((each for each in sheet.cells if self.cell_rect(each).contains(at)), None) if sheet else None
        if cell is not None:
            self.chosen.emit(cell)

    def accessible_items(self) -> list[AccessibleItem]:
        """The boxes: what each says, and whether somebody has to look at it."""
        sheet = self._sheet
        if sheet is None:
            return []
        return [
            AccessibleItem(self._name(cell), self.cell_rect(cell), cell == sheet.at,
                           description=translator.translate(_STATES[sheet.origins.get(cell, Origin.READ)])
                           if cell not in sheet.open else translator.translate(mark("doubtful")))
            for cell in sheet.cells
        ]  # fmt: skip

    def press_accessible_item(self, index: int) -> None:
        """Go to the box."""
        if self._sheet is not None:
            self.chosen.emit(self._sheet.cells[index])

    def _name(self, cell: PhotoCell) -> str:
        fields = {POINTS: mark("Points"), WINNER: mark("Winner"), DISCARDER: mark("Discarder")}
        value = self.text_of(cell) or "–"
        if cell.hand is None:
            player = self._names[LETTERS.index(cell.field)]
            return translator.translate(mark("Total of {player}: {value}", player=player, value=value))
        text = mark("Hand {hand}, {field}: {value}", hand=cell.hand, field=fields[cell.field], value=value)
        return translator.translate(text)


_STATES = {Origin.READ: mark("read"), Origin.CONFIRMED: mark("confirmed"), Origin.TYPED: mark("typed")}
