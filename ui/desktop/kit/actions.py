"""One way to carry something out, and to answer with what stands against it."""

from collections.abc import Callable, Sequence

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import Changes, Command, Conflict, LinesRefused, Refused, StoreUnavailable, TableCommand
from ui.desktop.controller import EventController

EVENT_CONFLICT = mark("Somebody else changed the event meanwhile: look again.")
SHEET_CONFLICT = mark("Somebody else wrote on this sheet meanwhile: look again.")


def attempt(
    controller: EventController, command: Command, *, confirmed: bool = False, seen: int | None = None
) -> tuple[Problem, ...]:
    """Carry out ``command`` in the open event; nothing when it is done, else what stands against it.

    ``seen`` is the number of the sheet's last entry that was shown. What comes from the surroundings (somebody else
    wrote, the file cannot be written) has the code ``conflict`` or ``store`` and is shown in the window's bar too: it
    concerns no field.
    """
    return _attempted(controller, lambda: controller.act(command, confirmed=confirmed, seen=seen), (command,))


def attempt_all(controller: EventController, commands: Sequence[Command], *, author: str = "") -> tuple[Problem, ...]:
    """The same for several together, all or none, as ``author`` where one is named."""
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
