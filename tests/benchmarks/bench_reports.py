"""PDF and Excel of a large event, each PDF beside the same texts through plain reportlab.

Both of a pair are drawn in the same run, in turns, and their processor time counts, the best of several: a busy machine
slows both.
"""

import gc
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from tests.benchmarks.bare_pdf import draw_bare, noted_steps
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import report
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import Book

OPTIONS = ReportOptions(datetime(2026, 6, 13, 12, 0, tzinfo=UTC))
PAPERS = (
    *("standings", "sessions", "tabulation", "journeys", "cross-table", "statistics", "hands", "journal"),
    *("seating-by-table", "seating-by-player", "schedules", "posters", "check-in", "badges", "table-signs"),
    *("certificates", "filled-sheets"),
)
RUNS = 3


def main() -> None:
    """Print what each takes, and how many times the bare one that is."""
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder, "large.qv")
        write_large_event(event)
        book = Book(open_for_reading(event))
        for name in ("standings", "sessions"):
            path = Path(folder, f"{name}.xlsx")
            (seconds,) = _best(_writing(_document(book, name), path, Format.EXCEL))
            report(f"{name} of 400 players × 12 sessions as xlsx", seconds)
        for name in PAPERS:
            path, bare_path = Path(folder, f"{name}.pdf"), Path(folder, "bare.pdf")
            writing = _writing(_document(book, name), path, Format.PDF)
            with noted_steps() as steps:
                writing()
            seconds, bare = _best(writing, partial(draw_bare, steps, bare_path))
            reach = f"1.3 × bare, is {seconds / bare:.2f}" + (", 4 s" if name == "filled-sheets" else "")
            report(f"{name} as pdf (through plain reportlab {bare:.2f} s)", seconds, reach)
        book.close()


def _document(book: Book, name: str) -> Document:
    chosen = report_called(name)
    assert chosen is not None
    return build(chosen, book.view, OPTIONS)


def _writing(made: Document, path: Path, format: Format) -> Callable[[], None]:
    return lambda: write(made, path, format, ENGLISH)


def _best(*actions: Callable[[], None]) -> list[float]:
    """The least seconds of the processor that each takes, of several runs in turns."""
    taken: list[list[float]] = [[] for _ in actions]
    for _ in range(RUNS):
        for action, seconds in zip(actions, taken, strict=True):
            gc.collect()
            start = time.process_time()
            action()
            seconds.append(time.process_time() - start)
    return list(map(min, taken))


if __name__ == "__main__":
    main()
