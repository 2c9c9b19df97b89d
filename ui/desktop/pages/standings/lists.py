"""The other lists of the page: teams, countries, best hands, counts of each player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Signal
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from tournament.language import Text, fraction_text, mark
from tournament.standings.statistics import Played, Statistics, WonHand
from tournament.standings.teams import TeamStanding
from ui.desktop.pages.standings.places import country_name
from ui.desktop.pages.standings.rows import SHARE, Cell, Column, RowsModel
from ui.desktop.theme import Tone, Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import FractionDelegate, NumberDelegate, Role, TextDelegate
from ui.desktop.widgets.list_table import ListTable

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Layout(Generic[R]):
    """A column, how it is drawn, and how wide it is; the one of width 0 takes what is left."""

    column: Column[R]
    delegate: Callable[[], TextDelegate]
    width: int = 0


class RowsTable(ListTable, Generic[R]):
    """A list of ``R`` with columns of given widths."""

    row_chosen = Signal(object)
    """Enter, or a double click, on this row."""

    def __init__(
        self,
        name: Text,
        layouts: Sequence[Layout[R]],
        *,
        tall: bool = False,
        plain: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, tall=tall, plain=plain, parent=parent)
        self.rows: RowsModel[R] = RowsModel([each.column for each in layouts], self)
        self.setModel(self.rows)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        for at, each in enumerate(layouts):
            self.set_delegate(at, each.delegate())
            header.setSectionResizeMode(
                at, QHeaderView.ResizeMode.Fixed if each.width else QHeaderView.ResizeMode.Stretch
            )
            if each.width:
                header.resizeSection(at, each.width)
        self.activated.connect(self._chosen)

    def show_rows(self, rows: Sequence[R]) -> None:
        """Show other rows; the cursor stays in its line."""
        at = self.currentIndex().row()
        self.rows.set_rows(rows)
        if at >= 0 and not self.currentIndex().isValid():
            self._stand_at(at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a cursor from the moment that keys move it."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self._stand_at(0)

    def _stand_at(self, row: int) -> None:
        if self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(min(row, self.rows.rowCount() - 1), 0))

    def _chosen(self, index: QModelIndex) -> None:
        self.row_chosen.emit(self.rows.rows[index.row()])


class AverageDelegate(TextDelegate):
    """An exact average: the whole number in line, then room for a long fraction."""

    align = painting.RIGHT

    def __init__(self, *, kind: Type = Type.TOTAL, slot: int = 52) -> None:
        super().__init__()
        self.kind, self._slot = kind, slot
        self.head_strong = kind is Type.TOTAL
        self.head_inset = slot

    def contents(self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Write whole number and fraction."""
        value = index.data(Role.VALUE)
        if not isinstance(value, Fraction):
            return
        whole, rest = divmod(value, 1)
        colour = theme.tokens.text
        place = rect.adjusted(0, 0, -self._slot, 0)
        painting.words(painter, place, str(whole), colour=colour, kind=self.kind, align=painting.RIGHT, figures=True)
        if rest:
            place = QRectF(rect.right() - self._slot + 2, rect.top(), self._slot, rect.height())
            face = typeface(self.kind, figures=False, fractions=True)
            painting.write(painter, place, f"{rest.numerator}/{rest.denominator}", colour=colour, font=face)


class BarDelegate(TextDelegate):
    """A count, and beside it a bar as long as its share of the largest in the column."""

    def contents(self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Draw number and bar."""
        value = index.data(Role.VALUE)
        if not isinstance(value, int):
            return
        number = QRectF(rect.left(), rect.top(), 26, rect.height())
        ink = self.ink(index)
        painting.words(painter, number, str(value), colour=ink, align=painting.RIGHT, figures=True, elide=False)
        share = index.data(SHARE)
        room = rect.width() - 36
        if isinstance(share, float) and value and room > 4:
            bar = QRectF(rect.left() + 36, rect.center().y() - 4, max(room * share, 2), 8)
            painting.box(painter, bar, radius=2, fill=theme.tokens.accent)


def team_layouts() -> list[Layout[TeamStanding]]:
    """Rank, team and its members, how many, table points, score."""
    return [
        Layout(Column(mark("Rank"), lambda row: Cell(value=row.rank)), lambda: NumberDelegate(kind=Type.TOTAL), 64),
        Layout(
            Column(mark("Team"), lambda row: Cell(row.name, second=members(row), kind=Type.NAME)), TextDelegate
        ),
        Layout(Column(mark("Players"), lambda row: Cell(value=len(row.members))), NumberDelegate, 90),
        Layout(Column(mark("Table points"), lambda row: Cell(value=row.table_points)), FractionDelegate, 130),
        Layout(
            Column(mark("Score"), lambda row: Cell(value=row.score, signed=True)),
            lambda: NumberDelegate(signed=True), 100,
        ),
    ]  # fmt: skip


def country_layouts() -> list[Layout[TeamStanding]]:
    """Rank, country and its players, how many, table points, the average that decides, score."""
    return [
        Layout(Column(mark("Rank"), lambda row: Cell(value=row.rank)), lambda: NumberDelegate(kind=Type.TOTAL), 64),
        Layout(
            Column(
                mark("Country"),
                lambda row: Cell(
                    country_name(row.name, translator.language.code), second=members(row), kind=Type.NAME
                ),
            ),
            TextDelegate,
        ),
        Layout(Column(mark("Players"), lambda row: Cell(value=len(row.members))), NumberDelegate, 84),
        Layout(
            Column(mark("Table points"), lambda row: Cell(value=row.table_points, tone=Tone.TEXT2)),
            lambda: FractionDelegate(kind=Type.BODY), 118,
        ),
        Layout(Column(mark("A player"), lambda row: Cell(value=row.average)), AverageDelegate, 128),
        Layout(
            Column(mark("Score"), lambda row: Cell(value=row.score, signed=True)),
            lambda: NumberDelegate(signed=True), 84,
        ),
    ]  # fmt: skip


def members(group: TeamStanding) -> str:
    """``Ada Sample 14, Ben Beispiel 9½``: the members with their table points, best first."""
    return ", ".join(f"{row.player.name} {fraction_text(row.table_points)}" for row in group.members)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand won, with the names that it takes to read it."""

    place: int
    hand: WonHand
    winner: str
    discarder: str
    """Empty for a self-draw."""


def hand_layouts() -> list[Layout[HandRow]]:
    """Place, winner, how it was won, where, points."""
    return [
        Layout(Column(mark("#"), lambda row: Cell(value=row.place)), lambda: NumberDelegate(kind=Type.TOTAL), 60),
        Layout(Column(mark("Winner"), lambda row: Cell(row.winner, kind=Type.NAME)), TextDelegate),
        Layout(Column(mark("Won"), _how), TextDelegate, 230),
        Layout(Column(mark("Session"), lambda row: Cell(value=row.hand.session)), NumberDelegate, 84),
        Layout(Column(mark("Table"), lambda row: Cell(value=row.hand.table)), NumberDelegate, 74),
        Layout(Column(mark("Hand"), lambda row: Cell(value=row.hand.hand)), NumberDelegate, 74),
        Layout(
            Column(mark("Points"), lambda row: Cell(value=row.hand.points)),
            lambda: NumberDelegate(kind=Type.TOTAL), 84,
        ),
    ]  # fmt: skip


def _how(row: HandRow) -> Cell:
    how = mark("from {name}", name=row.discarder) if row.discarder else mark("self-draw")
    return Cell(how, tone=Tone.TEXT2)


@dataclass(frozen=True, slots=True)
class CountRow:
    """What one player did, and the most that anybody did, for the bars."""

    name: str
    number: int
    played: Played
    most: Played
    """Wins, self-draws and deal-ins of whoever has most of each."""


def count_layouts() -> list[Layout[CountRow]]:
    """Player, hands, bars of wins, self-draws and deal-ins, value of a win, dearest win."""
    return [
        Layout(Column(mark("Player"), lambda row: Cell(row.name, kind=Type.NAME)), TextDelegate),
        Layout(Column(mark("Hands"), lambda row: Cell(value=row.played.hands, tone=Tone.TEXT2)), NumberDelegate, 78),
        Layout(
            Column(mark("Wins"), lambda row: _bar(row.played.wins, row.most.wins)), BarDelegate, 150
        ),
        Layout(
            Column(mark("Self-draws"), lambda row: _bar(row.played.self_draws, row.most.self_draws)), BarDelegate, 130
        ),
        Layout(
            Column(mark("Deal-ins"), lambda row: _bar(row.played.deal_ins, row.most.deal_ins)), BarDelegate, 130
        ),
        Layout(
            Column(mark("Points a win"), lambda row: Cell(value=row.played.average)),
            lambda: AverageDelegate(kind=Type.BODY, slot=36), 150,
        ),
        Layout(Column(mark("Best"), lambda row: Cell(value=row.played.best or None)), NumberDelegate, 70),
    ]  # fmt: skip


def count_rows(names: Sequence[tuple[int, str]], counted: Statistics) -> list[CountRow]:
    """One row a player of ``names`` (number and name), in their order."""
    played = counted.players.values()
    most = Played(
        wins=max((each.wins for each in played), default=0),
        self_draws=max((each.self_draws for each in played), default=0),
        deal_ins=max((each.deal_ins for each in played), default=0),
    )
    return [CountRow(name, number, counted.players.get(number, Played()), most) for number, name in names]


def _bar(count: int, most: int) -> Cell:
    return Cell(value=count, share=count / most if most else 0.0)
