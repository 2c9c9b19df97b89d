"""``waits``: the tiles that complete thirteen tiles, the value of each, and how far the hand is from ready.

Of rules that count the tiles of any player it also says whether the hand is ready: in riichi tenpai, which is paid in a
drawn hand.
"""

from typing import TYPE_CHECKING, Any

import click

from tournament.catalogue import SCORERS, rule_set
from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, parse_player_hand, parse_waiting
from tournament.hand.readings import Shape
from tournament.hand.shanten import Distance, distances
from tournament.language import Text, mark, mark_in, verbatim
from tournament.rules.item import CountedWait, HandCount
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import Score
from tournament.rules.wait import Wait
from ui.cli.commands import command, json_option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.score import answers_option, rules_option, with_answers
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column


@command("waits")
@click.argument("hand", metavar="HAND13")
@rules_option
@answers_option
@json_option
@click.pass_obj
def waits(context: CliContext, *, hand: str, rules: str, answers: tuple[str, ...], as_json: bool) -> int:
    """Print the tiles that complete the hand; return 1 if it cannot be read."""
    counting = rule_set(rules)
    assert counting is not None, "only rules of the catalogue can be chosen"
    try:
        if counting.counter is not None:
            return _waits_of_game(context, hand, counting, answers, as_json=as_json)
        if answers:
            text = mark("“{rules}” takes no answers: tiles and situation say everything.", rules=rules)
            raise Refused(Problem("answer-unknown", text, "answer"))
        return _waits_by_profile(context, hand, rules, as_json=as_json)
    except HandProblems as error:
        for problem in error.problems:
            where = mark("{hand}, column {column}", hand=hand, column=problem.column)
            context.print_error(problem.message, where if problem.column else verbatim(hand))
        return REFUSED


def _waits_of_game(context: CliContext, text: str, rules: RuleSet, answers: tuple[str, ...], *, as_json: bool) -> int:
    """Print the waits under rules that count the tiles of any player."""
    context.counting.append(rules)
    counter, _, own = with_answers(rules, answers)
    hand = parse_player_hand(text, won=False)
    found = counter.waits(hand, own)
    ready = any(hand.tiles.count(wait.tile) < _COPIES for wait in found)
    columns = _counted_columns(counter, own)
    if as_json:
        said = {"hand": text, "rules": rules.id, "ready": ready}
        print_json({**said, "waits": [context.record(columns, wait) for wait in found]})
        return DONE
    if found:
        context.print_listed(columns, found, as_json=False)
    if not ready:
        context.print_line(mark("These tiles are not ready."))
    return DONE


_COPIES = 4


def _counted_columns(counter: PlayerCounter, answers: Answers) -> "tuple[Column[CountedWait], ...]":
    """What the command says of a tile that completes the hand, under rules that count the tiles of any player."""
    from reports.column import Column
    from reports.vocabulary import NO_HEADING

    def members(count: HandCount | None) -> Any:
        return None if count is None else counter.members(count, answers)

    def worth(count: HandCount | None) -> Text | str:
        return "" if count is None else counter.sum_text(count)

    return (
        Column(mark("Tile"), lambda wait: wait.tile.text, name="tile"),
        Column(NO_HEADING, lambda wait: members(wait.by_discard), name="discard"),
        Column(NO_HEADING, lambda wait: members(wait.by_self_draw), name="self_draw"),
        Column(mark("Won on a discard"), lambda wait: worth(wait.by_discard)),
        Column(mark("Won by self-draw"), lambda wait: worth(wait.by_self_draw)),
        Column(mark("Note"), _note_of_game),
    )


def _note_of_game(wait: CountedWait) -> Text | str:
    """Why no tile completes the hand, or which ways of winning do not reach the minimum."""
    discard, self_draw = wait.by_discard, wait.by_self_draw
    if discard is None and self_draw is None:
        return mark("no tile is left that could complete it")
    if discard is None or self_draw is None:
        return ""
    return _below(discard.minimum_met, self_draw.minimum_met)


def _waits_by_profile(context: CliContext, hand: str, rules: str, *, as_json: bool) -> int:
    """Print the waits by a profile of the Mahjong Competition Rules, or how far the hand is from ready."""
    waiting = parse_waiting(hand)
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
    return _below(wait.by_discard.minimum_met, wait.by_self_draw.minimum_met)


def _below(discard: bool, self_draw: bool) -> Text | str:
    """Which ways of winning do not reach the minimum; the arguments say which do."""
    if discard and self_draw:
        return ""
    if discard:
        return mark("below the minimum by self-draw")
    return mark("below the minimum by discard") if self_draw else mark("below the minimum")
