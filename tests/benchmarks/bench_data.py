"""The data of a large event: read into frames, and each file for programs beside a bare writer of the same rows."""

import csv
import json
import tempfile
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from reports.catalogue import CsvFor, Format, ReportOptions, build, report_called, write
from reports.event_json import read_event_json
from reports.frames import event_frames, read_event, with_exact_parts
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import median_seconds, report
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import Book
from tournament.use_cases.view import View

OPTIONS = ReportOptions(datetime(2026, 6, 13, 12, 0, tzinfo=UTC))


def main() -> None:
    """Print the medians, and how each writer stands to a bare one, its document built before."""
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder, "large.qv")
        write_large_event(event)
        read_event(event)  # loads pandas
        report("400 players × 12 sessions read into frames", median_seconds(lambda: read_event(event), runs=3))
        book = Book(open_for_reading(event))
        view = book.view
        report("the frames of the open event", median_seconds(lambda: event_frames(view), runs=3))
        _hands(view, Path(folder))
        _whole(view, Path(folder))
        book.close()


def _hands(view: View, folder: Path) -> None:
    chosen = report_called("hands")
    assert chosen is not None
    document = build(chosen, view, OPTIONS)
    assert document.frame is not None
    frame = document.frame(ENGLISH)
    document = replace(document, frame=lambda _language: frame)
    parts = with_exact_parts(frame)

    def ours(format: Format, csv_for: CsvFor = CsvFor.SCRIPTS) -> Callable[[], None]:
        return lambda: write(document, folder / f"ours.{format.value}", format, ENGLISH, csv_for=csv_for)

    def bare_csv(csv_for: CsvFor) -> Callable[[], None]:
        ours(Format.CSV, csv_for)()
        with (folder / "ours.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))

        def write_rows() -> None:
            with (folder / "bare.csv").open("w", encoding="utf-8-sig", newline="") as file:
                csv.writer(file).writerows(rows)

        return write_rows

    _beside("19,199 hands as Parquet", ours(Format.PARQUET),
            lambda: parts.to_parquet(folder / "bare.parquet", index=False))  # fmt: skip
    _beside("as CSV for programs", ours(Format.CSV, CsvFor.PROGRAMS),
            lambda: frame.to_csv(folder / "bare.csv", index=False))  # fmt: skip
    _beside("as CSV for Excel", ours(Format.CSV, CsvFor.EXCEL), bare_csv(CsvFor.EXCEL))
    _beside("as CSV for scripts", ours(Format.CSV), bare_csv(CsvFor.SCRIPTS))


def _whole(view: View, folder: Path) -> None:
    chosen = report_called("event")
    assert chosen is not None
    document, path = build(chosen, view, OPTIONS), folder / "event.json"
    records = [asdict(entry.record) for entry in view.journal]
    _beside(
        "the whole event as JSON, with its tables",
        lambda: write(document, path, Format.JSON, ENGLISH),
        lambda: (folder / "bare.json").write_text(json.dumps(records), encoding="utf-8"),
    )
    report(
        f"read back and verified ({path.stat().st_size / 1e6:.0f} MB)",
        median_seconds(lambda: read_event_json(path), runs=3),
    )


def _beside(what: str, ours: Callable[[], object], bare: Callable[[], object]) -> None:
    took, least = median_seconds(ours, runs=3), median_seconds(bare, runs=3)
    report(f"{what} ({took / least:.1f} times a bare writer)", took)


if __name__ == "__main__":
    main()
