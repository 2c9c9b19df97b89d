"""The rows of the page, and reading what was typed for the seats. This module does not use Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.event.seating import Seats
from tournament.language import Text, mark
from tournament.ledger.sheet import Sheet
from tournament.use_cases import View, free_players, is_ended, named_player


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the current evening."""

    sheet: Sheet
    table_name: str
    """The name of its table, if it has one."""
    players: tuple[Player, ...]
    """The players, East first."""
    ended: bool
    """Whether the game is over."""
    begun: bool
    """Whether there is something on its sheet."""


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """A player who is checked in and in no open game."""

    player: Player
    games: int
    """Number of games played this evening."""
    last: int
    """Number of the last of these games; 0 if none."""


class SeatNotRead(NamedTuple):
    """A seat whose text matches no player, and why."""

    seat: int
    """0 for East."""
    text: Text


def game_rows(view: View, session: int) -> tuple[GameRow, ...]:
    """Return the games of evening ``session``: open ones first, then finished ones, each in the order of opening."""
    touched, names = view.touched(session), view.state.table_names
    rows = [
        GameRow(
            sheet,
            names.get((session, sheet.table), ""),
            tuple(view.player_at(sheet, column) for column in range(4)),
            is_ended(sheet),
            sheet.table in touched,
        )
        for sheet in view.sheets(session)
    ]
    return tuple(sorted(rows, key=lambda row: row.ended))


def waiting_players(view: View, session: int) -> tuple[FreePlayer, ...]:
    """Return the free players, those who have waited longest first.

    They are ordered by the number of their games this evening, then by when the last one was opened.
    """
    played: dict[int, list[int]] = {}
    for sheet in view.sheets(session):
        for number in sheet.players:
            played.setdefault(number, []).append(sheet.table)
    free = (
        FreePlayer(player, len(played.get(player.number, ())), max(played.get(player.number, ()), default=0))
        for player in free_players(view, session)
    )
    return tuple(sorted(free, key=lambda each: (each.games, each.last, each.player.number)))


def seat_text(player: Player) -> str:
    """Return the text for ``player`` in the line of a seat."""
    return f"{player.number} {player.name}"


def read_seats(players: Mapping[int, Player], written: Sequence[str]) -> Seats | SeatNotRead:
    """Return the four players that ``written`` names, East first, or the first seat that names none."""
    numbers: list[int] = []
    for seat, line in enumerate(written):
        if not line.strip():
            return SeatNotRead(seat, mark("This seat has no player."))
        try:
            found = named_player(players, line)
        except Refused as refused:
            return SeatNotRead(seat, refused.problems[0].text)
        if isinstance(found, Player):
            text = mark("“{name}” is not on the list. Add the player on the Players page first.", name=line.strip())
            return SeatNotRead(seat, text)
        if found not in players:
            return SeatNotRead(seat, mark("There is no player {number}.", number=found))
        if found in numbers:
            return SeatNotRead(seat, mark("{player} is already seated here.", player=players[found].name))
        numbers.append(found)
    east, south, west, north = numbers
    return east, south, west, north
