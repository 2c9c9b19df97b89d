"""``replay FILE LOG``: records a game of riichi that was played online, hand by hand, checked by our own settlement."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Text, folded, integer_text, listed, mark
from tournament.rules.payment import NO_NET, Net, add, net_of, subtract
from tournament.rules.ruleset import RuleSet
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.record import record_lines

if TYPE_CHECKING:
    from reports.readers.riichi_log import LoggedGame
    from tournament.use_cases import View


@command("replay")
@changed_file_argument
@click.argument("log", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="LOG")
@option("--session", type=int, metavar="EVENING",
        help_text=mark("The session; by default the last evening."))  # fmt: skip
@option("--table", type=int, help_text=mark("The table, if its players are seated; by default a new game is opened."))
@option(
    "--player",
    "named",
    metavar="NAME=NUMBER",
    multiple=True,
    help_text=mark("Who a name of the log is, if it is neither the name nor the nickname of a player; repeatable."),
)
@option("--dry-run", is_flag=True, help_text=mark("Checks everything and writes nothing."))
@json_option
@click.pass_obj
def replay(
    context: CliContext,
    *,
    file: Path,
    log: Path,
    session: int | None,
    table: int | None,
    named: tuple[str, ...],
    dry_run: bool,
    as_json: bool,
) -> int:
    """Record the game of a log as of tenhou.net/6 (JSON, also of Mahjong Soul) or as mjlog."""
    from reports.readers.refusal import UnreadableTable
    from reports.readers.riichi_log import read_log

    try:
        game = read_log(log)
    except UnreadableTable as error:
        raise Refused(Problem("log-unread", error.text, "log")) from error
    chosen = _chosen(named)

    def lines_of(view: "View") -> list[bytes]:
        return [json.dumps(line).encode() for line in _lines(view, game, chosen, session, table)]

    return record_lines(context, file, lines_of, dry_run=dry_run, as_json=as_json, typed=False)


def _chosen(named: Sequence[str]) -> dict[str, int]:
    """Return the numbers of players by the names of a log, from NAME=NUMBER."""
    found: dict[str, int] = {}
    for each in named:
        name, _, number = each.rpartition("=")
        if not name or not (number.isascii() and number.isdigit()):
            text = mark("“{text}” does not say who somebody is: write NAME=NUMBER.", text=each)
            raise Refused(Problem("player-unreadable", text, "player"))
        found[name] = int(number)
    return found


def _lines(
    view: "View", game: "LoggedGame", chosen: Mapping[str, int], session: int | None, table: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the lines of ``record`` for the game. Raise Refused if its players or payments are others."""
    if not view.rules.on_table:
        text = mark("This event is not played by riichi rules.")
        raise Refused(Problem("log-rules", text, "log"))
    numbers = _players(view, game, chosen)
    differences = [*_differences(view.rules, game)]
    if differences:
        raise Refused(*(Problem("log-differs", text, "log") for text in differences))
    if view.settings.format.is_drawn and (session is None or table is None):
        text = mark("Name the session and the table at which they sit.")
        raise Refused(Problem("table-missing", text, "table"))
    session = session if session is not None else max(view.drawn_sessions, default=0)
    if table is None:
        yield {"type": "game", "session": session, "players": numbers}
        table = 1 + max((sheet.table for sheet in view.sheets(session)), default=0)
    else:
        _check_seats(view, session, table, numbers)
    for hand, logged in enumerate(game.hands, start=1):
        yield {"type": "hand", "session": session, "table": table, "hand": hand, **logged.members}


def _players(view: "View", game: "LoggedGame", chosen: Mapping[str, int]) -> list[int]:
    """Return the numbers of the four, the first East first."""
    known: dict[str, set[int]] = {}
    for number, player in view.players.items():
        for name in filter(None, (player.name, player.nickname)):
            known.setdefault(folded(name), set()).add(number)
    numbers: list[int] = []
    problems: list[Problem] = []
    for name in game.names:
        found = {chosen[name]} & set(view.players) if name in chosen else known.get(folded(name), set())
        if len(found) == 1:
            numbers.append(*found)
            continue
        text = mark('Nobody is called “{name}”: say who it is with --player "{name}=NUMBER".', name=name)
        if found:
            text = mark('Several players are called “{name}”: say who it is with --player "{name}=NUMBER".', name=name)
        problems.append(Problem("player-unknown", text, "player"))
    if not problems and len(set(numbers)) < len(numbers):
        problems.append(Problem("player-twice", mark("Two names of the log are the same player."), "player"))
    if problems:
        raise Refused(*problems)
    return numbers


def _check_seats(view: "View", session: int, table: int, numbers: Sequence[int]) -> None:
    seated = list(view.sheet(session, table).players)
    if seated != list(numbers):
        text = mark("The players of the log are {played} in the order of their seats, and those of the table {seated}.",
                    played=listed(map(str, numbers)), seated=listed(map(str, seated)))  # fmt: skip
        raise Refused(Problem("players-differ", text, "table"))


def _differences(rules: RuleSet, game: "LoggedGame") -> Iterator[Text]:
    """Yield in which hands our settlement moves other points than the log, or leaves another table."""
    from ui.json_lines.game import GameLine, by_letters

    start = rules.table.starting_points or 0
    began = game.hands[0].scores
    if set(began) != {start}:
        yield mark("The game began with {points} points, and the event with {start}.", points=_text(began),
                   start=integer_text(start))  # fmt: skip
        return
    state, totals = rules.table.start, NO_NET
    for number, logged in enumerate(game.hands, start=1):
        before = (logged.passed, logged.counters, logged.sticks)
        if before != (state.passed, state.counters, state.sticks) or subtract(logged.scores, began) != totals:
            yield mark("Before hand {hand} the log has another table: East, counters, sticks or scores.", hand=number)
            return
        line = GameLine(dict(logged.members), rules)
        line.names = (by_letters(LETTERS),)
        outcome = line.outcome()
        line.refuse_problems()
        net = net_of(rules.settle(outcome, state.stakes))
        if net != logged.moved:
            yield mark("Hand {hand}: by the options of the event {ours}, by the log {theirs}.", hand=number,
                       ours=_text(net), theirs=_text(logged.moved))  # fmt: skip
            return
        totals = add(totals, net)
        state = rules.table.advance(state, outcome, totals)
    ours = add(add(began, totals), rules.at_end(totals, state))
    if game.final is not None and game.final != ours:
        yield mark("The game ends with {ours} by the options of the event, and with {theirs} by the log.",
                   ours=_text(ours), theirs=_text(game.final))  # fmt: skip


def _text(net: Net) -> Text:
    return listed(map(integer_text, net))
