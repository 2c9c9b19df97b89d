"""What Windows answers, for systems that do not."""

import errno
from pathlib import Path


class ImpossibleName(OSError):
    """What Windows raises for a name that no file can have, with the code that it has for it."""

    def __init__(self, winerror: int) -> None:
        super().__init__(errno.EINVAL, "The filename, directory name, or volume label syntax is incorrect")
        self.winerror = winerror


class SharingViolation(PermissionError):
    """What Windows raises when ``path`` is replaced while another program has it open."""

    def __init__(self, path: Path, winerror: int = 32) -> None:
        super().__init__(errno.EACCES, "The process cannot access the file because it is being used", str(path))
        self.winerror = winerror
