"""The recorded hands as a frame, and the fan of each hand as another."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from reports.column import Column, Kind
from reports.frames.records import Records, make_frame, make_records
from reports.frames.sheets import by_letter, every_sheet, place_columns
from reports.vocabulary import HAND, HAND_POINTS, NUMBER, PLAYER, POINTS, POINTS_BROUGHT, ROUND, TIMES, WINNER
from tournament.event.player import Player
from tournament.language import ENGLISH, Language, mark, mark_in
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.pattern import Pattern
from tournament.rules.payment import Outcome
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import SheetHands
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

DISCARD, SELF_DRAW, _DRAWN = "discard", "self-draw", "drawn"
"""The ways a hand can end."""
_OUTCOME_LABELS = {DISCARD: mark("by discard"), SELF_DRAW: mark("self-draw"), _DRAWN: mark_in("hand", "drawn")}
_WIND_LABELS = {wind.letter: wind.label for wind in Wind}


@dataclass(frozen=True, slots=True)
class _HandFrameRow:
    """One hand of one sheet."""

    sheet: Sheet
    line: HandLine
    outcome: Outcome
    names: tuple[str, ...]
    """The names of the four players."""

    def number(self, column: int | None) -> int | None:
        """Number of the player in ``column``."""
        return None if column is None else self.sheet.players[column]

    def name(self, column: int | None) -> str | None:
        """Name of the player in ``column``."""
        return None if column is None else self.names[column]

    def won(self, column: int) -> int | None:
        """The value of the hand that ``column`` won; None if they did not win."""
        return dict(self.outcome.wins).get(column)

    def value(self, column: int) -> int | None:
        """The value of the hand of ``column``, if all four are paid."""
        values = self.outcome.values
        return None if values is None else values[column]

    @property
    def ended(self) -> str:
        """How it ended."""
        if self.outcome.drawn:
            return _DRAWN
        return SELF_DRAW if self.outcome.self_draw else DISCARD

    @property
    def answers(self) -> str | None:
        """Other answers that the rules ask for, as JSON."""
        answers = dict(self.outcome.answers)
        return json.dumps(answers, ensure_ascii=False, sort_keys=True) if answers else None

    @property
    def recorded(self) -> datetime | None:
        """When it was first entered."""
        return self.line.entries[0].time if self.line.entries else None

    @property
    def changed(self) -> datetime | None:
        """When it was last corrected or repaired."""
        return self.line.entries[-1].time if len(self.line.entries) > 1 else None


HAND_COLUMNS: tuple[Column[_HandFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    HAND.of(lambda row: row.line.hand),
    ROUND.of(lambda row: None if row.line.state.prevalent is None else row.line.state.prevalent.letter,
             kind=Kind.CHOICE, meaning="Wind of the round; missing if the rules have none.", labels=_WIND_LABELS),
    Column(mark("East"), lambda row: row.number(row.line.state.dealer), Kind.INTEGER, name="dealer",
           meaning="Number of the player who was East in this hand."),
    Column(mark("Outcome"), lambda row: row.ended, Kind.CHOICE, name="outcome",
           meaning="How it ended: won on a discard, by self-draw, or drawn (nobody won).", labels=_OUTCOME_LABELS),
    Column(mark("Winner, no."), lambda row: row.number(row.outcome.winner), Kind.INTEGER, name="winner",
           meaning="Number of the winner; of the first, if several won; missing for a drawn hand."),
    WINNER.of(lambda row: row.name(row.outcome.winner), meaning="Name of the winner; of the first, if several won."),
    Column(mark("Discarder, no."), lambda row: row.number(row.outcome.discarder), Kind.INTEGER, name="discarder",
           meaning="Number of the discarder; missing for a self-draw and for a drawn hand."),
    Column(mark("Discarder"), lambda row: row.name(row.outcome.discarder), Kind.CODE, name="discarder_name",
           meaning="Name of the discarder."),
    POINTS.of(lambda row: None if row.outcome.drawn else row.outcome.worth,
              meaning="Value of the winner's hand as its rules count it (MCR: fan points with flowers); missing for a "
                      "drawn hand."),
    Column(mark("Liable, no."), lambda row: row.number(row.outcome.liable), Kind.INTEGER, name="liable",
           meaning="Number of the player who pays for others, if the rules have one."),
    *by_letter("player", lambda letter: mark("Player {letter}", letter=letter), lambda row, column:
               row.sheet.players[column], "number in the event."),
    *by_letter("won", lambda letter: mark("Won by {letter}", letter=letter), lambda row, column: row.won(column),
               "value of the hand that this player won; missing for who did not win. Under riichi several may win."),
    *by_letter("value", lambda letter: mark("Value {letter}", letter=letter), lambda row, column: row.value(column),
               "value of the hand, under rules that pay all four; missing under all others."),
    *by_letter("settled", lambda letter: mark("Hand {letter}", letter=letter), lambda row, column:
               row.line.settlement[column], "points moved by the hand without penalties; the four sum to 0 but for "
               "riichi sticks."),
    *by_letter("net", lambda letter: mark("Result {letter}", letter=letter), lambda row, column:
               row.line.net[column], "points moved by the hand and its penalties."),
    *by_letter("total", lambda letter: mark("Total {letter}", letter=letter), lambda row, column:
               row.line.totals[column], "points after this hand, penalties of hands included."),
    Column(mark("Further answers"), lambda row: row.answers, Kind.CODE, name="answers",
           meaning="Other answers that the rules ask for, as a JSON object; players in it are 0 to 3 for A to D."),
    Column(mark("Tiles"), lambda row: row.line.tiles, Kind.CODE, name="tiles",
           meaning="The winner's tiles in the public notation, if they were entered."),
    Column(mark("Overruled"), lambda row: row.line.overrule, Kind.CODE, name="overruled",
           meaning="Why a referee accepted points that the tiles are not worth."),
    Column(mark("Recorded by"), lambda row: row.line.entries[0].author if row.line.entries else None, Kind.CODE,
           name="recorded_by", meaning="Who first entered it."),
    Column(mark("Recorded at"), lambda row: row.recorded, Kind.MOMENT, name="recorded_at",
           meaning="When it was first entered (UTC)."),
    Column(mark("Changed at"), lambda row: row.changed, Kind.MOMENT, name="changed_at",
           meaning="When it was last corrected or repaired (UTC); missing if it never was."),
)  # fmt: skip


def hands_frame(view: View) -> "DataFrame":
    """Every recorded hand that counts, with its current values, by session, table and hand.

    A table of which only the totals are known has none.
    """
    return hands_records(view).frame()


def hands_records(view: View) -> Records:
    """The rows of :func:`hands_frame`."""
    return make_records(HAND_COLUMNS, _rows(view))


def _rows(view: View) -> Iterator[_HandFrameRow]:
    for sheet in every_sheet(view):
        names = tuple(view.player_at(sheet, column).name for column in range(4))
        for line in sheet.hands:
            if line.outcome is not None:
                yield _HandFrameRow(sheet, line, line.outcome, names)


@dataclass(frozen=True, slots=True)
class _FanFrameRow:
    """One fan of one hand."""

    sheet: Sheet
    hand: int
    winner: Player
    pattern: Pattern[Any]
    times: int
    fan_name: str


FAN_COLUMNS: tuple[Column[_FanFrameRow], ...] = (
    *place_columns(lambda row: row.sheet),
    HAND.of(lambda row: row.hand),
    NUMBER.within(lambda row: row.winner, meaning="Number of the winner."),
    PLAYER.within(lambda row: row.winner, meaning="Name of the winner."),
    Column(mark("Name in files"), lambda row: row.pattern.slug, Kind.CODE, name="fan",
           meaning="Name of the fan in files: English with hyphens."),
    Column(mark("Fan, no."), lambda row: row.pattern.number, Kind.INTEGER, name="fan_number",
           meaning="Its number in the rule book; missing if it has none."),
    Column(mark("Fan"), lambda row: row.fan_name, Kind.CODE, name="fan_name",
           meaning="Its name in the requested language."),
    HAND_POINTS.of(lambda row: row.pattern.points, meaning="Its value if counted once, in points."),
    TIMES.of(lambda row: row.times, meaning="How often it counts in this hand."),
    POINTS_BROUGHT.of(lambda row: row.times * row.pattern.points,
                      meaning="Its value in this hand with all counts, in points."),
)  # fmt: skip


def fan_frame(view: View, language: Language = ENGLISH) -> "DataFrame":
    """The fan of every winning hand whose tiles were entered, one row for each, by session, table and hand.

    Empty under rules whose combinations are not listed. ``language`` is that of ``fan_name``.
    """
    return make_frame(FAN_COLUMNS, _fan_rows(view, language))


def _fan_rows(view: View, language: Language) -> Iterator[_FanFrameRow]:
    count = counting_by(view.rules.id)
    for sheet in every_sheet(view):
        for counted in SheetHands.of(sheet, count).hands:
            winner = view.players[counted.winner]
            for fan in counted.score.fans:
                name = fan.pattern.name.of(language.code)
                yield _FanFrameRow(sheet, counted.place.hand, winner, fan.pattern, fan.times, name)
