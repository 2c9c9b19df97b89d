"""One part of the proof: what it promises, how many cases it has, and what became of one of them."""

import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd
from pathlib import Path

_MEMORY = "/dev/shm"
SHOWN = 20
"""Failures of a part that are kept word by word; the others are counted."""


@dataclass(slots=True)
class Outcome:
    """What one case came to, or many together."""

    counts: Counter[str] = field(default_factory=Counter)
    """How often each thing was done or seen, by its words."""
    failures: list[str] = field(default_factory=list)
    """What went against the promise, each with what is needed to see it again."""
    remarks: Counter[str] = field(default_factory=Counter)
    """What the promise allows for, and a reader wants to know: each reason with how often."""

    def count(self, what: str, times: int = 1) -> None:
        """Note that ``what`` happened."""
        self.counts[what] += times

    def expect(self, held: bool, failure: str) -> bool:
        """Note ``failure`` unless the promise was ``held``; returns whether it was."""
        if not held:
            self.failures.append(failure)
        return held


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the proof. Its texts hold no digit: every figure comes from what was counted."""

    name: str
    title: str
    brief: str
    """The promise in a line, for readers who organise events."""
    covers: tuple[str, ...]
    """Folders of the program on which a result rests, each with those in it; tests.proof.covered has usual ones."""
    promise: str
    """What must be true of every case, in a sentence or two."""
    cases: int
    """At a scale of one."""
    run: Callable[[int], Outcome]
    """Try the case of this seed: the same seed is the same case."""
    limit: float = 600
    """Seconds that a case may take; longer is a hang."""
    counted: str = "cases"
    """What one case is, in many."""
    shown: str = ""
    """What of the counts says how much was tried, where the number of cases does not."""
    short: int = 1
    """Cases of the short run, a minute of one processor together; they are spread over all."""
    run_short: Callable[[int], Outcome] | None = None
    """Tries less of a case, where even one is too long for the short run."""
    enough: Callable[[Outcome, int], tuple[str, ...]] = lambda _whole, _cases: ()
    """What is wrong with all outcomes together, of so many cases: a share too small, a kind that never came."""

    @property
    def short_seeds(self) -> tuple[int, ...]:
        """The seeds of the short run: as far apart as the golden section puts them, so that each kind has its turn."""
        step = round(self.cases * 0.618)
        while gcd(step, self.cases) > 1:
            step += 1
        return tuple(sorted(1 + number * step % self.cases for number in range(min(self.short, self.cases))))


def temporary_folder(*, in_memory: bool = False) -> "tempfile.TemporaryDirectory[str]":
    """A folder for the files of one case; ``in_memory`` where there is such a place, as a disk waits for every sync."""
    place = _MEMORY if in_memory and Path(_MEMORY).is_dir() else None
    return tempfile.TemporaryDirectory(prefix="quatre-vents-proof-", dir=place)
