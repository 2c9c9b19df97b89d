"""Ten years of a federation: 600 lists of 150 players, read and ranked, beside what the csv module takes to read them;
and the games of as many events, rated.

The ratios say more than the seconds: they hardly depend on the computer.
"""

import csv
import os
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

from reports.ranking_rules import RANKINGS, RATINGS
from reports.rankings.events import places_of_list, same_people
from reports.rankings.season import known_or_read
from tests.benchmarks.measuring import least_cpu_seconds, report
from tests.member_slips import directory
from tournament.files.user_folders import VARIABLE
from tournament.members.member import DirectoryMember
from tournament.members.season import with_members
from tournament.rankings import EventPlaces, RankedPerson, RankedSeason, rank_events
from tournament.rankings.rating import EventGames, RatedGame, rate_games
from tournament.storage.known_places import known_places

_EVENTS, _PLAYERS, _SESSIONS = 600, 150, 7
_DAY = date(2026, 11, 30)
_HEAD = ("Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name",
         "EMA number", "Table points", "Score", "EMA member", "Country", "Date", "rules", "NbDays")  # fmt: skip


def main() -> None:
    """Print the least processor time of each, and how many times that of bare reading it is."""
    with tempfile.TemporaryDirectory() as name:
        folder, people = Path(name), directory(3000, Random(1))
        paths = _written(folder, people)
        bare = least_cpu_seconds(lambda: [list(csv.reader(path.open(encoding="utf-8"))) for path in paths], runs=3)
        report(f"{_EVENTS} lists × {_PLAYERS} players, read by the csv module", bare)

        def beside(what: str, action: Callable[[], object], reach: str = "") -> None:
            took = least_cpu_seconds(action, runs=3)
            report(f"{what} ({took / bare:.2f} times that)", took, reach)

        beside("read as events", lambda: _read(paths))
        beside("read and ranked by MERS", lambda: rank_events(_read(paths), RANKINGS.called("mers"), _DAY), "2 s")
        place = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = str(folder / "home")
        time.sleep(4)  # files that have just been written are not remembered
        _read_known(paths)
        beside("read as events that are known from before", lambda: _read_known(paths), "2 s")
        os.environ.pop(VARIABLE) if place is None else os.environ.update({VARIABLE: place})
        events = _read(paths)
        beside("ranked in a league in which all results count",
               lambda: rank_events(events, RANKINGS.called("league"), _DAY))  # fmt: skip
        beside("named as a directory of 3,000 people names them", lambda: with_members(events, people))
        for rules in ("mers", "league"):
            season = RankedSeason(events, RANKINGS.called(rules), _DAY)
            season.ranking()

            def changed(season: RankedSeason = season) -> None:
                season.add(places_of_list(paths[0]))
                season.ranking()

            beside(f"read and ranked again after one list changed: {rules}", changed, "50 ms")
    games = _games()
    for name in RATINGS.names():
        took = least_cpu_seconds(lambda name=name: rate_games(games, RATINGS.called(name)), runs=1)  # type: ignore[misc]
        report(f"{sum(len(each.games) for each in games)} games rated: {name}", took)


def _games() -> list[EventGames]:
    """The games of as many events of as many players, seven sessions each."""
    chance, people = Random(3), [RankedPerson(str(number), f"Player {number}") for number in range(3000)]
    events = []
    for number in range(_EVENTS):
        day, own, games = _DAY - timedelta(days=number * 3650 // _EVENTS), chance.sample(people, _PLAYERS), []
        for session in range(1, _SESSIONS + 1):
            chance.shuffle(own)
            for table in range(_PLAYERS // 4):
                a, b, c, d = own[4 * table : 4 * table + 4]
                one, two, three, four = (chance.randrange(-200, 200) for _ in range(4))
                games.append(RatedGame(day, session, table + 1, (a, b, c, d), (one, two, three, four)))
        events.append(EventGames(str(number), f"Open {number}", "mcr", tuple(games)))
    return events


def _read(paths: list[Path]) -> tuple[EventPlaces, ...]:
    return same_people([places_of_list(path) for path in paths])


def _read_known(paths: list[Path]) -> tuple[EventPlaces, ...]:
    with known_places("bench") as known:
        return same_people([known_or_read(path, known, partial(places_of_list, path)) for path in paths])


def _written(folder: Path, people: tuple[DirectoryMember, ...]) -> list[Path]:
    """The lists, of ten years; the first is the newest."""
    chance, paths = Random(2), []
    for number in range(_EVENTS):
        day = _DAY - timedelta(days=number * 3650 // _EVENTS)
        path = folder / f"{number:03}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(_HEAD)
            for place, each in enumerate(chance.sample(people, _PLAYERS), 1):
                writer.writerow((f"Open {number}", _PLAYERS, place, each.first_name, each.last_name, each.ema_number, 0,
                                 0, "YES", each.country, f"{day.day}/{day.month}/{day.year}", "MCR", 2))  # fmt: skip
        paths.append(path)
    return paths


if __name__ == "__main__":
    main()
