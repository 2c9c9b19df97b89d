"""What a player's tiles are worth where points, doubles or fan are counted: item by item."""

from enum import Enum
from typing import NamedTuple, assert_never

from tournament.language import Text, mark, mark_count
from tournament.rules.explanation import Group
from tournament.rules.pattern import Names
from tournament.tiles.tile import Tile


class Unit(Enum):
    """What an item gives."""

    POINTS = "points"
    """Points that add up."""
    TIMES = "times"
    """A factor: all factors are multiplied with one another and with the points."""
    FLAT = "flat"
    """A value that replaces everything else."""
    HAN = "han"
    """Han that add up; fu beside them say what a small number of han is worth."""
    FU = "fu"
    YAKUMAN = "yakuman"
    """A number of limit hands; han and fu do not matter then."""


class Item(NamedTuple):
    """One thing that counts: a row of a rule set's table."""

    slug: str
    """Its name in files: the English name in lower case with hyphens."""
    value: int
    """Points, the factor, or the value in place of all else."""
    name: Names
    description: Names
    unit: Unit = Unit.POINTS
    number: str = ""
    """Its number in the rule book, where it has one: ``5.1.2``."""


class CountedItem(NamedTuple):
    """An item that counts."""

    item: Item
    groups: tuple[Group, ...] = ()
    """The sets that make it, one group for each time it counts; empty if the whole hand makes it."""
    repeated: int = 1
    """How many times."""

    @property
    def worth(self) -> int:
        """All counts together: points added, factors multiplied."""
        return self.item.value**self.repeated if self.item.unit is Unit.TIMES else self.item.value * self.repeated


class ReplacedItem(NamedTuple):
    """An item that is there and does not count."""

    item: Item
    by: Item
    """The item that replaces it."""


class HandCount(NamedTuple):
    """What a player's tiles are worth, and why."""

    points: int
    """The value that is settled, within its limit; the han where han are counted."""
    base: int
    """Points before factors and before the limit; the fu beside han."""
    times: int
    """The product of all factors; 1 where there are none."""
    counted: tuple[CountedItem, ...]
    """In the order of the rule book."""
    replaced: tuple[ReplacedItem, ...] = ()
    groups: tuple[Group, ...] = ()
    """The tiles as they were read: declared sets, concealed sets, then the pair or the special part."""
    limit: int | None = None
    """The limit to which it was cut; None if it did not reach one."""
    minimum_met: bool = True
    paid: int | None = None
    """What the winner receives for it, where that depends on more than the value: None otherwise."""
    limit_loser: bool = False
    """The hand did not win, and the other losers pay its owner the limit."""

    @property
    def before_limit(self) -> int:
        """Points times factors."""
        return self.base * self.times


class CountedWait(NamedTuple):
    """A tile that completes thirteen, with its worth."""

    tile: Tile
    by_discard: HandCount | None
    """None when it cannot win so, or all four copies are held already."""
    by_self_draw: HandCount | None


def worth_text(unit: Unit, worth: int) -> Text | int:
    """What an item gives, beside its name."""
    match unit:
        case Unit.POINTS | Unit.FLAT:
            return worth
        case Unit.TIMES:
            return mark("× {factor}", factor=worth)
        case Unit.HAN:
            return mark_count("{count} han", "{count} han", worth)
        case Unit.FU:
            return mark_count("{count} fu", "{count} fu", worth)
        case Unit.YAKUMAN:
            return mark("yakuman") if worth == 1 else mark("double yakuman")
        case _:
            assert_never(unit)


def sum_text(count: HandCount) -> Text:
    """How the value is calculated, where points are multiplied and cut to a limit."""
    if any(each.item.unit is Unit.FLAT for each in count.counted):
        return mark_count(
            "{count} point instead of everything else", "{count} points instead of everything else", count.points
        )
    base = mark_count("{count} point", "{count} points", count.base)
    if count.times != 1:
        values = (("base", base), ("times", count.times), ("product", count.before_limit))
        base = Text("{base} × {times} = {product}", values)
    return base if count.limit is None else mark("{sum}, limit {limit}", sum=base, limit=count.limit)
