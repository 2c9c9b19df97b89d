"""What each of the five steps asks."""

from enum import Enum
from typing import NamedTuple

from tournament.language import Text, mark


class PlayersSource(Enum):
    """When the players come; the value is the key of the switch."""

    LATER = "later"
    LIST = "list"
    TYPED = "typed"


class EventStep(NamedTuple):
    """One page of questions."""

    title: Text
    why: Text
    """One line on what the answers are for."""
    fields: tuple[str, ...] = ()
    """Fields of the event, in the order in which they are asked."""


PLAYERS, PLACE = 3, 4
"""The steps that ask for something else."""
STEPS = (
    EventStep(
        mark("Name and place"),
        mark("Both stand at the head of every page that is printed."),
        ("name", "place"),
    ),
    EventStep(
        mark("Dates and organiser"),
        mark("The federation asks for them. They can be left for later."),
        ("starts", "ends", "organiser"),
    ),
    EventStep(
        mark("Rules and sessions"),
        mark("What is played, how often and how long. Rules can change until the first hand."),
        ("rules", "sessions", "minutes", "language", "counted_totals"),
    ),
    EventStep(
        mark("Players"), mark("A list can be a CSV file or an Excel workbook; nothing is added before you saw it.")
    ),
    EventStep(
        mark("Where the event lies"), mark("An event is one file. Copy it to a stick whenever the window is closed.")
    ),
)
