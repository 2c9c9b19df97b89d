"""Messages and offers for an event file that cannot be opened or created."""

from pathlib import Path
from typing import NamedTuple

from tournament.event.problem import Refused
from tournament.language import Text, mark
from ui.desktop.controller import EventController


class OpeningRefusal(NamedTuple):
    """Why a file cannot be opened, and what can be done instead."""

    text: Text
    may_read: bool = False
    """Whether it might be opened read-only."""
    has_copies: bool = False
    """Whether to offer its copies, because it is missing or damaged."""
    recoverable: bool = False
    """Whether it is damaged and its valid entries can be recovered."""


def refusal_of(error: Exception, path: Path | None) -> OpeningRefusal:
    """The refusal for an ``error`` with ``path``. An unexpected exception is raised again."""
    from tournament.use_cases import StoreBroken, StoreDamaged, StoreMissing, StoreUnavailable

    match error:
        case StoreUnavailable():
            return OpeningRefusal(error.text, may_read=True)
        case StoreBroken():
            return OpeningRefusal(error.text, has_copies=True, recoverable=True)
        case StoreMissing():
            return OpeningRefusal(error.text, has_copies=True)
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
    """Open ``path`` in this thread. Return None, or the refusal if it fails; an open event then stays open."""
    try:
        controller.open(path)
    except Exception as error:  # noqa: BLE001  # refusal_of raises an unexpected error again
        return refusal_of(error, path)
    return None


def show_refusal(controller: EventController, path: Path | None, refusal: OpeningRefusal) -> None:
    """Show in the message bar why ``path`` was not opened, and offer what can be done instead."""
    if path is not None and refusal.may_read:
        controller.messages.reading_offered.emit(path, refusal.text)
    elif path is not None and refusal.has_copies:
        controller.messages.rescue_offered.emit(path, refusal.text, refusal.recoverable)
    else:
        controller.messages.shown.emit(refusal.text)
