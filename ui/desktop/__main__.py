"""Starts the window: ``quatre-vents desktop [FILE]`` or ``python -m ui.desktop [FILE]``."""

import argparse
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tournament.language import LANGUAGES, language_of, mark
from ui.desktop import preferences
from ui.desktop.bootstrap import is_replica, make_controller, play_sample_event
from ui.desktop.controller import EventController
from ui.desktop.crash import CrashReporter
from ui.desktop.dialogs.files import INVITATION
from ui.desktop.garbage import GarbageCollection
from ui.desktop.opened_files import OpenedFiles
from ui.desktop.opening_errors import OpeningRefusal, open_event, refusal_of, show_refusal
from ui.desktop.preloading import Preloading
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.desktop.window_place import open_window


def main() -> None:
    """Read the command line, open the window, run until it is closed, and end the process."""
    asked = _asked(sys.argv[1:])
    preferences.keep_settings_of_qt()
    preferences.ask_qt_for_text_size()
    app = QApplication(sys.argv[:1])
    GarbageCollection(app)
    app.setApplicationName("quatre-vents")
    app.setApplicationDisplayName("Quatre Vents")
    reporter = CrashReporter()
    reporter.install()
    translator.set_language(language_of(asked.lang) if asked.lang else preferences.language())
    theme.install(app, preferences.appearance())
    controller = make_controller(asked.author)
    refusal = _open(controller, asked)
    window = Window(controller)
    reporter.half_typed = window.area.half_typed
    reporter.show_report = lambda place: controller.messages.shown.emit(
        mark("An internal error occurred. All entries are saved. Report: {file}", file=place)
    )
    open_window(window)
    Preloading(window, controller)
    if sys.platform == "darwin":  # other systems name the file on the command line
        OpenedFiles(controller, app)
    _go_on(controller, asked.file, refusal)
    if asked.score:
        controller.navigation.page_wanted.emit("scorer")
    sys.exit(app.exec())


def _open(controller: EventController, asked: argparse.Namespace) -> OpeningRefusal | None:
    """Open what was asked for before the window is shown. Return why that is not possible, or None."""
    file: Path | None = asked.file
    if asked.sample:
        try:
            file = play_sample_event(lambda _done, _all: None)
        except Exception as error:  # noqa: BLE001  # what is not known there is raised again
            return refusal_of(error, None)
    if file is None or _is_joined(file):
        return None
    return open_event(controller, file)


def _go_on(controller: EventController, file: Path | None, refusal: OpeningRefusal | None) -> None:
    """Let the window, which is shown, join a shared event, or show why ``file`` was not opened."""
    shared = refusal is not None and refusal.may_read  # perhaps by this computer, which the window finds out
    if file is not None and (shared or _is_joined(file)):
        controller.navigation.event_wanted.emit(file)
    elif refusal is not None:
        show_refusal(controller, file, refusal)


def _is_joined(file: Path | None) -> bool:
    """Whether ``file`` leads to a shared event, which the window joins when it is shown."""
    return file is not None and (file.suffix.lower() == INVITATION or is_replica(file))


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="quatre-vents desktop", description="Opens the window.")
    parser.add_argument("words", nargs="*", metavar="FILE", help="an event file to open")
    parser.add_argument("--sample", action="store_true", help="open the sample event")
    parser.add_argument("--lang", choices=[language.code for language in LANGUAGES], default="")
    parser.add_argument("--as", dest="author", metavar="NAME", default="", help="who acts, for the log")
    parser.add_argument("--score", action="store_true", help="count hands by their tiles, without an event")
    asked = parser.parse_intermixed_args(arguments)
    words = asked.words[1:] if asked.words[:1] == ["desktop"] else asked.words
    if len(words) > 1 or (words and asked.sample):
        parser.error("give one event file, or --sample")
    asked.file = Path(words[0]) if words else None
    return asked


if __name__ == "__main__":
    main()
