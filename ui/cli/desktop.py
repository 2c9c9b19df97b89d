"""``desktop``: opens the window, or says why none can open."""

import os
import sys
from pathlib import Path

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.commands import ANY_PATH, AUTHOR_FLAG, LANGUAGE_FLAG, command, option
from ui.cli.context import AUTHOR, DONE, REFUSED, CliContext


class WindowUnavailable(Exception):
    """Qt cannot be loaded: a system library is missing."""


class NoDisplay(Exception):
    """There is no display on which a window could open."""


def refuse_without_display() -> None:
    """Raise NoDisplay if there is no display: Qt would end the process."""
    if sys.platform.startswith("linux"):
        given = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        if not any(os.environ.get(each) for each in given):
            raise NoDisplay


@command("desktop")
@click.argument("files", metavar="[FILE]…", nargs=-1, type=ANY_PATH)
@option("--sample", is_flag=True, help_text=mark("Opens the sample event."))
@option(
    "--score", is_flag=True, help_text=mark("Opens the scorer, which counts hands by their tiles, without an event.")
)
@option(
    "--new-window",
    is_flag=True,
    help_text=mark("Opens another window. Otherwise the window that is open already opens FILE."),
)
@option(
    "--add-to-menu",
    "place",
    flag_value="menu+",
    help_text=mark("Linux: adds the program to the menus, opens no window."),
)
@option("--remove-from-menu", "place", flag_value="menu-", help_text=mark("Linux: removes it from the menus."))
@option(
    "--add-to-path",
    "place",
    flag_value="path+",
    help_text=mark("Windows: new terminals find the command quatre-vents; opens no window."),
)
@option("--remove-from-path", "place", flag_value="path-", help_text=mark("Windows: they do not find it any more."))
@click.pass_obj
def desktop(
    context: CliContext, *, files: tuple[Path, ...], sample: bool, score: bool, new_window: bool, place: str | None
) -> int:
    """Pass the arguments to the window and run it.

    Files that do not exist are passed too: the window reports them, and offers their copies.
    """
    if sample and files:
        raise click.UsageError(context.translate(mark("Give event files, or --sample.")))
    if place is not None:
        (_change_menu if place.startswith("menu") else _change_path)(context, add=place.endswith("+"))
        return DONE
    refuse_without_display()
    try:
        from ui.desktop.__main__ import main
    except ImportError as error:
        raise WindowUnavailable(str(error)) from error
    language = [LANGUAGE_FLAG, context.language.code] if context.chosen else []
    author = [AUTHOR_FLAG, context.author] if context.author != AUTHOR else []
    words = ["--sample"] if sample else [str(file) for file in files]
    flags = [flag for flag, given in (("--score", score), ("--new-window", new_window)) if given]
    sys.argv[1:] = ["desktop", *language, *author, *flags, *words]
    missing = [file for file in files if not file.exists()]
    for file in missing:
        context.print_error(mark("There is no file “{path}”: check the name.", path=str(file)))
    return main() or (REFUSED if missing else DONE)


def _change_menu(context: CliContext, *, add: bool) -> None:
    """Add the program to the menus of the desktop, or remove it. Raises Refused on other systems than Linux."""
    from ui.menu_entry import add_entry, has_menus, menu_folder, program_command, remove_entry

    if not has_menus():
        raise Refused(Problem("no-menus", mark("Only on Linux is the program added to the menus this way."), "system"))
    folder = menu_folder()
    if add:
        entry = add_entry(folder, program_command())
        context.print_line(mark("The program is in the menus now, by “{path}”.", path=str(entry)))
    elif remove_entry(folder):
        context.print_line(mark("The program is removed from the menus."))
    else:
        context.print_line(mark("There is no entry of the program in “{path}”.", path=str(folder)))


def _change_path(context: CliContext, *, add: bool) -> None:
    """Add the folder of the program to the user's PATH, or remove it. Raises Refused except in a packed Windows one."""
    from ui.command_path import change_command_path, has_command_path, program_folder

    if not has_command_path():
        raise Refused(
            Problem("no-command-path", mark("Only the packed program for Windows changes the PATH."), "system")
        )
    changed, folder = change_command_path(add=add), str(program_folder())
    if not changed:
        context.print_line(mark("The PATH stays as it was."))
    elif add:
        context.print_line(mark("New terminals find the command quatre-vents, in “{path}”.", path=folder))
    else:
        context.print_line(mark("New terminals do not find the command quatre-vents any more."))
