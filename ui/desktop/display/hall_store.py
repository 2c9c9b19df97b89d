"""The hall of an event on this computer, read and written; a file that is damaged is put aside, never lost."""

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
    """The hall as it is kept."""

    state: HallState
    problem: Text | None = None
    """Why it is not as it was left."""
    still_there: bool = False
    """What could not be read still lies in its place: :func:`keep_hall_aside` before anything is written there."""


def load_hall(event: str) -> ReadHall:
    """The hall of the event of this id; an empty one where none is kept, or what is kept cannot be read."""
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
    """Give what is kept of this event a name that nothing else has. Raises OSError."""
    return set_aside(hall_folder(event) / _NAME)


def _not_read(error: OSError) -> Text:
    return mark("The screens of this event could not be read ({reason}).", reason=error.strerror or str(error))


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
