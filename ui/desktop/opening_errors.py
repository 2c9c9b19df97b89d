"""What keeps an event file from being opened or made, in words."""

from pathlib import Path
from typing import NamedTuple

from tournament.event.problem import Refused
from tournament.language import Text, mark
from ui.desktop.controller import EventController


class OpeningRefusal(NamedTuple):
    """Why not, and what else may be done."""

    text: Text
    may_read: bool = False
    """It may not be written now, but can perhaps be read."""


def refusal_of(error: Exception, path: Path | None) -> OpeningRefusal:
    """The refusal that ``error``, met on ``path``, stands for; an error of the program itself is raised again."""
    from tournament.use_cases import StoreDamaged, StoreUnavailable

    match error:
        case StoreUnavailable():
            return OpeningRefusal(error.text, may_read=True)
        case StoreDamaged():
            return OpeningRefusal(error.text)
        case Refused():
            return OpeningRefusal(error.problems[0].text)
        case OSError():
            place, reason = error.filename or path or "", error.strerror or str(error)
            return OpeningRefusal(mark("“{path}” cannot be used: {reason}", path=str(place), reason=reason))
        case _:
            raise error


def open_event(controller: EventController, path: Path) -> OpeningRefusal | None:
    """Open ``path`` at once, where nothing else is to be seen meanwhile; refused, what was open still is."""
    try:
        controller.open(path)
    except Exception as error:  # noqa: BLE001  # what is not known here is raised again
        return refusal_of(error, path)
    return None


def show_refusal(controller: EventController, path: Path | None, refusal: OpeningRefusal) -> None:
    """Show in the window's bar why ``path`` was not opened, and offer to read it if it can be."""
    if path is not None and refusal.may_read:
        controller.messages.reading_offered.emit(path, refusal.text)
    else:
        controller.messages.shown.emit(refusal.text)
