"""What this computer remembers of an event, as ``check``, ``restore`` and the window show it."""

import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.foreign_files import organizer_workbook
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.cli.conftest import Call, hand, lines
from tournament.language import ENGLISH
from tournament.storage.seen import last_seen
from tournament.use_cases import Book
from ui.desktop import bootstrap
from ui.sample import play_sample

DRY = ("record", "--jsonl", "--dry-run")


def test_an_old_copy_put_back_is_reported_wherever_it_is_opened_until_something_is_entered(
    event: Path, tmp_path: Path, call: Call
) -> None:
    old = tmp_path / "old.qv"
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    shutil.copyfile(event, old)
    call("record", event, "--jsonl", stdin=lines(hand(2, "A", "C", 12)))
    assert call("check", event).err == ""
    shutil.copyfile(old, event)
    for words in (("check",), ("standings",), ("standings", "--json"), ("log",), ("session",), DRY):
        answer = call(words[0], event, *words[1:], stdin=lines(hand(2, "B", "C", 16)))
        assert answer.code == 0
        assert answer.err.startswith("remark: On this computer this event had 6 entries at ")
        assert len(answer.err.splitlines()) == 1, words
    book = bootstrap.open_book(event)
    assert [ENGLISH.render(notice).partition(" at ")[0] for notice in book.notices] == [
        "On this computer this event had 6 entries"
    ]
    book.close()
    recorded = call("record", event, "--jsonl", stdin=lines(hand(2, "B", "C", 12)))
    assert recorded.err.startswith("remark: On this computer this event had 6 entries at ")
    assert call("check", event).err == ""
    assert call("standings", event).err == ""


def test_serve_reports_an_old_copy_put_back(event: Path, tmp_path: Path, call: Call) -> None:
    old = tmp_path / "old.qv"
    shutil.copyfile(event, old)
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    shutil.copyfile(old, event)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        answer = call("serve", event, "--port", taken.getsockname()[1])
    assert answer.code == 3, "it ends, since the port is taken"
    assert "remark: On this computer this event had 5 entries at " in answer.err


def test_a_truncated_journal_with_a_matching_end_is_reported(event: Path, call: Call) -> None:
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12), hand(2, "A", "C", 12)))
    connection = sqlite3.connect(event)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DELETE FROM journal WHERE position = 6")
    connection.execute("UPDATE journal_end SET entries = 5, hash = (SELECT hash FROM journal WHERE position = 5)")
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    connection.close()
    checked = call("check", event)
    assert checked.code == 0  # in itself the file holds together
    assert "this event had 6 entries" in checked.err


def test_restore_forgets(event: Path, tmp_path: Path, call: Call) -> None:
    old = tmp_path / "old.qv"
    shutil.copyfile(event, old)
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert call("restore", old, "--to", event).code == 0
    checked = call("check", event)
    assert (checked.code, checked.err) == (0, "")


def begun(call: Call, event: Path, new: Path) -> None:
    call("new", new, "--name", "Cup", "--sessions", 3)


def read_from_json(call: Call, event: Path, new: Path) -> None:
    exported = new.with_suffix(".json")
    assert call("export", event, "--what", "event", "--out", exported).code == 0
    call("new", new, "--from", exported)


def converted(call: Call, event: Path, new: Path) -> None:
    store = FakeStore()
    play_sample(store)
    organizer_workbook(Book(store).view, new.with_suffix(".xlsx"))
    call("convert", new.with_suffix(".xlsx"), "--to", new)


def recovered(call: Call, event: Path, new: Path) -> None:
    call("recover", event, "--to", new)


def recorded(call: Call, event: Path, new: Path) -> None:
    shutil.copyfile(event, new)
    call("record", new, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("write", [begun, read_from_json, converted, recovered, recorded])
def test_whatever_a_command_wrote_is_remembered(
    write: Callable[[Call, Path, Path], None], event: Path, tmp_path: Path, call: Call
) -> None:
    """If an earlier state takes the place of the file, the next call can say so."""
    new = tmp_path / "written.qv"
    write(call, event, new)
    seen = last_seen(new)
    assert seen is not None
    assert str(seen.fingerprint) == call("check", new, "--json").json["fingerprint"]
