"""The true range of what facts hold: columns, hands, sessions, players, points, seats.

The decoder checks the types. A number in a fact means what its name says, in every fact alike. The bounds are far
wider than those of what can be entered, so that everything an earlier version accepted can be read. Fields that
contradict one another are in :mod:`tournament.ledger.codec`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from datetime import date
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from tournament.event.logo import logo_picture
from tournament.event.money import ClubMoney, Stake
from tournament.event.prizes import Prize
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime
from tournament.ledger import facts
from tournament.ledger.codec import RELATIONS


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers that may stand somewhere."""

    least: int
    most: int


COLUMN = Range(0, 3)
HAND = Range(1, 1_000)
SESSION = Range(1, 1_000)
TABLE = Range(1, 100_000)
NUMBER = Range(1, 10_000_000)
"""Of a player, or of an entry in its stream."""
POINTS = Range(0, 10_000_000)
MINUTES = Range(-100_000, 100_000)
LENGTH = Range(1, 100_000)
"""Of a session, in minutes."""
PLACE = Range(1, 100_000)
"""Of a prize."""
COUNT = Range(0, 10_000_000)
ANY = Range(-(10**12), 10**12)
"""What has no name of its own here."""
COST = Range(2, 2**15)
"""Of the hash of a PIN: a power of two, within the memory that it may take."""
YEARS = Range(1, 9_998)
"""A day of the last year has no tomorrow."""
SEED = Range(-(10**1000), 10**1000)

_BY_NAME: Mapping[str, Range] = {
    **dict.fromkeys(("winner", "discarder", "liable", "twice", "seat"), COLUMN),
    **dict.fromkeys(("hand", "hands"), HAND),
    **dict.fromkeys(("session", "sessions", "first", "to_session", "returned", "restored"), SESSION),
    **dict.fromkeys(("table", "tables", "to_table", "not_verified", "streamed"), TABLE),
    **dict.fromkeys(("number", "player", "players", "one", "other", "reserves", "absent"), NUMBER),
    **dict.fromkeys(("lot", "entries", "kept", "lost", "replaced", "least_games", "added"), COUNT),
    **dict.fromkeys(("best", "least", "attempt", "first_places"), Range(1, COUNT.most)),
    "points": POINTS,
    "minutes": MINUTES,
    "cost": COST,
    "seed": SEED,
}
_OF_CLASS: Mapping[tuple[type, str], Range] = {
    (facts.PenaltyGiven, "player"): COLUMN,
    (facts.PenaltyGiven, "to"): COLUMN,
    (facts.ColumnsExchanged, "one"): COLUMN,
    (facts.ColumnsExchanged, "other"): COLUMN,
    (facts.HandMoved, "to"): HAND,
    (facts.PaperReading, "points"): ANY,
    (facts.SessionsRedrawn, "sessions"): NUMBER,
    (facts.SessionSeated, "tables"): NUMBER,
    (facts.LotDrawn, "others"): COUNT,
    (facts.ClockStarted, "minutes"): LENGTH,
    (Settings, "minutes"): LENGTH,
    (SessionTime, "minutes"): LENGTH,
    (Prize, "place"): PLACE,
    (Prize, "last"): PLACE,
    (Prize, "amount"): Range(0, ANY.most),
    (Stake, "amount"): Range(0, ANY.most),
    (Stake, "points"): Range(1, POINTS.most),
    (ClubMoney, "fee"): Range(0, ANY.most),
    (ClubMoney, "round_to"): Range(1, ANY.most),
    (Seating, "sessions"): NUMBER,
}
"""Where a name means something else."""
_LENGTHS: Mapping[tuple[type, str], int] = {
    (facts.SigningKeySet, "key"): 32,
    (facts.TableEntryAllowed, "key"): 32,
    (facts.FingerprintSigned, "key"): 32,
    (facts.FingerprintSigned, "signature"): 64,
}
"""Fields of bytes that are no picture, and how many there are."""
_SEATS: Mapping[tuple[type, str], int] = {
    (facts.GameSeated, "players"): 0,
    (facts.TableAdded, "players"): 0,
    (facts.GameReseated, "players"): 0,
    (facts.HandProposed, "players"): 0,
    (facts.SessionSeated, "tables"): 1,
    (facts.SessionsRedrawn, "sessions"): 2,
    (Seating, "sessions"): 2,
}
"""Fields that hold the four players of tables, and how deep in it a table is."""

_COLUMNS = (None, 0, 1, 2, 3)
_Check = Callable[[Any], str | None]


def value_fault(fact: facts.Fact) -> str | None:
    """Which value of ``fact`` cannot be, such as ``points: -5``; None when all can."""
    if type(fact) is facts.HandRecorded and _is_usual(fact):  # nearly every fact of an event
        return None
    kind: type = type(fact)
    return _of_fields(kind)(fact)


def _is_usual(fact: facts.HandRecorded) -> bool:
    """Whether all is in range in a hand without questions: what the checks derived below say, without a call each."""
    return (
        fact.details is None
        and HAND.least <= fact.hand <= HAND.most
        and fact.winner in _COLUMNS
        and fact.discarder in _COLUMNS
        and (fact.discarder is None or fact.winner not in (None, fact.discarder))
        and POINTS.least <= fact.points <= POINTS.most
    )


@cache
def _of_fields(owner: type) -> _Check:
    hints = get_type_hints(owner)
    checks = []
    relation = RELATIONS.get(owner)
    for field in _fields(owner):
        length = _LENGTHS.get((owner, field.name))
        check = _check_of(hints[field.name], _range_of(owner, field.name)) if length is None else _of_length(length)
        depth = _SEATS.get((owner, field.name))
        if check is not None:
            checks.append((field.name, check))
        if field.name == "cost":
            checks.append((field.name, _power_of_two))
        if depth is not None:
            checks.append((field.name, _four_different(depth)))

    def check_all(value: Any) -> str | None:
        for name, check in checks:
            fault = check(getattr(value, name))
            if fault is not None:
                return f"{name}: {fault}"
        return None if relation is None else relation(value)

    return check_all


def _fields(owner: Any) -> Iterable[structs.FieldInfo | Field[Any]]:
    return structs.fields(owner) if issubclass(owner, Struct) else fields(owner)


def _range_of(owner: type, name: str) -> Range:
    return _OF_CLASS.get((owner, name)) or _BY_NAME.get(name, ANY)


def _check_of(kind: Any, range: Range) -> _Check | None:
    """The check of a value of type ``kind``; None where nothing can be wrong with one."""
    if kind is int:
        return _within(range)
    if kind is bytes:
        return _picture
    if kind is date:
        return _day
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Struct)):
        return _of_fields(kind)
    members = [member for member in get_args(kind) if member is not Ellipsis]
    if get_origin(kind) is tuple:
        checks = [_check_of(member, range) for member in members]
        if not any(checks):
            return None
        return _each(checks, repeated=Ellipsis in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return _either([(member, _check_of(member, range)) for member in members])
    return None


def _within(range: Range) -> _Check:
    least, most = range.least, range.most

    def check(value: int) -> str | None:
        return None if least <= value <= most else _short(value)

    return check


def _each(checks: list[_Check | None], *, repeated: bool) -> _Check:
    def check_all(values: tuple[Any, ...]) -> str | None:
        for value, check in zip(values, checks * len(values) if repeated else checks, strict=False):
            fault = None if check is None else check(value)
            if fault is not None:
                return fault
        return None

    return check_all


def _either(members: list[tuple[Any, _Check | None]]) -> _Check | None:
    """By the type that a value has: the decoder has chosen it."""
    checks = {get_origin(kind) or kind: check for kind, check in members if check is not None}
    if not checks:
        return None

    def check_one(value: Any) -> str | None:
        check = checks.get(type(value))
        return None if check is None else check(value)

    return check_one


def _four_different(depth: int) -> _Check:
    def check(value: tuple[Any, ...]) -> str | None:
        tables = [value]
        for _ in range(depth):
            tables = [inner for outer in tables for inner in outer]
        wrong = next((seats for seats in tables if len(set(seats)) != 4), None)
        return None if wrong is None else f"{wrong} are not four players"

    return check


def _picture(value: bytes) -> str | None:
    return None if not value or logo_picture(value) is not None else "no picture that an event can have"


def _of_length(length: int) -> _Check:
    return lambda value: None if len(value) == length else f"{len(value)} bytes"


def _day(value: date) -> str | None:
    return None if YEARS.least <= value.year <= YEARS.most else str(value)


def _power_of_two(value: int) -> str | None:
    return f"{value} is no power of two" if value & (value - 1) else None


def _short(value: int) -> str:
    """As it is told; a number of thousands of digits is not written out."""
    return str(value) if abs(value) < 10**20 else f"{'-' if value < 0 else ''}10^20…"
