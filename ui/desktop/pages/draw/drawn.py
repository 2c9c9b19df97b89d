"""A draw with its measures, as computed off the GUI thread; no Qt in here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple

from tournament.draw import Quality, quality_of
from tournament.draw.verifier import Severity, verify
from tournament.event.seating import Seating, Seats
from tournament.office import View, plan_seating

Report = Callable[[int, int], None]
"""Told the steps done and all steps; raises when the work shall end."""
_STEPS = 100
BY_HAND = " + swaps"
"""Behind the method of a draw in which players were swapped: its number alone does not give it again."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seating beside everything measured on it."""

    seating: Seating
    numbers: tuple[int, ...]
    """Player numbers in order: the measures count players from 1 in this order."""
    quality: Quality
    faults: int
    """What the verifier found that cannot be played; it shares no code with the methods."""
    seconds: float = 0.0
    """How long drawing and checking took; 0 for one read from the event."""
    published: bool = False

    @property
    def by_hand(self) -> bool:
        """Players were swapped after it was drawn."""
        return self.seating.method.endswith(BY_HAND)

    def repeated(self) -> tuple[frozenset[int], ...]:
        """The pairs (player numbers) who meet more than once; none where that cannot be avoided anyway."""
        if self.quality.fewest_repeats:
            return ()
        return tuple(
            frozenset((self.numbers[one - 1], self.numbers[other - 1])) for one, other, _ in self.quality.repeated_pairs
        )


class Place(NamedTuple):
    """A seat of one session."""

    session: int
    """From 1."""
    table: int
    """From 1."""
    seat: int
    """0 East … 3 North."""


def draw(view: View, *, method: str, seed: int | None, report: Report) -> Drawn:
    """Draw for ``view`` and measure it. Raises Refused or DrawProblem when that cannot be."""
    begun = monotonic()

    def progress(done: float) -> bool:
        report(round(done * _STEPS), _STEPS)
        return True

    seating = plan_seating(view, seed=seed, method=method, progress=progress)
    measured = measure(seating, tuple(view.players))
    return replace(measured, seconds=monotonic() - begun)


def measure(seating: Seating, numbers: tuple[int, ...], *, published: bool = False) -> Drawn:
    """Measure ``seating`` of the players ``numbers``, and check it a second way."""
    index = {number: place for place, number in enumerate(numbers, start=1)}
    sessions = [[(index[e], index[s], index[w], index[n]) for e, s, w, n in tables] for tables in seating.sessions]
    faults = [finding for finding in verify(len(numbers), sessions) if finding.severity is Severity.FAULT]
    return Drawn(seating, numbers, quality_of(len(numbers), sessions), len(faults), published=published)


def swapped(drawn: Drawn, one: Place, other: Place) -> Drawn:
    """The same with two players of one session changed over."""
    if one.session != other.session:
        raise ValueError("two players are swapped within one session")
    sessions = list(drawn.seating.sessions)
    tables = [list(seats) for seats in sessions[one.session - 1]]
    first, second = tables[one.table - 1][one.seat], tables[other.table - 1][other.seat]
    tables[one.table - 1][one.seat], tables[other.table - 1][other.seat] = second, first
    sessions[one.session - 1] = tuple(_seats(seats) for seats in tables)
    method = drawn.seating.method if drawn.by_hand else drawn.seating.method + BY_HAND
    seating = replace(drawn.seating, sessions=tuple(sessions), method=method)
    return replace(measure(seating, drawn.numbers), seconds=drawn.seconds)


def player_at(drawn: Drawn, place: Place) -> int:
    """The number of the player in a seat."""
    return drawn.seating.tables(place.session)[place.table - 1][place.seat]


def _seats(seats: Sequence[int]) -> Seats:
    east, south, west, north = seats
    return east, south, west, north
