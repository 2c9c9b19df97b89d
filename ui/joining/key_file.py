"""The file with the key of this computer in an event: made once, for its user alone, and never part of the event.

Key and certificate are in one file, so neither can be there without the other.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tournament.event.problem import Gravity, Problem
from tournament.files.writing import make_private_folder, set_aside, write_new_whole
from tournament.language import mark
from tournament.sharing.keys import ComputerKey, made_key, read_key

NAME = "key.pem"
_MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class KeptKey:
    """The key of this computer in an event, and its file."""

    file: Path
    key: ComputerKey
    remarks: tuple[Problem, ...] = ()
    """Which damaged file was set aside for a new key."""


def kept_key(folder: Path, now: datetime) -> KeptKey:
    """The key in ``folder``; if there is none, a new one. Raises OSError.

    Of programs that ask at the same time, one makes the key. A damaged file is renamed; then nobody recognises this
    computer any more.
    """
    path, remarks = folder / NAME, tuple[Problem, ...]()
    make_private_folder(folder)
    if path.exists() and _read(path) is None:
        text = mark(
            "The key of this computer in the event was damaged: it is now “{file}”, and a new one was made. If this "
            "computer shared the event, every desk must join again; otherwise this desk must.",
            file=str(set_aside(path)),
        )
        remarks = (Problem("key-damaged", text, "key", Gravity.REMARK),)
    if not path.exists():
        with suppress(FileExistsError):  # another program was faster
            write_new_whole(path, made_key(now).pem.encode())
    key = _read(path)
    if key is None:
        raise OSError(None, "the key is damaged", str(path))
    return KeptKey(path, key, remarks)


def _read(path: Path) -> ComputerKey | None:
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    return read_key(data.decode(errors="replace"))
