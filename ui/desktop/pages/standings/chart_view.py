"""The charts of the event, one at a time: how hands ended, what players scored, how their ranks changed."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QScrollArea, QScrollBar, QSizePolicy, QWidget

from reports.document import Chart
from reports.sheets.charts import ChartPlayers, EventChart, chart_of, chart_title, offered_charts
from reports.writers.chart_drawing import (
    Anchor,
    AnyInk,
    Area,
    ChartDrawing,
    ChartPart,
    Ink,
    Label,
    SeriesInk,
    Stroke,
    draw_chart,
)
from tournament.event.player import Player
from tournament.language import mark
from tournament.standings import Standings
from tournament.use_cases import View
from ui.desktop.kit.page import PRINT
from ui.desktop.long_work import CurrentWork, Work, WorkBar
from ui.desktop.theme import Type, font, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.layouts import Scrolled, boxed, column, row, stretched

_MARGIN, _WIDEST = 20, 1160
_STRONG = 600
_ANCHORS = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


_SCROLLING = {
    Qt.Key.Key_Down: QScrollBar.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_Up: QScrollBar.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_PageDown: QScrollBar.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_PageUp: QScrollBar.SliderAction.SliderPageStepSub,
    Qt.Key.Key_End: QScrollBar.SliderAction.SliderToMaximum,
    Qt.Key.Key_Home: QScrollBar.SliderAction.SliderToMinimum,
}


class ScreenType:
    """Measures text in the type of the window."""

    def width(self, text: str, size: float, *, strong: bool) -> float:
        """Width in pixels at 100 %."""
        return QFontMetricsF(_font(size, strong=strong)).horizontalAdvance(text)

    def wrap(self, text: str, size: float, room: float, lines: int) -> Sequence[str]:
        """Lines broken as Qt breaks them, in any script."""
        shape = _font(size, strong=True)  # the wider one, so that the text fits in either
        layout = QTextLayout(text, shape)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        found: list[str] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            start, length = line.textStart(), line.textLength()
            if len(found) == lines - 1:
                rest = text[start:]
                found.append(QFontMetricsF(shape).elidedText(rest, Qt.TextElideMode.ElideRight, room))
                break
            found.append(text[start : start + length].strip())
        layout.endLayout()
        return found or [""]


def _font(size: float, *, strong: bool) -> QFont:
    return font(max(round(size), 1), _STRONG if strong else Type.DENSE.weight)


class ChartCanvas(Accessible, QWidget):
    """Shows one chart at its own width, drawn as on paper but in the colours of the theme."""

    accessible_role = Role.Chart

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self.drawing: ChartDrawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        translator.follow(self._draw)

    def show_chart(self, chart: Chart | None) -> None:
        """Show this chart, or none."""
        if chart != self.chart:
            self.chart = chart
            self._draw()

    def sizeHint(self) -> QSize:
        """The height of the chart at this width."""
        return QSize(520, round(self.drawing.high) + 2 * _MARGIN if self.drawing is not None else 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the chart again at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll a chart that is higher than the canvas."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        action = _SCROLLING.get(Qt.Key(event.key()))
        if around is None or action is None:
            super().keyPressEvent(event)
        else:
            around.verticalScrollBar().triggerAction(action)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing."""
        painter, tokens = painting.begin(self), theme.tokens
        border, thick = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        painting.box(painter, QRectF(self.rect()), radius=8, fill=tokens.surface, border=border, width=thick)
        if self.drawing is not None:
            painter.translate(_MARGIN, _MARGIN)
            for part in self.drawing.parts:
                _paint(painter, part)

    def _draw(self) -> None:
        if self.chart is None:
            self.drawing = None
        else:
            wide = min(max(self.width(), 320), _WIDEST) - 2 * _MARGIN
            self.drawing = draw_chart(self.chart, translator.language, ScreenType(), wide=wide, size=Type.DENSE.size)
        self.setAccessibleName(self.drawing.words if self.drawing is not None else "")
        self.setFixedHeight(self.sizeHint().height())  # at once, without waiting for the layout
        self.update()


def _paint(painter: QPainter, part: ChartPart) -> None:
    match part:
        case Label():
            shape = _font(part.size, strong=part.strong)
            painter.setFont(shape)
            painter.setPen(_colour(part.ink))
            wide = QFontMetricsF(shape).horizontalAdvance(part.text)
            painter.drawText(QPointF(part.x - wide * _ANCHORS[part.anchor], part.y), part.text)
        case Stroke():
            pen = QPen(_colour(part.ink), part.thick)
            if part.dashes:
                pen.setDashPattern([each / part.thick for each in part.dashes])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPolyline([QPointF(x, y) for x, y in part.points])
        case Area():
            painter.setPen(QPen(_colour(part.outline), part.thick) if part.thick else Qt.PenStyle.NoPen)
            painter.setBrush(_colour(part.fill))
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in part.points]))
        case _:
            assert_never(part)


def _colour(ink: AnyInk) -> QColor:
    tokens = theme.tokens
    if isinstance(ink, SeriesInk):
        return painting.colour_of(ink.of(tokens.series))
    match ink:
        case Ink.STRONG:
            return painting.colour_of(tokens.text)
        case Ink.PLAIN:
            return painting.colour_of(tokens.text)
        case Ink.MUTED:
            return painting.colour_of(tokens.text3)
        case Ink.RULE:
            return painting.colour_of(tokens.line)
        case Ink.PALE:
            return painting.colour_of(tokens.line_strong)
        case Ink.GROUND:
            return painting.colour_of(tokens.surface)
        case _:
            assert_never(ink)


class ChartView(QWidget):
    """One chart at a time. Its figures are computed in another thread."""

    print_asked = Signal()
    """Open the chart for printing or saving."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = ChoiceBox(mark("Chart"))
        self.print = OutlineButton(mark("Print or save"), hint=PRINT)
        self.bar = WorkBar()
        self.canvas = ChartCanvas()
        self._counting = CurrentWork(self)
        self._counting.done.connect(self._take)
        self._asked: _Asked | None = None
        """What is shown or being computed."""
        self._view: View | None = None
        self._after, self._players = 0, ChartPlayers(())
        around = boxed(column(self.canvas, None))
        head = row(self.kind, None, self.print, spacing=12)
        column(head, self.bar, stretched(Scrolled(around)), spacing=12, on=self)
        set_focus_target(self, self.kind)
        self.kind.currentIndexChanged.connect(self._count)
        self.print.clicked.connect(self.print_asked)

    @property
    def busy(self) -> bool:
        """Whether a chart is being computed."""
        return self._counting.busy

    def show_charts(self, view: View, standings: Standings, found: Sequence[Player], *, searched: bool) -> None:
        """Show the chosen chart after the session of ``standings``, for the players ``found`` in their order."""
        self._view, self._after = view, standings.after
        self._players = ChartPlayers(tuple(player.number for player in found), chosen=searched)
        drawn = view.settings.format.is_drawn
        self.kind.set_choices([(kind.value, chart_title(kind, drawn=drawn)) for kind in offered_charts(view)])
        self._count()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._counting.forget()
        self._view = self._asked = None
        self.canvas.show_chart(None)

    def _count(self) -> None:
        """Compute the chart in another thread, unless it is being computed already."""
        view, key = self._view, self.kind.currentData()
        if view is None or key is None:
            return
        kind, after, players = EventChart(key), self._after, self._players
        asked = _Asked(kind, str(view.fingerprint), after, players)
        if asked == self._asked:
            return
        self._asked = asked
        copy = View(view.journal.fork(), view.memory.copy())
        work = Work(lambda step: chart_of(kind, copy, after, players, beat=lambda: step(0, 0)))
        self.bar.follow(work, mark("Counting the hands"))
        self._counting.start(work)

    def _take(self, chart: Chart) -> None:
        self.canvas.show_chart(chart)
        self.print.setEnabled(not chart.is_empty)


class _Asked(NamedTuple):
    """What a chart is made from. While this stays the same, so does the chart."""

    kind: EventChart
    fingerprint: str
    after: int
    players: ChartPlayers
