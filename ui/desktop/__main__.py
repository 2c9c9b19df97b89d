"""Starts the window: ``quatre-vents desktop [FILE]`` or ``python -m ui.desktop [FILE]``."""

import argparse
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tournament.language import LANGUAGES, language_of
from tournament.office import Refused, StoreDamaged, StoreUnavailable
from ui.desktop import preferences
from ui.desktop.bootstrap import make_desk
from ui.desktop.crash import Reporter
from ui.desktop.desk import Desk
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
    window = Window(desk)
    window.show()
    if asked.file is not None:
        open_file(desk, asked.file)
    sys.exit(app.exec())


def open_file(desk: Desk, path: Path) -> bool:
    """Open ``path``; what keeps it from opening is told in the window. True when it is open."""
    try:
        desk.open(path)
    except (StoreDamaged, StoreUnavailable) as error:
        desk.told.emit(error.text)
        return False
    except Refused as refused:
        desk.told.emit(refused.problems[0].text)
        return False
    preferences.keep_file(path)
    return True


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
