"""What every keeper of orders must do: the desk relies on nothing else."""

import os
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.sharing.fakes import FakeWaitingOrders
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.sharing.messages import WordedProblem
from tournament.sharing.shared_book import OrderState, WaitingOrder, WaitingOrders
from tournament.storage.waiting_orders import SqliteWaitingOrders
from tournament.use_cases import RecordHand, StoreDamaged, StoreUnavailable
from tournament.use_cases.changes import Order, new_id
from tournament.use_cases.commands import Undo

TIME = "2026-06-13T12:00:00.000+00:00"


def order(*commands, **more) -> WaitingOrder:
    commands = commands or (RecordHand(1, 1, 1, Outcome(0, 1, 8)),)
    given = Order(tuple(new_id() for _ in commands), commands, len(commands) > 1, confirmed=True, seen=3, author="Żółć")
    return WaitingOrder(given, EventRole.REFEREE, TIME, **more)


@pytest.fixture(params=["fake", "file"])
def waiting(request, tmp_path):
    made = FakeWaitingOrders() if request.param == "fake" else SqliteWaitingOrders(tmp_path / "desk" / "orders")
    yield made
    made.close()


def test_orders_come_back_as_they_were_in_the_order_in_which_they_were_given(waiting: WaitingOrders):
    first, second = order(), order(Undo(), RecordHand(1, 2, 3, Outcome(None)))
    third = order(state=OrderState.REFUSED, problems=(WordedProblem("late", "Zu spät 麻将", "hand", 2),))
    waiting.put(first)
    waiting.put(second, replace(third, role=None))
    assert waiting.read() == [first, second, replace(third, role=None)]


def test_an_order_is_replaced_where_it_stands_and_dropped_once_and_again(waiting: WaitingOrders):
    first, second, third = order(), order(), order()
    waiting.put(first, second, third)
    sent = replace(first, state=OrderState.SENT, order=replace(first.order, seen=None))
    waiting.put(sent)
    assert waiting.read() == [sent, second, third]
    waiting.drop(second.id, first.id)
    waiting.drop(first.id)
    assert waiting.read() == [third]


def test_orders_outlive_a_process_that_is_killed_the_moment_they_are_put(tmp_path: Path):
    path = tmp_path / "orders"
    program = (
        "import os, signal; from pathlib import Path\n"
        "from tests.tournament.sharing.test_waiting_orders import SqliteWaitingOrders, order\n"
        f"kept = SqliteWaitingOrders(Path({str(path)!r})); kept.put(order(), order()); kept.put(order())\n"
        "print('put', flush=True); os.kill(os.getpid(), getattr(signal, 'SIGKILL', signal.SIGTERM))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, env=os.environ, check=False)
    assert ended.stdout.strip() == b"put", ended.stderr
    kept = SqliteWaitingOrders(path)
    assert len(kept.read()) == 3
    kept.close()


def test_two_windows_do_not_send_the_same_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournament.storage.waiting_orders._PATIENCE", 0)
    kept = SqliteWaitingOrders(tmp_path / "orders")
    with pytest.raises(StoreUnavailable, match="another window"):
        SqliteWaitingOrders(tmp_path / "orders")
    kept.put(order())
    kept.close()


def test_a_full_disk_changes_nothing(tmp_path: Path):
    kept = SqliteWaitingOrders(tmp_path / "orders")
    kept.put(first := order())
    (pages,) = kept._connection.execute("PRAGMA page_count").fetchone()
    kept._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable, match="full"):
        kept.put(*(order() for _ in range(200)))
    assert kept.read() == [first]
    kept.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("content", b"{}"), ("content", b"\xff" * 9), ("content", 7), ("content", b"[" * 9999),
        ("content", b'{"ids":[],"commands":[],"together":true,"confirmed":true,"seen":null,"author":""}'),
        ("role", "king"), ("time", "yesterday"), ("time", "2026-06-13T12:00:00"), ("time", b"\xff"),
        ("state", "gone"), ("problems", b"[1]"), ("problems", None),
    ],
)  # fmt: skip
def test_a_line_that_is_not_an_order_is_reported_and_kept(tmp_path: Path, column: str, value: object):
    path = tmp_path / "orders"
    kept = SqliteWaitingOrders(path)
    kept.put(order())
    kept.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')")
    connection.close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE orders SET {column} = ?", [value])  # noqa: S608 – a name of this file
    connection.close()
    content = path.read_bytes()
    _refused_in_words(path)
    assert path.read_bytes() == content


def test_a_file_of_another_program_is_reported(tmp_path: Path):
    path = tmp_path / "orders"
    path.write_bytes(b"no database at all" * 100)
    _refused_in_words(path)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE orders (id)")
    connection.close()
    _refused_in_words(path)


def _refused_in_words(path: Path) -> None:
    with pytest.raises(StoreDamaged) as refused, ExitStack() as opened:
        opened.enter_context(closing(SqliteWaitingOrders(path))).read()
    told = ENGLISH.render(refused.value.text)
    assert "has not sent yet" in told
    assert "copy" not in told
