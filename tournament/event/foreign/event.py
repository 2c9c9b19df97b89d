"""An event of another program in a common form, and functions that several readers of such programs use."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText, preview_texts, read_roster
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, Seats
from tournament.event.settings import Settings
from tournament.language import Text, mark
from tournament.rules.payment import Net


@dataclass(frozen=True, slots=True)
class ForeignHand:
    """One hand that was played."""

    hand: int
    """From 1."""
    winner: int | None
    """Column 0–3; None for a drawn hand."""
    discarder: int | None
    """Column 0–3; None for a self-draw or a drawn hand."""
    points: int
    """Fan points; 0 for a drawn hand."""


@dataclass(frozen=True, slots=True)
class ForeignPenalty:
    """Points taken from a player, and given to others if the other program says so."""

    column: int
    points: int
    """The points that each receiver gets; without receivers, the points that the player loses. More than 0."""
    hand: int | None = None
    """The number of the hand; None if the penalty belongs to the session."""
    to: tuple[int, ...] = ()
    """Columns of the receivers."""


@dataclass(frozen=True, slots=True)
class ForeignTable:
    """The data of the other program about one table of one session."""

    session: int
    table: int
    hands: tuple[ForeignHand, ...] = ()
    penalties: tuple[ForeignPenalty, ...] = ()
    totals: Net | None = None
    """The four scores by column, penalties included; None if they are not known."""
    finished: bool = False
    """Whether the program counts the table as finished."""


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """An event of another program, complete or not."""

    program: Text
    """The name of the program from which it comes, in words."""
    settings: Settings
    players: tuple[Player, ...]
    """Numbered from 1."""
    seating: Seating | None
    """The seats of all sessions; None if there is no draw."""
    tables: tuple[ForeignTable, ...] = ()
    """The tables with any content, by session and table."""
    lost: tuple[Text, ...] = ()
    """What the file contains and this program cannot keep."""
    adjusted: tuple[Text, ...] = ()
    """What is stored differently from how the file has it."""

    @property
    def hands(self) -> int:
        """Number of hands."""
        return sum(len(table.hands) for table in self.tables)

    def seats(self, table: ForeignTable) -> Seats | None:
        """Return the numbers of the players at ``table``; None if there is no draw."""
        return self.seating.seats(table.session, table.table) if self.seating is not None else None


class FoundPenalties(NamedTuple):
    """The penalties that explain amounts added to the scores."""

    penalties: tuple[ForeignPenalty, ...]
    uneven: int
    """1 if the amounts do not show who paid whom, so that this was assumed; else 0."""


def penalties_of(amounts: Net, hand: int | None) -> FoundPenalties | None:
    """Return the penalties that change the scores by ``amounts``; None if more is given than taken.

    A player who pays the same to each of several others is one penalty. Players who only lose have one penalty each. In
    all other cases the points that somebody gains are taken from those who lose, in the order of the columns, and the
    rest is lost to nobody.
    """
    losers = [column for column in range(4) if amounts[column] < 0]
    gainers = [column for column in range(4) if amounts[column] > 0]
    if sum(amounts) > 0:
        return None
    if not gainers:
        return FoundPenalties(tuple(ForeignPenalty(column, -amounts[column], hand) for column in losers), 0)
    gains = {amounts[column] for column in gainers}
    if len(losers) == 1 and len(gains) == 1 and sum(amounts) == 0:
        return FoundPenalties((ForeignPenalty(losers[0], gains.pop(), hand, tuple(gainers)),), 0)
    found: list[ForeignPenalty] = []
    owed = {column: -amounts[column] for column in losers}
    for gainer in gainers:
        left = amounts[gainer]
        for loser in losers:
            paid = min(left, owed[loser])
            if paid:
                found.append(ForeignPenalty(loser, paid, hand, (gainer,)))
                owed[loser] -= paid
                left -= paid
    found.extend(ForeignPenalty(loser, points, hand) for loser, points in owed.items() if points)
    return FoundPenalties(tuple(found), 1)


HEADINGS = ("full name", "country", "ema number", "team")


def players_of(
    rows: Sequence[tuple[str, str, str, str]], *, name: str, how: Text
) -> tuple[tuple[Player, ...], tuple[Text, ...]]:
    """Return the players of ``rows`` (full name, country, EMA number, team), numbered from 1, and what was adjusted.

    Raise Refused with everything that is wrong with them, and if one of them would be left out.
    """
    table = TableText(name, how, (FileRow(1, HEADINGS), *(FileRow(n, row) for n, row in enumerate(rows, start=2))))
    return players_in(table)


def players_in(table: TableText) -> tuple[tuple[Player, ...], tuple[Text, ...]]:
    """Return the players of ``table``, numbered from 1 in its order, and what was adjusted.

    Raise Refused with everything that is wrong with them, and if one of them would be left out.
    """
    roster = read_roster(table)
    if roster.problems:
        raise Refused(*roster.problems)
    gone = [line for line in roster.lines if not line.taken]
    if gone:
        raise Refused(
            *(
                Problem(
                    "player-left-out",
                    mark(
                        "Line {line} of “{name}” is not a player, or repeats a player listed above: correct it first.",
                        line=line.number,
                        name=table.name,
                    ),
                    "file",
                )
                for line in gone
            )
        )
    numbered = tuple(replace(player, number=number) for number, player in enumerate(roster.players, start=1))
    return numbered, preview_texts(roster)
