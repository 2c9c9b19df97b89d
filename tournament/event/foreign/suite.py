"""Read the database scripts of MahjongTournamentSuite as an event.

A hand without points was not played; a hand of 0 points without a winner was drawn. A penalty is stored with its hand,
as an amount that is added to the score; the scores of tables include penalties. Columns are found by name, since older
scripts lack some.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tournament.event.foreign.event import (
    ForeignEvent,
    ForeignHand,
    ForeignPenalty,
    ForeignTable,
    penalties_of,
    players_of,
)
from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seating, Seats
from tournament.event.seating_file import IMPORTED
from tournament.event.settings import MOST_SESSIONS, Settings
from tournament.language import Text, mark, mark_count
from tournament.rules.payment import Net

Row = Mapping[str, str]
"""A row by column name; NULL is an empty text."""
Tables = Mapping[str, Sequence[Row]]
"""The rows of each database table, by its name."""
PROGRAM = mark("MahjongTournamentSuite, database scripts")
_WINDS = ("East", "South", "West", "North")
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class SuiteTournament:
    """One tournament of the database; scripts may contain many."""

    id: int
    name: str
    players: int
    rounds: int
    created: str
    """The day, as the scripts write it."""


def is_suite(tables: Tables) -> bool:
    """Whether these are tables of that program's database."""
    return "DBTournaments" in tables


def suite_tournaments(tables: Tables) -> tuple[SuiteTournament, ...]:
    """Return the tournaments in the scripts, in their order."""
    return tuple(
        SuiteTournament(
            _whole(row, "TournamentId"),
            row.get("TournamentName", "").strip(),
            _whole(row, "NumPlayers"),
            _whole(row, "NumRounds"),
            row.get("CreationDate", "")[:10],
        )
        for row in tables.get("DBTournaments", ())
    )


def suite_event(tables: Tables, tournament: int) -> ForeignEvent:
    """Return the tournament with this id. Raise Refused with everything that is wrong with it."""
    found = next((each for each in suite_tournaments(tables) if each.id == tournament), None)
    if found is None:
        known = ", ".join(str(each.id) for each in suite_tournaments(tables))
        text = mark("There is no tournament {id} in the scripts; there are: {known}.", id=str(tournament), known=known)
        raise Refused(Problem("tournament-unknown", text, "event"))
    return _Reading(tables, found).event()


class _Reading:
    """Reads one tournament, and collects everything that is wrong with it."""

    def __init__(self, tables: Tables, tournament: SuiteTournament) -> None:
        self._tournament = tournament
        self._tables = {
            name: [row for row in rows if _whole(row, _KEYS[name]) == tournament.id]
            for name, rows in tables.items()
            if name in _KEYS
        }
        self._problems: list[Problem] = []
        self._lost: list[Text] = []
        self._drawn_seats = 0
        self._chickens = 0
        self._uneven = 0

    def event(self) -> ForeignEvent:
        """Return the whole event."""
        tournament = self._tournament
        rows = sorted(self._rows("DBPlayers"), key=lambda row: _whole(row, "PlayerId"))
        teams = {_whole(row, "TeamId"): row.get("TeamName", "").strip() for row in self._rows("DBTeams")}
        numbers = {_whole(row, "PlayerId"): number for number, row in enumerate(rows, start=1)}
        players, adjusted = players_of(
            [
                (
                    row.get("PlayerName", ""),
                    row.get("PlayerCountryName", ""),
                    _ema(row.get("PlayerEmaNumber", "")),
                    teams.get(_whole(row, "PlayerTeamId"), ""),
                )
                for row in rows
            ],
            name="DBPlayers",
            how=PROGRAM,
        )
        seats = self._seating(numbers, len(players) // 4)
        tables = tuple(self._written(seats, numbers)) if seats else ()
        if self._problems:
            raise Refused(*self._problems[:_MOST_PROBLEMS])
        settings = Settings(
            name=tournament.name or str(tournament.id),
            sessions=max(1, min(tournament.rounds, MOST_SESSIONS)),
            starts=_day(tournament.created),
        )
        seating = _seating(seats, settings.sessions, len(players) // 4)
        if not seating and seats:
            self._lost.append(
                mark("The draw, in which some players have no table in some rounds, and everything that depends on it")
            )
        return ForeignEvent(
            PROGRAM,
            settings,
            players,
            seating,
            tables if seating else (),
            tuple(self._all_lost()),
            adjusted,
        )

    def _rows(self, name: str) -> Sequence[Row]:
        return self._tables.get(name, ())

    def _all_lost(self) -> Iterator[Text]:
        yield from self._lost
        if self._chickens:
            yield mark_count(
                "The “chicken hand” mark of {count} hand", "The “chicken hand” mark of {count} hands", self._chickens
            )
        if self._drawn_seats:
            yield mark_count(
                "{count} table had no seats recorded yet: they follow the order of the draw",
                "{count} tables had no seats recorded yet: they follow the order of the draw",
                self._drawn_seats,
            )
        if self._uneven:
            yield mark_count(
                "For {count} hand, who paid the penalty points: they are imported player by player",
                "For {count} hands, who paid the penalty points: they are imported player by player",
                self._uneven,
            )
        yield mark("Who typed what and when: the entries are recorded as made by this import")

    def _seating(self, numbers: Mapping[int, int], tables: int) -> dict[tuple[int, int], Seats]:
        seats: dict[tuple[int, int], Seats] = {}
        for row in self._rows("DBTables"):
            place = _whole(row, "TableRoundId"), _whole(row, "TableId")
            drawn = [_whole(row, f"Player{number}Id") for number in range(1, 5)]
            seated = [_whole(row, f"Player{wind}Id") for wind in _WINDS]
            if sorted(seated) != sorted(drawn):
                self._drawn_seats += 1
                seated = drawn
            known = [numbers.get(player) for player in seated]
            a, b, c, d = known
            if a is None or b is None or c is None or d is None or len(set(known)) < 4:
                self._problem(place, mark("its four players are not all in the list."))
            elif not 1 <= place[1] <= tables or not 1 <= place[0] <= self._tournament.rounds:
                self._problem(place, mark("this tournament has no such round or table."))
            else:
                seats[place] = (a, b, c, d)
        return seats

    def _written(self, seats: Mapping[tuple[int, int], Seats], numbers: Mapping[int, int]) -> Iterator[ForeignTable]:
        hands: dict[tuple[int, int], list[Row]] = {}
        for row in self._rows("DBHands"):
            hands.setdefault((_whole(row, "HandRoundId"), _whole(row, "HandTableId")), []).append(row)
        for row in self._rows("DBTables"):
            place = _whole(row, "TableRoundId"), _whole(row, "TableId")
            if place not in seats:
                continue
            finished = row.get("IsCompleted", "") == "1"
            only_totals = row.get("UseTotalsOnly", "") == "1"
            totals = self._totals(place, row) if finished or only_totals else None
            played: list[ForeignHand] = []
            penalties: list[ForeignPenalty] = []
            for hand in () if only_totals else sorted(hands.get(place, ()), key=lambda each: _whole(each, "HandId")):
                found = self._hand(place, hand, seats[place], numbers)
                if found is not None:
                    played.append(found)
                penalties += self._penalties(place, hand)
            if played or penalties or totals is not None:
                yield ForeignTable(*place, tuple(played), tuple(penalties), totals, finished)

    def _hand(self, place: tuple[int, int], row: Row, seats: Seats, numbers: Mapping[int, int]) -> ForeignHand | None:
        written, hand = row.get("HandScore", "").strip(), _whole(row, "HandId")
        if not written:
            return None
        points = _signed(written)
        if points is None or points < 0:
            self._problem(place, mark("hand {hand}: “{points}” is not a number of points.", hand=hand, points=written))
            return None
        columns: list[int | None] = []
        for column in ("PlayerWinnerId", "PlayerLooserId"):
            player = row.get(column, "").strip()
            number = numbers.get(_signed(player) or 0)
            if player and (number is None or number not in seats):
                self._problem(place, mark("hand {hand}: player “{player}” is not at this table.", hand=hand,
                                          player=player))  # fmt: skip
                return None
            columns.append(seats.index(number) if player and number is not None else None)
        winner, discarder = columns
        if (winner is None) != (points == 0) or (winner is None and discarder is not None):
            text = mark("hand {hand}: {points} points do not fit its winner.", hand=hand, points=points)
            self._problem(place, text)
            return None
        self._chickens += row.get("IsChickenHand", "") == "1"
        return ForeignHand(hand, winner, discarder, points)

    def _penalties(self, place: tuple[int, int], row: Row) -> tuple[ForeignPenalty, ...]:
        hand = _whole(row, "HandId")
        amounts = [_signed(row.get(f"Player{wind}Penalty", "").strip() or "0") for wind in _WINDS]
        a, b, c, d = amounts
        if a is None or b is None or c is None or d is None:
            self._problem(place, mark("hand {hand}: a penalty is not a number.", hand=hand))
            return ()
        found = penalties_of((a, b, c, d), hand)
        if found is None:
            self._problem(place, mark("hand {hand}: points are given to a player but taken from nobody.", hand=hand))
            return ()
        self._uneven += found.uneven
        return found.penalties

    def _totals(self, place: tuple[int, int], row: Row) -> Net | None:
        a, b, c, d = (_signed(row.get(f"Player{wind}Score", "").strip()) for wind in _WINDS)
        if a is None or b is None or c is None or d is None:
            self._problem(place, mark("it is marked as finished, but its four scores are not whole numbers."))
            return None
        return a, b, c, d

    def _problem(self, place: tuple[int, int], what: Text) -> None:
        text = mark("Round {round}, table {table}: {what}", round=place[0], table=place[1], what=what)
        self._problems.append(Problem("foreign-table", text, "file"))


_KEYS = {
    "DBTournaments": "TournamentId",
    "DBTeams": "TeamTournamentId",
    "DBPlayers": "PlayerTournamentId",
    "DBTables": "TableTournamentId",
    "DBHands": "HandTournamentId",
}
"""For each table that is read, the column with the id of the tournament."""


def _seating(seats: Mapping[tuple[int, int], Seats], sessions: int, tables: int) -> Seating | None:
    """Return the draw if every round has all its tables and every player one seat in each; else None."""
    if not tables or set(seats) != {(s, t) for s in range(1, sessions + 1) for t in range(1, tables + 1)}:
        return None
    found = tuple(tuple(seats[session, table] for table in range(1, tables + 1)) for session in range(1, sessions + 1))
    if any(len({number for four in session for number in four}) != 4 * tables for session in found):
        return None
    return Seating(found, IMPORTED)


def _whole(row: Row, column: str) -> int:
    """Return a number of 0 or more; 0 for anything else."""
    written = row.get(column, "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 9 else 0


def _signed(written: str) -> int | None:
    digits = written.removeprefix("-").removeprefix("+")
    return int(written) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else None


def _ema(written: str) -> str:
    """Return the number with the leading zeros that a numeric column drops; empty if it is not a number."""
    digits = written.strip()
    return digits.zfill(8) if digits.isascii() and digits.isdigit() and int(digits) else ""


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None
