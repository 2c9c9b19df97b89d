"""The questions of each of the five steps."""

from enum import Enum
from typing import NamedTuple

from tournament.language import Text, mark


class PlayersSource(Enum):
    """When the players are entered. The value is the key of the switch."""

    LATER = "later"
    LIST = "list"
    TYPED = "typed"


class EventStep(NamedTuple):
    """One page of questions."""

    title: Text
    why: Text
    """One line about what the answers are for."""
    fields: tuple[str, ...] = ()
    """Fields of the event, in the order in which they are asked."""


RULES, MEETING, PLAYERS, PLACE = 1, 2, 3, 4
"""The steps with other contents than fields."""
STEPS = (
    EventStep(
        mark("Name and dates"),
        mark("They appear at the top of printed pages. Only the name is required now."),
        ("name", "place", "starts", "ends", "organiser"),
    ),
    EventStep(mark("Rules"), mark("You can change the rules and their options until the first hand.")),
    EventStep(
        mark("Format and schedule"),
        mark("Choose the format, the number and length of the sessions, and the print settings."),
        ("sessions", "minutes", "best", "least", "count", "language", "counted_totals"),
    ),
    EventStep(
        mark("Players"), mark("A list is a CSV file or an Excel workbook. You see a preview before players are added.")
    ),
    EventStep(
        mark("Location of the event file"),
        mark("An event is a single file. To copy it to a USB stick, close the window first."),
    ),
)
