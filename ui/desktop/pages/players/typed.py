"""What is typed into one cell, understood as the import understands it: a zero restored, a country by its code."""

from dataclasses import replace

from tournament.event.intake.columns import Column, Headings
from tournament.event.intake.lines import read_line
from tournament.event.intake.table import Row
from tournament.event.player import Player
from tournament.event.roster import FIELDS

_HEADINGS = Headings(0, tuple(Column(index, field, field) for index, field in enumerate(FIELDS)))


def with_typed(player: Player, field: str, typed: str) -> Player:
    """``player`` with what was ``typed`` into ``field``."""
    cells = tuple(typed if each == field else "" for each in FIELDS)
    understood = getattr(read_line(Row(1, cells), _HEADINGS).player, field)
    return replace(player, **{field: understood})
