"""Every penalty as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.column import Column, Kind
from reports.frames.records import Records, make_records
from reports.frames.sheets import by_letter, every_sheet, place_columns
from reports.vocabulary import COUNTS, FAULT, HAND, NUMBER, PLAYER, POINTS, REASON
from tournament.event.player import Player
from tournament.language import ENGLISH, Language, mark
from tournament.ledger.facts import PenaltyCancelled
from tournament.ledger.sheet import Sheet
from tournament.ledger.sheet_content import Penalty
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class PenaltyFrameRow:
    """A penalty that was given, and where."""

    sheet: Sheet
    penalty: Penalty
    player: Player
    """The player at fault."""
    fault_name: str | None

    @property
    def why_cancelled(self) -> str | None:
        """Why it no longer counts; None if it counts."""
        cancelled = self.penalty.cancelled
        return cancelled.fact.reason if cancelled and isinstance(cancelled.fact, PenaltyCancelled) else None


PENALTY_COLUMNS: tuple[Column[PenaltyFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    HAND.of(lambda row: row.penalty.given.hand,
            meaning="Hand in which it was given; missing if it belongs to the session."),
    NUMBER.within(lambda row: row.player, meaning="Number of the player at fault."),
    PLAYER.within(lambda row: row.player, meaning="Name of the player at fault."),
    Column(mark("Name in files"), lambda row: row.penalty.given.fault, Kind.CODE, name="fault",
           meaning="Name of the fault on the command line; missing for a penalty in the referee's own words."),
    FAULT.of(lambda row: row.fault_name, meaning="The fault in words, in the requested language."),
    POINTS.of(lambda row: row.penalty.given.net[row.penalty.given.player],
              meaning="What the player lost, 0 or less; 0 is a warning. Also given for a cancelled penalty."),
    *by_letter("net", lambda letter: mark("Result {letter}", letter=letter), lambda row, column:
               row.penalty.net[column], "points of the score lost or received by it; a chombo of riichi takes none."),
    Column(mark("Lost to nobody"), lambda row: row.penalty.lost, Kind.INTEGER, name="lost",
           meaning="Points that nobody received: they leave the table."),
    COUNTS.of(lambda row: row.penalty.cancelled is None, kind=Kind.YES_NO, meaning="False if it was cancelled."),
    Column(mark("May not win"), lambda row: row.penalty.given.no_hu, Kind.YES_NO, name="no_hu",
           meaning="Whether the player may not win that hand."),
    Column(mark("Hand ended"), lambda row: row.penalty.given.closes_hand, Kind.YES_NO, name="ended_hand",
           meaning="Whether it ended the hand without a winner."),
    Column(mark("Minutes late"), lambda row: row.penalty.given.minutes, Kind.INTEGER, name="minutes_late",
           meaning="Minutes late, for the fault of being late."),
    REASON.of(lambda row: row.penalty.given.reason, meaning="In the words of the person who entered it."),
    Column(mark("Cancelled because"), lambda row: row.why_cancelled, Kind.CODE, name="cancelled_because",
           meaning="Why it no longer counts."),
    Column(mark("Given by"), lambda row: row.penalty.entry.author, Kind.CODE, name="given_by",
           meaning="Who entered it."),
    Column(mark("Given at"), lambda row: row.penalty.entry.time, Kind.MOMENT, name="given_at",
           meaning="When it was entered (UTC)."),
    Column(mark("Entry"), lambda row: row.penalty.entry.id, Kind.CODE, name="entry",
           meaning="Id of its entry in the journal."),
)  # fmt: skip


def penalties_frame(view: View, language: Language = ENGLISH) -> "DataFrame":
    """Every penalty given, including cancelled ones, by session, table and the order in which they were entered.

    ``language`` is that of ``fault_name``.
    """
    return penalties_records(view, language).frame()


def penalties_records(view: View, language: Language = ENGLISH) -> Records:
    """The rows of :func:`penalties_frame`."""
    return make_records(PENALTY_COLUMNS, _rows(view, language))


def _rows(view: View, language: Language) -> Iterator[PenaltyFrameRow]:
    for sheet in every_sheet(view):
        given = (*sheet.penalties, *sheet.cancelled)
        for penalty in sorted(given, key=lambda penalty: penalty.entry.record.position):
            fault = view.rules.fault(penalty.given.fault)
            player = view.player_at(sheet, penalty.given.player)
            yield PenaltyFrameRow(sheet, penalty, player, None if fault is None else language.render(fault.name))
