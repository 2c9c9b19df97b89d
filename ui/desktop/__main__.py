"""Starts the window: ``quatre-vents desktop [FILE]…`` or ``python -m ui.desktop [FILE]…``."""

import argparse
import logging
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.language import LANGUAGES, language_of, mark, system_language
from ui.desktop import preferences
from ui.desktop.bootstrap import is_replica, make_controller, play_sample_event
from ui.desktop.controller import EventController
from ui.desktop.crash import ENVIRONMENT, CrashReporter, show_start_failure
from ui.desktop.dialogs.files import INVITATION
from ui.desktop.garbage import GarbageCollection
from ui.desktop.long_work import Work
from ui.desktop.menus import offer_entry
from ui.desktop.opening_errors import OpeningRefusal, open_event, refusal_of, show_refusal
from ui.desktop.preferences import ask_qt_for_a_platform
from ui.desktop.preloading import Preloading
from ui.desktop.recent import left_open
from ui.desktop.single_window import Application, LaterStarts, WindowLock, hand_over
from ui.desktop.temporary_files import delete_left_folders
from ui.desktop.theme import theme
from ui.desktop.this_program import open_another_window
from ui.desktop.translation import translator
from ui.desktop.window import Window, open_window

if TYPE_CHECKING:
    from ui.desktop.opening_request import OpeningRequest


def main() -> int:
    """Read the command line, open the window, run until it is closed, and return the exit code."""
    asked = _asked(sys.argv[1:])
    reporter = CrashReporter()
    reporter.install()
    reporter.fatal_text = lambda what: translator.translate(mark("The window cannot open: {what}", what=what))
    translator.set_language(language_of(asked.lang) if asked.lang else system_language())
    try:
        return _run(asked, reporter)
    except Exception as error:  # noqa: BLE001  # shown and written to a file, whatever it is
        show_start_failure(error, reporter.write("".join(traceback.format_exception(error))))
        return ENVIRONMENT


def _run(asked: argparse.Namespace, reporter: CrashReporter) -> int:
    """Let the window that is already open do what was asked for, or open one; return the exit code.

    Each event has its own window: the files after the first are opened in other windows.
    """
    lock = _window_lock()
    is_first = lock is None or lock.take()
    for file in asked.others:  # once it is known which window is the first
        open_another_window(file, *asked.options)
    if lock is not None and not is_first:
        if not asked.own_window and hand_over(lock, _request(asked)):
            return 0
        lock = lock if lock.is_held else None
    preferences.keep_settings_of_qt()
    preferences.ask_qt_for_text_size()
    ask_qt_for_a_platform()
    app = Application(sys.argv[:1])
    GarbageCollection(app)
    app.setApplicationName("quatre-vents")
    app.setApplicationDisplayName("Quatre Vents")
    if not asked.lang:
        translator.set_language(preferences.language())
    theme.install(app, preferences.appearance())
    if is_first and not asked.own_window and not asked.score and not asked.sample and asked.file is None:
        asked.file = left_open()
    controller = make_controller(asked.author)
    refusal = _open(controller, asked)
    window = Window(controller)
    reporter.half_typed = window.area.half_typed
    reporter.show_report = lambda place: controller.messages.shown.emit(
        mark("An internal error occurred. All entries are saved. Report: {file}", file=place)
    )
    open_window(window)
    LaterStarts(window, app, lock)
    Preloading(window, controller)
    Work(lambda _step: delete_left_folders()).start()
    unsaved = preferences.why_not_kept()
    if unsaved is not None:
        controller.messages.noted.emit(unsaved)
    _go_on(controller, asked.file, refusal)
    if refusal is None:
        offer_entry(controller, window.messages)
    if asked.score:
        controller.navigation.page_wanted.emit("scorer")
    return app.exec()


def _window_lock() -> WindowLock | None:
    try:
        return WindowLock()
    except OSError as error:  # each start then opens a window of its own
        logging.getLogger("quatre-vents").warning("no folder for locks: %s", error)
        return None


def _request(asked: argparse.Namespace) -> "OpeningRequest":
    from ui.desktop.opening_request import request_for

    return request_for(asked.file, sample=asked.sample, score=asked.score)


def _open(controller: EventController, asked: argparse.Namespace) -> OpeningRefusal | None:
    """Open what was asked for before the window is shown. Return why that is not possible, or None."""
    file: Path | None = asked.file
    if asked.sample:
        try:
            file = play_sample_event(lambda _done, _all: None)
        except Exception as error:  # noqa: BLE001  # it raises an unexpected error again
            return refusal_of(error, None)
    if file is None or _is_joined(file):
        return None
    return open_event(controller, file)


def _go_on(controller: EventController, file: Path | None, refusal: OpeningRefusal | None) -> None:
    """Let the window, now visible, join a shared event, or show why ``file`` was not opened."""
    shared = refusal is not None and refusal.may_read  # perhaps it is shared by this computer: the window finds out
    if file is not None and (shared or _is_joined(file)):
        controller.navigation.event_wanted.emit(file)
    elif refusal is not None:
        show_refusal(controller, file, refusal)


def _is_joined(file: Path | None) -> bool:
    """Whether ``file`` leads to a shared event, which the window joins when it is shown."""
    return file is not None and (file.suffix.lower() == INVITATION or is_replica(file))


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="quatre-vents desktop", description="Opens the window.")
    parser.add_argument("words", nargs="*", metavar="FILE", help="an event file to open, each in a window of its own")
    parser.add_argument("--sample", action="store_true", help="open the sample event")
    parser.add_argument("--lang", choices=[language.code for language in LANGUAGES], default="")
    parser.add_argument("--as", dest="author", metavar="NAME", default="", help="who acts, for the log")
    parser.add_argument("--score", action="store_true", help="count hands by their tiles, without an event")
    parser.add_argument("--new-window", action="store_true", help="open a window of its own")
    asked = parser.parse_intermixed_args(arguments)
    words = asked.words[1:] if asked.words[:1] == ["desktop"] else asked.words
    if words and asked.sample:
        parser.error("give event files, or --sample")
    asked.file = Path(words[0]) if words else None
    asked.others = [Path(word) for word in words[1:]]
    given = (("--lang", asked.lang), ("--as", asked.author))
    asked.options = [word for pair in given if pair[1] for word in pair]
    asked.own_window = bool(asked.new_window or asked.lang or asked.author)  # an open window keeps its own
    return asked


if __name__ == "__main__":
    sys.exit(main())
