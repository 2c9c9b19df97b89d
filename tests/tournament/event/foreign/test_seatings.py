"""Seating files of other programs: each form read back as the seats it was written from."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from reports.readers.refusal import UnreadableTable
from reports.readers.seating import read_seating_file
from tournament.event.player import Player
from tournament.event.problem import Refused
from tournament.language import ENGLISH

PLAYERS = {number: Player(number, f"First{number}", f"Sample{number}") for number in range(1, 9)}
SESSIONS = 3
Seats = tuple[tuple[tuple[int, ...], ...], ...]


def drawn(seed: int) -> Seats:
    """Any seats: who meets twice does not matter here."""
    chance = Random(seed)
    return tuple(
        tuple(tuple(order[4 * table : 4 * table + 4]) for table in range(2))
        for order in (chance.sample(range(1, 9), 8) for _ in range(SESSIONS))
    )


SEATS = drawn(5)


def grid(rows: Sequence[Sequence[object]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def flat(tables: Sequence[Sequence[int]], base: int = 1) -> list[int]:
    return [number - 1 + base for four in tables for number in four]


TEXTS = {
    "pantheon": "\n\n".join("\n".join("-".join(map(str, four)) for four in tables) for tables in SEATS) + "\n",
    "portal": "\n".join(" ".join("-".join(map(str, four)) for four in tables) for tables in SEATS),
    "a row a session": grid([flat(tables, 0) for tables in SEATS]),
    "a row a table": grid([[n for tables in SEATS for n in tables[table]] for table in range(2)]),
    "a column a table": grid([[tables[table][wind] for table in range(2)] for tables in SEATS for wind in range(4)]),
    "a row a seat": grid(list(zip(*(flat(tables, 0) for tables in SEATS), strict=True))),
    "ours": "Session,Table,East,South,West,North\n"
    + grid([(s, t, *four) for s, tables in enumerate(SEATS, 1) for t, four in enumerate(tables, 1)]),
}


def read(path: Path, sessions: int = SESSIONS) -> Seats:
    return read_seating_file(path, players=PLAYERS, sessions=sessions).seating.sessions


@pytest.mark.parametrize("form", TEXTS)
def test_a_text_gives_the_seats_it_was_written_from(form: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.txt"
    path.write_text(TEXTS[form], encoding="utf-8")
    assert read(path) == SEATS


def organizer(path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "8 players"
    for table in range(2):
        sheet.cell(1, 2 + 5 * table, f"Table {table + 1}")
        for place, wind in enumerate(("East", "South", "West", "North")):
            sheet.cell(2, 2 + 5 * table + place, wind)
            for session, tables in enumerate(SEATS):
                sheet.cell(3 + session, 1, f"R{session + 1}")
                sheet.cell(3 + session, 2 + 5 * table + place, tables[table][place])
    book.save(path)


def aim(path: Path) -> None:
    """Blocks for 4 and for 8 players in sheets of two and of three rounds; only later blocks have an empty row."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for rounds in (2, SESSIONS):
        sheet = book.create_sheet(f"{rounds} h")
        sheet.append(["", "Table 1", "", "", "", "", "Table 2"])
        sheet.append(["Players: 4"])
        for k in range(rounds):
            sheet.append([f"Hanchan {k + 1}", 1, 2, 3, 4])
        sheet.append(["Players: 8"])
        sheet.append([])
        for k in range(rounds):
            sheet.append([f"Hanchan {k + 1}", *SEATS[k][0], "", *SEATS[k][1]])
    book.save(path)


@pytest.mark.parametrize("write", [organizer, aim], ids=["mahjong-organizer", "by number of players"])
def test_a_workbook_gives_the_seats_it_was_written_from(write: object, tmp_path: Path) -> None:
    path = tmp_path / "seats.xlsx"
    assert callable(write)
    write(path)
    assert read(path) == SEATS


@pytest.mark.parametrize("form", ["by number of players", "a row a session"])
def test_a_hundred_tables_and_twelve_sessions_are_read(form: str, tmp_path: Path) -> None:
    """Lines of 500 columns, and of 400: more than a list of players has."""
    drawn = [[[(4 * t + w + s) % 400 + 1 for w in range(4)] for t in range(100)] for s in range(12)]
    path = tmp_path / ("seats.csv" if form == "a row a session" else "seats.xlsx")
    if form == "a row a session":
        path.write_text(grid([flat(tables, 0) for tables in drawn]), encoding="utf-8")
    else:
        book = Workbook()
        book.worksheets[0].append(["Players: 400"])
        for session, tables in enumerate(drawn, 1):
            book.worksheets[0].append([f"Hanchan {session}", *(cell for four in tables for cell in (*four, None))])
        book.save(path)
    players = {number: Player(number, "Ada", f"Sample {number}") for number in range(1, 401)}
    found = read_seating_file(path, players=players, sessions=12).seating.sessions
    assert found == tuple(tuple(tuple(four) for four in tables) for tables in drawn)


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_line_that_no_hall_has_is_refused(ending: str, tmp_path: Path) -> None:
    path, cells = tmp_path / f"seats.{ending}", [1] * 1252
    if ending == "csv":
        path.write_text(grid([cells]), encoding="utf-8")
    else:
        book = Workbook()
        book.worksheets[0].append(cells)
        book.save(path)
    with pytest.raises(UnreadableTable) as refused:
        read(path)
    assert "more than 1251 columns" in ENGLISH.render(refused.value.text)


def calculator(path: Path) -> None:
    book = Workbook()
    book.remove(book.worksheets[0])
    for number, tables in enumerate(SEATS, 1):
        sheet = book.create_sheet(f"Round{number}")
        sheet.append(["Round", "Table", *(f"Player{n}Id" for n in range(1, 5))])
        for table, four in enumerate(tables, 1):
            sheet.append([number, table, *four])
    book.save(path)


def golfers(path: Path) -> None:
    rows = [["", *(f"Round {n}" for n in range(1, SESSIONS + 1))]]
    for number, player in PLAYERS.items():
        groups = [next(t for t, four in enumerate(tables, 1) if number in four) for tables in SEATS]
        rows.append([player.name, *(f"Group {group}" for group in groups)])
    path.write_text(grid(rows), encoding="utf-8")


@pytest.mark.parametrize(("write", "name"), [(calculator, "rounds.xlsx"), (golfers, "golfer_solution.csv")])
def test_who_meets_stays_and_the_winds_are_shared_out_where_a_file_has_none(
    write: object, name: str, tmp_path: Path
) -> None:
    assert callable(write)
    write(tmp_path / name)
    found = read_seating_file(tmp_path / name, players=PLAYERS, sessions=SESSIONS)
    met = [{frozenset(four) for four in tables} for tables in found.seating.sessions]
    assert met == [{frozenset(four) for four in tables} for tables in SEATS]
    for number in PLAYERS:
        winds = [four.index(number) for tables in found.seating.sessions for four in tables if number in four]
        assert len(set(winds)) == SESSIONS, "three sessions, three winds"
    assert any("winds are distributed" in ENGLISH.render(remark.text) for remark in found.remarks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-4\n\n1-2-3-4\n5-6-7-8\n", "Session 2: number 4 has two seats."),
        ("1-2-3-4\n5-6-7-9\n\n1-5-2-6\n3-7-4-8\n\n1-2-3-4\n5-6-7-8\n", "Session 1: there is no number 9"),
        ("1-2-3-4\n5-6-7-8\n", "The file has 1 sessions, and the event 3."),
        ("1,2,3\n4,5,6\n7,8,9\n", "is a grid of 3 rows and 3 columns"),
        (
            ",Round 1,Round 2,Round 3\nNobody Here,Group 1,Group 1,Group 1\n",
            "“Nobody Here” is not a player of this event",
        ),
    ],
)
def test_what_does_not_fit_is_named(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read(path)
    assert said in " ".join(ENGLISH.render(problem.text) for problem in refused.value.problems)


def test_a_grid_that_two_layouts_fit_is_refused(tmp_path: Path) -> None:
    """Eight rows and columns: sessions by seats, or seats by sessions, and both are seatings."""
    rows = [[(row + column) % 8 + 1 for column in range(8)] for row in range(8)]
    rows[0], rows[1] = rows[1], rows[0]
    path = tmp_path / "grid.csv"
    path.write_text(grid(rows), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read(path, 8)
    assert refused.value.problems[0].code == "seating-ambiguous"


def test_more_sessions_than_the_event_has_are_told(tmp_path: Path) -> None:
    path = tmp_path / "seats.txt"
    path.write_text(TEXTS["pantheon"], encoding="utf-8")
    found = read_seating_file(path, players=PLAYERS, sessions=2)
    assert found.seating.sessions == SEATS[:2]
    assert any("the first 2 are used" in ENGLISH.render(remark.text) for remark in found.remarks)
