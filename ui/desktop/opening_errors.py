"""What keeps an event file from being opened or made, in words."""

from pathlib import Path
from typing import NamedTuple

from tournament.event.problem import Refused
from tournament.language import Text, mark
from ui.desktop.controller import EventController


class Refusal(NamedTuple):
    """Why not, and what else may be done."""

    text: Text
    look: bool = False
    """It may not be written now, but can perhaps be looked at."""


def refusal_of(error: Exception, path: Path | None) -> Refusal:
    """The refusal that ``error``, met on ``path``, stands for; an error of the program itself is raised again."""
    from tournament.use_cases import StoreDamaged, StoreUnavailable

    match error:
        case StoreUnavailable():
            return Refusal(error.text, look=True)
        case StoreDamaged():
            return Refusal(error.text)
        case Refused():
            return Refusal(error.problems[0].text)
        case OSError():
            place, reason = error.filename or path or "", error.strerror or str(error)
            return Refusal(mark("“{path}” cannot be used: {reason}", path=str(place), reason=reason))
        case _:
            raise error


def open_event(controller: EventController, path: Path) -> Refusal | None:
    """Open ``path`` at once, where nothing else is to be seen meanwhile; refused, what was open still is."""
    try:
        controller.open(path)
    except Exception as error:  # noqa: BLE001  # what is not known here is raised again
        return refusal_of(error, path)
    return None


def tell(controller: EventController, path: Path | None, refusal: Refusal) -> None:
    """Tell why ``path`` was not opened, and offer to look at it if it can be."""
    if path is not None and refusal.look:
        controller.messages.reading_offered.emit(path, refusal.text)
    else:
        controller.messages.shown.emit(refusal.text)
