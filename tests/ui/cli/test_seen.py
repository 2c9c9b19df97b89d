"""What this computer remembers of an event, as ``check``, ``restore`` and the window tell it."""

import shutil
import sqlite3
from pathlib import Path

from tests.ui.cli.conftest import Call, hand, lines
from tournament.language import ENGLISH
from ui.desktop import bootstrap


def test_an_old_copy_put_back_is_told_by_check_and_in_the_window_until_something_is_entered(
    event: Path, tmp_path: Path, call: Call
) -> None:
    old = tmp_path / "old.qv"
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    shutil.copyfile(event, old)
    call("record", event, "--jsonl", stdin=lines(hand(2, "A", "C", 12)))
    assert call("check", event).err == ""
    shutil.copyfile(old, event)
    checked = call("check", event)
    assert checked.code == 0
    assert checked.err.startswith("remark: On this computer this event had 6 entries at ")
    assert call("standings", event).err == ""
    book = bootstrap.open_book(event)
    assert [ENGLISH.render(notice).partition(" at ")[0] for notice in book.notices] == [
        "On this computer this event had 6 entries"
    ]
    book.close()
    call("record", event, "--jsonl", stdin=lines(hand(2, "B", "C", 12)))
    assert call("check", event).err == ""


def test_an_end_that_was_cut_and_made_to_fit_is_told(event: Path, call: Call) -> None:
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
