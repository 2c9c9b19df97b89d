"""A host and desks in memory, for tests of the protocol without sockets."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.role import EventRole
from tournament.ledger.entry import Record
from tournament.sharing.host import Host, Member
from tournament.sharing.messages import News, Reply, Sync, decode_reply, decode_sync, encode
from tournament.sharing.shared_book import SharedBook
from tournament.sharing.waiting import WaitingOrder
from tournament.use_cases import By, Changes


class FakeWaitingOrders:
    """The orders of a desk in a list, which outlives the desk."""

    def __init__(self) -> None:
        self.kept: dict[str, WaitingOrder] = {}

    def read(self) -> list[WaitingOrder]:
        return list(self.kept.values())

    def put(self, *orders: WaitingOrder) -> None:
        self.kept.update((each.id, each) for each in orders)

    def drop(self, *ids: str) -> None:
        for id in ids:
            del self.kept[id]

    def close(self) -> None:
        pass


def member(name: str, role: EventRole | None = None) -> Member:
    """A desk of this name, at which somebody of the same name sits."""
    return Member(name, By(name, name, role))


@dataclass
class Hall:
    """A host of an event that is drawn, and its desks."""

    host: Host = field(default_factory=lambda: Host(drawn()))
    members: dict[str, Member] = field(default_factory=dict)

    def records(self) -> list[Record]:
        return [entry.record for entry in self.host.book.view.journal]

    def desk(self, name: str, records: Sequence[Record] | None = None) -> SharedBook:
        """A desk that has joined; its replica has ``records``, by default what the host has now."""
        self.members[name] = member(name)
        store = FakeStore(self.records() if records is None else records)
        return SharedBook(store, FakeWaitingOrders(), name)

    def ask(self, desk: SharedBook, question: Sync | None = None) -> Reply:
        """What the host answers to what ``desk`` says; both are read from JSON."""
        said = decode_sync(encode(question or desk.question(None, "en")))
        return decode_reply(encode(self.host.answer(self.members[desk.desk], said, self.members)))

    def meet(self, *desks: SharedBook) -> list[Changes]:
        """Let each of ``desks`` speak to the host and take its news."""
        found = []
        for desk in desks:
            news = self.ask(desk)
            assert isinstance(news, News)
            found.append(desk.take(news))
        return found
