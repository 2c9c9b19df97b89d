"""A window at a desk of a shared event; its host is in memory, and answers when the test lets it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.tournament.sharing.fakes import FakeWaitingOrders, Hall, hosting, member
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.conftest import ModuleWindow
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.sharing.messages import Offer, Reply, SignedIn, Sync
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import Book, By, Command, RecordHand, carry_out
from ui.desktop.controller import EventController
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.sharing.host_process import HostProcess
from ui.desktop.sharing.joined_event import HostAccess, JoinedEvent, LinkListener, joined_event_of
from ui.desktop.window import Window


@pytest.fixture(autouse=True)
def _any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers that windows start take any port, since tests that run at once would share the fixed ones."""
    begin = HostProcess.__init__

    def begin_anywhere(self: HostProcess, path: Path, *options: str, **how: str) -> None:
        begin(self, path, "--port=0", *options, **how)

    monkeypatch.setattr(HostProcess, "__init__", begin_anywhere)


class FakeLink:
    """A link that asks the host when a test calls it, instead of in a thread."""

    def __init__(self, hall: Hall, on_reply: Callable[[Reply], None]) -> None:
        self.hall, self.on_reply = hall, on_reply
        self.question: Sync | None = None
        self.signed_in: list[tuple[str, str]] = []
        """The names and PINs of who signed in."""
        self.closed = False

    def say(self, question: Sync) -> None:
        self.question = question

    def offer(self, offer: Offer) -> None:
        self.hall.host.take_offer(offer)

    def sign_in(self, author: str, pin: str) -> None:
        self.signed_in.append((author, pin))
        self._note(author)

    def _note(self, author: str) -> None:
        now = self.hall.members["south"]
        earlier = (SignedIn(now.by.author, now.by.role), *now.earlier)
        self.hall.members["south"] = replace(now, by=replace(now.by, author=author), earlier=earlier)

    def close(self) -> None:
        self.closed = True

    def speak(self) -> None:
        """Ask until there is nothing new to say."""
        for _ in range(5):
            if self.question is None:
                return
            question, self.question = self.question, None
            for order in question.orders:  # as `Link` does
                if self.hall.members["south"].acting_as(order.author) is None:
                    self._note(order.author)
            said = self.hall.host.answer(self.hall.members["south"], question, self.hall.members)
            self.on_reply(hosting(said))
        raise AssertionError("the desk never stops asking")


class Desk:
    """The window, and the host that it is joined to."""

    def __init__(self, controller: EventController, window: Window, hall: Hall) -> None:
        self.controller, self.window, self.hall = controller, window, hall
        self.link: FakeLink
        self.listener: LinkListener
        self.joined: JoinedEvent = joined_event_of(controller)
        self.joined.follow(HostAccess(self._link, "192.0.2.7:8537"))
        self.link.speak()

    def _link(self, listener: LinkListener) -> FakeLink:
        self.link, self.listener = FakeLink(self.hall, listener.on_reply), listener
        return self.link

    def others_record(self, hand: int, table: int = 1, points: int = 8) -> None:
        """Somebody at another desk records a hand, which the host has written."""
        self.others_do(RecordHand(1, table, hand, Outcome(0, 1, points)))

    def others_do(self, command: Command) -> None:
        """Somebody at another desk does this, and the host has written it."""
        carry_out(self.hall.host.book, command, by=By("Ben Sample", "north"), confirmed=True)

    def hear(self) -> None:
        """The host says what is new, and who is where."""
        self.joined._say()
        self.link.speak()

    def desks_page(self) -> DesksPage:
        """The page Desks, which is shown from now on."""
        self.window.activateWindow()
        QApplication.processEvents()
        self.controller.navigation.page_wanted.emit("desks")
        page = self.window.page("desks")
        assert isinstance(page, DesksPage)
        return page


@pytest.fixture
def desk(
    dressed: QApplication, module_window: ModuleWindow, controller: EventController, request: pytest.FixtureRequest
) -> Iterator[Desk]:
    """A window on an event that another program hosts."""
    records = [entry.record for entry in controller.book.view.journal]
    hall = Hall(Host(Book(FakeStore(records))))
    hall.members["south"] = member("south")
    controller.replace_event(SharedBook(FakeStore(records), FakeWaitingOrders(), "south"))
    with module_window.shown(dressed, request) as window:
        yield Desk(controller, window, hall)
