"""The fan made in each hand, as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.frames.column import ColumnType, FrameColumn, make_frame
from reports.frames.sheets import every_sheet, place_columns
from tournament.event.player import Player
from tournament.language import ENGLISH, Language, mark, mark_in
from tournament.ledger.sheet import Sheet
from tournament.rules.pattern import Pattern
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import SheetHands
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class FanFrameRow:
    """One fan of one hand."""

    sheet: Sheet
    hand: int
    winner: Player
    pattern: Pattern[Any]
    times: int
    fan_name: str


FAN_COLUMNS: tuple[FrameColumn[FanFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    FrameColumn("hand", mark("Hand"), ColumnType.WHOLE, lambda row: row.hand, "Row of the sheet, from 1."),
    FrameColumn("player", mark("No."), ColumnType.WHOLE, lambda row: row.winner.number, "Number of the winner."),
    FrameColumn("name", mark("Player"), ColumnType.TEXT, lambda row: row.winner.name, "Name of the winner."),
    FrameColumn("fan", mark("Name in files"), ColumnType.TEXT, lambda row: row.pattern.slug,
                "Name of the fan in files: English with hyphens."),
    FrameColumn("fan_number", mark("Fan, no."), ColumnType.WHOLE, lambda row: row.pattern.number,
                "Its number in the rule book; missing if it has none."),
    FrameColumn("fan_name", mark("Fan"), ColumnType.TEXT, lambda row: row.fan_name,
                "Its name in the requested language."),
    FrameColumn("points", mark_in("hand", "Points"), ColumnType.WHOLE, lambda row: row.pattern.points,
                "Its value if counted once, in points."),
    FrameColumn("times", mark("Times"), ColumnType.WHOLE, lambda row: row.times, "How often it counts in this hand."),
    FrameColumn("points_brought", mark("Points brought"), ColumnType.WHOLE,
                lambda row: row.times * row.pattern.points, "Its value in this hand with all counts, in points."),
)  # fmt: skip


def fan_frame(view: View, language: Language = ENGLISH) -> "DataFrame":
    """The fan of every winning hand whose tiles were entered, one row for each, by session, table and hand.

    Empty under rules whose combinations are not listed. ``language`` is that of ``fan_name``.
    """
    return make_frame(FAN_COLUMNS, _rows(view, language))


def _rows(view: View, language: Language) -> Iterator[FanFrameRow]:
    count = counting_by(view.rules.id)
    for sheet in every_sheet(view):
        for counted in SheetHands.of(sheet, count).hands:
            winner = view.players[counted.winner]
            for fan in counted.score.fans:
                name = fan.pattern.name.of(language.code)
                yield FanFrameRow(sheet, counted.place.hand, winner, fan.pattern, fan.times, name)
