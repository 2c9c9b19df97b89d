"""``display FILE``: a screen of the hall, in a process of its own."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import time

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark, verbatim
from ui.cli.bootstrap import event_for_reading, refuse_invitation
from ui.cli.commands import command, file_argument, json_option, not_taken, option
from ui.cli.context import CliContext
from ui.cli.desktop import WindowUnavailable, refuse_without_display
from ui.cli.streams import print_json
from ui.hall.browsers import SeenBrowser, ServedScreens, browsers_text, kept_browsers
from ui.hall.hall_state import HallScreen, HallState, screen_address
from ui.hall.hall_store import ReadHall, keep_hall_aside, load_hall, save_hall

_SHOWN = "show", "hide"


@command("display")
@file_argument
@option(
    "--screen",
    "name",
    metavar="N",
    help_text=mark("The screen, by the name or number it was set up with; by default the first, or a clock."),
)
@option(
    "--browsers",
    is_flag=True,
    help_text=mark("Shows no screen, but says where browsers find each and which do, while “serve” shows them."),
)
@option(
    "--prospects",
    type=click.Choice(_SHOWN),
    help_text=mark("Shows no screen, but lets streams and the page Tables show what it takes to win, or not."),
)
@json_option
@click.pass_obj
def display(
    context: CliContext, *, file: Path, name: str | None, browsers: bool, prospects: str | None, as_json: bool
) -> int:
    """Show one screen until it is closed or interrupted."""
    if as_json and not browsers:
        raise not_taken(context, ("--json",), "display")
    refuse_invitation(file)
    with event_for_reading(file) as book:
        event = book.view.journal[0].id if len(book.view.journal) else ""
    kept = load_hall(event)
    if kept.problem is not None:
        context.print_remark(kept.problem)
    if prospects is not None:
        return _show_prospects(context, event, kept, shows=prospects == _SHOWN[0])
    if browsers:
        shown = kept.state.shown_screens if name is None else (chosen_screen(kept.state, name),)
        print_browsers(context, kept.state, shown, as_json=as_json)
        return 0
    screen = chosen_screen(kept.state, name)
    refuse_without_display()
    try:
        from ui.desktop.display.alone import show_alone
    except ImportError as error:
        raise WindowUnavailable(str(error)) from error
    return show_alone(file, screen, kept.state, language=context.language if context.chosen else None)


def _show_prospects(context: CliContext, event: str, kept: ReadHall, *, shows: bool) -> int:
    try:
        if kept.still_there:
            keep_hall_aside(event)
        save_hall(replace(kept.state, event=event, prospects=shows))
    except OSError as error:
        text = mark("The screens cannot be saved for next time: {reason}.", reason=error.strerror or str(error))
        raise Refused(Problem("hall-not-saved", text)) from error
    shown, hidden = mark("What it takes is shown."), mark("What it takes is not shown.")
    context.print_line(shown if shows else hidden)
    return 0


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


def print_browsers(context: CliContext, state: HallState, screens: Sequence[HallScreen], *, as_json: bool) -> None:
    """Print the addresses of ``screens``, and which browsers show them. Raises Refused while no server serves them."""
    served, now = kept_browsers(state.event), time()
    if served is None or not served.is_served(now):
        text = mark("Nobody shows the screens of this event in browsers: “serve FILE --public-port N” does.")
        raise Refused(Problem("screens-not-served", text))
    found = [(each, served.address + screen_address(state, each)) for each in screens]
    if as_json:
        print_json([_as_json(served, each.name, address, now) for each, address in found])
        return
    for each, address in found:
        said = browsers_text(served, each.name, now) or mark("in no browser")
        context.print_line(mark("{screen}: {address}, {browsers}", screen=each.name, address=address, browsers=said))


def _as_json(served: ServedScreens, name: str, address: str, now: float) -> dict[str, object]:
    def listed_json(browsers: Sequence[SeenBrowser]) -> list[dict[str, object]]:
        return [
            {"number": each.number, "sound": each.sound,
             "seen": datetime.fromtimestamp(each.seen, UTC).isoformat(timespec="seconds")}
            for each in browsers
        ]  # fmt: skip

    return {"screen": name, "address": address, "browsers": listed_json(served.showing(name, now)),
            "lost": listed_json(served.lost(name, now))}  # fmt: skip
