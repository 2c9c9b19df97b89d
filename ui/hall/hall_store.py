"""Reads and writes the hall of an event on this computer. A damaged file is set aside, never lost."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tournament.files.whole_file import set_aside, write_whole
from tournament.language import Text, mark
from ui.hall.hall_file import HallFileDamaged, read, written
from ui.hall.hall_folder import hall_folder
from ui.hall.hall_state import HallState

_NAME = "hall.json"


class ReadHall(NamedTuple):
    """The hall as it was stored."""

    state: HallState
    problem: Text | None = None
    """Why it differs from what was stored."""
    still_there: bool = False
    """Whether an unreadable file is still in place: call :func:`keep_hall_aside` before writing."""


def load_hall(event: str) -> ReadHall:
    """The hall of the event with this id. It is empty if none is stored, or if the file cannot be read."""
    path = hall_folder(event) / _NAME
    try:
        state = read(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ReadHall(HallState(event))
    except (HallFileDamaged, UnicodeDecodeError):
        try:
            aside = keep_hall_aside(event)
        except OSError as error:
            return ReadHall(HallState(event), _not_read(error), still_there=True)
        text = mark("The screens of this event could not be read: set them up again. The old file is " "“{path}”.",
                    path=str(aside))  # fmt: skip
        return ReadHall(HallState(event), text)
    except OSError as error:
        return ReadHall(HallState(event), _not_read(error), still_there=True)
    return ReadHall(replace(state, event=event))


def keep_hall_aside(event: str) -> Path:
    """Rename the stored file of this event to an unused name. Raises OSError."""
    return set_aside(hall_folder(event) / _NAME)


def _not_read(error: OSError) -> Text:
    return mark("The screens of this event could not be read ({reason}).", reason=error.strerror or str(error))


def save_hall(state: HallState) -> None:
    """Save ``state``, completely or not at all. Raises OSError."""
    write_whole(hall_folder(state.event) / _NAME, written(state))


def hall_signature(event: str) -> object:
    """A value that changes when another state is saved; None if none is stored."""
    try:
        found = (hall_folder(event) / _NAME).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
