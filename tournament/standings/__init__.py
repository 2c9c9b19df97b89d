"""Standings: players ranked by table points, then by score, and whether the ranking can still change."""

from tournament.standings.ranking import Standing, Standings, Unranked, rank
from tournament.standings.tally import Result, Tally, Total, add_up, running_totals, tally

__all__ = ["Result", "Standing", "Standings", "Tally", "Total", "Unranked", "add_up", "rank", "running_totals", "tally"]
