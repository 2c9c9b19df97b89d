"""Two profiles of one table of fan: as FFMJ and EMA play it, and the Chinese practice.

``guobiao`` is the table with exactly the changes in this module (docs/rules.md, C1–C25).
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournament.rules.pattern import Exclusion, ExclusionScope, Source
from tournament.rulesets.mcr.fans import FANS, Fan
from tournament.rulesets.mcr.predicates import tiles


class Profile(NamedTuple):
    """One way to count: a table of fan with some settings."""

    id: str
    fans: tuple[Fan, ...]
    """The table, dearest fan first. A fan excludes only fan that come after it."""
    minimum: int = 8
    """The least points, without flowers, that win."""
    fallback: str = "chicken-hand"
    """The fan that counts if a hand would be worth nothing."""
    bonus: str = "flower-tiles"
    """The fan that counts neither for the minimum nor against the fallback."""
    exhausted_waits_count: bool = True
    """Whether a tile still counts as waited for if the player holds all four copies (docs/rules.md, C9)."""
    knitted_straight_waits: bool = True
    """Whether the set and the pair beside a Knitted Straight can score a wait (docs/rules.md, C10)."""


def _chinese(slugs: str, scope: ExclusionScope = ExclusionScope.ALL) -> tuple[Exclusion, ...]:
    return tuple(Exclusion(slug, Source.CHINESE, scope) for slug in slugs.split())


_OUTER = "pung-of-terminals-or-honors"
_POINTS = {"two-concealed-kongs": 6, "mixed-kongs": 5}
_ALWAYS_CONCEALED = (
    "seven-shifted-pairs", "thirteen-orphans", "four-concealed-pungs", "seven-pairs",
    "greater-honors-and-knitted-tiles", "lesser-honors-and-knitted-tiles",
)  # fmt: skip
_MORE: Mapping[str, tuple[Exclusion, ...]] = {
    "all-green": _chinese("half-flush"),
    "nine-gates": _chinese("fully-concealed-hand") + _chinese(_OUTER, ExclusionScope.ONE),
    "four-kongs": _chinese("two-concealed-kongs concealed-kong"),
    "three-kongs": _chinese("two-concealed-kongs concealed-kong"),
    "all-terminals": _chinese("double-pung"),
    **{slug: _chinese("fully-concealed-hand") for slug in _ALWAYS_CONCEALED},
}
_FEWER: Mapping[str, tuple[str, ...]] = {
    "all-green": ("tile-hog",),
    "nine-gates": (_OUTER,),
    "all-terminals": ("tile-hog",),
}


def _chinese_row(fan: Fan) -> Fan:
    if fan.slug == "tile-hog":
        return fan._replace(mark=tiles.tile_hog_with_honors)
    if fan.slug not in _MORE and fan.slug not in _POINTS:
        return fan
    kept = tuple(exclusion for exclusion in fan.excludes if exclusion.slug not in _FEWER.get(fan.slug, ()))
    return fan._replace(points=_POINTS.get(fan.slug, fan.points), excludes=kept + _MORE.get(fan.slug, ()))


MCR = Profile("mcr", FANS)
GUOBIAO = Profile("guobiao", tuple(_chinese_row(fan) for fan in FANS))
PROFILES: Mapping[str, Profile] = {profile.id: profile for profile in (MCR, GUOBIAO)}
