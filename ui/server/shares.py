"""How many connections each computer has, and which of them is dropped if there is no room for another one."""

from collections import Counter
from typing import NamedTuple

MOST_OF_A_DESK = 16
"""The most connections with one certificate. A desk needs two for its streams, and one for each large request."""


class Holder(NamedTuple):
    """Whose connection it is: that of an address, or of a desk."""

    name: str
    """The address, or the id of the desk's certificate."""
    is_desk: bool = False


class ConnectionShares:
    """Who has which connections. These are known by number, such as their file descriptors.

    A connection belongs to the address from which it came, until the certificate is known; then it belongs to that
    desk. So desks behind one address do not share a limit, and strangers there take nothing from them.
    """

    def __init__(self, most: int, of_an_address: int) -> None:
        self._most, self._of_an_address = most, of_an_address
        self._holders = dict[int, Holder]()
        self._count = Counter[Holder]()
        self._idle = dict[Holder, dict[int, None]]()
        """The connections that wait for a request; those that have waited longest first."""

    def __len__(self) -> int:
        return len(self._holders)

    def add(self, connection: int, holder: Holder) -> None:
        """Count a connection, which waits for a request."""
        self._holders[connection] = holder
        self._count[holder] += 1
        self.rest(connection)

    def remove(self, connection: int) -> None:
        """Do not count a connection any more. It may have been removed before."""
        if connection not in self._holders:
            return
        self.work(connection)
        holder = self._holders.pop(connection)
        self._count[holder] -= 1
        if not self._count[holder]:
            del self._count[holder]

    def move(self, connection: int, desk: str) -> None:
        """Count a connection for the desk with this id."""
        if connection in self._holders:
            self.remove(connection)
            self.add(connection, Holder(desk, is_desk=True))

    def rest(self, connection: int) -> None:
        """Note that a connection waits for a request."""
        if (holder := self._holders.get(connection)) is not None:
            self._idle.setdefault(holder, {}).setdefault(connection)

    def work(self, connection: int) -> None:
        """Note that a connection has a request."""
        holder = self._holders.get(connection)
        if holder is not None and (idle := self._idle.get(holder)) is not None:
            idle.pop(connection, None)
            if not idle:
                del self._idle[holder]

    def is_full_for(self, address: str, *, is_proxy: bool = False) -> bool:
        """Whether another connection from ``address`` is one too many; the one of a proxy has no limit of its own."""
        return len(self) >= self._most or (not is_proxy and self._has_too_many(address))

    def to_drop_for(self, address: str, *, is_proxy: bool = False) -> int | None:
        """The connection to drop for another one from ``address``; None if all have requests.

        It is the one that has waited longest of the same address if that has too many; else of the address with most
        connections that wait. A desk gives way only if no address has any.
        """
        if not is_proxy and self._has_too_many(address):
            holder = Holder(address)
        else:
            holder = max(self._idle, key=self._weight, default=Holder(address))
        return next(iter(self._idle.get(holder, ())), None)

    def to_drop_of(self, desk: str) -> int | None:
        """The connection to drop if this desk has too many: the one that has waited longest."""
        holder = Holder(desk, is_desk=True)
        return next(iter(self._idle.get(holder, ())), None) if self._count[holder] > MOST_OF_A_DESK else None

    def _has_too_many(self, address: str) -> bool:
        return self._count[Holder(address)] >= self._of_an_address

    def _weight(self, holder: Holder) -> tuple[bool, int]:
        return not holder.is_desk, len(self._idle[holder])
