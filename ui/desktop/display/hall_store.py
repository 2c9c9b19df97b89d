"""The hall of an event on this computer, read and written; a file that is damaged is put aside, never lost."""

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from tournament.language import Text, mark
from ui.hall.hall_file import HallFileDamaged, read, written
from ui.hall.hall_folder import hall_folder, write_whole
from ui.hall.hall_state import HallState

_NAME = "hall.json"
_ASIDE = "hall-damaged.json"


class ReadHall(NamedTuple):
    """The hall as it is kept."""

    state: HallState
    problem: Text | None = None
    """Why it is not as it was left."""


def load_hall(event: str) -> ReadHall:
    """The hall of the event of this id; an empty one where none is kept, or what is kept cannot be read."""
    path = hall_folder(event) / _NAME
    try:
        state = read(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ReadHall(HallState(event))
    except (HallFileDamaged, UnicodeDecodeError):
        with suppress(OSError):
            path.replace(path.with_name(_ASIDE))
        text = mark("The screens of this event could not be read: lay them out again. What was kept is in “{path}”.",
                    path=str(path.with_name(_ASIDE)))  # fmt: skip
        return ReadHall(HallState(event), text)
    except OSError as error:
        text = mark("The screens of this event could not be read ({reason}).", reason=error.strerror or str(error))
        return ReadHall(HallState(event), text)
    return ReadHall(replace(state, event=event))


def save_hall(state: HallState) -> None:
    """Keep ``state``, whole or not at all. Raises OSError."""
    write_whole(hall_folder(state.event) / _NAME, written(state))


def hall_signature(event: str) -> object:
    """Equal as long as nobody keeps another state; None where none is kept."""
    try:
        found = (hall_folder(event) / _NAME).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
