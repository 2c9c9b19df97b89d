"""The files of a federation, read back and compared with the standings and with the examples of what EMA takes."""

import csv
import io
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from math import floor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.column import Kind
from reports.document import Document, ExactTable
from reports.federations.definition import DateForm
from reports.federations.values import date_text, dates_text, short_name
from reports.readers.file import read_table
from reports.writers.exact_table import decimal_text
from reports.writers.exact_table import write as write_exact
from tests.examples.events import PRINTED
from tests.reports.federations.events import SETTINGS, whole_event, whole_players, written
from tournament.event.country import CountryCodes, country_text
from tournament.event.player import PlayerState
from tournament.event.player_import.reading import read_roster
from tournament.event.settings import FederationLevel
from tournament.language import ENGLISH, language_of, mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerStateChanged
from tournament.use_cases.view import View


def exported(view: View, folder: Path, name: str, format: Format, language: str = "en") -> Path:
    report = report_called(name)
    assert report is not None
    path = folder / f"{name}.{format.value}"
    write(build(report, view, ReportOptions(PRINTED)), path, format, language_of(language))
    return path


def workbook_rows(path: Path, sheet: str) -> list[tuple]:
    book = load_workbook(path)
    assert book.sheetnames[0] == sheet
    return list(book[sheet].iter_rows(values_only=True))


def csv_rows(path: Path, separator: str = ",") -> list[list[str]]:
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_the_workbook_has_the_standings_row_by_row(tmp_path: Path, language: str):
    view = whole_event()
    _, *rows = workbook_rows(exported(view, tmp_path, "ema-results", Format.EXCEL, language), "MCR template")
    ioc = {"SE": "SWE", "FR": "FRA", "NL": "NED", "DK": "DEN"}
    standings = view.standings().rows
    assert len(rows) == len(standings) == 8
    for row, standing in zip(rows, standings, strict=True):
        player = standing.player
        assert row == (
            "Harbour Open 2026", 8, standing.rank, player.first_name, player.last_name, player.ema_number,
            float(standing.table_points), standing.score, "YES", ioc[player.country],
            datetime.fromisoformat("2026-05-09"), "NED", "Utrecht", 2, "HO26", "MCR", "9-10 May 2026", 2, "NO",
        )  # fmt: skip


def test_numbers_are_text_and_figures_are_numbers(tmp_path: Path):
    book = load_workbook(exported(whole_event(), tmp_path, "ema-results", Format.EXCEL))
    sheet = book["MCR template"]
    kinds = [sheet.cell(2, column).data_type for column in range(1, 20)]
    assert "".join(kinds) == "snnsssnnssdssnsssns"
    assert sheet.cell(2, 6).number_format == "@"
    assert sheet.cell(2, 11).number_format == "d/m/yyyy"


def test_the_csv_begins_as_it_is_recognised_and_is_all_quoted(tmp_path: Path):
    view = whole_event()
    path = exported(view, tmp_path, "ema-results", Format.CSV)
    text = path.read_bytes().decode("utf-8-sig")
    assert text.startswith('"Place","First Name","Last name","EMA number"')
    assert text.count('"') == 2 * 8 * 9
    head, *rows = csv_rows(path)
    assert head == ["Place", "First Name", "Last name", "EMA number", "Table points", "Score", "Ema Member", "Country"]
    for row, standing in zip(rows, view.standings().rows, strict=True):
        assert row[:4] == [
            str(standing.rank), standing.player.first_name, standing.player.last_name, standing.player.ema_number
        ]  # fmt: skip
        assert Fraction(row[4]) == standing.table_points
        assert int(row[5]) == standing.score


def test_the_ranking_has_base_rank_and_weight_of_everybody(tmp_path: Path):
    view = whole_event(replace(SETTINGS, level=FederationLevel.CHAMPIONSHIP))
    head, *rows = workbook_rows(exported(view, tmp_path, "ema-ranking", Format.EXCEL), "MCR ranking")
    assert head[7:] == ("Base rank", "mers", "NbDays", "Players", "Countries", "Championship")
    places = [standing.rank for standing in view.standings().rows]
    assert [row[0] for row in rows] == places
    assert [row[7] for row in rows] == [round(1000 * (8 - place) / 7) for place in places]
    assert {row[8:] for row in rows} == {(3, 2, 8, 4, "YES")}
    plain = csv_rows(exported(view, tmp_path, "ema-ranking", Format.CSV))
    assert [[str(cell) for cell in row] for row in [head, *rows]] == plain


def test_who_shares_a_place_shares_its_base_rank(tmp_path: Path):
    ledger = written(whole_players(4), replace(SETTINGS, sessions=1))
    view = ledger.view
    level = [row for row in view.standings().rows if row.rank == 1]
    rows = workbook_rows(exported(view, tmp_path, "ema-ranking", Format.EXCEL), "MCR ranking")[1:]
    assert [row[7] for row in rows if row[0] == 1] == [1000] * len(level)


def test_substitutes_and_who_was_disqualified_are_left_out_and_substitutes_count_for_the_weight(tmp_path: Path):
    ledger = written(whole_players())
    ledger.write(EVENT_STREAM, PlayerStateChanged(2, PlayerState.DISQUALIFIED, 1, "left the room"))
    ledger.write(EVENT_STREAM, PlayerStateChanged(5, PlayerState.SUBSTITUTE, 1))
    _, *rows = workbook_rows(exported(ledger.view, tmp_path, "ema-ranking", Format.EXCEL), "MCR ranking")
    assert len(rows) == 6
    assert {"Anna2", "Anna5"}.isdisjoint(row[3] for row in rows)
    assert {row[10] for row in rows} == {7}
    assert (rows[0][7], rows[-1][7]) == (1000, 0)
    document = build(report_called("ema-results"), ledger.view, ReportOptions(PRINTED))  # type: ignore[arg-type]
    assert document.note is not None
    assert "Anna2 Lindqvist2, Anna5 Lindqvist5" in ENGLISH.render(document.note)


@pytest.mark.parametrize("name", ["ema-results", "ema-ranking"])
def test_a_workbook_says_why_more_players_count_than_have_a_place(name: str, tmp_path: Path):
    ledger = written(whole_players())
    ledger.write(EVENT_STREAM, PlayerStateChanged(2, PlayerState.DISQUALIFIED, 1, "left the room"))
    ledger.write(EVENT_STREAM, PlayerStateChanged(5, PlayerState.SUBSTITUTE, 1))
    book = load_workbook(exported(ledger.view, tmp_path, name, Format.EXCEL))
    assert [row[0] for row in book["Remarks"].iter_rows(values_only=True)] == [
        "Remark",
        "EMA asks for 16 players or more, and this event has 7: the federation decides.",
        "EMA asks for 6 sessions of 120 minutes or more in 2 days, and this event has 2: the federation decides.",
        "6 players have a place, and 7 count for EMA: with 1 substitute, who has none: at most 3 substitutes count.",
    ]


def test_the_french_files(tmp_path: Path):
    view = whole_event()
    head, first, *_ = workbook_rows(exported(view, tmp_path, "ffmj-results", Format.EXCEL), "Résultats")
    best = view.standings().rows[0].player
    assert head[:4] == ("Place", "Nom", "Prénom", "Numéro EMA")
    assert first[:4] == (1, best.last_name.upper(), best.first_name, best.ema_number)
    officials = "Head referee: Ada Bamboo (ada@example.org), Referee: Bo Dragon"
    rules = "Règles de compétition du mahjong (MCR)"
    assert first[9:] == ("9-10 mai 2026", "Utrecht", "Harbour Club", rules, 8, 2, officials)
    plain = csv_rows(exported(view, tmp_path, "ffmj-results", Format.CSV))
    assert plain[0] == ["position", "ema_id", "last_name", "first_name", "nationality", "points", "mahjong"]


def test_officials_have_a_worksheet_of_their_own(tmp_path: Path):
    book = load_workbook(exported(whole_event(), tmp_path, "ema-results", Format.EXCEL))
    assert book.sheetnames == ["MCR template", "Officials", "Remarks"]
    assert list(book["Officials"].iter_rows(values_only=True)) == [
        ("Role", "Name", "Contact"),
        ("Head referee", "Ada Bamboo", "ada@example.org"),
        ("Referee", "Bo Dragon", None),
    ]
    nobody = whole_event(replace(SETTINGS, officials=()))
    assert load_workbook(exported(nobody, tmp_path, "ema-results", Format.EXCEL)).sheetnames == [
        "MCR template",
        "Remarks",
    ]


def test_codes_and_whole_points_are_written_as_they_are_chosen(tmp_path: Path):
    report, view = report_called("ffmj-results"), written(whole_players(), hands=1).view
    assert report is not None
    standings = view.standings().rows
    assert any(row.table_points != int(row.table_points) for row in standings)
    for options, codes in (
        (ReportOptions(PRINTED), {"SE", "FR", "NL", "DK"}),
        (ReportOptions(PRINTED, country_codes=CountryCodes.IOC, whole_points=True), {"SWE", "FRA", "NED", "DEN"}),
    ):
        path = tmp_path / "file.csv"
        write(build(report, view, options), path, Format.CSV, ENGLISH)
        rows = csv_rows(path)[1:]
        assert {row[4] for row in rows} == codes
        expected = [
            floor(row.table_points + Fraction(1, 2)) if options.whole_points else row.table_points for row in standings
        ]
        assert [row[5] for row in rows] == [decimal_text(points) for points in expected]


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), min_size=1, max_size=60)
NUMBERS = st.from_regex(r"[0-9]{8}", fullmatch=True)


@settings(max_examples=15)
@given(st.lists(st.tuples(NAMES, NUMBERS, st.integers(-9999, 9999)), min_size=1, max_size=30))
def test_names_and_numbers_come_back_as_they_are(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, int]]
):
    folder = tmp_path_factory.getbasetemp()
    document = Document("Cup", mark("Results"), mark("final"), PRINTED)
    for suffix, quoted in (("xlsx", False), ("csv", True), ("csv", False)):
        path = folder / f"exact.{suffix}"
        table = ExactTable(suffix, ("Name", "Number", "Score"), tuple(rows), sheet="S", quoted=quoted)
        write_exact(document, table, path, ENGLISH)
        if suffix == "xlsx":
            assert workbook_rows(path, "S")[1:] == rows
        else:
            safe = [(f"'{name}" if name[0] in "=+-@" else name, number, str(score)) for name, number, score in rows]
            assert [tuple(row) for row in csv_rows(path)[1:]] == safe


@pytest.mark.parametrize(
    ("number", "text"),
    [("18", "18"), ("37/2", "18.5"), ("-5/4", "-1.25"), ("61/3", "20.33"), ("-2/3", "-0.67"), ("707/100", "7.07")],
)
def test_decimals(number: str, text: str):
    assert decimal_text(Fraction(number)) == text
    assert decimal_text(Fraction(number), ",") == text.replace(".", ",")


@given(st.fractions())
def test_decimals_are_within_half_a_hundredth(number: Fraction):
    assert abs(Fraction(decimal_text(number)) - number) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("starts", "ends", "english", "french"),
    [
        (date(2026, 5, 9), date(2026, 5, 9), "9 May 2026", "9 mai 2026"),
        (date(2026, 5, 9), date(2026, 5, 10), "9-10 May 2026", "9-10 mai 2026"),
        (date(2026, 4, 30), date(2026, 5, 2), "30 April-2 May 2026", "30 avril-2 mai 2026"),
        (date(2026, 12, 31), date(2027, 1, 1), "31 December 2026-1 January 2027", "31 décembre 2026-1 janvier 2027"),
    ],
)
def test_periods(starts: date, ends: date, english: str, french: str):
    assert dates_text(starts, ends, "en") == english
    assert dates_text(starts, ends, "fr") == french


def test_days_in_figures():
    day = date(2026, 5, 9)
    assert [date_text(day, form) for form in DateForm] == ["9/5/2026", "09/05/2026", "09.05.2026", "2026-05-09"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Harbour Open 2026", "HO26"),
        ("Open de l'Exemple", "OE26"),
        ("tournoi des amis", "TDA26"),
        ("MCR 2025", "M25"),
        ("麻将比赛", "麻26"),
        ("2026", ""),
    ],
)  # fmt: skip
def test_short_names(name: str, short: str):
    assert short_name(replace(SETTINGS, name=name), SETTINGS.starts) == short
    assert short_name(replace(SETTINGS, name=name, short_name="X1"), SETTINGS.starts) == "X1"


@pytest.mark.parametrize(
    ("code", "alpha3", "ioc"),
    [("DE", "DEU", "GER"), ("CH", "CHE", "SUI"), ("FR", "FRA", "FRA"), ("GB", "GBR", "GBR"), ("BF", "BFA", "BUR"),
     ("MM", "MMR", "MYA"), ("CD", "COD", "COD"), ("TL", "TLS", "TLS"), ("LB", "LBN", "LBN"), ("", "", "")],
)  # fmt: skip
def test_codes_of_countries(code: str, alpha3: str, ioc: str):
    assert country_text(code, CountryCodes.ALPHA2) == code
    assert country_text(code, CountryCodes.ALPHA3) == alpha3
    assert country_text(code, CountryCodes.IOC) == ioc


def test_riichi_has_a_template_of_its_own_in_which_the_score_has_the_uma(tmp_path: Path):
    view = whole_event(replace(SETTINGS, rules="riichi-ema-2025"))
    heads, *rows = workbook_rows(exported(view, tmp_path, "ema-results", Format.EXCEL), "Riichi template")
    mcr, *_ = workbook_rows(exported(whole_event(), tmp_path, "ema-results", Format.EXCEL), "MCR template")
    assert heads == mcr
    columns = {heading: place for place, heading in enumerate(heads)}
    standings = view.standings().rows
    assert any(row.table_points != row.score for row in standings)
    for row, standing in zip(rows, standings, strict=True):
        told = {name: row[columns[name]] for name in ("Place", "Table points", "Score", "rules", "EMA number")}
        assert told == {
            "Place": standing.rank, "Table points": None, "Score": pytest.approx(float(standing.table_points)),
            "rules": "Riichi", "EMA number": standing.player.ema_number,
        }  # fmt: skip
    ranks = csv_rows(exported(view, tmp_path, "ema-ranking", Format.CSV))
    place = ranks[0].index("Base rank")
    assert [row[place] for row in ranks[1:]] == ["1000", "857", "714", "571", "429", "286", "143", "0"]


def test_the_workbook_of_ffmj_calls_no_final_points_table_points(tmp_path: Path):
    view = whole_event(replace(SETTINGS, rules="riichi-ema-2025"))
    heads, *rows = workbook_rows(exported(view, tmp_path, "ffmj-results", Format.EXCEL), "Résultats")
    mcr, *_ = workbook_rows(exported(whole_event(), tmp_path, "ffmj-results", Format.EXCEL), "Résultats")
    assert heads == mcr
    table_points, points = heads.index("Points de table"), heads.index("Points")
    assert [(row[table_points], row[points]) for row in rows] == [
        (None, pytest.approx(float(standing.table_points))) for standing in view.standings().rows
    ]


def test_the_players_of_a_riichi_template_are_read_again(tmp_path: Path):
    view = whole_event(replace(SETTINGS, rules="riichi-ema-2025"))
    path = exported(view, tmp_path, "ema-results", Format.EXCEL)
    read = read_roster(read_table(path))
    known = {(player.first_name, player.last_name, player.ema_number) for player in view.players.values()}
    assert {(player.first_name, player.last_name, player.ema_number) for player in read.players} == known


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        (
            "ema-results",
            "i Place|t Player's first name|T Player's last name|c EMA number|p Table points|s Score|t EMA member|"
            "t Country",
        ),
        (
            "ema-ranking",
            "i Place|c EMA number|T Last name|t First name|t Country|p Table points|s Score|i Base rank",
        ),
        ("ffmj-results", "i Place|T Nom|t Prénom|c Numéro EMA|t Pays|t Club|p Points de table|s Points"),
    ],
)
def test_the_page_shows_what_differs_from_player_to_player(name: str, columns: str):
    """Of the workbook, which is the first file: how each column is set, and the last name may be shortened."""
    view = whole_event()
    document = build(report_called(name), view, ReportOptions(PRINTED))  # type: ignore[arg-type]
    (section,) = document.sections
    table = section.table
    assert table is not None
    kinds = {Kind.INTEGER: "i", Kind.TEXT: "t", Kind.CODE: "c", Kind.POINTS: "p", Kind.SIGNED: "s"}
    shown = [
        f"{kinds[column.kind].upper() if column.flexible else kinds[column.kind]} {ENGLISH.render(column.heading)}"
        for column in table.columns
    ]
    assert shown == columns.split("|")
    exact = document.exact[0]
    assert exact.suffix == "xlsx"
    places = [exact.headings.index(ENGLISH.render(column.heading)) for column in table.columns]
    assert list(table.rows) == [tuple(row[place] for place in places) for row in exact.rows]


def test_the_weight_is_told_with_its_parts():
    def aside(view: View, name: str = "ema-ranking") -> list[str]:
        document = build(report_called(name), view, ReportOptions(PRINTED))  # type: ignore[arg-type]
        return [ENGLISH.render(each) for each in document.aside]

    assert aside(whole_event()) == ["8 players", "weight 2: 2 days, 8 players, 4 countries"]
    championship = whole_event(replace(SETTINGS, level=FederationLevel.CHAMPIONSHIP))
    assert aside(championship)[1] == "weight 3: 2 days, 8 players, 4 countries, European championship"
    assert aside(whole_event(), "ffmj-results") == ["8 players"]
