"""``display FILE``: a screen of the hall, in a process of its own."""

import os
import sys
from pathlib import Path

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark, verbatim
from ui.cli.bootstrap import event_for_reading, refuse_invitation
from ui.cli.context import CliContext
from ui.cli.no_window import NoDisplay, WindowUnavailable
from ui.cli.translated_commands import command, file_argument, option
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.hall_store import load_hall


@command("display")
@file_argument
@option(
    "--screen",
    "name",
    metavar="N",
    help_text=mark("The screen, by the name or number it was set up with; by default the first, or a clock."),
)
@click.pass_obj
def display(context: CliContext, *, file: Path, name: str | None) -> int:
    """Show one screen until it is closed or interrupted."""
    refuse_invitation(file)
    with event_for_reading(file) as book:
        event = book.view.journal[0].id if len(book.view.journal) else ""
    kept = load_hall(event)
    if kept.problem is not None:
        context.print_remark(kept.problem)
    screen = chosen_screen(kept.state, name)
    refuse_without_display()
    try:
        from ui.desktop.display.alone import show_alone
    except ImportError as error:
        raise WindowUnavailable(str(error)) from error
    return show_alone(file, screen, kept.state, language=context.language if context.chosen else None)


def chosen_screen(state: HallState, name: str | None) -> HallScreen:
    """The screen of this name, or else of this number, from 1; Refused where there is none."""
    found = state.shown_screens[0] if name is None else state.screen_called(name)
    if found is not None:
        return found
    assert name is not None, "the first is always there"
    if not state.screens:
        text = mark("There is no screen “{name}”: no screens are set up for this event on this computer.", name=name)
    else:
        names = tuple(verbatim(screen.name) for screen in state.screens)
        text = mark("There is no screen “{name}”: this event has {names}.", name=name, names=names)
    raise Refused(Problem("screen-unknown", text, "screen"))


def refuse_without_display() -> None:
    """NoDisplay where there is no desktop to open a window on: Qt would end the process."""
    if sys.platform.startswith("linux"):
        given = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        if not any(os.environ.get(each) for each in given):
            raise NoDisplay
