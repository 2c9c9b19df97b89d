"""Who sits where: methods, measures, the verifier.

:func:`make_plan` draws a whole event: a method finds a *design* (who meets whom, without repeats where that is
possible), tables are varied, chance or wishes decide which player takes which place, and start winds are shared out
exactly. :func:`quality_of` measures any seating beside the best possible. :mod:`~tournament.draw.verifier`
checks it again from nothing but its numbers.
"""

from tournament.draw.methods import METHODS, Method
from tournament.draw.plan import Plan, check_size, make_plan
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
    "Table",
    "Wishes",
    "check_size",
    "make_plan",
    "quality_of",
]
