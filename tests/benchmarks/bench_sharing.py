"""A shared event: Enter in its window beside a window alone, a row at other desks, joining, the memory of the host.

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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.bench_desktop import SheetWatch
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import report
from tests.proof.part import temporary_folder
from tests.proof.proof_shared import Day, Scale
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CorrectHand, carry_out

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
    """Print the medians, and what is to be reached."""
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
    from ui.desktop.sharing.joining import JoinWish, join_event

    with _serving(path) as host:
        times = []
        for number in range(3):
            start = time.perf_counter()
            joined = join_event(JoinWish(host.invitation, f"Joining {number}", "bench"))
            joined.book.view.standings()
            times.append(time.perf_counter() - start)
            joined.connection.close()
            joined.book.close()
    report("joining 400 players × 12 sessions until the standings are there", statistics.median(times), "3 s")


def _measure_enter(path: Path) -> None:
    from PySide6.QtWidgets import QApplication

    from ui.desktop.bootstrap import make_controller
    from ui.desktop.sharing.following import follow_joined
    from ui.desktop.sharing.joining import JoinWish, join_event
    from ui.desktop.theme import Appearance, theme
    from ui.desktop.window import Window

    app = QApplication([])
    theme.install(app, Appearance.LIGHT)
    controller = make_controller("bench")
    window = Window(controller)
    window.resize(1440, 900)
    window.show()
    controller.open(Path(shutil.copy(path, path.with_name("alone.qv"))))
    app.processEvents()
    alone = _rows(SheetWatch(window, controller))
    with _serving(path) as host:
        wish = JoinWish(host.invitation, "window", "bench")
        follow_joined(controller, join_event(wish))
        shared = _rows(SheetWatch(window, controller))
        controller.close()
    report("Enter until the row is painted, alone", alone)
    report(f"the same at a desk ({shared / alone:.2f} times as long)", shared, "2 times alone")
    window.close()


def _rows(sheet: SheetWatch) -> float:
    return statistics.median(enter.row for _ in range(_SHEETS) for enter in sheet.typed_sheet())


def _measure_rows(folder: Path) -> None:
    """Ten desks in processes of their own enter a hand twice a second each."""
    home = folder / "rows"
    home.mkdir()
    day = Day(1, home, Scale(players=80, sessions=1, pause=0.5, both=0))
    day.link.faulty = False
    try:
        for name in day.desks:
            day.start_desk(name)
        while not all(map(day.is_done, day.desks)):
            time.sleep(0.2)
    finally:
        day.end()
    lines = {name: day.lines(name) for name in day.desks}
    waits = sorted(_waits(lines))
    report(f"a hand until another of ten desks has it, median of {len(waits):,}", statistics.median(waits))
    report("the same, the slowest but one in a hundred (p99)", waits[len(waits) * 99 // 100], "250 ms")


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
    from ui.desktop.sharing.joining import JoinWish, join_event

    path = folder / "day.qv"
    write_large_event(path, players=40, sessions=4)
    by = By("bench")
    with _serving(path) as host:
        before = host.memory
        joined = join_event(JoinWish(host.invitation, "day", "bench"))
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
        anew = join_event(JoinWish(host.invitation, "day", "bench"))
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
