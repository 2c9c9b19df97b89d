"""What the window remembers between two runs, in one readable file of the user's settings folder."""

from pathlib import Path

from platformdirs import user_config_path
from PySide6.QtCore import QByteArray, QSettings

from tournament.language import Language, language_of, system_language
from ui.desktop.theme import Appearance

MOST_RECENT = 8
"""Files that are remembered."""


def _file() -> QSettings:
    folder = user_config_path("quatre-vents", appauthor=False, ensure_exists=True)
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


def language() -> Language:
    """The language chosen, else the system's."""
    code = str(_file().value("language", ""))
    return language_of(code) if code else system_language()


def keep_language(chosen: Language) -> None:
    """Speak ``chosen`` next time too."""
    _file().setValue("language", chosen.code)


def appearance() -> Appearance:
    """The look chosen, else the system's."""
    value = str(_file().value("appearance", Appearance.SYSTEM.value))
    return next((each for each in Appearance if each.value == value), Appearance.SYSTEM)


def keep_appearance(chosen: Appearance) -> None:
    """Look like this next time too."""
    _file().setValue("appearance", chosen.value)


def geometry() -> QByteArray:
    """Place and size of the window, empty at the first start."""
    value = _file().value("geometry")
    return value if isinstance(value, QByteArray) else QByteArray()


def keep_geometry(value: QByteArray) -> None:
    """Open at this place next time."""
    _file().setValue("geometry", value)


def recent_files() -> list[Path]:
    """The event files opened last, the newest first, also those that are gone meanwhile."""
    value = _file().value("recent", [])
    names = value if isinstance(value, list) else [value]
    return [Path(str(name)) for name in names if name]


def keep_file(path: Path) -> None:
    """Remember that ``path`` was opened."""
    whole = path.resolve()
    others = [file for file in recent_files() if file != whole]
    _file().setValue("recent", [str(file) for file in [whole, *others][:MOST_RECENT]])
