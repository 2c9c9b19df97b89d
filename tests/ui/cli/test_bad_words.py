"""Impossible details, such as an unknown country or overlapping sessions, are reported, and nothing is lost by them."""

import json
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


DEEP = b"[" * 100_000 + b"]" * 100_000
LONG = b"9" * 5000
OWN_WORDS = ("recursion", "Exceeds the limit", "codec can", "set_int_max", "at line", "Expected", "Cannot ", "Invalid ")
"""Words of Python and its libraries, which no user may see."""


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize(
    "content",
    [b"a = " + DEEP, b"a = " + LONG, b"a = 1\na = 2\n", b"[a", b'a = "\\ud800"', b"\xff\xfe", b"{}", b'"\xed\xa0\x80"'],
    ids=["deep", "long", "twice", "open", "half", "utf-16", "json", "not-utf-8"],
)
def test_a_file_that_is_no_toml_is_refused_in_the_words_of_the_user(
    tmp_path: Path, call: Call, content: bytes, language: str
) -> None:
    file, new = tmp_path / "rules.toml", tmp_path / "new.qv"
    file.write_bytes(content)
    for words in (
        ("new", new, "--name", "Cup", "--sessions", 2, "--preset", file),
        ("federations", file),
        ("rules", "presets", file),
    ):
        answer = call("--lang", language, *words)
        assert answer.code in (1, 2), words
        assert not [own for own in OWN_WORDS if own in answer.err], answer.err
    assert not new.exists()


def test_a_long_number_is_no_column_no_screen_and_no_count_of_evenings(event: Path, tmp_path: Path, call: Call) -> None:
    number = LONG.decode()
    for command in ("settle", "score"):
        answer = call(command, "--jsonl", stdin='{"' + number + '": 1}\n')
        assert answer.code == 1
        assert json.loads(answer.out)["error"]["at"] is None
    screen = call("display", event, "--screen", number)
    assert (screen.code, screen.out) == (1, "")
    assert screen.err.startswith("error: There is no screen ")
    league = tmp_path / "league.qv"
    call("new", league, "--name", "League", "--format", "league")
    assert call("season", league, "--best", number).code == 2
