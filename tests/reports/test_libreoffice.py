"""LibreOffice opens every workbook that the program writes, and reads in it what was written.

It starts once for all of them. Where it is not installed the tests are left out; with LIBREOFFICE=required they fail.
"""

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from reports.catalogue import Format, ReportOptions, all_reports, build, write
from reports.writers.csv import CsvFor
from tests.examples.events import PRINTED
from tests.reports.federations.events import SETTINGS, whole_players, written
from tests.reports.test_round_trip import cells_of, documents, expected
from tournament.event.player import Player
from tournament.language import ENGLISH
from tournament.use_cases import Refused
from tournament.use_cases.view import View

pytestmark = pytest.mark.thorough

NAMES = [
    ("=A1+1", "May 5"), ("+33a", "1/2b"), ("Łukasz <b>&", "_x0041_"), ("محمد", "عربي"), ("麻将", "示例"),
    ("007a", "1E5"), ("Maximilienne " * 8, "Exemple"), ("TRUE", "@SUM(A1)"),
]  # fmt: skip
LATIN = {"محمد": ("Mohamed", "Exemple"), "麻将": ("Majiang", "Shili")}
"""The names beside those in other scripts, without which the files of federations are refused."""
TEAMS = ("1-2", "007", "=1+1", "13/6")
_DETECTING_NUMBERS = "CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true"
"""Commas, UTF-8, English; numbers and dates are detected, formulas evaluated, as by a double click in Excel."""
_RESULT = re.compile(rb"</f><v>[^<]*</v>")


def strange_event() -> View:
    """Eight players with numbers that begin with zeros and names that a spreadsheet may take for something else."""
    players = [
        with_latin_name(
            Player(each.number, first.strip(), last, each.country, each.ema_number, "Club", TEAMS[number % 4])
        )
        for number, (each, (first, last)) in enumerate(zip(whole_players(), NAMES, strict=True))
    ]
    return written(players, SETTINGS).view


def with_latin_name(player: Player) -> Player:
    first, last = LATIN.get(player.first_name, ("", ""))
    return replace(player, latin_first_name=first, latin_last_name=last)


def opened_by_libreoffice(view: View, folder: Path) -> dict[str, Path]:
    """Every report, opened and saved again by LibreOffice, with formulas whose results it has to find by itself."""
    made = folder / "made"
    made.mkdir()
    for report in all_reports():
        if Format.EXCEL in report.formats:
            _write(report.name, view, made / f"{report.name}.xlsx")
    _write("workbook", view, folder / "traced.xlsx", formulas=True)
    _without_results(folder / "traced.xlsx", made / "traced.xlsx")
    return saved_again(sorted(made.iterdir()), folder)


def saved_again(files: Sequence[Path], folder: Path, *options: str) -> dict[str, Path]:
    """The files as LibreOffice reads them, saved as workbooks."""
    program, out = shutil.which("soffice"), folder / "opened"
    if program is None:
        missing = "LibreOffice is not installed here: apt-get install libreoffice-calc"
        if os.environ.get("LIBREOFFICE") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--norestore", "--convert-to", "xlsx", *options, "--outdir", str(out)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=110)
    assert {each.stem for each in out.iterdir()} == {each.stem for each in files}
    return {each.stem: each for each in out.iterdir()}


def _write(name: str, view: View, path: Path, *, formulas: bool = False) -> None:
    report = next(each for each in all_reports() if each.name == name)
    try:
        document = build(report, view, ReportOptions(PRINTED, formulas=formulas))
    except Refused:  # there is no such report of this event; which there are is asked below
        return
    write(document, path, Format.EXCEL, ENGLISH)


def _without_results(source: Path, target: Path) -> None:
    with zipfile.ZipFile(source) as read, zipfile.ZipFile(target, "w") as put:
        for name in read.namelist():
            put.writestr(name, _RESULT.sub(b"</f>", read.read(name)))


@cache
def _book(path: Path) -> Workbook:
    return load_workbook(path, data_only=True)


def _lines(book: Workbook, sheet: str) -> list[dict[str, Any]]:
    head, *rows = book[sheet].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def test_libreoffice_opens_every_workbook_and_reads_what_was_written(tmp_path: Path) -> None:
    """One test, since LibreOffice takes seconds to start."""
    view = strange_event()
    opened = opened_by_libreoffice(view, tmp_path)
    _every_report_is_there(opened)
    _sums_that_it_adds_up_itself_are_the_standings(view, opened)
    _text_stays_text_and_days_are_days(view, opened)
    _charts_and_print_set_up_survive(opened)


def test_libreoffice_reads_what_csv_for_spreadsheets_says(tmp_path: Path) -> None:
    """Numbers are numbers, and no text becomes a date, a number or a formula. It starts again for this: how CSV is read
    is an option of the call."""
    made = {}
    for name, document in documents(strange_event):
        if any(section.table.rows for section in document.sections):
            made[name] = document
            write(document, tmp_path / f"{name}.csv", Format.CSV, ENGLISH, csv_for=CsvFor.EXCEL)
    opened = saved_again(sorted(tmp_path.glob("*.csv")), tmp_path, f"--infilter={_DETECTING_NUMBERS}")
    assert len(opened) > 20
    for name, path in opened.items():
        heads, *rows = _book(path).worksheets[0].iter_rows(values_only=True)
        for kind, cell, read in cells_of(made[name], list(map(str, heads)), rows):
            wanted = expected(kind, cell, CsvFor.EXCEL)
            if isinstance(wanted, Fraction):
                assert isinstance(read, int | float), (name, cell, read)
                assert abs(Fraction(read) - wanted) < Fraction(1, 10**9), (name, cell, read)
            else:
                assert str(read or "").replace("_x005F_", "_") == wanted, (name, cell, read)


def _every_report_is_there(opened: dict[str, Path]) -> None:
    assert {"workbook", "traced", "standings", "standings-teams", "standings-countries", "sessions", "cross-table",
            "statistics", "hands", "journal", "tabulation", "players", "seating-by-table", "prizes",
            "ema-results"} <= opened.keys()  # fmt: skip
    for path in opened.values():
        with zipfile.ZipFile(path) as archive:
            sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
            assert sheets
            assert all(b"<row " in archive.read(name) for name in sheets)


def _sums_that_it_adds_up_itself_are_the_standings(view: View, opened: dict[str, Path]) -> None:
    rows = _lines(_book(opened["traced"]), "Standings")
    shown = view.standings().rows
    points = [Fraction(str(row["Table points"])).limit_denominator(12) for row in rows]
    assert [(row["Player"], exact, row["Score"]) for row, exact in zip(rows, points, strict=True)] == [
        (row.player.name, row.table_points, row.score) for row in shown
    ]  # fmt: skip
    formulas = load_workbook(opened["traced"])["Standings"]
    assert sum(cell.data_type == "f" for row in formulas.iter_rows() for cell in row) == 2 * len(shown)


def _text_stays_text_and_days_are_days(view: View, opened: dict[str, Path]) -> None:
    book = _book(opened["workbook"])
    rows = _lines(book, "Players")
    assert [(row["Player"], row["EMA number"], row["Team"]) for row in rows] == [
        (each.name, each.ema_number, each.team) for each in view.players.values()
    ]
    assert all(each.ema_number.startswith("0") for each in view.players.values())
    assert all(isinstance(row["Time"], datetime) for row in _lines(book, "Journal"))
    ema = _book(opened["ema-results"]).worksheets[0]
    told = {str(cell.value) for row in ema.iter_rows() for cell in row}
    assert {each.ema_number for each in view.players.values()} <= told
    assert not any(cell.data_type == "e" for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)


def _charts_and_print_set_up_survive(opened: dict[str, Path]) -> None:
    with zipfile.ZipFile(opened["workbook"]) as archive:
        charts = [archive.read(name) for name in archive.namelist() if name.startswith("xl/charts/chart")]
    assert len(charts) == 5
    assert all(chart.count(b"<c:title>") == 2 for chart in charts)
    for sheet in load_workbook(opened["workbook"]).worksheets[:-1]:
        assert sheet.print_title_rows in ("$1:$1", "1:1")
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.auto_filter.ref == sheet.dimensions
