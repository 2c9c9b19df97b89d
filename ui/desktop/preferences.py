"""What the window remembers between two runs, in one readable file of the user's settings folder."""

from pathlib import Path

from PySide6.QtCore import QSettings

from tournament.files.user_folders import settings_folder, user_home
from tournament.language import Language, language_of, system_language
from ui.desktop.theme import Appearance
from ui.entry.typing_order import TypingOrder


def path() -> Path:
    """Where the file lies."""
    folder = settings_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "window.ini"


def _file() -> QSettings:
    return QSettings(str(path()), QSettings.Format.IniFormat)


def keep_settings_of_qt() -> None:
    """Have Qt's own dialogs remember beside :func:`path` too, where one folder holds everything. Before any of them.

    Qt's file dialog remembers folders; on Windows, where the system's own is shown instead, nothing is kept by Qt.
    """
    if user_home() is not None:
        for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(kind, QSettings.Scope.UserScope, str(settings_folder()))


def value(key: str) -> str:
    """What is kept under ``key``, empty if nothing is."""
    return str(_file().value(key, "") or "")


def keep_value(key: str, text: str) -> None:
    """Keep ``text`` under ``key``."""
    _file().setValue(key, text)


def language() -> Language:
    """The language chosen, else the system's."""
    code = value("language")
    return language_of(code) if code else system_language()


def keep_language(chosen: Language) -> None:
    """Use ``chosen`` next time too."""
    keep_value("language", chosen.code)


def appearance() -> Appearance:
    """The look chosen, else the system's."""
    chosen = value("appearance")
    return next((each for each in Appearance if each.value == chosen), Appearance.SYSTEM)


def keep_appearance(chosen: Appearance) -> None:
    """Look like this next time too."""
    keep_value("appearance", chosen.value)


def typing_order() -> TypingOrder:
    """In which order a hand is typed: winner first unless otherwise chosen."""
    chosen = value("typing-order")
    return next((each for each in TypingOrder if each.value == chosen), TypingOrder.WINNER_FIRST)


def keep_typing_order(chosen: TypingOrder) -> None:
    """Type in this order next time too."""
    keep_value("typing-order", chosen.value)


def author() -> str:
    """The name that signs what is entered, empty for the user of the system."""
    return value("author")


def keep_author(name: str) -> None:
    """Sign with ``name`` next time too."""
    keep_value("author", name)


LOCK_AFTER = (0, 5, 10, 30)
"""Minutes without a touch after which who signed in is signed out; 0: never."""


def lock_after() -> int:
    """After how many minutes without a touch the window is locked: ten unless otherwise chosen."""
    chosen = value("lock-after")
    return int(chosen) if chosen.isdigit() and int(chosen) in LOCK_AFTER else 10


def keep_lock_after(minutes: int) -> None:
    """Lock after so many minutes next time too."""
    keep_value("lock-after", str(minutes))


def place() -> str:
    """Place and size of the window, as it was kept; empty at the first start."""
    return value("place")


def keep_place(place: str) -> None:
    """Open at this place next time."""
    keep_value("place", place)
