"""A list of results read back: a whole one has no fault, and each planted error is named at its cell."""

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.rankings.check import check_list
from tests.examples.events import PRINTED
from tests.reports.federations.events import SETTINGS, whole_event, whole_players, written
from tournament.event.player import PlayerState
from tournament.event.problem import Gravity, Refused
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerStateChanged

HEAD = (
    "Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name", "EMA number",
    "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules",
    "period", "NbDays", "Extra",
)  # fmt: skip
CODES = {"NED": "08", "SWE": "09", "FRA": "04", "DEN": "03", "ITA": "07", "GER": "05"}
Rows = list[list[str]]


def column(heading: str) -> int:
    return HEAD.index(heading)


def sound_list(players: int, sessions: int, seed: int, *, riichi: bool = False) -> Rows:
    """Rows of an event of ``players``, a multiple of four, whose tables were played at random."""
    chance = Random(seed)
    points, scores = [Fraction(0)] * players, [0] * players
    for _session in range(sessions):
        seats = chance.sample(range(players), players)
        for table in zip(*[iter(seats)] * 4, strict=True):
            made = [chance.randrange(-60, 80) for _ in range(3)]
            made.append(-sum(made))
            for player, score in zip(table, made, strict=True):
                scores[player] += score * (100 if riichi else 1)
                first, last = sum(each > score for each in made), sum(each >= score for each in made)
                points[player] += Fraction(sum((4, 2, 1, 0)[first:last]), last - first)
    results = [((Fraction(0) if riichi else points[each]), scores[each], each) for each in range(players)]
    results.sort(reverse=True)
    countries = len({list(CODES)[each % len(CODES)] for each in range(players)})
    weight = 2 + (1 if players > 80 else 0.5 if players > 40 else 0) + (0.5 if countries > 5 else 0)
    rows: Rows = []
    for point, score, each in results:
        country = list(CODES)[each % len(CODES)]
        better = sum((other[0], other[1]) > (point, score) for other in results)
        rows.append([
            "Harbour Open 2026", str(players), str(better + 1), f"Ada{each}", f"BAMBOO{each}",
            f"{CODES[country]}99{each:04}", "" if riichi else str(round(float(point), 2)), str(score), "YES", country,
            "9/5/2026", "NED", "Utrecht", f"{weight:g}", "HO26", "Riichi" if riichi else "MCR", "9-10 May 2026", "2",
            "NO",
        ])  # fmt: skip
    return rows


def found(path: Path, rows: Rows, head: tuple[str, ...] = HEAD) -> set[tuple[str, str]]:
    """Code and cell of everything that is wrong in these rows; remarks too."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([list(head), *rows])
    return {(problem.code, problem.field) for problem in check_list(path).problems}


@given(st.integers(1, 24), st.integers(1, 6), st.integers(0, 10_000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_sound_list_has_no_fault(tmp_path_factory: pytest.TempPathFactory, tables: int, sessions: int, seed: int,
                                   riichi: bool):  # fmt: skip
    path = tmp_path_factory.getbasetemp() / "sound.csv"
    assert found(path, sound_list(4 * tables, sessions, seed, riichi=riichi)) == set()


Plant = Callable[[str], str]
OF_A_CELL: dict[str, tuple[str, Plant]] = {
    "rows-differ B": ("Number of participants", lambda written: str(int(written) + 1)),
    "place-wrong C": ("Place", lambda _: "second"),
    "name-missing D": ("Player's first name", lambda _: ""),
    "name-missing E": ("Player's last name", lambda _: " "),
    "number-wrong F": ("EMA number", lambda written: written[:6]),
    "number-missing F": ("EMA number", lambda _: "-"),
    "table-points-wrong G": ("Table points", lambda written: f"{float(written) + 0.04:.2f}"),
    "score-wrong H": ("Score", lambda written: f"{written}.5"),
    "member-wrong I": ("EMA member", lambda _: "PERHAPS"),
    "member-with-number I": ("EMA member", lambda _: "no"),
    "country-missing J": ("Country", lambda _: ""),
    "country-unknown J": ("Country", lambda _: "Atlantis"),
    "rows-differ A": ("Tournament name", str.upper),
    "rows-differ K": ("Date", lambda _: "5/9/2026"),
    "rows-differ L": ("Countrycourt", lambda _: "SWE"),
    "rows-differ M": ("city", lambda _: "Delft"),
    "rows-differ N": ("mers", lambda _: "3"),
    "rows-differ O": ("shortname", lambda _: "HO25"),
    "rows-differ P": ("rules", lambda _: "Riichi"),
    "rows-differ Q": ("period", lambda _: "9 May 2026"),
    "rows-differ R": ("NbDays", lambda _: "1"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", OF_A_CELL)
@given(seed=st.integers(0, 10_000), place=st.integers(0, 15))
@settings(max_examples=15, deadline=None)
def test_an_error_in_one_cell_is_named_and_nothing_else(tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int,
                                                        place: int):  # fmt: skip
    rows = sound_list(16, 4, seed)
    heading, plant = OF_A_CELL[kind]
    rows[place][column(heading)] = plant(rows[place][column(heading)])
    code, letter = kind.split()
    path = tmp_path_factory.getbasetemp() / "planted.csv"
    assert found(path, rows) == {(code, f"{letter}{place + 2}")}


OF_ALL_ROWS = {
    "participants B2": ("Number of participants", "17"),
    "event-name-missing A2": ("Tournament name", ""),
    "date-wrong K2": ("Date", "5/30/2026"),
    "period Q2": ("Date", "9/6/2026"),
    "host-country L2": ("Countrycourt", "Nowhere"),
    "weight N2": ("mers", "2"),
    "weight-championship N2": ("mers", "3,5"),
    "rules-unknown P2": ("rules", "Old style"),
    "number-of-days R2": ("NbDays", "two"),
}


@pytest.mark.parametrize("kind", OF_ALL_ROWS)
def test_an_error_in_the_data_of_the_event_is_named_once(tmp_path: Path, kind: str):
    rows = sound_list(16, 4, 1)
    heading, wrong = OF_ALL_ROWS[kind]
    for row in rows:
        row[column(heading)] = wrong
    assert found(tmp_path / "planted.csv", rows) == {tuple(kind.split())}


@given(seed=st.integers(0, 10_000), place=st.integers(0, 14))
@settings(max_examples=30, deadline=None)
def test_places_against_the_results_are_named(tmp_path_factory: pytest.TempPathFactory, seed: int, place: int):
    rows = sound_list(16, 4, seed)
    first, second = rows[place], rows[place + 1]
    if first[column("Place")] == second[column("Place")]:
        second[column("Place")] = str(int(second[column("Place")]) + 1)
        expected = {("tie-broken", f"C{place + 3}")}
    else:
        second[column("Place")] = first[column("Place")]
        expected = {("place-wrong", f"C{place + 3}")}
        third = rows[place + 2] if place < 14 else None
        if third is not None and third[6:8] == second[6:8]:
            expected = {("tie-broken", f"C{place + 3}")}
    path = tmp_path_factory.getbasetemp() / "places.csv"
    assert found(path, rows) == expected


@pytest.mark.parametrize("riichi", [False, True])
def test_a_broken_tie_is_named(tmp_path: Path, riichi: bool):
    rows = sound_list(8, 2, 3, riichi=riichi)
    points, score = column("Table points"), column("Score")
    total = int(rows[3][score]) + int(rows[4][score])
    rows[3][score] = rows[4][score] = str(total // 2)
    rows[0][score] = str(int(rows[0][score]) + total % 2)
    half = "" if riichi else str((float(rows[3][points]) + float(rows[4][points])) / 2)
    rows[3][points] = rows[4][points] = half
    rows[4][column("Place")] = "4"
    assert found(tmp_path / "tie.csv", rows) == set()
    rows[4][column("Place")] = "5"
    assert found(tmp_path / "tie.csv", rows) == {("tie-broken", "C6")}


@given(seed=st.integers(0, 10_000), change=st.integers(1, 500), riichi=st.booleans())
@settings(max_examples=20, deadline=None)
def test_a_wrong_sum_is_named(tmp_path_factory: pytest.TempPathFactory, seed: int, change: int, riichi: bool):
    rows = sound_list(12, 4, seed, riichi=riichi)
    best = rows[0]  # who is first stays so
    best[column("Score")] = str(int(best[column("Score")]) + change)
    for tied in [row for row in rows[1:] if row[column("Place")] == "1"]:
        tied[column("Place")] = "2"
    path = tmp_path_factory.getbasetemp() / "sums.csv"
    assert found(path, rows) == {("score-sum", "H2:H13")}


def test_a_wrong_sum_of_table_points_is_named(tmp_path: Path):
    rows = sound_list(12, 4, 1)
    rows[0][column("Table points")] = str(float(rows[0][column("Table points")]) + 1)
    assert found(tmp_path / "sums.csv", rows) == {("table-points-sum", "G2:G13")}


def test_what_may_be_penalties_is_a_remark(tmp_path: Path):
    rows = sound_list(12, 4, 1)
    rows[-1][column("Score")] = str(int(rows[-1][column("Score")]) - 20)
    assert found(tmp_path / "sums.csv", rows) == {("score-sum", "H2:H13")}
    assert check_list(tmp_path / "sums.csv").is_sound


@pytest.mark.parametrize("name", ["ema-results", "ema-ranking"])
def test_our_files_of_an_event_with_a_substitute_and_a_disqualified_player_are_sound(name: str, tmp_path: Path):
    ledger = written(whole_players())
    ledger.write(EVENT_STREAM, PlayerStateChanged(2, PlayerState.DISQUALIFIED, 1, "left the room"))
    ledger.write(EVENT_STREAM, PlayerStateChanged(5, PlayerState.SUBSTITUTE, 1))
    path = tmp_path / "list.xlsx"
    document = build(report_called(name), ledger.view, ReportOptions(PRINTED))  # type: ignore[arg-type]
    write(document, path, Format.EXCEL, ENGLISH)
    checked = check_list(path)
    assert {problem.code for problem in checked.problems} >= {"score-sum", "table-points-sum"}
    assert checked.is_sound


def test_a_number_or_a_name_that_is_there_twice_is_named(tmp_path: Path):
    rows = sound_list(8, 4, 1)
    countries = [row[column("Country")] for row in rows]
    later = next(place for place in range(8) if countries[place] in countries[:place])
    rows[later][column("EMA number")] = rows[countries.index(countries[later])][column("EMA number")]
    rows[7][column("Player's first name")] = rows[1][column("Player's first name")].upper()
    rows[7][column("Player's last name")] = rows[1][column("Player's last name")].lower()
    assert found(tmp_path / "twice.csv", rows) == {("number-twice", f"F{later + 2}"), ("name-twice", "E9")}


def test_guests_and_players_who_are_not_members_are_sound(tmp_path: Path):
    rows = sound_list(8, 4, 1)
    rows[0][column("EMA number")], rows[0][column("EMA member")] = "24000001", "NO"
    rows[1][column("EMA number")], rows[1][column("EMA member")] = "", "NO"
    assert found(tmp_path / "guests.csv", rows) == set()
    rows[0][column("EMA member")] = "YES"
    assert found(tmp_path / "guests.csv", rows) == {("member-guest", "I2")}


def test_a_number_of_another_association_is_a_remark(tmp_path: Path):
    rows = sound_list(8, 4, 1)
    rows[0][column("EMA number")] = "16000001"
    rows[1][column("EMA number")] = "77000001"
    assert found(tmp_path / "numbers.csv", rows) == {("number-country", "J2"), ("prefix-unknown", "F3")}
    assert check_list(tmp_path / "numbers.csv").is_sound


@pytest.mark.parametrize(
    "heading", ["Place", "EMA number", "Score", "Table points", "Country", "Date", "NbDays", "rules"]
)
def test_a_missing_column_is_named(tmp_path: Path, heading: str):
    place = column(heading)
    rows = [[cell for number, cell in enumerate(row) if number != place] for row in sound_list(8, 4, 1)]
    head = tuple(each for each in HEAD if each != heading)
    assert found(tmp_path / "columns.csv", rows, head) == {("column-missing", "")}


def test_a_list_without_players_is_named(tmp_path: Path):
    assert found(tmp_path / "empty.csv", []) == {("no-players", "")}


def test_a_file_that_is_no_list_is_refused(tmp_path: Path):
    (tmp_path / "list.xlsx").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(Refused):
        check_list(tmp_path / "list.xlsx")


@pytest.mark.parametrize("name", ["ema-results", "ema-ranking"])
@pytest.mark.parametrize("format", [Format.EXCEL, Format.CSV])
@pytest.mark.parametrize("rules", ["mcr", "guobiao"])
def test_the_files_of_this_program_are_sound(tmp_path: Path, name: str, format: Format, rules: str):
    report = report_called(name)
    assert report is not None
    path = tmp_path / f"list.{format.value}"
    view = whole_event(replace(SETTINGS, rules=rules))
    write(build(report, view, ReportOptions(PRINTED)), path, format, ENGLISH)
    checked = check_list(path)
    assert [problem for problem in checked.problems if problem.gravity is not Gravity.REMARK] == []
    assert (checked.players, checked.game) == (8, "mcr")


@pytest.mark.parametrize(("planted", "code"), [("999", "base-rank"), ("", "base-rank")])
def test_a_wrong_base_rank_is_named(tmp_path: Path, planted: str, code: str):
    report = report_called("ema-ranking")
    assert report is not None
    path = tmp_path / "ranking.csv"
    write(build(report, whole_event(), ReportOptions(PRINTED)), path, Format.CSV, ENGLISH)
    head, *rows = csv.reader(path.read_text(encoding="utf-8-sig").splitlines())
    place = head.index("Base rank")
    rows[2][place] = planted
    letter = chr(ord("A") + place)
    assert (code, f"{letter}4") in found(path, rows, tuple(head))
    assert len([each for each in check_list(path).problems if each.gravity is not Gravity.REMARK]) == 1


def test_a_sheet_with_the_results_of_another_game_is_named(tmp_path: Path):
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Riichi template"
    sheet.append(HEAD)
    for row in sound_list(8, 4, 1):
        row[column("Date")] = date(2026, 5, 9)  # type: ignore[call-overload]
        sheet.append(row)
    book.save(tmp_path / "list.xlsx")
    checked = check_list(tmp_path / "list.xlsx")
    assert {(problem.code, problem.field) for problem in checked.problems} == {("rules-sheet", "P2")}
