"""The answer to a line of ``score``."""

from tournament.rules.item import CountedItem, HandCount, Unit
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.points import limit_of, yakuman_of
from tournament.rulesets.riichi.situation import RiichiSituation

_MEMBERS = {Unit.HAN: "han", Unit.YAKUMAN: "yakuman", Unit.FU: "fu"}


def score_members(count: HandCount, situation: RiichiSituation, options: RiichiOptions) -> dict[str, object]:  # noqa: ARG001
    """``points`` is what the winner receives, without counters and sticks; ``fu_items`` add up to ``fu``, rounded."""
    yakuman = yakuman_of(count, options)
    limit = None if yakuman else limit_of(count, options)
    return {
        "han": count.points,
        "fu": count.base or None,
        "yakuman": yakuman,
        "limit": "yakuman" if yakuman else None if limit is None else limit[0],
        "points": count.paid,
        "minimum_met": count.minimum_met,
        "yaku": [_member(each) for each in count.counted if each.item.unit is not Unit.FU],
        "fu_items": [_member(each) for each in count.counted if each.item.unit is Unit.FU],
    }


def _member(each: CountedItem) -> dict[str, object]:
    return {"slug": each.item.slug, _MEMBERS[each.item.unit]: each.worth}
