"""Impossible details, such as an unknown country or overlapping sessions, are reported, and nothing is lost by them."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call


@pytest.fixture
def no_country(tmp_path: Path, call: Call) -> Path:
    """An event with four players, two of them of countries that are none."""
    path, roster = tmp_path / "cup.qv", tmp_path / "list.csv"
    roster.write_text(
        "first_name,last_name,country\nAda,One,Atlantis\nBea,Two,EU\nCy,Three,FR\nDi,Four,DE\n", encoding="utf-8"
    )
    call("new", path, "--name", "Cup", "--sessions", 2)
    answer = call("players", path, "import", roster)
    assert answer.code == 0
    assert "Line 2 · Unknown country “Atlantis”, kept as written" in answer.out
    assert "Line 3 · Unknown country “EU”, kept as written" in answer.out
    return path


def test_an_unknown_country_is_reported_kept_and_missing_for_a_federation(no_country: Path, tmp_path: Path, call: Call):
    answer = call("players", no_country, "set", 3, "--country", "Narnia")
    assert (answer.code, answer.err) == (0, "remark: Unknown country “Narnia”, kept as written\n")
    told = [player["country"] for player in call("players", no_country, "list", "--json").json]
    assert told == ["Atlantis", "EU", "Narnia", "DE"]
    refused = call(
        "export", no_country, "--what", "ema-results", "--to", "csv", "--out", tmp_path / "ema.csv", "--json"
    )
    assert refused.code == 1
    missing = sorted(each["player"] for each in refused.json["missing"] if each["code"] == "country-unknown")
    assert missing == [1, 2, 3]
    assert not (tmp_path / "ema.csv").exists()


def test_a_country_that_is_known_brings_no_remark(no_country: Path, call: Call):
    for number, written, code in ((1, "France", "FR"), (2, "SUI", "CH")):
        answer = call("players", no_country, "set", number, "--country", written)
        assert (answer.code, answer.err) == (0, "")
        assert call("players", no_country, "list", "--json").json[number - 1]["country"] == code


def test_an_overlapping_timetable_is_reported_wherever_it_is_shown(event: Path, tmp_path: Path, call: Call):
    said = "remark: Session 2 begins before session 1 ends."
    assert call("timetable", event, "set", 1, "--date", "2026-06-13", "--start", "10:00").err == ""
    done = call("timetable", event, "set", 2, "--date", "2026-06-13", "--start", "11:00")
    assert done.code == 0
    assert said in done.err.splitlines()
    assert said in call("timetable", event).err.splitlines()
    for what, to in (("timetable", "csv"), ("score-sheets", "pdf"), ("event", "json")):
        assert call("export", event, "--what", what, "--to", to, "--out", tmp_path / f"out.{to}").code == 0
    printed = (tmp_path / "out.csv").read_text(encoding="utf-8-sig")
    assert "1,13 June 2026,10:00,12:00,120," in printed
    assert "2,13 June 2026,11:00,13:00,120,-60" in printed
    again = tmp_path / "again.qv"
    assert call("new", again, "--from", tmp_path / "out.json").code == 0
    assert said in call("timetable", again).err.splitlines()
