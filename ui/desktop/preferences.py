"""The settings that the window keeps from one run to the next, in an INI file in the user's settings folder.

Some must be passed to Qt before the QApplication is created.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings

from tournament.files.user_folders import has_home, settings_folder, user_home
from tournament.files.writing import make_private_file, make_private_folder
from tournament.language import Language, Text, language_of, mark, system_language
from ui.desktop.theme import Appearance
from ui.entry.typing_order import TypingOrder

_QT_SCALE = "QT_SCALE_FACTOR"


def path() -> Path:
    """The path of the file."""
    return settings_folder() / "window.ini"


def why_not_kept() -> Text | None:
    """Why settings cannot be stored on this computer; None if they can."""
    file, folder = path(), path().parent
    if user_home() is not None and not has_home():
        return mark("No home folder is known: settings and copies are lost when this computer is switched off.")
    try:
        make_private_folder(folder)
        reason = "" if os.access(folder, os.W_OK) and not file.is_dir() else os.strerror(errno.EACCES)
    except OSError as error:
        reason = error.strerror or str(error)
    if not reason:
        return None
    return mark("Settings and recent events are not saved: “{path}” cannot be used ({reason}).", path=str(file),
                reason=reason)  # fmt: skip


def _file() -> QSettings:
    return QSettings(str(path()), QSettings.Format.IniFormat)


def keep_settings_of_qt() -> None:
    """Make Qt's own dialogs store their settings beside :func:`path` too, if one folder is set for all the user's data.

    Call it before opening any of them. Qt's file dialog remembers folders. On Windows the system's dialog is used
    instead, and Qt stores nothing.
    """
    if user_home() is not None:
        for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(kind, QSettings.Scope.UserScope, str(settings_folder()))


def value(key: str) -> str:
    """The value of ``key``, or an empty string."""
    return str(_file().value(key, "") or "")


def keep_value(key: str, text: str) -> None:
    """Store ``text`` under ``key``."""
    with suppress(OSError):  # `why_not_kept` says why
        make_private_file(path())
    _file().setValue(key, text)


def language() -> Language:
    """The chosen language, or the system's."""
    code = value("language")
    return language_of(code) if code else system_language()


def keep_language(chosen: Language) -> None:
    """Save ``chosen`` for the next time."""
    keep_value("language", chosen.code)


def appearance() -> Appearance:
    """The chosen appearance, or the system's."""
    chosen = value("appearance")
    return next((each for each in Appearance if each.value == chosen), Appearance.SYSTEM)


def keep_appearance(chosen: Appearance) -> None:
    """Save ``chosen`` for the next time."""
    keep_value("appearance", chosen.value)


def members_database() -> str:
    """The address of the database with the directory of people; empty if that is a file of this user."""
    return value("members-database")


def keep_members_database(url: str) -> None:
    """Save ``url``, which contains no password."""
    keep_value("members-database", url)


def sounds_calls() -> bool:
    """Whether a sound is played when a table calls a referee; True by default."""
    return value("call-sound") != "no"


def keep_sounds_calls(wanted: bool) -> None:
    """Save ``wanted`` for the next time."""
    keep_value("call-sound", "yes" if wanted else "no")


def sounds_refusals() -> bool:
    """Whether a short sound is played when a key is refused; False by default."""
    return value("refusal-sound") == "yes"


def keep_sounds_refusals(wanted: bool) -> None:
    """Save ``wanted`` for the next time."""
    keep_value("refusal-sound", "yes" if wanted else "no")


TEXT_SIZES = (90, 100, 110, 125, 150)
"""The sizes to choose from, of text and everything that is sized to fit it, in percent of the system's."""


def text_size() -> int:
    """The chosen size in percent; 100 by default."""
    chosen = value("text-size")
    return int(chosen) if chosen.isdigit() and int(chosen) in TEXT_SIZES else 100


def keep_text_size(percent: int) -> None:
    """Save ``percent`` for the next time."""
    keep_value("text-size", str(percent))


def ask_qt_for_text_size() -> None:
    """Make Qt scale everything by the chosen size, in addition to the scale of the system.

    Qt reads this once: call it before the QApplication is created.
    """
    if text_size() != 100:
        factor = float(os.environ.get(_QT_SCALE) or 1) * text_size() / 100
        os.environ[_QT_SCALE] = f"{factor:g}"


def typing_order() -> TypingOrder:
    """The order in which a hand is typed: winner first by default."""
    chosen = value("typing-order")
    return next((each for each in TypingOrder if each.value == chosen), TypingOrder.WINNER_FIRST)


def keep_typing_order(chosen: TypingOrder) -> None:
    """Save ``chosen`` for the next time."""
    keep_value("typing-order", chosen.value)


_KEYS_LISTED = 10
"""The number of sheets that a user signs here with the list of keys under the form."""


def lists_keys() -> bool:
    """Whether the keys of a sheet are listed under its form: until ten sheets were signed on this computer."""
    signed = value("signed-sheets")
    return not signed.isdigit() or int(signed) < _KEYS_LISTED


def count_signed_sheet() -> None:
    """Count a sheet that was signed, as long as that matters."""
    if lists_keys():
        signed = value("signed-sheets")
        keep_value("signed-sheets", str(int(signed) + 1 if signed.isdigit() else 1))


def author() -> str:
    """The name that signs entries; empty for the system's user."""
    return value("author")


def keep_author(name: str) -> None:
    """Save ``name`` for the next time."""
    keep_value("author", name)


LOCK_AFTER = (0, 5, 10, 30)
"""Choices, in minutes without input, after which the user is signed out; 0 for never."""


def lock_after() -> int:
    """Minutes without input after which the window is locked; ten by default."""
    chosen = value("lock-after")
    return int(chosen) if chosen.isdigit() and int(chosen) in LOCK_AFTER else 10


def keep_lock_after(minutes: int) -> None:
    """Save ``minutes`` for the next time."""
    keep_value("lock-after", str(minutes))


def place() -> str:
    """The saved position and size of the window; empty if none was saved."""
    return value("place")


def keep_place(place: str) -> None:
    """Save ``place`` for the next time."""
    keep_value("place", place)


def ask_qt_for_a_platform() -> None:
    """Let Qt use X11 if the environment asks for Wayland and that fails. Call it before creating the QApplication.

    By itself, Qt tries both only if the environment names neither, and otherwise ends the process.
    """
    if os.environ.get("QT_QPA_PLATFORM", "").startswith("wayland") and os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] += ";xcb"
