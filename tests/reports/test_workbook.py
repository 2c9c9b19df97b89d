"""The workbook of an event: its sheets, against the standings and the reports that they are made of."""

import re
import zipfile
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.examples.events import PRINTED, begun, play, players, sample_event, sample_league, seating
from tests.reports.sheets.test_people import played as with_substitute
from tests.tournament.use_cases.events import BY, created
from tournament.event.player import Player, SubstituteCase
from tournament.language import ENGLISH, Language, language_of
from tournament.ledger.sheet import SheetState
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, PublishDraw, ReplacePlayer
from tournament.use_cases.view import View

NAMES = ["Standings", "Teams", "Countries", "Sessions", "Hands", "Penalties", "Seating", "Players", "Statistics",
         "Journal", "Charts"]  # fmt: skip


def exported(view: View, folder: Path, language: Language = ENGLISH, *, formulas: bool = False) -> Path:
    report = report_called("workbook")
    assert report is not None
    path = folder / "workbook.xlsx"
    document = build(report, view, ReportOptions(PRINTED, formulas=formulas))
    write(document, path, Format.EXCEL, language)
    return path


def made(view: View, folder: Path, language: Language = ENGLISH, *, formulas: bool = False) -> Workbook:
    return load_workbook(exported(view, folder, language, formulas=formulas))


def lines(sheet: Worksheet) -> list[dict[str, Any]]:
    head, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def exact(number: object) -> Fraction:
    return Fraction(str(number)).limit_denominator(12)


@pytest.fixture(scope="module")
def sample_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(sample_event(), tmp_path_factory.mktemp("workbook"))


@pytest.fixture(scope="module")
def sample(sample_file: Path) -> Workbook:
    return load_workbook(sample_file)


def four() -> View:
    ledger = begun(4, 1)
    play(ledger, [1])
    return ledger.view


def sixteen_with_a_substitute() -> View:
    """Seventeen people: the last one plays for the first."""
    book = created()
    carry_out(book, AddPlayers(tuple(Player(0, each.first_name, each.last_name, "FR") for each in players(16))), by=BY)
    carry_out(book, PublishDraw(seating(16, 2)), by=BY)
    carry_out(book, ReplacePlayer(1, Player(0, "Nova", "Newcomer"), 1, 1, case=SubstituteCase.ABSENT), by=BY)
    _record(book)
    return book.view


def _record(book: Book) -> None:
    for table, scores in enumerate(((60, 20, -20, -60), (50, 50, -50, -50), (3, 2, 1, -6), (7, -1, -1, -5)), start=1):
        carry_out(book, RecordTotals(1, table, scores), by=BY)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "event", [sample_event, four, sixteen_with_a_substitute, lambda: with_substitute().view],
    ids=["sixteen", "four", "seventeen", "eight"],
)  # fmt: skip
def test_standings_have_the_numbers_of_the_event(event: Callable[[], View], tmp_path: Path) -> None:
    view = event()
    shown = view.standings()
    book = made(view, tmp_path)
    rows = lines(book["Standings"])
    assert [(row["Rank"], row["Player"], exact(row["Table points"]), row["Score"]) for row in rows] == [
        (row.rank, row.player.name, row.table_points, row.score) for row in shown.rows
    ]
    assert all(isinstance(row["Table points"], int | float) and isinstance(row["Score"], int) for row in rows)
    sessions = view.settings.sessions
    verified = "Final" if shown.after == sessions else f"After session {shown.after} of {sessions}"
    provisional = f"Provisional, after session {shown.after} of {sessions}"
    assert {row["Provisional or final"] for row in rows} == {provisional if shown.provisional else verified}
    apart = lines(book["Standings, Not ranked"]) if shown.unranked else []
    assert [row["Player"] for row in apart] == [row.player.name for row in shown.unranked]
    session = [row for row in lines(book["Sessions"]) if row["Session"] == 1]
    assert len(session) == 4 * len(view.sheets(1))
    assert sum(row["Score"] or 0 for row in session) == sum(sum(sheet.scores) for sheet in view.sheets(1))


def test_the_sheets_of_an_event(sample: Workbook) -> None:
    assert [name for name in sample.sheetnames if ", " not in name] == NAMES
    view = sample_event()
    assert len(lines(sample["Hands"])) == sum(sheet.played for session in (1, 2) for sheet in view.sheets(session))
    assert len(lines(sample["Journal"])) == len(view.journal)
    assert len(lines(sample["Players"])) == len(view.players)
    assert len(lines(sample["Seating"])) == 4 * 4
    given = [penalty for table in (1, 2, 3, 4) for penalty in view.sheet(2, table).penalties]
    assert len(lines(sample["Penalties"])) == len(given) + 1  # the cancelled one, too


def test_every_sheet_filters_freezes_and_prints(sample: Workbook) -> None:
    *sheets, charts = sample.worksheets
    for sheet in sheets:
        assert sheet.max_row > 1, sheet.title
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet.freeze_panes is not None
        assert str(sheet.freeze_panes).endswith("2")
        assert sheet.print_title_rows == "$1:$1"
    for sheet in (*sheets, charts):
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        head, foot = sheet.oddHeader, sheet.oddFooter
        assert head is not None
        assert foot is not None
        assert head.left.text == "Open de l’Exemple 2026 · Exempleville · 13 June 2026"
        assert str(head.right.text).startswith(f"Provisional, after session 2 of 4 · Workbook · {sheet.title}")
        assert str(foot.left.text).startswith(f"{sample_event().fingerprint} · Printed ")
        assert foot.right.text == "Page &P of &N"


def test_days_and_times_are_such(sample: Workbook) -> None:
    first = sample["Journal"]["B2"]
    assert (str(first.value), first.number_format) == ("2026-06-12 09:00:00", "yyyy-mm-dd hh:mm:ss")
    assert all(isinstance(row["Given at"], datetime) for row in lines(sample["Penalties"]))


def test_charts_are_drawn_from_the_cells_and_say_what_they_show(sample: Workbook, sample_file: Path) -> None:
    with zipfile.ZipFile(sample_file) as archive:
        drawn = [archive.read(f"xl/charts/chart{number}.xml").decode() for number in range(1, 6)]
    points, wins, a_hand, endings, values = drawn
    for cells in ("'Standings'!$F$2:$F$11", "'Standings'!$G$2:$G$11", "'Charts'!$A$2:$A$11", "'Standings'!$F$1"):
        assert cells in points
    titles = [re.findall("<a:t>(.*?)</a:t>", each) for each in drawn]  # the axes; the title stands in a cell
    assert titles == [
        ["Player", "Table points (points)"],
        ["Player", "Hands (number)"],
        ["Player", "Won for each hand at the table (Points)"],
        ["How a hand ended", "Hands (number)"],
        ["Value of the hand (Points)", "Hands won (number)"],
    ]
    assert "'Statistics'!$C$3:$C$12" in wins  # row 2 is all of them together
    assert "'Statistics'!$H$3:$H$12" in a_hand
    assert "$B$2:$B$4" in endings
    assert "$B$2:$B$7" in values
    named = [sample["Charts"].cell(row, 1).value for row in range(1, 5 * 28, 28)]
    assert named == [
        "The first 10", "Wins, self-draws and deal-ins", "Points per hand", "How hands ended", "Hands won, by value"
    ]  # fmt: skip


def test_bars_of_a_workbook_differ_by_pattern_and_long_names_stay_beside_them(
    sample: Workbook, sample_file: Path
) -> None:
    """Somebody has a name of 75 letters: the bars are named by short ones, in cells that the charts cover."""
    with zipfile.ZipFile(sample_file) as archive:
        wins = archive.read("xl/charts/chart2.xml").decode()
    fills = re.findall(r"<ser>.*?<spPr>(.*?)<a:ln", wins)
    assert len(set(fills)) == len(fills) == 3
    assert "wdUpDiag" in fills[1]
    assert set(re.findall('srgbClr val="(.*?)"', wins)) == {"222222", "FFFFFF"}
    names = re.findall(r"<cat>.*?<f>'Charts'!\$A\$(\d+):\$A\$(\d+)</f>", wins)
    assert len(names) == 3
    first, last = map(int, names[0])
    shown = [str(sample["Charts"].cell(row, 1).value) for row in range(first, last + 1)]
    players = [str(sample["Statistics"].cell(row, 1).value) for row in range(3, 13)]
    assert len(shown) == len(players)
    for short, name in zip(shown, players, strict=True):
        assert short == name if len(name) <= 36 else name.startswith(short.removesuffix("…").rstrip())
        assert len(short) <= 37


def test_totals_on_request_as_sums_that_can_be_traced(tmp_path: Path) -> None:
    view = sample_event()
    book = made(view, tmp_path, formulas=True)
    sheet = book["Standings"]
    head = {cell.value: get_column_letter(int(cell.column or 0)) for cell in sheet[1]}
    assert sheet[f"{head['Table points']}2"].value == f"=SUM({head['S1']}2,{head['S2']}2)"
    for number, row in enumerate(view.standings().rows, start=2):
        for total, parts in ((row.table_points, ("S1", "S2")), (row.score, ("Score S1", "Score S2"))):
            added = [sheet[f"{head[part]}{number}"].value for part in parts]
            assert sum(exact(value) for value in added if value is not None) == total
        assert sheet[f"{head['Score']}{number}"].data_type == "f"
    formulas = [cell for each in book.worksheets for row in each.iter_rows() for cell in row if cell.data_type == "f"]
    assert len(formulas) == 2 * len(view.standings().rows)


def test_a_name_that_would_be_run_is_text(tmp_path: Path) -> None:
    book = created()
    carry_out(
        book,
        AddPlayers(tuple(Player(0, "=cmd|'/C calc'!A0", f"+{number}", team="@SUM(1)") for number in range(4))),
        by=BY,
    )
    path = exported(book.view, tmp_path)
    with zipfile.ZipFile(path) as archive:
        sheets = [archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
    assert not any(b"<f>" in sheet or b"<f " in sheet for sheet in sheets)
    cells = load_workbook(path)["Players"]["B"][1:]
    assert [cell.value for cell in cells] == [f"=cmd|'/C calc'!A0 +{number}" for number in range(4)]
    assert all(cell.quotePrefix for cell in cells)


def test_a_league_has_its_own_sheets(tmp_path: Path) -> None:
    view = sample_league()
    book = made(view, tmp_path)
    plain = [name for name in book.sheetnames if ", " not in name]
    assert plain == ["Standings", "Games", "Hands", "Players", "Statistics", "Journal", "Charts"]
    season = view.season()
    ranked = [row for row in lines(book["Standings"]) if row["Ranking"] == "ranked"]
    assert [(row["Rank"], row["Player"], exact(row["Result"])) for row in ranked] == [
        (row.rank, row.player.name, row.worth) for row in season.rows
    ]
    assert any(sheet.state is SheetState.IN_PLAY for sheet in view.sheets(3))
    assert {row["Provisional or final"] for row in ranked} == {"Provisional, after evening 3"}


def test_before_anything_is_played_there_is_no_empty_sheet(tmp_path: Path) -> None:
    book = made(created().view, tmp_path)
    assert book.sheetnames == ["Journal"]
    book = made(begun(4, 1).view, tmp_path)
    assert {"Standings", "Seating", "Players", "Journal"} <= set(book.sheetnames)
    assert not {"Hands", "Fan", "Statistics", "Charts"} & set(book.sheetnames)
    assert all(sheet.max_row > 1 for sheet in book.worksheets)


def test_names_of_the_sheets_in_each_language(tmp_path: Path) -> None:
    french, chinese = (made(four(), tmp_path, language_of(code)).sheetnames for code in ("fr", "zh"))
    assert {"Classement", "Équipes", "Pays", "Parties", "Graphiques"} <= set(french)
    assert {"排名", "队伍", "国家", "座位", "图表"} <= set(chinese)
