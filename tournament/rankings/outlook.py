"""What an event that is not over can still be worth to a player in a ranking: their value after each place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from tournament.rankings.ranking import EventPlace, EventPlaces, RankedPerson, rank_events
from tournament.rankings.rules import RankingRules

_NOBODY = RankedPerson("", "")
"""In the place of all others, whose values do not matter here."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What places in one event would make of the value of one player."""

    person: RankedPerson
    event: EventPlaces
    now: Fraction | None
    """Without the event; None if they are not ranked then."""
    values: tuple[Fraction | None, ...]
    """With each place, the first one first; None if they are not ranked with it."""

    def last_place_above(self, threshold: Fraction) -> int | None:
        """Return the last place with which, as with each better one, the value is above ``threshold``; None if the
        first place is not enough."""
        last = None
        for place, value in enumerate(self.values, 1):
            if value is None or value <= threshold:
                break
            last = place
        return last

    def thresholds(self, step: int) -> Iterator[tuple[int, int]]:
        """Return each multiple of ``step`` that some places pass and others do not, and the last place that does."""
        known = [value for value in self.values if value is not None]
        highest = max(known, default=Fraction(0))
        for threshold in range(step, int(highest) + 1, step):
            last = self.last_place_above(Fraction(threshold))
            if last is not None and last < len(self.values):
                yield threshold, last


def outlook(
    events: Sequence[EventPlaces], event: EventPlaces, person: RankedPerson, rules: RankingRules, day: date
) -> Outlook:
    """Return what each place in ``event`` would make of the value of ``person`` on ``day``.

    ``events`` are the others of its game. The days, players and countries of ``event`` are taken as they are now.
    """
    own = [only(each, person.id) for each in events if any(placed.person.id == person.id for placed in each.places)]

    def value(counted: Sequence[EventPlaces]) -> Fraction | None:
        rows = rank_events(counted, rules, day).rows
        return next((row.value for row in rows if row.person.id == person.id and row.rank is not None), None)

    count = len(event.places)
    places = range(1, count + 1)
    values = (
        value([*own, replace(event, places=tuple(EventPlace(person if n == place else _NOBODY, n) for n in places))])
        for place in places
    )
    return Outlook(person, event, value(own), tuple(values))


def only(event: EventPlaces, person: str) -> EventPlaces:
    """Return ``event`` with nobody but the person with this id, and as many places."""
    others = (each if each.person.id == person else EventPlace(_NOBODY, each.place) for each in event.places)
    return replace(event, places=tuple(others))
