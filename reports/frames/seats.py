"""Who sat where, with the results, as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from reports.column import Column, Kind
from reports.frames.records import Records, make_records
from reports.frames.sheets import LETTER_LABELS, every_sheet, place_columns
from reports.vocabulary import NUMBER, PLACE, PLAYER, SCORE, SHEET, TABLE_POINTS
from tournament.event.player import Player, SubstituteCase, Substitution
from tournament.event.seating import LETTERS
from tournament.language import mark
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

SHEET_STATE_LABELS = {state.value: state.label for state in SheetState}
CASE_LABELS = {case.value: case.label for case in dict.fromkeys(each.shown for each in SubstituteCase)}


@dataclass(frozen=True, slots=True)
class SeatFrameRow:
    """One player at one table of one session."""

    sheet: Sheet
    column: int
    player: Player
    table_name: str
    substitution: Substitution | None
    ranked: bool
    """Whether table points rank."""

    @property
    def score(self) -> int | None:
        """The total that counts; None until something is recorded."""
        return self.sheet.scores[self.column] if self.sheet.counts else None

    @property
    def table_points(self) -> Fraction | None:
        """Current table points; None until something is recorded, and in events without table points."""
        return self.sheet.table_points[self.column] if self.sheet.counts and self.ranked else None

    @property
    def place(self) -> int | None:
        """1 plus the number of the other three who have more."""
        if not self.sheet.counts:
            return None
        return 1 + sum(other > self.sheet.scores[self.column] for other in self.sheet.scores)


SEAT_COLUMNS: tuple[Column[SeatFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    Column(mark("Table in the room"), lambda row: row.table_name, Kind.CODE, name="table_name",
           meaning="For a club or a league: where in the room the game is played."),
    Column(mark("Letter"), lambda row: LETTERS[row.column], Kind.CHOICE, name="letter",
           meaning="Column of the sheet: A sat East at the start, B South, C West, D North.", labels=LETTER_LABELS),
    NUMBER.within(lambda row: row.player, meaning="Number of the player who sat there."),
    PLAYER.within(lambda row: row.player),
    Column(mark("Plays for"), lambda row: None if row.substitution is None else row.substitution.player, Kind.INTEGER,
           name="plays_for", meaning="Number of the player whose seat it is, if a substitute plays there."),
    Column(mark("Case"), lambda row: None if row.substitution is None else row.substitution.case.shown.value,
           Kind.CHOICE, name="case", meaning="Why a substitute plays; who became ill is absent.", labels=CASE_LABELS),
    SCORE.of(lambda row: row.score,
             meaning="Points that count, from hands and penalties together; missing until something is recorded."),
    PLACE.of(lambda row: row.place),
    TABLE_POINTS.of(lambda row: row.table_points),
    SHEET.of(lambda row: row.sheet.state.value, kind=Kind.CHOICE,
             meaning="State of the sheet of the table; a verified sheet no longer changes.",
             labels=SHEET_STATE_LABELS),
)  # fmt: skip


def seats_frame(view: View) -> "DataFrame":
    """Every player at every table drawn (in a club and a league: in every game), by session, table and letter."""
    return seats_records(view).frame()


def seats_records(view: View) -> Records:
    """The rows of :func:`seats_frame`."""
    return make_records(SEAT_COLUMNS, _rows(view))


def _rows(view: View) -> Iterator[SeatFrameRow]:
    state, ranked = view.state, view.counts_points
    for sheet in every_sheet(view):
        table_name = state.table_names.get((sheet.session, sheet.table), "")
        for column, number in enumerate(sheet.players):
            substitution = state.substitutions.get((sheet.session, number))
            yield SeatFrameRow(sheet, column, view.players[number], table_name, substitution, ranked)
