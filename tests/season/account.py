"""A club's season by chance: who came, sat down and won; its lines of ``record``, and its account kept apart.

Nothing here asks the program what a hand pays, an evening scores or a place is: MCR pays 8 and the points of the hand
(WMO 2006), and what ranks is added up from the list of hands.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import chain
from random import Random

PLAYERS = 13
LETTERS = "ABCD"
_FIRST_DAY = date(2026, 9, 4)
_FALSE_HU = 10
"""To each opponent of who says Hu with fewer than 8 points (docs/rules.md, P9)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How a hand ended; columns from 0, ``giver`` None for a self-draw, ``winner`` None for a drawn hand."""

    winner: int | None
    giver: int | None
    points: int

    def pays(self, column: int) -> int:
        """What it brings the player of a column."""
        if self.winner is None:
            return 0
        lost = [8 + (self.points if self.giver in (None, each) else 0) for each in range(4)]
        return sum(lost) - lost[self.winner] if column == self.winner else -lost[column]


@dataclass(frozen=True, slots=True)
class Game:
    """Four who sat down, East first, and what they played."""

    seats: tuple[int, ...]
    hands: tuple[Hand, ...]
    false_hu: int | None
    """The column of who said Hu falsely, in the hand that was not played any more."""

    @property
    def penalty_hand(self) -> int:
        """The hand of the false Hu."""
        return len(self.hands) + 1

    @property
    def scores(self) -> tuple[int, ...]:
        """What the four won and lost."""
        fines = [0 if self.false_hu is None else -3 * _FALSE_HU if self.false_hu == column else _FALSE_HU
                 for column in range(4)]  # fmt: skip
        return tuple(sum(hand.pays(column) for hand in self.hands) + fines[column] for column in range(4))


@dataclass(frozen=True, slots=True)
class Place:
    """What the ranking must say of a player."""

    rank: int | None
    worth: Fraction
    evenings: dict[int, int]
    """The score of each evening that they came to."""
    counted: frozenset[int]
    games: int
    won: int
    missing: int

    @property
    def average(self) -> Fraction:
        """The score of a game, those of all evenings."""
        return Fraction(sum(self.evenings.values()), self.games)


@dataclass(frozen=True, slots=True)
class Season:
    """The rounds of games of each evening, and the rules by which they make one ranking."""

    evenings: tuple[tuple[tuple[Game, ...], ...], ...]
    best: int
    least: int

    def day(self, evening: int) -> date:
        """The date of an evening, from 1: every Friday."""
        return _FIRST_DAY + timedelta(7 * (evening - 1))

    def games(self, evening: int) -> tuple[Game, ...]:
        """The games of an evening in the order in which they are opened."""
        return tuple(chain(*self.evenings[evening - 1]))

    def places(self, after: int, *, average: bool = False) -> dict[int, Place]:
        """The place of everyone who has played, by number, after an evening."""
        own: dict[int, dict[int, list[tuple[int, bool]]]] = {}
        for evening in range(1, after + 1):
            for game in self.games(evening):
                for number, score in zip(game.seats, game.scores, strict=True):
                    played = own.setdefault(number, {}).setdefault(evening, [])
                    played.append((score, score == max(game.scores)))
        return _ranked({number: self._place(each, average=average) for number, each in own.items()})

    def of_evening(self, evening: int) -> dict[int, Place]:
        """The places of an evening by itself, where everything counts and everyone is ranked."""
        return Season((self.evenings[evening - 1],), 1, 1).places(1)

    def _place(self, played: dict[int, list[tuple[int, bool]]], *, average: bool) -> Place:
        scores = {evening: sum(score for score, _won in games) for evening, games in played.items()}
        counted = sorted(scores, key=lambda evening: (-scores[evening], evening))[: self.best]
        total = sum(scores[evening] for evening in counted)
        games = tuple(chain(*played.values()))
        won = sum(first for _score, first in games)
        missing = max(0, self.least - len(scores))
        worth = Fraction(total, len(counted) if average else 1)
        return Place(None, worth, scores, frozenset(counted), len(games), won, missing)

    def lines(self) -> Iterator[str]:
        """The lines of ``record``."""
        for evening, rounds in enumerate(self.evenings, start=1):
            yield _line("evening", date=self.day(evening).isoformat(), place="Library")
            table = 0
            for games in rounds:
                for game in games:
                    table += 1
                    yield _line("game", session=evening, table=table, players=game.seats)
                for at, game in enumerate(games, start=table - len(games) + 1):
                    yield from _sheet_lines(game, session=evening, table=at)


def season_of(seed: int, evenings: int) -> Season:
    """A season by chance. All thirteen come to the first evening: three tables, and one who rests."""
    chance = Random(f"season/{seed}")
    return Season(tuple(tuple(_rounds(chance, PLAYERS if not number else chance.randint(8, PLAYERS)))
                        for number in range(evenings)), best=max(2, evenings * 6 // 10), least=2)  # fmt: skip


def _rounds(chance: Random, come: int) -> Iterator[tuple[Game, ...]]:
    there = chance.sample(range(1, PLAYERS + 1), come)
    for _ in range(chance.choice((1, 2))):
        chance.shuffle(there)
        yield tuple(_game(chance, tuple(there[start : start + 4])) for start in range(0, come - 3, 4))


def _game(chance: Random, seats: tuple[int, ...]) -> Game:
    hands = tuple(_hand(chance) for _ in range(chance.randint(1, 3)))
    return Game(seats, hands, chance.randrange(4) if chance.random() < 0.2 else None)


def _hand(chance: Random) -> Hand:
    if chance.random() < 0.15:
        return Hand(None, None, 0)
    winner = chance.randrange(4)
    giver = None if chance.random() < 0.3 else (winner + chance.randint(1, 3)) % 4
    return Hand(winner, giver, chance.randint(8, 64))


def _ranked(places: dict[int, Place]) -> dict[int, Place]:
    """With equal worths on the same place, and without a place for who came to too few evenings."""
    worths = [place.worth for place in places.values() if not place.missing]
    return {
        number: place if place.missing else replace(place, rank=1 + sum(worth > place.worth for worth in worths))
        for number, place in places.items()
    }


def _sheet_lines(game: Game, **at: int) -> Iterator[str]:
    for number, hand in enumerate(game.hands, start=1):
        won = {"winner": None} if hand.winner is None else {"winner": LETTERS[hand.winner], "points": hand.points}
        given = {} if hand.giver is None else {"discarder": LETTERS[hand.giver]}
        yield _line("hand", **at, hand=number, **won, **given)
    if game.false_hu is not None:
        yield _line("penalty", **at, hand=game.penalty_hand, player=LETTERS[game.false_hu], fault="false-hu-short")
    yield _line("close", **at, totals=dict(zip(LETTERS, game.scores, strict=True)))


def _line(type: str, **members: object) -> str:
    return json.dumps({"type": type, **members})
