"""What a recovered event may have: entries of the damaged one, and entries rebuilt from what its file still has.

What a rebuilt entry says is compared with what was once entered. Only what cannot change a result may be read from
damaged bytes: names of players, and settings, which people are told to check.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tests.proof.event_file import Row
from tests.proof.proof_planted import sealed
from tests.proof.sqlite_pages import readable_rows
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.ledger.codec import encode
from tournament.ledger.facts import EventCreated, PlayersAdded

OF_A_RECOVERY = ("heads-chained", "event-recovered")
_DESK = "recovery"
_SEATED_BY_PHONES = ("seat-taken", "hand-proposed")
_DEFAULTS: Mapping[str, Any] = json.loads(encode(EventCreated(Settings("–"))))["settings"]
_NOBODY: Mapping[str, Any] = json.loads(encode(PlayersAdded((Player(0, "", ""),))))["players"][0]
Seated = Mapping[tuple[int, int], list[int]]
"""The four players of a table, by session and table."""


def whole_rows(content: bytes, rows: Sequence[Row]) -> list[Row]:
    """Of ``rows``, what a file's bytes still hold."""
    right = {row["id"]: row for row in readable_rows(content) if sealed(row)["hash"] == row["hash"]}
    return [row for row in rows if right.get(row["id"]) == row]


def said_of(rows: Iterable[Row]) -> set[tuple[str, ...]]:
    """The contents of entries, without the notes of a recovery and those that chain the ends of streams."""
    return {
        (row["stream"], row["id"], row["author"], row["time"], _content(row))
        for row in rows
        if row["kind"] not in OF_A_RECOVERY
    }


def _content(row: Row) -> str:
    """The text of an entry; of a paper or a host without the number of entries that it names: some may be lost.

    A recovery writes a field that an earlier version did not have with the value that it then stands for.
    """
    text: str = row["content"]
    if row["kind"] in ("paper-noted", "host-taken-over"):
        said = {name: value for name, value in json.loads(text).items() if name != "entries"}
        return json.dumps([item for item in said.items() if item[1] is not None and item[1] is not False])
    return text


def rebuilt_rows(there: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """Of the entries ``there`` of a recovered event those that the whole event with ``rows`` did not have."""
    ids = {row["id"] for row in rows}
    return [row for row in there if row["desk"] == _DESK and row["id"] not in ids]


def never_entered(there: Sequence[Row], rows: Sequence[Row], content: bytes) -> list[str]:
    """What the entries ``there`` of a recovered event say that was never entered; empty if all of it was.

    ``rows`` are those of the whole event, ``content`` the bytes of its damaged file.
    """
    once, rebuilt = said_of(rows), rebuilt_rows(there, rows)
    others = [row for row in there if row not in rebuilt and not said_of([row]) <= once]
    faults = [f"{row['kind']} at {row['position']} is not as it was entered" for row in others]
    if rebuilt:
        faults += _Rebuilt(there, rows, content).faults(rebuilt)
    return faults


class _Rebuilt:
    """The entries that a recovery rebuilt, and what they are compared with."""

    def __init__(self, there: Sequence[Row], rows: Sequence[Row], content: bytes) -> None:
        self._there, self._rows = there, rows
        self._text = content.decode("utf-8", "replace")
        self._whole = whole_rows(content, rows)
        # Bytes put in between hide whole entries from a reader by pages: what a file names may be intact.
        self._named = [row for row in rows if row["id"].encode() in content]
        whole = {row["id"] for row in self._whole}
        self._lost = [row for row in rows if row["id"] not in whole and row["stream"] == "event"]
        self._positions = {row["id"]: row["position"] for row in rows}

    def faults(self, rebuilt: Sequence[Row]) -> Iterator[str]:
        """What is wrong with the entries ``rebuilt``."""
        note = next((row for row in reversed(self._there) if row["kind"] == "event-recovered"), None)
        by = None if note is None else (note["author"], note["role"], note["time"])
        checks = {
            "event-created": self._created,
            "settings-changed": self._settings_changed,
            "players-added": self._added,
            "player-removed": self._removed,
            "draw-published": self._draw,
            "table-left-out": self._left_out,
            "sessions-cancelled": self._cancelled,
        }
        for row in rebuilt:
            shown = f"{row['kind']} at {row['position']}, rebuilt,"
            if row["stream"] != "event" or row["kind"] not in checks:
                yield f"{shown} is nothing that a recovery rebuilds"
                continue
            if (row["author"], row["role"], row["time"]) != by:
                yield f"{shown} is by another than the note of the recovery"
            if not self._lost:
                yield f"{shown} replaces nothing: no entry about the event is lost"
            yield from (f"{shown} {fault}" for fault in checks[row["kind"]](row))

    def _created(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        if all(each["kind"] != "event-created" for each in self._lost):
            yield "replaces settings that are not lost"
        entered = self._settings(self._rows)
        read = {place[0] for place in map(_place, [*self._whole, *self._there]) if place is not None}
        ends = {
            place[0] for place in map(_place, self._named) if place is not None and place[0] >= max(read, default=1)
        }
        for name, value in said["settings"].items():
            known = [each.get(name, _DEFAULTS[name]) for each in entered]
            by_default = value == _DEFAULTS[name] or (name == "sessions" and value in (ends or {1}))
            if value not in known and not by_default and not self._is_in_file(f'"{name}":', value):
                yield f"has {name}: {value}"
        rules = {each.get("rules", _DEFAULTS["rules"]) for each in entered}
        kept = any(_place(each) is not None for each in self._there)
        if said["settings"]["rules"] not in rules and kept:
            yield "counts sheets by rules that were never chosen"

    def _settings_changed(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        entered = self._settings(each for each in self._lost if each["kind"] == "settings-changed")
        for name, value in said["settings"].items():
            known = [each.get(name, _DEFAULTS[name]) for each in entered]
            if value not in known and not (known and self._is_in_file(f'"{name}":', value)):
                yield f"has {name}: {value}"

    @staticmethod
    def _settings(rows: Iterable[Row]) -> list[Mapping[str, Any]]:
        kinds = ("event-created", "settings-changed")
        return [json.loads(row["content"])["settings"] for row in rows if row["kind"] in kinds]

    def _is_in_file(self, before: str, value: object) -> bool:
        return before + json.dumps(value, ensure_ascii=False, separators=(",", ":")) in self._text

    def _added(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        whole = {player["number"] for player in _players(self._whole)}
        lost = {player["number"] for player in _players(self._lost)}
        entered = [_without_empty(player) for player in _players(self._rows)]
        if said["first"] != 1 and said["first"] not in {first for each in self._named for first in _sessions(each)}:
            yield f"lets them join in session {said['first']}"
        for player in said["players"]:
            number, values = player["number"], _without_empty(player)
            nameless = {"number": number, "first_name": "?", "last_name": str(number)}
            if number in whole or number not in lost:
                yield f"adds player {number}, whom no lost entry added"
            if values not in (*entered, nameless) and not self._is_in_file("", player):
                yield f"names player {number} {player}"

    def _removed(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        draw = next((each for each in self._after(row) if each["kind"] == "draw-published"), None)
        if draw is None or draw["id"] not in self._positions:
            yield "removes a player, and no draw follows"
        elif said["number"] in _drawn(json.loads(draw["content"])["seating"]):
            yield f"removes player {said['number']}, who is in the draw"

    def _draw(self, row: Row) -> Iterator[str]:
        seating, in_force = json.loads(row["content"])["seating"], self._in_force(row)
        seats = _seats(in_force)
        phones = [
            (_place(each), json.loads(each["content"])["players"])
            for each in self._whole
            if each["kind"] in _SEATED_BY_PHONES
        ]
        left_out = {(each["session"], each["table"]) for each in self._rebuilt_after(row, "table-left-out")}
        for session, tables in enumerate(seating["sessions"], start=1):
            for table, four in enumerate(tables, start=1):
                place = (session, table)
                if place not in left_out and seats.get(place) != four and (place, four) not in phones:
                    yield f"seats {four} at table {table} of session {session}, where {seats.get(place)} sat"
            out = seating["sit_out"][session - 1] if session <= len(seating["sit_out"]) else []
            turns = in_force.get("sit_out", [])
            if out and (session > len(turns) or sorted(turns[session - 1]) != out):
                yield f"lets {out} sit out in session {session}"
        reserves = set(seating["wishes"]["reserves"])
        if reserves & _drawn({**seating, "wishes": {}}):
            yield f"has reserves who have a seat: {sorted(reserves)}"
        others = {name: value for name, value in seating["wishes"].items() if name != "reserves" and value}
        if others or seating["method"] != "recovered" or seating["seed"]:
            yield f"has {others} and the method {seating['method']}"

    def _in_force(self, row: Row) -> Mapping[str, Any]:
        """The draw that the whole event had where ``row`` stands; it must be lost."""
        follows = next((each for each in self._after(row) if each["id"] in self._positions), None)
        end = len(self._rows) + 1 if follows is None else self._positions[follows["id"]]
        standing: dict[str, Row] = {}
        for each in self._rows[: end - 1]:
            said = json.loads(each["content"])
            if each["kind"] in ("draw-published", "redone"):
                found = each if each["kind"] == "draw-published" else self._row(said["entry"])
                if found["kind"] == "draw-published":
                    standing[found["id"]] = found
            elif each["kind"] == "undone":
                standing.pop(said["entry"], None)
        last = max(standing.values(), key=lambda each: each["position"], default=None)
        seating: Mapping[str, Any] = json.loads(last["content"])["seating"] if last in self._lost else {"sessions": []}
        return seating

    def _row(self, id: str) -> Row:
        return next(row for row in self._rows if row["id"] == id)

    def _after(self, row: Row) -> Iterator[Row]:
        return (each for each in self._there if each["position"] > row["position"])

    def _rebuilt_after(self, row: Row, kind: str) -> list[Any]:
        rows = (each for each in self._after(row) if each["kind"] == kind and each["id"] not in self._positions)
        return [json.loads(each["content"]) for each in rows]

    def _left_out(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        if self._rebuilt_draw_before(row) is None:
            yield "leaves a table out of no rebuilt draw"
        elif any(_place(each) == (said["session"], said["table"]) for each in self._there):
            yield f"leaves out table {said['table']} of session {said['session']}, which has entries"

    def _cancelled(self, row: Row) -> Iterator[str]:
        said = json.loads(row["content"])
        draw = self._rebuilt_draw_before(row)
        if draw is None or any(draw["sessions"][session - 1] for session in said["sessions"]):
            yield f"cancels sessions {said['sessions']}, of which seats are known"

    def _rebuilt_draw_before(self, row: Row) -> Mapping[str, Any] | None:
        before = (each for each in reversed(self._there) if each["position"] < row["position"])
        draw = next((each for each in before if each["kind"] == "draw-published" and each["desk"] == _DESK), None)
        return None if draw is None else json.loads(draw["content"])["seating"]


def _place(row: Row) -> tuple[int, int] | None:
    """Session and table of an entry about a table."""
    session, _, table = row["stream"].partition("/table-")
    return (int(session.removeprefix("session-")), int(table)) if table else None


def _sessions(row: Row) -> Sequence[int]:
    """The sessions that an entry names."""
    said = json.loads(row["content"])
    named = said.get("sessions", [])
    place = _place(row)
    given = [said.get("session", 1), said.get("first", 1), place[0] if place else 1]
    return [*(each for each in named if isinstance(each, int)), *given]


def _players(rows: Iterable[Row]) -> Iterator[Mapping[str, Any]]:
    """The players whom entries add or change, as they name them."""
    for row in rows:
        said = json.loads(row["content"])
        if row["kind"] == "players-added":
            yield from said["players"]
        elif row["kind"] == "player-replaced":
            yield said["by"]


def _without_empty(player: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in player.items() if value != _NOBODY.get(name)}


def _seats(seating: Mapping[str, Any]) -> Seated:
    return {
        (session, table): four
        for session, tables in enumerate(seating["sessions"], start=1)
        for table, four in enumerate(tables, start=1)
    }


def _drawn(seating: Mapping[str, Any]) -> set[int]:
    """Everybody who has a place in a draw: a seat, a turn to sit out, or a reserve's."""
    seated = {number for four in _seats(seating).values() for number in four}
    out = {number for turns in seating.get("sit_out", []) for number in turns}
    return seated | out | set(seating["wishes"].get("reserves", []))
