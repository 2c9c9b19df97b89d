"""One table of one session: its players, its sheet, and what can be typed on it."""

from dataclasses import dataclass, replace

from tournament.event.player import Player, short_names
from tournament.event.problem import Problem
from tournament.event.seating import ColumnPlayer
from tournament.language import Language, Text
from tournament.ledger.sheet import Sheet, SheetState
from tournament.ledger.sheet_content import Penalty
from tournament.ledger.state import table_text
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind
from tournament.use_cases import View


@dataclass(frozen=True, slots=True)
class RowKey:
    """A row of the sheet on which the cursor can be."""

    hand: int | None
    penalty: str = ""
    """Id of the entry that gave the penalty; empty for the hand itself."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """One table of one session in its current state."""

    view: View
    sheet: Sheet
    players: tuple[Player, ...]
    """By column."""
    names: tuple[str, ...]
    """Short names by column. That of a substitute ends with a star."""
    substitutes: frozenset[int]
    """The columns of the players who play for somebody else."""
    rules: RuleSet
    """The rules of the event."""

    @property
    def place(self) -> tuple[int, int]:
        """Session and table."""
        return self.sheet.session, self.sheet.table

    @property
    def title(self) -> Text:
        """Its name: the number of a drawn table, with “Final” if it is one, or the number of a game in its evening."""
        return table_text(self.view.state, self.sheet.session, self.sheet.table)

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the players called as on the sheet, not by the letters of their columns."""
        return replace(problem, text=self._named(problem.text))

    def _named(self, text: Text) -> Text:
        return replace(text, values=tuple((name, self._named_value(value)) for name, value in text.values))

    def _named_value(self, value: object) -> object:
        if isinstance(value, ColumnPlayer):
            return self.names[value.column]
        if isinstance(value, tuple):
            return tuple(map(self._named_value, value))
        return self._named(value) if isinstance(value, Text) else value

    @property
    def signable(self) -> bool:
        """Whether it can be signed."""
        return is_signable(self.sheet)

    @property
    def next_waiting(self) -> int | None:
        """The next table of the session with work left, where the first table follows the last; None if there is none.

        After a second reading, sheets to be read come first; otherwise sheets that are not signed do.
        """
        sheets, own = self.view.sheets(self.sheet.session), self.sheet.table
        around = (*(each for each in sheets if each.table > own), *(each for each in sheets if each.table < own))
        to_type = [each.table for each in around if each.state not in (SheetState.VERIFIED, SheetState.TO_READ_AGAIN)]
        to_read = [each.table for each in around if each.state is SheetState.TO_READ_AGAIN]
        read = self.sheet.second_reader is not None
        return next(iter((*to_read, *to_type) if read else (*to_type, *to_read)), None)

    def state(self, hand: int) -> TableState:
        """The state of the table before ``hand``, which is one of the sheet's rows."""
        return self.sheet.hands[hand - 1].state

    def winds(self, hand: int) -> tuple[Wind, ...]:
        """Own winds in ``hand``, by column."""
        return self.state(hand).winds

    def rows(self) -> tuple[RowKey, ...]:
        """Every row on which the cursor can be, from the top."""
        keys: list[RowKey] = []
        for line in self.sheet.hands:
            if self.can_stand(RowKey(line.hand)):
                keys.append(RowKey(line.hand))
            keys.extend(RowKey(line.hand, penalty.entry.id) for penalty in line.penalties)
        keys.extend(RowKey(None, penalty.entry.id) for penalty in self.sheet.session_penalties)
        return tuple(keys)

    def row_beside(self, row: RowKey | None, step: int) -> RowKey | None:
        """The row ``step`` lines further down (or up); None beyond the end. Without ``row``, the first or the last."""
        rows = self.rows()
        index = rows.index(row) + step if row in rows else (len(rows) - 1 if step < 0 else 0)
        return rows[index] if 0 <= index < len(rows) else None

    def next_row(self, behind: int = 0) -> RowKey | None:
        """The first unrecorded hand after hand ``behind``, else the first of all; None if all are recorded."""
        missing = [line.hand for line in self.sheet.hands if line.outcome is None]
        if self.sheet.closed is not None or not missing:
            return None
        return RowKey(next((hand for hand in missing if hand > behind), missing[0]))

    def penalty_at(self, row: RowKey | None) -> Penalty | None:
        """The penalty of ``row``; None for a hand."""
        return next((p for p in self.sheet.penalties if row is not None and p.entry.id == row.penalty), None)

    def can_stand(self, row: RowKey) -> bool:
        """Whether the cursor can be on ``row``: the penalty is not undone, the hand can be typed or corrected."""
        if row.penalty:
            return self.penalty_at(row) is not None
        if row.hand is not None and row.hand > len(self.sheet.hands):  # undone, on a growing sheet
            return False
        recorded = row.hand is not None and self.sheet.hands[row.hand - 1].outcome is not None
        return recorded or self.sheet.closed is None

    def column_of(self, key: str, hand: int | None, language: Language) -> int | None:
        """The column that a typed key names: 1–4, or the own wind in ``hand`` in ``language``."""
        if key in ("1", "2", "3", "4"):
            return int(key) - 1
        if hand is None:
            return None
        letters = [(language.render(wind.key), language.render(wind.short)) for wind in self.winds(hand)]
        return next((column for column, known in enumerate(letters) if key.upper() in known), None)


def is_signable(sheet: Sheet) -> bool:
    """Whether it can be signed: it is not signed yet, or its totals differ since a correction."""
    return sheet.closed is None or (sheet.state is SheetState.TOTALS_DIFFER and not sheet.totals_only)


def table_sheet(view: View, session: int, table: int, *, to_read: bool = False) -> TableSheet:
    """Return a table; with ``to_read`` also one of a cancelled session. Raise Refused if there is no such table."""
    sheet = view.sheet_to_read(session, table) if to_read else view.sheet(session, table)
    players = tuple(view.player_at(sheet, column) for column in range(4))
    substitutions = view.state.substitutions
    substitutes = frozenset(
        column for column, player in enumerate(players) if (sheet.session, player.number) in substitutions
    )
    names = tuple(f"{name}*" if column in substitutes else name for column, name in enumerate(short_names(players)))
    return TableSheet(view, sheet, players, names, substitutes, view.rules)
