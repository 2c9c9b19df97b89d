"""The widget of a screen of the hall: the current slide. Pages change with a short cross-fade; nothing else moves."""

from time import monotonic

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from tournament.language import ENGLISH, Language
from ui.desktop.display.canvas import Canvas, scale_of
from ui.desktop.display.colours import DARK, HallColours
from ui.desktop.display.countdown_painting import moving_part
from ui.desktop.display.painter import Pictures, paint_slide, paint_time, still_of
from ui.hall.slides import BlankSlide, CountdownSlide, Frame, ListSlide, Slide

FADE_SECONDS = 0.35
_NO_FRAME = Frame("", "")


def _no_picture(_name: str) -> QImage | None:
    return None


class HallScreenView(QWidget):
    """Paints one slide at a time.

    The still part is painted once and cached; each second only the moving part is painted.
    """

    def __init__(self, *, pictures: Pictures = _no_picture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._pictures = pictures
        self._slide: Slide = BlankSlide()
        self._frame = _NO_FRAME
        self._language, self._colours = ENGLISH, DARK
        self._still, self._small = QImage(), QImage()
        """The still part at the size of the widget, and at the small size that was last asked for."""
        self._moving = QRect()
        """The rectangle of everything that changes each second."""
        self._before: QImage | None = None
        """The page that fades out."""
        self._fade_began = 0.0
        self.painted_at = monotonic()
        """When it was last painted."""

    @property
    def slide(self) -> Slide:
        """The current slide."""
        return self._slide

    @property
    def frame(self) -> Frame:
        """The frame around the slide."""
        return self._frame

    @property
    def fading(self) -> bool:
        """Whether a cross-fade is running."""
        return self._before is not None

    def show_slide(
        self, slide: Slide, frame: Frame, *, language: Language = ENGLISH, colours: HallColours = DARK
    ) -> bool:
        """Show ``slide``. Return whether this changes what is visible."""
        same_look = language == self._language and colours == self._colours
        if same_look and slide == self._slide and frame == self._frame:
            return False
        before, known = self._slide, self._still
        same = same_look and frame == self._frame and still_of(slide) == still_of(before)
        self._slide, self._frame, self._language, self._colours = slide, frame, language, colours
        if not same:
            self._still = QImage()
            if same_look and self.isVisible() and not known.isNull() and _turns(before, slide):
                self._before, self._fade_began = known, monotonic()
        if same and not self._still.isNull() and not self.fading:
            self.update(self._moving)
        else:
            self.update()
        return True

    def fade_on(self) -> None:
        """Paint the next step of a cross-fade, if one is running."""
        if self._before is not None:
            if monotonic() - self._fade_began >= FADE_SECONDS:
                self._before = None
            self.update()

    def picture(self, width: int = 0) -> QImage:
        """A picture of what is shown, without painting the still part again.

        It is ``width`` pixels wide, which is faster, or as large as the widget.
        """
        still = self._still_image()
        if width <= 0 or width >= still.width():
            image = still.copy()
        else:
            if self._small.width() != width:
                self._small = still.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
                self._small.setDevicePixelRatio(1.0)
            image = self._small.copy()
        painter = QPainter(image)
        wide = image.width() / image.devicePixelRatio()
        painter.scale(wide / self.width(), wide / self.width())
        self._paint_time(painter)
        painter.end()
        return image

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the still part, the page that fades out over it, and the moving part.

        Qt restricts painting to what changed.
        """
        self.painted_at = monotonic()
        still = self._still_image()
        painter = QPainter(self)
        painter.drawImage(QPointF(), still)
        if self._before is not None:
            left = 1.0 - (monotonic() - self._fade_began) / FADE_SECONDS
            painter.setOpacity(min(max(left, 0.0), 1.0))
            painter.drawImage(QPointF(), self._before)
            painter.setOpacity(1.0)
        self._paint_time(painter)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint everything again in the new size."""
        super().resizeEvent(event)
        self._still, self._before = QImage(), None

    def changeEvent(self, event: QEvent) -> None:
        """Paint everything again when the scale of the screen changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._still, self._before = QImage(), None

    def _still_image(self) -> QImage:
        ratio = self.devicePixelRatioF()
        points = QSize(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
        if self._still.size() != points:
            self._still, self._small = QImage(points, QImage.Format.Format_RGB32), QImage()
            self._still.setDevicePixelRatio(ratio)
            painter = QPainter(self._still)
            canvas = self._canvas(painter)
            paint_slide(canvas, self._slide, self._frame, self._pictures)
            if isinstance(self._slide, CountdownSlide):
                scale = scale_of(self.width(), self.height())
                self._moving = _scaled(moving_part(canvas, self._slide), scale).adjusted(-1, -1, 1, 1)
            painter.end()
        return self._still

    def _paint_time(self, painter: QPainter) -> None:
        if isinstance(self._slide, CountdownSlide):
            paint_time(self._canvas(painter), self._slide)

    def _canvas(self, painter: QPainter) -> Canvas:
        return Canvas(painter, self.width(), self.height(), language=self._language, colours=self._colours)


def _scaled(place: QRectF, by: float) -> QRect:
    """``place`` scaled by ``by``, rounded outwards to whole pixels."""
    return QRectF(place.x() * by, place.y() * by, place.width() * by, place.height() * by).toAlignedRect()


def _turns(before: Slide, after: Slide) -> bool:
    """Whether the page changes, and not only its contents."""
    if isinstance(before, CountdownSlide) and isinstance(after, CountdownSlide):
        return _page(before.beside) != _page(after.beside)
    if isinstance(before, ListSlide) and isinstance(after, ListSlide):
        return _page(before) != _page(after)
    return before != after


def _page(slide: ListSlide | None) -> object:
    return None if slide is None else (slide.title, slide.page, slide.pages)
