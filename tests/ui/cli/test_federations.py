"""The files of federations on the command line: refused with a list, exported, and another federation added."""

import csv
import io
import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.ui.cli.conftest import PLAYERS, Call, lines

OWN = """
id = "isle"
name = "Isle of Nowhere"
country_codes = "alpha-3"
number_digits = 0

[[files]]
report = "results"
format = "csv"
separator = ";"
decimal = ","
byte_order_mark = false
columns = [
  { heading = "Rang", value = "place" },
  { heading = "Wer", value = "last-name", capitals = true },
  { heading = "Woher", value = "country" },
  { heading = "TP", value = "table-points" },
  { heading = "Wo", value = "city" },
]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One session of sixteen players, known by its totals; city and host country are not yet written."""
    from tests.ui.cli.conftest import call_program as call

    folder = tmp_path_factory.mktemp("federations")
    path, players = folder / "cup.qv", folder / "players.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    words = ("--sessions", 1, "--starts", "2026-05-09", "--ends", "2026-05-10")
    assert call("new", path, "--name", "Harbour Open 2026", *words).code == 0
    assert call("players", path, "import", players).code == 0
    assert call("draw", path).code == 0
    totals: list[dict[str, object]] = []
    for table in (1, 2, 3, 4):
        scores = {"A": 30 + table, "B": 5, "C": -10, "D": -25 - table}
        totals.append({"type": "totals", "session": 1, "table": table, "totals": scores})
    assert call("record", path, "--jsonl", stdin=lines(*totals)).code == 0
    return path


@pytest.fixture
def event(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(played, tmp_path / "cup.qv"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "data" / "federations"
    folder.mkdir(parents=True)
    return folder


def test_a_refusal_lists_what_is_missing_and_writes_nothing(event: Path, call: Call):
    assert call("players", event, "set", 5, "--ema-number", "", "--country", "Atlantis").code == 0
    out = event.with_name("r.xlsx")
    answer = call("export", event, "--what", "ema-results", "--out", out, "--json")
    assert answer.code == 1
    assert answer.json["written"] is None
    assert [(each["code"], each["field"], each["player"]) for each in answer.json["missing"]] == [
        ("host-country-missing", "host_country", None),
        ("city-missing", "city", None),
        ("number-missing", "ema_number", 5),
        ("country-unknown", "country", 5),
    ]
    assert answer.errors[0] == "error: No host country: enter the host country on the page Event."
    assert (
        answer.errors[3] == "error: 5 First5 Sample5: “Atlantis” is not a country: enter its name or code, such as FR."
    )
    assert not out.exists()


def test_an_open_table_is_named(event: Path, call: Call):
    assert call("settings", event, "--city", "Utrecht", "--host-country", "NL").code == 0
    assert call("undo", event).code == 0  # the city
    assert call("undo", event).code == 0  # the totals of table 4
    assert call("settings", event, "--city", "Utrecht", "--host-country", "NL").code == 0
    answer = call("export", event, "--what", "ema-ranking", "--to", "csv", "--out", event.with_name("r.csv"), "--json")
    (missing,) = answer.json["missing"]
    assert (missing["code"], missing["session"], missing["table"]) == ("sheet-open", 1, 4)


def test_what_is_there_is_written(event: Path, call: Call):
    assert call("settings", event, "--city", "Utrecht", "--host-country", "Netherlands").code == 0
    assert call("players", event, "set", 5, "--ema-number", "-").code == 0
    out = event.with_name("r.xlsx")
    answer = call("export", event, "--what", "ema-results", "--out", out, "--json")
    assert answer.code == 0
    assert (answer.json["written"], answer.json["report"], answer.json["format"]) == (str(out), "ema-results", "xlsx")
    assert answer.json["missing"] == []
    rows = list(load_workbook(out)["MCR template"].iter_rows(min_row=2, values_only=True))
    standings = call("standings", event, "--json").json
    assert [(row[2], row[7]) for row in rows] == [(each["rank"], each["score"]) for each in standings]
    assert [(row[5], row[8]) for row in rows if row[4] == "Sample5"] == [(None, "NO")]
    assert {row[5] for row in rows if row[4] == "Sample7"} == {"04000007"}


def test_the_list_of_reports_has_those_of_federations(event: Path, call: Call):
    found = call("export", event, "--what", "list").out.splitlines()
    assert found[-3:] == ["ema-results xlsx csv", "ema-ranking xlsx csv", "ffmj-results xlsx csv"]


def test_another_federation_is_added_without_code(event: Path, call: Call, folder: Path):
    assert call("federations", "--json").json["folder"] == str(folder)
    (folder / "isle.toml").write_text(OWN, encoding="utf-8")
    assert call("export", event, "--what", "list").out.splitlines()[-1] == "isle-results csv"
    assert "Isle of Nowhere: isle-results" in call("federations").out
    assert call("settings", event, "--city", "Utrecht").code == 0
    out = event.with_name("isle.csv")
    assert call("export", event, "--what", "isle-results", "--out", out).code == 0
    content = out.read_bytes().decode()
    head, first, *rows = csv.reader(io.StringIO(content), delimiter=";")
    assert head == ["Rang", "Wer", "Woher", "TP", "Wo"]
    assert first[2:] == ["FRA", "4", "Utrecht"]
    assert first[1].startswith("SAMPLE")
    assert len(rows) == 15


def test_a_faulty_file_is_reported_field_by_field(event: Path, call: Call, folder: Path, tmp_path: Path):
    faulty = OWN.replace('"place"', '"rank"').replace("number_digits = 0", "number_digits = -1")
    (folder / "isle.toml").write_text(faulty, encoding="utf-8")
    answer = call("federations", "--json")
    assert answer.code == 1
    (file,) = answer.json["faulty"]
    assert [fault["field"] for fault in file["faults"]] == ["number_digits", "files[0].columns[0].value"]
    assert answer.errors[0] == "error: isle.toml: number_digits: must be a whole number from 0 to 20"
    listed = call("export", event, "--what", "list")
    assert listed.code == 0
    assert "isle.toml: number_digits: must be a whole number" in listed.err
    unknown = call("export", event, "--what", "isle-results", "--out", tmp_path / "x.csv")
    assert unknown.code == 1
    assert len(unknown.errors) == 3
    other = tmp_path / "other.toml"
    other.write_text(OWN, encoding="utf-8")
    assert call("federations", other, "--json").json["federations"] == [
        {"id": "isle", "name": "Isle of Nowhere", "reports": [{"name": "isle-results", "formats": ["csv"]}]}
    ]
    assert call("federations", tmp_path / "none.toml").code == 1
