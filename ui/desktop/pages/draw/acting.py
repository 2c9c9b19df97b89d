"""From the page to the office: what is refused is told where it was asked."""

from collections.abc import Callable

from tournament.language import Text, mark
from tournament.use_cases import Book, By, Changes, Conflict, Refused, StoreUnavailable
from ui.desktop.controller import EventController


def act(controller: EventController, action: Callable[[Book, By], Changes], refuse: Callable[[Text], None]) -> bool:
    """Do something to the open event; what is refused is told by ``refuse``, what failed in the window's bar."""
    try:
        controller.act(action)
    except Refused as refused:
        refuse(refused.problems[0].text)
    except StoreUnavailable as error:
        controller.messages.shown.emit(error.text)
    except Conflict:
        controller.messages.shown.emit(mark("Somebody else wrote in this event meanwhile: look again."))
    else:
        return True
    return False


def is_closed(controller: EventController) -> bool:
    """Play has begun, or nothing can be entered: nothing is drawn from the start."""
    return controller.view is None or controller.view.begun or not controller.writes
