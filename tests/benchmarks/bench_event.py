"""A large event: opening, recording, standings, memory."""

import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.benchmarks.large_event import BY, read_bare, write_large_event
from tests.benchmarks.large_season import EVENINGS, GAMES, PLAYERS, write_season
from tests.benchmarks.measuring import least_cpu_seconds, median_seconds, report
from tests.tournament.rulesets.riichi.slips import planted, sheet_of
from tournament import use_cases
from tournament.ledger.difference import causes_of
from tournament.rules.payment import Outcome
from tournament.storage import open_for_reading, open_for_writing
from tournament.use_cases import Book, CorrectHand, View
from tournament.use_cases.club import season_courses


def main() -> None:
    """Print the medians."""
    _measure_causes()
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "large.qv")
        start = time.perf_counter()
        write_large_event(written)
        print(f"400 players × 12 sessions, 19,200 hands ({written.stat().st_size / 1e6:.1f} MB)")
        report("writing it through the use cases", time.perf_counter() - start)
        _measure(Path(shutil.copy(written, Path(folder, "copy.qv"))))
        _measure_season(Path(folder, "season.qv"))


def _measure(path: Path) -> None:
    report("opening", median_seconds(lambda: Book(open_for_writing(path)).close()), "1 s")
    _measure_opening(path)
    book = Book(open_for_writing(path))
    report("standings from scratch", median_seconds(lambda: View(book.view.journal).standings()))
    book.view.standings()
    for session, name in ((12, "the last session"), (1, "the first session")):
        written, shown = _record(book, session)
        report(f"a correction in {name}, checked and committed", written)
        report("   then until the standings are right", shown, "16 ms")
    book.close()
    unit = 1 if sys.platform == "darwin" else 1024
    print(f"  peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB")


def _measure_opening(path: Path) -> None:
    """Opening until everything is computed, beside the least that any program would do with the entries.

    The event stays open until after the measurement: freeing it is no part of opening.
    """
    opened: list[View] = []

    def open_whole() -> None:
        store = open_for_reading(path)
        view = Book(store).view
        for session in view.drawn_sessions:
            view.sheets(session)
        view.standings()
        opened.append(view)
        store.close()

    least, whole = least_cpu_seconds(lambda: read_bare(path)), least_cpu_seconds(open_whole)
    report("reading, parsing and hashing all entries, and nothing else", least)
    report(f"opening and computing everything ({whole / least:.1f} times as long)", whole, "2.4 times")


def _measure_causes() -> None:
    """Why the totals of riichi games differ: what the window looks for as soon as the fourth total is typed."""
    games = [planted("winner", Random(seed)) for seed in range(20)]
    sheets = [(sheet_of(game.typed, game.rules), game.rules, game.paper) for game in games]
    times = []
    for sheet, rules, paper in sheets:
        start = time.perf_counter()
        causes_of(sheet, rules, paper)
        times.append(time.perf_counter() - start)
    report("causes of a difference in a game of riichi", statistics.median(times), "50 ms")
    report("   the slowest of 20 games", max(times), "50 ms")


def _measure_season(path: Path) -> None:
    """A league: as quick as a tournament."""
    write_season(path)
    print(f"{PLAYERS} players × {EVENINGS} evenings × {GAMES} games, best 12 ({path.stat().st_size / 1e6:.1f} MB)")
    book = Book(open_for_writing(path))
    report("ranking from scratch", median_seconds(lambda: View(book.view.journal).season()))
    report("every player's course", median_seconds(lambda: season_courses(book.view)))
    for session in (EVENINGS, 1):
        written, shown = _record(book, session)
        report(f"a correction in evening {session}, checked and committed", written)
        report("   then until the ranking is right", shown, "16 ms")
    book.close()


def _record(book: Book, session: int) -> tuple[float, float]:
    written: list[float] = []
    shown: list[float] = []
    for number in range(20):
        command = CorrectHand(session, 1 + number, 3, Outcome(1, 2, 200 + session + number), "bench")
        start = time.perf_counter()
        use_cases.carry_out(book, command, by=BY, confirmed=True)
        middle = time.perf_counter()
        book.view.standings()
        written.append(middle - start)
        shown.append(time.perf_counter() - middle)
    return statistics.median(written), statistics.median(shown)


if __name__ == "__main__":
    main()
