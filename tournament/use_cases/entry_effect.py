"""What an entry changed: its sheet before and after, and the standings. Slow for a large event."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.facts import PhoneFact
from tournament.ledger.sheet import Sheet
from tournament.standings import Standing
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """The result of one player before and after an entry."""

    player: Player
    number: tuple[int, int]
    """Score on a sheet, or rank in the standings."""
    points: tuple[Fraction, Fraction]
    """Table points."""
    column: int | None = None
    """Column on the sheet, 0–3; None in the standings."""

    @property
    def moved(self) -> bool:
        """Whether the number changed."""
        return self.number[0] != self.number[1]


@dataclass(frozen=True, slots=True)
class EntryEffect:
    """What one entry of a table changed, on its sheet and in the standings."""

    session: int
    table: int
    after: int
    """The session after which the standings are compared: the later one of two tables."""
    sheet: tuple[PlayerChange, ...]
    """The four players; if a sheet was moved, followed by the four of the other table."""
    standings: tuple[PlayerChange, ...]
    """The players whose rank or table points changed, by their new rank."""
    moved: int
    """Number of players whose rank changed."""
    players: int
    sessions: frozenset[int]
    """The sessions in which the entry changed a sheet."""


def effect_of(view: View, position: int) -> EntryEffect | None:
    """Return what the entry at ``position`` (from 1) changed; None if it belongs to no table."""
    entry: Entry = view.journal[position - 1]
    after = view.at(position)
    return effect_between(after.at(position - 1), after, entry)


def effect_between(before: View, after: View, entry: Entry) -> EntryEffect | None:
    """Return what ``entry``, the last one of ``after``, changed since ``before``; None if it changed no sheet."""
    place = table_of(entry.stream)
    if place is None or isinstance(entry.fact, PhoneFact):
        return None
    others = (table_of(stream) for stream in after.journal.sheets_of(entry) - {entry.stream})
    places = (place, *(other for other in others if other is not None))
    try:
        sheets = [change for each in places for change in sheet_changes(after, before.sheet(*each), after.sheet(*each))]
    except Refused:  # without a draw there is no sheet
        return None
    session = max(session for session, _ in places)
    standings = before.standings(session).rows, after.standings(session).rows
    changed = _standings(*standings)
    return EntryEffect(
        *place,
        after=session,
        sheet=tuple(sheets),
        standings=changed,
        moved=sum(each.moved for each in changed),
        players=len(standings[1]),
        sessions=frozenset(session for session, _ in places),
    )


def sheet_changes(view: View, before: Sheet, after: Sheet) -> tuple[PlayerChange, ...]:
    """Return the four players of a sheet of ``view``, with their scores and table points before and after."""
    return tuple(
        PlayerChange(
            view.player_at(after, column),
            (before.scores[column], after.scores[column]),
            (_points(before, column), _points(after, column)),
            column,
        )
        for column in range(4)
    )


def _points(sheet: Sheet, column: int) -> Fraction:
    return sheet.table_points[column] if sheet.counts else Fraction(0)


def _standings(before: Sequence[Standing], after: Sequence[Standing]) -> tuple[PlayerChange, ...]:
    old = {row.player.number: row for row in before}
    found = []
    for row in after:
        was = old.get(row.player.number, row)
        if (was.rank, was.table_points) != (row.rank, row.table_points):
            points = was.table_points, row.table_points
            found.append(PlayerChange(row.player, (was.rank, row.rank), points))
    return tuple(found)
