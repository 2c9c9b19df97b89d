"""The value of a player's tiles, item by item, in rules that count points, doubles or fan."""

from enum import Enum
from typing import NamedTuple, assert_never

from tournament.language import Text, mark, mark_count
from tournament.rules.explanation import Group
from tournament.rules.pattern import Names
from tournament.tiles.tile import Tile


class Unit(Enum):
    """The unit of an item's value."""

    POINTS = "points"
    """Points that add up."""
    TIMES = "times"
    """A factor: all factors are multiplied with one another and with the points."""
    FLAT = "flat"
    """A value that replaces everything else."""
    HAN = "han"
    """Han that add up. For few han the value also depends on the fu."""
    FU = "fu"
    YAKUMAN = "yakuman"
    """A number of limit hands, besides which han and fu do not matter."""


class Item(NamedTuple):
    """A row of a rule set's table: something that counts."""

    slug: str
    """Its name in files: the English name in lower case with hyphens."""
    value: int
    """The points, the factor, or the value that replaces everything else."""
    name: Names
    description: Names
    unit: Unit = Unit.POINTS
    number: str = ""
    """Its number in the rule book, such as ``5.1.2``; empty if it has none."""


class CountedItem(NamedTuple):
    """An item that counts."""

    item: Item
    groups: tuple[Group, ...] = ()
    """The sets that make it, one group for each time it counts; empty if the whole hand makes it."""
    repeated: int = 1
    """The number of times that it counts."""

    @property
    def worth(self) -> int:
        """The value of all counts together: points are added, factors multiplied."""
        return self.item.value**self.repeated if self.item.unit is Unit.TIMES else self.item.value * self.repeated


class ReplacedItem(NamedTuple):
    """An item that the hand contains and that does not count."""

    item: Item
    by: Item
    """The item that replaces it."""


class HandCount(NamedTuple):
    """The value of a player's tiles, and why."""

    points: int
    """The value that is paid, cut to the limit; in riichi the han."""
    base: int
    """The points before factors and limit; in riichi the fu."""
    times: int
    """The product of all factors; 1 if there are none."""
    counted: tuple[CountedItem, ...]
    """The items that count, in the order of the rule book."""
    replaced: tuple[ReplacedItem, ...] = ()
    groups: tuple[Group, ...] = ()
    """The tiles as they were read: declared sets, concealed sets, then the pair or the special part."""
    limit: int | None = None
    """The limit to which the value was cut; None if it was not."""
    minimum_met: bool = True
    paid: int | None = None
    """The points that the winner receives, if they depend on more than the value; otherwise None."""
    limit_loser: bool = False
    """Whether the hand did not win and the other losers nevertheless pay its player the limit."""

    @property
    def before_limit(self) -> int:
        """Points times factors."""
        return self.base * self.times


class CountedWait(NamedTuple):
    """A tile that completes thirteen tiles, with the value of the hand."""

    tile: Tile
    by_discard: HandCount | None
    """The count by discard; None if that does not win, or the hand already contains all four tiles."""
    by_self_draw: HandCount | None


def worth_text(unit: Unit, worth: int) -> Text | int:
    """Return the text or number that shows the value of an item next to its name."""
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
    """Return how the value is calculated, in rules that multiply points and cut them to a limit."""
    if any(each.item.unit is Unit.FLAT for each in count.counted):
        return mark_count(
            "{count} point instead of everything else", "{count} points instead of everything else", count.points
        )
    base = mark_count("{count} point", "{count} points", count.base)
    if count.times != 1:
        values = (("base", base), ("times", count.times), ("product", count.before_limit))
        base = Text("{base} × {times} = {product}", values)
    return base if count.limit is None else mark("{sum}, limit {limit}", sum=base, limit=count.limit)
