"""The folders for files of the user of this computer. No other module chooses such a folder.

These are the folders of the system, unless the environment variable ``QUATRE_VENTS_HOME`` names one folder for all of
them: for tests, for a second set of settings, or for a program on a USB stick.
"""

import os
import re
from pathlib import Path

VARIABLE = "QUATRE_VENTS_HOME"
"""The environment variable that names one folder for all files."""
_PROGRAM = "quatre-vents"


def user_home() -> Path | None:
    """Return the folder that :data:`VARIABLE` names; None if the folders of the system are used.

    A user without a home folder gets a temporary one, which lasts until the computer is restarted.
    """
    named = os.environ.get(VARIABLE, "")
    if named:
        return Path(named).absolute()
    return None if has_home() else runtime_folder()


def has_home() -> bool:
    """Whether the system knows a home folder of this user. A container may run programs as a user it does not know."""
    try:
        Path.home()
    except RuntimeError:
        return False
    return True


def settings_folder() -> Path:
    """Return the folder of settings of the window and unfinished entries."""
    from platformdirs import user_config_path

    return _within("settings") or user_config_path(_PROGRAM, appauthor=False)


def half_typed_file(event: str) -> Path:
    """Return the file of unfinished entries in the event with this id.

    It is in one folder, whatever an event file contains as its id.
    """
    return settings_folder() / "half-typed" / f"{re.sub(r'[^0-9A-Za-z-]', '_', event)}.json"


def data_folder() -> Path:
    """Return the folder of copies, sample events, federations, halls of events, and accepted keys of web hosts."""
    from platformdirs import user_data_path

    return _within("data") or user_data_path(_PROGRAM, appauthor=False)


def state_folder() -> Path:
    """Return the folder with what was last seen at each path."""
    from platformdirs import user_state_path

    return _within("state") or user_state_path(_PROGRAM, appauthor=False)


def log_folder() -> Path:
    """Return the folder of crash reports."""
    from platformdirs import user_log_path

    return _within("logs") or user_log_path(_PROGRAM, appauthor=False)


def runtime_folder() -> Path:
    """Return the folder of locks and local sockets, which are of no use after the computer restarts. It is private.

    It is always on this computer, even if the other folders are on a network or a stick. Raise OSError if there is no
    such folder.
    """
    import warnings

    from platformdirs import user_runtime_path

    with warnings.catch_warnings(action="ignore"):  # The system has no such folder, so another one is used.
        return user_runtime_path(_PROGRAM, appauthor=False, ensure_exists=True)


def documents_folder() -> Path:
    """Return the folder that is offered for new events and reports."""
    from platformdirs import user_documents_path

    return _within("documents") or user_documents_path()


def _within(name: str) -> Path | None:
    home = user_home()
    return None if home is None else home / name
