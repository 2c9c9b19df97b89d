"""Prepares in the background what the first visit to a page needs.

When the window has been painted, another thread imports modules and prepares the counting of hands. If an event is
open, each session is then summed up, each page is created and what it will show is read. This happens step by step,
with pauses for user input.

Other work of the window, such as reading an event, has priority: meanwhile no module is imported here.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from threading import Event

from PySide6.QtCore import QObject, QTimer

from ui.desktop.controller import EventController
from ui.desktop.long_work import Step, Work, idle
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.translation import translator
from ui.desktop.window import Window

_PATIENCE = 200
"""Milliseconds after the first paint before it starts, so that the first input of the user is not delayed."""
_PAUSE = 30
"""Milliseconds between two steps."""
MODULES = (
    "tournament.storage",
    "ui.desktop.followers",
    *(f"ui.desktop.pages.{page.id}.page" for page in PAGES if page.needs_event),
    "ui.desktop.display.screen_window",
    "ui.desktop.help",
    "ui.desktop.finder",
    "ui.desktop.dialogs.new_event",
    "ui.desktop.scorer",
)
"""The modules to import, in the order in which an opened event needs them."""
_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's mallopt."""
_LARGE = 128 * 1024
"""Bytes from which glibc returns memory to the system as soon as it is free. By default the limit rises."""


class Preloading(QObject):
    """Prepares what ``window`` will show. A page that the user opens earlier is created at that moment."""

    def __init__(self, window: Window, controller: EventController) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._steps: Iterator[Callable[[], object]] = iter(())
        self._loaded = False
        self._next = QTimer(self, singleShot=True, interval=_PAUSE)
        self._next.timeout.connect(self._do_next)
        self._free = Event()
        """Set while the other thread may import. It stays clear while the GUI thread is busy, which sets it."""
        self._look = QTimer(self, interval=_PAUSE)
        self._look.timeout.connect(self._look_for_others)
        controller.opened.connect(self._begin_again)
        QTimer.singleShot(_PATIENCE, self, self._load)

    @property
    def done(self) -> bool:
        """Whether nothing is left to prepare."""
        return self._loaded and not self._next.isActive()

    def _load(self) -> None:
        _waste_less_memory()
        self._loading = work = Work(partial(_load_modules, self._free))
        work.done.connect(self._begin)
        work.start()
        self._look.start()

    def _look_for_others(self) -> None:
        if idle(but=self._loading):
            self._free.set()
        else:
            self._free.clear()

    def _begin(self, _result: object) -> None:
        self._loaded = True
        self._look.stop()
        self._begin_again()

    def _begin_again(self) -> None:
        if self._loaded and self._controller.view is not None:
            self._steps = self._each_step()
            self._next.start()

    def _do_next(self) -> None:
        step = next(self._steps, None)
        if step is not None:
            step()
            self._next.start()

    def _each_step(self) -> Iterator[Callable[[], object]]:
        view = self._controller.view
        drawn = view is None or view.settings.format.is_drawn
        for session in view.drawn_sessions if view is not None else ():
            yield partial(self._sum_up, session)
        for page in PAGES:
            if page.fits(drawn):
                # Three steps a page, because each takes long enough to delay a key.
                yield partial(self._window.area.make_page, page.id)
                yield partial(self._window.page, page.id)
                yield partial(self._read_ahead, page.id)

    def _read_ahead(self, id: str) -> None:
        from ui.desktop.kit.page import Page  # imports all that a page needs; the window can paint without it

        page = self._window.area.made.get(id)
        if isinstance(page, Page):
            page.read_ahead()

    def _sum_up(self, session: int) -> None:
        view = self._controller.view
        if view is not None and session in view.drawn_sessions:
            view.tally(session)
            view.touched(session)


def _waste_less_memory() -> None:
    """Let the threads that start from now on share one arena of glibc: each would keep its own, with much unused.

    They do not wait for each other there, because Python runs one thread at a time.
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:  # other C libraries of Linux lack it
            mallopt(_ARENA_MAX, 1)
            mallopt(_MMAP_THRESHOLD, _LARGE)


def _load_modules(free: Event, step: Step) -> None:
    for index, module in enumerate(MODULES):
        while not free.wait(_PAUSE / 1000):
            step(index, len(MODULES))  # ends the wait with the program
        step(index, len(MODULES))
        import_module(module)
    from tournament.catalogue import DEFAULT_SCORER
    from tournament.language.help_pages import help_text
    from ui.entry.verdict import warm_up

    warm_up(DEFAULT_SCORER)
    for page in PAGES:  # the finder lists the keys of all pages
        step(0, 0)
        help_text(page.id, translator.language)
