"""``quatre-vents``: reads the arguments, calls one command, and returns its exit code."""

import gc
import io
import os
import sys
from collections.abc import Sequence
from types import TracebackType

import click

from tournament.event.problem import Refused
from tournament.language import Language, language_of, mark, system_language
from ui import __version__, build
from ui.cli.commands import LANGUAGE_FLAG, Commands, TranslatedOption
from ui.cli.context import DONE, CliContext
from ui.cli.streams import finish, finish_or_drop, hold_closed_streams

PROGRAM = "quatre-vents"
COMPLETION_VARIABLE = "_QUATRE_VENTS_COMPLETE"
"""The variable with which a shell asks for completions, or for its completion script, as click defines it."""
_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""A threshold of the garbage collector above the number of objects of a short call; nearly all of these are modules,
which are never freed. Python's own threshold is 700."""


@click.group(
    PROGRAM,
    cls=Commands,
    invoke_without_command=True,
    help_text=mark("Runs mahjong tournaments and club evenings. Without a command, opens the window."),
)
@click.version_option(
    __version__ if build() is None else f"{__version__} ({build()})",
    message="%(prog)s %(version)s",
    cls=TranslatedOption,
    help_text=mark("Shows the version."),
)
@click.pass_context
def program(context: click.Context) -> int | None:
    """Open the window when no sub-command is named."""
    if context.invoked_subcommand is None:
        desktop = context.command.get_command(context, "desktop") if isinstance(context.command, click.Group) else None
        if desktop is not None:
            return int(context.invoke(desktop) or 0)
    return None


def run(arguments: Sequence[str]) -> int:
    """Carry out one call and return its exit code.

    0 done, 1 refused, 2 wrong usage, 3 the environment failed, 4 saved, but the answer could not be written.
    """
    asked = language_option(arguments)
    context = CliContext(asked or system_language(), chosen=asked is not None)
    try:
        code = _run_command(arguments, context)
        finish()
    except (Exception, KeyboardInterrupt) as error:
        from ui.cli.failures import Expected, explain

        # An error of the program may only follow from entries that contradict one another; then that is the message.
        failed = click.Abort() if isinstance(error, KeyboardInterrupt) else error
        reported = failed if isinstance(failed, Expected) else _contradiction(context)
        if reported is None:  # a fault of the program
            raise
        finish_or_drop()
        return explain(context, reported)
    return code


def _contradiction(context: CliContext) -> Refused | None:
    """The contradiction in an event that was read, if it prevents all computations; otherwise None."""
    from tournament.use_cases.coherence import contradiction

    found = [problem for book in context.opened if (problem := contradiction(book.view)) is not None]
    return Refused(*found) if found else None


def _run_command(arguments: Sequence[str], context: CliContext) -> int:
    try:
        with program.make_context(PROGRAM, list(arguments), obj=context) as called:
            return int(program.invoke(called) or DONE)
    except click.exceptions.Exit as end:
        return end.exit_code


def language_option(arguments: Sequence[str]) -> Language | None:
    """The language that ``arguments`` select, found before they are parsed; None if they select none."""
    for place, argument in enumerate(arguments):
        flag, given, value = argument.partition("=")
        if argument == "--":
            break
        if flag == LANGUAGE_FLAG and (given or place + 1 < len(arguments)):
            return language_of(value if given else arguments[place + 1])
    return None


def main() -> None:
    """Run the program as a console script."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    hold_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # On Windows and in the C locale the default encodings lack the letters of most names.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.excepthook = _unexpected
    if asked := os.environ.get(COMPLETION_VARIABLE):
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(program, {"obj": CliContext(system_language())}, PROGRAM, COMPLETION_VARIABLE, asked))
    code = run(sys.argv[1:])
    gc.freeze()  # the process ends: Python would look through all objects four times, a quarter of a short call
    sys.exit(code)


def _unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    from ui.cli.crash import report_crash

    report_crash(language_option(sys.argv[1:]) or system_language(), kind, error, trace)


if __name__ == "__main__":
    main()
