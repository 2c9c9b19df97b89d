"""The definition of a method of seating."""

from collections.abc import Callable
from dataclasses import dataclass

from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import Design
from tournament.language import Text


@dataclass(frozen=True, slots=True)
class Task:
    """The design that a method must find."""

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
    """Return the number of sessions for which the method can seat this many players without repeats.

    0 if it cannot seat them. None for any number of sessions, with as few repeats as it finds.
    """
    build: Callable[[Task], Design]
    """Return a design with as many rounds as the task has sessions, which the method must be able to seat."""
    variants: Callable[[Task], tuple[Design, ...]] = _no_variants
    """Return other designs for the same task that are equally good, and that may suit groups of players better."""
    places_tables: bool = False
    """Whether the method already assigns blocks to tables so that nobody returns to one."""
