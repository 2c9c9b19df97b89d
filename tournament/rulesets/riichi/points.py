"""What han and fu are paid with (EMA, Riichi Competition Rules 2025, 4.1.2 and 4.1.3)."""

from collections.abc import Iterable
from enum import IntEnum

from tournament.language import Text, mark
from tournament.rules.item import CountedItem, HandCount, Unit
from tournament.rulesets.riichi.options import RiichiOptions


class Limit(IntEnum):
    """The levels that stand in place of han and fu: the base points of each."""

    MANGAN = 2_000
    HANEMAN = 3_000
    BAIMAN = 4_000
    SANBAIMAN = 6_000
    YAKUMAN = 8_000

    @property
    def label(self) -> Text:
        """Said to a player."""
        return _LABELS[self]


_LABELS = {
    Limit.MANGAN: mark("mangan"),
    Limit.HANEMAN: mark("haneman"),
    Limit.BAIMAN: mark("baiman"),
    Limit.SANBAIMAN: mark("sanbaiman"),
    Limit.YAKUMAN: mark("yakuman"),
}
_BY_HAN = ((11, Limit.SANBAIMAN), (8, Limit.BAIMAN), (6, Limit.HANEMAN), (5, Limit.MANGAN))
COUNTED_YAKUMAN = 13
"""Han that are a yakuman where these are counted."""
_ROUNDED_UP = ((4, 30), (3, 60))
"""Han and fu of 1,920 base points, which kiriage makes a mangan."""


def limit_of(han: int, fu: int, options: RiichiOptions) -> Limit | None:
    """The level of a hand without yakuman; None where its han and fu count."""
    if han >= COUNTED_YAKUMAN and options.counted_yakuman:
        return Limit.YAKUMAN
    for least, limit in _BY_HAN:
        if han >= least:
            return limit
    rounded_up = options.kiriage and (han, fu) in _ROUNDED_UP
    return Limit.MANGAN if rounded_up or _uncapped(han, fu) >= Limit.MANGAN else None


def base_points(han: int, fu: int, yakuman: int, options: RiichiOptions) -> int:
    """What a payment is a multiple of: one for each of the others on a self-draw, two for East, four on a discard."""
    if yakuman:
        return Limit.YAKUMAN * yakuman
    return limit_of(han, fu, options) or _uncapped(han, fu)


def yakuman_of(count: HandCount, options: RiichiOptions) -> int:
    """How many yakuman a hand is paid as."""
    return yakuman_in(count.counted, options)


def yakuman_in(items: Iterable[CountedItem], options: RiichiOptions) -> int:
    """How many yakuman there are, as far as they count."""
    values = [each.item.value for each in items if each.item.unit is Unit.YAKUMAN]
    return sum(values) if options.yakuman_add else max(values, default=0)


def received(base: int, *, dealer: bool, self_drawn: bool) -> int:
    """What the winner receives from all who pay, without counters and sticks; each payment is rounded up to 100."""
    if self_drawn:
        return 3 * rounded(2 * base) if dealer else rounded(2 * base) + 2 * rounded(base)
    return rounded(6 * base if dealer else 4 * base)


def rounded(points: int) -> int:
    """Up to the next hundred."""
    return -(-points // 100) * 100


def _uncapped(han: int, fu: int) -> int:
    return fu << (2 + han)
