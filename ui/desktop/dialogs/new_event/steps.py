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
        mark("They stand at the head of what is printed. All but the name can be left for later."),
        ("name", "place", "starts", "ends", "organiser"),
    ),
    EventStep(mark("What is played"), mark("The rules and their options can change until the first hand.")),
    EventStep(
        mark("How it is played"),
        mark("The kind of meeting, how often and how long, and what its papers are like."),
        ("sessions", "minutes", "best", "least", "count", "language", "counted_totals"),
    ),
    EventStep(
        mark("Players"), mark("A list can be a CSV file or an Excel workbook; nothing is added before you saw it.")
    ),
    EventStep(
        mark("Where the event lies"), mark("An event is one file. Copy it to a stick whenever the window is closed.")
    ),
)
