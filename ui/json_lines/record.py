"""The lines of ``record``: hands, penalties, corrections, closed sheets, totals, second readings, evenings, games."""

from abc import abstractmethod
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from msgspec import UNSET, UnsetType

from tournament.event.player import SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.facts import PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import (
    CancelPenalty,
    ChangeEvening,
    CloseSheet,
    Command,
    CommandMaker,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    SubstitutePlayer,
    TakeBackGame,
)
from ui.json_lines.objects import read_object
from ui.json_lines.strict import (
    FourNumbers,
    JsonLine,
    Letter,
    Letters,
    PointsByHand,
    SubstituteName,
    TotalsByLetter,
    TwoLetters,
    TwoNumbers,
    Whole,
    Words,
    column_of,
    is_won,
    outcome_of,
    read_line,
)


def read_command(line: bytes) -> Command:
    """Read one line; Refused with all that is wrong with it. Players are their letters A–D at that table."""
    found, members = _read(line)
    return _command(found, members)


def read_command_by(rules: RuleSet, line: bytes) -> Command | CommandMaker:
    """The same where ``rules`` may ask more of a hand: what it says may depend on the table before it then."""
    found, members = _read(line)
    if rules.asks_more and found in _WON:
        from ui.json_lines.table_line import hand_command

        return partial(hand_command, found is _Hand, found is _Insertion, members)
    return _command(found, members)


def _read(line: bytes) -> tuple[type["_Line"], dict[str, object]]:
    members = read_object(line)
    kind = members.pop("type", None)
    found = _LINES.get(kind) if isinstance(kind, str) else None
    if found is None:
        text = mark("“type” must be one of {types}.", types=", ".join(_LINES))
        raise Refused(Problem("type-unknown", text, "type"))
    return found, members


def _command(found: type["_Line"], members: dict[str, object]) -> Command:
    return read_line(members, _WON.get(found, found) if is_won(members) else found).command()


class _Line(JsonLine):
    __slots__ = ()

    @abstractmethod
    def command(self) -> Command:
        """What the line asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetLine(_Line):
    session: Whole
    table: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hand(_SheetLine):
    hand: Whole
    winner: Letter | None
    discarder: Letter | None = None
    points: Whole | None = None
    hand_tiles: Words = ""
    overrule: Words = ""

    def command(self) -> Command:
        outcome = outcome_of(self.winner, self.discarder, self.points)
        return RecordHand(self.session, self.table, self.hand, outcome, self.hand_tiles, self.overrule)


@dataclass(frozen=True, slots=True, kw_only=True)
class _WonHand(_Hand):
    points: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class _Correction(_SheetLine):
    hand: Whole
    winner: Letter | None
    discarder: Letter | None = None
    points: Whole | None = None
    reason: Words
    hand_tiles: Words = ""
    overrule: Words = ""

    def command(self) -> Command:
        outcome = outcome_of(self.winner, self.discarder, self.points)
        tiles = self.hand_tiles, self.overrule
        return CorrectHand(self.session, self.table, self.hand, outcome, self.reason, *tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class _WonCorrection(_Correction):
    points: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class _Insertion(_Correction):
    def command(self) -> Command:
        outcome = outcome_of(self.winner, self.discarder, self.points)
        tiles = self.hand_tiles, self.overrule
        return InsertHand(self.session, self.table, self.hand, outcome, self.reason, *tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class _WonInsertion(_Insertion):
    points: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deletion(_SheetLine):
    hand: Whole
    reason: Words

    def command(self) -> Command:
        return DeleteHand(self.session, self.table, self.hand, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move(_SheetLine):
    hand: Whole
    to: Whole
    reason: Words

    def command(self) -> Command:
        return MoveHand(self.session, self.table, self.hand, self.to, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exchange(_SheetLine):
    players: TwoLetters
    hands: TwoNumbers | UnsetType = UNSET
    reason: Words

    def command(self) -> Command:
        hands = None if self.hands is UNSET else self.hands
        columns = column_of(self.players[0]), column_of(self.players[1])
        return ExchangeColumns(self.session, self.table, columns, hands, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetMove(_SheetLine):
    to_session: Whole
    to_table: Whole
    reason: Words

    def command(self) -> Command:
        return MoveSheet(self.session, self.table, self.to_session, self.to_table, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Penalty(_SheetLine):
    player: Letter
    fault: Words = ""
    hand: Whole | None = None
    points: Whole | None = None
    to: Letters | None = None
    reason: Words = ""
    minutes: Whole | None = None
    no_hu: bool = False

    def command(self) -> Command:
        letters = [self.to] if isinstance(self.to, str) else self.to
        charge = Charge(
            player=column_of(self.player),
            fault=self.fault,
            hand=self.hand,
            points=self.points,
            to=None if letters is None else tuple(map(column_of, letters)),
            reason=self.reason,
            minutes=self.minutes,
            no_hu=self.no_hu,
        )
        return GivePenalty(self.session, self.table, charge)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PenaltyCancelled(_Line):
    entry: Words
    reason: Words

    def command(self) -> Command:
        return CancelPenalty(self.entry, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetClosed(_SheetLine):
    totals: TotalsByLetter | UnsetType = UNSET
    accept_difference: Words = ""

    def command(self) -> Command:
        totals = None if self.totals is UNSET else self.totals.net
        return CloseSheet(self.session, self.table, totals, self.accept_difference)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Totals(_SheetLine):
    totals: TotalsByLetter
    accept_difference: Words = ""

    def command(self) -> Command:
        return RecordTotals(self.session, self.table, self.totals.net, self.accept_difference)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetReopened(_SheetLine):
    reason: Words

    def command(self) -> Command:
        return ReopenSheet(self.session, self.table, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetConfirmed(_SheetLine):
    totals: TotalsByLetter | UnsetType = UNSET
    points: PointsByHand = field(default_factory=list)
    reader: Words = ""

    def reading(self) -> PaperReading:
        return PaperReading(None if self.totals is UNSET else self.totals.net, tuple(self.points))

    def command(self) -> Command:
        return ConfirmSheet(self.session, self.table, self.reading(), self.reader)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SheetRejected(_SheetConfirmed):
    reason: Words = ""

    def command(self) -> Command:
        return RejectSheet(self.session, self.table, self.reading(), self.reader, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evening(_Line):
    date: Words | None = None
    place: Words = ""

    def command(self) -> Command:
        return OpenEvening(_day(self.date), self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class _EveningChanged(_Line):
    session: Whole
    date: Words | None = None
    place: Words = ""

    def command(self) -> Command:
        return ChangeEvening(self.session, _day(self.date), self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game(_Line):
    session: Whole | None = None
    table: Whole | None = None
    players: FourNumbers
    table_name: Words = ""

    def command(self) -> Command:
        return SeatGame(self.session, self.players, self.table_name, self.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameChanged(_SheetLine):
    players: FourNumbers
    table_name: Words = ""
    reason: Words = ""

    def command(self) -> Command:
        return ReseatGame(self.session, self.table, self.players, self.table_name, self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameTakenBack(_SheetLine):
    def command(self) -> Command:
        return TakeBackGame(self.session, self.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Substitute(_Line):
    session: Whole
    player: Whole
    by: Words | Whole
    case: SubstituteName
    until: Whole | None = None
    reason: Words = ""

    def command(self) -> Command:
        case = SubstituteCase(self.case)
        return SubstitutePlayer(self.session, self.player, str(self.by), case, self.until, self.reason)


def _day(written: str | None) -> date | None:
    try:
        return None if written is None else date.fromisoformat(written)
    except ValueError:
        text = mark("“date” must be a day such as 2026-11-30.")
        raise Refused(Problem("date-unknown", text, "date")) from None


_LINES: dict[str, type[_Line]] = {
    "hand": _Hand,
    "penalty": _Penalty,
    "correct": _Correction,
    "cancel_penalty": _PenaltyCancelled,
    "close": _SheetClosed,
    "totals": _Totals,
    "reopen": _SheetReopened,
    "insert": _Insertion,
    "delete": _Deletion,
    "move": _Move,
    "exchange": _Exchange,
    "move_sheet": _SheetMove,
    "confirm": _SheetConfirmed,
    "reject": _SheetRejected,
    "evening": _Evening,
    "change_evening": _EveningChanged,
    "game": _Game,
    "change_game": _GameChanged,
    "take_back_game": _GameTakenBack,
    "substitute": _Substitute,
}
_WON: dict[type[_Line], type[_Line]] = {_Hand: _WonHand, _Correction: _WonCorrection, _Insertion: _WonInsertion}
"""Where a winner is named, the points must be there."""
