"""Which patterns were made in the event and by each player, in the hands whose tiles were entered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournament.ledger.sheet import Sheet
from tournament.rules.pattern import Pattern
from tournament.rules.score import Score

Counting = Callable[[str], Score | None]
"""Counts the tiles of a hand in the public notation; returns None for tiles that do not win."""


class HandPlace(NamedTuple):
    """A hand, ordered as hands are played: by session, hand and table."""

    session: int
    hand: int
    table: int


class CountedHand(NamedTuple):
    """A hand that was won and whose tiles are known."""

    place: HandPlace
    winner: int
    """Number of the player."""
    score: Score


@dataclass(frozen=True, slots=True)
class FanCount:
    """How often one pattern was made."""

    pattern: Pattern[Any]
    hands: int
    """The number of hands in which it counts."""
    times: int
    """The number of times it counts; several in one hand each count."""
    first: HandPlace
    """The first hand in which it counts."""
    first_winner: int
    """The number of the player who won that hand."""
    most: tuple[int, ...]
    """The numbers of the players who made it in the most hands; several if they are equal."""
    most_hands: int
    """The number of hands in which each of them made it."""

    @property
    def points(self) -> int:
        """The points it brought in all."""
        return self.times * self.pattern.points


@dataclass(frozen=True, slots=True)
class FanStatistics:
    """The patterns made on any number of sheets."""

    won: int = 0
    """The number of hands that somebody won."""
    hands_by_winner: Mapping[int, tuple[CountedHand, ...]] = field(default_factory=dict)
    """The won hands whose tiles are known, by the winner's number; the other winners have none."""
    made: tuple[FanCount, ...] = ()
    """The patterns of all hands, the most frequent first."""

    @property
    def counted(self) -> int:
        """How many of the hands won have known tiles."""
        return sum(map(len, self.hands_by_winner.values()))

    def of(self, player: int) -> tuple[FanCount, ...]:
        """The patterns of one player, given by number."""
        sums: dict[str, _Sum] = {}
        for hand in self.hands_by_winner.get(player, ()):
            _add(sums, hand)
        return _done(sums)


def fan_statistics(sheets: Iterable[Sheet], count: Counting) -> FanStatistics:
    """Count the hands of ``sheets`` with ``count``."""
    return statistics_of(SheetHands.of(sheet, count) for sheet in sheets)


def statistics_of(sheets: Iterable["SheetHands"]) -> FanStatistics:
    """Add up the counted hands of sheets."""
    won = 0
    sums: dict[str, _Sum] = {}
    by_winner: dict[int, list[CountedHand]] = {}
    for each in sheets:
        won += each.won
        for hand in each.hands:
            _add(sums, hand)
            by_winner.setdefault(hand.winner, []).append(hand)
    return FanStatistics(won, {winner: tuple(by_winner[winner]) for winner in sorted(by_winner)}, _done(sums))


class SheetHands(NamedTuple):
    """The counted hands of one sheet, valid as long as the sheet does not change."""

    won: int
    """The number of hands that somebody won."""
    hands: tuple[CountedHand, ...]

    @classmethod
    def of(cls, sheet: Sheet, count: Counting) -> "SheetHands":
        """Count the hands of ``sheet`` with ``count``."""
        won = sum(line.outcome is not None and line.outcome.winner is not None for line in sheet.hands)
        return cls(won, tuple(_counted_hands(sheet, count)))


def _counted_hands(sheet: Sheet, count: Counting) -> Iterator[CountedHand]:
    for line in sheet.hands:
        tiles, outcome = line.tiles, line.outcome
        if tiles and outcome is not None and outcome.winner is not None:
            score = count(tiles)
            if score is not None:
                yield CountedHand(
                    HandPlace(sheet.session, line.hand, sheet.table), sheet.players[outcome.winner], score
                )


@dataclass(slots=True)
class _Sum:
    """The running sum for one pattern."""

    pattern: Pattern[Any]
    first: CountedHand
    hands: int = 0
    times: int = 0
    winners: dict[int, int] = field(default_factory=dict)

    def done(self) -> FanCount:
        most = max(self.winners.values())
        best = tuple(sorted(number for number, count in self.winners.items() if count == most))
        first = self.first
        return FanCount(self.pattern, self.hands, self.times, first.place, first.winner, best, most)


def _add(sums: dict[str, _Sum], hand: CountedHand) -> None:
    for fan in hand.score.fans:
        found = sums.get(fan.pattern.slug)
        if found is None:
            found = sums[fan.pattern.slug] = _Sum(fan.pattern, hand)
        elif hand.place < found.first.place:
            found.first = hand
        found.hands += 1
        found.times += fan.times
        found.winners[hand.winner] = found.winners.get(hand.winner, 0) + 1


def _done(sums: Mapping[str, _Sum]) -> tuple[FanCount, ...]:
    made = (each.done() for each in sums.values())
    return tuple(sorted(made, key=lambda each: (-each.hands, -each.times, -each.pattern.points, each.pattern.slug)))
