"""Entries of the journal in words, with the names of the players at their table."""

from functools import lru_cache, partial

from tournament.event.player import short_names
from tournament.ledger.description import ColumnNames, Description, by_letter, describe
from tournament.ledger.entry import Entry, table_of
from tournament.use_cases.view import View

place_of = lru_cache(maxsize=4096)(table_of)
"""Session and table of a stream, or None. Cached, since there are few streams and many entries."""

_short_names = lru_cache(maxsize=4096)(short_names)


def described(view: View, entry: Entry) -> Description:
    """Describe ``entry`` of the journal of ``view``."""
    return describe(view.journal, entry, _column_names(view, entry))


def _column_names(view: View, entry: Entry) -> ColumnNames:
    """Return names for the columns of the entry's table; letters if its players are not known."""
    place = place_of(entry.stream)
    seats = view.seating.seats(*place) if view.seating is not None and place is not None else None
    if seats is None or any(number not in view.players for number in seats):
        return by_letter
    return partial(_name_in, _short_names(tuple(view.players[number] for number in seats)))


def _name_in(names: tuple[str, ...], column: int) -> str:
    return names[column]
