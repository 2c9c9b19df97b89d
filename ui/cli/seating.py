"""``seating``: a draw that needs no event."""

from pathlib import Path

import click

from tournament.draw import make_plan
from tournament.language import mark
from ui.cli.face import Face
from ui.cli.groups import read_groups
from ui.cli.output import print_columns, print_json
from ui.cli.parts import command, json_option, option
from ui.cli.seated import seating_json


@command("seating", mark("Draws a seating without an event."))
@option("--players", type=int, required=True, said=mark("Number of players, a multiple of four."))
@option("--sessions", type=int, required=True, said=mark("Number of sessions."))
@option("--method", default="auto", metavar="NAME", said=mark("How to draw; auto chooses."))
@option("--seed", type=click.IntRange(min=0), metavar="NUMBER", said=mark("The same number gives the same draw."))
@option("--groups", type=click.Path(path_type=Path), metavar="CSV", said=mark("Players to keep apart: player,group."))
@json_option
@click.pass_obj
def seating(
    face: Face, *, players: int, sessions: int, method: str, seed: int | None, groups: Path | None, as_json: bool
) -> None:
    """Draw and print a seating of the players 1 … N."""
    wishes = read_groups(groups)
    plan = make_plan(players=players, sessions=sessions, seed=seed, method=method, wishes=wishes)
    if as_json:
        print_json(
            seating_json(
                players=plan.players,
                sessions=plan.sessions,
                quality=plan.quality,
                seed=plan.seed,
                method=plan.method,
            )
        )
        return
    face.say(mark("Method {method}, seed {seed}.", method=plan.method, seed=str(plan.seed)))
    for session, tables in enumerate(plan.sessions, start=1):
        face.say(mark("Session {session}", session=session))
        rows = [[str(table), *(str(number) for number in seats)] for table, seats in enumerate(tables, start=1)]
        print_columns(rows, right=frozenset(range(5)))
