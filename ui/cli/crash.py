"""Reports a fault of the program itself: one line for the user, the details in a file for a bug report."""

import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from tournament.files.user_folders import log_folder
from tournament.files.writing import write_whole
from tournament.language import Language, mark
from ui.cli.context import CliContext


def report_crash(
    language: Language, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Report the fault and write the traceback to a file; if that is impossible, print it."""
    details = "".join(traceback.format_exception(kind, error, trace))
    what = f"{kind.__name__}: {error}"
    context = CliContext(language)
    try:
        path = _keep(details)
    except OSError:
        context.print_error(
            mark("The program failed: {what}. Everything that was saved is safe. Please report it:", what=what)
        )
        context.print_to_stderr(details)
        return
    text = mark(
        "The program failed: {what}. Everything that was saved is safe. Please report it with the file “{path}”.",
        what=what,
        path=str(path),
    )
    context.print_error(text)


def _keep(details: str) -> Path:
    path = log_folder() / f"fault-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
    write_whole(path, details.encode("utf-8", "backslashreplace").decode())
    return path
