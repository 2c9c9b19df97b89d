"""The definition of a method of seating."""

from collections.abc import Callable
from dataclasses import dataclass

from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import Design
from tournament.language import Text


@dataclass(frozen=True, slots=True)
class Task:
    """What a method is asked to find."""

    players: int
    """A multiple of four."""
    sessions: int
    chance: SeededRandom
    progress: SearchProgress


def _no_variants(_task: Task) -> tuple[Design, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Method:
    """One way to find a design."""

    id: str
    """Its name on the command line."""
    label: Text
    most_sessions: Callable[[int], int | None]
    """Return for how many sessions the method seats this many players without repeats.

    0 if it cannot seat them; None for any number of sessions, with as few repeats as it finds.
    """
    build: Callable[[Task], Design]
    """Return a design with as many rounds as the task has sessions, which the method must be able to seat."""
    variants: Callable[[Task], tuple[Design, ...]] = _no_variants
    """Return other, equally good designs for the same task, which may suit groups better."""
    places_tables: bool = False
    """Whether its blocks are already placed at tables so that nobody returns."""
