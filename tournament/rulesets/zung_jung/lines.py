"""What lines of scripts are answered."""

from tournament.rules.item import HandCount
from tournament.rulesets.zung_jung.options import ZungJungOptions
from tournament.rulesets.zung_jung.situation import ZungJungSituation


def score_members(count: HandCount, _situation: ZungJungSituation, _options: ZungJungOptions) -> dict[str, object]:
    """The members of an answer of ``score``: patterns by their numbers, each as often as it counts."""
    return {
        "points": count.points,
        "sum": count.base,
        "limit": count.limit is not None,
        "minimum_met": count.minimum_met,
        "patterns": [each.item.number for each in count.counted for _ in range(each.repeated)],
    }
