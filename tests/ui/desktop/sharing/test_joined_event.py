"""A window at a desk of a shared event; its host is in memory, and answers when the test lets it."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.tournament.sharing.fakes import FakeWaitingOrders, Hall, member
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.conftest import Keyboard, shown
from tournament.language import ENGLISH, mark
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.sharing.messages import Offer, Reply, Sync
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import Book, By, RecordHand, carry_out
from ui.desktop.controller import EventController
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.sharing.joined_event import JoinedEvent, LinkListener, WayToHost, joined_event_of
from ui.desktop.window import Window


class FakeLink:
    """Asks the host when it is told to, instead of in a thread."""

    def __init__(self, hall: Hall, on_reply: Callable[[Reply], None]) -> None:
        self.hall, self.on_reply = hall, on_reply
        self.question: Sync | None = None
        self.closed = False

    def say(self, question: Sync) -> None:
        self.question = question

    def offer(self, offer: Offer) -> None:
        self.hall.host.take_offer(offer)

    def close(self) -> None:
        self.closed = True

    def speak(self) -> None:
        """Ask until there is nothing new to say."""
        for _ in range(5):
            if self.question is None:
                return
            question, self.question = self.question, None
            self.on_reply(self.hall.host.answer(self.hall.members["south"], question, self.hall.members))
        raise AssertionError("the desk never stops asking")


class Desk:
    """The window, and the host that it is joined to."""

    def __init__(self, controller: EventController, window: Window, hall: Hall) -> None:
        self.controller, self.window, self.hall = controller, window, hall
        self.link: FakeLink
        self.listener: LinkListener
        self.joined: JoinedEvent = joined_event_of(controller)
        self.joined.follow(WayToHost(self._link, lambda _author, _pin: None, "192.0.2.7:8537"))
        self.link.speak()

    def _link(self, listener: LinkListener) -> FakeLink:
        self.link, self.listener = FakeLink(self.hall, listener.on_reply), listener
        return self.link

    def others_record(self, hand: int, table: int = 1, points: int = 8) -> None:
        """Somebody at another desk records a hand, which the host has written."""
        command = RecordHand(1, table, hand, Outcome(0, 1, points))
        carry_out(self.hall.host.book, command, by=By("Ben Sample", "north"), confirmed=True)


@pytest.fixture
def desk(dressed: QApplication, controller: EventController) -> Iterator[Desk]:
    """A window on an event that another program hosts."""
    records = [entry.record for entry in controller.book.view.journal]
    hall = Hall(Host(Book(FakeStore(records))))
    hall.members["south"] = member("south")
    controller.replace_event(SharedBook(FakeStore(records), FakeWaitingOrders(), "south"))
    window = Window(controller)
    with shown(window, dressed):
        yield Desk(controller, window, hall)


def tables(desk: Desk) -> TablesPage:
    page = desk.window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def result(desk: Desk, row: int) -> str:
    model = tables(desk).score_sheet.view.model()
    return str(model.index(row, 1).data())


def test_a_hand_shows_at_once_and_as_sent_when_the_host_has_it(desk: Desk, keyboard: Keyboard):
    keyboard.type("1 2 8 Enter")
    assert "not sent" in result(desk, 1)
    assert desk.window.status.desks.text() == "1 entry not sent"
    assert len(desk.hall.host.book.view.journal) < len(desk.controller.book.view.journal)
    desk.link.speak()
    assert "not sent" not in result(desk, 1)
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 1
    assert desk.controller.book.view.fingerprint == desk.hall.host.end
    assert desk.window.status.desks.text() == "1 desk"


def test_a_hand_of_another_desk_appears_and_what_is_half_typed_stays(desk: Desk, keyboard: Keyboard):
    keyboard.type("1 2")
    desk.others_record(1, table=2)
    desk.joined._say()
    desk.link.speak()
    assert desk.controller.book.view.sheet(1, 2).last_played == 1
    keyboard.type("8 Enter")
    desk.link.speak()
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 1


def test_the_host_is_away_and_nothing_is_lost(desk: Desk, keyboard: Keyboard):
    desk.listener.on_away(mark("The host cannot be reached."))
    keyboard.type("1 2 8 Enter 3 1 9 Enter")
    assert desk.window.status.desks.text() == "Host away: 2 entries not sent"
    desk.controller.navigation.page_wanted.emit("desks")
    page = desk.window.page("desks")
    assert isinstance(page, DesksPage)
    assert ["hand 1" in ENGLISH.render(row.what) for row in page.orders.rows] == [True, False]
    desk.link.speak()
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 2
    assert not desk.joined.orders


def test_somebody_else_was_first(desk: Desk, keyboard: Keyboard):
    desk.others_record(1, points=24)
    keyboard.type("1 2 8 Enter")
    desk.link.speak()
    assert desk.joined.to_decide == 1
    assert desk.window.status.desks.text() == "1 entry was refused"
    desk.controller.navigation.page_wanted.emit("desks")
    page = desk.window.page("desks")
    assert isinstance(page, DesksPage)
    (row,) = page.orders.rows
    assert "Somebody else" in row.why.message
    assert desk.controller.book.view.fingerprint == desk.hall.host.end
    page.orders.setFocus()
    page.drop.click()
    assert not desk.joined.orders


def test_closing_the_event_ends_the_link(desk: Desk):
    link = desk.link
    desk.controller.close()
    assert link.closed
    assert desk.joined.book is None
