"""The window: start to first paint beside a bare Qt window, a large event in it, a hand, scrolling, memory."""

import gc
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.large_event import read_bare
from tests.benchmarks.measuring import least_cpu_seconds, median_seconds, report
from tests.call_trace import CallTrace, traced

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication

    from ui.desktop.controller import EventController
    from ui.desktop.window import Window

_STARTS = 7
_SHEETS = 7
"""Sheets of sixteen hands that are typed."""
_LAST_SHEET = (12, 100)
_BARE = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        print("painted", flush=True)
        QTimer.singleShot(0, QApplication.quit)
app = QApplication([])
window = Window()
window.resize(1440, 900)
window.show()
app.exec()
"""
_OURS = """
import sys
import ui.desktop.__main__ as program
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(program.Window):
    def paintEvent(self, event):  # no event filter, whose time would be counted
        QMainWindow.paintEvent(self, event)
        print("painted", flush=True)
        QTimer.singleShot(0, QApplication.quit)
program.Window = Window
sys.argv = ["quatre-vents", *sys.argv[1:]]
program.main()
"""


def main() -> None:
    """Print the medians."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as on a user's machine
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUATRE_VENTS_HOME"] = folder
        bare, ours = _first_paint(_BARE), _first_paint(_OURS)
        report("a bare Qt window: process start to first paint", bare)
        report(f"ours ({ours / bare:.2f} times as long)", ours, "2.2 times a bare window")
        path = Path(folder, "large.qv")
        # In a process of its own, so that writing it is no part of this one's memory.
        subprocess.run([sys.executable, "-m", "tests.benchmarks.large_event", path], check=True)
        large = _first_paint(_OURS, str(path), "--new-window")
        what = f"ours with 400 players × 12 sessions ({large / bare:.2f} times as long)"
        report(what, large, "6 times a bare window")
        _measure_large_event(path)


def _first_paint(program: str, *arguments: str) -> float:
    durations = []
    for _ in range(_STARTS):
        start = time.perf_counter()
        with subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            durations.append(time.perf_counter() - start)
        if said.strip() != b"painted":
            raise RuntimeError("the window did not paint")
    return statistics.median(durations[1:])


def _measure_large_event(path: Path) -> None:
    from PySide6.QtWidgets import QApplication, QTableView

    from tournament.rules.payment import Outcome
    from tournament.use_cases import CorrectHand
    from ui.desktop.bootstrap import make_controller
    from ui.desktop.garbage import GarbageCollection
    from ui.desktop.theme import Appearance, theme
    from ui.desktop.window import Window

    app = QApplication([])
    GarbageCollection(app)
    theme.install(app, Appearance.LIGHT)
    controller = make_controller("bench")
    window = Window(controller)
    window.resize(1440, 900)
    window.show()
    app.processEvents()

    bare = _measure_opening(app, controller, path)
    _first_shows(window, controller)
    _measure_enter(window, controller)
    window.show_page("tables")
    _measure_tables(app, controller, bare)
    window.show_page("hall")
    report("all 100 tables at a glance, painted", median_seconds(lambda: _shown_again(window, app), runs=20), "50 ms")
    window.show_page("standings")
    app.processEvents()
    points = iter(range(90, 400))

    def correct() -> None:
        controller.act(CorrectHand(12, 1, 3, Outcome(1, 2, next(points)), "bench"), confirmed=True)
        app.processEvents()

    report("a hand, committed, until the standings on screen are right", median_seconds(correct, runs=20))
    table = max(window.findChildren(QTableView), key=lambda view: view.model().rowCount())
    bar = table.verticalScrollBar()
    steps = iter(range(0, 100_000, 33))

    def scroll() -> None:
        bar.setValue(next(steps) % max(bar.maximum(), 1))
        app.processEvents()

    report("scrolling the list of 400 by a row", median_seconds(scroll, runs=100))
    unit = 1 if sys.platform == "darwin" else 1024
    print(
        f"  peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB"
        "   (reach: 230 MB)"
    )
    window.close()


def _measure_opening(app: "QApplication", controller: "EventController", path: Path) -> float:
    """Return how long bare reading takes, in seconds."""

    def open_it() -> None:
        controller.open(path)
        app.processEvents()

    def close_it() -> None:
        controller.close()
        app.processEvents()

    bare = least_cpu_seconds(lambda: read_bare(path))
    opened = least_cpu_seconds(open_it, before=close_it)
    report("reading, parsing and hashing all entries, and nothing else", bare)
    report(f"opening them in the window, painted ({opened / bare:.1f} times as long)", opened, "2.8 times")
    return bare


def _measure_tables(app: "QApplication", controller: "EventController", bare: float) -> None:
    tables = iter(range(7, 10_000, 7))

    def go_to_table() -> None:
        controller.navigation.table_wanted.emit(12, 1 + next(tables) % 100)
        app.processEvents()

    report("from table to table, painted", median_seconds(go_to_table, runs=40), "150 ms")
    moved = least_cpu_seconds(go_to_table, runs=40)
    report(f"the same, least processor time ({moved / bare:.2f} times bare reading)", moved)


def _shown_again(window: "Window", app: "QApplication") -> None:
    window.page("hall").repaint()
    app.processEvents()


class _Enter(NamedTuple):
    """Seconds from Enter; our own work is what this thread computes."""

    row: float
    """Until the row is painted."""
    own_row: float
    own_window: float
    """Until the whole window is."""
    painted: int
    """How often the sheet was painted."""


def watch_paints(window: "Window", painted: Callable[[], None]) -> None:
    """Call ``painted`` whenever the score sheet was painted."""
    from PySide6.QtWidgets import QTableView

    (paper,) = (view for view in window.findChildren(QTableView) if view.accessibleName() == "Score sheet")

    def paint(event: "QPaintEvent") -> None:
        type(paper).paintEvent(paper, event)
        painted()

    paper.paintEvent = paint  # type: ignore[method-assign]  # no filter, whose time would be counted


class SheetWatch:
    """Types the last sheet from its first hand to its last, and times each Enter."""

    def __init__(self, window: "Window", controller: "EventController") -> None:
        window.show_page("tables")
        window.activateWindow()
        self._controller = controller
        self._chance = random.Random(1)
        self._go_to_sheet()
        self._painted: list[tuple[float, float]] = []
        """When the sheet was painted: by the clock, and in time of this thread."""
        watch_paints(window, self._note_paint)
        self._empty(15)

    def typed_sheet(self) -> list[_Enter]:
        """Each of the sixteen hands; then the sheet is empty again."""
        enters = [self._enter() for _ in range(16)]
        if self._controller.book.view.sheet(*_LAST_SHEET).played != 16:
            raise RuntimeError("a hand was not recorded")
        self._empty(16)
        return enters

    def _enter(self) -> _Enter:
        self._type(self._hand())
        self._painted.clear()
        gc.collect()
        whole, own = time.perf_counter(), time.thread_time()
        self._press_enter()
        end = time.thread_time()
        row, own_row = self._painted[-1]
        return _Enter(row - whole, own_row - own, end - own, len(self._painted))

    def _note_paint(self) -> None:
        self._painted.append((time.perf_counter(), time.thread_time()))

    def trace(self) -> CallTrace:
        """Return the calls of our functions in one Enter."""
        self._type(self._hand())
        with traced() as calls:
            self._press_enter()
        self._empty(1)
        return calls

    def _hand(self) -> str:
        """The keys of a hand: one in sixteen is drawn, one in four a self-draw."""
        if self._chance.random() < 1 / 16:
            return "X"
        winner = self._chance.randrange(1, 5)
        others = [str(player) for player in range(1, 5) if player != winner]
        return f"{winner}{self._chance.choice([*others, 'D'])}{self._chance.randrange(8, 60)}"

    def _go_to_sheet(self) -> None:
        from PySide6.QtWidgets import QApplication

        self._controller.navigation.table_wanted.emit(*_LAST_SHEET)
        QApplication.processEvents()

    def _empty(self, hands: int) -> None:
        for _ in range(hands):
            self._controller.undo()
        self._go_to_sheet()

    @staticmethod
    def _type(keys: str) -> None:
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        for key in keys:
            focused = QApplication.focusWidget()
            assert focused is not None
            QTest.keyClicks(focused, key)
            QApplication.processEvents()

    @staticmethod
    def _press_enter() -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Return)
        QApplication.processEvents()


def _measure_enter(window: "Window", controller: "EventController") -> None:
    sheet = SheetWatch(window, controller)
    sheets = [sheet.typed_sheet() for _ in range(_SHEETS)]
    enters = [enter for each in sheets for enter in each]
    report("Enter until the row is painted, committed", statistics.median(each.row for each in enters))
    times = max(each.painted for each in enters)
    report(
        f"the same, our own work (painted {times} times at most)", statistics.median(each.own_row for each in enters)
    )
    slowest = sorted(each.own_row for each in enters)[-2]
    report(f"the same, the slowest but one of {len(enters)} (p99)", slowest, "16 ms")
    last = [each[-1].own_row for each in sheets]
    report("the same, of the last hand of a sheet alone", statistics.median(last))
    report("the same, until the whole window is painted", statistics.median(each.own_window for each in enters))
    calls = sheet.trace()
    print(f"  {'files that one Enter passes through':<66}{len(calls.files):9}")
    print(f"  {'calls from one file into another':<66}{calls.crossings:9}")


def _first_shows(window: "Window", controller: "EventController") -> None:
    """Each page shown and painted for the first time, some seconds after the event was opened."""
    from PySide6.QtWidgets import QApplication

    from ui.desktop.long_work import idle
    from ui.desktop.pages.catalogue import PAGES
    from ui.desktop.preloading import Preloading

    ready = Preloading(window, controller)
    longest = 0.0
    while not ready.done:
        start = time.thread_time()
        QApplication.processEvents()
        longest = max(longest, time.thread_time() - start)
        time.sleep(0.005)
    report("the longest step of making pages ready behind the window", longest, "50 ms")
    for page in [page.id for page in PAGES if page.id != "tables"]:

        def show(page: str = page) -> None:
            window.show_page(page)
            QApplication.processEvents()

        report(f"{page}, shown for the first time", median_seconds(show, runs=1), "100 ms")
        while not idle():  # what it works out in another thread
            QApplication.processEvents()
            time.sleep(0.005)


if __name__ == "__main__":
    main()
