"""A table whose players may type on their phones, served as in the hall."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from tests.tournament.use_cases.events import BY, created, noon, players
from tests.waiting import PATIENCE
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.use_cases import Book, Command, carry_out, carry_out_all
from tournament.use_cases.commands import AddPlayers, AllowTableEntry, PublishDraw
from tournament.use_cases.table_entry import table_token
from ui.public.event import PublicEvent
from ui.server.serving import ServedFile, Sharing


def one_table(rules: str = "mcr", people: Sequence[Player] = (), sessions: int = 2) -> Book:
    """Four players at one table, who may type there."""
    book = created(rules=rules)
    carry_out(book, AddPlayers(tuple(people or players(4))), by=BY)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),) * sessions, "by hand", 0)), by=BY)
    carry_out(book, AllowTableEntry("http://127.0.0.1:8080", bytes(range(32))), by=BY)
    return book


class ServedTable:
    """The table while it is served."""

    def __init__(self, book: Book) -> None:
        self.book, self.faults = book, list[object]()
        self.server = ServedFile(
            book,
            Sharing(public_port=0),
            public=lambda view, hosting: PublicEvent(view, noon, self.faults.append, hosting),
            fault=self.faults.append,
            remark=self.faults.append,
        )

    @property
    def page(self) -> str:
        """The address of its sheet in session 1."""
        return self.page_of(1)

    def page_of(self, session: int) -> str:
        """The address of its sheet in ``session``."""
        return f"http://{self.server.public_addresses[0]}/t/{table_token(self.book.view, session, 1)}"

    def desk(self, *commands: Command) -> None:
        """Do this at the desk of the host, in its thread as everything is there."""
        self.server._event.hosting._thread.submit(partial(carry_out_all, self.book, commands, by=BY)).result(10)

    @contextmanager
    def open(self) -> Iterator["ServedTable"]:
        """Serve it until the block ends."""
        ready = threading.Event()
        thread = threading.Thread(target=self.server.run, args=(ready.set,))
        thread.start()
        try:
            assert ready.wait(PATIENCE)
            yield self
        finally:
            self.server.stop()
            thread.join(20)
        assert not self.faults
