"""What is typed into one cell, understood as the import understands it: a zero restored, a country by its code."""

from dataclasses import replace

from tournament.event.player import Player
from tournament.event.player_import.columns import FileColumn, Headings
from tournament.event.player_import.lines import read_line
from tournament.event.player_import.table import FileRow
from tournament.event.roster import FIELDS

_HEADINGS = Headings(0, tuple(FileColumn(index, field, field) for index, field in enumerate(FIELDS)))


def with_typed(player: Player, field: str, typed: str) -> Player:
    """``player`` with what was ``typed`` into ``field``."""
    cells = tuple(typed if each == field else "" for each in FIELDS)
    understood = getattr(read_line(FileRow(1, cells), _HEADINGS).player, field)
    return replace(player, **{field: understood})
