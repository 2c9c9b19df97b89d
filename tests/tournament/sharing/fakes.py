"""A host and desks in memory, for tests of the protocol without sockets."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.ledger.entry import Record
from tournament.sharing.host import Host, Member
from tournament.sharing.messages import News, Replaced, Reply, Said, SignedIn, Sync, decode_reply, decode_sync, encode
from tournament.sharing.shared_book import SharedBook, WaitingOrder
from tournament.use_cases import By, Changes, StoreUnavailable

PEOPLE = (BY.author, "Ada Sample", "Ben Sample")
"""Who signed in at the desks of a `Hall`."""


class Killed(BaseException):
    """The process ended here."""


class _Failing:
    """What is kept on a disk that can be full, of a process that can be killed, at the next writing."""

    fault = ""
    """``full``; ``before`` or ``after``: killed then."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        fault, self.fault = self.fault, ""
        if fault == "full":
            raise StoreUnavailable(mark("The disk is full."))
        if fault == "before":
            raise Killed
        yield
        if fault == "after":
            raise Killed


class Disk(_Failing, FakeStore):
    """The records of an event, which outlive the process."""

    def append(self, records: Sequence[Record]) -> None:
        with self.writing():
            super().append(records)


class FakeWaitingOrders(_Failing):
    """The orders of a desk in a list, which outlives the desk."""

    def __init__(self) -> None:
        self.kept: dict[str, WaitingOrder] = {}

    def read(self) -> list[WaitingOrder]:
        return list(self.kept.values())

    def put(self, *orders: WaitingOrder) -> None:
        with self.writing():
            self.kept.update((each.id, each) for each in orders)

    def drop(self, *ids: str) -> None:
        with self.writing():
            for id in ids:
                self.kept.pop(id, None)

    def close(self) -> None:
        pass


def member(name: str, role: EventRole | None = None, authors: Iterable[str] = ()) -> Member:
    """A desk of this name, at which somebody of the same name sits; these ``authors`` signed in there before."""
    return Member(name, By(name, name, role), earlier=tuple(SignedIn(author, role) for author in authors))


def hosting(said: Said) -> Reply:
    """What a host said, which nobody has replaced."""
    assert not isinstance(said, Replaced)
    return said


@dataclass
class Hall:
    """A host of an event that is drawn, and its desks."""

    host: Host = field(default_factory=lambda: Host(drawn()))
    members: dict[str, Member] = field(default_factory=dict)

    def records(self) -> list[Record]:
        return [entry.record for entry in self.host.book.view.journal]

    def desk(self, name: str, records: Sequence[Record] | None = None) -> SharedBook:
        """A desk that has joined, with ``records`` in its replica, by default all of the host. `PEOPLE` signed in
        there."""
        self.members[name] = member(name, authors=PEOPLE)
        store = FakeStore(self.records() if records is None else records)
        return SharedBook(store, FakeWaitingOrders(), name)

    def ask(self, desk: SharedBook, question: Sync | None = None) -> Reply:
        """What the host answers to what ``desk`` says; both are read from JSON."""
        said = decode_sync(encode(question or desk.question(None, "en")))
        return hosting(decode_reply(encode(self.host.answer(self.members[desk.desk], said, self.members))))

    def meet(self, *desks: SharedBook) -> list[Changes]:
        """Let each of ``desks`` speak to the host and take its news."""
        found = []
        for desk in desks:
            news = self.ask(desk)
            assert isinstance(news, News)
            found.append(desk.take(news))
        return found
