"""One way to carry something out, and to answer with what stands against it."""

from collections.abc import Callable

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.use_cases import Book, By, Changes, Command, Conflict, EventCommand, Refused, StoreUnavailable
from ui.desktop.controller import EventController

EVENT_CONFLICT = mark("Somebody else changed the event meanwhile: look again.")
SHEET_CONFLICT = mark("Somebody else wrote on this sheet meanwhile: look again.")


def attempt(controller: EventController, action: Callable[[Book, By], Changes]) -> tuple[Problem, ...]:
    """Call a use case on the open event; nothing when it is done, else what stands against it.

    What comes from the surroundings (somebody else wrote, the file cannot be written) has the code ``conflict`` or
    ``store`` and is shown in the window's bar too: it concerns no field.
    """
    return _attempted(controller, lambda: controller.act(action), EVENT_CONFLICT)


def attempt_command(
    controller: EventController, command: Command | EventCommand, *, confirmed: bool = False, seen: int | None = None
) -> tuple[Problem, ...]:
    """The same for what a referee does at a table; ``seen`` is the number of the sheet's last entry that was shown."""
    return _attempted(controller, lambda: controller.carry_out(command, confirmed=confirmed, seen=seen), SHEET_CONFLICT)


def _attempted(controller: EventController, act: Callable[[], Changes], conflict: Text) -> tuple[Problem, ...]:
    try:
        act()
    except Refused as refused:
        return refused.problems
    except Conflict:
        problem = Problem("conflict", conflict)
    except StoreUnavailable as error:
        controller.show_failure(error)
        return (Problem("store", error.text),)
    else:
        return ()
    controller.messages.shown.emit(problem.text)
    return (problem,)
