"""Read the workbook of mahjong-organizer as an event.

Seats use draw numbers, which the sheet of players lists. A score there already includes its penalty. Columns are found
by their headings, since they differ between versions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time

from tournament.event.foreign.event import (
    ForeignEvent,
    ForeignHand,
    ForeignPenalty,
    ForeignTable,
    penalties_of,
    players_in,
)
from tournament.event.foreign.seatings import seat_grid
from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, Seats
from tournament.event.seating_file import IMPORTED
from tournament.event.settings import MOST_SESSIONS, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import Text, folded, mark, mark_count
from tournament.rules.payment import Net

Sheets = Mapping[str, TableText]
"""The sheets of a workbook by title."""
PROGRAM = mark("mahjong-organizer, workbook")
GRID = re.compile(r"(\d{1,4}) players")
"""The title of the sheet with the seats."""
_WIND_LETTERS = "ESWN"
_MOST_PROBLEMS = 20
_OPTIONS = {
    "competition name": "name",
    "short name": "short_name",
    "number of rounds": "rounds",
    "city": "city",
    "period": "period",
    "rules": "rules",
    "published rounds": "published",
    "withheld rounds": "withheld",
}


def is_organizer(sheets: Sheets) -> bool:
    """Whether this is a workbook of that program."""
    return {"Options", "Players"} <= set(sheets) and any(GRID.fullmatch(title) for title in sheets)


def organizer_event(sheets: Sheets) -> ForeignEvent:
    """Return the event of the workbook. Raise Refused with everything that is wrong with it."""
    return _Reading(sheets).event()


class _Reading:
    """Reads one workbook, and collects everything that is wrong with it."""

    def __init__(self, sheets: Sheets) -> None:
        self._sheets = sheets
        self._problems: list[Problem] = []
        self._lost: list[Text] = []
        self._uneven = 0
        self._options = _options(sheets["Options"])

    def event(self) -> ForeignEvent:
        """Return the whole event."""
        rules = self._options.get("rules", "")
        if rules and folded(rules) not in ("mcr", "chinese official"):
            text = mark("The workbook is for a {rules} event. Only MCR events can be imported.", rules=rules)
            raise Refused(Problem("foreign-rules", text, "file"))
        listed, places = _numbered(self._sheets["Players"])
        players, adjusted = players_in(listed)
        seating = self._seating(players, places)
        sessions = self._sessions(seating)
        tables = tuple(self._tables(seating, players)) if seating is not None else ()
        if self._problems:
            raise Refused(*self._problems[:_MOST_PROBLEMS])
        timetable = self._timetable(sessions)
        days = sorted(each.day for each in timetable.sessions if each.day is not None)
        settings = Settings(
            name=self._options.get("name") or self._options.get("short_name") or listed.name,
            sessions=sessions,
            place=self._options.get("city", ""),
            city=self._options.get("city", ""),
            short_name=self._options.get("short_name", ""),
            starts=days[0] if days else None,
            ends=days[-1] if days else None,
            timetable=timetable,
        )
        return ForeignEvent(
            PROGRAM, settings, players, seating, tables, (*self._lost, *self._left_out(seating)), adjusted
        )

    def _left_out(self, seating: Seating | None) -> Iterator[Text]:
        if seating is None and "Scores" in self._sheets:
            yield mark("All scores: without a draw number for every player, nobody has a seat")
        if self._uneven:
            yield mark_count(
                "For {count} table, who paid the penalty points: they are imported player by player",
                "For {count} tables, who paid the penalty points: they are imported player by player",
                self._uneven,
            )
        options = self._options
        if options.get("period"):
            yield mark("Dates of the event in words: {value}", value=options["period"])
        if options.get("published"):
            yield mark("Which rounds were published: {value}", value=options["published"])
        if options.get("withheld"):
            yield mark("Which rounds were held back: {value}", value=options["withheld"])
        known = {"Options", "Players", "Schedule", "Scores", "Score sheets", "Standings", "Table results"}
        others = [title for title in self._sheets if title not in known and not GRID.fullmatch(title)]
        if others:
            yield mark("Sheets of the workbook: {titles}", titles=tuple(f"“{title}”" for title in others))
        yield mark("Who typed what and when: the entries are recorded as made by this import")

    def _seating(self, players: Sequence[Player], places: Mapping[int, int]) -> Seating | None:
        if not places:
            self._lost.append(mark("The draw: not every player has a draw number yet"))
            return None
        if len(players) % 4:
            self._lost.append(mark("The draw: {count} players do not fill their tables", count=len(players)))
            return None
        title = f"{len(players)} players"
        if title not in self._sheets:
            self._lost.append(mark("The draw: there is no “{title}” sheet", title=title))
            return None
        drawn = seat_grid(self._sheets[title])
        numbers = {place: number for number, place in places.items()}
        rounds = int(self._options["rounds"]) if self._options.get("rounds", "").isdigit() else len(drawn)
        sessions: list[tuple[Seats, ...]] = []
        for tables in drawn[: min(rounds, MOST_SESSIONS)]:
            if sorted(place for four in tables for place in four) != sorted(numbers):
                text = mark("Sheet “{title}”: in round {round} not every player has exactly one seat.", title=title,
                            round=len(sessions) + 1)  # fmt: skip
                self._problems.append(Problem("foreign-seating", text, "file"))
                return None
            sessions.append(tuple((numbers[a], numbers[b], numbers[c], numbers[d]) for a, b, c, d in tables))
        return Seating(tuple(sessions), IMPORTED) if sessions else None

    def _sessions(self, seating: Seating | None) -> int:
        written = self._options.get("rounds", "")
        if seating is not None:
            return len(seating.sessions)
        return max(1, min(int(written), MOST_SESSIONS)) if written.isdigit() else 1

    def _timetable(self, sessions: int) -> Timetable:
        times: list[SessionTime] = []
        named = 0
        for row in _rows(self._sheets.get("Schedule")):
            is_round = folded(row.get("is round", "yes"))
            if is_round in ("", "0", "no", "false", "non"):
                named += 1
                continue
            if len(times) < sessions:
                times.append(SessionTime(len(times) + 1, _day(row.get("date", "")), _clock(row.get("time", ""))))
        if named:
            self._lost.append(
                mark_count(
                    "{count} line of the schedule that is not a round",
                    "{count} lines of the schedule that are not rounds",
                    named,
                )
            )
        return Timetable(tuple(each for each in times if each != SessionTime(each.session)))

    def _tables(self, seating: Seating, players: Sequence[Player]) -> Iterator[ForeignTable]:
        scores = _by_place(_rows(self._scores_sheet()))
        hands = _by_place(_rows(self._sheets.get("Score sheets")))
        for place in sorted({*scores, *hands}):
            seats = seating.seats(*place)
            if seats is None:
                self._problem(place, mark("the draw has no such table."))
                continue
            names = {folded(name): column for column, number in enumerate(seats) for name in players[number - 1].names}
            totals, penalties, finished = self._scores(place, scores.get(place, ()), names)
            played = tuple(self._hands(place, hands.get(place, ()), names))
            if played or penalties or totals is not None:
                yield ForeignTable(*place, played, penalties, totals, finished)

    def _scores_sheet(self) -> TableText | None:
        """Return the sheet with a score for each seat.

        One version also had a sheet of standings with the title “Scores”.
        """
        for title in ("Table results", "Scores"):
            sheet = self._sheets.get(title)
            if sheet is not None and any({"round", "table", "mp"} <= set(row) for row in _rows(sheet)):
                return sheet
        return None

    def _scores(
        self, place: tuple[int, int], rows: Sequence[Mapping[str, str]], names: Mapping[str, int]
    ) -> tuple[Net | None, tuple[ForeignPenalty, ...], bool]:
        totals: list[int | None] = [None] * 4
        amounts = [0] * 4
        finished = bool(rows)
        for row in rows:
            column = names.get(folded(row.get("player", "")))
            if column is None:
                self._problem(place, mark("“{player}” is not seated there in the draw.", player=row.get("player", "")))
                continue
            written, penalty = row.get("mp", ""), _signed(row.get("penalty", "") or "0")
            totals[column] = _signed(written) if written else None
            if (written and totals[column] is None) or penalty is None:
                self._problem(place, mark("the score or penalty of {player} is not a whole number.",
                                          player=row.get("player", "")))  # fmt: skip
                continue
            amounts[column] += penalty
            done = folded(row.get("sheet", row.get("validated", "")))
            finished = finished and done in ("validated", "yes", "true", "1")
        a, b, c, d = totals
        known = None if a is None or b is None or c is None or d is None else (a, b, c, d)
        found = penalties_of((amounts[0], amounts[1], amounts[2], amounts[3]), None)
        if found is None:
            self._problem(place, mark("its penalties give more points than they take."))
            return known, (), finished
        self._uneven += found.uneven
        return known, found.penalties, finished

    def _hands(
        self, place: tuple[int, int], rows: Sequence[Mapping[str, str]], names: Mapping[str, int]
    ) -> Iterator[ForeignHand]:
        for row in rows:
            hand, result = _whole(row.get("hand", "")), folded(row.get("result", ""))
            if not hand or not result:
                continue
            if result == "draw":
                yield ForeignHand(hand, None, None, 0)
                continue
            points = _signed(row.get("value", ""))
            winner = _column(row.get("winner", ""), row.get("winner wind", ""), names)
            discarder = None
            if result == "discard":
                discarder = _column(row.get("dealt in by", ""), row.get("dealt in wind", ""), names)
            if points is None or winner is None or (result == "discard" and discarder is None):
                self._problem(place, mark("hand {hand}: the winner, the discarder or the value cannot be read.",
                                          hand=hand))  # fmt: skip
                continue
            yield ForeignHand(hand, winner, discarder, points)

    def _problem(self, place: tuple[int, int], what: Text) -> None:
        text = mark("Round {round}, table {table}: {what}", round=place[0], table=place[1], what=what)
        self._problems.append(Problem("foreign-table", text, "file"))


def _options(sheet: TableText) -> dict[str, str]:
    found = {}
    for row in sheet.rows:
        label, value = ((*row.cells, "", "")[0], (*row.cells, "", "")[1])
        key = _OPTIONS.get(folded(label))
        if key is not None and value.strip():
            found[key] = value.strip()
    return found


def _numbered(sheet: TableText) -> tuple[TableText, dict[int, int]]:
    """Return the list of players without its draw numbers, and the draw numbers by player number.

    The latter are empty unless every player has one.
    """
    heads = next((index for index, row in enumerate(sheet.rows) if not row.is_blank), 0)
    folds = [folded(cell) for cell in sheet.rows[heads].cells] if sheet.rows else []
    column = next((folds.index(name) for name in ("random position", "draw number", "draw") if name in folds), None)
    if column is None:
        return sheet, {}
    rows = []
    places: list[int] = []
    for row in sheet.rows:
        cells = (*row.cells, *[""] * (column + 1 - len(row.cells)))
        rows.append(FileRow(row.line, (*cells[:column], *cells[column + 1 :])))
        if row.line > sheet.rows[heads].line and any(cell.strip() for cell in rows[-1].cells):
            places.append(_whole(cells[column]))
    numbered = dict(enumerate(places, start=1)) if sorted(places) == list(range(1, len(places) + 1)) else {}
    return TableText(sheet.name, sheet.how, tuple(rows), sheet.notes, sheet.encoding), numbered


def _rows(sheet: TableText | None) -> list[dict[str, str]]:
    """Return the rows below the headings, by folded heading."""
    if sheet is None:
        return []
    filled = [row for row in sheet.rows if not row.is_blank]
    if not filled:
        return []
    heads = [folded(cell).removesuffix(" #").strip() for cell in filled[0].cells]
    return [{head: cell.strip() for head, cell in zip(heads, row.cells, strict=False) if head} for row in filled[1:]]


def _by_place(rows: Sequence[Mapping[str, str]]) -> dict[tuple[int, int], list[Mapping[str, str]]]:
    found: dict[tuple[int, int], list[Mapping[str, str]]] = {}
    for row in rows:
        place = _whole(row.get("round", "")), _whole(row.get("table", ""))
        if all(place):
            found.setdefault(place, []).append(row)
    return found


def _column(name: str, wind: str, names: Mapping[str, int]) -> int | None:
    """Return the column of a player by name or, if there is no name, by the wind of the seat."""
    if name.strip():
        return names.get(folded(name))
    letter = wind.strip()[:1].upper()
    return _WIND_LETTERS.index(letter) if letter and letter in _WIND_LETTERS else None


def _whole(written: str) -> int:
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 4 else 0


def _signed(written: str) -> int | None:
    plain = written.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None


def _day(written: str) -> date | None:
    for text in (written.strip()[:10], "-".join(reversed(written.strip().split("/")))):
        try:
            return date.fromisoformat(text)
        except ValueError:
            continue
    return None


def _clock(written: str) -> time | None:
    text = written.strip()
    text = text[11:] if len(text) > 11 else text
    try:
        return time.fromisoformat(text[:5] if len(text) > 5 else text.zfill(5))
    except ValueError:
        return None
