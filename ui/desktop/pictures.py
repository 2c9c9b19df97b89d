"""Pictures of the window, for the guides and for a machine without a screen: each main page, in both themes."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from tournament.language import LANGUAGES, Language
from tournament.ledger.sheet import SheetState
from tournament.office import View
from ui.desktop.bootstrap import look_at_book, make_desk
from ui.desktop.desk import Desk
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.page import Page
from ui.desktop.speech import speech
from ui.desktop.theme import Appearance, theme
from ui.desktop.window import Window

SIZE = QSize(1440, 900)
THEMES = (Appearance.LIGHT, Appearance.DARK)
MAIN = tuple(page for page in PAGES if page.on_rail)
SPOKEN = LANGUAGES[:2]
"""Those in which every word is translated."""


def write_pictures(
    event: Path, out: Path, language: Language | None = None, *, pages: Sequence[Page] = MAIN
) -> list[Path]:
    """Open the event file ``event`` to look at it and save its pages as PNG files in the folder ``out``.

    Names are such as ``tables-light-en.png``; without a ``language`` each page is drawn in all. Gives the paths
    written. Raises what opening raises (StoreDamaged, StoreUnavailable), and OSError when a picture cannot be
    written. The event is not changed; language and theme are afterwards what they were.
    """
    app = _application()
    desk = Desk(look_at_book, look_at_book, make_desk("").by)
    desk.open(event)
    before = (speech.language, theme.choice)
    window = Window(desk, pages)
    out.mkdir(parents=True, exist_ok=True)
    try:
        window.resize(SIZE)
        window.show()
        return list(_written(app, window, desk, out, pages, (language,) if language is not None else SPOKEN))
    finally:
        window.close_quietly()
        speech.set_language(before[0])
        theme.set_choice(before[1])


def _written(
    app: QApplication, window: Window, desk: Desk, out: Path, pages: Sequence[Page], languages: tuple[Language, ...]
) -> Iterator[Path]:
    for appearance in THEMES:
        theme.set_choice(appearance)
        for language in languages:
            speech.set_language(language)
            for page in pages:
                _turn_to(window, desk, page.id)
                app.processEvents()
                yield _saved(window, out / _name(page.id, appearance, language))


def _turn_to(window: Window, desk: Desk, page: str) -> None:
    window.show_page(page)
    place = _telling(desk.view) if page == "tables" and desk.view is not None else None
    if place is not None:
        desk.table_wanted.emit(*place)


def _telling(view: View) -> tuple[int, int] | None:
    """The sheet that shows most: one in play, else one whose totals differ, else the last."""
    sessions = range(1, (len(view.seating.sessions) if view.seating is not None else 0) + 1)
    sheets = [sheet for session in sessions for sheet in view.sheets(session)]
    order = (SheetState.IN_PLAY, SheetState.TOTALS_DIFFER, SheetState.TO_VERIFY, SheetState.VERIFIED)
    found = sorted(
        (sheet for sheet in sheets if sheet.state in order),
        key=lambda sheet: (order.index(sheet.state), -len(sheet.penalties), -sheet.session),
    )
    return (found[0].session, found[0].table) if found else None


def _saved(window: Window, path: Path) -> Path:
    if not window.grab().save(str(path), "PNG"):
        raise OSError(f"the picture {path} could not be written")
    return path


def _name(page: str, appearance: Appearance, language: Language) -> str:
    return f"{page}-{appearance.value}-{language.code}.png"


def _application() -> QApplication:
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not seen:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication(["quatre-vents"])
    theme.install(app, Appearance.LIGHT)
    return app
