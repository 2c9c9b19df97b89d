"""A tournament of riichi by chance: what was played at each table, its lines of ``record``, and the standings.

What a hand pays and how a game ends is counted from the scoring tables (tests.second_count.riichi); places are added
up here. The program is asked for nothing.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests.second_count import riichi, riichi_lines

Line = dict[str, Any]
Seats = Sequence[Sequence[Sequence[int]]]
"""Of each session, the four numbers at each table, East first."""
BOLD = 0.18
"""How often a player declares riichi in a hand, about as in statistics of games."""


@dataclass(frozen=True, slots=True)
class Game:
    """What was played at a table in a session."""

    hands: tuple[Line, ...]
    chombo: tuple[tuple[int, str], ...]
    """In which hands, and by whom: the hand was played again."""
    counted: riichi.Game

    @property
    def stopped(self) -> bool:
        """Whether time was up before the last hand."""
        return not self.counted.over

    @property
    def tied(self) -> bool:
        """Whether some share a place, and its uma."""
        return len(set(self.counted.totals.values())) < len(riichi.PLAYERS)


@dataclass(frozen=True, slots=True)
class Place:
    """What the standings must say of a player."""

    rank: int
    points: tuple[Fraction, ...]
    """Final points of each session."""
    score: int

    @property
    def worth(self) -> tuple[Fraction, int]:
        """What ranks."""
        return sum(self.points, Fraction()), self.score


@dataclass(frozen=True, slots=True)
class Tournament:
    """The games of each session, by table."""

    rules: str
    sessions: tuple[tuple[Game, ...], ...]

    @property
    def players(self) -> range:
        """Their numbers."""
        return range(1, 4 * len(self.sessions[0]) + 1)

    @property
    def games(self) -> tuple[Game, ...]:
        """Those of all sessions."""
        return tuple(game for games in self.sessions for game in games)

    @property
    def counts(self) -> dict[str, int]:
        """How often each thing happened."""
        hands = [hand for game in self.games for hand in game.hands]
        return {
            "sessions": len(self.sessions),
            "games": len(self.games),
            "games that the gong stopped": sum(game.stopped for game in self.games),
            "games with equal scores": sum(game.tied for game in self.games),
            "chombo": sum(len(game.chombo) for game in self.games),
            "hands": len(hands),
            "wins by discard": sum("discarder" in hand for hand in hands),
            "wins by self-draw": sum(bool(hand["winners"]) and "discarder" not in hand for hand in hands),
            "hands with two winners": sum(len(hand["winners"]) == 2 for hand in hands),
            "hands with three winners": sum(len(hand["winners"]) == 3 for hand in hands),
            "yakuman with liability": sum("liable" in win for hand in hands for win in hand["winners"]),
            "drawn hands in which somebody was tenpai": sum("tenpai" in hand for hand in hands),
            "riichi sticks": sum(len(hand.get("riichi", ())) for hand in hands),
        }

    def places(self, seats: Seats, after: int) -> dict[int, Place]:
        """The standings after a session, by number."""
        points: dict[int, list[Fraction]] = {number: [] for number in self.players}
        scores = dict.fromkeys(self.players, 0)
        for games, tables in zip(self.sessions[:after], seats, strict=False):
            for game, four in zip(games, tables, strict=True):
                for letter, number in zip(riichi.PLAYERS, four, strict=True):
                    points[number].append(game.counted.final[letter])
                    scores[number] += game.counted.totals[letter]
        worths = {number: (sum(own, Fraction()), scores[number]) for number, own in points.items()}
        return {
            number: Place(1 + sum(worth > mine for worth in worths.values()), tuple(points[number]), scores[number])
            for number, mine in worths.items()
        }

    def lines(self) -> Iterator[str]:
        """The lines of ``record``."""
        for session, games in enumerate(self.sessions, start=1):
            for table, game in enumerate(games, start=1):
                at = {"session": session, "table": table}
                for hand, line in enumerate(game.hands, start=1):
                    yield json.dumps({"type": "hand", **at, "hand": hand, **line})
                for hand, player in game.chombo:
                    yield json.dumps({"type": "penalty", **at, "hand": hand, "player": player, "fault": "false-win"})
                yield json.dumps({"type": "close", **at, "totals": game.counted.totals})


def tournament_of(seed: int, *, rules: str, tables: int, sessions: int) -> Tournament:
    """A tournament by chance."""
    chance = Random(f"tournament/{rules}/{seed}")
    return Tournament(rules, tuple(tuple(_game(chance, rules) for _ in range(tables)) for _ in range(sessions)))


def _game(chance: Random, rules: str) -> Game:
    """Every fourth is stopped by the gong, some of them after a hand or two, where players still have equal scores."""
    hands = [_on_paper(hand) for hand in riichi_lines.hanchan(chance, rules, {}, bold=BOLD)]
    if chance.random() < 0.25:
        hands = hands[: chance.choice((1, 2, len(hands) // 2))]
    later = not riichi.game(hands, riichi.rules_of({"rules": rules})).over
    chombo = [
        (chance.randint(1, len(hands) + later), chance.choice(riichi.PLAYERS))
        for _ in range(chance.choices((0, 1, 2), (75, 20, 5))[0])
    ]
    return game_of(rules, hands, sorted(chombo))


def game_of(rules: str, hands: Sequence[Line], chombo: Sequence[tuple[int, str]]) -> Game:
    """The game of these hands."""
    offenders = [player for _hand, player in chombo]
    return Game(tuple(hands), tuple(chombo), riichi.game(hands, riichi.rules_of({"rules": rules}), offenders))


def _on_paper(hand: Line) -> Line:
    """The hand with the tenpai that must be said: who declared riichi is tenpai anyway."""
    tenpai = [player for player in hand.get("tenpai", ()) if player not in hand.get("riichi", ())]
    return {name: value for name, value in {**hand, "tenpai": tenpai}.items() if value or name != "tenpai"}
