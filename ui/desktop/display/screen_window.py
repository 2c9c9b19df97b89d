"""A screen of the hall, on a monitor or in a window: the slide, its pictures, and the fade to the next page."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QScreen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from reports.code_matrix import matrix_of
from tournament.event.problem import Refused
from tournament.language import ENGLISH, Language, Text, language_of, mark
from tournament.use_cases.view import View
from ui.desktop.controller import EventController
from ui.desktop.display.canvas import Canvas, scale_of
from ui.desktop.display.colours import DARK, HallColours, colours_of
from ui.desktop.display.countdown_painting import moving_part
from ui.desktop.display.keep_awake import keep_awake
from ui.desktop.display.painter import Pictures, paint_slide, paint_time, still_of
from ui.desktop.display.sponsors import missing_sponsors
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.theme.fonts import load
from ui.desktop.translation import translator
from ui.hall.countdown import hour_text
from ui.hall.event_time import ahead_of
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.slide_builder import HallSlides, public_mark
from ui.hall.slides import BlankSlide, CountdownSlide, Frame, ListSlide, PictureSlide, Slide, slide_text


class ScreenPictures(QObject):
    """Reads the sponsors' pictures and makes QR codes in another thread, before they are shown.

    A picture that cannot be read is skipped.
    """

    missing = Signal(object)
    """File names of sponsors' pictures that cannot be read (tuple)."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._state = HallState("")
        self._pictures: dict[str, QImage | None] = {}
        self._unreadable: frozenset[str] = frozenset()
        """The file names of pictures that cannot be read."""
        self._codes: set[str] = set()
        """Addresses whose QR codes are ready. Making one imports a library, which would block the window too long."""

    @property
    def readable(self) -> tuple[str, ...]:
        """The file names of the sponsors' pictures that can be shown, in order."""
        return tuple(name for name in self._state.sponsors if name not in self._unreadable)

    def read(self, state: HallState) -> None:
        """Start reading the pictures of ``state``."""
        self._state, self._unreadable = state, frozenset()
        self._pictures.clear()
        self._leave_out(frozenset(missing_sponsors(state)))
        names, folder = self.readable, sponsors_folder(state.event)
        if names:
            work = Work(lambda _step: {name: QImage(str(folder / name)) for name in names})
            work.done.connect(self._read)
            work.start()

    def picture(self, name: str) -> QImage | None:
        """The picture called ``name``, read once; None if it cannot be read, and is skipped from the next page on."""
        if name not in self._pictures:
            image = QImage(str(sponsors_folder(self._state.event) / name))
            self._pictures[name] = None if image.isNull() else image
            if image.isNull():
                self._leave_out(frozenset((name,)))
        return self._pictures[name]

    def make_code(self, address: str) -> None:
        """Start making the QR code of ``address``; nothing if it is empty or the code is ready."""
        if not address or address in self._codes:
            return
        work = Work(lambda _step: matrix_of(address))
        listen(work.done, self, lambda _matrix: self._codes.add(address))
        work.start()

    def has_code(self, address: str) -> bool:
        """Whether the QR code of ``address`` is ready."""
        return address in self._codes

    def _read(self, found: dict[str, QImage]) -> None:
        for name, image in found.items():
            if name in self._state.sponsors and not image.isNull():
                self._pictures.setdefault(name, image)

    def _leave_out(self, names: frozenset[str]) -> None:
        if not names <= self._unreadable:
            self._unreadable |= names
            self.missing.emit(tuple(sorted(self._unreadable)))


_FADE_SECONDS = 0.35
_MOST_AT_ONCE = 1920 * 1200
"""A still part with more pixels is painted in another thread: at 4K it takes more than a tenth of a second."""
_NO_FRAME = Frame("", "")


def _no_picture(_name: str) -> QImage | None:
    return None


@dataclass(frozen=True, slots=True)
class _Page:
    """A slide with its look, in the size of a widget: everything that its still part depends on."""

    slide: Slide
    frame: Frame
    language: Language
    colours: HallColours
    wide: int
    high: int
    ratio: float
    """Pixels per unit of the widget."""

    @property
    def points(self) -> QSize:
        """The size in pixels."""
        return QSize(max(1, round(self.wide * self.ratio)), max(1, round(self.high * self.ratio)))

    def canvas(self, painter: QPainter) -> Canvas:
        """A canvas for painting it."""
        return Canvas(painter, self.wide, self.high, language=self.language, colours=self.colours)

    def has_still_of(self, other: "_Page") -> bool:
        """Whether its still part is that of ``other``."""
        mine, theirs = replace(self, slide=still_of(self.slide)), replace(other, slide=still_of(other.slide))
        return mine == theirs


@dataclass(frozen=True, slots=True)
class _Still:
    """The still part of a page, painted."""

    page: _Page
    image: QImage
    moving: QRect
    """The rectangle around everything that changes each second."""


def _painted(page: _Page, pictures: Pictures) -> _Still:
    """Paint the still part of ``page``. Any thread may do it."""
    image, moving = QImage(page.points, QImage.Format.Format_RGB32), QRect()
    image.setDevicePixelRatio(page.ratio)
    painter = QPainter(image)
    canvas = page.canvas(painter)
    paint_slide(canvas, page.slide, page.frame, pictures)
    if isinstance(page.slide, CountdownSlide):
        moving = _scaled(moving_part(canvas, page.slide), scale_of(page.wide, page.high)).adjusted(-1, -1, 1, 1)
    painter.end()
    return _Still(page, image, moving)


class HallScreenView(QWidget):
    """Paints one slide at a time.

    The still part is painted once and cached, and each second only the moving part is painted. On a large screen the
    still part of the next page is painted in another thread, while the page before stays.
    """

    page_painted = Signal()
    """A page that was painted in another thread is shown from now on, and may fade in."""

    def __init__(self, *, pictures: Pictures = _no_picture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The still part fills the whole widget, so Qt need not paint what is below it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._pictures = pictures
        self._slide: Slide = BlankSlide()
        self._frame = _NO_FRAME
        self._language, self._colours = ENGLISH, DARK
        self._still: _Still | None = None
        """The last still part that was painted."""
        self._small = QImage()
        """It, in the last smaller size that :meth:`picture` returned."""
        self._wanted: _Page | None = None
        """The page whose still part is being painted in another thread."""
        self._painting = CurrentWork(self)
        self._painting.done.connect(self._take)
        self._before: QImage | None = None
        """The page that fades out, or None."""
        self._fade_began = 0.0
        self.painted_at = monotonic()
        """When it was last painted, on the monotonic clock."""

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
        """Show ``slide``. Return whether anything visible changes."""
        same_look = language == self._language and colours == self._colours
        if same_look and slide == self._slide and frame == self._frame:
            return False
        self._slide, self._frame, self._language, self._colours = slide, frame, language, colours
        still, page = self._still, self._page
        if still is not None and still.page.has_still_of(page) and not self.fading:
            self.update(still.moving)
        else:
            if not self._paints_elsewhere(page):
                self._fade_from(still, page)
            self.update()
        return True

    def _fade_from(self, still: _Still | None, page: _Page) -> None:
        """Begin to fade from what is shown to another ``page``."""
        if still is None or not self.isVisible() or still.page.has_still_of(page):
            return
        same_look = (still.page.language, still.page.colours) == (page.language, page.colours)
        if same_look and still.image.size() == page.points and _turns(still.page.slide, page.slide):
            self._before, self._fade_began = still.image, monotonic()

    def continue_fade(self) -> None:
        """Paint the next step of the cross-fade, if one is running."""
        if self._before is not None:
            if monotonic() - self._fade_began >= _FADE_SECONDS:
                self._before = None
            self.update()

    def picture(self, width: int = 0) -> QImage:
        """Return a picture of what is shown, without painting the still part again.

        It is ``width`` pixels wide, which is faster, or as large as the widget if that is 0.
        """
        still = self._shown_still(wait=True).image
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
        """Paint the still part, over it the page that fades out, and the moving part.

        Qt clips painting to the changed rectangle.
        """
        self.painted_at = monotonic()
        still = self._shown_still()
        painter = QPainter(self)
        painter.drawImage(QPointF(), still.image)
        if self._before is not None:
            left = 1.0 - (monotonic() - self._fade_began) / _FADE_SECONDS
            painter.setOpacity(min(max(left, 0.0), 1.0))
            painter.drawImage(QPointF(), self._before)
            painter.setOpacity(1.0)
        self._paint_time(painter)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint everything again in the new size."""
        super().resizeEvent(event)
        self._still, self._before = None, None

    def changeEvent(self, event: QEvent) -> None:
        """Paint everything again when the scale of the screen changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._still, self._before = None, None

    @property
    def _page(self) -> _Page:
        """What is to be shown."""
        return _Page(self._slide, self._frame, self._language, self._colours, self.width(), self.height(),
                     self.devicePixelRatioF())  # fmt: skip

    def _paints_elsewhere(self, page: _Page) -> bool:
        """Whether the still part of ``page`` is painted in another thread."""
        points = page.points
        return self.isVisible() and points.width() * points.height() > _MOST_AT_ONCE

    def _shown_still(self, *, wait: bool = False) -> _Still:
        """The still part to be painted now: that of the page, or while that is painted elsewhere, the one before.

        With ``wait`` it is that of the page, or of the one before if it has the same size.
        """
        still, page = self._still, self._page
        if still is not None and still.page.has_still_of(page):
            return still
        if self._paints_elsewhere(page):
            self._paint_elsewhere(page)
            if still is not None and still.image.size() == page.points:
                return still
            if not wait:  # the first page on this screen
                return self._blank(page)
        self._keep(_painted(page, self._pictures))
        assert self._still is not None, "it was kept"
        return self._still

    def _blank(self, page: _Page) -> _Still:
        return _painted(replace(page, slide=BlankSlide(), frame=_NO_FRAME), _no_picture)

    def _paint_elsewhere(self, page: _Page) -> None:
        """Begin to paint the still part of ``page`` in another thread, unless that has begun."""
        if self._wanted is not None and self._wanted.has_still_of(page):
            return
        self._wanted = page
        load()
        shown = {page.slide.path: self._pictures(page.slide.path)} if isinstance(page.slide, PictureSlide) else {}
        self._painting.start(Work(lambda _step: _painted(page, shown.get)))

    def _take(self, still: _Still) -> None:
        """Show what was painted in another thread, if it is still wanted."""
        self._wanted = None
        if still.page.has_still_of(self._page):
            self._fade_from(self._still, still.page)
            self._keep(still)
            self.page_painted.emit()
        self.update()

    def _keep(self, still: _Still) -> None:
        self._still, self._small = still, QImage()

    def _paint_time(self, painter: QPainter) -> None:
        """Paint the moving part of what is shown; it stands while the next page is painted elsewhere."""
        still, page = self._still, self._page
        if still is None or (not still.page.has_still_of(page) and still.image.size() != page.points):
            return
        shown = page if still.page.has_still_of(page) else still.page
        if isinstance(shown.slide, CountdownSlide):
            paint_time(shown.canvas(painter), shown.slide)


def _scaled(place: QRectF, by: float) -> QRect:
    """``place`` scaled by ``by``, rounded outwards to whole pixels."""
    return QRectF(place.x() * by, place.y() * by, place.width() * by, place.height() * by).toAlignedRect()


def _turns(before: Slide, after: Slide) -> bool:
    """Whether ``after`` is another page, and not only the same page with other contents."""
    if isinstance(before, CountdownSlide) and isinstance(after, CountdownSlide):
        return _page(before.beside) != _page(after.beside)
    if isinstance(before, ListSlide) and isinstance(after, ListSlide):
        return _page(before) != _page(after)
    return before != after


def _page(slide: ListSlide | None) -> object:
    return None if slide is None else (slide.title, slide.page, slide.pages)


_SECOND = timedelta(seconds=1)
_MOST_WAIT, _LEAST_WAIT, _FADE_WAIT = 1000, 5, 33
_HINT_MILLISECONDS = 6000
_WINDOW_SIZE = QSize(960, 540)
_ESC_HINT = mark("Close this screen at the desk, on the page Display. Ctrl W closes it here.")


_CHANGED = mark("another program changed the event file, see the desk")
_CLOSED = mark("the event is not open at the desk")
_DAMAGED = mark("the event file is damaged, see the desk")
_NOT_COMPUTED = mark("the event cannot be computed, see the desk")
_READ_ONLY = mark("entries from other desks do not appear here")


class ScreenWindow(QWidget):
    """Shows one screen of the hall for the open event as it is now.

    It has a single timer and paints only what changes.
    """

    closed = Signal()
    """The window was closed, here or at the desk."""
    shown_changed = Signal()
    """The visible contents changed."""
    sponsors_missing = Signal(object)
    """File names of sponsors' pictures that cannot be read (tuple). The screen continues with the others."""

    def __init__(
        self,
        controller: EventController,
        screen: HallScreen,
        state: HallState,
        *,
        followed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``followed`` says that a read-only event is read again when others write to it, so the screen is current."""
        super().__init__(parent, Qt.WindowType.Window)
        self._controller, self._name, self._state = controller, screen.name, state
        self._screen = screen
        self._slides: HallSlides | None = None
        self._mark: object = None
        self._followed = followed
        self._why_old: Text | None = None
        """The reason given to :meth:`show_outdated`."""
        self._old_since: datetime | None = None
        self._computed = True
        self._hint = QElapsedTimer()
        self._pictures = ScreenPictures(self)
        self._pictures.missing.connect(self.sponsors_missing)
        self.setWindowTitle(screen.name)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.view = HallScreenView(pictures=self._pictures.picture, parent=self)
        self.view.page_painted.connect(self.show_now)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        listen(controller.messages.file_changed, self, lambda _how: self.show_outdated(_CHANGED))
        translator.changed.connect(self.show_now)
        self.show_state(state)

    @property
    def screen_name(self) -> str:
        """The name of the screen in the hall."""
        return self._name

    def show_state(self, state: HallState) -> None:
        """Show the new ``state`` of the hall. If it does not contain this screen, the screen stays as it is."""
        self._state = state
        self._screen = state.screen(self._name) or self._screen
        self._pictures.read(state)
        self.show_now()

    def place_on(self, monitor: QScreen | None) -> None:
        """Fill ``monitor``, without a frame and a mouse pointer; None makes it a window that can be moved."""
        self.hide()
        if monitor is None:
            self.setWindowFlags(Qt.WindowType.Window)
            self.setWindowState(Qt.WindowState.WindowNoState)
            self.unsetCursor()
            primary = QGuiApplication.primaryScreen()
            room = primary.availableGeometry()
            place = QRect(QPoint(), _WINDOW_SIZE.boundedTo(room.size()))
            place.moveCenter(room.center())
            self.setScreen(primary)
            self.setGeometry(place)
            self.show()
        else:
            self.setWindowFlags(Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
            self.setCursor(Qt.CursorShape.BlankCursor)
            self.setScreen(monitor)
            self.setGeometry(monitor.geometry())
            self.showFullScreen()
        keep_awake.hold(self)
        self.show_now()

    def picture(self, width: int = 0) -> QImage:
        """A picture of the visible contents, ``width`` pixels wide, or as large as the widget if that is 0."""
        return self.view.picture(width)

    def shown_text(self) -> Text:
        """The visible contents in a few words."""
        return slide_text(self.view.slide)

    def rename(self, name: str) -> None:
        """Change the name of the screen."""
        self._name = name
        self._screen = replace(self._screen, name=name)
        self.setWindowTitle(name)

    @property
    def painted_at(self) -> float:
        """When it was last painted, on the monotonic clock."""
        return self.view.painted_at

    @property
    def slide(self) -> Slide:
        """The current slide."""
        return self.view.slide

    @property
    def wakes_in(self) -> int:
        """Milliseconds between two updates by the timer, as last set."""
        return self._timer.interval()

    def show_outdated(self, why: Text | None) -> None:
        """Show since when and why the screen may be out of date; None if it is current."""
        self._why_old = why
        self.show_now()

    def show_now(self) -> None:
        """Show what the screen shows at this moment, and start the timer until that may change."""
        now = self._now()
        self._follow()
        slide, frame = self._shown(now)
        colours = colours_of(self._screen.scheme)
        if self.view.show_slide(slide, frame, language=self._language, colours=colours):
            self.setAccessibleName(translator.translate(slide_text(slide)))
            self.shown_changed.emit()
        self._timer.start(self._wait(now))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the screen on Ctrl+W. On Esc, show which key closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self._hint.start()
            self.show_now()
        elif event.key() == Qt.Key.Key_W and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Report that the window closes, and let the computer sleep again."""
        self._timer.stop()
        keep_awake.release(self)
        super().closeEvent(event)
        self.closed.emit()

    @property
    def _language(self) -> Language:
        """The language of the screen, or else of the window, with the terms of the open event."""
        view = self._open_view()
        spoken = language_of(self._screen.language) if self._screen.language else translator.language
        return spoken.with_words(view.words if view is not None else ())

    def _now(self) -> datetime:
        """The time by the clock of the open event."""
        view = self._open_view()
        return self._controller.book.now if view is not None else datetime.now().astimezone()

    @property
    def _ahead(self) -> timedelta:
        """How far the computer's clock, by which times are shown, is ahead of the clock of the event."""
        return ahead_of(self._controller.book) if self._open_view() is not None else timedelta()

    def _open_view(self) -> View | None:
        """The open event as it is now, even while the user looks at an earlier moment; None if none is open."""
        if self._controller.view is None:
            return None
        return self._controller.book.view

    def _follow(self) -> None:
        """Create the slides again if the public contents of the event changed."""
        view = self._open_view()
        if view is None:
            return
        ahead = self._ahead
        seen = (view.journal[0].id if len(view.journal) else "", public_mark(view), ahead)
        if self._slides is None or seen != self._mark:
            self._slides, self._mark = HallSlides(view, ahead), seen
            self._pictures.make_code(view.settings.web_address)
        if self._slides is not None:
            self._slides.whole = view

    def _shown(self, now: datetime) -> tuple[Slide, Frame]:
        if self._slides is None:
            return BlankSlide(), Frame("", hour_text(now))
        there = self._pictures.readable
        try:
            shown = self._slides.shown(self._screen, replace(self._state, sponsors=there), now).slide
            self._computed = True
        except Refused:  # entries from which nothing can be computed
            shown, self._computed = self.view.slide, False
        frame = self._slides.frame(now, old_news=self._old_news(now), hint=self._hint_text())
        if frame.address and not self._pictures.has_code(frame.address):
            frame = replace(frame, address="")
        return shown, frame

    def _old_news(self, now: datetime) -> Text | None:
        """A text like “As of 14:02: …” if the screen may be out of date."""
        why = self._why_old or self._event_trouble()
        if why is None:
            self._old_since = None
            return None
        self._old_since = self._old_since or now
        return mark("As of {time}: {why}", time=hour_text(self._old_since, self._ahead), why=why)

    def _event_trouble(self) -> Text | None:
        if not self._computed:
            return _NOT_COMPUTED
        if self._open_view() is None:
            return _CLOSED
        if self._controller.damaged:
            return _DAMAGED
        if self._controller.read_only and not self._followed:
            return _READ_ONLY
        return None

    def _hint_text(self) -> Text | None:
        if self._hint.isValid() and self._hint.elapsed() < _HINT_MILLISECONDS:
            return _ESC_HINT
        return None

    def _wait(self, now: datetime) -> int:
        """Milliseconds until a shown figure may change, at most a second; less during a fade."""
        if self.view.fading:
            return _FADE_WAIT
        waits = [_SECOND - timedelta(microseconds=now.microsecond)]
        if self._slides is not None:
            gongs = [clock.gong() for clock in self._slides.view.state.clocks.values() if clock.stopped is None]
            waits += [(gong - now) % _SECOND for gong in gongs if gong is not None and gong > now]
        first = min((wait for wait in waits if wait), default=_SECOND)
        # Rounded up, so that the figure has changed when the timer fires.
        return min(max(int(first.total_seconds() * 1000) + 1, _LEAST_WAIT), _MOST_WAIT)

    def _tick(self) -> None:
        self.view.continue_fade()
        self.show_now()

    def _opened(self) -> None:
        if self._controller.past is None and not self._followed:
            self._why_old = self._old_since = None
        self.show_now()

    def _changed(self, _changes: object) -> None:
        self.show_now()
