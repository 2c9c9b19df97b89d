"""Orders that a desk has given and the host has not confirmed. The desk keeps them until it knows what happened to
them."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tournament.event.role import EventRole
from tournament.sharing.messages import Told
from tournament.use_cases.changes import Order


class OrderState(Enum):
    """How far an order has come."""

    WAITING = "waiting"
    """Not sent yet, or sent and not answered."""
    REFUSED = "refused"
    """The host refused it. It is kept until somebody sends it again or discards it."""
    SENT = "sent"
    """The host has it. It is kept for a while, in case this host is lost with what it wrote last."""
    LOST = "lost"
    """A host had it, and the one that took over does not. It can be sent again."""


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An order of a desk, and how far it has come."""

    order: Order
    role: EventRole | None
    """The role in which it was given. The host uses the role that the desk signed in with."""
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
    """Stores the orders of a desk on disk, in the order in which they were given."""

    def read(self) -> list[WaitingOrder]:
        """Return all orders, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""

    def put(self, *orders: WaitingOrder) -> None:
        """Add all ``orders`` or none, and return when they are safe; those with known ids are replaced in place.

        Raise StoreUnavailable if nothing was written.
        """

    def drop(self, *ids: str) -> None:
        """Remove the orders of these ids. Raise StoreUnavailable if it fails."""

    def close(self) -> None:
        """Close the file. May be called again."""
