"""The charts of the page: how hands ended, what players scored, how their ranks changed; and counts as bars."""

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
from tournament.language import Text, integer_text, mark, signed_text
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

_LEFT, _FOOT, _HEAD, _DOT = 40.0, 26.0, 22.0, 4.5
_Points = tuple[tuple[int, int], ...]
"""Pairs of a session and the value of that session."""


def _steps_between(low: int, high: int, most: int = 4) -> list[int]:
    """Return round numbers from ``low`` to ``high``, at most ``most`` + 1, for the lines of a chart."""
    span = max(high - low, 1)
    size = 1
    while span / size > most:
        tens = 10 ** (len(str(size)) - 1)
        size = {1: 2, 2: 5, 5: 10}[size // tens] * tens
    first = -(-low // size) * size
    return list(range(first, high + 1, size))


class _PaintedChart(Accessible, QWidget):
    """The common part of all charts: painted, and read by screen readers as words."""

    accessible_role = Role.Chart

    def __init__(self, name: Text | str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chart."""
        self.paint(painting.begin(self))

    def paint(self, painter: QPainter) -> None:
        """Paint the chart with ``painter``."""
        raise NotImplementedError

    def values_text(self) -> str:
        """The values in words, separated by semicolons."""
        raise NotImplementedError

    def words(self) -> str:
        """The chart in words: its name and its values."""
        return f"{translator.translate(self.name)}: {self.values_text()}"

    def _retranslate(self) -> None:
        self.setAccessibleName(self.words())
        self.update()


class _SessionChart(_PaintedChart):
    """The common part of both charts of a player's course: the horizontal positions of sessions, and labelled lines."""

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        self._points: _Points = ()
        self._sessions: tuple[int, ...] = ()
        super().__init__(name, parent=parent)

    def show_points(self, points: _Points, sessions: Sequence[int]) -> None:
        """Show the values of ``sessions``."""
        if (points, sessions) != (self._points, self._sessions):
            self._points, self._sessions = points, tuple(sessions)
            self._retranslate()

    def sizeHint(self) -> QSize:
        """The width of the panel."""
        return QSize(300, 182)

    def across(self, session: int) -> float:
        """Return the horizontal position of a session."""
        room = (self.width() - _LEFT - 4) / len(self._sessions)
        return _LEFT + room * (self._sessions.index(session) + 0.5)

    def label(self, painter: QPainter, session: int, y: float, text: str) -> None:
        """Write a value above or below its mark."""
        rect = QRectF(self.across(session) - 30, y - 9, 60, 18)
        ink = theme.tokens.text
        painting.words(painter, rect, text, colour=ink, kind=Type.CAPTION_STRONG, align=painting.CENTRE, figures=True)

    def line(self, painter: QPainter, y: float, text: str, *, strong: bool = False) -> None:
        """Draw a line and its number."""
        tokens = theme.tokens
        painter.fillRect(
            QRectF(_LEFT, round(y), self.width() - _LEFT, 1), QColor(tokens.line_strong if strong else tokens.line)
        )
        rect = QRectF(0, y - 9, _LEFT - 9, 18)
        painting.words(
            painter, rect, text, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT, elide=False, figures=True
        )

    def sessions(self, painter: QPainter) -> None:
        """Write the numbers of the sessions below the chart, all of them or as many as fit."""
        every = -(-len(self._sessions) * 30 // max(int(self.width() - _LEFT), 1))
        for session in self._sessions[:: max(every, 1)]:
            rect = QRectF(self.across(session) - 20, self.height() - 20, 40, 18)
            text = translator.translate(mark("S{session}", session=session))
            ink = theme.tokens.text3
            painting.words(painter, rect, text, colour=ink, kind=Type.CAPTION, align=painting.CENTRE, elide=False)

    @property
    def labelled(self) -> bool:
        """Whether there is space for a number at each mark."""
        return (self.width() - _LEFT) / max(len(self._sessions), 1) >= 26

    def value_text(self, value: int) -> str:
        """Return the text of a value."""
        return integer_text(value)

    def values_text(self) -> str:
        """A text like “S1 12; S2 9”."""
        return "; ".join(
            translator.translate(mark("S{session}", session=session)) + f" {self.value_text(value)}"
            for session, value in self._points
        )


class RankChart(_SessionChart):
    """The rank after each session, with the best at the top and the last mark filled."""

    def paint(self, painter: QPainter) -> None:
        """Paint the lines, the curve and the marks."""
        tokens = theme.tokens
        self.sessions(painter)
        if not self._points:
            return
        ranks = [rank for _, rank in self._points]
        best, worst = min(ranks), max(ranks)
        pad = max((worst - best) // 4, 1)
        top, bottom = max(1, best - pad), max(worst + pad, 4)
        high = self.height() - _HEAD - _FOOT - 8

        def down(rank: int) -> float:
            return _HEAD + high * (rank - top) / (bottom - top)

        lines = [rank for rank in _steps_between(top, bottom) if rank > top]
        for rank in [top, *(each for each in lines if down(each) - down(top) > 16)]:
            self.line(painter, down(rank), integer_text(rank))
        places = [QPointF(self.across(session), down(rank)) for session, rank in self._points]
        painter.setPen(QPen(QColor(tokens.accent), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(places)
        for number, (place, (session, rank)) in enumerate(zip(places, self._points, strict=True), start=1):
            last = number == len(places)
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.setBrush(QColor(tokens.accent if last else tokens.surface))
            painter.drawEllipse(place, _DOT + last, _DOT + last)
            if self.labelled or last:
                self.label(painter, session, place.y() - 15, integer_text(rank))


class ScoreChart(_SessionChart):
    """The score of each session with its number: gains are filled, losses are outlined."""

    def value_text(self, value: int) -> str:
        """The value with its sign."""
        return signed_text(value)

    def paint(self, painter: QPainter) -> None:
        """Paint the lines and bars."""
        tokens = theme.tokens
        self.sessions(painter)
        scores = [score for _, score in self._points]
        low, high = min([0, *scores]), max([0, *scores])
        lines = _steps_between(low, high) if high > low else [0]
        room = self.height() - _HEAD - _FOOT - 22

        def down(score: int) -> float:
            return _HEAD + room * (high - score) / max(high - low, 1)

        for score in {*lines, 0}:
            self.line(painter, down(score), integer_text(score), strong=score == 0)
        wide = min(28.0, (self.width() - _LEFT) / max(len(self._sessions), 1) - 6)
        for session, score in self._points:
            top, bottom = sorted((down(score), down(0)))
            bar = QRectF(self.across(session) - wide / 2, top, wide, max(bottom - top, 1))
            if score > 0:
                painting.box(painter, bar, radius=2, fill=tokens.accent)
            elif score < 0:
                painting.box(painter, bar, radius=2, fill=tokens.surface, border=tokens.accent, width=1.5)
            if self.labelled:
                self.label(painter, session, top - 10 if score >= 0 else bottom + 10, signed_text(score))


class CountChart(_PaintedChart):
    """Counts as horizontal bars, with a label before each and its number after it."""

    _ROW = 26

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        self._bars: tuple[tuple[Text, int], ...] = ()
        super().__init__(name, parent=parent)

    def show_bars(self, bars: Sequence[tuple[Text, int]]) -> None:
        """Show these counts."""
        if tuple(bars) != self._bars:
            self._bars = tuple(bars)
            self._retranslate()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """One row per bar."""
        return QSize(260, self._ROW * max(len(self._bars), 1))

    def paint(self, painter: QPainter) -> None:
        """Paint labels, bars and numbers."""
        tokens = theme.tokens
        total = sum(count for _, count in self._bars)
        most = max((count for _, count in self._bars), default=0)
        labels = [translator.translate(label) for label, _ in self._bars]
        left = min(max((painting.width_of(each, Type.DENSE) for each in labels), default=0) + 12, self.width() / 2)
        room = self.width() - left - 92
        for number, (label, (_, count)) in enumerate(zip(labels, self._bars, strict=True)):
            line = QRectF(0, number * self._ROW, self.width(), self._ROW)
            before = QRectF(0, line.top(), left - 8, self._ROW)
            painting.words(painter, before, label, colour=tokens.text2, kind=Type.DENSE)
            width = room * count / most if most else 0.0
            if width:
                bar = QRectF(left, line.center().y() - 6, max(width, 2), 12)
                painting.box(painter, bar, radius=2, fill=tokens.accent)
            behind = QRectF(left + width + 8, line.top(), 40, self._ROW)
            painting.words(painter, behind, str(count), colour=tokens.text, kind=Type.DENSE_TOTAL, figures=True)
            share = f"{round(100 * count / total)} %" if total else ""
            shift = painting.width_of(str(count), Type.DENSE_TOTAL, figures=True) + 8
            part = behind.translated(shift, 0)
            painting.words(painter, part, share, colour=tokens.text3, kind=Type.CAPTION, figures=True, elide=False)

    def values_text(self) -> str:
        """A text like “self-draw 12; discard 30”."""
        return "; ".join(f"{translator.translate(label)} {count}" for label, count in self._bars)


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
    """Measures text in the typeface of the window."""

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


class ChartCanvas(_PaintedChart):
    """Shows one chart as wide as the widget, drawn as on paper but in the colours of the theme."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        self.chart: Chart | None = None
        self.drawing: ChartDrawing | None = None
        super().__init__(parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_chart(self, chart: Chart | None) -> None:
        """Show this chart, or none."""
        if chart != self.chart:
            self.chart = chart
            self._retranslate()

    def sizeHint(self) -> QSize:
        """The height of the chart at this width."""
        return QSize(520, round(self.drawing.high) + 2 * _MARGIN if self.drawing is not None else 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the chart again at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._retranslate()

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

    def words(self) -> str:
        """The chart in words, as the drawing has them."""
        return self.drawing.words if self.drawing is not None else ""

    def paint(self, painter: QPainter) -> None:
        """Paint the drawing."""
        tokens = theme.tokens
        border, thick = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        painting.box(painter, QRectF(self.rect()), radius=8, fill=tokens.surface, border=border, width=thick)
        if self.drawing is not None:
            painter.translate(_MARGIN, _MARGIN)
            for part in self.drawing.parts:
                _paint(painter, part)

    def _retranslate(self) -> None:
        if self.chart is None:
            self.drawing = None
        else:
            wide = min(max(self.width(), 320), _WIDEST) - 2 * _MARGIN
            self.drawing = draw_chart(self.chart, translator.language, ScreenType(), wide=wide, size=Type.DENSE.size)
        self.setFixedHeight(self.sizeHint().height())  # at once, without waiting for the layout
        super()._retranslate()


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
    """Shows one chart at a time. Its values are computed in another thread."""

    print_asked = Signal()
    """Open the chart in a dialog for printing or saving."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = ChoiceBox(mark("Chart"))
        self.print = OutlineButton(mark("Print or save"), hint=PRINT)
        self.bar = WorkBar()
        self.canvas = ChartCanvas()
        self._counting = CurrentWork(self)
        self._counting.done.connect(self._take)
        self._asked: _ChartRequest | None = None
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
        asked = _ChartRequest(kind, str(view.fingerprint), after, players)
        if asked == self._asked:
            return
        self._asked = asked
        # The other thread needs a view to which no entry is added meanwhile.
        copy = view.copy()
        work = Work(lambda step: chart_of(kind, copy, after, players, beat=lambda: step(0, 0)))
        self.bar.follow(work, mark("Counting the hands"))
        self._counting.start(work)

    def _take(self, chart: Chart) -> None:
        self.canvas.show_chart(chart)
        self.print.setEnabled(not chart.is_empty)


class _ChartRequest(NamedTuple):
    """What a chart is computed from. While this stays the same, the chart does too."""

    kind: EventChart
    fingerprint: str
    after: int
    players: ChartPlayers
