"""Rankings over many events: what a place is worth, how an event weighs, and which results of a player count.

Modules: ``rules`` (what a federation or a league decides), ``ranking`` (the ranking by these rules on a day),
``quotas`` (the seats of a championship for each country), ``rating`` (Elo and its like, over games instead of places),
``outlook`` (what an event that is not over can still be worth), ``explanation`` (why a player has their value).
"""

from tournament.rankings.ranking import (
    Counted,
    CountryRow,
    EventPlace,
    EventPlaces,
    PartValue,
    RankedPerson,
    RankedSeason,
    Ranking,
    RankingRow,
    rank_events,
)
from tournament.rankings.rules import (
    Age,
    BaseRank,
    Combination,
    PlacePoints,
    QuotaRules,
    RankingPart,
    RankingRules,
    Rounding,
    Step,
    WeightRules,
)

__all__ = [
    "Age",
    "BaseRank",
    "Combination",
    "Counted",
    "CountryRow",
    "EventPlace",
    "EventPlaces",
    "PartValue",
    "PlacePoints",
    "QuotaRules",
    "RankedPerson",
    "RankedSeason",
    "Ranking",
    "RankingPart",
    "RankingRow",
    "RankingRules",
    "Rounding",
    "Step",
    "WeightRules",
    "rank_events",
]
