"""Lines of ``score`` and ``settle`` made into what the engine takes."""

from dataclasses import fields
from typing import Any

from tournament.hand.notation import parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.rules.payment import Outcome, net_of
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.scoring import count, score_members
from tournament.rulesets.hong_kong.settlement import outcome_problems, settle
from tournament.rulesets.hong_kong.situation import Situation

OPTION_NAMES = {field.name for field in fields(Options)}


def taken(line: dict[str, Any]) -> tuple[PlayerHand, Situation, Options]:
    """What a line of ``score`` says."""
    options = Options(**{name: line[name] for name in line if name in OPTION_NAMES})
    return parse_player_hand(line["hand"]), Situation(first=line.get("first")), options


def counted(line: dict[str, Any]) -> dict[str, Any]:
    """The answer of ``score``; its fan by slug, all counts together, as the gold writes them."""
    hand, situation, options = taken(line)
    answer = score_members(count(hand, situation, options), situation, options)
    fans = answer["fans"]
    assert isinstance(fans, list)
    return {**answer, "fans": {fan["slug"]: fan["count"] * fan["points"] for fan in fans}}


def settled(line: dict[str, Any]) -> dict[str, Any] | None:
    """The answer of ``settle``; None where the line is refused."""
    columns = dict(zip("ABCD", range(4), strict=True))
    winner, discarder, liable = (line.get(name) for name in ("winner", "discarder", "liable"))
    if {winner, discarder, liable} - {*columns, None}:
        return None
    outcome = Outcome(
        None if winner is None else columns[winner],
        None if discarder is None else columns[discarder],
        line.get("points", 0),
        liable=None if liable is None else columns[liable],
    )
    if outcome_problems(outcome, 0, Options()):
        return None
    return {"net": dict(zip("ABCD", net_of(settle(outcome, 0, Options())), strict=True))}
