"""Pictures of the screens that have no window here: of what they show in browsers, or would show if they were opened.

They are computed in another thread and painted a few at a time, so that the window keeps responding.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.language import Text, language_of
from ui.desktop.controller import EventController
from ui.desktop.display.colours import colours_of
from ui.desktop.display.screen_window import HallScreenView, ScreenPictures
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.translation import translator
from ui.hall.event_time import ahead_of
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.slide_builder import HallSlides, public_mark
from ui.hall.slides import Frame, Slide, slide_text

_SIZE = QSize(640, 360)
_AT_ONCE = 0.02
"""Seconds for which pictures are painted before other events are handled."""


class _Shown(NamedTuple):
    """What a screen shows."""

    screen: HallScreen
    slide: Slide
    frame: Frame


class ScreenPreviews(QObject):
    """Keeps a picture of each screen that :meth:`look` names."""

    painted = Signal(str)
    """The picture of the screen with this name is new."""

    def __init__(self, controller: EventController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller, self._parent = controller, parent
        self._pictures = ScreenPictures(self)
        self._state = HallState("")
        self._slides: HallSlides | None = None
        self._marks: tuple[object, object] = None, None
        """Identify the public contents of the event, and all of it, from which the slides are made."""
        self._views: dict[str, HallScreenView] = {}
        self._waiting: list[_Shown] = []
        self._computing = CurrentWork(self)
        self._computing.done.connect(self._computed)

    def look(self, screens: Iterable[HallScreen], state: HallState) -> None:
        """Compute what ``screens`` show now, off the GUI thread, and forget all others."""
        wanted = tuple(screens)
        for gone in self._views.keys() - {each.name for each in wanted}:
            self._views.pop(gone).deleteLater()
        if self._computing.busy or not wanted or self._controller.view is None:
            return
        if state != self._state:
            self._state = state
            self._pictures.read(state)
        slides, now = self._follow(), self._controller.book.now
        readable = replace(state, sponsors=self._pictures.readable)
        self._computing.start(Work(lambda _step: _shown(slides, wanted, readable, now)))

    def picture(self, name: str, width: int) -> QImage | None:
        """The picture of a screen, ``width`` pixels wide; None if there is none yet."""
        view = self._views.get(name)
        return view.picture(width) if view is not None else None

    def text(self, name: str) -> Text | None:
        """What the picture of a screen shows, in a few words; None if there is none yet."""
        view = self._views.get(name)
        return slide_text(view.slide) if view is not None else None

    def forget(self) -> None:
        """Drop all pictures, and what was computed of the event."""
        self._computing.forget()
        self._waiting, self._slides, self._marks = [], None, (None, None)
        for name in tuple(self._views):
            self._views.pop(name).deleteLater()

    def _follow(self) -> HallSlides:
        """The slides of the event as it is now. The other thread uses a copy of the event."""
        view, ahead = self._controller.book.view, ahead_of(self._controller.book)
        public, whole = (view.journal[0].id, public_mark(view), ahead), view.fingerprint
        if self._slides is None or self._marks[0] != public:
            self._slides = HallSlides(view.copy(), ahead)
        elif self._marks[1] != whole:
            self._slides.whole = view.copy()
        self._marks = public, whole
        self._pictures.make_code(view.settings.web_address)
        return self._slides

    def _computed(self, found: list[_Shown]) -> None:
        self._waiting = found
        self._paint()

    def _paint(self) -> None:
        """Paint the pictures that are new; after a moment let the window handle other events first."""
        begun = monotonic()
        while self._waiting and self._controller.view is not None:
            self._paint_one(self._waiting.pop(0))
            if self._waiting and monotonic() - begun > _AT_ONCE:
                QTimer.singleShot(0, self, self._paint)
                return

    def _paint_one(self, shown: _Shown) -> None:
        screen, frame = shown.screen, shown.frame
        view = self._views.get(screen.name)
        if view is None:
            view = self._views[screen.name] = HallScreenView(pictures=self._pictures.picture, parent=self._parent)
            view.resize(_SIZE)
        if frame.address and not self._pictures.has_code(frame.address):
            frame = replace(frame, address="")
        language = language_of(screen.language) if screen.language else translator.language
        words = self._controller.book.view.words
        if view.show_slide(shown.slide, frame, language=language.with_words(words), colours=colours_of(screen.scheme)):
            self.painted.emit(screen.name)


def _shown(slides: HallSlides, screens: Iterable[HallScreen], state: HallState, now: datetime) -> list[_Shown]:
    """What ``screens`` show ``now``, without those that cannot be computed."""
    found: list[_Shown] = []
    for screen in screens:
        try:
            found.append(_Shown(screen, slides.shown(screen, state, now).slide, slides.frame(now)))
        except Refused:  # the picture stays as it was, as the screen does
            continue
    return found
