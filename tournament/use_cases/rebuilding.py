"""What lost entries said, as far as their damaged text and other entries show it: settings, players and seats.

Nothing that is read from damaged text is certain, so only what can be compared, or does not decide a result, is used:
seats only where they seat every player once, names of players, and settings, which the recovery tells people to check.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from msgspec import DecodeError, structs

from tournament.catalogue import IDS
from tournament.draw import DrawProblem
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.event.seating import Seating, SeatingWishes, Seats, turns_of
from tournament.event.settings import Settings, settings_problems
from tournament.files.typed_json import convert
from tournament.ledger.codec import decode_fact, encode, value_fault
from tournament.ledger.entry import Entry, Record, hash_of, table_of
from tournament.ledger.facts import (
    DrawPublished,
    EventCreated,
    HandProposed,
    PlayersAdded,
    SeatTaken,
    SettingsChanged,
)
from tournament.ledger.journal import Journal
from tournament.use_cases.drawing import plan_seating
from tournament.use_cases.view import View

_PLAYER = re.compile(r"\{[^{}]*\}")
_TABLE = re.compile(r"\[(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})\]")
_MEMBER = re.compile(r'[{,]"(\w+)":')
_DRAWN_BY = re.compile(r'"method":"([^"\\]*)","seed":(\d+),')
_BEFORE_SEATS, _NEXT_SESSION = '"sessions":[[', "],["
_AFTER_SEATS = re.compile(r'\]\],"(?:sit_out|wishes)"')
"""What follows the last table of a draw. Draws of earlier versions do not say who sits out."""
_WISHES = re.compile(r'"wishes":(?=\{)')
Place = tuple[int, int]
"""Session and table, from 1."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left of lost entries about the event."""

    settings: Settings | None = None
    """The settings with which it was created; None if nothing of them can be read."""
    rules_known: bool = False
    """Whether these name the rules."""
    players: Mapping[int, Player] = field(default_factory=dict)
    """By number: the players who can be read."""
    seats: Mapping[Place, Seats] = field(default_factory=dict)
    """The seats of the lost draw that can be read, and those that players stated at their tables."""


def remains_of(damaged: Sequence[Record], whole: Sequence[Record], sessions: int) -> Remains:
    """Return what the ``damaged`` entries, and the phones in ``whole`` ones, say.

    ``sessions`` is how many sessions the draw had; 0 if that is not known.
    """
    settings, rules_known = None, False
    players: dict[int, Player] = {}
    seats = dict(_seats_of_phones(whole))
    for record in damaged:
        match record.kind:
            case EventCreated.kind:
                settings, rules_known = read_settings(record.content)
            case PlayersAdded.kind:
                players |= {player.number: player for player in read_players(record.content)}
            case DrawPublished.kind:
                seats |= read_seats(record.content, sessions)
            case _:
                pass
    return Remains(settings, rules_known, players, seats)


def read_settings(content: str) -> tuple[Settings | None, bool]:
    """Return the settings with every member of ``content`` that can be read, and whether these name the rules.

    None if none can be read.
    """
    reader = json.JSONDecoder()
    members: dict[str, object] = {}
    known = {each.name for each in fields(Settings)}
    for found in _MEMBER.finditer(content):
        if found[1] in known and found[1] not in members:
            try:
                value, _ = reader.raw_decode(content, found.end())
                one = convert({"name": "–", found[1]: value}, Settings)
            except (ValueError, DecodeError, RecursionError):
                continue
            if not settings_problems(one) and value_fault(EventCreated(one)) is None:
                members[found[1]] = getattr(one, found[1])
    rules_known = members.get("rules") in IDS
    if not rules_known:
        members.pop("rules", None)
        members.pop("options", None)
    if not members:
        return None, False
    return replace(Settings("–"), **members), rules_known  # type: ignore[arg-type]


def read_players(content: str) -> Iterator[Player]:
    """Yield each player in ``content`` of whom every field can be read.

    One of whom a field is damaged might else be shown with a name that they do not want to be public.
    """
    written = {each.name for each in fields(Player) if f'"{each.name}":' in content}
    for found in _PLAYER.finditer(content):
        try:
            read = json.loads(found[0])
            player = convert(read, Player)
        except (ValueError, DecodeError, RecursionError):
            continue
        if read.keys() != written:
            continue
        if value_fault(PlayersAdded((player,))) is None and player.number > 0:
            yield player


def read_seats(content: str, sessions: int) -> dict[Place, Seats]:
    """Return the seats in ``content`` whose session and table are certain.

    Tables are counted from the beginning of the draw until the first that cannot be read and, if it has ``sessions``
    sessions, from its end back to the last that cannot be read.
    """
    tables = list(_TABLE.finditer(content))
    runs: list[list[list[Seats]]] = []
    last = None
    until_end = False
    for table in tables:
        between = content[last.end() : table.start()] if last is not None else ""
        if last is None or between not in (",", _NEXT_SESSION):
            runs.append([[]])
        elif between == _NEXT_SESSION:
            runs[-1].append([])
        runs[-1][-1].append((int(table[1]), int(table[2]), int(table[3]), int(table[4])))
        last = table
        until_end = _AFTER_SEATS.match(content, table.end()) is not None
        if until_end:  # Four numbers after that are players who sit out, or reserves.
            break
    if last is None:
        return {}
    found: dict[Place, Seats] = {}
    from_start = content[: tables[0].start()].endswith(_BEFORE_SEATS)
    if from_start:
        for session, seated in enumerate(runs[0], start=1):
            found |= {(session, table): seats for table, seats in enumerate(seated, start=1)}
    complete = {len(seated) for run in runs for seated in run[1:-1]}
    complete |= {len(runs[0][0])} if from_start and len(runs[0]) > 1 else set()
    complete |= {len(runs[-1][-1])} if len(runs[-1]) > 1 else set()
    if sessions and len(complete) == 1 and until_end:
        (size,) = complete
        for session, seated in zip(range(sessions, 0, -1), reversed(runs[-1]), strict=False):
            found |= {(session, size - len(seated) + table): seats for table, seats in enumerate(seated, start=1)}
    return found


def _seats_of_phones(whole: Iterable[Record]) -> Iterator[tuple[Place, Seats]]:
    for record in whole:
        if record.kind in (SeatTaken.kind, HandProposed.kind):
            place = table_of(record.stream)
            seats = json.loads(record.content)["players"]
            if place is not None:
                yield place, (seats[0], seats[1], seats[2], seats[3])


def drawn_again(damaged: Record, before: Iterable[Entry], known: Iterable[str]) -> Record | None:
    """Return the entry of the draw that was ``damaged``, if its seed and method can be read and give that entry.

    ``before`` are all entries before it. ``known`` are hashes of entries, one of which it must have if its own hash is
    damaged too. None if it is another draw.
    """
    found = _DRAWN_BY.search(damaged.content)
    if found is None or damaged.kind != DrawPublished.kind:
        return None
    view = View(Journal(before))
    wishes = _read_wishes(damaged.content)
    try:
        seating = plan_seating(view, seed=int(found[2]), method=found[1], wishes=wishes)
    except (Refused, DrawProblem, LookupError, ValueError):
        return None
    again = structs.replace(damaged, content=encode(DrawPublished(seating)))
    own = hash_of(again)
    return structs.replace(again, hash=own) if own in {damaged.hash, *known} else None


def _read_wishes(content: str) -> SeatingWishes:
    found = _WISHES.search(content)
    if found is None:
        return SeatingWishes()
    try:
        value, _ = json.JSONDecoder().raw_decode(content, found.end())
        return convert(value, SeatingWishes)
    except (ValueError, DecodeError, RecursionError):
        return SeatingWishes()


def readable_fact(record: Record, standing: Settings) -> SettingsChanged | None:
    """Return the change of the settings in the damaged ``record``, if all of it can be read.

    What has no name in it, because a letter of the name is damaged, stays as in the ``standing`` settings.
    """
    if record.kind != SettingsChanged.kind:
        return None
    try:
        fact = decode_fact(record.kind, record.content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fact, SettingsChanged) or value_fault(fact) or fact.settings.rules not in IDS:
        return None
    named = json.loads(record.content)["settings"]
    unnamed = {each.name: getattr(standing, each.name) for each in fields(Settings) if each.name not in named}
    return SettingsChanged(replace(fact.settings, **unnamed))


@dataclass(frozen=True, slots=True)
class RebuiltDraw:
    """The draw as far as it is known."""

    seating: Seating
    unknown: tuple[Place, ...] = ()
    """The tables whose seats are not known: the players who are left sit there in the order of their numbers, first
    those who have a seat in another session."""
    lost: tuple[int, ...] = ()
    """The sessions of which no table is known."""


def rebuilt_draw(seats: Mapping[Place, Seats], players: Iterable[int], tables: Mapping[int, int]) -> RebuiltDraw | None:
    """Return the draw that has these ``seats``; None if no session has any.

    ``players`` are the numbers of all players, ``tables`` the highest number of a table by session, as far as they are
    known. A session whose seats contradict each other, or seat strangers, counts as not known. Up to three players who
    have a seat in other sessions, and none in a session of which every table is known, sit out in it.
    """
    everybody = frozenset(players)
    found = {session: _tables_of(session, seats, everybody) for session in range(1, _last_session(seats) + 1)}
    drawn = frozenset(number for known in found.values() for four in known.values() for number in four)
    sessions: list[tuple[Seats, ...]] = []
    turns: list[Iterable[int]] = []
    unknown: list[Place] = []
    for session, known in found.items():
        count = max(*known, tables.get(session, 0), len(everybody) // 4) if known else 0
        seated = {number for four in known.values() for number in four}
        rest = sorted(everybody - seated, key=lambda number: (number not in drawn, number))
        waiting = [table for table in range(1, count + 1) if table not in known]
        if not known or len(rest) < 4 * len(waiting):
            found[session] = {}
            sessions.append(())
            turns.append(())
            continue
        for table in waiting:
            a, b, c, d, *rest = rest
            known[table] = (a, b, c, d)
            unknown.append((session, table))
        sessions.append(tuple(known[table] for table in range(1, count + 1)))
        out = drawn - seated
        turns.append(out if not waiting and len(out) < 4 else ())
    while sessions and not sessions[-1]:
        sessions.pop()
    if not sessions:
        return None
    lost = tuple(session for session, known in found.items() if not known)
    seating = Seating(tuple(sessions), "recovered", sit_out=turns_of(turns[: len(sessions)]))
    return RebuiltDraw(seating, tuple(unknown), lost)


def _last_session(seats: Iterable[Place]) -> int:
    return max((session for session, _ in seats), default=0)


def _tables_of(session: int, seats: Mapping[Place, Seats], players: frozenset[int]) -> dict[int, Seats]:
    """Return the seats of ``session`` by table; none if they contradict each other, or seat others than ``players``."""
    known = {table: four for (played, table), four in seats.items() if played == session}
    seated = [number for four in known.values() for number in four]
    return known if len(set(seated)) == len(seated) and players.issuperset(seated) else {}
