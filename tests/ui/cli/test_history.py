"""``log``, ``undo``, ``redo``, ``check``."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.use_cases.test_forged_entries import kept, sealed
from tests.ui.cli.conftest import Call, hand, lines
from tournament.storage import create

FIRST = Path(__file__).parents[2] / "tournament" / "storage" / "files" / "first.qv"


def test_undo_and_redo_name_what_they_take(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), hand(2, "B", None, 8)))
    assert call("undo", event).out == "Undone: Hand: session 1, table 1, hand 2.\n"
    assert call("undo", event).out == "Undone: Hand: session 1, table 1, hand 1.\n"
    assert call("redo", event).out == "Redone: Hand: session 1, table 1, hand 1.\n"
    shown = call("sheet", event, "--session", 1, "--table", 1, "--json").json
    assert shown["totals"] == {"A": 36, "B": -8, "C": -20, "D": -8}
    assert call("redo", event).code == 0
    answer = call("redo", event)
    assert (answer.code, answer.errors) == (1, ["error: There is nothing to redo."])


def test_undo_ends_at_the_creation_of_the_event(event: Path, call: Call):
    assert call("undo", event).out == "Undone: Draw published.\n"
    assert call("undo", event).out == "Undone: Players added.\n"
    answer = call("undo", event)
    assert (answer.code, answer.errors) == (1, ["error: There is nothing to undo."])


def test_the_log_shows_who_did_what_and_the_earlier_values(event: Path, call: Call):
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
    assert len(text) == 8
    assert "Correction (session 1, table 1, hand 1)  A from C, 12 → D from C, 12  reason: wrong column" in text[5]
    assert text[5].endswith("[undone]")
    assert text[7] == f"7 entries, fingerprint {log[6]['fingerprint']}"
    assert call("check", event, "--since", log[4]["fingerprint"]).out.splitlines()[1:] == [
        f"fingerprint: {log[6]['fingerprint']}",
        f"it continues {log[4]['fingerprint']}",
    ]


def test_check_says_what_it_does_not_prove_of_a_file_of_the_first_version(call: Call, tmp_path: Path):
    file = tmp_path / "first.qv"
    file.write_bytes(FIRST.read_bytes())
    answer = call("check", file)
    assert answer.code == 0
    assert answer.err.startswith("remark: This check cannot find entries that are missing at the end of the journal")
    document = call("check", file, "--json").json
    assert document["problems"] == []
    assert answer.err == f"remark: {document['unproven'][0]}\n"


def test_check_counts_what_it_read(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    answer = call("check", event)
    told, fingerprint = answer.out.splitlines()
    assert (answer.code, told) == (0, "ok: 1 event, 16 players, 1 hands, 5 entries")
    assert re.fullmatch(r"fingerprint: 5-[0-9a-f]{10}", fingerprint)
    assert call("check", event, "--json").json == {
        "entries": 5,
        "fingerprint": fingerprint.removeprefix("fingerprint: "),
        "problems": [],
        "signing_key": None,
        "signatures": [],
        "not_covered": 5,
        "unproven": [],
        "remarks": [],
    }


def test_check_says_whether_the_event_continues_what_was_printed(event: Path, call: Call, tmp_path: Path):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    old = shutil.copy(event, tmp_path / "old.qv")
    call("record", event, "--jsonl", stdin=lines(hand(2, "A", "C", 12)))
    printed = call("check", event, "--json").json["fingerprint"]
    call("record", event, "--jsonl", stdin=lines(hand(3, "A", "C", 12)))
    assert call("check", event, "--since", printed).code == 0
    gone_back = call("check", old, "--since", printed)
    assert (gone_back.code, gone_back.out) == (1, "")
    assert gone_back.errors == [
        f"error: This event has 5 entries, but {printed} had 6: it is an older copy, or its end was cut off."
    ]
    call("record", old, "--jsonl", stdin=lines(hand(2, "B", "C", 12)))
    other = call("check", old, "--since", printed, "--json")
    assert other.code == 1
    assert [problem["code"] for problem in other.json["problems"]] == ["not-continued"]
    assert "another event" in other.json["problems"][0]["text"]


@pytest.mark.parametrize("text", ["", "6", "6-xyz", "6-9f3a", "nothing"])
def test_what_is_no_fingerprint_is_wrong_usage(event: Path, call: Call, text: str):
    answer = call("check", event, "--since", text)
    assert (answer.code, answer.out) == (2, "")
    assert "is not a fingerprint" in answer.err


def _alter(event: Path, statement: str, *values: object) -> None:
    """Change the file past the program, as somebody with SQLite at hand can; the triggers come back."""
    connection = sqlite3.connect(event)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(statement, values)
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    connection.close()


READING = (
    *[
        ("log",),
        ("log", "--json"),
        ("standings",),
        ("standings", "--json"),
        ("games",),
        ("season",),
        ("draw", "--json"),
    ],
    *[("sheet", "--session", 1, "--table", 1), ("players", "list"), ("export", "--what", "list"), ("undo",), ("redo",)],
    ("export", "--what", "standings", "--out", "x.csv"),
)
"""All that reads an event, and what writes without anything to write."""


@pytest.mark.parametrize("words", READING, ids=lambda words: " ".join(map(str, words)))
def test_nothing_is_read_from_a_damaged_event_and_nothing_is_written(event: Path, call: Call, words: tuple):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    _alter(event, "UPDATE journal SET content = replace(content, ':12', ':13') WHERE kind = 'hand-recorded'")
    answer = call("check", event)
    assert answer.code == 1
    assert answer.errors == ["error: session-1/table-1: entry 1 was altered after it was written."]
    before = event.read_bytes()
    refused = call(words[0], event, *words[1:])
    assert (refused.code, refused.out) == (1, "")
    assert "was altered" in refused.err
    assert call("record", event, "--jsonl", stdin=lines(hand(2, "A", "C", 12))).code == 1
    assert event.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 2, 4])
def test_a_truncated_journal_is_reported(event: Path, call: Call, cut: int):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    _alter(event, "DELETE FROM journal WHERE position > ?", 5 - cut)
    answer = call("check", event)
    assert (answer.code, answer.out) == (1, "")
    assert f"error: The journal was cut off: it has {5 - cut} of the 5 entries that were written." in answer.errors
    assert call("standings", event).code == 1


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DROP TRIGGER journal_refuses_update", "trigger journal_refuses_update"),
        ("DROP TRIGGER journal_end_refuses_delete", "trigger journal_end_refuses_delete"),
        (
            "CREATE TRIGGER swallow BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",
            "trigger swallow",
        ),
        ("CREATE VIEW other AS SELECT * FROM journal", "view other"),
        ("CREATE TABLE other (name TEXT)", "table other"),
        ("CREATE INDEX other ON journal (author)", "index other"),
        ("ALTER TABLE journal ADD COLUMN other TEXT", "table journal"),
    ],
)
def test_other_tables_and_triggers_are_refused_and_named(event: Path, call: Call, statement: str, named: str):
    connection = sqlite3.connect(event)
    connection.execute(statement)
    connection.commit()
    connection.close()
    for words in (("check",), ("standings",), ("record", "--jsonl")):
        answer = call(words[0], event, *words[1:], stdin=lines(hand(1, "A", "C", 12)))
        assert answer.code == 1
        assert f"its {named} is not that of an event file" in answer.err
    assert call("check", event, "--json").json["problems"][0]["code"] == "file-damaged"


def test_a_view_in_place_of_the_journal_is_refused(event: Path, call: Call):
    connection = sqlite3.connect(event)
    connection.execute("ALTER TABLE journal RENAME TO kept")
    connection.execute("CREATE VIEW journal AS SELECT * FROM kept")
    connection.commit()
    connection.close()
    for words in (("check",), ("log",), ("undo",)):
        answer = call(words[0], event, *words[1:])
        assert (answer.code, answer.out) == (1, "")
        assert "Another program changed" in answer.err
    assert [problem["code"] for problem in call("check", event, "--json").json["problems"]] == ["file-damaged"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE journal SET author = x'ff' WHERE position = 4", "entry 4 has an impossible value in “author”"),
        (
            "UPDATE journal SET author = CAST(x'c328' AS TEXT) WHERE position = 4",
            "entry 4 has an impossible value in “author”",
        ),
        ("UPDATE journal SET content = x'7b7d' WHERE position = 4", "entry 4 has an impossible value in “content”"),
        ("UPDATE journal SET version = 1.5 WHERE position = 4", "entry 4 has an impossible value in “version”"),
        ("UPDATE journal SET number = 'four' WHERE position = 4", "entry 4 has an impossible value in “number”"),
        ("UPDATE journal SET stream = x'00' WHERE position = 4", "entry 4 has an impossible value in “stream”"),
    ],
)
def test_values_of_another_type_are_faults_of_their_entry(event: Path, call: Call, change: str, named: str):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    _alter(event, change)
    for words in (("check",), ("log",), ("standings",), ("undo",)):
        answer = call(words[0], event, *words[1:])
        assert (answer.code, answer.out) == (1, "")
        assert named in answer.err


def test_entries_that_contradict_one_another_are_named_by_every_command(tmp_path: Path, call: Call):
    """A player with a seat was removed, forged with valid hashes, so that only commands which show the name find it."""
    records = list(kept("every-fact.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == "player-removed")
    records[place] = structs.replace(records[place], content='{"number":7}')
    event = tmp_path / "forged.qv"
    store = create(event)
    store.append(sealed(records))
    store.close()
    out = tmp_path / "sheets.pdf"
    for answer in (
        call("sheet", event, "--session", 1, "--table", 2),
        call("export", event, "--what", "score-sheets", "--out", out),
    ):
        assert answer.code == 1
        assert answer.errors[0].startswith("error: Entry ")
        assert "contradicts the entries before it: who sits there is not on the list of players" in answer.err
    assert not out.exists()
    for words in (("check",), ("log",), ("standings",), ("players", "list"), ("undo",), ("draw", "--json")):
        assert "Traceback" not in call(words[0], event, *words[1:]).err
    assert call("check", event).code == 1
