"""The message and the exit code of each error. Imported only after an error, since it imports many packages."""

import errno
from collections.abc import Iterator
from pathlib import Path

import click

from reports.readers.refusal import UnreadableTable
from reports.writers.atomic_file import ExportFailed
from tournament.draw import DrawProblem
from tournament.files.writing import ON_WINDOWS
from tournament.language import Text, mark, mark_count
from tournament.use_cases import Conflict, Refused, StoreBroken, StoreDamaged, StoreUnavailable
from tournament.use_cases.ports import KeyUnavailable
from ui.cli.context import DONE, ENVIRONMENT, REFUSED, SAVED_NOT_TOLD, USAGE, CliContext
from ui.cli.desktop import NoDisplay, WindowUnavailable
from ui.cli.shared_event import Queued
from ui.cli.streams import InputFailed, OutputFailed, print_json
from ui.joining.failures import CertificateChanged, OutcomeUnknown, ServerAway
from ui.server.failures import CannotListen
from ui.web_host.failures import SiteNotWritten

Input = Refused | DrawProblem | StoreDamaged | UnreadableTable | KeyUnavailable | CertificateChanged
Surroundings = (
    StoreUnavailable
    | Conflict
    | ServerAway
    | OutcomeUnknown
    | ExportFailed
    | SiteNotWritten
    | CannotListen
    | WindowUnavailable
    | NoDisplay
    | InputFailed
    | OutputFailed
    | OSError
    | click.Abort
)
Expected = Input | Surroundings | click.ClickException | Queued
"""The errors that are not faults of the program."""

WAYS_OUT = mark(
    "“copies FILE” lists its copies, and “restore COPY --to FILE” restores one. “recover "
    "FILE --to NEW” writes the valid entries to a new file."
)
"""What can be done about a damaged event."""

MAKEFILE = Path(__file__).parents[2] / "Makefile"
"""If this file exists, the program runs from its source, and “make system” can be called."""
_NO_SUCH_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)


def explain(context: CliContext, error: Expected) -> int:
    """Print what went wrong to standard error; return the exit code."""
    if isinstance(error, Queued):
        return _queued(context, error)
    if context.saved and isinstance(error, OutputFailed | click.Abort):
        saved = ", ".join(str(path) for path in context.saved)
        context.print_error(
            mark(
                "The change is saved in “{path}”, but the output could not be written: do not repeat the command.",
                path=saved,
            )
        )
        return SAVED_NOT_TOLD
    if isinstance(error, BrokenPipeError) or (isinstance(error, OutputFailed) and error.left):
        return DONE
    for text in _messages(error):
        context.print_error(text)
    if isinstance(error, StoreBroken):
        context.print_remark(WAYS_OUT)
    if isinstance(error, click.ClickException):
        return USAGE
    if isinstance(error, OutcomeUnknown):
        return SAVED_NOT_TOLD
    if isinstance(error, UnreadableTable):
        return ENVIRONMENT if error.environment else REFUSED
    if isinstance(error, Refused | DrawProblem | StoreDamaged | KeyUnavailable | CertificateChanged):
        return REFUSED
    unknown = isinstance(error, OSError) and (error.errno in _NO_SUCH_FILE or _is_folder(error))
    return REFUSED if unknown else ENVIRONMENT


def _queued(context: CliContext, queued: Queued) -> int:
    if queued.as_json:
        print_json({"queued": queued.count})
        return DONE
    text = mark_count(
        "The host is away. {count} command is kept and sent later: by the next command, or by “queue --send”.",
        "The host is away. {count} commands are kept and sent later: by the next command, or by “queue --send”.",
        queued.count,
    )
    context.print_line(text)
    return DONE


def _no_window(what: str) -> Text:
    if MAKEFILE.is_file():
        return mark("The window cannot open: {what}. “make system” names the missing libraries.", what=what)
    return mark("The window cannot open: {what}. Install what is missing in the system.", what=what)


def _messages(error: Expected) -> Iterator[Text | str]:
    match error:
        case Refused():
            yield from (problem.text for problem in error.problems)
        case DrawProblem() | ExportFailed() | SiteNotWritten() | ServerAway() | CertificateChanged():
            yield error.message
        case (
            StoreDamaged()
            | StoreUnavailable()
            | UnreadableTable()
            | KeyUnavailable()
            | OutcomeUnknown()
            | CannotListen()
        ):
            yield error.text
        case Conflict():
            yield mark("Someone else changed this event in the meantime: nothing was written. Try again.")
        case WindowUnavailable():
            yield _no_window(str(error))
        case NoDisplay():
            yield mark(
                "There is no display here: run the command in the desktop session of the "
                "computer, or set DISPLAY to that session."
            )
        case InputFailed():
            yield mark(
                "Standard input cannot be read ({reason}): name a file with the lines, or use a pipe.",
                reason=str(error),
            )
        case OutputFailed():
            yield mark("The output cannot be written to standard output: {reason}.", reason=error.reason)
        case click.Abort():
            yield mark("Interrupted: nothing more was written.")
        case click.ClickException():
            yield _usage(error)
        case OSError():
            yield _system(error)


def _usage(error: click.ClickException) -> Text | str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    name = context.command_path if context else "quatre-vents"
    match error:
        case click.exceptions.NoSuchCommand():
            return mark("There is no command “{name}”: “{command} --help” lists them.", name=error.command_name,
                        command=name)  # fmt: skip
        case click.exceptions.NoSuchOption():
            return mark("There is no option “{name}”: “{command} --help” lists them.", name=error.option_name,
                        command=name)  # fmt: skip
        case click.MissingParameter():
            what = error.param.get_error_hint(context) if error.param and context else ""
            return mark("{what} is missing: “{command} --help” shows what is needed.", what=what, command=name)
        case click.BadParameter():
            what = error.param.get_error_hint(context) if error.param and context else ""
            return mark("{what}: {why} “{command} --help” says more.", what=what, why=_why(error), command=name)
        case _:
            return error.format_message()


def _why(error: click.BadParameter) -> Text | str:
    """Why the value of a parameter is refused, in the language of the call: click's own messages are English."""
    kind = error.param.type if error.param else None
    match kind:
        case click.Choice():
            return mark("choose one of {choices}.", choices=", ".join(str(choice) for choice in kind.choices))
        case click.IntRange():
            return mark("must be a whole number of at least {least}.", least=kind.min)
        case click.DateTime():
            return mark("write the day as YYYY-MM-DD.")
        case click.types.IntParamType():
            return mark("must be a whole number.")
        case _:
            return error.message


def _is_folder(error: OSError) -> bool:
    """Whether a folder was opened as if it were a file. Windows only says that this is not permitted."""
    denied = ON_WINDOWS and isinstance(error, PermissionError)
    return error.errno == errno.EISDIR or (denied and Path(str(error.filename or "")).is_dir())


def _system(error: OSError) -> Text:
    path = str(error.filename or "")
    if error.errno in _NO_SUCH_FILE:
        return mark("There is no file “{path}”: check the name.", path=path)
    if _is_folder(error):
        return mark("“{name}” is a folder: choose a file.", name=path)
    if isinstance(error, PermissionError):
        return mark(
            "“{path}” cannot be used: permission denied. Choose another place, or close the file in the other program.",
            path=path,
        )
    if error.errno == errno.ENOSPC:
        return mark("The disk is full: free some space and try again.")
    return mark("“{path}”: the system reported “{error}”.", path=path, error=error.strerror or str(error))
