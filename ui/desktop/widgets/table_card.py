"""One table of the session: its number, its state, and its hands as small squares."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from tournament.language import Text, mark, mark_count, signed_text
from ui.desktop.theme import Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.signs import StatusIcon

COMPACT_WIDTH = 72
_LEFT = 47
_SQUARE, _GAP, _GROUP = 5.0, 1.5, 6.0
_MOST_SQUARES = 16


class TableCard(Accessible, QAbstractButton):
    """A card that can be clicked. The keyboard reaches tables by number, so Tab skips the cards.

    The compact form for narrow windows shows only number and sign; the text is then in the tooltip.
    """

    accessible_role = Role.ListItem

    def __init__(self, number: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number, self._sign, self._words = number, StatusIcon.EMPTY, Text("", translated=False)
        self._played = 0
        self._hands: int | None = 16
        self._selected = self._compact = self._half_typed = False
        self._minutes = 0
        self._others: Text | None = None
        self._proposals, self._calls = 0, False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    @property
    def number(self) -> int:
        """The table's number."""
        return self._number

    def set_number(self, number: int) -> None:
        """Set the number of the table."""
        self._number = number

    def set_state(
        self, sign: StatusIcon, words: Text, *, played: int, hands: int | None = 16, half_typed: bool = False
    ) -> None:
        """Show the state of the table: its sign and text, the number of hands recorded, and whether one is half typed.

        ``hands`` is not known for a game that goes on until it is over.
        """
        self._sign, self._words, self._played, self._hands = sign, words, played, hands
        self._half_typed = half_typed
        self._retranslate()

    def set_minutes(self, minutes: int) -> None:
        """Show the extra minutes of this table."""
        if minutes != self._minutes:
            self._minutes = minutes
            self._retranslate()

    def set_others(self, others: Text | None) -> None:
        """Show that people at other desks are on this sheet, and who; None: nobody is."""
        if others != self._others:
            self._others = others
            self._retranslate()

    def set_phones(self, proposals: int, *, calls: bool) -> None:
        """Show how many hands players proposed that wait, and whether the table calls a referee."""
        if (proposals, calls) != (self._proposals, self._calls):
            self._proposals, self._calls = proposals, calls
            self._retranslate()

    def set_selected(self, selected: bool) -> None:
        """Show whether it is the current table."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def set_compact(self, compact: bool) -> None:
        """Switch to the compact form or back."""
        self._compact = compact
        self._retranslate()
        self.updateGeometry()

    def state(self) -> str:
        """The state as text in the current language."""
        return translator.translate(self._state)

    @property
    def _state(self) -> Text:
        state = mark("{state}, unfinished entry", state=self._words) if self._half_typed else self._words
        if self._minutes:
            state = mark("{state}, {minutes} min", state=state, minutes=signed_text(self._minutes))
        if self._proposals:
            proposed = mark_count("{count} proposed hand waits", "{count} proposed hands wait", self._proposals)
            state = mark("{state}; {others}", state=state, others=proposed)
        if self._calls:
            state = mark("{state}; {others}", state=state, others=mark("calls a referee"))
        return state if self._others is None else mark("{state}; {others}", state=state, others=self._others)

    def sizeHint(self) -> QSize:
        """180 by 50 pixels, or 72 wide."""
        return QSize(COMPACT_WIDTH, 44) if self._compact else QSize(180, 50)

    def minimumSizeHint(self) -> QSize:
        """The width of the compact form."""
        return QSize(COMPACT_WIDTH, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        ground = tokens.accent_soft if self._selected else tokens.surface
        border, width = (tokens.accent, 2.0) if self._selected else (tokens.line, 1.0)
        if self.underMouse() and not self._selected:
            border = tokens.line_strong
        painting.box(painter, rect, radius=8, fill=ground, border=border, width=width)
        middle = rect.center().y()
        above = 6 if self._proposals or self._calls else 0
        number = QRectF(4, above, 31, rect.height() - above - (10 if self._others is not None else 0))
        if self._compact:
            top = middle - 17 if self._minutes else middle - 8
            self._sign.draw(painter, QRectF(_LEFT - 3, top, 16, 16))
        else:
            tone = Tone.TEXT2 if self._sign in {StatusIcon.EMPTY, StatusIcon.PLAYING} else self._sign.tone
            self._sign.draw(painter, QRectF(_LEFT - 1, middle - 17, 16, 16), tone.of(tokens))
            words = QRectF(_LEFT + 21, middle - 19, rect.width() - _LEFT - 27, 20)
            quiet = self._half_typed and tone is Tone.TEXT2  # the squares show how many were recorded
            text = translator.translate(mark("Unfinished") if quiet else self._words)
            if self._half_typed:
                words.setRight(words.right() - 18)
            painting.words(painter, words, text, colour=tone.of(tokens), kind=Type.DENSE, figures=True)
            draw_squares(painter, _LEFT, middle + 8, self._played, self._hands)
        if self._minutes:
            place = QRectF(rect.right() - 36, middle, 32, 18)
            extra = f"{signed_text(self._minutes)}\u2032"
            painting.words(
                painter, place, extra, colour=tokens.text2, kind=Type.DENSE, figures=True, align=painting.RIGHT
            )
        if self._half_typed:
            StatusIcon.HALF_TYPED.draw(painter, QRectF(rect.right() - 20, 4, 14, 14))
        if self._others is not None:
            icons.paint(painter, "players", QRectF(10, rect.height() - 15, 12, 12), tokens.text2)
        self._paint_phones(painter)
        painting.words(
            painter,
            number,
            str(self._number),
            colour=tokens.text,
            kind=Type.CARD_NUMBER if self._number < 100 else Type.CLOCK,
            align=painting.RIGHT,
            elide=False,
        )

    def _paint_phones(self, painter: QPainter) -> None:
        """Paint above the number what waits on the phones of the table."""
        tokens, left = theme.tokens, 5.0
        if self._calls:
            StatusIcon.ASKS.draw(painter, QRectF(left, 2, 13, 13))
            left += 15
        if self._proposals:
            pill = QRectF(left, 2, 16, 13)
            painting.box(painter, pill, radius=6, fill=tokens.accent)
            count = str(min(self._proposals, 99))
            painting.words(painter, pill, count, colour=tokens.on_accent, kind=Type.RAIL_KEY, align=painting.CENTRE)

    def complete_accessible_state(self, state: QAccessible.State) -> None:
        """Report the current table as selected."""
        state.selectable, state.selected = True, self._selected

    def _retranslate(self) -> None:
        name = mark("Table {table}: {state}", table=self._number, state=self._state)
        self.setAccessibleName(translator.translate(name))
        more = self._half_typed or self._minutes or self._others or self._proposals or self._calls
        self.setToolTip(self.state() if self._compact or more else "")
        self.update()


def draw_squares(painter: QPainter, left: float, top: float, played: int, hands: int | None) -> None:
    """Paint one small square per hand in groups of four, filled for recorded hands, as many as fit."""
    tokens = theme.tokens
    filled, empty = QPainterPath(), QPainterPath()
    for index in range(min(played if hands is None else hands, _MOST_SQUARES)):
        x = left + index * (_SQUARE + _GAP) + index // 4 * (_GROUP - _GAP)
        if index < played:
            filled.addRoundedRect(QRectF(x, top, _SQUARE, _SQUARE), 1.5, 1.5)
        else:
            empty.addRoundedRect(QRectF(x + 0.5, top + 0.5, _SQUARE - 1, _SQUARE - 1), 1, 1)
    painter.fillPath(filled, QColor(tokens.text3))
    painter.strokePath(empty, QPen(QColor(tokens.line_strong), 1))
