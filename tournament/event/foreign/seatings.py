"""Seating files of other programs: who sits where by draw numbers. Their form shows the program.

==============================================  ============================================
lines ``4-11-2-9``, empty lines between rounds  a script of Pantheon
lines of several ``4-11-2-9``                   mahjong-portal
a grid of whole numbers without a heading       mahjong-tournament-engine
empty first heading, then ``Round 1``           good-enough-golfers
``Players: N`` and ``Hanchan k`` in column A    the workbooks of ApplySci
``Table n`` above East, South, West, North      mahjong-organizer
sheets ``Round1`` with ``Player1Id``            MahjongTournamentCalculator
==============================================  ============================================
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, SeatingWishes, Seats
from tournament.event.seating_file import IMPORTED, NO_WISHES
from tournament.language import Text, folded, mark

Tables = tuple[Seats, ...]
_FOUR = re.compile(r"\d{1,4}(?:-\d{1,4}){3}")
_PLAYERS = re.compile(r"players:?\s*(\d{1,4})", re.IGNORECASE)
_TABLE = re.compile(r"table\s*(\d{1,3})", re.IGNORECASE)
_ROUND = re.compile(r"(?:round|r|hanchan)\s*(\d{1,2})", re.IGNORECASE)
_GROUP = re.compile(r"group\s*(\d{1,3})", re.IGNORECASE)
_FOUR_WINDS = ["east", "south", "west", "north"]


@dataclass(frozen=True, slots=True)
class ForeignSeating:
    """Seats by draw number, from 1."""

    program: Text
    sessions: tuple[Tables, ...]
    winds_known: bool = True
    """Whether it says who sits where. False if it only says who meets; the seats are then in the order of the file."""


def seating_in(sheets: Mapping[str, TableText], players: Mapping[int, Player], sessions: int) -> ForeignSeating | None:
    """Return the seating in a file of another program; None if its form is not known.

    ``sheets`` are by title; a text file is one sheet. ``players`` and ``sessions`` of the event decide where the file
    could be read in two ways. Raise Refused if the form is known but something in it is wrong.
    """
    count = len(players)
    for read in (_of_calculator, _of_organizer, _of_aim):
        found = read(sheets, count)
        if found is not None:
            return found
    if len(sheets) != 1:
        return None
    (sheet,) = sheets.values()
    return _of_lines(sheet) or _of_golfers(sheet, players) or _of_engine(sheet, count, sessions)


def seating_from(
    found: ForeignSeating, *, players: Mapping[int, Player], sessions: int, wishes: SeatingWishes = NO_WISHES
) -> Seating:
    """Return ``found`` for the players of an event, in order of number. Raise Refused with all that does not fit."""
    numbers = [number for number in sorted(players) if number not in wishes.reserves]
    problems: list[Problem] = []
    if len(found.sessions) < sessions:
        text = mark("The file has {found} sessions, and the event {expected}.", found=len(found.sessions),
                    expected=sessions)  # fmt: skip
        problems.append(Problem("seating-sessions", text, "file"))
    for session, tables in enumerate(found.sessions[:sessions], start=1):
        seated = sorted(place for four in tables for place in four)
        if seated != list(range(1, len(numbers) + 1)):
            problems.append(Problem("seating-players", _wrong(session, seated, len(numbers)), "file"))
    if problems:
        raise Refused(*problems)
    seats = tuple(
        tuple((numbers[a - 1], numbers[b - 1], numbers[c - 1], numbers[d - 1]) for a, b, c, d in tables)
        for tables in found.sessions[:sessions]
    )
    return Seating(seats, IMPORTED, 0, wishes)


def _wrong(session: int, seated: Sequence[int], players: int) -> Text:
    twice = next((place for place in seated if seated.count(place) > 1), None)
    if twice is not None:
        return mark("Session {session}: number {number} has two seats.", session=session, number=twice)
    beyond = next((place for place in seated if not 1 <= place <= players), None)
    if beyond is not None:
        return mark("Session {session}: there is no number {number}, the event has {count} players.", session=session,
                    number=beyond, count=players)  # fmt: skip
    missing = next(place for place in range(1, players + 1) if place not in seated)
    return mark("Session {session}: number {number} has no seat.", session=session, number=missing)


def seat_grid(sheet: TableText) -> tuple[Tables, ...]:
    """Return the rounds of a sheet with ``Table n`` above East, South, West and North; empty without such headings."""
    for index, row in enumerate(sheet.rows[:-1]):
        starts = [column for column, cell in enumerate(row.cells) if _TABLE.fullmatch(cell.strip())]
        below = sheet.rows[index + 1].cells
        winds = [[folded(cell) for cell in below[start : start + 4]] for start in starts]
        if starts and all(four == _FOUR_WINDS for four in winds):
            return tuple(_rounds(sheet.rows[index + 2 :], starts))
    return ()


def _rounds(rows: Sequence[FileRow], starts: Sequence[int]) -> Iterator[Tables]:
    for row in rows:
        if not row.cells or not _ROUND.fullmatch(row.cells[0].strip()):
            if row.is_blank:
                continue
            return
        yield tuple(_four(row.cells[start : start + 4], row.line) for start in starts)


def _four(cells: Sequence[str], line: int, base: int = 1) -> Seats:
    numbers = [_whole(cell) for cell in cells]
    if len(numbers) != 4 or any(number is None for number in numbers):
        text = mark("Line {line}: a table needs four numbers; this line has {found}.", line=line,
                    found=", ".join(cell.strip() or "–" for cell in cells))  # fmt: skip
        raise Refused(Problem("seating-line", text, "file"))
    a, b, c, d = (number - base + 1 for number in numbers if number is not None)
    return a, b, c, d


def _whole(written: str) -> int | None:
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 4 else None


def _of_organizer(sheets: Mapping[str, TableText], count: int) -> ForeignSeating | None:
    sheet = sheets.get(f"{count} players") or (next(iter(sheets.values())) if len(sheets) == 1 else None)
    grid = seat_grid(sheet) if sheet is not None else ()
    return ForeignSeating(mark("Seats of mahjong-organizer"), grid) if grid else None


def _of_calculator(sheets: Mapping[str, TableText], _count: int) -> ForeignSeating | None:
    rounds = sorted((int(title[5:]), sheet) for title, sheet in sheets.items() if re.fullmatch(r"Round\d{1,2}", title))
    sessions: list[Tables] = []
    for _, sheet in rounds:
        heads = [folded(cell).replace(" ", "") for cell in sheet.rows[0].cells] if sheet.rows else []
        columns = [heads.index(f"player{n}id") for n in range(1, 5) if f"player{n}id" in heads]
        if len(columns) != 4:
            return None
        filled = [row for row in sheet.rows[1:] if not row.is_blank]
        sessions.append(tuple(_four([(*row.cells, "", "", "", "", "", "")[c] for c in columns], row.line)
                              for row in filled))  # fmt: skip
    if not sessions:
        return None
    return ForeignSeating(mark("Rounds of MahjongTournamentCalculator"), tuple(sessions), winds_known=False)


def _of_aim(sheets: Mapping[str, TableText], count: int) -> ForeignSeating | None:
    """Read the seating for ``count`` players from the sheet that has the most rounds for this number."""
    best: tuple[Tables, ...] = ()
    for sheet in sheets.values():
        for index, row in enumerate(sheet.rows):
            found = _PLAYERS.fullmatch(row.cells[0].strip()) if row.cells else None
            if found and int(found[1]) == count:
                block = tuple(_aim_block(sheet.rows[index + 1 :], count // 4))
                best = max(best, block, key=len)
    return ForeignSeating(mark("A workbook of seatings by number of players"), best) if best else None


def _aim_block(rows: Sequence[FileRow], tables: int) -> Iterator[Tables]:
    for row in rows:
        head = row.cells[0].strip() if row.cells else ""
        if _PLAYERS.fullmatch(head):
            return
        if _ROUND.fullmatch(head):
            cells = (*row.cells, *[""] * (5 * tables))  # spreadsheets leave out empty cells at the end of a row
            yield tuple(_four(cells[5 * n + 1 : 5 * n + 5], row.line) for n in range(tables))


def _of_lines(sheet: TableText) -> ForeignSeating | None:
    """Read lines such as ``4-11-2-9``.

    Each line is a table, with an empty line between rounds, or a whole round with its tables beside one another.
    """
    rows = [(row, " ".join(cell.strip() for cell in row.cells).split()) for row in sheet.rows]
    if not any(words for _, words in rows) or not all(_FOUR.fullmatch(word) for _, words in rows for word in words):
        return None
    if any(len(words) > 1 for _, words in rows):
        lines = [[_four(word.split("-"), row.line) for word in words] for row, words in rows if words]
        return ForeignSeating(mark("A league of mahjong-portal, one line per session"), tuple(map(tuple, lines)))
    sessions: list[list[Seats]] = [[]]
    for row, words in rows:
        if words:
            sessions[-1].append(_four(words[0].split("-"), row.line))
        elif sessions[-1]:
            sessions.append([])
    return ForeignSeating(mark("A script of Pantheon"), tuple(tuple(each) for each in sessions if each))


def _of_golfers(sheet: TableText, players: Mapping[int, Player]) -> ForeignSeating | None:
    filled = [row for row in sheet.rows if not row.is_blank]
    heads = [cell.strip() for cell in filled[0].cells] if filled else []
    if len(heads) < 2 or heads[0] or not all(_ROUND.fullmatch(head) for head in heads[1:]):
        return None
    names = {folded(player.name): place for place, player in enumerate(players.values(), start=1)}
    rounds = len(heads) - 1
    groups: list[dict[int, list[int]]] = [{} for _ in range(rounds)]
    problems: list[Problem] = []
    for row in filled[1:]:
        place = names.get(folded(row.cells[0]))
        cells = [_GROUP.fullmatch(cell.strip()) for cell in row.cells[1 : rounds + 1]]
        if place is None or len(cells) < rounds or not all(cells):
            text = mark(
                "Line {line}: “{name}” is not a player of this event, or is missing from a group in one of the rounds.",
                line=row.line,
                name=row.cells[0].strip(),
            )
            problems.append(Problem("seating-line", text, "file"))
            continue
        for groups_now, cell in zip(groups, cells, strict=True):
            if cell is not None:
                groups_now.setdefault(int(cell[1]), []).append(place)
    uneven = next(((r, g) for r, now in enumerate(groups, 1) for g, four in now.items() if len(four) != 4), None)
    if uneven is not None and not problems:
        text = mark("Round {round}, group {group} does not have four players.", round=uneven[0], group=uneven[1])
        problems.append(Problem("seating-line", text, "file"))
    if problems:
        raise Refused(*problems[:20])
    sessions = tuple(tuple((f[0], f[1], f[2], f[3]) for _, f in sorted(now.items())) for now in groups)
    return ForeignSeating(mark("Groups of good-enough-golfers"), sessions, winds_known=False)


def _of_engine(sheet: TableText, players: int, sessions: int) -> ForeignSeating | None:
    """Read a grid of numbers from 0 or 1, whose size shows its layout.

    Four layouts are known: a row for each session with a column for each seat; a row for each table with four columns
    for each session; a column for each table with four rows for each session; a row for each seat with a column for
    each session. Raise Refused if none fits, or if two fit and give different seatings.
    """
    rows = [row for row in sheet.rows if not row.is_blank]
    grid = [[_whole(cell) for cell in row.cells] for row in rows]
    if not grid or any(number is None for row in grid for number in row) or len({len(row) for row in grid}) != 1:
        return None
    numbers = [[number for number in row if number is not None] for row in grid]
    base = min(number for row in numbers for number in row)
    if base not in (0, 1):
        return None
    height, width, tables = len(numbers), len(numbers[0]), players // 4
    layouts: list[list[list[list[int]]]] = []
    if width == players:
        layouts.append([[row[4 * t : 4 * t + 4] for t in range(tables)] for row in numbers])
    if height == tables and width % 4 == 0:
        layouts.append([[row[4 * s : 4 * s + 4] for row in numbers] for s in range(width // 4)])
    if width == tables and height % 4 == 0:
        layouts.append([[[numbers[4 * s + w][t] for w in range(4)] for t in range(tables)] for s in range(height // 4)])
    if height == players:
        layouts.append([[[numbers[4 * t + w][s] for w in range(4)] for t in range(tables)] for s in range(width)])
    fitting = [each for each in layouts if _is_seating(each, players, base)]
    fitting = [each for each in fitting if len(each) == sessions] or fitting
    if not fitting:
        text = mark(
            "“{name}” is a grid of {rows} rows and {columns} columns: it cannot seat the {count} "
            "players of this event.",
            name=sheet.name,
            rows=height,
            columns=width,
            count=players,
        )
        raise Refused(Problem("seating-players", text, "file"))
    if any(each != fitting[0] for each in fitting):
        text = mark(
            "“{name}” can be read in two ways: add a heading line with Session, Table, East, South, West and North.",
            name=sheet.name,
        )
        raise Refused(Problem("seating-ambiguous", text, "file"))
    found = tuple(
        tuple((four[0] - base + 1, four[1] - base + 1, four[2] - base + 1, four[3] - base + 1) for four in tables_now)
        for tables_now in fitting[0]
    )
    return ForeignSeating(mark("Seats of mahjong-tournament-engine"), found)


def _is_seating(sessions: Sequence[Sequence[Sequence[int]]], players: int, base: int) -> bool:
    wanted = list(range(base, players + base))
    return all(sorted(number for four in tables for number in four) == wanted for tables in sessions)
