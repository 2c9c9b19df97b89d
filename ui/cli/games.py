"""``games FILE``: the evenings of a club or a league with their games, and whether they have ended."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from tournament.language import listed, mark
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
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
        print_json([_evening_json(context, view, each) for each in sessions])
        return
    if not sessions:
        context.print_line(mark("There are no evenings yet. Open the first one."))
    for each in sessions:
        _print_evening(context, view, each)


def _evening_json(context: CliContext, view: "View", session: int) -> dict[str, object]:
    evening, columns = view.state.evening(session), _columns(view)
    return {
        "session": session,
        "date": None if evening.day is None else evening.day.isoformat(),
        "place": evening.place,
        "games": [context.record(columns, sheet) for sheet in view.sheets(session)],
    }


def _print_evening(context: CliContext, view: "View", session: int) -> None:
    evening = view.state.evening(session)
    heading = mark("Session {session}", session=session)
    if evening.day or evening.place:
        heading = listed(filter(None, (heading, evening.day, evening.place)))
    context.print_line(heading)
    if view.sheets(session):
        context.print_listed(_columns(view), view.sheets(session), as_json=False)
    else:
        context.print_line(mark("No game is open yet."))


def _columns(view: "View") -> "tuple[Column[Sheet], ...]":
    """What the command says of a game."""
    from reports.column import Column, Kind
    from reports.vocabulary import NAME, NO_HEADING, STATE, TABLE, by_seat
    from tournament.use_cases import is_ended

    def seated(sheet: "Sheet", column: int) -> str:
        number = sheet.players[column]
        return f"{number} {view.players[number].name}"

    def scores(sheet: "Sheet") -> Any:
        return list(sheet.scores) if sheet.counts else None

    return (
        TABLE.of(lambda sheet: sheet.table),
        *by_seat(seated),
        NAME.of(lambda sheet: view.state.table_names.get((sheet.session, sheet.table), ""), name="table_name"),
        Column(NO_HEADING, lambda sheet: cast("Any", list(sheet.players)), name="players"),
        Column(NO_HEADING, scores, name="scores"),
        STATE.of(lambda sheet: sheet.state.value, heading=NO_HEADING),
        Column(NO_HEADING, is_ended, Kind.YES_NO, name="ended"),
        STATE.of(lambda sheet: mark("ended") if is_ended(sheet) else mark("in play"), name=""),
    )
