"""The members of an answered line of `score`."""

from tournament.rules.item import CountedItem, HandCount, Unit
from tournament.rules.own_hands import own_members
from tournament.rulesets.quebec_classical.items import MAH_JONG, SPECIALS
from tournament.rulesets.quebec_classical.options import Options
from tournament.rulesets.quebec_classical.situation import Situation

_NUMBERS = {item.slug: number for number, item in enumerate(SPECIALS, 1)}


def score_members(count: HandCount, situation: Situation, _options: Options) -> dict[str, object]:
    """What `score` answers for a hand; a loser's has ``limit_loser`` beside."""
    special = [_NUMBERS[each.item.slug] for each in count.counted if each.item.slug in _NUMBERS]
    own = own_members(count, situation.own_hand)
    others = [_NUMBERS[each.item.slug] for each in count.replaced if each.item.unit is Unit.FLAT]
    won = bool(special or own) or any(each.item is MAH_JONG for each in count.counted)
    members: dict[str, object] = {
        "points": count.points,
        "base": count.base,
        "times": count.times,
        "special": special[0] if special else None,
        "specials": special + others,
        "flat": None,
        "items": [_member(each, "points") for each in count.counted if each.item.unit is Unit.POINTS],
        "doubles": [_member(each, "times") for each in count.counted if each.item.unit is Unit.TIMES],
        **own,
    }
    return members if won else members | {"limit_loser": count.limit_loser}


def _member(each: CountedItem, unit: str) -> dict[str, object]:
    return {"slug": each.item.slug, "count": each.repeated, unit: each.item.value}
