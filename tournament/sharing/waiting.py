"""What a desk asked for and the host has not confirmed: kept by the desk until the host says what became of it."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tournament.event.role import EventRole
from tournament.sharing.messages import Told
from tournament.use_cases.changes import Order


class OrderState(Enum):
    """How far an order has come."""

    WAITING = "waiting"
    """To be sent, or sent and not answered."""
    REFUSED = "refused"
    """The host refused it. Somebody has to look at it: it stays until it is sent again or dropped."""
    SENT = "sent"
    """The host has it. It is kept for a while, in case this host is lost with what it wrote last."""
    LOST = "lost"
    """A host had it, and the one that took over does not. It can be sent again."""


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An order at a desk."""

    order: Order
    role: EventRole | None
    """The role in which it was given; the host goes by the one that the desk signed in with."""
    time: str
    """When it was given, by the clock of the desk: UTC, ISO 8601."""
    state: OrderState = OrderState.WAITING
    problems: tuple[Told, ...] = ()
    """Why the host refused it."""

    @property
    def id(self) -> str:
        """The id of the order."""
        return self.order.id


class WaitingOrders(Protocol):
    """Keeps the orders of a desk in the order in which they were given, on disk."""

    def read(self) -> list[WaitingOrder]:
        """All of them, the oldest first. Raises StoreDamaged or StoreUnavailable."""

    def put(self, *orders: WaitingOrder) -> None:
        """Add ``orders``, or replace those of the same ids where they stand, all or none.

        Returns once they are safe; raises StoreUnavailable when nothing was written.
        """

    def drop(self, *ids: str) -> None:
        """Remove the orders of these ids. Raises StoreUnavailable."""

    def close(self) -> None:
        """Let go of the file. May be repeated."""
