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
    """As written on a command line."""
    label: Text
    most_sessions: Callable[[int], int | None]
    """For how many sessions the method seats that many players without repeats. 0: not at all; None: any number, as
    well as it can."""
    build: Callable[[Task], Design]
    """Find a design for a task within its reach, with as many rounds as the task has sessions."""
    variants: Callable[[Task], tuple[Design, ...]] = _no_variants
    """Other, equally good designs for the same task that may suit groups better."""
    places_tables: bool = False
    """Whether its blocks are already placed at tables so that nobody returns."""
