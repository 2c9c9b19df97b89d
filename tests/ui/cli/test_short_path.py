"""From an empty folder to a printed standing: new, players, draw, record, standings, export."""

import csv
import json
from itertools import combinations
from pathlib import Path

import openpyxl
import pytest
from pypdf import PdfReader

from reports.catalogue import ReportGroup, report_called
from tests.ui.cli.conftest import Call, hand, lines
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading
from tournament.storage import open_for_reading
from tournament.use_cases import Book


def test_an_event_is_made_with_its_rules_of_signing(tmp_path: Path, call: Call):
    event = tmp_path / "cup.qv"
    rules = ("--counted-totals", "as-signed", "--paper-totals", "demanded", "--second-reading", "by-another")
    assert call("new", event, "--name", "Cup", "--sessions", 1, *rules).code == 0
    store = open_for_reading(event)
    settings = Book(store).view.settings
    store.close()
    assert (settings.counted_totals, settings.paper_totals, settings.second_reading) == (
        CountedTotals.AS_SIGNED, PaperTotals.DEMANDED, SecondReading.BY_ANOTHER,
    )  # fmt: skip
    wrong = call("new", tmp_path / "other.qv", "--name", "Cup", "--sessions", 1, "--counted-totals", "signed")
    assert wrong.code == 2
    assert "computed, as-signed" in wrong.err


def test_the_whole_line(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "cup.qv"
    assert call("new", event, "--name", "Spring Cup", "--rules", "mcr", "--sessions", 4, "--minutes", 90).code == 0
    assert call("players", event, "import", players).code == 0
    drawn = call("draw", event, "--method", "auto", "--seed", 7)
    assert drawn.code == 0
    shown = call("draw", event, "--json").json
    assert shown["players"] == 16
    assert shown["seed"] == 7
    assert shown["quality"]["repeats"] == 0
    met = [frozenset(pair) for tables in shown["sessions"] for table in tables for pair in combinations(table, 2)]
    assert len(met) == len(set(met)) == 4 * 4 * 6
    played = lines(hand(1, "A", "C", 12), hand(2, None), hand(3, "B", None, 8))
    recorded = call("record", event, "--jsonl", stdin=played)
    assert (recorded.code, recorded.err) == (0, "")
    standings = call("standings", event, "--json").json
    east, south, west, north = shown["sessions"][0][0]
    rows = {row["player"]: (row["table_points"], row["score"], row["rank"]) for row in standings}
    # A wins 12 from C: +36 −8 −20 −8; B draws 8: −16 +48 −16 −16
    assert rows[south] == ("4", 40, 1)
    assert rows[east] == ("2", 20, 2)
    assert rows[north] == ("1", -24, 3)
    assert rows[west] == ("0", -36, 16)
    assert all(row["provisional"] for row in standings)
    assert [row["rank"] for row in standings] == [1, 2, 3, *[4] * 12, 16]
    for format in ("pdf", "xlsx", "html", "csv"):
        out = tmp_path / f"standings.{format}"
        answer = call("export", event, "--what", "standings", "--to", format, "--out", out)
        assert (answer.code, answer.err) == (0, "")
        assert out.stat().st_size > 500
    book = openpyxl.load_workbook(tmp_path / "standings.xlsx")
    cells = [value for row in book[book.sheetnames[0]].iter_rows(values_only=True) for value in row]
    assert 40 in cells
    assert "Sample16" in " ".join(str(cell) for cell in cells)
    written = list(csv.reader((tmp_path / "standings.csv").read_text("utf-8-sig").splitlines()))
    assert any("40" in row for row in written)
    assert call("check", event).out.startswith("ok: 1 event, 16 players, 3 hands, 7 entries\n")


@pytest.mark.thorough
def test_every_report_is_named_with_its_formats_and_can_be_written(event: Path, tmp_path: Path, call: Call):
    """Each in one of its formats in turn; the tests of the reports write all."""
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    named = [line.split(" ") for line in call("export", event, "--what", "list").out.splitlines()]
    assert {"standings", "sessions", "score-sheets", "seating-by-table", "seating-by-player"} <= {n[0] for n in named}
    for number, (name, *formats) in enumerate(named):
        assert formats
        format = formats[number % len(formats)]
        out = tmp_path / f"{name}.{format}"
        answer = call("export", event, "--what", name, "--to", format, "--out", out)
        report = report_called(name)
        assert report is not None
        if report.group is ReportGroup.FEDERATIONS:  # no federation takes an event that is not over
            assert (answer.code, out.exists()) == (1, False)
            assert "sheet" in answer.err
            continue
        assert (answer.code, answer.err) == (0, "")
        assert out.stat().st_size > 20


def test_a_report_in_two_languages(event: Path, tmp_path: Path, call: Call):
    out = tmp_path / "both.csv"
    both = ("export", event, "--what", "standings", "--out", out, "--second-lang")
    assert call("--lang", "en", *both, "fr").code == 0
    assert out.read_text("utf-8-sig").startswith("Rank · Rang,Player · Joueur,")
    assert call("--lang", "en", *both, "en").code == 0
    assert out.read_text("utf-8-sig").startswith("Rank,Player,")
    assert call("--lang", "en", *both, "de").code == 2


def test_draw_publishes_once_and_shows_what_is_published(event: Path, call: Call):
    first = call("draw", event, "--json").json
    assert call("draw", event, "--json").json == first
    second = call("draw", event, "--seed", 2, "--json").json
    assert second["seed"] == 2
    assert second["sessions"] != first["sessions"]
    assert call("draw", event, "--json").json == second


def test_draw_json_draws_when_nothing_is_published(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "cup.qv"
    call("new", event, "--name", "Cup", "--sessions", 2)
    call("players", event, "import", players)
    shown = call("draw", event, "--json").json
    assert [sorted(n for table in tables for n in table) for tables in shown["sessions"]] == [list(range(1, 17))] * 2
    assert call("draw", event, "--json").json == shown


def test_seating_needs_no_event(call: Call):
    answer = call("seating", "--players", 16, "--sessions", 5, "--seed", 3, "--json").json
    assert (answer["players"], answer["seed"]) == (16, 3)
    assert answer["quality"]["repeats"] == 0
    assert len(answer["sessions"]) == 5
    assert call("seating", "--players", 16, "--sessions", 5, "--seed", 3, "--json").json == answer


def test_seating_keeps_groups_apart(tmp_path: Path, call: Call):
    groups = tmp_path / "groups.csv"
    groups.write_text("player,group\n" + "".join(f"{n},Club {n % 4}\n" for n in range(1, 17)), encoding="utf-8")
    answer = call("seating", "--players", 16, "--sessions", 1, "--seed", 3, "--groups", groups, "--json").json
    assert [group["meetings"] for group in answer["quality"]["groups"]] == [0, 0, 0, 0]
    for table in answer["sessions"][0]:
        assert len({number % 4 for number in table}) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,x\n", "the first line must be “player,group”"),
        ("player,group\nx,Club\n", "Groups, line 2: “x” is not a player number."),
        ("player,group\n1\n", "Groups, line 2: write a player number, a comma and a group."),
        ("player,group\n99,Club\n", "Groups, line 2: there is no player 99; the players are 1 to 16."),
    ],
)
def test_groups_that_cannot_be_read(tmp_path: Path, call: Call, text: str, said: str):
    groups = tmp_path / "groups.csv"
    groups.write_text(text, encoding="utf-8")
    answer = call("seating", "--players", 16, "--sessions", 2, "--groups", groups)
    assert (answer.code, answer.out) == (1, "")
    assert said in answer.err


def test_players_are_listed_with_their_numbers(event: Path, call: Call):
    shown = call("players", event, "list", "--json").json
    assert [(one["player"], one["last_name"], one["ema_number"]) for one in shown[:2]] == [
        (1, "Sample1", "04000001"),
        (2, "Sample2", "04000002"),
    ]
    heading, *players = call("players", event, "list").out.splitlines()
    assert heading.split()[:2] == ["No.", "Player"]
    assert len(players) == 16


def test_import_reports_every_adjustment_and_a_dry_run_adds_nothing(tmp_path: Path, call: Call):
    event, roster = tmp_path / "cup.qv", tmp_path / "list.csv"
    call("new", event, "--name", "Cup", "--sessions", 1)
    roster.write_bytes("Prénom;Nom;Pays;EMA\nÉmile;Żółć;France;4000001\nAda;Sample;;\n".encode("utf-16"))
    dry = call("players", event, "import", roster, "--dry-run")
    assert dry.code == 0
    assert "4000001 → 04000001" in dry.out
    assert "Line 3 · No EMA number" in dry.out
    assert call("players", event, "list", "--json").json == []
    wet = call("players", event, "import", roster, "--json").json
    assert (wet["count"], len(wet["players"]), wet["written"]) == (2, 2, True)
    assert {note["code"] for note in wet["notes"]} >= {"encoding", "zero-restored", "country-recognised"}
    shown = call("players", event, "list", "--json").json
    assert [one["ema_number"] for one in shown] == ["04000001", ""]
    assert shown[0]["last_name"] == "Żółć"


def test_the_standings_after_a_session(event: Path, call: Call):
    other = {**hand(1, "D", None, 8), "session": 2}
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), other))
    first = {row["player"]: row["score"] for row in call("standings", event, "--after", 1, "--json").json}
    last = {row["player"]: row["score"] for row in call("standings", event, "--json").json}
    seats = call("draw", event, "--json").json["sessions"]
    assert first[seats[0][0][0]] == 36
    assert sorted(first.values()) == sorted([36, -8, -20, -8] + [0] * 12)
    assert last[seats[1][0][3]] == first[seats[1][0][3]] + 48
    assert json.dumps(call("standings", event, "--after", 2, "--json").json) == json.dumps(
        call("standings", event, "--json").json
    )


def test_standings_are_final_when_every_sheet_is_verified(event: Path, call: Call):
    closed = [
        {"type": "totals", "session": 1, "table": table, "totals": {"A": 50, "B": 20, "C": 20, "D": -90}}
        for table in range(1, 5)
    ]
    call("record", event, "--jsonl", stdin=lines(*closed))
    rows = call("standings", event, "--json").json
    assert not any(row["provisional"] for row in rows)
    assert [row["table_points"] for row in rows] == ["4"] * 4 + ["3/2"] * 8 + ["0"] * 4
    text = call("standings", event).out.splitlines()
    assert text[0] == "After session 1 of 3."
    assert "1½" in text[6]


def test_the_slip_of_one_hand(event: Path, tmp_path: Path, call: Call):
    tiles = "[234p,1]234m23456s88p7s"  # 13 by discard
    told = (hand(1, "A", "C", 13, hand_tiles=tiles), hand(2, "B", "C", 13, hand_tiles=tiles), hand(3, "B", None, 8))
    assert call("record", event, "--jsonl", stdin=lines(*told)).code == 0
    asked = ("export", event, "--what", "ruling-slips", "--session", 1, "--table", 1, "--out", tmp_path / "slip.pdf")
    assert call(*asked, "--hand", 2).code == 0
    (page,) = PdfReader(tmp_path / "slip.pdf").pages
    assert "session 1, table 1, hand 2" in page.extract_text()
    answer = call(*asked, "--hand", 3)
    assert answer.code == 1
    assert "Hand 3 has no tiles" in answer.err
    answer = call(*asked, "--hand", 17)
    assert answer.code == 1
    assert "There is no hand 17: the sheet has hands 1 to 16." in answer.err
