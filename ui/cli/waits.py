"""``waits``: the tiles that complete thirteen tiles, the value of each, and how far the hand is from ready."""

import click

from tournament.catalogue import SCORERS
from tournament.hand.notation import HandProblems, parse_waiting
from tournament.hand.shanten import Distance, distances
from tournament.language import Text, mark
from tournament.rules.score import Score
from tournament.rules.wait import Wait
from ui.cli.commands import command, json_option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.score import rules_option
from ui.cli.streams import print_columns, print_json


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
        print_json(_document(hand, rules, found, far))
    else:
        _print(context, found, far)
    return DONE


def _document(hand: str, rules: str, found: tuple[Wait, ...], far: tuple[Distance, ...]) -> dict[str, object]:
    return {
        "hand": hand,
        "rules": rules,
        "waits": [
            {
                "tile": wait.tile.text,
                "four_held": wait.all_held,
                "discard": _value(wait.by_discard),
                "self_draw": _value(wait.by_self_draw),
            }
            for wait in found
        ],
        "distances": [
            {
                "shape": distance.shape.name.lower().replace("_", "-"),
                "shanten": distance.shanten,
                "useful": [tile.text for tile in distance.useful],
            }
            for distance in far
        ],
    }


def _value(score: Score | None) -> dict[str, object] | None:
    return None if score is None else {"points": score.points, "minimum_met": score.minimum_met}


def _print(context: CliContext, found: tuple[Wait, ...], far: tuple[Distance, ...]) -> None:
    if found:
        head = ("", context.translate(mark("by discard")), context.translate(mark("by self-draw")), "")
        print_columns([head, *(_row(context, wait) for wait in found)], right=frozenset({1, 2}))
        return
    context.print_line(mark("These tiles are not ready."))
    rows = [
        (
            context.translate(distance.shape.label),
            context.translate(mark("{number} to go", number=distance.shanten)),
            " ".join(tile.text for tile in distance.useful),
        )
        for distance in sorted(far, key=lambda distance: distance.shanten)
    ]
    print_columns(rows)


def _row(context: CliContext, wait: Wait) -> tuple[str, str, str, str]:
    if wait.by_discard is None or wait.by_self_draw is None:
        return wait.tile.text, "–", "–", context.translate(mark("all four are in the hand"))
    points = (str(wait.by_discard.points), str(wait.by_self_draw.points))
    return wait.tile.text, *points, context.translate(_note(wait.by_discard.minimum_met, wait.by_self_draw.minimum_met))


def _note(discard: bool, self_draw: bool) -> Text | str:
    """A note which ways of winning do not reach the minimum."""
    if discard and self_draw:
        return ""
    if discard:
        return mark("below the minimum by self-draw")
    return mark("below the minimum by discard") if self_draw else mark("below the minimum")
