"""From the page to the office: what is refused is told where it was asked."""

from collections.abc import Callable

from tournament.language import Text, mark
from tournament.office import Book, By, Changes, Conflict, Refused, StoreUnavailable
from ui.desktop.desk import Desk


def act(desk: Desk, action: Callable[[Book, By], Changes], refuse: Callable[[Text], None]) -> bool:
    """Do something to the open event; what is refused is told by ``refuse``, what failed in the window's bar."""
    try:
        desk.act(action)
    except Refused as refused:
        refuse(refused.problems[0].text)
    except StoreUnavailable as error:
        desk.told.emit(error.text)
    except Conflict:
        desk.told.emit(mark("Somebody else wrote in this event meanwhile: look again."))
    else:
        return True
    return False


def is_closed(desk: Desk) -> bool:
    """Play has begun, or nothing can be entered: nothing is drawn from the start."""
    return desk.view is None or desk.view.begun or not desk.writes
