"""PDF and Excel of a large event."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import median_seconds, report
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import Book


def main() -> None:
    """Print the medians."""
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder, "large.qv")
        write_large_event(event)
        book = Book(open_for_reading(event))
        for name in ("standings", "sessions"):
            for format in (Format.PDF, Format.EXCEL):
                _measure(book, name, format, Path(folder, f"{name}.{format.value}"))
        book.close()


def _measure(book: Book, name: str, format: Format, path: Path) -> None:
    chosen = report_called(name)
    assert chosen is not None
    options = ReportOptions(datetime(2026, 6, 13, 12, 0, tzinfo=UTC))

    def make() -> None:
        write(build(chosen, book.view, options), path, format, ENGLISH)

    report(f"{name} of 400 players × 12 sessions as {format.value}", median_seconds(make, runs=3))


if __name__ == "__main__":
    main()
