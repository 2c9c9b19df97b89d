"""``session``: the state of each session, changing it, and what is refused with which words."""

import json
from pathlib import Path

import pytest

from tests.ui.cli.conftest import PLAYERS, Call, lines
from tournament.use_cases.commands import PublishDraw, RedrawSessions
from tournament.use_cases.draft_fit import draft_of
from ui.cli.bootstrap import event_for_reading
from ui.entry.half_typed import HalfTyped
from ui.entry.half_typed_files import file_of, keep

TOTALS = {"A": 60, "B": 20, "C": -20, "D": -60}


def signed(*places: tuple[int, int]) -> str:
    return lines(*({"type": "totals", "session": s, "table": t, "totals": TOTALS} for s, t in places))


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    path, listed = tmp_path / "cup.qv", tmp_path / "players.csv"
    listed.write_text("".join(PLAYERS.splitlines(keepends=True)[:9]))
    assert call("new", path, "--name", "Cup", "--sessions", 2).code == 0
    assert call("players", path, "import", listed).code == 0
    assert call("draw", path, "--seed", 1).code == 0
    return path


def states(call: Call, path: Path) -> list[str]:
    return [each["state"] for each in call("session", path, "--json").json["sessions"]]


def test_from_the_draw_to_a_correction_after_closing(event: Path, call: Call):
    assert states(call, event) == ["published", "published"]
    started = call("session", event, 1, "--to", "playing")
    assert (started.code, started.out.splitlines()[0]) == (0, "Session 1: playing; 0 of 2 verified")
    assert started.err == "remark: The event has no date, so its papers show none. Enter it on the page Event.\n"
    assert call("record", event, "--jsonl", stdin=signed((1, 1))).code == 0
    refused = call("session", event, 1, "--to", "closed")
    assert (refused.code, refused.errors) == (
        1,
        ["error: 1 table is not verified: 2. Verify it, or give a reason for closing the session anyway."],
    )
    assert call("session", event, 1, "--to", "closed", "--reason", "table 2 went home").code == 0
    assert states(call, event) == ["closed", "published"]
    refused = call("record", event, "--jsonl", stdin=signed((1, 2)))
    assert (refused.code, refused.errors) == (
        1,
        ["error: line 1: Session 1 is closed: reopen it first, with a reason."],
    )
    assert call("undo", event).errors == ["error: Session 1 is closed: reopen it first, with a reason."]
    assert call("session", event, 1, "--to", "reopened").errors == [
        "error: Reopening a closed session needs a reason: give it in a few words."
    ]
    assert call("session", event, 1, "--to", "reopened", "--reason", "the paper came").code == 0
    assert call("record", event, "--jsonl", stdin=signed((1, 2))).code == 0
    (session,) = call("session", event, 1, "--to", "closed", "--json").json["sessions"]
    assert [step["step"] for step in session["steps"]] == [
        "published", "playing", "closed", "reopened", "entered", "verified", "closed",
    ]  # fmt: skip
    assert [step["reason"] for step in session["steps"]][2:4] == ["table 2 went home", "the paper came"]
    assert {key: session[key] for key in ("session", "state", "tables", "not_verified", "absent", "moves")} == {
        "session": 1, "state": "closed", "tables": 2, "not_verified": [], "absent": [],
        "moves": ["reopened", "cancelled"],
    }  # fmt: skip
    assert session["reopened"]["reason"] == "the paper came"
    assert session["corrected"] == [2]
    assert call("check", event).code == 0


def test_a_simple_event_needs_no_session_commands(event: Path, call: Call):
    """The first line of a session starts it; hands come in any order, in any session."""
    assert call("record", event, "--jsonl", stdin=signed((2, 2), (1, 1))).code == 0
    assert states(call, event) == ["playing", "playing"]
    assert call("record", event, "--jsonl", stdin=signed((2, 1), (1, 2))).code == 0
    assert states(call, event) == ["verified", "verified"]
    assert call("standings", event).code == 0


def test_an_event_that_is_not_drawn_and_an_evening(tmp_path: Path, call: Call):
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 2).code == 0
    assert states(call, path) == ["not-drawn", "not-drawn"]
    assert call("session", path, 1, "--to", "playing").code == 1
    club = tmp_path / "club.qv"
    assert call("new", club, "--name", "Friday", "--format", "club").code == 0
    assert states(call, club) == ["published"]
    assert call("session", club).out.splitlines() == ["Evening 1: published; 0 of 0 verified"]
    assert call("session", club, 1, "--to", "closed", "--reason", "snow").out.startswith("Evening 1: closed")
    league = tmp_path / "league.qv"
    assert call("new", league, "--name", "Season", "--format", "league").code == 0
    assert call("session", league, "--json").json == {"sessions": []}
    assert call("session", league, 1).code == 1


def test_wrong_usage(event: Path, call: Call):
    assert call("session", event, "--to", "closed").code == 2
    assert call("session", event, 1, "--to", "verified").code == 2
    assert call("session", event, 1, "--reason", "why").code == 2
    assert call("session", event, 3).errors == ["error: There is no session 3: the event has sessions 1 to 2."]
    for language in ("fr", "zh"):
        assert call("--lang", language, "session", event, 1, "--to", "reopened", "--reason", "x").code == 1


def test_a_report_is_noted_only_where_that_is_asked(event: Path, call: Call, tmp_path: Path):
    before = event.read_bytes()
    out = tmp_path / "seats.csv"
    assert call("export", event, "--what", "seating-by-table", "--out", out).code == 0
    assert event.read_bytes() == before
    assert call("export", event, "--what", "seating-by-table", "--session", 1, "--out", out, "--note").code == 0
    (noted,) = [entry for entry in call("log", event, "--json").json if entry["kind"] == "paper-noted"]
    assert noted["content"]["report"] == "seating-by-table"
    assert (noted["content"]["format"], noted["content"]["session"]) == ("csv", 1)
    assert call("check", event).code == 0


def test_publishing_again_names_the_papers_that_show_other_seats(event: Path, call: Call):
    for session in (1, 2):
        paper = event.with_name(f"{session}.pdf")
        assert call("export", event, "--what", "score-sheets", "--to", "pdf", "--out", paper, "--session", session,
                    "--note").code == 0  # fmt: skip
    assert call("draw", event, "--swap", "1-2", "--session", 2, "--onwards").code == 0
    assert states(call, event) == ["published", "published"], "only its papers are out of date"
    published = call("session", event, 2, "--to", "published")
    told = [line for line in published.err.splitlines() if "Out of date" in line]
    assert published.code == 0
    assert [line.split(" (")[0] for line in told] == ["remark: Out of date: Score sheets, session 2"]


def test_who_was_absent_and_is_on_the_list_no_more_is_left_out(tmp_path: Path, call: Call):
    """In the file that an earlier version wrote, player 10 was absent from session 2 and later merged into 8."""
    kept = Path(__file__).parents[2] / "tournament" / "storage" / "files" / "logo.qv"
    event = tmp_path / "event.qv"
    event.write_bytes(kept.read_bytes())
    answer = call("session", event)
    assert (answer.code, answer.err) == (0, "")
    assert any(10 in each["absent"] for each in call("session", event, "--json").json["sessions"])


@pytest.fixture
def drafted(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The event, of which the window of this computer keeps a redraw of session 2."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    with event_for_reading(event) as book:
        view = book.view
    assert view.seating is not None
    theirs = view.seating.with_tables({2: view.seating.tables(2)[::-1]})
    keep(HalfTyped(view.journal[0].id, draw=draft_of(view, RedrawSessions(theirs, 2))))
    return event


def test_recording_a_session_of_which_a_draft_is_kept_says_so(drafted: Path, call: Call):
    remark = "remark: A draft of the draw of session 2 is not published: the published seats were used."
    assert call("record", drafted, "--jsonl", stdin=signed((1, 1))).err == ""
    first = call("record", drafted, "--jsonl", stdin=signed((2, 1)))
    assert (first.code, first.err.splitlines()) == (0, [remark])
    assert call("record", drafted, "--jsonl", stdin=signed((2, 2))).err == "", "it can no longer be published"
    assert [each["draft"] for each in call("session", drafted, "--json").json["sessions"]] == [False, False]


def test_a_damaged_draft_is_left_to_the_window(drafted: Path, call: Call):
    with event_for_reading(drafted) as book:
        kept = file_of(book.view.journal[0].id)
    for damaged in ("{", '{"event": 1}', kept.read_text(encoding="utf-8").replace('"first":2', '"first":9')):
        kept.write_text(damaged, encoding="utf-8")
        assert call("record", drafted, "--jsonl", "--dry-run", stdin=signed((2, 1))).err == ""
        assert kept.read_text(encoding="utf-8") == damaged


def test_a_first_draw_that_is_kept_is_drawn_and_not_published(
    event: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    with event_for_reading(event) as book:
        seating = book.view.seating
    assert seating is not None
    assert call("undo", event).code == 0
    with event_for_reading(event) as book:
        keep(HalfTyped(book.view.journal[0].id, draw=draft_of(book.view, PublishDraw(seating))))
    sessions = call("session", event, "--json").json["sessions"]
    assert [(each["state"], each["draft"], each["moves"]) for each in sessions] == [("drawn", True, ["cancelled"])] * 2
    assert call("session", event, 1).out == "Session 1: drawn, not published; 0 of 0 verified\n"
    assert call("session", event, 1, "--to", "playing").errors == ["error: No draw is published yet: make one first."]


def test_starting_with_an_empty_seat_is_a_remark(event: Path, call: Call):
    assert call("players", event, "set", 3, "--state", "withdrawn").code == 0
    started = call("session", event, 1, "--to", "playing")
    assert started.code == 0
    assert "remark: 1 seat has no player: table " in started.err
    assert "Name a substitute. Or draw again from session 1 on: 3 players sit out. Or leave table " in started.err
    assert " Ou retirez la table " in call("session", event, 2, "--to", "playing", "--lang", "fr").err


def test_what_is_shown_follows_a_cancelled_session(event: Path, call: Call, tmp_path: Path):
    assert call("sessions", event, "--count", 3).code == 0
    assert call("record", event, "--jsonl", stdin=signed((1, 1), (1, 2), (2, 1))).code == 0
    cancelled = call("session", event, 2, "--to", "cancelled", "--reason", "power cut")
    assert (cancelled.code, cancelled.out.splitlines()[0]) == (0, "Session 2: cancelled")
    refused = call("standings", event, "--after", 2)
    assert (refused.code, refused.errors) == (1, ["error: Session 2 is cancelled: there are no standings after it."])
    assert "After session 1 of 3" in call("standings", event).out
    refused = call("record", event, "--jsonl", stdin=signed((2, 2)))
    assert refused.errors == ["error: line 1: Session 2 is cancelled: restore it first."]
    exporting = ("export", event, "--what", "score-sheets", "--out", tmp_path / "s.pdf")
    for words in (("clock", event), ("clock", event, "--start"), ("phones", event), exporting):
        assert call(*words, "--session", 2).errors == ["error: Session 2 is cancelled: restore it first."], words
    refused = call("players", event, "set", 1, "--state", "withdrawn", "--from", 2, "--reason", "ill")
    assert refused.errors == ["error: Session 2 is cancelled: restore it first."]
    assert [each["session"] for each in call("timetable", event, "--json").json["sessions"]] == [1, 3]
    assert call("clock", event, "--json").json["session"] == 1


def test_an_export_of_an_event_with_a_cancelled_session_is_read_back(event: Path, call: Call, tmp_path: Path):
    assert call("sessions", event, "--count", 3).code == 0
    assert call("record", event, "--jsonl", stdin=signed((1, 1), (1, 2), (2, 1))).code == 0
    assert call("session", event, 2, "--to", "cancelled", "--reason", "power cut").code == 0
    exported, copied = tmp_path / "cup.json", tmp_path / "copy.qv"
    assert call("export", event, "--what", "event", "--out", exported).code == 0
    members = json.loads(exported.read_text(encoding="utf-8"))
    assert members["event"]["sessions"] == 2
    assert {row["session"] for row in members["seats"]} == {1}
    assert call("check", event, "--against", exported).out.splitlines()[-1] == "the export says the same"
    workbook = tmp_path / "cup.xlsx"
    assert call("export", event, "--what", "workbook", "--out", workbook).code == 0
    assert call("check", event, "--against", workbook).out.splitlines()[-1] == "the export says the same"
    assert call("new", copied, "--from", exported).code == 0
    assert states(call, copied) == states(call, event) == ["verified", "cancelled", "not-drawn"]
    assert call("standings", copied, "--json").json == call("standings", event, "--json").json
    assert call("session", copied, 2, "--to", "restored").code == 0
    assert call("session", event, 2, "--to", "restored").code == 0
    for path in (event, copied):
        assert call("check", path).code == 0
        assert states(call, path)[1] == "playing"
    assert call("standings", copied, "--json").json == call("standings", event, "--json").json
    assert call("check", event, "--against", exported).out.splitlines()[-1] == "the export says the same"


def test_a_final_that_is_cancelled_leaves_the_finalists_in_the_sessions_after_it(event: Path, call: Call):
    assert call("record", event, "--jsonl", stdin=signed((1, 1), (1, 2))).code == 0
    assert call("sessions", event, "--count", 3).code == 0
    assert call("draw", event, "--session", 2, "--by-ranking", "straight", "--final", 4).code == 0
    assert call("draw", event, "--session", 3, "--by-ranking", "straight").code == 0
    assert call("session", event, 2, "--to", "cancelled", "--reason", "the hall closes").code == 0
    assert call("check", event).code == 0
    assert call("standings", event).code == 0
    assert [len(tables) for tables in call("draw", event, "--json").json["sessions"]] == [2, 0, 1]
