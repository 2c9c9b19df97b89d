"""``games FILE``: the evenings of a club or a league with their games, and whether they have ended."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import listed, mark
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_columns, print_json

if TYPE_CHECKING:
    from tournament.ledger.sheet import Sheet
    from tournament.use_cases import View


@command("games")
@file_argument
@option("--session", type=int, metavar="EVENING", help_text=mark("This evening only."))
@json_option
@click.pass_obj
def games(context: CliContext, *, file: Path, session: int | None, as_json: bool) -> None:
    """List evenings and games."""
    from tournament.use_cases.club import check_evening, refuse_drawn

    with event_for_reading(file) as book:
        view = book.view
    refuse_drawn(view)
    if session is not None:
        check_evening(view, session)
    show_games(context, view, session, as_json=as_json)


def show_games(context: CliContext, view: "View", session: int | None = None, *, as_json: bool) -> None:
    """Print the games of evening ``session``, by default of all."""
    sessions = view.drawn_sessions if session is None else (session,)
    if as_json:
        print_json([_evening_json(view, each) for each in sessions])
        return
    if not sessions:
        context.print_line(mark("There are no evenings yet. Open the first one."))
    for each in sessions:
        _print_evening(context, view, each)


def _evening_json(view: "View", session: int) -> dict[str, object]:
    from tournament.use_cases import is_ended

    evening = view.state.evening(session)
    return {
        "session": session,
        "date": None if evening.day is None else evening.day.isoformat(),
        "place": evening.place,
        "games": [
            {
                "table": sheet.table,
                "table_name": view.state.table_names.get((session, sheet.table), ""),
                "players": list(sheet.players),
                "scores": list(sheet.scores) if sheet.counts else None,
                "state": sheet.state.value,
                "ended": is_ended(sheet),
            }
            for sheet in view.sheets(session)
        ],
    }


def _print_evening(context: CliContext, view: "View", session: int) -> None:
    evening = view.state.evening(session)
    heading = mark("Session {session}", session=session)
    if evening.day or evening.place:
        heading = listed(filter(None, (heading, evening.day, evening.place)))
    context.print_line(heading)
    if not view.sheets(session):
        context.print_line(mark("No game is open yet."))
    print_columns([_row(context, view, sheet) for sheet in view.sheets(session)], right=frozenset((0,)))


def _row(context: CliContext, view: "View", sheet: "Sheet") -> list[str]:
    from tournament.use_cases import is_ended

    ended = mark("ended") if is_ended(sheet) else mark("in play")
    seats = (f"{number} {view.players[number].name}" for number in sheet.players)
    name = view.state.table_names.get((sheet.session, sheet.table), "")
    return [str(sheet.table), *seats, name, context.translate(ended)]
