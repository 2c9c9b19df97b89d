"""``log``, ``undo``, ``redo``, ``check``."""

import sqlite3
from pathlib import Path

from tests.ui.cli.conftest import Call, hand, lines


def test_undo_and_redo_name_what_they_take(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), hand(2, "B", None, 8)))
    assert call("undo", event).out == "Taken back: Hand: session 1, table 1, hand 2.\n"
    assert call("undo", event).out == "Taken back: Hand: session 1, table 1, hand 1.\n"
    assert call("redo", event).out == "Brought back: Hand: session 1, table 1, hand 1.\n"
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert shown["totals"] == {"A": 36, "B": -8, "C": -20, "D": -8}
    assert call("redo", event).code == 0
    answer = call("redo", event)
    assert (answer.code, answer.errors) == (1, ["error: There is nothing to redo."])


def test_undo_ends_at_the_creation_of_the_event(event: Path, call: Call):
    assert call("undo", event).out == "Taken back: Draw published.\n"
    assert call("undo", event).out == "Taken back: Players added.\n"
    answer = call("undo", event)
    assert (answer.code, answer.errors) == (1, ["error: There is nothing to undo."])


def test_the_log_tells_who_did_what_and_what_was_before(event: Path, call: Call):
    correction = {**hand(1, "D", "C", 12), "type": "correct", "reason": "wrong column"}
    call("--as", "Ada Sample", "record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), correction))
    call("undo", event, "--as", "Bea Sample")
    log = call("log", event, "--json").json
    assert [entry["position"] for entry in log] == list(range(1, 8))
    assert [entry["kind"] for entry in log] == [
        "event-created",
        "players-added",
        "draw-published",
        "heads-chained",
        "hand-recorded",
        "hand-corrected",
        "undone",
    ]
    assert [entry["author"] for entry in log] == ["command line"] * 3 + ["Ada Sample"] * 3 + ["Bea Sample"]
    corrected = log[5]
    assert (corrected["session"], corrected["table"], corrected["number"]) == (1, 1, 2)
    assert (corrected["old"], corrected["new"], corrected["reason"]) == ("A from C, 12", "D from C, 12", "wrong column")
    assert corrected["undone"] is True
    assert log[4]["undone"] is False
    assert (log[6]["what"], log[6]["old"], log[6]["new"]) == ("Undo: Correction", "D from C, 12", "A from C, 12")
    text = call("log", event).out.splitlines()
    assert len(text) == 7
    assert "Correction (session 1, table 1, hand 1)  A from C, 12 → D from C, 12  because: wrong column" in text[5]
    assert text[5].endswith("[taken back]")


def test_check_counts_what_it_read(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    answer = call("check", event)
    assert (answer.code, answer.out) == (0, "ok: 1 event, 16 players, 1 hands, 5 entries\n")


def test_an_altered_event_is_told_and_nothing_is_written(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    with sqlite3.connect(event) as connection:
        connection.execute("DROP TRIGGER journal_refuses_update")
        connection.execute("UPDATE journal SET content = replace(content, ':12', ':13') WHERE kind = 'hand-recorded'")
    connection.close()
    answer = call("check", event)
    assert answer.code == 1
    assert answer.errors == ["error: session-1/table-1: entry 1 was altered after it was written."]
    before = event.read_bytes()
    for words in (("undo", event), ("standings", event), ("draw", event, "--json")):
        refused = call(*words)
        assert (refused.code, refused.out) == (1, "")
        assert "was altered" in refused.err
    assert call("record", event, "--jsonl", stdin=lines(hand(2, "A", "C", 12))).code == 1
    assert event.read_bytes() == before
    assert call("log", event).code == 0
