"""What the winner of a hand receives, and what the levels above han and fu are called."""

from collections.abc import Iterable

from tournament.language import Text, mark
from tournament.rules.item import CountedItem, HandCount, Unit
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.settlement import BAIMAN, HANEMAN, MANGAN, SANBAIMAN, YAKUMAN, base_points, in_hundreds

_LIMITS = {
    MANGAN: ("mangan", mark("mangan")),
    HANEMAN: ("haneman", mark("haneman")),
    BAIMAN: ("baiman", mark("baiman")),
    SANBAIMAN: ("sanbaiman", mark("sanbaiman")),
    YAKUMAN: ("yakuman", mark("yakuman")),
}
"""By base points: han and fu alone never make exactly as many."""


def received(base: int, *, dealer: bool, self_drawn: bool) -> int:
    """What all who pay pay together for ``base`` points, without counters and sticks (4.1)."""
    if not self_drawn:
        return in_hundreds(base * (6 if dealer else 4))
    return 3 * in_hundreds(2 * base) if dealer else in_hundreds(2 * base) + 2 * in_hundreds(base)


def yakuman_in(items: Iterable[CountedItem], options: RiichiOptions) -> int:
    """How many yakuman there are, as far as they count."""
    values = [each.item.value for each in items if each.item.unit is Unit.YAKUMAN]
    return sum(values) if options.yakuman_add else max(values, default=0)


def yakuman_of(count: HandCount, options: RiichiOptions) -> int:
    """How many yakuman a hand is paid as."""
    return yakuman_in(count.counted, options)


def limit_of(count: HandCount, options: RiichiOptions) -> tuple[str, Text] | None:
    """The level that stands in place of the han and fu of a hand without yakuman: its name in files, and in words."""
    return _LIMITS.get(base_points(count.points, count.base, 0, options)) if count.minimum_met else None
