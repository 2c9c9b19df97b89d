"""The lines of ``record``: hands, penalties, corrections, closed sheets, totals, second readings, evenings, games.

The members of a line follow from the fields of its command; the tables below list the exceptions.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache, partial
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import NODEFAULT, structs

from tournament.event.player import SubstituteCase
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.facts import PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Net, Outcome
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import CommandMaker
from tournament.use_cases.changes import refuse_bad_id
from tournament.use_cases.commands import (
    CancelPenalty,
    ChangeEvening,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GameCommand,
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
    TableCommand,
    TakeBackGame,
)
from ui.json_lines.objects import read_object
from ui.json_lines.strict import (
    FourNumbers,
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
    outcome_members,
    outcome_of,
    read_members,
)

LineCommand = TableCommand | GameCommand | SubstitutePlayer
"""The commands that a line may have."""

_LINES: dict[str, type[LineCommand]] = {
    "hand": RecordHand,
    "penalty": GivePenalty,
    "correct": CorrectHand,
    "cancel_penalty": CancelPenalty,
    "close": CloseSheet,
    "totals": RecordTotals,
    "reopen": ReopenSheet,
    "insert": InsertHand,
    "delete": DeleteHand,
    "move": MoveHand,
    "exchange": ExchangeColumns,
    "move_sheet": MoveSheet,
    "confirm": ConfirmSheet,
    "reject": RejectSheet,
    "evening": OpenEvening,
    "change_evening": ChangeEvening,
    "game": SeatGame,
    "change_game": ReseatGame,
    "take_back_game": TakeBackGame,
    "substitute": SubstitutePlayer,
}


def read_command(line: bytes) -> LineCommand:
    """Read one line. Raises Refused with all its problems. Players are named by their letters A–D at that table."""
    found, members = _kind(read_object(line))
    return _command(found, members)


def read_command_by(rules: RuleSet, line: bytes) -> LineCommand | CommandMaker:
    """Read one line by ``rules`` that may ask more of a hand. Its meaning may then depend on the earlier hands."""
    return _command_by(rules, read_object(line))


def read_request_by(rules: RuleSet, line: bytes) -> tuple[str, LineCommand | CommandMaker]:
    """Read one line by ``rules``, with its ``id``: a UUID by which a repeated line is recognised, or empty."""
    members = read_object(line)
    id = ""
    if "id" in members:
        id = read_members({"id": members.pop("id")}, {"id": (Words, True)})["id"]
        refuse_bad_id(id)
    return id, _command_by(rules, members)


def _command_by(rules: RuleSet, line: dict[str, object]) -> LineCommand | CommandMaker:
    found, members = _kind(line)
    if rules.asks_more and issubclass(found, RecordHand | CorrectHand | InsertHand):
        from ui.json_lines.table_line import hand_command

        return partial(hand_command, found, members)
    if issubclass(found, RecordTotals | CloseSheet) and rules.table.starting_points is not None:
        from ui.json_lines.table_line import totals_command

        return partial(totals_command, found, members, dict(_members(found, won=False)))
    return _command(found, members)


def _kind(members: dict[str, object]) -> tuple[type[LineCommand], dict[str, object]]:
    kind = members.pop("type", None)
    found = _LINES.get(kind) if isinstance(kind, str) else None
    if found is None:
        text = mark("“type” must be one of {types}.", types=", ".join(_LINES))
        raise Refused(Problem("type-unknown", text, "type"))
    return found, members


def _command(kind: type[LineCommand], given: Mapping[str, object]) -> LineCommand:
    members: dict[str, tuple[object, bool]] = dict(_members(kind, won=is_won(given)))
    if kind is SubstitutePlayer:
        members["reason"] = (Words, False)  # of earlier versions: read, and never stored
    values = read_members(given, members)
    command: LineCommand = _value(kind, values)
    return command


def _same(value: Any) -> Any:
    return value


def _net(totals: TotalsByLetter) -> Net:
    return totals.net


def _columns(letters: str | list[Letter] | None) -> tuple[int, ...] | None:
    return None if letters is None else tuple(column_of(letter) for letter in letters)  # type: ignore[arg-type] # a text of one


def _day(written: str | None) -> date | None:
    try:
        return None if written is None else date.fromisoformat(written)
    except ValueError:
        text = mark("“date” must be a day such as 2026-11-30.")
        raise Refused(Problem("date-unknown", text, "date")) from None


class _Notation(NamedTuple):
    """How a field is written in a line, if it differs from the field."""

    kind: object
    read: Callable[[Any], Any] = _same
    member: str = ""
    """The name of the member; empty: that of the field."""


_OF_TYPE: Mapping[object, object] = {int: Whole, int | None: Whole | None, str: Words, bool: bool}
_OF_FIELD: Mapping[str | tuple[type, str], _Notation] = {
    "tiles": _Notation(Words, member="hand_tiles"),
    "totals": _Notation(TotalsByLetter, _net),
    "columns": _Notation(TwoLetters, _columns, "players"),
    "hands": _Notation(TwoNumbers),
    "day": _Notation(Words | None, _day, "date"),
    "players": _Notation(FourNumbers),
    "by": _Notation(Words | Whole, str),
    "case": _Notation(SubstituteName, SubstituteCase),
    (Charge, "player"): _Notation(Letter, column_of),
    (Charge, "to"): _Notation(Letters | None, _columns),
    (PaperReading, "points"): _Notation(PointsByHand, tuple),
}
"""Fields whose notation does not follow from their type."""
_FLAT = (Charge, PaperReading)
"""Classes whose fields are written as members of the line itself."""
_LEFT_OUT = frozenset(("with_session",))


class _Field(NamedTuple):
    name: str
    type: Any
    notation: _Notation
    default: bool
    """Whether the field has a default, so that the member may be omitted."""

    @property
    def member(self) -> str:
        return self.notation.member or self.name

    @property
    def required(self) -> bool:
        """Whether the member is required: it is not if None is allowed."""
        return not self.default and type(None) not in get_args(self.type)


@cache
def _fields(owner: type) -> tuple[_Field, ...]:
    hints = get_type_hints(owner)
    given = {each.name: each.default is not NODEFAULT for each in structs.fields(owner) if each.name not in _LEFT_OUT}
    return tuple(_Field(name, hints[name], _notation(owner, name, hints[name]), given[name]) for name in given)


def _notation(owner: type, name: str, hint: object) -> _Notation:
    return _OF_FIELD.get((owner, name)) or _OF_FIELD.get(name) or _Notation(_OF_TYPE.get(hint))


def _members(owner: type, *, won: bool) -> Iterator[tuple[str, tuple[object, bool]]]:
    """The members of a line for an ``owner``, which is a command or one of :data:`_FLAT`."""
    for field in _fields(owner):
        if field.type is Outcome:
            yield from outcome_members(won=won).items()
        elif field.type in _FLAT:
            yield from _members(field.type, won=won)
        else:
            yield field.member, (field.notation.kind, field.required)


def _value(owner: type, values: Mapping[str, Any]) -> Any:
    """Make the ``owner`` from the values of a line."""
    given: dict[str, Any] = {}
    for field in _fields(owner):
        if field.type is Outcome:
            given[field.name] = outcome_of(values)
        elif field.type in _FLAT:
            given[field.name] = _value(field.type, values)
        elif field.member in values:
            given[field.name] = field.notation.read(values[field.member])
        elif not field.default:
            given[field.name] = None
    return owner(**given)
