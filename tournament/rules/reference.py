"""What counts under a rule set, as tables to look it up in: made from the rows that count."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tournament.language import Text, mark_in
from tournament.rules.item import Item, worth_text
from tournament.rules.pattern import Names

Worth = Text | int | None
"""What a row is worth: points, or that it doubles; None where it is worth nothing."""


class ReferenceRow(NamedTuple):
    """One thing that counts."""

    name: Names
    worth: tuple[Worth, ...]
    """One for each heading of the table."""
    description: Names
    number: str = ""
    """Its number in the rule book, where it has one."""


class ReferenceTable(NamedTuple):
    """Things that count alike."""

    heading: Text
    rows: tuple[ReferenceRow, ...]
    worth: tuple[Text, ...] = (mark_in("value of a hand", "Points"),)
    """Headings of what they are worth."""


Reference = Callable[[], tuple[ReferenceTable, ...]]
"""Makes the tables when they are asked for: the rows that count may have to be loaded."""


def item_table(heading: Text, items: Iterable[Item], worth: Callable[[Item], int] | None = None) -> ReferenceTable:
    """The table of ``items``; ``worth`` gives their points where an event has other ones than listed."""
    rows = tuple(
        ReferenceRow(
            item.name, (worth_text(item.unit, worth(item) if worth else item.value),), item.description, item.number
        )
        for item in items
    )
    return ReferenceTable(heading, rows)
