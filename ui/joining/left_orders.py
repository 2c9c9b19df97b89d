"""Orders that wait in the folders of other desks of this computer, such as one that had another name before."""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass

from tournament.sharing.shared_book import WaitingOrder
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.joining.desk_folder import DeskFolder

_PATIENCE = 5.0
"""Seconds to wait for another program that uses the folder."""


@dataclass(frozen=True, slots=True)
class LeftOrders:
    """The orders of another desk."""

    desk: str
    folder: DeskFolder
    orders: tuple[WaitingOrder, ...]
    """Also those that a host has had."""


def left_orders(own: DeskFolder) -> tuple[LeftOrders, ...]:
    """The orders of the other desks that this computer has been in the event of ``own``. Blocks.

    Those of a desk that another program uses are not listed, since it sends them itself; nor are those that cannot be
    read: the desk says so when it is opened.
    """
    return tuple(_left_orders(own))


def _left_orders(own: DeskFolder) -> Iterator[LeftOrders]:
    for path in sorted(own.path.parent.iterdir()):
        folder = DeskFolder.of_replica(path / own.replica.name)
        if folder is None or path == own.path or not folder.has_orders:
            continue
        with suppress(StoreUnavailable, StoreDamaged), folder.held(), closing(folder.orders()) as orders:
            kept = folder.kept()
            if found := tuple(orders.read()):
                yield LeftOrders(kept.desk if kept is not None else path.name, folder, found)


def forget_orders(left: LeftOrders) -> None:
    """Remove the orders of ``left`` from their folder. Raises StoreUnavailable and StoreDamaged. Blocks."""
    with left.folder.held(_PATIENCE), closing(left.folder.orders()) as orders:
        orders.drop(*(each.id for each in left.orders))
