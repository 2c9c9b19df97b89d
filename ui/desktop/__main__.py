"""Starts the window: ``quatre-vents desktop [FILE]`` or ``python -m ui.desktop [FILE]``."""

import argparse
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tournament.language import LANGUAGES, language_of, mark
from ui.desktop import preferences
from ui.desktop.bootstrap import make_desk
from ui.desktop.crash import Reporter
from ui.desktop.opening import open_event, open_sample
from ui.desktop.speech import speech
from ui.desktop.theme import theme
from ui.desktop.window import Window


def main() -> None:
    """Read the command line, open the window, run until it is closed, and end the process."""
    asked = _asked(sys.argv[1:])
    app = QApplication(sys.argv[:1])
    app.setApplicationName("quatre-vents")
    app.setApplicationDisplayName("Quatre Vents")
    reporter = Reporter()
    reporter.install()
    speech.set_language(language_of(asked.lang) if asked.lang else preferences.language())
    theme.install(app, preferences.appearance())
    desk = make_desk(asked.author)
    refusal = open_sample(desk) if asked.sample else open_event(desk, asked.file) if asked.file else None
    window = Window(desk)
    reporter.half_typed = window.half_typed
    reporter.tell = lambda place: desk.told.emit(
        mark("The program met a fault of its own. Everything recorded is saved. The report: {file}", file=place)
    )
    window.show()
    if refusal is not None:
        desk.told.emit(refusal)
    sys.exit(app.exec())


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="quatre-vents desktop", description="Opens the window.")
    parser.add_argument("words", nargs="*", metavar="FILE", help="an event file to open")
    parser.add_argument("--sample", action="store_true", help="open the sample event")
    parser.add_argument("--lang", choices=[language.code for language in LANGUAGES], default="")
    parser.add_argument("--as", dest="author", metavar="NAME", default="", help="who acts, for the log")
    parser.add_argument("--score", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    words = asked.words[1:] if asked.words[:1] == ["desktop"] else asked.words
    if asked.score:
        parser.error("--score: scoring a hand by its tiles comes later; type points in the window")
    if len(words) > 1 or (words and asked.sample):
        parser.error("give one event file, or --sample")
    asked.file = Path(words[0]) if words else None
    return asked


if __name__ == "__main__":
    main()
