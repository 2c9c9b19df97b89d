"""Which entries were taken back, and which one undo and redo concern next."""

from tournament.ledger.entry import Entry
from tournament.ledger.facts import TableFact
from tournament.ledger.shared_entries import SharedEntries


class UndoOrder:
    """Follows a journal as it grows. A new fact empties the list of what can be redone."""

    __slots__ = ("_turns", "_undone", "done")

    def __init__(self) -> None:
        self.done = SharedEntries()
        """What counts of the entries that can be taken back, in the order of writing."""
        self._undone: list[Entry] = []
        self._turns: dict[str, tuple[int, ...]] = {}
        """By id: the positions of the entries that took it back, brought it back, took it back again …"""

    def fork(self) -> "UndoOrder":
        """A copy that can grow without touching this one."""
        other = UndoOrder()
        other.done, other._undone, other._turns = self.done.fork(), self._undone.copy(), self._turns.copy()
        return other

    @property
    def to_undo(self) -> Entry | None:
        """The entry that undo would take back; never the event's first."""
        return self.done[-1] if len(self.done) > 1 else None

    @property
    def to_redo(self) -> Entry | None:
        """The entry that redo would bring back."""
        return self._undone[-1] if self._undone else None

    @property
    def begun(self) -> bool:
        """True while something counts that was written at a table."""
        return any(isinstance(entry.fact, TableFact) for entry in reversed(self.done))

    def write(self, entry: Entry) -> None:
        """A new ``entry`` that can be taken back."""
        self.done.append(entry)
        self._undone.clear()

    def undo(self, entry: Entry, position: int) -> None:
        """The journal's entry at ``position`` took ``entry`` back."""
        self.done.take_out(entry)
        self._undone.append(entry)
        self._turn(entry, position)

    def redo(self, position: int) -> None:
        """The journal's entry at ``position`` brought back what was taken back last."""
        self.done.append(self._undone.pop())
        self._turn(self.done[-1], position)

    def counts(self, id: str, moment: int | None) -> bool:
        """Whether the entry of this id counts, or did when the journal had ``moment`` entries."""
        turns = self._turns.get(id)
        if turns is None:
            return True
        return (len(turns) if moment is None else sum(turn < moment for turn in turns)) % 2 == 0

    def _turn(self, entry: Entry, position: int) -> None:
        self._turns[entry.id] = (*self._turns.get(entry.id, ()), position)
