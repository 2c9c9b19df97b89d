"""Seating files of other programs: each form read back as the seats it was written from."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from reports.readers.refusal import UnreadableTable
from reports.readers.seating import read_seating_file
from tournament.event.foreign import ForeignSeating, seating_from, seating_in
from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Refused
from tournament.event.seating import SeatingWishes
from tournament.language import ENGLISH, mark

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


def test_more_sessions_than_the_event_has_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "seats.txt"
    path.write_text(TEXTS["pantheon"], encoding="utf-8")
    found = read_seating_file(path, players=PLAYERS, sessions=2)
    assert found.seating.sessions == SEATS[:2]
    assert any("the first 2 are used" in ENGLISH.render(remark.text) for remark in found.remarks)


Rows = Sequence[Sequence[object]]


def turned(sessions: int) -> Seats:
    """So many sessions of two tables, in each of which everybody sits one place further."""
    return tuple(
        tuple(tuple((4 * table + wind + session) % 8 + 1 for wind in range(4)) for table in range(2))
        for session in range(sessions)
    )


def sheets(**rows: Rows) -> dict[str, TableText]:
    """The sheets of a workbook by title, in which ``_`` stands for a space."""
    return {
        title.replace("_", " ").strip(): TableText(
            title,
            mark("East"),
            tuple(FileRow(line, tuple(map(str, row))) for line, row in enumerate(each, start=1)),
        )
        for title, each in rows.items()
    }


def seats_in(rows: Rows, sessions: int = SESSIONS) -> Seats | None:
    """The seats of one sheet."""
    found = seating_in(sheets(seats=rows), PLAYERS, sessions)
    return found.sessions if found is not None else None


def refusal(**rows: Rows) -> list[str]:
    with pytest.raises(Refused) as refused:
        seating_in(sheets(**rows), PLAYERS, SESSIONS)
    return [ENGLISH.render(problem.text) for problem in refused.value.problems]


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("sessions", [1, 2, 3, 4, 5, 6])
def test_a_grid_is_read_however_it_lies(sessions: int, base: int) -> None:
    seats = turned(sessions)
    numbers = [[[number - 1 + base for number in four] for four in tables] for tables in seats]
    ways: dict[str, Rows] = {
        "a row a session": [[n for four in tables for n in four] for tables in numbers],
        "a row a table": [[n for tables in numbers for n in tables[table]] for table in range(2)],
        "a column a table": [[tables[table][wind] for table in range(2)] for tables in numbers for wind in range(4)],
        "a row a seat": [[tables[table][wind] for tables in numbers] for table in range(2) for wind in range(4)],
    }
    for way, rows in ways.items():
        assert seats_in(rows, sessions) == seats, way
        assert seats_in([[], *rows, [" "]], sessions) == seats, way


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(2, 9), (2, 13), (9, 2), (13, 2), (3, 4), (4, 3), (2, 2)],
)
def test_a_grid_of_another_size_is_refused(rows: int, columns: int) -> None:
    numbers = [[(row * columns + column) % 8 + 1 for column in range(columns)] for row in range(rows)]
    assert refusal(seats=numbers) == [
        f"“seats” is a grid of {rows} rows and {columns} columns: it cannot seat the 8 players of this event."
    ]


@pytest.mark.parametrize(
    "rows",
    [[[1, 2], [3]], [["a", 1], [2, 3]], [[2, 3, 4, 5, 6, 7, 8, 9]], [[10000, 1]], [[-1, 1]], []],
    ids=[
        "of two widths",
        "with a word",
        "that begins at 2",
        "of large numbers",
        "of negative numbers",
        "that is empty",
    ],
)
def test_what_is_no_grid_of_places_is_none_of_the_forms(rows: Rows) -> None:
    assert seats_in(rows) is None


def test_several_sheets_are_no_text_of_seats() -> None:
    assert seating_in(sheets(one=[["1-2-3-4"]], two=[["5-6-7-8"]]), PLAYERS, 1) is None


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        (["1-2-3-4", "5-6-7-8", "", "", "5-2-3-4", "1-6-7-8", ""],
         (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 3, 4), (1, 6, 7, 8)))),
        (["", "1-2-3-4", "5-6-7-8"], (((1, 2, 3, 4), (5, 6, 7, 8)),)),
        (["1-2-3-4 5-6-7-8", "", "5-2-3-4 1-6-7-8"], (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 3, 4), (1, 6, 7, 8)))),
        (["1-2-3", "5-6-7-8"], None),
        (["1-2-3-4", "Ada"], None),
        (["1-2-3-12345"], None),
        ([""], None),
    ],
)  # fmt: skip
def test_lines_of_four_numbers_are_sessions(lines: Sequence[str], seats: Seats | None) -> None:
    assert seats_in([[line] for line in lines]) == seats


HEADS = ("Round", "Table", "Player1Id", "Player2Id", "Player3Id", "Player4Id")


def test_rounds_of_a_calculator_are_read_in_the_order_of_their_numbers() -> None:
    rounds = {f"Round{number}": [HEADS, (number, 1, 1, 2, 3, 4), (), (number, 2, 5, 6, 7, 8 - number % 2)]
              for number in (10, 2, 1)}  # fmt: skip
    found = seating_in(sheets(**rounds, Notes=[["text"]]), PLAYERS, SESSIONS)
    assert found is not None
    assert not found.winds_known
    assert [tables[1][3] for tables in found.sessions] == [7, 8, 8]


def test_columns_beside_those_of_the_four_players_are_not_read() -> None:
    rows = [("Player0Id", *HEADS, "Player5Id"), (99, 1, 1, 1, 2, 3, 4, 99), (99, 1, 2, 5, 6, 7, 8, 99)]
    found = seating_in(sheets(Round1=rows), PLAYERS, 1)
    assert found is not None
    assert found.sessions == (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert seating_in(sheets(Round1=[HEADS[:-1], (1, 1, 1, 2, 3)]), PLAYERS, 1) is None
    assert seating_in(sheets(Round1=[]), PLAYERS, 1) is None


def test_a_row_that_ends_early_is_refused_with_what_it_has() -> None:
    assert refusal(Round1=[HEADS, (1, 1, 1, 2)]) == ["Line 2: a table needs four numbers; this line has 1, 2, –, –."]
    assert refusal(Round1=[HEADS, (1, 1, 1, 2, "x", 4)]) == [
        "Line 2: a table needs four numbers; this line has 1, 2, x, 4."
    ]
    for row, left in ((["Hanchan 1"], "–, –, –, –"), (["Hanchan 1", 1, 2, 3, 4], "–, –, –, –"),
                      (["Hanchan 1", 1, 2, 3, 4, "", 5], "5, –, –, –")):  # fmt: skip
        assert refusal(h=[["Players: 8"], row]) == [f"Line 2: a table needs four numbers; this line has {left}."]


def test_the_block_of_as_many_players_ends_where_the_next_begins() -> None:
    row = ["Hanchan 1", 1, 2, 3, 4, "", 5, 6, 7, 8]
    rows: Rows = [["Players 8"], row, ["by hand"], [], ["Round 2", *row[1:]], ["Players: 12"], row]
    found = seating_in(sheets(h=rows, other=[["Players: 8"], row]), PLAYERS, SESSIONS)
    assert found is not None
    assert found.sessions == (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2
    assert found.winds_known
    assert seating_in(sheets(h=[["Players: 12"], row], other=[[]]), PLAYERS, SESSIONS) is None


ORGANIZER: Rows = [
    ("Seats",),
    ("", "Table 1", "", "", "", "", "Table 2"),
    ("", "East", "South", "West", "North", "", "East", "South", "West", "North"),
    ("R1", 1, 2, 3, 4, "", 5, 6, 7, 8),
    (),
    ("R2", 5, 2, 3, 4, "", 1, 6, 7, 8),
    ("Made by hand",),
    ("R3", 5, 2, 3, 4, "", 1, 6, 7, 8),
]


def test_seats_under_the_winds_end_with_the_last_round() -> None:
    expected = (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 3, 4), (1, 6, 7, 8)))
    assert seats_in(ORGANIZER) == expected
    found = seating_in(sheets(_4_players=[[]], _8_players=ORGANIZER), PLAYERS, SESSIONS)
    assert found is not None
    assert found.sessions == expected
    assert seating_in(sheets(_4_players=ORGANIZER, other=[[]]), PLAYERS, SESSIONS) is None
    swapped = [*ORGANIZER[:2], ("", "South", "East", *ORGANIZER[2][3:]), *ORGANIZER[3:]]
    assert seats_in(swapped) is None, "the winds are in another order"


def grouped(*groups: Sequence[int]) -> Rows:
    """Who is in which group, round by round."""
    heads = ["", *(f"Round {number}" for number in range(1, len(groups) + 1))]
    rows = [[PLAYERS[place].name, *(f"Group {each[place - 1]}" for each in groups)] for place in PLAYERS]
    return [heads, *rows]


def test_groups_are_tables_in_the_order_of_their_numbers() -> None:
    assert seats_in(grouped([2, 2, 2, 2, 1, 1, 1, 1], [1, 2, 1, 2, 1, 2, 1, 2])) == (
        ((5, 6, 7, 8), (1, 2, 3, 4)),
        ((1, 3, 5, 7), (2, 4, 6, 8)),
    )
    assert seats_in([("Name", "Round 1"), ("First1 Sample1", "Group 1")]) is None
    assert seats_in([("", "First round"), ("First1 Sample1", "Group 1")]) is None


def test_a_group_of_three_and_a_line_of_nobody_are_refused() -> None:
    assert refusal(seats=grouped([1] * 4 + [2] * 4, [1] * 3 + [2] * 5)) == [
        "Round 2, group 1 does not have four players."
    ]
    stranger = [*grouped([1] * 4 + [2] * 4)[:-1], ["Nobody Here", "Group 2"]]
    missing = "is not a player of this event, or is missing from a group in one of the rounds."
    assert refusal(seats=stranger) == [f"Line 9: “Nobody Here” {missing}"]
    short = [*grouped([1] * 4 + [2] * 4, [1] * 4 + [2] * 4)[:-1], [PLAYERS[8].name, "Group 2"]]
    assert refusal(seats=short) == [f"Line 9: “{PLAYERS[8].name}” {missing}"]
    assert len(refusal(seats=[("", "Round 1"), *[("Nobody", "Group 1")] * 30])) == 20, "no more than can be read"


def test_places_are_given_to_the_players_without_reserves() -> None:
    players = {number: Player(number, "Ada", f"Sample{number}") for number in (2, 3, 5, 7, 9)}
    found = ForeignSeating(mark("East"), (((4, 3, 2, 1),), ((1, 2, 3, 4),)))
    seating = seating_from(found, players=players, sessions=1, wishes=SeatingWishes(reserves=(3,)))
    assert seating.sessions == (((9, 7, 5, 2),),)
    assert (seating.method, seating.wishes.reserves) == ("imported", (3,))
    with pytest.raises(Refused) as refused:
        seating_from(found, players=players, sessions=3)
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [
        "The file has 2 sessions, and the event 3.",
        "Session 1: number 5 has no seat.",
        "Session 2: number 5 has no seat.",
    ]


@pytest.mark.parametrize(
    ("four", "said"),
    [
        ((1, 2, 3, 3), "Session 1: number 3 has two seats."),
        ((1, 2, 3, 5), "Session 1: there is no number 5, the event has 4 players."),
        ((0, 2, 3, 4), "Session 1: there is no number 0, the event has 4 players."),
    ],
)
def test_a_place_that_nobody_can_have_is_named(four: tuple[int, int, int, int], said: str) -> None:
    players = {number: PLAYERS[number] for number in range(1, 5)}
    with pytest.raises(Refused) as refused:
        seating_from(ForeignSeating(mark("East"), ((four,),)), players=players, sessions=1)
    assert [ENGLISH.render(problem.text) for problem in refused.value.problems] == [said]
