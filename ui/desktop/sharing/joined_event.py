"""Keeps the open event in touch with its host, where that is another program.

Replies arrive in another thread; everything here runs in the GUI thread.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, assert_never

from PySide6.QtCore import QObject, Signal

from tournament.language import Text, mark, mark_count
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.translation import translator

if TYPE_CHECKING:  # imported by who shares an event
    from tournament.sharing.messages import DeskSeen, News, Reply, Sync
    from tournament.sharing.shared_book import SharedBook
    from tournament.sharing.waiting import WaitingOrder

DESKS = "desks"
"""The page that shows desks and orders."""


class DeskLink(Protocol):
    """Speaks to the host, in threads of its own."""

    def say(self, question: "Sync") -> None:
        """Ask this as soon as possible, instead of what was to be asked before."""

    def close(self) -> None:
        """End the threads. Nothing is called back any more."""


Connect = Callable[[Callable[["Reply"], None], Callable[[Text], None], Callable[[], None]], DeskLink]
"""Begins a link, given what to call with a reply, when the host is away (with the reason), and when it is back."""


@dataclass(frozen=True, slots=True)
class Connection:
    """How the open event is reached."""

    connect: Connect
    host: str
    """Where the host is, for people."""
    invitation: str = ""
    """The invitation to the event, if this computer is its host."""


class JoinedEvent(QObject):
    """The way of the open event to its host; idle while the event has none elsewhere."""

    changed = Signal()
    """Orders, desks or the connection changed."""
    _replied = Signal(object)
    _went_away = Signal(object)
    _came_back = Signal()

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._link: DeskLink | None = None
        self._connection: Connection | None = None
        self.away: Text | None = None
        """Why the host cannot be reached; None: it can."""
        self.desks: Sequence[DeskSeen] = ()
        """The desks that have joined, as the host said last."""
        self._replied.connect(self._take)
        self._went_away.connect(self._show_away)
        self._came_back.connect(self._show_back)
        controller.leaving.connect(self.leave)
        controller.changed.connect(self._say)
        listen(controller.sheet_changed, self, self._say)

    @property
    def book(self) -> "SharedBook | None":
        """The open event, if its host is elsewhere."""
        return self._controller.shared_book

    @property
    def host(self) -> str:
        """Where the host is; empty if the event is not shared."""
        return self._connection.host if self._connection is not None else ""

    @property
    def orders(self) -> "tuple[WaitingOrder, ...]":
        """What was done here and the host does not have, in order."""
        return self.book.orders if self.book is not None else ()

    @property
    def unsent(self) -> int:
        """How many orders wait to be sent."""
        return len(self.book.unsent) if self.book is not None else 0

    @property
    def to_decide(self) -> int:
        """How many orders were refused or lost: somebody has to look at them."""
        return len(self.orders) - self.unsent

    @property
    def invitation(self) -> str:
        """The invitation to the event, if this computer is its host; otherwise empty."""
        return self._connection.invitation if self._connection is not None else ""

    def follow(self, connection: Connection) -> None:
        """Keep the open event, which was just opened, in touch through ``connection``."""
        self._connection = connection
        self._link = connection.connect(self._replied.emit, self._went_away.emit, self._came_back.emit)
        self._say()
        self.changed.emit()

    def leave(self) -> None:
        """The open event is closed: end the link. What waits stays on the disk."""
        link, self._link, self._connection = self._link, None, None
        self.away, self.desks = None, ()
        if link is not None:
            link.close()
            self.changed.emit()

    def send_again(self, id: str) -> None:
        """Send a refused or lost order again. Raises StoreUnavailable."""
        if self.book is not None:
            self._controller.show_received(self.book.send_again(id))
            self._say()

    def drop(self, id: str) -> None:
        """Give up an order. Raises StoreUnavailable."""
        if self.book is not None:
            self._controller.show_received(self.book.drop(id))
            self._say()

    def _say(self, _changes: object = None) -> None:
        if self._link is not None and self.book is not None:
            self._link.say(self.book.question(self._controller.sheet, translator.language.code))
            self.changed.emit()

    def _take(self, reply: "Reply") -> None:
        from tournament.sharing.messages import Behind, Forked, News

        if self.book is None or self._link is None:
            return  # it was on its way while the event was closed
        match reply:
            case News():
                self._take_news(self.book, reply)
            case Forked():
                self._stop(
                    mark(
                        "This desk and the host have different entries. Nothing more is sent: join the event again, "
                        "and what only this desk has is offered to be sent again."
                    )
                )
            case Behind():
                pass  # the link offers what this desk has more
            case _:
                assert_never(reply)

    def _take_news(self, book: "SharedBook", news: "News") -> None:
        before = self.to_decide
        try:
            changes = book.take(news)
        except StoreUnavailable as error:
            self._controller.show_failure(error)
            return
        except StoreDamaged as error:
            self._stop(error.text)
            return
        self.desks = news.desks
        if changes.entries:
            self._controller.show_received(changes)
        answered = {each.id for each in news.answers}
        if len(book.written.journal) < news.end.entries or any(each.id not in answered for each in book.unsent):
            self._say()
        if self.to_decide > before:
            self._offer_orders()
        self.changed.emit()

    def _offer_orders(self) -> None:
        text = mark_count(
            "The host refused {count} entry of this desk. It is kept until you have looked at it.",
            "The host refused {count} entries of this desk. They are kept until you have looked at them.",
            self.to_decide,
        )
        show = self._controller.navigation.page_wanted.emit
        self._controller.messages.action_offered.emit(text, mark("Show"), lambda: show(DESKS))

    def _stop(self, why: Text) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
        self._show_away(why)
        self._controller.messages.shown.emit(why)

    def _show_away(self, why: Text) -> None:
        self.away = why
        self.changed.emit()

    def _show_back(self) -> None:
        self.away = None
        self.changed.emit()


def joined_event_of(controller: EventController) -> JoinedEvent:
    """The instance that keeps the event of ``controller`` in touch."""
    return controller.findChild(JoinedEvent) or JoinedEvent(controller)
