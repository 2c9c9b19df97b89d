"""A shared event: joining, Enter in its window beside one alone, a hand at and in the window of other desks, memory.

The host is ``serve`` in a process of its own, on this computer.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.bench_desktop import SheetWatch, watch_paints
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import report
from tests.proof.part import temporary_folder
from tests.proof.proof_shared import Day, Scale
from tournament.ledger.entry import table_of
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CorrectHand, carry_out

if TYPE_CHECKING:
    from ui.desktop.controller import EventController
    from ui.desktop.window import Window

_SHEETS = 4
"""Of sixteen hands each, typed in each window."""
_ORDERS = 20_000
"""Of a simulated day: more than ten desks type."""
_AT_ONCE = 100


class _Served(NamedTuple):
    invitation: str
    process: "subprocess.Popen[bytes]"

    @property
    def memory(self) -> float:
        """Resident, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]  # every process has it


@contextmanager
def _serving(path: Path) -> Iterator[_Served]:
    command = [sys.executable, "-m", "ui.cli", "serve", str(path), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield _Served(json.loads(process.stdout.readline())["invitation"], process)
        finally:
            process.terminate()


def main() -> None:
    """Print the medians beside the times that should be reached."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUATRE_VENTS_HOME"] = folder
        large = Path(folder, "large.qv")
        write_large_event(large)
        _measure_joining(large)
        _measure_enter(large)
        _measure_rows(Path(folder))
    if Path("/proc/self/status").exists():
        with temporary_folder(in_memory=True) as name:  # a disk would take minutes
            os.environ["QUATRE_VENTS_HOME"] = name
            _measure_memory(Path(name))


def _measure_joining(path: Path) -> None:
    from ui.desktop.sharing.joining import JoinDetails, join_event

    with _serving(path) as host:
        times = []
        for number in range(3):
            start = time.perf_counter()
            joined = join_event(JoinDetails(host.invitation, f"Joining {number}", "bench"))
            joined.book.view.standings()
            times.append(time.perf_counter() - start)
            joined.connection.close()
            joined.book.close()
    report("joining 400 players × 12 sessions until the standings are there", statistics.median(times), "3 s")


def _shown() -> "tuple[Window, EventController]":
    from PySide6.QtWidgets import QApplication

    from ui.desktop.bootstrap import make_controller
    from ui.desktop.theme import Appearance, theme
    from ui.desktop.window import Window

    theme.install(QApplication.instance() or QApplication([]), Appearance.LIGHT)  # type: ignore[arg-type]  # no core one
    controller = make_controller("bench")
    window = Window(controller)
    window.resize(1440, 900)
    window.show()
    return window, controller


def _join(controller: "EventController", invitation: str) -> None:
    from ui.desktop.sharing.joining import JoinDetails, follow_joined, join_event

    follow_joined(controller, join_event(JoinDetails(invitation, "window", "bench")))


def _measure_enter(path: Path) -> None:
    window, controller = _shown()
    controller.open(Path(shutil.copy(path, path.with_name("alone.qv"))))
    alone = _rows(SheetWatch(window, controller))
    with _serving(path) as host:
        _join(controller, host.invitation)
        shared = _rows(SheetWatch(window, controller))
        controller.close()
    report("Enter until the row is painted, alone", alone)
    report(f"the same at a desk ({shared / alone:.2f} times as long)", shared, "2 times alone")
    window.close()


def _rows(sheet: SheetWatch) -> float:
    return statistics.median(enter.row for _ in range(_SHEETS) for enter in sheet.typed_sheet())


def _measure_rows(folder: Path) -> None:
    """Nine desks in processes of their own enter a hand twice a second each; the tenth is a window that looks on.

    Host and window write to the disk. The nine do not, where there is memory for it: each would have a disk of its own.
    """
    home = folder / "rows"
    home.mkdir()
    with temporary_folder(in_memory=True) as memory:
        day = Day(1, home, Scale(players=80, sessions=3, desks=9, pause=0.5, both=0))
        day.link.faulty = False
        for name in day.desks:
            Path(memory, name).mkdir()
            (home / name).symlink_to(Path(memory, name))
        try:
            painted = sorted(_painted_waits(day))
        finally:
            day.end()
    arrived = sorted(_waits({name: day.lines(name) for name in day.desks}))
    _report_waits("a hand until another of ten desks has it", arrived)
    _report_waits("a hand until a window at another desk has painted it", painted)


def _report_waits(what: str, waits: list[float]) -> None:
    report(f"{what}, median of {len(waits):,}", statistics.median(waits))
    report("the same, the slowest but one in a hundred (p99)", waits[len(waits) * 99 // 100], "250 ms")


def _painted_waits(day: Day) -> Iterator[float]:
    """Let the desks enter everything, and show one sheet in play after the other in a window.

    The answer is the seconds from each hand on a shown sheet until its row was painted.
    """
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from ui.desktop.pages.tables.page import TablesPage

    window, controller = _shown()
    for name in day.desks:
        day.start_desk(name)
    _join(controller, day.invitation)
    window.show_page("tables")
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    painted: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    """When a sheet was painted, and how many entries it had."""

    def note() -> None:
        assert page.state.table is not None
        painted[page.state.table.place].append((time.time(), page.state.table.sheet.number))

    def go_on() -> None:
        assert page.state.table is not None
        sheet, latest = page.state.table.sheet, table_of(controller.book.view.journal[-1].stream)
        if all(map(day.is_done, day.desks)):
            QApplication.exit()
        elif latest is not None and (sheet.state is SheetState.VERIFIED or not sheet.number):
            controller.navigation.table_wanted.emit(*latest)

    watch_paints(window, note)
    timer = QTimer(interval=1000)
    timer.timeout.connect(go_on)
    timer.start()
    QApplication.exec()
    timer.stop()
    written = {entry.record.id: entry for entry in controller.book.view.journal}
    controller.close()
    for line in (line for name in day.desks for line in day.lines(name) if line["what"] == "typed"):
        entry, begun = written[line["id"]], line["at"]
        paints = painted.get(table_of(entry.stream) or (0, 0), [])
        painted_at = next((at for at, number in paints if number >= entry.number), None)
        # A sheet that the window left before the hand came is not painted again.
        if line["command"] != "CloseSheet" and painted_at is not None and paints[0][0] < begun:
            yield painted_at - begun


def _waits(lines: dict[str, list[dict[str, object]]]) -> Iterator[float]:
    """Seconds from each order until each other desk had its entries, while all of them were there."""
    begun = max(float(str(line["at"])) for of_desk in lines.values() for line in of_desk if line["what"] == "ready")
    for desk, of_desk in lines.items():
        typed = {line["id"]: float(str(line["at"])) for line in of_desk if line["what"] == "typed"}
        for line in of_desk:
            if line["what"] == "acknowledged" and typed[line["id"]] > begun:
                position = int(str(line["position"]))
                for other in (each for name, each in lines.items() if name != desk):
                    had = (float(str(each["at"])) for each in other if int(str(each.get("entries", 0))) >= position)
                    yield next(had) - typed[line["id"]]


def _measure_memory(folder: Path) -> None:
    """The host after a day of orders beside one that has just opened the same journal."""
    from ui.desktop.sharing.joining import JoinDetails, join_event

    path = folder / "day.qv"
    write_large_event(path, players=40, sessions=4)
    by = By("bench")
    with _serving(path) as host:
        before = host.memory
        joined = join_event(JoinDetails(host.invitation, "day", "bench"))
        book, connection = joined.book, joined.connection
        start = time.perf_counter()
        for first in range(0, _ORDERS, _AT_ONCE):
            for number in range(first, first + _AT_ONCE):
                turn, place = divmod(number, 4 * 9 * 15)  # each hand in turn, another time with other points
                session, table, hand = 1 + place // 135, 1 + place // 15 % 9, 1 + place % 15
                command = CorrectHand(session, table, hand, Outcome(place % 4, None, 100 + turn), "day")
                carry_out(book, command, by=by, confirmed=True)
            while book.unsent:
                book.take(connection.sync(book.question(None, "en")))  # type: ignore[arg-type]  # it is News
        took, after = time.perf_counter() - start, host.memory
        connection.close()
        book.close()
    with _serving(path) as host:
        anew = join_event(JoinDetails(host.invitation, "day", "bench"))
        beside = host.memory
        anew.connection.close()
        anew.book.close()
    report(f"{_ORDERS:,} orders of a desk, {_AT_ONCE} at once, each", took / _ORDERS)
    print(
        f"  memory of the host: {before:.0f} MB before them, {after:.0f} MB after; opened anew with the same journal "
        f"{beside:.0f} MB ({after / beside:.2f} times; reach: 1.5)"
    )


if __name__ == "__main__":
    main()
