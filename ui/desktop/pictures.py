"""Pictures of the window for the guides, as small PNG files with at most 256 colours."""

import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, sqrt
from pathlib import Path

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QSize,
    Qt,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage, QImageWriter, QKeyEvent
from PySide6.QtWidgets import QApplication

from tournament.language import LANGUAGES, Language
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View
from ui.desktop import long_work
from ui.desktop.bootstrap import EVENT_FILES, look_at_book, system_user
from ui.desktop.controller import EventController
from ui.desktop.garbage import GarbageCollection
from ui.desktop.pages.catalogue import PAGES, PageInfo
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window

COLOURS = 256
_FREQUENT = 96
"""The number of colours chosen by frequency. The rest are chosen for their difference, to keep rare colours, as of a
warning sign."""
_ALIKE = 0xF8F8F8
"""Of colours that agree in these bits only the most frequent is kept, because the eye sees no difference."""
_SMALLEST = 0
"""The quality for QImageWriter: PNG is lossless, and the lowest value compresses most."""


def save_small(image: QImage, path: Path) -> None:
    """Write ``image`` to ``path`` as a PNG file with at most 256 colours. Raises OSError if it cannot be written."""
    writer = QImageWriter(str(path), QByteArray(b"png"))
    writer.setQuality(_SMALLEST)
    if not writer.write(_indexed(image)):
        raise OSError(f"the picture {path} could not be written: {writer.errorString()}")


def _indexed(image: QImage) -> QImage:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    points = memoryview(plain.constBits()).cast("I")  # 0xffRRGGBB; lines of 32-bit pixels need no padding
    return plain.convertToFormat(
        QImage.Format.Format_Indexed8, _kept(Counter(points)), Qt.ImageConversionFlag.ThresholdDither
    )


def _kept(counts: Counter[int]) -> list[int]:
    """Choose at most 256 colours: the most frequent, then one by one the one that differs most from those chosen."""
    if len(counts) <= COLOURS:
        return sorted(counts)
    alike = {colour & _ALIKE: colour for colour, _ in reversed(counts.most_common())}
    order = sorted(alike.values(), key=lambda colour: (-counts[colour], colour))
    kept = order[:_FREQUENT]
    distances = dict.fromkeys(order[_FREQUENT:], inf)
    for one in kept:
        _lessen(distances, one)
    while distances and len(kept) < COLOURS:
        worst = max(distances, key=lambda colour: distances[colour] * sqrt(counts[colour]))
        kept.append(worst)
        del distances[worst]
        _lessen(distances, worst)
    return kept


def _lessen(distances: dict[int, float], kept: int) -> None:
    """Lower each of ``distances`` to the squared RGB distance from the colour ``kept`` if that is smaller."""
    red, green, blue = kept >> 16 & 255, kept >> 8 & 255, kept & 255
    for colour, known in distances.items():
        square = ((colour >> 16 & 255) - red) ** 2 + ((colour >> 8 & 255) - green) ** 2 + ((colour & 255) - blue) ** 2
        if square < known:
            distances[colour] = square


SIZE = QSize(1440, 900)
THEMES = (Appearance.LIGHT, Appearance.DARK)
MAIN = tuple(page for page in PAGES if page.on_rail and not page.only_shared)
_ROUNDS = 4
"""Rounds of the event loop after the last work: new contents may change one layout after another."""
_QUIET, _LIMIT = 0.25, 60.0
"""Seconds without activity before a picture is taken, and the longest time to wait for that."""
_NAMED_KEYS = {
    "Esc": Qt.Key.Key_Escape,
    "Enter": Qt.Key.Key_Return,
    "Backspace": Qt.Key.Key_Backspace,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
}
_EXPECTED = "This plugin does not support propagateSizeHints()"
"""A message that the offscreen platform prints because it has no window manager; it can be ignored."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A page in a certain state, to be photographed."""

    name: str
    """The beginning of the file name."""
    page: str
    sheet: tuple[int, int] | None = None
    """Session and table of the sheet shown on the page Tables."""
    keys: str = ""
    """Keys pressed before the picture, separated by spaces."""
    after: str = ""
    """Keys pressed afterwards, so that no unfinished entry remains."""
    size: QSize | None = None
    """Size of the window, if the scene needs another one."""
    report: str = ""
    """Name of the report or print set shown on the page Reports; empty for the one that the page proposes."""


def write_pictures(
    event: Path,
    out: Path,
    language: Language | None = None,
    *,
    pages: Sequence[PageInfo] = MAIN,
    scenes: Sequence[Scene] = (),
    size: QSize = SIZE,
) -> list[Path]:
    """Open the event file ``event`` read-only and save its pages as PNG files in the folder ``out``.

    The names are like ``tables-light-en.png``. Without a ``language`` each page is drawn in all languages. Scenes
    follow the pages. Return the paths. Raises what opening raises (StoreDamaged, StoreUnavailable), and OSError if a
    picture cannot be written. The event is not changed; language and theme are restored.
    """
    application()
    controller = EventController(EVENT_FILES, system_user(), "")
    controller.replace_event(look_at_book(event))
    shown = [Scene(page.id, page.id, _best_sheet(controller.view) if page.id == "tables" else None) for page in pages]
    languages = LANGUAGES if language is None else (language,)
    return photograph(controller, Window(controller), out, [*shown, *scenes], languages, size)


def photograph(
    controller: EventController,
    window: Window,
    out: Path,
    scenes: Sequence[Scene],
    languages: Sequence[Language] = LANGUAGES,
    size: QSize = SIZE,
) -> list[Path]:
    """Save ``scenes`` of ``window`` in both themes, then close it. Language and theme are restored."""
    before = (translator.language, theme.choice)
    written = []
    out.mkdir(parents=True, exist_ok=True)
    window.show()
    window.activateWindow()
    try:
        for appearance, language, scene in product(THEMES, languages, scenes):
            theme.set_choice(appearance)
            translator.set_language(language)
            window.resize(scene.size or size)
            window.show_page(scene.page)
            if scene.sheet is not None:
                controller.navigation.table_wanted.emit(*scene.sheet)
            if scene.report:
                controller.navigation.report_wanted.emit(scene.report)
                settle()  # a print set is prepared only after a moment
            settle()
            _type(scene.keys)
            written.append(out / f"{scene.name}-{appearance.value}-{language.code}.png")
            save_small(window.grab().toImage(), written[-1])
            _type(scene.after)
    finally:
        window.close_quietly()
        translator.set_language(before[0])
        theme.set_choice(before[1])
    return written


def _best_sheet(view: View | None) -> tuple[int, int] | None:
    """Session and table of the sheet that shows most: in play, or with a difference. None if the event has no sheet."""
    if view is None or view.seating is None:
        return None
    order = (SheetState.IN_PLAY, SheetState.TOTALS_DIFFER, SheetState.REJECTED, SheetState.TO_VERIFY,
             SheetState.TO_READ_AGAIN, SheetState.VERIFIED)  # fmt: skip
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    best = min(
        (sheet for sheet in sheets if sheet.state in order),
        key=lambda sheet: (order.index(sheet.state), -len(sheet.penalties), -sheet.session),
        default=None,
    )
    return (best.session, best.table) if best is not None else None


def settle() -> None:
    """Wait until everything that other threads prepare for the page is ready and painted."""
    begun = quiet = time.monotonic()
    while time.monotonic() - quiet < _QUIET and time.monotonic() - begun < _LIMIT:
        QApplication.processEvents()
        # processEvents deletes nothing: that is left to a running event loop
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if not long_work.idle():
            quiet = time.monotonic()  # handling events may have taken longer than the quiet itself
        time.sleep(0.01)
    for _ in range(_ROUNDS):
        QApplication.processEvents()


def _type(keys: str) -> None:
    for key in keys.split():
        named = _NAMED_KEYS.get(key)
        code, text = (named, "") if named is not None else (Qt.Key(ord(key.upper())), key)
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            target = QApplication.focusWidget()
            if target is not None:
                QApplication.sendEvent(target, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text))
    if keys:
        settle()


def application() -> QApplication:
    """The running application, or a new one, offscreen if there is no screen."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not seen:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    qInstallMessageHandler(_pass_on)
    app = QApplication(["quatre-vents"])
    GarbageCollection(app)
    theme.install(app, Appearance.LIGHT)
    return app


def _pass_on(_kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    if message and message != _EXPECTED:
        sys.stderr.write(f"{message}\n")
