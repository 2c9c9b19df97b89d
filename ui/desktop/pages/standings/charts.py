"""Simple charts painted by the program: ranks after each session, scores of each session, counts as bars."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, integer_text, mark, signed_text
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

_LEFT, _FOOT, _HEAD, _DOT = 40.0, 26.0, 22.0, 4.5
Points = tuple[tuple[int, int], ...]
"""Sessions and values."""


def steps_between(low: int, high: int, most: int = 4) -> list[int]:
    """Round numbers from ``low`` to ``high``, at most ``most`` + 1, for the lines of a chart."""
    span = max(high - low, 1)
    size = 1
    while span / size > most:
        tens = 10 ** (len(str(size)) - 1)
        size = {1: 2, 2: 5, 5: 10}[size // tens] * tens
    first = -(-low // size) * size
    return list(range(first, high + 1, size))


class SessionChart(Accessible, QWidget):
    """The common part of both charts of a player's course: the horizontal positions of sessions, and labelled lines."""

    accessible_role = Role.Chart

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._points: Points = ()
        self._sessions: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_points(self, points: Points, sessions: Sequence[int]) -> None:
        """Show the values of ``sessions``."""
        if (points, sessions) != (self._points, self._sessions):
            self._points, self._sessions = points, tuple(sessions)
            self._retranslate()
            self.update()

    def sizeHint(self) -> QSize:
        """The width of the panel."""
        return QSize(300, 182)

    def across(self, session: int) -> float:
        """The horizontal position of a session."""
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
        """The text of a value."""
        return integer_text(value)

    def _retranslate(self) -> None:
        values = "; ".join(
            translator.translate(mark("S{session}", session=session)) + f" {self.value_text(value)}"
            for session, value in self._points
        )
        self.setAccessibleName(f"{translator.translate(self._name)}: {values}")


class RankChart(SessionChart):
    """The rank after each session, with the best at the top and the last mark filled."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, the curve and the marks."""
        painter, tokens = painting.begin(self), theme.tokens
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

        lines = [rank for rank in steps_between(top, bottom) if rank > top]
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


class ScoreChart(SessionChart):
    """The score of each session with its number: gains are filled, losses are outlined."""

    def value_text(self, value: int) -> str:
        """The value with its sign."""
        return signed_text(value)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines and bars."""
        painter, tokens = painting.begin(self), theme.tokens
        self.sessions(painter)
        scores = [score for _, score in self._points]
        low, high = min([0, *scores]), max([0, *scores])
        lines = steps_between(low, high) if high > low else [0]
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


class CountChart(Accessible, QWidget):
    """Counts as horizontal bars, with a label before each and its number after it."""

    accessible_role = Role.Chart

    _ROW = 26

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._bars: tuple[tuple[Text, int], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_bars(self, bars: Sequence[tuple[Text, int]]) -> None:
        """Show these counts."""
        if tuple(bars) != self._bars:
            self._bars = tuple(bars)
            self._retranslate()
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """One row per bar."""
        return QSize(260, self._ROW * max(len(self._bars), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint labels, bars and numbers."""
        painter, tokens = painting.begin(self), theme.tokens
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

    def _retranslate(self) -> None:
        values = "; ".join(f"{translator.translate(label)} {count}" for label, count in self._bars)
        self.setAccessibleName(f"{translator.translate(self.name)}: {values}")
        self.update()
