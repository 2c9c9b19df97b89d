"""``seating``: a draw that needs no event."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Gravity, Refused
from tournament.language import Text, mark
from ui.cli.context import CliContext
from ui.cli.groups import read_groups
from ui.cli.output import print_columns, print_json
from ui.cli.seating_output import print_quality, print_unmet, seating_json
from ui.cli.translated_commands import ANY_PATH, command, json_option, option
from ui.cli.wish_options import pairs_of

if TYPE_CHECKING:
    from tournament.draw import AvoidedPair, Plan
    from tournament.use_cases import UnmetWish

MOST_PLAYERS, MOST_SESSIONS = 1000, 100
"""Beyond them a draw takes minutes, and nobody plays it."""


@command("seating")
@option("--players", type=int, required=True, help_text=mark("Number of players, a multiple of four."))
@option("--sessions", type=int, required=True, help_text=mark("Number of sessions."))
@option("--method", default="auto", metavar="NAME", help_text=mark("How to draw; auto chooses a method."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help_text=mark("The same seed gives the same draw."))
@option(
    "--groups", type=ANY_PATH, metavar="FILE",
    help_text=mark("Players to keep apart: columns player, group and optionally weight; CSV or Excel."),
)  # fmt: skip
@option("--apart", metavar="PAIRS", help_text=mark("Keep these players apart: 3-17,4-9:2 by number, with weights."))
@option("--no-repeats", is_flag=True, help_text=mark("Fail rather than let two players meet twice."))
@json_option
@click.pass_obj
def seating(
    context: CliContext,
    *,
    players: int,
    sessions: int,
    method: str,
    seed: int | None,
    groups: Path | None,
    apart: str | None,
    no_repeats: bool,
    as_json: bool,
) -> None:
    """Draw and print a seating of the players 1 … N."""
    from tournament.draw import Wishes, make_plan
    from tournament.use_cases import unmet_wishes, unreachable

    _refuse_size(players, sessions)
    wishes = Wishes(read_groups(groups, players=players), _pairs(apart), no_repeats)
    problems = unreachable(wishes, players=players, sessions=sessions)
    refused = [problem for problem in problems if problem.gravity is Gravity.BLOCKS]
    if refused:
        raise Refused(*refused)
    plan = make_plan(players=players, sessions=sessions, seed=seed, method=method, wishes=wishes)
    for remark in (*_repeats_needed(plan), *(problem.text for problem in problems)):
        context.print_remark(remark)
    unmet = unmet_wishes(dict(enumerate(plan.sessions, start=1)), range(1, plan.players + 1), wishes)
    if as_json:
        print_json(
            seating_json(
                players=plan.players,
                sessions=plan.sessions,
                quality=plan.quality,
                seed=plan.seed,
                method=plan.method,
                unmet=unmet,
            )
        )
    else:
        _print(context, plan, unmet)


def _print(context: CliContext, plan: "Plan", unmet: "tuple[UnmetWish, ...]") -> None:
    context.print_line(mark("Method {method}, seed {seed}.", method=plan.method, seed=str(plan.seed)))
    print_quality(context, plan.quality)
    print_unmet(context, unmet, str)
    for session, tables in enumerate(plan.sessions, start=1):
        context.print_line("")
        context.print_line(mark("Session {session}", session=session))
        rows = [[str(table), *(str(number) for number in seats)] for table, seats in enumerate(tables, start=1)]
        print_columns(rows, right=frozenset(range(5)))


def _pairs(written: str | None) -> "tuple[AvoidedPair, ...]":
    from tournament.draw import AvoidedPair, DrawProblem

    pairs = pairs_of(written)
    seen: set[frozenset[int]] = set()
    for one, other, _ in pairs:
        if frozenset((one, other)) in seen:
            raise DrawProblem(mark("The pair {one} and {other} is given twice: give it once.", one=one, other=other))
        seen.add(frozenset((one, other)))
    return tuple(AvoidedPair(one, other, weight) for one, other, weight in pairs)


def _refuse_size(players: int, sessions: int) -> None:
    from tournament.draw import DrawProblem

    if not 4 <= players <= MOST_PLAYERS:
        raise DrawProblem(
            mark("{players} players: choose a multiple of four from 4 to {most}.", players=players, most=MOST_PLAYERS)
        )
    over = players % 4
    if over:
        raise DrawProblem(
            mark(
                "{players} players do not fill the last table. The nearest numbers are {fewer}, or "
                "{more} with substitutes.",
                players=players,
                fewer=max(players - over, 4),
                more=players - over + 4,
            )
        )
    if not 1 <= sessions <= MOST_SESSIONS:
        raise DrawProblem(mark("{sessions} sessions: choose 1 to {most}.", sessions=sessions, most=MOST_SESSIONS))


def _repeats_needed(plan: "Plan") -> Iterator[Text]:
    """More sessions than there are opponents for: drawn all the same, with a remark."""
    from tournament.draw.bounds import most_sessions_without_repeats

    sessions, most = len(plan.sessions), most_sessions_without_repeats(plan.players)
    if sessions > most:
        yield mark(
            "{players} players can play at most {most} sessions without repeats: in {sessions} at least {fewest} "
            "meetings are repeated, and this draw has {found}.",
            players=plan.players,
            most=most,
            sessions=sessions,
            fewest=plan.quality.fewest_repeats,
            found=plan.quality.repeats,
        )
