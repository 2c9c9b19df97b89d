"""The points of players who joined late or sat out, counted a second time by the text of docs/rules.md alone.

Sections "Players who join late" (L1 to L10) and "Sitting out" (O1 to O8). Nothing here calls what the program counts
with: it reads what was entered (who sat where, who was there, which sessions were cancelled) and the results of the
sheets, which other tests count again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournament.event.player import PlayerState
from tournament.use_cases import View


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


@dataclass(frozen=True)
class Played:
    """An event as far as these points depend on it. Sessions have the numbers that they were planned with."""

    games: Mapping[int, list[Game]]
    """By player: the games that they played for themselves."""
    late: Rule = Rule("nothing")
    sit_out: Rule = Rule("nothing")
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


def played(view: View) -> Played:
    """The event of ``view`` after all its sessions, read from what was entered."""
    state, settings = view.full_state, view.settings
    cancelled = frozenset(state.cancelled)
    numbers = () if state.seating is None else tuple(state.seating.session_numbers)
    last = view.standings().after
    games: dict[int, list[Game]] = {}
    out: dict[int, frozenset[int]] = {}
    own_seat: dict[int, int] = {}
    for session in numbers:
        if session in cancelled:
            continue
        assert state.seating is not None
        seats = [set(table) for table in state.seating.sessions[session - 1]]
        turns = set(state.seating.sit_out[session - 1]) if session <= len(state.seating.sit_out) else set()
        for player in set().union(turns, *seats):
            if (session, player) not in state.substitutions:
                own_seat.setdefault(player, session)
        left = {player for player, status in state.statuses.items() if status.first <= session
                and status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)}  # fmt: skip
        kept = [table for place, table in enumerate(seats, start=1) if (session, place) not in state.taken_back]
        if session <= last and session in state.begun and seats:  # O4
            resting = set().union(turns, *seats).difference(*kept)  # O5
            out[session] = frozenset(resting - left)
        for sheet in view.sheets(session) if session <= last else ():
            if not sheet.counts:
                continue
            fines = [penalty.net for penalty in sheet.penalties]
            for column, player in enumerate(sheet.players):
                if (session, player) in state.substitutions:
                    continue  # S7: what they win is nobody's
                fined = sum(net[column] for net in fines)
                game = Game(session, Fraction(sheet.table_points[column]), sheet.scores[column], fined)
                games.setdefault(player, []).append(game)
    zero = {player: final.session for final in state.finals if final.session <= last and not final.carried
            for player in final.players}  # fmt: skip
    joined = {player: min(first, own_seat.get(player, first)) for player, first in state.joined.items()}
    return Played(
        games,
        Rule(settings.late_points.value, Fraction(settings.late_fixed.table_points), settings.late_fixed.score),
        Rule(settings.sit_out_points.value if settings.sit_out_points is not None else "nothing",
             Fraction(settings.sit_out_fixed.table_points), settings.sit_out_fixed.score),
        joined, out, cancelled, zero,
    )  # fmt: skip


def differences(view: View) -> list[str]:
    """What the standings of ``view`` say otherwise than this count."""
    event, found = played(view), list[str]()
    for row in view.standings().rows:
        number = row.player.number
        counted = total(event, number)
        if counted != (row.table_points, row.score):
            found.append(f"player {number}: {row.table_points}, {row.score} in the standings, counted {counted}")
    return found
