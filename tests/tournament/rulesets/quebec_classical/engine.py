"""A line of gold or of chance as the engine of Québec classical takes it."""

from dataclasses import replace
from typing import Any

from tests.second_count import quebec_classical as second_count
from tests.second_count.quebec_classical_lines import difficult_lines, random_lines
from tournament.hand.notation import parse_player_hand
from tournament.hand.table_problems import shared_problems
from tournament.rules.payment import Outcome, net_of
from tournament.rules.question import QuestionKind, RuleQuestion
from tournament.rulesets.quebec_classical.options import OPTIONS, Options
from tournament.rulesets.quebec_classical.ruleset import QUEBEC_CLASSICAL
from tournament.rulesets.quebec_classical.scoring import count, score_members
from tournament.rulesets.quebec_classical.settlement import (
    LIMIT_LOSERS,
    outcome_problems,
    settle,
)
from tournament.rulesets.quebec_classical.situation import SITUATION, Situation

__all__ = ["compared", "counted_again", "difficult_lines", "random_lines", "score_line", "settle_line", "table_line"]
WINDS = "ESWN"


class Refused(ValueError):
    """The line cannot be."""


def options_of(line: dict[str, Any]) -> Options:
    """The options that the line names."""
    named = {option.question.name: option.question for option in OPTIONS}
    found = {name: answered(named[name], line[name], none=name == "limit") for name in named.keys() & line.keys()}
    return replace(Options(), **found)


def situation_of(line: dict[str, Any]) -> Situation:
    """The situation that the line names."""
    return Situation(**{each.name: answered(each, line[each.name]) for each in SITUATION if each.name in line})


def answered(question: RuleQuestion, answer: Any, *, none: bool = False) -> Any:
    """The answer, where it is one that the question has."""
    if answer == question.default or (answer is None and none):
        return answer
    if question.kind is QuestionKind.CHOICE and answer not in {choice.key for choice in question.choices}:
        raise Refused(question.name)
    if question.kind is QuestionKind.NUMBER and not question.least <= answer <= question.most:
        raise Refused(question.name)
    return answer


def score_line(line: dict[str, Any]) -> dict[str, object]:
    """What the engine answers to a line of `score`."""
    options, situation = options_of(line), situation_of(line)
    hand = parse_player_hand(line["hand"], won=not line.get("lost", False))
    return score_members(count(hand, situation, options), situation, options)


def _both(line: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Of an answer what engine and second count both say; a special hand has no points and doubles to compare."""
    members = ["points"] if answer.get("specials") else ["points", "base", "times"]
    members += ["limit_loser"] if line.get("lost") else ["special", "specials"]
    return {member: answer[member] for member in members}


def compared(line: dict[str, Any]) -> dict[str, Any]:
    """What the engine says to a line by chance."""
    return _both(line, score_line(line))


def counted_again(line: dict[str, Any]) -> dict[str, Any]:
    """What the second count says to it."""
    return _both(line, second_count.count(line))


def settle_line(line: dict[str, Any]) -> dict[str, int]:
    """The net by wind of a line of `settle` that gives the four values; South of it is column B."""
    options = options_of(line)
    winner, values = line["winner"], line.get("values")
    if (winner is not None and winner not in WINDS) or (values is not None and set(values) != set(WINDS)):
        raise Refused("players")
    losers = tuple(map(WINDS.index, line.get("limit_losers", []))) or None
    outcome = Outcome(
        None if winner is None else WINDS.index(winner),
        values=None if values is None else tuple(values[wind] for wind in WINDS),
        answers=() if losers is None else ((LIMIT_LOSERS, answered(QUEBEC_CLASSICAL.questions[0], losers)),),
    )
    if outcome_problems(outcome, 0, options):
        raise Refused("outcome")
    return dict(zip(WINDS, net_of(settle(outcome, 0, options)), strict=True))


def table_line(line: dict[str, Any]) -> dict[str, Any]:
    """The values and the net of a line of `settle` that gives the four hands."""
    winds = {wind: f"|{line['round']}{wind}0000" for wind in WINDS}
    hands = {
        wind: {"lost": wind != line["winner"]}
        | hand
        | ({} if "|" in hand["hand"] else {"hand": hand["hand"] + winds[wind]})
        for wind, hand in line["hands"].items()
    }
    options = {name: line[name] for name in line.keys() & {option.question.name for option in OPTIONS}}
    held = [parse_player_hand(hand["hand"], won=not hand["lost"]) for hand in hands.values()]
    if any(shared_problems(held)):
        raise Refused("hands")
    counts = {wind: score_line(options | hand) for wind, hand in hands.items()}
    values = {wind: counts[wind]["points"] for wind in WINDS}
    losers = [wind for wind in WINDS if counts[wind].get("limit_loser")] if line["winner"] else []
    return {
        "values": values,
        "net": settle_line(options | {"winner": line["winner"], "values": values, "limit_losers": losers}),
    }
