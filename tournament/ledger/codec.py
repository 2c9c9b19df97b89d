"""Facts as canonical JSON and back, and the values that a fact may have.

Both are derived from the types and the names of the fields. The decoder checks types; :func:`value_fault` then checks
the range of every number, and that the fields of a value do not contradict one another. A field name means the same in
every fact, so its range depends on the name alone. The ranges are far wider than what can be entered, so that
everything that an earlier version accepted can still be read.
"""

import json
import re
from datetime import datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, get_args

from tournament.event.role import EventRole
from tournament.files import typed_json
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.language.harmless import harmless_json, harmless_line
from tournament.ledger.entry import (
    EVENT_STREAM,
    Entry,
    Record,
    UnreadableEntry,
    is_phones_stream,
    is_table_stream,
)
from tournament.ledger.facts import EventFact, Fact, LastingFact, PhoneFact, TableFact

if TYPE_CHECKING:
    from msgspec.json import Encoder
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from datetime import date
from itertools import combinations
from types import UnionType
from typing import Any, Union, get_origin, get_type_hints

from msgspec import Struct, structs

from tournament.event.logo import logo_picture
from tournament.event.money import ClubMoney, Stake
from tournament.event.player import Player
from tournament.event.prizes import Prize, PrizeLot, Prizes
from tournament.event.seating import Final, Seating, SeatingWishes, Seats
from tournament.event.settings import FixedPoints, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.ledger import check_in_facts, facts

_FACTS: dict[str, type[Fact]] = {fact.kind: fact for fact in get_args(Fact)}
_OF_TABLES = frozenset(get_args(TableFact))
_OF_PHONES = frozenset(get_args(PhoneFact))
_OF_THE_EVENT = frozenset((*get_args(EventFact), *get_args(LastingFact)))
_is_table_stream, _is_phones_stream = cache(is_table_stream), cache(is_phones_stream)
_BYTE = re.compile(r"byte (\d+)")
_AT = re.compile(r" - at `\$?\.?([^`]*)`$")
_MISSING = re.compile(r"missing required field `(\w+)`")
_SHORT = 200
"""The longest content, in characters, whose fact is kept for entries with the same content."""
_ROLES = frozenset(("", *EventRole))
"""The roles that a record may have; records of earlier versions have none."""
VERSION = 1
"""The version of every kind of fact that this program writes."""


def encode(fact: Fact) -> str:
    """Canonical JSON of ``fact``: keys sorted, no spaces, dates as ISO text."""
    return _encoder().encode(fact).decode()


def decode(record: Record) -> Entry:
    """Return the entry in ``record``. Raise UnreadableEntry, with the reason, if it cannot be read.

    Control characters in texts are replaced, since these are shown in many places.
    """
    if record.kind not in _FACTS or record.version != VERSION:
        text = mark("a kind or version ({version}) that is not known here", version=record.version)
        raise UnreadableEntry(record, text, newer=True)
    content = record.content
    fact = _faultless(record.kind, content) if len(content) <= _SHORT else None
    if fact is None:
        fact = _examined(record)
    fault = _place_fault(record, type(fact)) or _time_fault(record.time) or _role_fault(record)
    if fault is not None:
        raise UnreadableEntry(record, fault)
    return Entry(record, fact)


@lru_cache(maxsize=8192)
def _faultless(kind: str, content: str) -> Fact | None:
    """Return the fact of ``kind`` in ``content``; None if anything is wrong with it.

    Facts are frozen, so that entries with the same content share one. Nearly all entries of an event are hands, and
    more than half of them have the content of an earlier hand: the same row, winner, discarder and points.
    """
    try:
        fact = decode_fact(kind, content)
    except (ValueError, RecursionError):
        return None
    return fact if encode(fact) == content and value_fault(fact) is None else None


def _examined(record: Record) -> Fact:
    """Return the fact in ``record``. Raise UnreadableEntry if its content is at fault."""
    try:
        fact = decode_fact(record.kind, record.content)
    except RecursionError as error:
        raise UnreadableEntry(record, json_fault(error)) from error
    except ValueError as error:
        raise UnreadableEntry(record, json_fault(error)) from error
    written = encode(fact)
    if written != record.content:
        try:
            read = json.loads(record.content, object_pairs_hook=once)
        except _Twice as error:
            raise UnreadableEntry(record, mark("“{what}” is there twice", what=harmless_line(str(error)))) from error
        except ValueError as error:
            raise UnreadableEntry(record, json_fault(error)) from error
        unknown = unknown_field(read, json.loads(written))
        if unknown:
            raise UnreadableEntry(record, mark("the field {what} is not known here", what=unknown), newer=True)
    fault = value_fault(fact)
    if fault is not None:
        raise UnreadableEntry(record, fault)
    return fact


def decode_fact(kind: str, content: str) -> Fact:
    """Return the fact of ``kind`` in ``content``, without checking its values. Raise ValueError if there is none."""
    return typed_json.decode(harmless_json(content), _FACTS[kind])


class _Twice(ValueError):
    """A name that an object has twice."""


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of these ``pairs`` of JSON. Raise ValueError if a member is there twice.

    Readers of JSON disagree about which of the two counts.
    """
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _place_fault(record: Record, kind: type[Fact]) -> Text | None:
    """What is wrong with the stream of ``record`` for a fact of this kind; None if it belongs there."""
    stream = record.stream
    if kind in _OF_PHONES:
        fits = _is_phones_stream(stream)
    elif stream == EVENT_STREAM:
        fits = kind not in _OF_TABLES
    else:
        fits = kind not in _OF_THE_EVENT and _is_table_stream(stream)
    return None if fits and record.id else _wrong("stream", stream)


def _time_fault(time: str) -> Text | None:
    """What is wrong with ``time``, which must have an offset and a year with which times can be computed."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return _wrong("time", time)
    return None if moment.tzinfo is not None and 1970 <= moment.year < 9999 else _wrong("time", time)


def _role_fault(record: Record) -> Text | None:
    return None if record.role in _ROLES else _wrong("role", record.role)


def unknown_field(read: object, written: object, place: str = "") -> str:
    """The first field in ``read`` that ``written`` lacks, such as ``draw.dice``: it would be lost. Empty if none."""
    if isinstance(read, dict) and isinstance(written, dict):
        for name in read:
            field = f"{place}.{name}" if place else name or "“”"
            unknown = unknown_field(read[name], written[name], field) if name in written else field
            if unknown:
                return unknown
    if isinstance(read, list) and isinstance(written, list):
        for index, (one, other) in enumerate(zip(read, written, strict=False)):
            unknown = unknown_field(one, other, f"{place}[{index}]")
            if unknown:
                return unknown
    return ""


def json_fault(error: Exception) -> Text:
    """What is wrong with text that cannot be decoded: an unexpected value, or no JSON at all.

    The library's message is in English and about Python; only the names and places in it are used.
    """
    from msgspec import DecodeError, ValidationError

    if isinstance(error, RecursionError):
        return mark("it is nested too deeply")
    if isinstance(error, ValidationError):
        place, missing = _AT.search(str(error)), _MISSING.search(str(error))
        where = harmless_line(place[1]) if place is not None else ""
        if missing is not None:
            return mark("“{what}” is missing", what=f"{where}.{missing[1]}" if where else missing[1])
        return mark("“{what}” has an impossible value", what=where or "$")
    byte = _BYTE.search(str(error)) if isinstance(error, DecodeError) else None
    return mark("it is not JSON") if byte is None else mark("it is not JSON from byte {place} on", place=byte[1])


@cache
def _encoder() -> "Encoder":
    from msgspec.json import Encoder

    return Encoder(order="sorted")


@dataclass(frozen=True, slots=True)
class _Range:
    """The whole numbers that a field may contain."""

    least: int
    most: int


_COLUMN = _Range(0, 3)
_HAND = _Range(1, 1_000)
_SESSION = _Range(1, 1_000)
_TABLE = _Range(1, 100_000)
_NUMBER = _Range(1, 10_000_000)
"""The number of a player, or of an entry in its stream."""
_POINTS = _Range(0, 10_000_000)
_MINUTES = _Range(-100_000, 100_000)
_LENGTH = _Range(1, 100_000)
"""The length of a session, in minutes."""
_PLACE = _Range(1, 100_000)
"""The place for which a prize is given."""
_COUNT = _Range(0, 10_000_000)
_ANY = _Range(-(10**12), 10**12)
"""For fields whose names are not listed below."""
_COST = _Range(2, 2**15)
"""The cost of hashing a PIN: a power of two, limited by the memory that the hash takes."""
_PARALLEL = _Range(1, 16)
"""How often the hash of a PIN does its work."""
_YEARS = _Range(1, 9_998)
"""The years of a date. The last year that Python knows is excluded, since its last day has no day after it."""
_SEED = _Range(-(10**1000), 10**1000)

_BY_NAME: Mapping[str, _Range] = {
    **dict.fromkeys(("winner", "discarder", "liable", "twice", "seat"), _COLUMN),
    **dict.fromkeys(("hand", "hands"), _HAND),
    **dict.fromkeys(("session", "sessions", "first", "to_session", "returned", "restored"), _SESSION),
    **dict.fromkeys(("table", "tables", "to_table", "not_verified", "streamed"), _TABLE),
    **dict.fromkeys(("number", "player", "players", "one", "other", "reserves", "absent"), _NUMBER),
    **dict.fromkeys(("lot", "entries", "kept", "lost", "replaced", "least_games", "added", "team_size"), _COUNT),
    **dict.fromkeys(("best", "least", "attempt", "first_places", "country_size"), _Range(1, _COUNT.most)),
    "points": _POINTS,
    "minutes": _MINUTES,
    "cost": _COST,
    "parallel": _PARALLEL,
    "seed": _SEED,
}
_OF_CLASS: Mapping[tuple[type, str], _Range] = {
    (facts.PenaltyGiven, "player"): _COLUMN,
    (facts.PenaltyGiven, "to"): _COLUMN,
    (facts.ColumnsExchanged, "one"): _COLUMN,
    (facts.ColumnsExchanged, "other"): _COLUMN,
    (facts.HandMoved, "to"): _HAND,
    (facts.PaperReading, "points"): _ANY,
    (facts.SessionsRedrawn, "sessions"): _NUMBER,
    (facts.SessionSeated, "tables"): _NUMBER,
    (facts.LotDrawn, "others"): _COUNT,
    (check_in_facts.PhoneCheckInSet, "renewed"): _NUMBER,
    (facts.ClockStarted, "minutes"): _LENGTH,
    (Settings, "minutes"): _LENGTH,
    (SessionTime, "minutes"): _LENGTH,
    (Prize, "place"): _PLACE,
    (Prize, "last"): _PLACE,
    (Prize, "amount"): _Range(0, _ANY.most),
    (Stake, "amount"): _Range(0, _ANY.most),
    (Stake, "points"): _Range(1, _POINTS.most),
    (ClubMoney, "fee"): _Range(0, _ANY.most),
    (ClubMoney, "round_to"): _Range(1, _ANY.most),
    (Seating, "sessions"): _NUMBER,
    (Seating, "sit_out"): _NUMBER,
    (facts.SessionsRedrawn, "sit_out"): _NUMBER,
    (facts.SessionSeated, "sit_out"): _NUMBER,
    (Player, "sit_out"): _SESSION,
    (Player, "table"): _Range(0, _TABLE.most),
}
"""The fields whose name has another meaning here than in the other facts."""
_LENGTHS: Mapping[tuple[type, str], int] = {
    (facts.SigningKeySet, "key"): 32,
    (facts.TableEntryAllowed, "key"): 32,
    (check_in_facts.PhoneCheckInSet, "key"): 32,
    (facts.FingerprintSigned, "key"): 32,
    (facts.FingerprintSigned, "signature"): 64,
}
"""Fields of bytes that are not a picture, and their length."""
_SEATS: Mapping[tuple[type, str], int] = {
    (facts.GameSeated, "players"): 0,
    (facts.TableAdded, "players"): 0,
    (facts.GameReseated, "players"): 0,
    (facts.HandProposed, "players"): 0,
    (facts.SeatTaken, "players"): 0,
    (facts.SessionSeated, "tables"): 1,
    (facts.SessionsRedrawn, "sessions"): 2,
    (Seating, "sessions"): 2,
}
"""The fields that contain the four players of tables, each with how many tuples deep each table is."""

_COLUMNS = (None, 0, 1, 2, 3)
_Check = Callable[[Any], Text | None]


def value_fault(fact: facts.Fact) -> Text | None:
    """The first value of ``fact`` that is not allowed, such as “points: -5”; None if all are."""
    if type(fact) is facts.HandRecorded and _is_usual(fact):  # nearly every fact of an event
        return None
    kind: type = type(fact)
    return _of_fields(kind)(fact)


def _is_usual(fact: facts.HandRecorded) -> bool:
    """Whether the fact is a hand without answers in which everything is in range.

    The result is that of the derived checks, without their many calls: nearly all facts of an event are hands.
    """
    return (
        fact.details is None
        and _HAND.least <= fact.hand <= _HAND.most
        and fact.winner in _COLUMNS
        and fact.discarder in _COLUMNS
        and (fact.discarder is None or fact.winner not in (None, fact.discarder))
        and _POINTS.least <= fact.points <= _POINTS.most
    )


@cache
def _of_fields(owner: type) -> _Check:
    hints = get_type_hints(owner)
    checks = []
    relation = _RELATIONS.get(owner)
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

    def check_all(value: Any) -> Text | None:
        for name, check in checks:
            fault = check(getattr(value, name))
            if fault is not None:
                return _wrong(name, fault)
        return None if relation is None else relation(value)

    return check_all


def _fields(owner: Any) -> Iterable[structs.FieldInfo | Field[Any]]:
    return structs.fields(owner) if issubclass(owner, Struct) else fields(owner)


def _range_of(owner: type, name: str) -> _Range:
    return _OF_CLASS.get((owner, name)) or _BY_NAME.get(name, _ANY)


def _check_of(kind: Any, range: _Range) -> _Check | None:
    """Return the check of a value of type ``kind``; None if every value of the type is allowed."""
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


def _within(range: _Range) -> _Check:
    least, most = range.least, range.most

    def check(value: int) -> Text | None:
        return None if least <= value <= most else verbatim(_short(value))

    return check


def _each(checks: list[_Check | None], *, repeated: bool) -> _Check:
    def check_all(values: tuple[Any, ...]) -> Text | None:
        for value, check in zip(values, checks * len(values) if repeated else checks, strict=False):
            fault = None if check is None else check(value)
            if fault is not None:
                return fault
        return None

    return check_all


def _either(members: list[tuple[Any, _Check | None]]) -> _Check | None:
    """Return a check for a field of several types, which looks at the type that the decoder chose."""
    checks = {get_origin(kind) or kind: check for kind, check in members if check is not None}
    if not checks:
        return None

    def check_one(value: Any) -> Text | None:
        check = checks.get(type(value))
        return None if check is None else check(value)

    return check_one


def _four_different(depth: int) -> _Check:
    def check(value: tuple[Any, ...]) -> Text | None:
        tables = [value]
        for _ in range(depth):
            tables = [inner for outer in tables for inner in outer]
        wrong = next((seats for seats in tables if len(set(seats)) != 4), None)
        return None if wrong is None else mark("{seats} are not four players", seats=listed(wrong))

    return check


def _picture(value: bytes) -> Text | None:
    return None if not value or logo_picture(value) is not None else mark("no picture that an event can have")


def _of_length(length: int) -> _Check:
    return lambda value: None if len(value) == length else mark_count("{count} byte", "{count} bytes", len(value))


def _day(value: date) -> Text | None:
    return None if _YEARS.least <= value.year <= _YEARS.most else verbatim(str(value))


def _power_of_two(value: int) -> Text | None:
    return mark("{value} is no power of two", value=_plain(value)) if value & (value - 1) else None


def _short(value: int) -> str:
    """The number as text, but not one with thousands of digits."""
    return str(value) if abs(value) < 10**20 else f"{'-' if value < 0 else ''}10^20…"


_Relation = Callable[[Any], Text | None]
"""Returns what is contradictory, such as “last: 1 comes before 3”; None if nothing is."""


def _wrong(field: str, fault: Text | str | int) -> Text:
    """The text that the value of ``field``, by its name in the file, has this fault, or is the fault."""
    return mark("{field}: {fault}", field=field, fault=fault if isinstance(fault, Text) else _plain(fault))


def _plain(value: object) -> Text:
    """``value`` as it is in the file, without the separators of large numbers."""
    return verbatim(_short(value) if isinstance(value, int) else str(value))


def _comes_before(value: object, other: object) -> Text:
    return mark("{value} comes before {other}", value=_plain(value), other=_plain(other))


def _unknown(value: str) -> Text:
    return mark("“{value}” has no meaning there", value=value)


def _twice(name: str, values: Iterable[object]) -> Text | None:
    """The text that ``values``, which should be different, contain something twice; None if they do not."""
    seen: set[object] = set()
    for value in values:
        if value in seen:
            return _wrong(name, mark("{value} is there twice", value=_plain(value)))
        seen.add(value)
    return None


def _same(name: str, value: object, other: object) -> Text | None:
    return _wrong(name, mark("{value} is on both sides", value=_plain(value))) if value == other else None


def _settings(settings: Settings) -> Text | None:
    if settings.starts is not None and settings.ends is not None and settings.ends < settings.starts:
        return _wrong("ends", _comes_before(settings.ends, settings.starts))
    return None


def _prize(prize: Prize) -> Text | None:
    return _wrong("last", _comes_before(prize.last, prize.place)) if prize.last < prize.place else None


def _prizes(prizes: Prizes) -> Text | None:
    for one, other in combinations(prizes.lines, 2):
        if one.category == other.category and max(one.place, other.place) <= min(one.last, other.last):
            place = max(one.place, other.place)
            text = mark("place {place} of {category} has two prizes", place=place, category=one.category.label)
            return _wrong("lines", text)
    return None


def _wishes(wishes: SeatingWishes) -> Text | None:
    for one, other, _weight in wishes.pairs:
        if one == other:
            return _same("pairs", one, other)
    return _twice("apart", (field for field, _weight in wishes.apart)) or _twice("reserves", wishes.reserves)


def _seated_once(name: str, tables: Iterable[Seats]) -> Text | None:
    return _twice(name, (number for seats in tables for number in seats))


def _seatings(sessions: Iterable[Iterable[Seats]], sit_out: tuple[tuple[int, ...], ...]) -> Text | None:
    twice = next(filter(None, (_seated_once("sessions", tables) for tables in sessions)), None)
    return twice or _turns(sessions, sit_out)


def _turns(sessions: Iterable[Iterable[Seats]], sit_out: tuple[tuple[int, ...], ...]) -> Text | None:
    numbers = [[number for seats in tables for number in seats] for tables in sessions]
    if len(sit_out) > len(numbers):
        return _wrong("sit_out", mark("{found} sessions instead of {count}", found=len(sit_out), count=len(numbers)))
    found = (_twice("sit_out", (*out, *here)) for out, here in zip(sit_out, numbers, strict=False))
    return next(filter(None, found), None)


def _cancelled(fact: facts.SessionsCancelled) -> Text | None:
    return _twice("sessions", fact.sessions) if fact.sessions else _wrong("sessions", mark("none is named"))


def _added(fact: facts.SessionsAdded) -> Text | None:
    return _twice("restored", fact.restored) if fact.restored or fact.added else _wrong("added", 0)


def _final_tables(fact: facts.SessionSeated, finalists: frozenset[int]) -> Text | None:
    assert fact.final is not None
    if not fact.final.beside:
        seated = {number for seats in fact.tables for number in seats}
        if seated == finalists:
            return None
        return _wrong("final", mark("its players are not those at the tables"))
    if not finalists <= {number for seats in fact.tables for number in seats}:
        return _wrong("final", mark("one of its players has no seat"))
    mixed = any(0 < len(finalists.intersection(seats)) < len(seats) for seats in fact.tables)
    return _wrong("final", mark("others sit at one of its tables")) if mixed else None


def _session_seated(fact: facts.SessionSeated) -> Text | None:
    if fact.way not in ("straight", "swiss"):
        return _wrong("way", _unknown(fact.way))
    if fact.final is not None:
        if fact.final.session != fact.session:
            return _wrong("final", mark("it begins with session {session}", session=fact.final.session))
        fault = _final_tables(fact, frozenset(fact.final.players))
        if fault is not None:
            return fault
    if fact.beside not in ("", "straight", "swiss", "lot"):
        return _wrong("beside", _unknown(fact.beside))
    return _seated_once("tables", fact.tables) or _turns((fact.tables,), (fact.sit_out,))


def _player(player: Player) -> Text | None:
    return _twice("sit_out", player.sit_out)


def _players_changed(fact: facts.PlayerChanged) -> Text | None:
    return _twice("others", fact.concerned)


def _lot_drawn(fact: facts.LotDrawn) -> Text | None:
    drawn = _twice("others", (player for player, _lot in fact.lots))
    return drawn or _twice("lot", (lot for _player, lot in fact.lots if lot))


def _swapped(fact: facts.PlayersSwapped) -> Text | None:
    return _same("other", fact.one, fact.other) or _twice("sessions", fact.sessions)


def _replaced(fact: facts.PlayerReplaced) -> Text | None:
    return _same("by", fact.number, fact.by.number) or _twice("sessions", fact.sessions)


def _hand(fact: facts.HandRecorded | facts.HandCorrected | facts.HandInserted | facts.HandProposed) -> Text | None:
    if fact.discarder is None:
        return None
    if fact.winner is None:
        return _wrong("discarder", mark("{value} in a hand that nobody won", value=_plain(fact.discarder)))
    return _same("discarder", fact.winner, fact.discarder)


def _hand_inserted(fact: facts.HandInserted) -> Text | None:
    return _hand(fact) or _restated(fact)


def _hand_moved(fact: facts.HandMoved) -> Text | None:
    return _same("to", fact.hand, fact.to) or _restated(fact)


def _columns_exchanged(fact: facts.ColumnsExchanged) -> Text | None:
    if fact.hands is not None and fact.hands[1] < fact.hands[0]:
        return _wrong("hands", _comes_before(fact.hands[1], fact.hands[0]))
    return _same("other", fact.one, fact.other) or _restated(fact)


def _restated(fact: facts.HandInserted | facts.HandDeleted | facts.HandMoved | facts.ColumnsExchanged) -> Text | None:
    return _twice("restated", (row.hand for row in fact.restated))


def _penalty(fact: facts.PenaltyGiven) -> Text | None:
    if fact.player in fact.to:
        return _wrong("to", mark("{value} would receive their own points", value=_plain(fact.player)))
    return _twice("to", fact.to)


def _reading(reading: facts.PaperReading) -> Text | None:
    if (reading.totals is None) is (not reading.points):
        return _wrong("points", mark("a reading has either totals or points"))
    return None


def _heads(fact: facts.HeadsChained) -> Text | None:
    if fact.moment not in ("start", "end"):
        return _wrong("moment", _unknown(fact.moment))
    return _twice("heads", (head.stream for head in fact.heads))


def _phone_address(fact: facts.TableEntryAllowed | check_in_facts.PhoneCheckInSet) -> Text | None:
    from tournament.event.settings import web_address_problem  # few events have one

    wrong = not fact.address or fact.address.endswith("/") or web_address_problem(fact.address) is not None
    return _wrong("address", _unknown(fact.address)) if wrong else None


def _paper(fact: facts.PaperNoted) -> Text | None:
    if fact.table is not None and fact.session is None:
        return _wrong("table", mark("{value} of no session", value=_plain(fact.table)))
    if fact.hand is not None and fact.table is None:
        return _wrong("hand", mark("{value} of no table", value=_plain(fact.hand)))
    return None


def _fixed(fixed: FixedPoints) -> Text | None:
    if fixed.in_range:
        return None
    return listed((_wrong("table_points", fixed.table_points), _wrong("score", fixed.score)))


# Fields of one value that contradict one another, although each is in its own range. These relations refuse only what
# no version of the program has ever written: a range that ends before it begins, a set that names one thing twice, a
# player who is their own opponent.
_RELATIONS: Mapping[type, _Relation] = {
    Settings: _settings,
    FixedPoints: _fixed,
    Timetable: lambda timetable: _twice("sessions", (each.session for each in timetable.sessions)),
    Prize: _prize,
    Prizes: _prizes,
    PrizeLot: lambda lot: _twice("order", lot.order),
    Player: _player,
    Seating: lambda seating: _seatings(seating.sessions, seating.sit_out),
    SeatingWishes: _wishes,
    Final: lambda final: _twice("players", final.players),
    facts.PlayersAdded: lambda fact: _twice("players", fact.concerned),
    facts.PlayerChanged: _players_changed,
    facts.PlayerStateChanged: lambda fact: _twice("returned", fact.returned),
    facts.PlayersMerged: lambda fact: _same("other", fact.player.number, fact.other),
    facts.LotDrawn: _lot_drawn,
    facts.PlayersSwapped: _swapped,
    facts.PlayerReplaced: _replaced,
    facts.SessionsRedrawn: lambda fact: _seatings(fact.sessions, fact.sit_out),
    facts.SessionSeated: _session_seated,
    facts.SessionsCancelled: _cancelled,
    facts.SessionsAdded: _added,
    facts.SessionStarted: lambda fact: _twice("absent", fact.absent),
    facts.SessionClosed: lambda fact: _twice("not_verified", fact.not_verified),
    facts.HeadsChained: _heads,
    facts.HandRecorded: _hand,
    facts.HandCorrected: _hand,
    facts.HandInserted: _hand_inserted,
    facts.HandProposed: _hand,
    facts.HandDeleted: _restated,
    facts.HandMoved: _hand_moved,
    facts.ColumnsExchanged: _columns_exchanged,
    facts.PenaltyGiven: _penalty,
    facts.PaperReading: _reading,
    facts.MinutesAdded: lambda fact: _twice("tables", fact.tables),
    facts.PaperNoted: _paper,
    facts.HostTakenOver: lambda fact: _twice("missing", fact.missing),
    facts.TableEntryAllowed: _phone_address,
    check_in_facts.PhoneCheckInSet: lambda fact: _phone_address(fact) or _twice("renewed", fact.renewed),
}
"""By type of a value: the check of its fields together."""
