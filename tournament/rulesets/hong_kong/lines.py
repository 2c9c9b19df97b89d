"""The answer to a line of ``score``."""

from tournament.rules.item import HandCount
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.settlement import base_points
from tournament.rulesets.hong_kong.situation import Situation


def score_members(count: HandCount, situation: Situation, options: Options) -> dict[str, object]:  # noqa: ARG001
    """``points`` is the number of fan, at most 10; ``base`` what they are worth; ``points`` of a fan is for one."""
    return {
        "points": count.points,
        "sum": count.base,
        "base": base_points(count.points),
        "minimum_met": count.minimum_met,
        "fans": [
            {"slug": counted.item.slug, "count": counted.repeated, "points": counted.item.value}
            for counted in count.counted
        ],
    }
