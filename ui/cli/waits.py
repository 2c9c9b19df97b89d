"""``waits``: the tiles that complete thirteen tiles, the value of each, and how far the hand is from ready."""

from typing import TYPE_CHECKING, Any

import click

from tournament.catalogue import SCORERS
from tournament.hand.notation import HandProblems, parse_waiting
from tournament.hand.readings import Shape
from tournament.hand.shanten import Distance, distances
from tournament.language import Text, mark, mark_in
from tournament.rules.score import Score
from tournament.rules.wait import Wait
from ui.cli.commands import command, json_option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.score import rules_option
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column


@command("waits")
@click.argument("hand", metavar="HAND13")
@rules_option
@json_option
@click.pass_obj
def waits(context: CliContext, *, hand: str, rules: str, as_json: bool) -> int:
    """Print the tiles that complete the hand; return 1 if it cannot be read."""
    try:
        waiting = parse_waiting(hand)
    except HandProblems as error:
        for problem in error.problems:
            context.print_error(problem.message, mark("{hand}, column {column}", hand=hand, column=problem.column))
        return REFUSED
    found, far = SCORERS[rules].waits(waiting), distances(waiting)
    if as_json:
        of_waits, of_distances = _wait_columns(), _distance_columns()
        print_json(
            {
                "hand": hand,
                "rules": rules,
                "waits": [context.record(of_waits, wait) for wait in found],
                "distances": [context.record(of_distances, distance) for distance in far],
            }
        )
    elif found:
        context.print_listed(_wait_columns(), found, as_json=False)
    else:
        context.print_line(mark("These tiles are not ready."))
        nearest = sorted(far, key=lambda distance: distance.shanten)
        context.print_listed(_distance_columns(), nearest, as_json=False)
    return DONE


def _wait_columns() -> "tuple[Column[Wait], ...]":
    """What the command says of a tile that completes the hand."""
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING

    return (
        Column(mark("Tile"), lambda wait: wait.tile.text, name="tile"),
        Column(NO_HEADING, lambda wait: wait.all_held, Kind.YES_NO, name="four_held"),
        Column(NO_HEADING, lambda wait: _value(wait.by_discard), name="discard"),
        Column(NO_HEADING, lambda wait: _value(wait.by_self_draw), name="self_draw"),
        Column(mark("Won on a discard"), lambda wait: wait.by_discard and wait.by_discard.points, Kind.INTEGER),
        Column(mark("Won by self-draw"), lambda wait: wait.by_self_draw and wait.by_self_draw.points, Kind.INTEGER),
        Column(mark("Note"), _note),
    )


def _distance_columns() -> "tuple[Column[Distance], ...]":
    """What the command says of the way to a ready hand of one shape."""
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING

    def useful(distance: Distance) -> Any:
        return [tile.text for tile in distance.useful]

    labels = {_name(shape): shape.label for shape in Shape}
    return (
        Column(mark("Shape"), lambda distance: _name(distance.shape), Kind.CHOICE, name="shape", labels=labels),
        Column(mark_in("hand", "To go"), lambda distance: distance.shanten, Kind.INTEGER, name="shanten"),
        Column(NO_HEADING, useful, name="useful"),
        Column(mark("Useful tiles"), lambda distance: " ".join(useful(distance))),
    )


def _name(shape: Shape) -> str:
    return shape.name.lower().replace("_", "-")


def _value(score: Score | None) -> Any:
    return None if score is None else {"points": score.points, "minimum_met": score.minimum_met}


def _note(wait: Wait) -> Text | str:
    """Why no tile completes the hand, or which ways of winning do not reach the minimum."""
    if wait.by_discard is None or wait.by_self_draw is None:
        return mark("all four are in the hand")
    discard, self_draw = wait.by_discard.minimum_met, wait.by_self_draw.minimum_met
    if discard and self_draw:
        return ""
    if discard:
        return mark("below the minimum by self-draw")
    return mark("below the minimum by discard") if self_draw else mark("below the minimum")
