"""Event files that earlier versions wrote are read, verified and counted as they were.

``files/first.qv`` was written by the program as it was before reserves and the reason of a replacement came into the
ledger. It is never written again: a change of the ledger that this test refuses would refuse the events of users.
"""

import shutil
from fractions import Fraction
from pathlib import Path

from tests.tournament.use_cases.events import BY
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.rules.payment import Outcome
from tournament.storage import open_for_reading, open_for_writing
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.check import check_records

FIRST = Path(__file__).with_name("files") / "first.qv"
STANDING: list[tuple[int, Fraction | int, int]] = [
    (3, 4, 68),
    (7, 4, 40),
    (6, 2, 17),
    (5, 2, 0),
    (8, 1, -10),
    (2, 1, -27),
    (4, 0, -30),
    (1, 0, -68),
]
"""Player, table points and score after session 1, as that version printed them."""


def test_it_is_read_verified_and_counted_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_reading(path)
    found = check_records(list(store.read()))
    assert found.problems == ()
    assert (found.players, found.hands, found.entries) == (8, 4, 17)
    rows = Book(store).view.standings(1).rows
    assert [(row.player.number, row.table_points, row.score) for row in rows] == STANDING
    store.close()


def test_its_history_says_what_it_said(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_reading(path)
    journal = Book(store).view.journal
    lines = [describe(journal, journal[index]) for index in range(len(journal))]
    said = [ENGLISH.render(line.new) for line in lines]
    assert "D from A, 88" in said
    assert "B, self-draw, 13, with [234p,1]234m23456s88p7s|EE1000" in said
    assert [line.reason for line in lines if line.reason] == ["misread", "telephone"]
    store.close()


def test_it_is_written_on(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    shutil.copyfile(FIRST, path)
    store = open_for_writing(path)
    carry_out(Book(store), RecordHand(2, 1, 1, Outcome(0, 1, 20)), by=BY)
    store.close()
    store = open_for_reading(path)
    found = check_records(list(store.read()))
    assert found.problems == ()
    assert found.hands == 5
    store.close()
