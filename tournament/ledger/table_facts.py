"""Facts about one table: its hands and penalties, repairs of its rows, and its signature."""

from typing import ClassVar

from msgspec import Struct

from tournament.language import mark
from tournament.ledger.fact import Category, FactStruct
from tournament.rules.payment import Net, Outcome, OutcomeDetails, PartialNet


class HandRecorded(FactStruct, frozen=True):
    """A hand was played."""

    kind: ClassVar = "hand-recorded"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Hand")
    hand: int
    winner: int | None
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """The winner's tiles in the public notation, with the winds of the sheet; where anybody's count those of each
    player whose tiles are known, parted by spaces; nothing when none are known."""
    overrule: str = ""
    """Why a referee lets points stand that the tiles are not worth."""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandCorrected(FactStruct, frozen=True):
    """A recorded hand was really this one; the old value stays in the ledger."""

    kind: ClassVar = "hand-corrected"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Correction")
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class PenaltyGiven(FactStruct, frozen=True):
    """A referee punished a fault."""

    kind: ClassVar = "penalty-given"
    category: ClassVar = Category.PENALTY
    what: ClassVar = mark("Penalty")
    player: int
    hand: int | None
    """None: it belongs to the session."""
    fault: str
    """Slug of the fault, or nothing for a penalty in words of its own."""
    points: int
    """What each receiver gets; without receivers, what is lost to nobody. 0 is a warning."""
    to: tuple[int, ...] = ()
    no_hu: bool = False
    closes_hand: bool = False
    reason: str = ""
    minutes: int | None = None
    """How late the player was, for the fault of that kind."""
    twice: int | None = None
    """The column of East, by rules where East pays and receives it twice; a sheet follows whoever East turns out to be
    in that hand."""

    @property
    def net(self) -> Net:
        """What it takes from and gives to columns A–D; it sums to less than zero if nobody receives."""
        net = [0, 0, 0, 0]
        if not self.to:
            net[self.player] -= self.points
        for receiver in self.to:
            points = self.points * (2 if self.twice in {self.player, receiver} else 1)
            net[self.player] -= points
            net[receiver] += points
        return (net[0], net[1], net[2], net[3])


class PenaltyCancelled(FactStruct, frozen=True):
    """A penalty no longer counts."""

    kind: ClassVar = "penalty-cancelled"
    category: ClassVar = Category.CANCELLATION
    what: ClassVar = mark("Penalty cancelled")
    entry: str
    """Id of the entry that gave it."""
    reason: str


class RowTiles(Struct, frozen=True):
    """The tiles of one row, read with the winds that its winner has there."""

    hand: int
    tiles: str


class HandInserted(FactStruct, frozen=True):
    """A hand that was left out is written as this row; that row and those below it moved down by one."""

    kind: ClassVar = "hand-inserted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row inserted")
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    restated: tuple[RowTiles, ...] = ()
    """Rows that have other winds where they are now, and tiles."""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandDeleted(FactStruct, frozen=True):
    """A row was no hand of its own; those below it moved up by one."""

    kind: ClassVar = "hand-deleted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row deleted")
    hand: int
    reason: str
    restated: tuple[RowTiles, ...] = ()


class HandMoved(FactStruct, frozen=True):
    """A row stood in the wrong place; those between moved by one to make room."""

    kind: ClassVar = "hand-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row moved")
    hand: int
    to: int
    reason: str
    restated: tuple[RowTiles, ...] = ()


class ColumnsExchanged(FactStruct, frozen=True):
    """Two players stood under each other's column, in some hands or on the whole sheet."""

    kind: ClassVar = "columns-exchanged"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Columns swapped")
    one: int
    other: int
    hands: tuple[int, int] | None
    """The first and the last; None: the whole sheet, with the penalties of the session and the totals on paper."""
    reason: str
    restated: tuple[RowTiles, ...] = ()


class SheetMoved(FactStruct, frozen=True):
    """What stood on this sheet belongs to another table: all of it stands there now, and nothing here."""

    kind: ClassVar = "sheet-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Sheet moved")
    to_session: int
    to_table: int
    reason: str


class TotalsTyped(FactStruct, frozen=True):
    """The four totals as written on the paper sheet, to compare."""

    kind: ClassVar = "totals-typed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Totals on paper")
    totals: Net


class TotalsRecorded(FactStruct, frozen=True):
    """A table known by its four totals alone."""

    kind: ClassVar = "totals-recorded"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Table by its totals")
    totals: Net
    accept_difference: str = ""
    """Why totals that do not balance stand all the same."""


class SheetClosed(FactStruct, frozen=True):
    """The sheet is verified and signed; hands not played stay void."""

    kind: ClassVar = "sheet-closed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet verified")
    totals: PartialNet | None = None
    """The paper's totals, as many as were given."""
    accept_difference: str = ""
    """Why totals that differ stand all the same."""


class SheetReopened(FactStruct, frozen=True):
    """A verified sheet is open again."""

    kind: ClassVar = "sheet-reopened"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet reopened")
    reason: str


class PaperReading(Struct, frozen=True):
    """What a second person read on a paper sheet: its four totals, or its column of points."""

    totals: Net | None = None
    points: tuple[int | None, ...] = ()
    """By hand; 0 for a drawn hand, None for one that was not played."""


class SheetConfirmed(FactStruct, frozen=True):
    """A second person read a signed sheet, and found the same."""

    kind: ClassVar = "sheet-confirmed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet confirmed")
    reader: str
    reading: PaperReading


class SheetRejected(FactStruct, frozen=True):
    """A second person read a signed sheet, and found something else: it is open again."""

    kind: ClassVar = "sheet-rejected"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet rejected")
    reader: str
    reading: PaperReading
    reason: str = ""


RowRepair = HandInserted | HandDeleted | HandMoved | ColumnsExchanged
"""What puts the rows of a sheet right: other hands keep what they say, and stand elsewhere or under other columns."""

TableFact = (
    HandRecorded
    | HandCorrected
    | PenaltyGiven
    | PenaltyCancelled
    | RowRepair
    | SheetMoved
    | TotalsTyped
    | TotalsRecorded
    | SheetClosed
    | SheetReopened
    | SheetConfirmed
    | SheetRejected
)
"""What is done at one table, and can be undone."""
