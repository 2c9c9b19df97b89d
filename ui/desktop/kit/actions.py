"""Running commands in the open event, and returning the problems that prevent them."""

from collections.abc import Callable, Sequence

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import Changes, Command, Conflict, LinesRefused, Refused, StoreUnavailable, TableCommand
from ui.desktop.controller import EventController

EVENT_CONFLICT = mark("Another person changed the event. Check it and try again.")
SHEET_CONFLICT = mark("Another person changed this sheet. Check it and try again.")


def attempt(
    controller: EventController, command: Command, *, confirmed: bool = False, seen: int | None = None
) -> tuple[Problem, ...]:
    """Run ``command`` in the open event. Return the problems that prevented it, or an empty tuple if it succeeded.

    ``seen`` is the number of the last entry of the sheet that the user saw. A problem that does not come from the
    command itself (somebody else wrote, the file cannot be written) has the code ``conflict`` or ``store``. It is also
    shown in the message bar, because it belongs to no field.
    """
    return _attempted(controller, lambda: controller.act(command, confirmed=confirmed, seen=seen), (command,))


def attempt_all(controller: EventController, commands: Sequence[Command], *, author: str = "") -> tuple[Problem, ...]:
    """Run several commands, all or none, as ``author`` if one is given. Return the problems like :func:`attempt`."""
    return _attempted(controller, lambda: controller.act_all(commands, author=author), commands)


def _attempted(
    controller: EventController, act: Callable[[], Changes], commands: Sequence[Command]
) -> tuple[Problem, ...]:
    try:
        act()
    except Refused as refused:
        return refused.problems
    except LinesRefused as refused:
        return tuple(problem for _, problems in refused.refusals for problem in problems)
    except Conflict:
        at_table = all(isinstance(command, TableCommand) for command in commands)
        problem = Problem("conflict", SHEET_CONFLICT if at_table else EVENT_CONFLICT)
    except StoreUnavailable as error:
        controller.show_failure(error)
        return (Problem("store", error.text),)
    else:
        return ()
    controller.messages.shown.emit(problem.text)
    return (problem,)
