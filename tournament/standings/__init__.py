"""Standings: table points, then score; what is still provisional."""

from tournament.standings.ranking import Result, Standing, Standings, rank

__all__ = ["Result", "Standing", "Standings", "rank"]
