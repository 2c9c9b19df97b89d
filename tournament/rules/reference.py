"""Tables of what counts under a rule set, for players.

They are made from the same rows with which hands are counted.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tournament.language import Text, mark_in
from tournament.rules.item import Item, worth_text
from tournament.rules.pattern import Names

Worth = Text | int | None
"""The value of a row: points, or a text such as a factor; None if it has no value."""


class ReferenceRow(NamedTuple):
    """One row: something that counts, with its value."""

    name: Names
    worth: tuple[Worth, ...]
    """The values, one for each value heading of the table."""
    description: Names
    number: str = ""
    """Its number in the rule book; empty if it has none."""


class ReferenceTable(NamedTuple):
    """A table of items of one kind."""

    heading: Text
    rows: tuple[ReferenceRow, ...]
    worth: tuple[Text, ...] = (mark_in("value of a hand", "Points"),)
    """The headings of the columns with values."""


Reference = Callable[[], tuple[ReferenceTable, ...]]
"""Makes the tables. It is called only when they are needed, because the rows may have to be loaded first."""


def item_table(heading: Text, items: Iterable[Item], worth: Callable[[Item], int] | None = None) -> ReferenceTable:
    """Return the table of ``items``. ``worth`` gives the points of an item if the event may have changed them."""
    rows = tuple(
        ReferenceRow(
            item.name, (worth_text(item.unit, worth(item) if worth else item.value),), item.description, item.number
        )
        for item in items
    )
    return ReferenceTable(heading, rows)
