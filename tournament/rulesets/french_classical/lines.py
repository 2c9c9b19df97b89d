"""A counted hand as the members of a line of scripts (docs/cli.md, score)."""

from tournament.rules.item import HandCount, Unit
from tournament.rules.own_hands import own_members
from tournament.rulesets.french_classical.grands_jeux import BY_SLUG
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.situation import FrenchSituation


def score_members(count: HandCount, situation: FrenchSituation, _options: FrenchOptions) -> dict[str, object]:
    """Points, base and times, the Grand Jeu that stands for them, and each item and double."""
    fixed = [each.item for each in count.counted if each.item.unit is Unit.FLAT]
    own = situation.own_hand
    jeux = [item for item in (*fixed, *(each.item for each in count.replaced)) if item.slug in BY_SLUG]
    return {
        "points": count.points,
        "base": count.base,
        "times": count.times,
        "grand_jeu": next((item.slug for item in fixed if item.slug in BY_SLUG), None),
        "grands_jeux": [item.slug for item in sorted(jeux, key=lambda item: -item.value)],
        "flat": next((item.slug for item in fixed if item.slug not in {*BY_SLUG, own}), None),
        "items": [
            {"slug": each.item.slug, "count": each.repeated, "points": each.item.value}
            for each in count.counted
            if each.item.unit is Unit.POINTS
        ],
        "doubles": [
            {"slug": each.item.slug, "count": each.repeated, "times": each.item.value}
            for each in count.counted
            if each.item.unit is Unit.TIMES
        ],
        **own_members(count, own),
    }
