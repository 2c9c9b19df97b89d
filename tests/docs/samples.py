"""Writes the files of docs/samples, which the README and the guides name: an invented event of sixteen players.

python -m tests.docs.samples docs/samples

The same files come out every time; a test holds that those of the repository are these, and that each is read as the
guides say. Nobody in them is a member of anything.
"""

import argparse
import csv
import json
import random
import re
import sys
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path
from unittest.mock import patch
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from reports.event_json import event_lines
from tournament.event.player import Player
from tournament.event.seating import Seating, Seats
from tournament.event.settings import Settings
from tournament.storage.creation import MemoryStore
from tournament.use_cases import Book, By, carry_out, carry_out_all
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.json_lines.record import read_command

SESSIONS, TABLES, HANDS = 4, 4, 16
LETTERS = "ABCD"
POINTS = (*range(8, 19), 8, 8, 8, 9, 9, 10, 12, 16, 18, 20, 22, 24, 24, 26, 28, 31, 34, 38, 48, 64, 88)
"""Values of hands, drawn with equal chances."""
STOPPED = (3, 2, 14)
"""Session and table that the gong stops, and the last hand that it finished."""
LATE, LOST_BY_LATE = (2, 3), 20
"""Session and table at which B comes twelve minutes late, and what that costs."""

PLAYERS = (
    ("Ada", "Bamboo", "FR", "04990001", "Club of Winds", "Dragons"),
    ("Ben", "Circle", "FR", "04990002", "Club of Winds", "Flowers"),
    ("Cleo", "Dragon", "BE", "02990003", "Tile House", "Seasons"),
    ("Dan", "Eastwind", "BE", "02990004", "Tile House", "Dragons"),
    ("Eve", "Flower", "DE", "05990005", "Four Walls", "Flowers"),
    ("Finn", "Greentile", "DE", "05990006", "Four Walls", "Seasons"),
    ("Gus", "Honour", "IT", "07990007", "Club of Winds", "Winds"),
    ("Hana", "Joker", "IT", "07990008", "Tile House", "Winds"),
    ("Ivo", "Kong", "Netherlands", "08.990.009", "Four Walls", "Dragons"),
    ("Jana", "Last-Tile", "NL", "08990010", "Club of Winds", "Flowers"),
    ("Kai", "Mixed-Pair", "DK", "03990011", "Tile House", "Seasons"),
    ("Lena", "Northwind", "DK", "", "Four Walls", "Winds"),
    ("Milo", "Orphan", "PL", "19990013", "Club of Winds", "Dragons"),
    ("Nora", "Pung", "PL", "19990014", "Tile House", "Flowers"),
    ("Oskar", "Quad", "PT", "12990015", "Four Walls", "Seasons"),
    ("Pia", "Redtile", "PT", "12990016", "Club of Winds", "Winds"),
)
"""As an organiser gets them: one country as a word, one number with dots, one number that is missing."""
_GUESTS = (
    ("Quentin", "Southwind", "FR", "04990017"),
    ("Rosa", "Terminal", "ES", "10990018"),
    ("Sven", "Unicorn", "SE", "09990019"),
    ("Tara", "Voidsuit", "GB", "11990020"),
)
"""Members who do not play."""
SETTINGS = Settings(
    name="Bamboo Cup",
    sessions=SESSIONS,
    place="Town Hall",
    starts=date(2027, 5, 15),
    ends=date(2027, 5, 16),
    organiser="Club of Winds",
    city="Windham",
    host_country="FR",
)
_BY = By("Ada Bamboo", "desk 1")
_COLUMNS = ("first_name", "last_name", "country", "ema_number", "club", "team")


def main(arguments: list[str] | None = None) -> None:
    """Write the files into the folder named; OSError when one cannot be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder of the samples; what is there under their names is replaced")
    out = parser.parse_args(arguments).out
    for path in write(out):
        sys.stdout.write(f"{path}\n")


def write(out: Path) -> Iterator[Path]:
    """Write each file into ``out``; its path follows."""
    out.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        path = out / name
        path.write_text(text, encoding="utf-8", newline="\n")
        yield path
    yield _workbook(out / "players.xlsx")
    yield _logo(out / "logo.png")


def texts() -> dict[str, str]:
    """The samples that are text, by the names of their files."""
    return {
        "players.csv": _csv([_COLUMNS, *PLAYERS]),
        "members.csv": _csv([("First name", "Last name", "Country", "EMA number"), *_members()]),
        "seating.csv": _csv(
            [
                ("session", "table", "east", "south", "west", "north"),
                *((session, table, *four) for session, table, four in _seats()),
            ]
        ),
        "hands.jsonl": "".join(f"{json.dumps(line)}\n" for line in _lines()),
        "cup.json": "".join(_event()),
    }


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _members() -> Iterator[tuple[str, ...]]:
    """A federation's list: the number that is missing above, and a name written otherwise."""
    yield from (("Lena", "Northwind", "DK", "03990012"), ("Oscar", "Quad", "PT", "12990015"))
    plain = [(first, last, country, number) for first, last, country, number, _, _ in PLAYERS]
    yield from (row for row in plain if row[0] not in {"Ivo", "Lena", "Oskar", "Pia"})
    yield from (("Ivo", "Kong", "NL", "08990009"), *_GUESTS)


def _seats() -> Iterator[tuple[int, int, Seats]]:
    """Four rounds in which nobody meets anybody twice: lines of the plane of order four, turned in each session."""
    for session in range(1, SESSIONS + 1):
        for table in range(TABLES):
            turned = ((seat + session - 1) % 4 for seat in range(4))
            east, south, west, north = (_player(session, table, seat) for seat in turned)
            yield session, table + 1, (east, south, west, north)


_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements, whose sums are exclusive ors."""


def _player(session: int, table: int, seat: int) -> int:
    if session == SESSIONS:  # the columns
        return 4 * seat + table + 1
    return 4 * (table ^ _TIMES[session][seat]) + seat + 1


def _lines() -> Iterator[dict[str, object]]:
    """All hands, session by session and table by table, with the close of each sheet; one player is late."""
    chance = random.Random("sixteen")  # the same every time
    for session in range(1, SESSIONS + 1):
        for table in range(1, TABLES + 1):
            where = {"session": session, "table": table}
            totals = dict.fromkeys(LETTERS, 0)
            if (session, table) == LATE:
                totals["B"] -= LOST_BY_LATE
                yield {"type": "penalty", **where, "player": "B", "fault": "late", "minutes": 12}
            for hand in range(1, (STOPPED[2] if (session, table) == STOPPED[:2] else HANDS) + 1):
                winner, discarder, points = _result(chance)
                _settle(totals, winner, discarder, points)
                line: dict[str, object] = {"type": "hand", **where, "hand": hand, "winner": winner}
                if winner is not None:
                    line |= {"points": points} if discarder is None else {"discarder": discarder, "points": points}
                yield line
            yield {"type": "close", **where, "totals": totals}


def _result(chance: random.Random) -> tuple[str | None, str | None, int]:
    """Winner, discarder and points; no winner: a drawn hand, no discarder: a self-draw."""
    if chance.random() < 0.05:
        return None, None, 0
    winner, discarder = chance.sample(LETTERS, 2)
    return winner, None if chance.random() < 0.27 else discarder, chance.choice(POINTS)


def _settle(totals: dict[str, int], winner: str | None, discarder: str | None, points: int) -> None:
    """Add a hand to the four totals, as the players do on paper."""
    for loser in LETTERS if winner is not None else "":
        if winner is not None and loser != winner:
            paid = 8 + (points if discarder in (None, loser) else 0)
            totals[loser] -= paid
            totals[winner] += paid


def _event() -> Iterable[str]:
    """The event with its first session played, and with ids and times that are the same every time."""
    times = (datetime(2027, 5, 14, 18, tzinfo=UTC) + timedelta(minutes=step) for step in count())
    ids = (uuid.UUID(int=number, version=4) for number in count(1))
    with patch("tournament.use_cases.changes.uuid4", lambda: next(ids)):
        book = Book(MemoryStore("cup.json"), clock=lambda: next(times))
        carry_out(book, CreateEvent(SETTINGS), by=_BY)
        carry_out(book, AddPlayers(tuple(_typed(*row) for row in PLAYERS), "players.csv"), by=_BY)
        tables = [four for _, _, four in _seats()]
        rounds = tuple(tuple(tables[TABLES * index : TABLES * (index + 1)]) for index in range(SESSIONS))
        carry_out(book, PublishDraw(Seating(rounds, method="imported")), by=_BY)
        first = (line for line in _lines() if line["session"] == 1)
        carry_out_all(book, [read_command(json.dumps(line).encode()) for line in first], by=_BY)
    return event_lines(book.view)


def _typed(first: str, last: str, country: str, number: str, club: str, team: str) -> Player:
    """Return the player as the import writes it."""
    country = "NL" if country == "Netherlands" else country
    return Player(0, first, last, country, number.replace(".", ""), club, team)


_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


def _workbook(path: Path) -> Path:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Players"
    for row in (("First name", "Last name", "Country", "EMA number", "Club", "Team"), *PLAYERS):
        sheet.append(row)
    book.properties.created = datetime(2027, 1, 1)  # noqa: DTZ001  # openpyxl's are naive
    written = BytesIO()
    book.save(written)
    # openpyxl writes the time of saving into the properties and each member; the same bytes must come out every time.
    with ZipFile(written) as source, ZipFile(path, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = _MODIFIED.sub(rb"\g<1>2027-01-01T00:00:00Z", source.read(name))
            target.writestr(ZipInfo(name, (2027, 1, 1, 0, 0, 0)), content, ZIP_DEFLATED)
    return path


def _logo(path: Path) -> Path:
    """Four tiles, one for each wind."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (240, 240), "white")
    pen = ImageDraw.Draw(picture)
    for left, top, colour in ((20, 20, "#0e6275"), (130, 20, "#b4532a"), (20, 130, "#3b7a3b"), (130, 130, "#7a3b6e")):
        pen.rounded_rectangle((left, top, left + 90, top + 90), 14, colour)
        pen.rounded_rectangle((left + 8, top + 8, left + 82, top + 82), 9, "white")
        pen.ellipse((left + 28, top + 28, left + 62, top + 62), colour)
    picture.save(path, optimize=True)
    return path


if __name__ == "__main__":
    main()
