"""Entries in one list that a journal and its forks share."""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from typing import Self, overload

from tournament.ledger.entry import Entry


class SharedEntries(Sequence[Entry]):
    """Entries that a journal and its forks keep in one list: each sees as many as it has, so that a fork is free.

    Who goes on where another fork went on already, or takes one out, gets a list of his own.
    """

    __slots__ = ("_all", "_count")

    def __init__(self) -> None:
        self._all: list[Entry] = []
        self._count = 0

    def fork(self) -> Self:
        """The same entries, to go on from."""
        return copy(self)

    def append(self, entry: Entry) -> None:
        """Put ``entry`` at the end."""
        if len(self._all) != self._count:
            self._part()
        self._all.append(entry)
        self._count += 1

    def take_out(self, entry: Entry) -> None:
        """Take out ``entry`` where it stands last."""
        self._part()
        del self._all[next(n for n in reversed(range(self._count)) if self._all[n] is entry)]
        self._count -= 1

    def _part(self) -> None:
        """Share nothing any more."""
        self._all = self._all[: self._count]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        return islice(self._all, self._count)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...

    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return self._all[: self._count][index]
        return self._all[range(self._count)[index]]


class IndexedEntries(SharedEntries):
    """With the position of each, by its id."""

    __slots__ = ("_positions",)

    def __init__(self) -> None:
        super().__init__()
        self._positions: dict[str, int] = {}

    def append(self, entry: Entry) -> None:
        """Put ``entry`` at the end."""
        if entry.id in self._positions:
            self._part()
        super().append(entry)
        self._positions[entry.id] = self._count - 1

    def position(self, id: str) -> int | None:
        """Where the entry of this id stands, from 0, or None."""
        position = self._positions.get(id)
        return position if position is not None and position < self._count else None

    def _part(self) -> None:
        super()._part()
        self._positions = {id: position for id, position in self._positions.items() if position < self._count}
