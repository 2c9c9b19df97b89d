"""The points of players who joined late or sat out, counted a second time by the text of docs/rules.md alone.

Sections "Players who join late" (L1 to L10) and "Sitting out" (O1 to O8). Nothing here knows the program;
``tests/tournament/use_cases/granted_again.py`` reads its events.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


class Game(NamedTuple):
    """What one player took from one table."""

    session: int
    points: Fraction
    score: int
    fined: int
    """What penalties took or gave, which is part of the score."""


class Rule(NamedTuple):
    """What a session counts for in which somebody could not play: ``nothing``, ``average`` or ``fixed``."""

    name: str
    points: Fraction = Fraction(0)
    score: int = 0


_NONE = Rule("nothing")


@dataclass(frozen=True)
class Played:
    """An event as far as these points depend on it. Sessions have the numbers that they were planned with."""

    games: Mapping[int, list[Game]]
    """By player: the games that they played for themselves."""
    late: Rule = _NONE
    sit_out: Rule = _NONE
    joined: Mapping[int, int] = field(default_factory=dict)
    """By player: the session from which they are in the event, if they came after the draw."""
    out: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By session: who was there without playing. Sessions that have not begun are not in it."""
    cancelled: frozenset[int] = frozenset()
    from_zero: Mapping[int, int] = field(default_factory=dict)
    """By finalist of a final from zero: the session with which it begins."""


def granted_sessions(event: Played, player: int) -> dict[int, str]:
    """Each session for which points are granted to ``player``, with the reason: ``late`` or ``out``."""
    first = event.from_zero.get(player, 1)  # L7, O8
    before = range(first, event.joined.get(player, 1))
    late = {session: "late" for session in before if session not in event.cancelled}  # L2
    turns = (session for session, players in event.out.items() if player in players and session >= first)
    return late | {session: "out" for session in turns if session not in event.cancelled}  # O3


def total(event: Played, player: int) -> tuple[Fraction, int]:
    """Table points and score of a ranked ``player``."""
    own = event.games.get(player, [])
    counted = [game for game in own if game.session >= event.from_zero.get(player, 1)]
    points, score = sum((game.points for game in counted), Fraction(0)), sum(game.score for game in counted)
    for reason in granted_sessions(event, player).values():
        more = granted(event.late if reason == "late" else event.sit_out, own)
        points, score = points + more[0], score + more[1]
    return points, score


def granted(rule: Rule, own: Iterable[Game]) -> tuple[Fraction, int]:
    """What one session counts for by ``rule``, for somebody who played ``own`` games (L3)."""
    own = list(own)
    match rule.name:
        case "fixed":
            return rule.points, rule.score
        case "average" if own:
            fair = sum(game.score - game.fined for game in own)
            # half away from zero, by whole numbers: 5/2 is 3 and -5/2 is -3
            rounded = (2 * abs(fair) + len(own)) // (2 * len(own))
            return sum((game.points for game in own), Fraction(0)) / len(own), rounded if fair > 0 else -rounded
        case _:
            return Fraction(0), 0
