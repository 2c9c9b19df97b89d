"""The columns of the list of players, each described once."""

from typing import NamedTuple

from tournament.event.roster import field_label
from tournament.language import Text, mark


class Column(NamedTuple):
    """One column of the list."""

    title: Text
    field: str = ""
    """The field of the player that is typed here; nothing for what is computed."""
    width: int = 0
    """Pixels at 100 % scale; 0 shares what is left over."""


COLUMNS = (
    Column(mark("No."), width=56),
    Column(mark("Here"), width=80),
    Column(field_label("first_name"), "first_name"),
    Column(field_label("last_name"), "last_name"),
    Column(field_label("country"), "country", width=78),
    Column(field_label("ema_number"), "ema_number", width=112),
    Column(field_label("club"), "club"),
    Column(field_label("team"), "team"),
    Column(mark("Remarks"), width=0),
)
NUMBER, HERE, FIRST_NAME, LAST_NAME, COUNTRY, EMA_NUMBER, CLUB, TEAM, REMARKS = range(len(COLUMNS))
TYPED = range(FIRST_NAME, REMARKS)
"""Those that can be typed into, from left to right."""
