"""The clock and the timetable of an event on the command line."""

from pathlib import Path

from tests.ui.cli.conftest import Call, hand, lines
from tournament.files.user_folders import data_folder


def test_a_session_from_its_start_to_its_gong(event: Path, call: Call):
    assert call("clock", event).out == "Session 1: not started, 120 minutes.\n"
    started = call("clock", event, "--start", "--json").json
    assert (started["session"], started["state"], started["minutes"]) == (1, "running", 120)
    assert 7190 <= started["remaining_seconds"] <= 7200
    assert started["gong"].endswith("+00:00")
    added = call("clock", event, "--add", 5, "--table", 2, "--reason", "wall rebuilt", "--json").json
    assert [(table["table"], table["added"]) for table in added["tables"]] == [(2, 5)]
    assert added["tables"][0]["remaining_seconds"] - added["remaining_seconds"] == 300
    paused = call("clock", event, "--pause", "--reason", "fire drill", "--json").json
    assert (paused["state"], paused["gong"]) == ("paused", None)
    assert call("clock", event, "--json").json["remaining_seconds"] == paused["remaining_seconds"]
    assert call("clock", event, "--resume", "--json").json["state"] == "running"
    over = call("clock", event, "--stop", "--json").json
    assert (over["state"], over["remaining_seconds"], over["tables"][0]["remaining_seconds"]) == ("over", 0, 0)
    assert call("check", event).code == 0
    assert "reason: wall rebuilt" in call("log", event).out


def test_it_starts_the_session_in_play_and_otherwise_the_next(event: Path, call: Call):
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", points=12))).code == 0
    assert call("clock", event, "--json").json["session"] == 1
    assert call("clock", event, "--start", "--json").json["session"] == 1
    ended: list[dict[str, object]] = [
        {"type": "totals", "session": 1, "table": table, "totals": {"A": 30, "B": -10, "C": -10, "D": -10}}
        for table in (2, 3, 4)
    ]
    ended.append({"type": "close", "session": 1, "table": 1})
    assert call("record", event, "--jsonl", stdin=lines(*ended)).code == 0
    assert call("clock", event, "--start", "--json").json["session"] == 2


def test_what_does_not_fit_is_refused(event: Path, call: Call):
    kept = event.read_bytes()
    for words in (
        ("--pause",),
        ("--add", 5),
        ("--session", 9, "--start"),
        ("--session", 9),
        ("--session", 1, "--add", 0),
    ):
        answer = call("clock", event, *words)
        assert (answer.code, len(answer.errors)) == (1, 1)
    assert call("clock", event, "--table", 2).code == 2
    assert call("clock", event, "--start", "--add", 5).code == 2
    assert event.read_bytes() == kept
    assert call("clock", event, "--start").code == 0
    assert call("clock", event, "--start").code == 1
    assert call("clock", event, "--add", 5, "--table", 2).errors == [
        "error: Extra minutes for a table need a reason: give it in a few words."
    ]
    assert call("clock", event, "--add", 5, "--table", 99, "--reason", "why").code == 1


def test_undo_leaves_the_clock_alone(event: Path, call: Call):
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", points=12))).code == 0
    assert call("clock", event, "--session", 1, "--start").code == 0
    assert call("undo", event).code == 0
    assert call("clock", event, "--session", 1, "--json").json["state"] == "running"
    assert call("sheet", event, "--session", 1, "--table", 1, "--json").json["hands"][0]["winner"] is None


def test_the_first_hand_of_a_sheet_after_the_gong_is_remarked(event: Path, call: Call):
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", points=12))).err == ""
    assert call("clock", event, "--session", 1, "--start").code == 0
    assert call("clock", event, "--session", 1, "--stop").code == 0
    late = call("record", event, "--jsonl", stdin=lines(hand(2, None), hand(3, None)))
    assert late.code == 0
    assert late.err == "remark: line 1: Entered after the gong: the hand in play at the gong is void.\n"


def test_an_event_may_finish_the_hand_at_the_gong(tmp_path: Path, players: Path, call: Call):
    event = tmp_path / "finish.qv"
    assert call("new", event, "--name", "Cup", "--sessions", 1, "--after-gong", "finished").code == 0
    assert call("players", event, "import", players).code == 0
    assert call("draw", event).code == 0
    assert call("clock", event, "--start", "--json").json["after_gong"] == "finished"
    assert call("clock", event, "--stop").code == 0
    assert "was finished" in call("record", event, "--jsonl", stdin=lines(hand(1, None))).err


def test_where_the_rules_say_it_there_is_no_second_setting_for_the_gong(tmp_path: Path, call: Call):
    new = ("new", tmp_path / "riichi.qv", "--name", "Cup", "--sessions", 1, "--rules", "riichi-ema-2025")
    assert "use --option and omit --after-gong" in call("--lang", "en", *new, "--after-gong", "finished").err
    assert call(*new, "--option", "time_end=finish").code == 0


def test_the_timetable_is_printed_session_by_session(event: Path, call: Call):
    assert call("timetable", event, "set", 1, "--date", "2026-06-13", "--start", "10:00").code == 0
    done = call("timetable", event, "set", 2, "--date", "2026-06-13", "--start", "12:05", "--minutes", 90, "--json")
    assert done.json["sessions"][:2] == [
        {"session": 1, "date": "2026-06-13", "start": "10:00", "end": "12:00", "minutes": 120, "break_before": None},
        {"session": 2, "date": "2026-06-13", "start": "12:05", "end": "13:35", "minutes": 90, "break_before": 5},
    ]
    assert [remark["code"] for remark in done.json["remarks"]] == ["short-break"]
    assert call("timetable", event).err.startswith("remark: 5 minutes between sessions 1 and 2")
    assert call("clock", event, "--session", 2, "--json").json["minutes"] == 90
    assert call("timetable", event, "set", 2, "--start", "12:30", "--json").json["sessions"][1]["minutes"] == 90
    assert call("timetable", event, "set", 2, "--clear", "--json").json["sessions"][1]["start"] is None
    assert call("timetable", event, "set", 1, "--start", "25:00").code == 2
    assert call("timetable", event, "set", 1).code == 2
    assert call("timetable", event, "set", 1, "--minutes", 0).code == 1
    assert call("timetable", event, "set", 99, "--minutes", 90).code == 1
    assert call("undo", event).code == 0


def test_an_evening_of_a_club_has_a_clock_too(tmp_path: Path, call: Call):
    event = tmp_path / "club.qv"
    assert call("new", event, "--name", "Evening", "--format", "club").code == 0
    assert call("clock", event, "--start", "--json").json["state"] == "running"
    assert call("clock", event, "--session", 2).code == 1


def test_a_call_that_only_reads_keeps_nothing_of_the_time(event: Path, call: Call) -> None:
    """The program that writes keeps the anchor of a countdown; others follow it."""
    assert call("clock", event, "--start").code == 0
    anchor = max((data_folder() / "hall").glob("*/time.json"), key=lambda path: path.stat().st_mtime_ns)
    anchor.unlink()
    assert call("standings", event).code == 0
    assert not anchor.exists()
    assert call("clock", event, "--pause").code == 0
    assert anchor.exists()
