"""Draws of seats: methods, measures of quality, and the verifier.

:func:`make_plan` draws a whole event. A method finds a *design* (who meets whom, without repeats where possible),
tables are varied, chance or wishes decide which player takes which place, and start winds are distributed evenly.
:func:`quality_of` measures any seating against the best possible one. :mod:`~tournament.draw.verifier` checks a seating
again, starting from its numbers alone.
"""

from tournament.draw.methods import METHODS, Method
from tournament.draw.plan import Plan, SittingOut, check_size, make_plan
from tournament.draw.problems import DrawProblem
from tournament.draw.quality import GroupMeetings, PairMeetings, Quality, quality_of
from tournament.draw.seating import Session, Table
from tournament.draw.wishes import ApartGroup, AvoidedPair, Wishes

__all__ = [
    "METHODS",
    "ApartGroup",
    "AvoidedPair",
    "DrawProblem",
    "GroupMeetings",
    "Method",
    "PairMeetings",
    "Plan",
    "Quality",
    "Session",
    "SittingOut",
    "Table",
    "Wishes",
    "check_size",
    "make_plan",
    "quality_of",
]
