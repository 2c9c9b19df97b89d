"""The state of a hall as JSON; what is read from outside is checked."""

from ui.hall.hall_state import HallState


class HallFileDamaged(Exception):
    """The text is no state of a hall; the message says what is wrong with it."""


def written(state: HallState) -> str:
    """``state`` as text; :func:`read` reads it back."""
    from msgspec import json  # here: the window opens without it

    return json.format(json.encode(state), indent=1).decode()


def read(text: str) -> HallState:
    """The state that was written; a file of an older program has the usual values for what it lacks.

    Raises HallFileDamaged.
    """
    from msgspec import DecodeError
    from msgspec.json import decode

    try:
        return decode(text, type=HallState)
    except DecodeError as error:  # a value of a wrong kind as well
        raise HallFileDamaged(str(error)) from error
