"""Names that a system does not take for a file: then the name is to blame, and not its folder.

Windows answers such a name as if its folder were missing, or takes what follows a colon for something else.
"""

import errno
import os
from pathlib import Path, PureWindowsPath

ON_WINDOWS = os.name == "nt"
_NEVER_IN_A_NAME = frozenset('<>:"|?*') | {chr(code) for code in range(32)}
_WINDOWS_REFUSES = frozenset({123, 206})
"""ERROR_INVALID_NAME and ERROR_FILENAME_EXCED_RANGE."""


def is_impossible(path: Path, *, windows: bool = ON_WINDOWS) -> bool:
    """Whether no file can have the name of ``path``; on Windows also ``a:b.csv``, which is no name but a drive."""
    if not windows:
        return "\0" in path.name
    found = PureWindowsPath(str(path))
    return bool(found.drive and not found.root) or not _NEVER_IN_A_NAME.isdisjoint(found.name)


def is_too_long(path: Path) -> bool:
    """Whether no file can have the name of ``path`` because it is too long."""
    try:
        path.lstat()
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG
    return False


def is_refused(error: OSError, path: Path) -> bool:
    """Whether ``error``, met when a file was to be made at ``path``, is about its name: usually it is too long."""
    if error.errno == errno.ENAMETOOLONG or getattr(error, "winerror", None) in _WINDOWS_REFUSES:
        return True
    return isinstance(error, FileNotFoundError) and path.parent.is_dir()
