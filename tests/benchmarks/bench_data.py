"""The data of a large event: read into frames, and each file beside a bare writer of the same finished cells."""

import csv
import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from openpyxl import Workbook, load_workbook

from reports.catalogue import CsvFor, Format, ReportOptions, build, report_called, write
from reports.event_json import event_members, member_lines, read_event_json
from reports.frames import event_frames, read_event, with_exact_parts
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import least_cpu_seconds, median_seconds, report
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import Book
from tournament.use_cases.view import View

OPTIONS = ReportOptions(datetime(2026, 6, 13, 12, 0, tzinfo=UTC))


def main() -> None:
    """Print medians; of files the least processor time, apart for building and writing, beside a bare writer."""
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
        _workbook(view, Path(folder))
        book.close()


def _hands(view: View, folder: Path) -> None:
    chosen = report_called("hands")
    assert chosen is not None
    document = build(chosen, view, OPTIONS)
    assert document.records is not None
    records = document.records(ENGLISH)
    document = replace(document, records=lambda _language: records)
    frame = records.frame()
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
    write(document, path, Format.JSON, ENGLISH)
    members = event_members(view)
    plain = json.loads(path.read_text(encoding="utf-8"))
    _built("the tables of the whole event for JSON", lambda: event_members(view))

    def ours() -> None:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(member_lines(members))

    def bare() -> None:
        with (folder / "bare.json").open("w", encoding="utf-8") as file:
            json.dump(plain, file)

    _beside("the whole event as JSON, with its checksum", ours, bare)
    report(
        f"read back and verified ({path.stat().st_size / 1e6:.0f} MB)",
        median_seconds(lambda: read_event_json(path), runs=3),
    )


def _workbook(view: View, folder: Path) -> None:
    chosen = report_called("workbook")
    assert chosen is not None
    document, path = build(chosen, view, OPTIONS), folder / "workbook.xlsx"
    write(document, path, Format.EXCEL, ENGLISH)
    book = load_workbook(path, read_only=True)
    sheets = {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}
    book.close()
    _built("the workbook of the event", lambda: build(chosen, view, OPTIONS))

    def bare() -> None:
        plain = Workbook(write_only=True)
        for name, rows in sheets.items():
            sheet = plain.create_sheet(name)
            for row in rows:
                sheet.append(row)
        plain.save(folder / "bare.xlsx")

    cells = sum(len(row) for rows in sheets.values() for row in rows)
    _beside(f"the workbook as Excel, {cells:,} cells", lambda: write(document, path, Format.EXCEL, ENGLISH), bare)


def _built(what: str, make: Callable[[], object]) -> None:
    report(f"built: {what}", least_cpu_seconds(make, runs=3))


def _beside(what: str, ours: Callable[[], object], bare: Callable[[], object]) -> None:
    took, least = least_cpu_seconds(ours), least_cpu_seconds(bare)
    report(f"written: {what} ({took / least:.1f} times a bare writer)", took)


if __name__ == "__main__":
    main()
