"""``desktop``: opens the window."""

import sys
from pathlib import Path

import click

from tournament.language import mark
from ui.cli.context import AUTHOR, CliContext
from ui.cli.no_window import WindowUnavailable, refuse_without_display
from ui.cli.translated_commands import ANY_PATH, AUTHOR_FLAG, LANGUAGE_FLAG, command, option


@command("desktop")
@click.argument("file", required=False, type=ANY_PATH)
@option("--sample", is_flag=True, help_text=mark("Opens the sample event."))
@option(
    "--score", is_flag=True, help_text=mark("Opens the scorer, which counts hands by their tiles, without an event.")
)
@option(
    "--new-window",
    is_flag=True,
    help_text=mark("Opens another window. Otherwise the window that is open already opens FILE."),
)
@click.pass_obj
def desktop(context: CliContext, *, file: Path | None, sample: bool, score: bool, new_window: bool) -> None:
    """Hand the arguments on, in one order, and let the window run; it ends the process itself."""
    if sample and file is not None:
        raise click.UsageError(context.translate(mark("Give one event file, or --sample.")))
    refuse_without_display()
    try:
        from ui.desktop.__main__ import main
    except ImportError as error:
        raise WindowUnavailable(str(error)) from error
    language = [LANGUAGE_FLAG, context.language.code] if context.chosen else []
    author = [AUTHOR_FLAG, context.author] if context.author != AUTHOR else []
    words = ["--sample"] if sample else [str(file)] if file is not None else []
    flags = [flag for flag, given in (("--score", score), ("--new-window", new_window)) if given]
    sys.argv[1:] = ["desktop", *language, *author, *flags, *words]
    main()
