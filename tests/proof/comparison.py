"""Comparing the engine with other counters, hand by hand, and what the hands held."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tournament.hand.notation import parse
from tournament.rulesets.mcr.profiles import PROFILES
from tournament.rulesets.mcr.scoring import score

Counting = Callable[[str], int]


@dataclass
class Comparison:
    """How one profile did against another counter."""

    profile: str
    hands: int = 0
    differences: list[tuple[str, int, int]] = field(default_factory=list)
    """Hand, points of the engine, points of the other counter."""
    fans: Counter[str] = field(default_factory=Counter)
    """In how many hands each fan counted."""

    def add(self, texts: Iterable[str], other: Counting) -> None:
        """Count these hands both ways."""
        for text in texts:
            found = score(parse(text), profile=self.profile)
            wanted = other(text)
            self.hands += 1
            self.fans.update(fan.pattern.slug for fan in found.fans)
            if found.points != wanted:
                self.differences.append((text, found.points, wanted))

    def never_seen(self) -> list[str]:
        """Fan that no hand held."""
        return [fan.slug for fan in PROFILES[self.profile].fans if not self.fans[fan.slug]]
