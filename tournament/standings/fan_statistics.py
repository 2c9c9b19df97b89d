"""Which patterns were made, in the event and by each player: from the hands whose tiles were entered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.ledger.sheet import Sheet
from tournament.rules.pattern import Pattern
from tournament.rules.score import Score

Counting = Callable[[str], Score | None]
"""Counts the tiles of a hand in the public notation; None for tiles that are no win."""


@dataclass(frozen=True, slots=True)
class Made:
    """How often one pattern was made."""

    pattern: Pattern[Any]
    hands: int = 0
    """Hands in which it counts."""
    times: int = 0
    """Counts, several in one hand each for itself."""

    @property
    def points(self) -> int:
        """What it brought, all counts together."""
        return self.times * self.pattern.points


@dataclass(frozen=True, slots=True)
class FanStatistics:
    """Over any number of sheets."""

    won: int = 0
    """Hands that somebody won."""
    counted: int = 0
    """Those of them whose tiles are known."""
    made: tuple[Made, ...] = ()
    """The patterns of all hands, the most frequent first."""
    players: Mapping[int, tuple[Made, ...]] = field(default_factory=dict)
    """The same of each player, by number; players without a counted hand have none."""


def fan_statistics(sheets: Iterable[Sheet], count: Counting) -> FanStatistics:
    """Count the hands of ``sheets`` by ``count``."""
    won = 0
    scores: list[tuple[int, Score]] = []
    for sheet in sheets:
        won += sum(line.outcome is not None and line.outcome.winner is not None for line in sheet.hands)
        scores += _counted(sheet, count)
    winners = sorted({winner for winner, _ in scores})
    return FanStatistics(
        won,
        len(scores),
        _made(score for _, score in scores),
        {winner: _made(score for number, score in scores if number == winner) for winner in winners},
    )


def _counted(sheet: Sheet, count: Counting) -> Iterator[tuple[int, Score]]:
    """Winner's number and score of each hand whose tiles are known."""
    for line in sheet.hands:
        if line.tiles and line.outcome is not None and line.outcome.winner is not None:
            score = count(line.tiles)
            if score is not None:
                yield sheet.players[line.outcome.winner], score


def _made(scores: Iterable[Score]) -> tuple[Made, ...]:
    found: dict[str, Made] = {}
    for score in scores:
        for fan in score.fans:
            before = found.get(fan.pattern.slug, Made(fan.pattern))
            found[fan.pattern.slug] = Made(fan.pattern, before.hands + 1, before.times + fan.times)
    return tuple(sorted(found.values(), key=lambda made: (-made.hands, -made.times, -made.pattern.points,
                                                          made.pattern.slug)))  # fmt: skip
