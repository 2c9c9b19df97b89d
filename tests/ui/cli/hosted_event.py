"""An event file that this process shares with desks."""

from pathlib import Path
from threading import Event, Thread

from tournament.sharing.invitation import Invitation
from tournament.storage import open_for_writing
from tournament.use_cases import Book
from ui.server.serving import ServedFile, Sharing


class HostedEvent:
    """Shares the event until it is stopped, and collects what the server says went wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.start()

    def start(self) -> None:
        """Share the event, again after a stop; return once desks can join."""
        self.faults: list[Exception] = []
        self.store = open_for_writing(self.path)
        self.server = ServedFile(Book(self.store), Sharing(), fault=self.faults.append, remark=lambda _: None)
        ready = Event()
        self.thread = Thread(target=self.server.run, args=(ready.set,))
        self.thread.start()
        assert ready.wait(10)

    def stop(self) -> None:
        """Stop unless it is stopped already."""
        if self.thread.is_alive():
            self.server.stop()
            self.thread.join(10)
            self.store.close()
        assert not self.faults

    @property
    def invitation(self) -> Invitation:
        """The invitation with which desks join."""
        return self.server.invitation
