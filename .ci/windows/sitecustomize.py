"""What Wine 8 does otherwise than Windows, set right before a program begins."""

import msvcrt
import os

for _name in [name for name in os.environ if name.startswith("KEPT_")]:  # Wine takes them out of the environment
    os.environ[_name.removeprefix("KEPT_")] = os.environ.pop(_name)

_locking = msvcrt.locking


def _locked(handle: int, mode: int, count: int) -> None:
    """Lock a range; the C library of Wine says nothing where that of Windows says that somebody else holds it."""
    try:
        _locking(handle, mode, count)
    except OSError as error:
        if error.errno:
            raise
        raise PermissionError(13, "Permission denied") from None


msvcrt.locking = _locked
