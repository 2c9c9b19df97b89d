"""The command ``quatre-vents`` in every new terminal on Windows: the folder of the program in the user's PATH.

The installer offers it. It does not change the PATH itself, because NSIS cuts a longer one off after 8,191 characters.
"""

import ntpath
import sys
from pathlib import Path

from tournament.files.packed import is_packed

_KEY, _NAME = "Environment", "Path"
_PATIENCE = 5000
"""Milliseconds that each other program may take to note the change."""


def has_command_path() -> bool:
    """Whether this program can add its folder: it is the packed one, on Windows."""
    return sys.platform == "win32" and is_packed()


def program_folder() -> Path:
    """The folder that has the command."""
    return Path(sys.executable).parent


def with_folder(path: str, folder: str) -> str:
    """``path``, with ``folder`` at its end if it does not have it yet. Everything else stays as it is written."""
    if any(_is_same(each, folder) for each in path.split(";")):
        return path
    return f"{path}{'' if not path or path.endswith(';') else ';'}{folder}"


def without_folder(path: str, folder: str) -> str:
    """``path`` without ``folder``. Everything else stays as it is written."""
    return ";".join(each for each in path.split(";") if not _is_same(each, folder))


def _is_same(entry: str, folder: str) -> bool:
    plain = entry.strip().strip('"')
    return bool(plain) and ntpath.normcase(ntpath.normpath(plain)) == ntpath.normcase(ntpath.normpath(folder))


def change_command_path(*, add: bool) -> bool:
    """Add the folder of the program to the user's PATH, or remove it. Return whether it changed. Raises OSError."""
    if sys.platform == "win32":
        import ctypes
        import winreg

        folder = str(program_folder())
        with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, _KEY, 0, winreg.KEY_READ | winreg.KEY_WRITE) as key:
            try:
                path, kind = winreg.QueryValueEx(key, _NAME)
            except FileNotFoundError:
                path, kind = "", winreg.REG_EXPAND_SZ
            changed = with_folder(path, folder) if add else without_folder(path, folder)
            if changed == path:
                return False
            winreg.SetValueEx(key, _NAME, 0, kind, changed)
        broadcast, setting_change, abort_if_hung = 0xFFFF, 0x1A, 2
        ctypes.windll.user32.SendMessageTimeoutW(broadcast, setting_change, 0, _KEY, abort_if_hung, _PATIENCE, None)
        return True
    raise NotImplementedError(sys.platform)
