"""Helpers to paint widgets: crisp rounded boxes, lines and paragraphs of text, shapes."""

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ui.desktop.theme import Type, metrics, typeface

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
_ONE_LINE = (Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip).value
_LEFT_LINE, _RIGHT_LINE = LEFT.value | _ONE_LINE, RIGHT.value | _ONE_LINE


def begin(widget: QWidget) -> QPainter:
    """Return a painter for ``widget`` with antialiasing."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def box(
    painter: QPainter, rect: QRectF, *, radius: float, fill: str = "", border: str = "", width: float = 1.0
) -> None:
    """Paint a rounded box with its border inside ``rect``. ``fill`` or ``border`` is not painted if it is empty."""
    inset = width / 2 if border else 0.0
    painter.setPen(QPen(colour_of(border), width) if border else Qt.PenStyle.NoPen)
    painter.setBrush(colour_of(fill) if fill else Qt.BrushStyle.NoBrush)
    inner = rect.adjusted(inset, inset, -inset, -inset)
    corner = max(radius - inset, 0.0)
    painter.drawRoundedRect(inner, corner, corner)


def words(
    painter: QPainter,
    rect: QRectF,
    text: str,
    *,
    colour: str,
    kind: Type = Type.BODY,
    align: Qt.AlignmentFlag = LEFT,
    elide: bool = True,
    figures: bool = False,
) -> None:
    """Write one line of ``text`` in a step of the type scale, elided at the end if it does not fit."""
    if not text:
        return
    if elide:
        text = _cut(text, kind, figures, int(rect.width() + 0.5))
    painter.setFont(typeface(kind, figures=figures))
    painter.setPen(colour_of(colour))
    painter.drawText(rect, _flags(align), text)


def write(
    painter: QPainter,
    rect: QRectF,
    text: str,
    *,
    colour: str,
    font: QFont,
    align: Qt.AlignmentFlag = LEFT,
    elide: bool = True,
) -> None:
    """Write one line of ``text`` in ``font``, elided at the end if it does not fit."""
    painter.setFont(font)
    painter.setPen(colour_of(colour))
    if elide:
        text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 0.5)
    painter.drawText(rect, _flags(align), text)


def _flags(align: Qt.AlignmentFlag) -> int:
    if align is LEFT:
        return _LEFT_LINE
    return _RIGHT_LINE if align is RIGHT else align.value | _ONE_LINE


def paragraph(painter: QPainter, rect: QRectF, text: str, *, colour: str, kind: Type) -> None:
    """Write ``text`` from the top of ``rect`` on as many lines as it needs."""
    painter.setFont(typeface(kind, figures=False))
    painter.setPen(colour_of(colour))
    painter.drawText(rect, Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value, text)


def height_of(text: str, kind: Type, width: float) -> float:
    """The height of ``text`` as :func:`paragraph` writes it at this width."""
    area = QRectF(0, 0, width, 400)  # higher than any text
    return metrics(kind, figures=False).boundingRect(area, Qt.TextFlag.TextWordWrap.value, text).height()


@lru_cache(maxsize=256)
def colour_of(name: str) -> QColor:
    """The colour ``name``, such as ``#RRGGBB``. It is cached and shared: do not change it."""
    return QColor(name)


@lru_cache(maxsize=8192)
def width_of(text: str, kind: Type, *, figures: bool = False) -> float:
    """The width of ``text`` on one line, in pixels. It is cached."""
    return metrics(kind, figures=figures).horizontalAdvance(text)


@lru_cache(maxsize=4096)
def _cut(text: str, kind: Type, figures: bool, width: int) -> str:
    """``text``, elided to ``width`` pixels. The result is cached, so that scrolling a list measures no name twice."""
    return metrics(kind, figures=figures).elidedText(text, Qt.TextElideMode.ElideRight, width + 0.5)


def shape(painter: QPainter, outline: QPolygonF, colour: str, *, filled: bool = True) -> None:
    """Paint a closed shape, filled or as an outline."""
    painter.setPen(Qt.PenStyle.NoPen if filled else QPen(colour_of(colour), 1.2))
    painter.setBrush(colour_of(colour) if filled else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outline)
