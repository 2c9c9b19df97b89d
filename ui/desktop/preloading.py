"""Loads what the pages are made of, and what counting hands needs, while nobody waits for it.

In another thread, once the window is painted.
"""

from importlib import import_module

from PySide6.QtCore import QTimer

from ui.desktop.long_work import Step, Work
from ui.desktop.pages.catalogue import PAGES

_PATIENCE = 200
"""Milliseconds after the first paint, for what the user asks for at once."""
MODULES = (
    "tournament.storage",
    "ui.desktop.window_bars",
    *(f"ui.desktop.pages.{page.id}.page" for page in PAGES if page.needs_event),
    "ui.desktop.help",
)
"""What an opened event needs first stands first."""


def preload() -> None:
    """Begin, once the event loop runs; a page that is asked for earlier waits for its own modules only."""
    QTimer.singleShot(_PATIENCE, _begin)


def _begin() -> None:
    work = Work(_load)
    work.failed.connect(_raise)
    work.start()


def _raise(error: Exception) -> None:
    raise error


def _load(step: Step) -> None:
    for index, module in enumerate(MODULES):
        step(index, len(MODULES))
        import_module(module)
    from tournament.catalogue import DEFAULT_SCORER
    from ui.entry.verdict import warm_up

    warm_up(DEFAULT_SCORER)
