"""A club's season typed in the real window with keys alone, and the numbers that its Standings page shows."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.season.account import PLAYERS, Game, Place, Season
from tests.ui.cli.conftest import call_program
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.language import LANGUAGES
from ui.desktop.kit.table import TableView
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.season.page import SeasonPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

Cells = dict[str, str]
"""What stands in the columns of a row; those of the evenings are called by their number."""

_MOST_TABS = 60


def list_of_players() -> str:
    """The thirteen as a list in CSV."""
    return "first_name,last_name\n" + "".join(f"First{n},Sample{n:02}\n" for n in range(1, PLAYERS + 1))


class EventKeys:
    """Whoever sits at the window with a keyboard, and looks at it as a person does."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.keyboard = Keyboard()

    @property
    def tables(self) -> TablesPage:
        page = self.window.page("tables")
        assert isinstance(page, TablesPage)
        return page

    def find_setting(self, field: str) -> None:
        """Go to a field of the setup by its label."""
        press("Alt+1")
        page = self.window.page("event")
        assert isinstance(page, EventPage)
        press(*(["F3"] if page.parts.current != SETUP else []), "Ctrl+F")
        type_words(field)
        press("Return")

    def set(self, field: str, typed: str) -> None:
        """Type the value of a field of the setup."""
        self.find_setting(field)
        press("Ctrl+A")
        type_words(typed)
        press("Tab")

    def add_players(self, rows: Iterable[Sequence[str]]) -> None:
        """Type the list of players, each with the fields from the first name on."""
        press("Alt+2")
        for row in rows:
            for field in row[:-1]:
                type_words(field)
                press("Tab")
            type_words(row[-1])
            press("Return")

    def confirm_if_asked(self) -> None:
        """Enter once more, where the window asks about what was just entered."""
        if self.tables.state.refusal is not None and self.tables.state.refusal.asks:
            self.keyboard.type("Enter")

    def go_to(self, widget: QWidget) -> None:
        """Move there with Tab, as from any place in the window."""
        for _ in range(_MOST_TABS):
            if focused() is widget:
                return
            press("Tab")
        raise AssertionError(f"Tab does not lead to {widget.accessibleName()}")


class SeasonKeys(EventKeys):
    """Whoever enters the season: it knows what is on the papers."""

    def __init__(self, window: Window, season: Season) -> None:
        super().__init__(window)
        self.season = season

    @property
    def standings(self) -> SeasonPage:
        page = self.window.page("season")
        assert isinstance(page, SeasonPage)
        return page

    def make(self, path: Path) -> None:
        """Make the league at ``path``, its rules and its players."""
        press("Ctrl+N")
        type_words("Winter league")
        press("Tab", "End", "Return", "Return", "Ctrl+A")
        type_words(str(path))
        press("Return")
        self.set("best evenings", str(self.season.best))
        self.set("evenings required", str(self.season.least))
        self.add_players(line.split(",") for line in list_of_players().splitlines()[1:])

    def play(self) -> None:
        """Enter every evening, round by round."""
        for evening, rounds in enumerate(self.season.evenings, start=1):
            press("Alt+3", *(("Ctrl+E",) if evening > 1 else ()), "Ctrl+A")
            type_words(self.season.day(evening).isoformat())
            press("Return", "Ctrl+A")
            type_words("Library")
            press("Return")
            table = 0
            for games in rounds:
                press("Alt+3")
                for game in games:
                    for seat in game.seats:
                        type_words(str(seat))
                        press("Return")
                    press("Return")
                press("Alt+4")
                for game in games:
                    table += 1
                    self.enter(table, game)

    def enter(self, table: int, game: Game) -> None:
        """Type the sheet of a game and sign it."""
        keys = self.keyboard
        keys.type(f"G {table} Enter")
        for hand in game.hands:
            if hand.winner is None:
                keys.type("X Enter")
            else:
                giver = "D" if hand.giver is None else hand.giver + 1
                keys.type(f"{hand.winner + 1} {giver} {hand.points} Enter")
            self.confirm_if_asked()  # the same line twice
        if game.false_hu is not None:
            keys.type(f"P {game.false_hu + 1} P9 Enter Enter")
        keys.type("F6")
        for score in game.scores:
            keys.type(f"{score} Enter")
        keys.type("Ctrl+Enter")  # hands that were not played are void

    def choose_evening(self, evening: int) -> None:
        """Show the ranking after an evening."""
        box = self.standings.after
        self.go_to(box)
        press("End", *["Up"] * (evening - 1))
        assert box.currentData() == str(evening)

    def faults_of_season(self, after: int, *, average: bool = False) -> list[str]:
        """What the ranking after an evening shows and the account does not have."""
        moved = ["moved"] if after > 1 else []
        evenings = map(str, range(1, after + 1))
        names = ["rank", *moved, "player", *evenings, "games", "won", "average", "result", "missing"]
        now = self.season.places(after, average=average)
        before = self.season.places(after - 1, average=average) if moved else {}
        return list(_faults(self._ranking(names), now, before, evenings=after))

    def faults_of_evening(self, evening: int) -> list[str]:
        """The same of the evening by itself."""
        shown = self._ranking(["rank", "player", "games", "won", "average", "result"])
        return list(_faults(shown, self.season.of_evening(evening), {}, evenings=0))

    def faults_of_courses(self, turn: int) -> list[str]:
        """What the panel of every third player shows of a season of averages, and the account does not have."""
        ranking, panel, found = self.standings.ranking, self.standings.panel, list[str]()
        last = len(self.season.evenings)
        after = [self.season.places(evening, average=True) for evening in range(1, last + 1)]
        self.go_to(ranking)
        press("Home", *["Down"] * turn)
        for _ in range(turn, ranking.model().rowCount(), 3):
            press("Return")
            number = self.standings._player
            assert number is not None
            place = after[-1][number]
            course = [
                (evening, score, evening in place.counted, after[evening - 1][number])
                for evening, score in place.evenings.items()
            ]
            steps = cells_of(panel.course, ["evening", "score", "result", "rank"])
            for (evening, score, counts, then), cells in zip(course, steps, strict=True):
                shown = (whole_of(cells["evening"]), whole_of(cells["score"]), cells["score"].startswith("("))
                if shown != (evening, score, not counts):
                    found.append(f"{number}, course: {shown} instead of {evening}, {score}")
                found += [f"{number}, course of {evening}: {fault}" for fault in _place_faults(cells, then)]
            games = [
                (evening, table, game.scores[game.seats.index(number)])
                for evening in range(last, 0, -1)
                for table, game in reversed(list(enumerate(self.season.games(evening), start=1)))
                if number in game.seats
            ]
            played = [
                (whole_of(cells["evening"]), whole_of(cells["game"]), whole_of(cells["score"]))
                for cells in cells_of(panel.played, ["evening", "game", "met", "score"])
            ]
            if played != games:
                found.append(f"{number}: games {played} instead of {games}")
            press("Esc", "Down", "Down", "Down")
        return found

    def _ranking(self, names: Sequence[str]) -> list[Cells]:
        """The ranking as it stands there, best first; earlier evenings are shown by the arrow key."""
        ranking, found = self.standings.ranking, list[Cells]()
        self.go_to(ranking)
        while True:
            rows = cells_of(ranking, names)
            found = [{**one, **other} for one, other in zip(found or rows, rows, strict=True)]
            if ranking.evenings[0] <= 1:
                break
            press("Left")
        press(*["Right"] * ranking.evenings[2])
        return found


def account_of(path: Path) -> dict[str, Any]:
    """All that the command line says of an event, but for the ids of entries."""
    games = answer("games", path)
    sheets = [
        answer("sheet", path, "--session", evening["session"], "--table", game["table"])
        for evening in games
        for game in evening["games"]
    ]
    parts = {words: answer(*words.split(), path) for words in ("season", "standings")}
    return {"players": answer("players", path, "list"), "games": games, "sheets": sheets, **parts}


def answer(*words: str | Path | int) -> Any:
    """What a command says with ``--json``, but for the ids of entries."""
    return json.loads(
        call_program(*words, "--json").out,
        object_hook=lambda members: {name: members[name] for name in members.keys() - {"entry"}},
    )


def record_lines(season: Season, path: Path) -> None:
    """The same season by lines alone."""
    listed = path.with_suffix(".csv")
    listed.write_text(list_of_players(), encoding="utf-8")
    rules = ("--best", season.best, "--least", season.least)
    for words, lines in (
        (("new", path, "--name", "Winter league", "--format", "league", *rules), ""),
        (("players", path, "import", listed), ""),
        (("record", path, "--jsonl"), "\n".join(season.lines())),
    ):
        answer = call_program(*words, stdin=lines)
        assert answer.code == 0, answer.err


def season_faults(window: Window, season: Season, folder: Path) -> list[str]:
    """Enter a season by keys and by lines, and compare both and what the window shows with its account."""
    by_keys, by_lines = folder / "keys.qv", folder / "lines.qv"
    keys, found, last = SeasonKeys(window, season), list[str](), len(season.evenings)
    keys.make(by_keys)
    keys.play()
    record_lines(season, by_lines)
    press("Alt+5")
    window.resize(1366, 768)  # not every column has room, and the arrow keys show earlier evenings
    for evening in range(1, last + 1):
        keys.choose_evening(evening)
        found += [f"after {evening}: {fault}" for fault in keys.faults_of_season(evening)]
        keys.go_to(keys.standings.shown)
        press("Right")
        found += [f"evening {evening}: {fault}" for fault in keys.faults_of_evening(evening)]
        keys.go_to(keys.standings.shown)
        press("Left")
    for average in (False, True):
        if average:
            keys.find_setting("season result")
            press("Down", "Tab")
            assert call_program("season", by_lines, "--count", "average").code == 0
            press("Alt+5")
        window.resize(1920, 1080)
        for turn in range(len(LANGUAGES)):
            shown = [*keys.faults_of_season(last, average=average), *(keys.faults_of_courses(turn) if average else ())]
            found += [f"{translator.language.code}: {fault}" for fault in shown]
            press("F9")
        ranking = keys.standings.ranking
        if any(map(ranking.isColumnHidden, range(ranking.model().columnCount()))):
            found.append("a column is hidden in a large window")
    one, other = (account_of(path) for path in (by_keys, by_lines))
    found += [f"{part} by keys are not those by lines" for part in one if one[part] != other[part]]
    found += [call_program("check", path).out for path in (by_keys, by_lines) if call_program("check", path).code]
    return found


def number_of(text: str) -> Fraction:
    """The number in a cell, in brackets or not, with a sign or without, with the mark of any language."""
    figures = re.sub(r"[()+\s]", "", text).replace("−", "-").replace(",", ".")
    return Fraction(figures)


def whole_of(text: str) -> int:
    """The same where it is a whole number."""
    assert number_of(text).denominator == 1, text
    return int(number_of(text))


def cells_of(table: TableView[Any], names: Sequence[str]) -> list[Cells]:
    """What stands in the columns that are in view; the last column may not be there."""
    QApplication.processEvents()
    model = table.model()
    assert model.columnCount() in (len(names), len(names) - 1)
    shown = [column for column in range(model.columnCount()) if not table.isColumnHidden(column)]
    for column in shown:  # the heading of an evening has its number, in every language
        heading = str(model.headerData(column, Qt.Orientation.Horizontal))
        assert not names[column].isdecimal() or re.sub(r"\D", "", heading) == names[column], heading
    return [{names[at]: str(model.index(row, at).data() or "") for at in shown} for row in range(model.rowCount())]


def _faults(
    shown: list[Cells], places: Mapping[int, Place], before: Mapping[int, Place], *, evenings: int
) -> Iterator[str]:
    """Every number of a ranking in view against the account; and that the sums add up of what is shown itself."""
    order = [int(cells["player"].rpartition("Sample")[2]) for cells in shown]
    ranked = [number for number in order if places[number].rank is not None]
    if sorted(order) != sorted(places) or order[: len(ranked)] != sorted(
        ranked, key=lambda number: (places[number].rank, number)
    ):
        yield f"the order {order} of {places}"
    for number, cells in zip(order, shown, strict=True):
        place = places[number]
        yield from (f"{number}: {fault}" for fault in _place_faults(cells, place))
        numbers = {name: number_of(text) for name, text in cells.items() if text and name not in ("player", "rank")}
        expected: dict[str, int | Fraction] = {"games": place.games, "won": place.won, "average": tenths(place.average)}
        if place.missing:
            expected["missing"] = place.missing
        then = before.get(number)
        if place.rank is not None and then is not None and then.rank is not None:
            expected["moved"] = then.rank - place.rank
        own = place.evenings if evenings else {}
        expected |= {str(evening): score for evening, score in own.items()}
        result = numbers.pop("result")
        wrong = {name: numbers.get(name) for name in cells if numbers.get(name) != expected.get(name)}
        if wrong:
            yield f"{number}: {wrong} of {expected}"
        brackets = {int(name) for name, text in cells.items() if text.startswith("(")}
        if brackets != own.keys() - place.counted:
            yield f"{number}: {brackets} in brackets, and {set(place.counted)} count"
        counted = [numbers[str(evening)] for evening in own if evening not in brackets]
        if evenings and result not in (sum(counted), tenths(Fraction(sum(counted), len(counted)))):
            yield f"{number}: {counted} do not make {result}"


def _place_faults(cells: Cells, place: Place) -> Iterator[str]:
    rank = number_of(cells["rank"]) if cells["rank"] else None
    if rank != place.rank:
        yield f"place {rank} instead of {place.rank}"
    if number_of(cells["result"]) not in {place.worth, tenths(place.worth)}:
        yield f"result {cells['result']} instead of {place.worth}"


def tenths(number: Fraction) -> Fraction:
    """Rounded to one decimal, half away from zero."""
    return Fraction(floor(abs(number) * 10 + Fraction(1, 2)), 10) * (-1 if number < 0 else 1)
