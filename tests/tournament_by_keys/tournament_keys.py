"""A tournament of riichi typed in the real window with keys alone, what its Standings page shows, and its lines."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from PySide6.QtTest import QTest

from tests.season.season_keys import EventKeys, answer
from tests.second_count.riichi import PLAYERS, rules_of
from tests.tournament_by_keys.account import Game, Line, Seats, Tournament
from tests.ui.cli.conftest import call_program
from tests.ui.desktop.pressing import press, type_words
from tests.ui.entry.test_riichi_keys import keys_of
from tournament.catalogue import OFFERED
from tournament.language import LANGUAGES
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

NAME = "Riichi of Nowhere"
DRAW_NUMBER = "7"
SETTINGS = (
    ("first day", "--starts", "2026-05-02"),
    ("last day", "--ends", "2026-05-03"),
    ("city", "--city", "Nowhere"),
    ("host country", "--host-country", "FR"),
)
"""Fields of the setup, with the options that say the same: what EMA must know."""
REPORTS = ("standings", "tabulation", "sessions", "cross-table", "statistics", "hands", "players")
WORKBOOKS = ("ema-results", "workbook")
ORDINARY, DRAWN_READY = "ordinary hands", "drawn hands with tenpai"
PROMISED = {ORDINARY: 7, DRAWN_READY: 4}
"""Keys of a hand, on average."""
_LOOK, _LONGEST_DRAW = 20, 3_000
"""Milliseconds between two looks at a draw that is under way, and looks at most."""


class TournamentKeys(EventKeys):
    """Whoever enters the tournament: they know what is on the papers."""

    def __init__(self, window: Window, tournament: Tournament) -> None:
        super().__init__(window)
        self.tournament = tournament
        self.seats: Seats = ()
        self.hands, self.keys = Counter[str](), Counter[str]()
        """Hands of each kind, and the keys that all of them took."""

    @property
    def standings(self) -> StandingsPage:
        page = self.window.page("standings")
        assert isinstance(page, StandingsPage)
        return page

    def make(self, path: Path) -> None:
        """Make the event at ``path``, add its players and draw all sessions."""
        press("Ctrl+N")
        type_words(NAME)
        press("Tab", "Tab", "Ctrl+A")
        type_words(str(len(self.tournament.sessions)))
        press("Return", *["Down"] * tuple(OFFERED).index(self.tournament.rules), "Return", "Ctrl+A")
        type_words(str(path))
        press("Return")
        for field, _option, value in SETTINGS:
            self.set(field, value)
        self.add_players(_rows(self.tournament))
        press("Alt+3")
        drawing = self.window.page("draw")
        assert isinstance(drawing, DrawPage)
        self.go_to(drawing.panel.form.seed)
        type_words(DRAW_NUMBER)
        press("Ctrl+R")
        waited = 0
        while drawing.state.working:
            assert (waited := waited + 1) < _LONGEST_DRAW, "the draw goes on"
            QTest.qWait(_LOOK)
        press("Ctrl+Return")
        self.seats = answer("draw", path)["sessions"]

    def play(self, session: int) -> None:
        """Enter the sheets of a session, one after the other."""
        press("Alt+4")
        for table, game in enumerate(self.tournament.sessions[session - 1], start=1):
            self.keyboard.type(f"G {session}-{table:02}-1 Enter" if table == 1 else "Enter")
            shown = self.tables.state.table
            assert shown is not None
            assert shown.place == (session, table), f"{shown.place} is not signed: {self.tables.state.refusal}"
            self.enter(table, game)

    def enter(self, table: int, game: Game) -> None:
        """Type the hands of a sheet, its totals as some tables write them, and sign it."""
        for number, line in enumerate((*game.hands, None), start=1):
            for column in (PLAYERS.index(player) + 1 for hand, player in game.chombo if hand == number):
                self.keyboard.type(f"P {column} RI1 Enter Enter")
                self.confirm_if_asked()
            if line is not None:
                before = self.keyboard.pressed
                self.keyboard.type(keys_of(_in_turn(line)))
                self.confirm_if_asked()
                self.hands[kind := _kind(line)] += 1
                self.keys[kind] += self.keyboard.pressed - before
        start = rules_of({"rules": self.tournament.rules})["start"] if table % 2 else 0
        unit = 100 if table % 4 > 1 else 1
        self.keyboard.type("F6")
        for total in game.counted.totals.values():
            self.keyboard.type(f"{(start + total) // unit} Enter")
        if game.stopped:
            self.keyboard.type("Enter")

    def faults_of_standings(self, after: int) -> list[str]:
        """What the page shows after a session, and the account does not have."""
        press("Alt+5")
        places = self.tournament.places(self.seats, after)
        before = self.tournament.places(self.seats, after - 1)
        ranking, found = self.standings.lists.ranking, list[str]()
        model = ranking.model()
        if after > 1 and any(map(ranking.isColumnHidden, range(model.columnCount()))):
            found.append(f"after {after}: a column is hidden in a large window")
        shown = [[str(model.index(row, column).data() or "") for column in range(model.columnCount())]
                 for row in range(model.rowCount())]  # fmt: skip
        order = sorted(places, key=lambda number: (places[number].rank, number))
        for number, cells in zip(order, shown, strict=True):
            place = places[number]
            moved = _signed(before[number].rank - place.rank) if after > 1 else ""
            wanted = [str(place.rank), moved, _name(number), "FR", *map(_number, place.points),
                      _number(place.worth[0]), _signed(place.score)]  # fmt: skip
            if cells != wanted:
                found.append(f"after {after}: {cells} instead of {wanted}")
        return found


def tournament_faults(keys: TournamentKeys, folder: Path) -> list[str]:
    """Enter a tournament by keys and by lines, and compare both and what the window shows with its account."""
    by_keys, by_lines = (folder / f"{keys.tournament.rules}-{name}.qv" for name in ("keys", "lines"))
    found = list[str]()
    keys.window.resize(1920, 1080)
    keys.make(by_keys)
    for session in range(1, len(keys.tournament.sessions) + 1):
        keys.play(session)
        found += keys.faults_of_standings(session)
    for _ in LANGUAGES:
        press("F9")
        found += [f"{translator.language.code}, {fault}" for fault in keys.faults_of_standings(session)]
    record_lines(keys.tournament, by_lines)
    return [*found, *differences(by_keys, by_lines, keys.tournament, folder)]


def differences(by_keys: Path, by_lines: Path, tournament: Tournament, folder: Path) -> list[str]:
    """What the command line says otherwise of one file than of the other, and what is wrong with either."""
    one, other = (account_of(path, tournament, folder) for path in (by_keys, by_lines))
    found = [f"{part} by keys is not that by lines" for part in one if one[part] != other[part]]
    checks = [call_program("check", path) for path in (by_keys, by_lines)]
    return [*found, *(checked.out + checked.err for checked in checks if checked.code)]


def record_lines(tournament: Tournament, path: Path) -> None:
    """The same tournament by lines alone."""
    listed = path.with_suffix(".csv")
    rows = ("first_name,last_name,country,ema_number", *map(",".join, _rows(tournament)))
    listed.write_text("\n".join(rows), encoding="utf-8")
    steps: tuple[tuple[tuple[str | Path | int, ...], str], ...] = (
        (("new", path, "--name", NAME, "--rules", tournament.rules, "--sessions", len(tournament.sessions),
          *(word for _field, option, value in SETTINGS for word in (option, value))), ""),
        (("players", path, "import", listed), ""),
        (("draw", path, "--seed", DRAW_NUMBER), ""),
        (("record", path, "--jsonl"), "\n".join(tournament.lines())),
    )  # fmt: skip
    for words, lines in steps:
        said = call_program(*words, stdin=lines)
        assert said.code == 0, said.err


def account_of(path: Path, tournament: Tournament, folder: Path) -> dict[str, Any]:
    """All that the command line says of an event, and the reports in it, by name."""
    found = {"players": answer("players", path, "list"), "draw": answer("draw", path)}
    for session, games in enumerate(tournament.sessions, start=1):
        found[f"standings {session}"] = answer("standings", path, "--after", session)
        for table in range(1, len(games) + 1):
            found[f"sheet {session}-{table}"] = answer("sheet", path, "--session", session, "--table", table)
    for report, format in (*((name, "csv") for name in REPORTS), *((name, "xlsx") for name in WORKBOOKS)):
        out = folder / f"report.{format}"
        said = call_program("export", path, "--what", report, "--out", out)
        assert said.code == 0, said.err
        found[report] = out.read_bytes() if format == "csv" else list(_workbook_cells(out))
    return found


def _workbook_cells(path: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Every row but for who entered it when, and in which entry."""
    for sheet in load_workbook(path):
        if sheet.title != "Journal":
            rows = sheet.iter_rows(values_only=True)
            yield from ((sheet.title, row[:-3] if sheet.title == "Penalties" else row) for row in rows)


def _rows(tournament: Tournament) -> Iterator[tuple[str, ...]]:
    """The list of players."""
    yield from ((f"First{n}", f"Sample{n:02}", "FR", f"04{n:06}") for n in tournament.players)


def _name(number: int) -> str:
    return f"First{number} Sample{number:02}"


def _kind(line: Line) -> str:
    winners = line["winners"]
    if not winners and line.get("riichi"):
        return "drawn hands with riichi"
    if not winners:
        return DRAWN_READY if line.get("tenpai") else "drawn hands without tenpai"
    if len(winners) > 1:
        return "hands with several winners"
    return "yakuman" if "yakuman" in winners[0] else ORDINARY


def _number(number: Fraction | int) -> str:
    return str(number).replace("-", "−")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else _number(number)


def _in_turn(line: Line) -> Line:
    """The hand with its winners in the order in which a referee types them: the first in turn after the discarder."""
    first = PLAYERS.index(line.get("discarder", "A"))
    return {**line, "winners": sorted(line["winners"], key=lambda win: (PLAYERS.index(win["player"]) - first) % 4)}
