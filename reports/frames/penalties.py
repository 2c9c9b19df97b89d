"""Every penalty as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.frames.column import ColumnType, FrameColumn, Records, make_records
from reports.frames.sheets import by_letter, every_sheet, place_columns
from tournament.event.player import Player
from tournament.language import ENGLISH, Language, mark
from tournament.ledger.facts import PenaltyCancelled
from tournament.ledger.sheet import Penalty, Sheet
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


PENALTY_COLUMNS: tuple[FrameColumn[PenaltyFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    FrameColumn("hand", mark("Hand"), ColumnType.WHOLE, lambda row: row.penalty.given.hand,
                "Hand in which it was given; missing if it belongs to the session."),
    FrameColumn("player", mark("No."), ColumnType.WHOLE, lambda row: row.player.number,
                "Number of the player at fault."),
    FrameColumn("name", mark("Player"), ColumnType.TEXT, lambda row: row.player.name, "Name of the player at fault."),
    FrameColumn("fault", mark("Name in files"), ColumnType.TEXT, lambda row: row.penalty.given.fault,
                "Name of the fault on the command line; missing for a penalty in the referee's own words."),
    FrameColumn("fault_name", mark("Fault"), ColumnType.TEXT, lambda row: row.fault_name,
                "The fault in words, in the requested language."),
    FrameColumn("points", mark("Points"), ColumnType.WHOLE,
                lambda row: row.penalty.given.net[row.penalty.given.player],
                "What the player lost, 0 or less; 0 is a warning. Also given for a cancelled penalty."),
    *by_letter("net", lambda letter: mark("Result {letter}", letter=letter), lambda row, column:
               row.penalty.net[column], "points of the score lost or received by it; a chombo of riichi takes none."),
    FrameColumn("lost", mark("Lost to nobody"), ColumnType.WHOLE, lambda row: row.penalty.lost,
                "Points that nobody received: they leave the table."),
    FrameColumn("counts", mark("Counts"), ColumnType.YES_NO, lambda row: row.penalty.cancelled is None,
                "False if it was cancelled."),
    FrameColumn("no_hu", mark("May not win"), ColumnType.YES_NO, lambda row: row.penalty.given.no_hu,
                "Whether the player may not win that hand."),
    FrameColumn("ended_hand", mark("Hand ended"), ColumnType.YES_NO, lambda row: row.penalty.given.closes_hand,
                "Whether it ended the hand without a winner."),
    FrameColumn("minutes_late", mark("Minutes late"), ColumnType.WHOLE, lambda row: row.penalty.given.minutes,
                "Minutes late, for the fault of being late."),
    FrameColumn("reason", mark("Reason"), ColumnType.TEXT, lambda row: row.penalty.given.reason,
                "In the words of the person who entered it."),
    FrameColumn("cancelled_because", mark("Cancelled because"), ColumnType.TEXT, lambda row: row.why_cancelled,
                "Why it no longer counts."),
    FrameColumn("given_by", mark("Given by"), ColumnType.TEXT, lambda row: row.penalty.entry.author, "Who entered it."),
    FrameColumn("given_at", mark("Given at"), ColumnType.MOMENT, lambda row: row.penalty.entry.time,
                "When it was entered (UTC)."),
    FrameColumn("entry", mark("Entry"), ColumnType.TEXT, lambda row: row.penalty.entry.id,
                "Id of its entry in the journal."),
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
