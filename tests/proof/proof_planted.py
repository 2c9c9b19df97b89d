"""Faults planted into event files by somebody with a database tool: how many ``check`` finds."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from sqlite3 import connect

from tests.proof.calling import call
from tests.proof.covered import FILE
from tests.proof.event_file import Forger, Row, forging, make_event, rows_of
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.storage import open_for_writing
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import NoteAttendance

BASES = 12
"""Events into which the faults are planted."""
SHARE = 0.99
"""Of the faults at least so many must be found."""
_EACH = 100

Plant = Callable[[Path, Random], bool]
"""Plants one fault; False where this event has no place for it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault."""

    name: str
    plant: Plant
    sinks: str = ""
    """Why the file alone may not show the change, so that only a fingerprint noted before can."""


def _inside(change: Callable[[Forger, Random], bool]) -> Plant:
    """A change of rows, with what refuses changes out of the way."""

    def plant(path: Path, chance: Random) -> bool:
        with forging(path) as forger:
            return change(forger, chance)

    return plant


def sealed(row: Row) -> Row:
    """The row with the hash that belongs to what it says."""
    members = [row[name] for name in ("id", "stream", "number", "kind", "version", "author", "desk", "time", "content")]
    members.append(row["previous"])
    members += [row["position"], row["before"], row["role"]]
    texts = [str(member) for member in members]
    return row | {"hash": sha256("".join(f"{len(text)}:{text}" for text in texts).encode()).hexdigest()}


def resealed(rows: list[Row]) -> list[Row]:
    """Chain all rows anew, as somebody with the knowledge could: numbers, positions and hashes are correct again."""
    last: dict[str, tuple[int, str]] = {}
    before, new = "0" * 64, []
    hashes: dict[str, str] = {}
    for position, row in enumerate(rows, start=1):
        number, previous = last.get(row["stream"], (0, "0" * 64))
        content = row["content"]
        for old, now in hashes.items():
            content = content.replace(old, now) if row["kind"] == "heads-chained" else content
        changed = row | {"position": position, "number": number + 1, "previous": previous, "content": content}
        changed = sealed(changed | {"before": before})
        hashes[row["hash"]] = before = changed["hash"]
        last[row["stream"]] = number + 1, changed["hash"]
        new.append(changed)
    return new


def _some(forger: Forger, chance: Random, *kinds: str) -> Row | None:
    found = [row for row in forger.rows if not kinds or row["kind"] in kinds]
    return chance.choice(found) if found else None


def _other_content(row: Row, chance: Random) -> str:
    """What the row says with other points, or another number where it has none."""
    content = json.loads(row["content"])
    name = "points" if "points" in content else next(name for name, value in content.items() if type(value) is int)
    content[name] += chance.choice((1, 8, 10))
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


HANDS = ("hand-recorded", "hand-corrected")


def _points(forger: Forger, chance: Random) -> bool:
    row = _some(forger, chance, *HANDS)
    if row is None:
        return False
    forger.change(row["position"], content=_other_content(row, chance))
    return True


def _points_sealed(forger: Forger, chance: Random) -> bool:
    row = _some(forger, chance, *HANDS)
    if row is None:
        return False
    changed = sealed(row | {"content": _other_content(row, chance)})
    forger.change(row["position"], content=changed["content"], hash=changed["hash"])
    return True


def _swapped_contents(forger: Forger, chance: Random) -> bool:
    rows = [row for row in forger.rows if row["kind"] == "hand-recorded"]
    if len(rows) < 2:
        return False
    one, other = chance.sample(rows, 2)
    if one["content"] == other["content"]:
        return False
    forger.change(one["position"], content=other["content"])
    forger.change(other["position"], content=one["content"])
    return True


def _swapped_rows(forger: Forger, chance: Random) -> bool:
    rows = forger.rows
    one, other = chance.sample(rows, 2)
    forger.delete(one["position"], other["position"])
    forger.add(one | {"position": other["position"]})
    forger.add(other | {"position": one["position"]})
    return True


def _cut(forger: Forger, chance: Random) -> bool:
    rows = forger.rows
    forger.delete(*(row["position"] for row in rows[-chance.randint(1, min(5, len(rows) - 2)) :]))
    return True


def _cut_whole(forger: Forger, chance: Random) -> bool:
    """The same by somebody who knows that the file says how many there are."""
    rows = forger.rows
    keep = len(rows) - chance.randint(1, min(5, len(rows) - 2))
    forger.delete(*(row["position"] for row in rows[keep:]))
    forger.end(keep, rows[keep - 1]["hash"])
    return True


def _cut_stream(forger: Forger, chance: Random) -> bool:
    """Remove the end of one table's stream, with entries of others behind it."""
    rows = forger.rows
    streams = sorted({row["stream"] for row in rows[:-1]} - {rows[-1]["stream"], "event"})
    if not streams:
        return False
    stream = chance.choice(streams)
    mine = [row for row in rows if row["stream"] == stream]
    forger.delete(*(row["position"] for row in mine[-chance.randint(1, len(mine)) :]))
    return True


def _deleted(forger: Forger, chance: Random) -> bool:
    rows = forger.rows
    forger.delete(chance.choice(rows[1:-1])["position"])
    return True


def _renumbered(forger: Forger, chance: Random) -> bool:
    """One entry gone, and the numbers and positions behind it closed up."""
    rows = forger.rows
    gone = chance.choice(rows[1:-1])
    left: list[Row] = []
    numbers: dict[str, int] = {}
    for position, row in enumerate((row for row in rows if row is not gone), start=1):
        numbers[row["stream"]] = numbers.get(row["stream"], 0) + 1
        left.append(row | {"position": position, "number": numbers[row["stream"]]})
    forger.write(left)
    return True


def _positions(forger: Forger, chance: Random) -> bool:
    """The order of writing turned round, nothing else: two neighbours of different streams."""
    rows = forger.rows
    pairs = [(a, b) for a, b in pairwise(rows) if a["stream"] != b["stream"]]
    if not pairs:
        return False
    one, other = chance.choice(pairs)
    forger.delete(one["position"], other["position"])
    forger.add(other | {"position": one["position"]})
    forger.add(one | {"position": other["position"]})
    return True


def _column(name: str, other: Callable[[Row, Random], object]) -> Plant:
    def change(forger: Forger, chance: Random) -> bool:
        row = _some(forger, chance)
        assert row is not None
        forger.change(row["position"], **{name: other(row, chance)})
        return True

    return _inside(change)


def _penalty_deleted(forger: Forger, chance: Random) -> bool:
    row = _some(forger, chance, "penalty-given")
    if row is None:
        return False
    forger.delete(row["position"])
    return True


def _reason(forger: Forger, chance: Random) -> bool:
    rows = [row for row in forger.rows if json.loads(row["content"]).get("reason")]
    if not rows:
        return False
    row = chance.choice(rows)
    content = json.loads(row["content"]) | {"reason": "something else"}
    forger.change(row["position"], content=json.dumps(content, sort_keys=True, separators=(",", ":")))
    return True


def _heads(forger: Forger, chance: Random) -> bool:
    row = _some(forger, chance, "heads-chained")
    if row is None:
        return False
    content = json.loads(row["content"])
    content["heads"] = content["heads"][:-1]
    changed = sealed(row | {"content": json.dumps(content, sort_keys=True, separators=(",", ":"))})
    forger.change(row["position"], content=changed["content"], hash=changed["hash"])
    return True


def _again(forger: Forger, chance: Random) -> bool:
    """A hand once more at the end of its stream, with the next number and nothing else new."""
    row = _some(forger, chance, *HANDS)
    if row is None:
        return False
    rows = forger.rows
    number = max(each["number"] for each in rows if each["stream"] == row["stream"]) + 1
    forger.add(row | {"position": rows[-1]["position"] + 1, "number": number, "id": f"{row['id'][:-4]}ffff"})
    return True


def _forged(forger: Forger, chance: Random) -> bool:
    """A new entry at the end whose own hash is right, on a guessed hash before it."""
    row = _some(forger, chance, *HANDS)
    if row is None:
        return False
    rows = forger.rows
    number = max(each["number"] for each in rows if each["stream"] == row["stream"]) + 1
    new = row | {
        "position": rows[-1]["position"] + 1,
        "number": number,
        "id": f"{row['id'][:-4]}fffe",
        "content": _other_content(row, chance),
    }
    forger.add(sealed(new))
    return True


def _rewritten(forger: Forger, chance: Random) -> bool:
    """Change the points of a hand, and chain everything after it anew."""
    rows = forger.rows
    places = [index for index, row in enumerate(rows) if row["kind"] == "hand-recorded"]
    if not places:
        return False
    index = chance.choice(places)
    rows[index] = rows[index] | {"content": _other_content(rows[index], chance)}
    _write_whole(forger, resealed(rows))
    return True


def _write_whole(forger: Forger, rows: list[Row]) -> None:
    forger.write(rows)
    forger.end(len(rows), rows[-1]["hash"])


def _left_out(forger: Forger, chance: Random) -> bool:
    """Remove the last entry of a sheet, and chain everything after it anew."""
    rows = forger.rows
    taken = {json.loads(row["content"]).get("entry") for row in rows}
    places = [i for i, row in enumerate(rows) if row["kind"] in (*HANDS, "penalty-given") and row["id"] not in taken]
    if not places:
        return False
    _write_whole(forger, resealed([row for index, row in enumerate(rows) if index != places[-1]]))
    return True


def _never_written(name: str, other: Callable[[Row, Random], object]) -> Plant:
    """One column of an entry says what the program never writes; everything after it is chained anew."""

    def change(forger: Forger, chance: Random) -> bool:
        rows = forger.rows
        index = chance.randrange(1, len(rows))
        rows[index] = rows[index] | {name: other(rows[index], chance)}
        _write_whole(forger, resealed(rows))
        return True

    return _inside(change)


def _created_again(forger: Forger, chance: Random) -> bool:
    rows = forger.rows
    again = rows[0] | {"id": f"{rows[0]['id'][:-4]}fffd"}
    _write_whole(forger, resealed([*rows[: (place := chance.randrange(1, len(rows) + 1))], again, *rows[place:]]))
    return True


def _steering_name(forger: Forger, chance: Random) -> bool:
    """A control character or a change of direction in the name of the event, or of one of its players."""
    rows = forger.rows
    kinds = ("event-created", "players-added", "settings-changed")
    index = chance.choice([index for index, row in enumerate(rows) if row["kind"] in kinds])
    said = rows[index]["content"]
    start = said.index('name":"', 0) + len('name":"')
    steering = chance.choice(("\\u001b[2J", "\\u0007", "\\u009b", "\u202e", "\u2066", "\u2028", "\x7f"))
    rows[index] = rows[index] | {"content": said[:start] + steering + said[start:]}
    _write_whole(forger, resealed(rows))
    return True


def _schema(*statements: str) -> Plant:
    def plant(path: Path, _chance: Random) -> bool:
        with closing(connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)
        return True

    return plant


def _view(path: Path, _chance: Random) -> bool:
    """A view where the table was, that leaves the penalties out."""
    with closing(connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("ALTER TABLE journal RENAME TO kept")
        connection.execute("CREATE VIEW journal AS SELECT * FROM kept WHERE kind <> 'penalty-given'")
    return True


def _header(at: int, value: Callable[[Random], bytes]) -> Plant:
    def plant(path: Path, chance: Random) -> bool:
        content = bytearray(path.read_bytes())
        new = value(chance)
        content[at : at + len(new)] = new
        path.write_bytes(bytes(content))
        return True

    return plant


def _older(path: Path, chance: Random) -> bool:
    """An old copy in its place: whole, and of this event."""
    rows = rows_of(path)
    keep = chance.randint(2, len(rows) - 1)
    with forging(path) as forger:
        _write_whole(forger, rows[:keep])
    return True


def _other_end(path: Path, chance: Random) -> bool:
    """An old copy on which somebody wrote on by the program itself."""
    _older(path, chance)
    store = open_for_writing(path)
    try:
        book = Book(store)
        if book.damage or not book.view.players:
            return False
        number = next(iter(book.view.players))
        carry_out(book, NoteAttendance((number,), number not in book.view.state.present), by=By("Somebody else"))
    finally:
        store.close()
    return True


def _another_kind(row: Row, _chance: Random) -> str:
    return "player-removed" if row["kind"] == "lot-drawn" else "lot-drawn"


def _blank(_row: Row, chance: Random) -> str:
    return chance.choice(("", " ", "\u3000"))


def _escape(row: Row, chance: Random) -> str:
    author: str = row["author"]
    return author + chance.choice(("\x1b[2J", "\x00", "\x9b", "\u202e", "\n"))


def _no_uuid(row: Row, chance: Random) -> str:
    id: str = row["id"]
    return chance.choice(("x", id[1:], id.upper() if id.upper() != id else "x", f"{id[:-1]}g", id.replace("-", "")))


def _long_ago(row: Row, chance: Random) -> str:
    year: str = row["time"][:4]
    return f"{int(year) - chance.choice((3, 10, 25, 50))}{row['time'][4:]}"


ALL_RIGHT = "what is left is a whole journal: no file can tell that it once went on, or otherwise"
KINDS = (
    Kind("points of a hand changed", _inside(_points)),
    Kind("points changed and the entry's own hash made right", _inside(_points_sealed)),
    Kind("what two entries say exchanged", _inside(_swapped_contents)),
    Kind("two rows exchanged whole", _inside(_swapped_rows)),
    Kind("two neighbours in the other order", _inside(_positions)),
    Kind("last entries cut off", _inside(_cut)),
    Kind("last entries cut off, and the stated end with them", _inside(_cut_whole), ALL_RIGHT),
    Kind("end of a table's stream cut off", _inside(_cut_stream)),
    Kind("an entry taken out", _inside(_deleted)),
    Kind("an entry taken out and the others renumbered", _inside(_renumbered)),
    Kind("a penalty taken out", _inside(_penalty_deleted)),
    Kind("author changed", _column("author", lambda _row, _chance: "Somebody Else")),
    Kind("workstation changed", _column("desk", lambda _row, _chance: "another desk")),
    Kind("time changed", _column("time", lambda row, _chance: row["time"].replace("2026", "2025"))),
    Kind("kind changed", _column("kind", _another_kind)),
    Kind("id changed", _column("id", lambda row, chance: f"{row['id'][:-6]}{chance.randrange(10**6):06}x")),
    Kind("version changed", _column("version", lambda _row, chance: chance.choice((0, 2, 99)))),
    Kind("a blob for a text", _column("author", lambda _row, _chance: b"\xff\xfe")),
    Kind("a hash changed", _column("hash", lambda row, _chance: row["hash"][::-1])),
    Kind("reason of a correction changed", _inside(_reason)),
    Kind("a stream left out of what was chained", _inside(_heads)),
    Kind("a hand written twice", _inside(_again)),
    Kind("an entry forged, its own hash right", _inside(_forged)),
    Kind("points changed and the whole chain made anew", _inside(_rewritten), ALL_RIGHT),
    Kind("an entry left out and the whole chain made anew", _inside(_left_out), ALL_RIGHT),
    Kind("the event created a second time, and the whole chain made anew", _inside(_created_again)),
    Kind("an author emptied, and the whole chain made anew", _never_written("author", _blank)),
    Kind("an escape in an author, and the whole chain made anew", _never_written("author", _escape)),
    Kind("a control character in a name, and the whole chain made anew", _inside(_steering_name)),
    Kind("an id that is none, and the whole chain made anew", _never_written("id", _no_uuid)),
    Kind("a time of years before, and the whole chain made anew", _never_written("time", _long_ago)),
    Kind("replaced by an old copy", _older, ALL_RIGHT),
    Kind("an old copy, continued by the program", _other_end, ALL_RIGHT),
    Kind("a trigger that swallows entries", _schema(
        "CREATE TRIGGER quiet BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END")),
    Kind("what refuses changes taken away", _schema("DROP TRIGGER journal_refuses_update")),
    Kind("a view in the table's place", _view),
    Kind("one more table", _schema("CREATE TABLE notes (text)")),
    Kind("the head says another program", _header(68, lambda _chance: b"\0\0\0\1")),
    Kind("the head says a newer version", _header(60, lambda _chance: b"\0\0\0\x63")),
)  # fmt: skip


@lru_cache(maxsize=BASES)
def _base(number: int) -> tuple[bytes, str]:
    """An event to plant into, and its fingerprint."""
    with temporary_folder() as folder:
        path = Path(folder) / "event.qv"
        make_event(path, f"base/{number}", steps=40, rules="mcr" if number % 2 else None)
        answer = call("check", path, "--json")
        fingerprint = json.loads(answer.out).get("fingerprint", "") if answer.code == 0 else ""
        return path.read_bytes(), fingerprint


def run(seed: int) -> Outcome:
    """Plant one fault into a copy of an event, and look whether it is found."""
    outcome, chance, kind = Outcome(), Random(f"planted/{seed}"), KINDS[seed % len(KINDS)]
    with temporary_folder() as folder:
        first = chance.randrange(BASES)
        for attempt in range(BASES):
            content, fingerprint = _base((first + attempt) % BASES)
            path = Path(folder) / f"event-{attempt}.qv"
            path.write_bytes(content)
            if kind.plant(path, chance):
                break
        else:
            outcome.failures.append(f"seed {seed}: no event had a place for: {kind.name}")
            return outcome
        whole = path.read_bytes()
        if whole == content:
            outcome.failures.append(f"seed {seed}: nothing was planted: {kind.name}")
            return outcome
        _look(seed, kind, path, fingerprint, outcome)
        outcome.expect(path.read_bytes() == whole, f"seed {seed}: looking changed the file: {kind.name}")
    return outcome


def _look(seed: int, kind: Kind, path: Path, fingerprint: str, outcome: Outcome) -> None:
    plain = call("check", path)
    since = call("check", path, "--since", fingerprint) if fingerprint else plain
    for answer in (plain, since):
        if answer.escaped:
            outcome.failures.append(f"seed {seed}: {kind.name}: {answer.escaped}")
    outcome.count("faults planted")
    if plain.code == 1 and plain.err.startswith("error: "):
        outcome.count("faults found")
        outcome.count("found by check alone")
        outcome.expect(since.code != 0, f"seed {seed}: {kind.name}: found, but not with a fingerprint")
    elif since.code == 1 and since.err.startswith("error: "):
        outcome.count("faults found")
        outcome.count("found by check with a fingerprint noted before")
        outcome.expect(bool(kind.sinks), f"seed {seed}: {kind.name}: found by a fingerprint alone")
        outcome.remarks[f"by a fingerprint alone: {kind.name} ({kind.sinks})"] += 1
    else:
        outcome.count(f"not found: {kind.name}")
        outcome.remarks[f"not found: {kind.name}, seed {seed}"] += 1


def _share(whole: Outcome, cases: int) -> tuple[str, ...]:
    planted, found = whole.counts["faults planted"], whole.counts["faults found"]
    whole.counts["kinds of faults"] = len(KINDS)
    return () if found >= SHARE * planted else (f"{planted - found} of {planted} planted faults were not found",)


PART = Part(
    name="planted",
    title="Faults planted in event files",
    brief="A file that somebody changed is found out.",
    covers=(*FILE, "tournament/draw", "ui/cli"),
    promise="Someone with a database tool changes an event file, as cleverly as each kind of fault says. `check` "
    "finds it, nearly always. A file whose journal is consistent again is found by `check --since` with a "
    "fingerprint that was printed before; without one it cannot be found. Checking changes nothing.",
    cases=_EACH * len(KINDS),
    short=250,
    run=run,
    counted="planted faults",
    enough=_share,
)
