"""The questions of each of the three steps: what is needed before there is a player."""

from typing import NamedTuple

from tournament.language import Text, mark


class EventStep(NamedTuple):
    """One page of questions."""

    title: Text
    why: Text
    """One line about what the answers are for."""
    fields: tuple[str, ...] = ()
    """Fields of the event, in the order in which they are asked."""


NAME, RULES, PLACE = 0, 1, 2
STEPS = (
    EventStep(
        mark("Name and format"),
        mark("Place, dates, timetable and everything else are on the Event page, under Setup."),
        ("name", "sessions"),
    ),
    EventStep(mark("Rules"), mark("You can change the rules and their options until the first hand.")),
    EventStep(
        mark("Location of the event file"),
        mark("An event is a single file. To copy it to a USB stick, close the window first."),
    ),
)
