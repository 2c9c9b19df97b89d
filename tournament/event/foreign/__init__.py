"""Read events of other programs.

Rows of text become one common form, with a list of everything that cannot be kept. ``event`` defines that form,
``suite`` reads the database scripts of MahjongTournamentSuite, ``organizer`` the workbook of mahjong-organizer,
``seatings`` the seating files of several programs. Nothing here opens or writes files.
"""

from tournament.event.foreign.event import ForeignEvent, ForeignHand, ForeignPenalty, ForeignTable
from tournament.event.foreign.organizer import is_organizer, organizer_event
from tournament.event.foreign.seatings import ForeignSeating, seating_from, seating_in
from tournament.event.foreign.suite import SuiteTournament, is_suite, suite_event, suite_tournaments

__all__ = [
    "ForeignEvent",
    "ForeignHand",
    "ForeignPenalty",
    "ForeignSeating",
    "ForeignTable",
    "SuiteTournament",
    "is_organizer",
    "is_suite",
    "organizer_event",
    "seating_from",
    "seating_in",
    "suite_event",
    "suite_tournaments",
]
