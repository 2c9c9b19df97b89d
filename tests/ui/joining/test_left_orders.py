"""What other desks of a computer have left unsent in an event."""

from pathlib import Path
from uuid import UUID

import pytest

from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.rules.payment import Outcome
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import By, RecordHand, carry_out
from ui.joining.desk_folder import DeskFolder
from ui.joining.left_orders import forget_orders, left_orders

EVENT = UUID(int=7)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


def desk(name: str, hands: int = 0) -> DeskFolder:
    """The folder of a desk with so many hands that were not sent."""
    folder = DeskFolder(EVENT, name)
    folder.path.mkdir(parents=True)
    book = SharedBook(FakeStore([each.record for each in drawn().view.journal]), folder.orders(), name)
    for number in range(1, hands + 1):
        carry_out(book, RecordHand(1, 1, number, Outcome(0, 1, 8 + number)), by=By("Ada Sample", name))
    book.close()
    return folder


def test_the_orders_of_other_desks_are_found_and_forgotten_once_they_are_elsewhere() -> None:
    own = desk("north", 1)
    desk("east")
    desk("south", 2)
    (own.path.parent / "no desk").mkdir()
    (found,) = left_orders(own)
    assert (found.desk, len(found.orders)) == ("south", 2)
    forget_orders(found)
    assert not left_orders(own)
    (own_left,) = left_orders(DeskFolder(EVENT, "east"))
    assert own_left.desk == "north", "nobody has taken it"


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_desk_that_is_open_or_damaged_is_left_alone(content: bytes) -> None:
    own, south = desk("north"), desk("south", 1)
    with south.held():
        assert not left_orders(own)
    (south.path / "orders.sqlite").write_bytes(content)
    assert not left_orders(own)
    assert (south.path / "orders.sqlite").exists()
