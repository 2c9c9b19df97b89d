"""Which entries of the ledger are shown: by kind, author, place, and text."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from tournament.language import Search, Text, mark
from tournament.ledger import facts
from tournament.ledger.entry import Entry
from tournament.ledger.fact import Category
from tournament.use_cases import View
from tournament.use_cases.entry_words import place_of

_EVERYTHING = Search("")


class KindFilter(Enum):
    """The choices of the first filter."""

    NO_HANDS = "no-hands"
    """Everything except hands, which would otherwise fill the list."""
    ALL = "all"
    HANDS = "hands"
    CORRECTIONS = "corrections"
    PENALTIES = "penalties"
    SHEETS = "sheets"
    UNDONE = "undone"
    PREPARED = "prepared"
    """Event, players and draw."""

    @property
    def label(self) -> Text:
        """The label of the choice."""
        return _LABELS[self]

    def keeps(self, category: Category) -> bool:
        """Whether entries of ``category`` are shown."""
        match self:
            case KindFilter.NO_HANDS:
                return category is not Category.HAND
            case KindFilter.ALL:
                return True
            case KindFilter.HANDS:
                return category in (Category.HAND, Category.CORRECTION)
            case KindFilter.CORRECTIONS:
                return category is Category.CORRECTION
            case KindFilter.PENALTIES:
                return category in (Category.PENALTY, Category.CANCELLATION)
            case KindFilter.SHEETS:
                return category in (Category.SHEET, Category.SESSION)
            case KindFilter.UNDONE:
                return category in (Category.UNDO, Category.REDO)
            case KindFilter.PREPARED:
                return category in (Category.EVENT, Category.PLAYERS, Category.DRAW, Category.SEATING)
            case _:
                assert_never(self)


_LABELS = {
    KindFilter.NO_HANDS: mark("all except hands"),
    KindFilter.ALL: mark("everything"),
    KindFilter.HANDS: mark("hands"),
    KindFilter.CORRECTIONS: mark("corrections"),
    KindFilter.PENALTIES: mark("penalties"),
    KindFilter.SHEETS: mark("sheets and totals"),
    KindFilter.UNDONE: mark("undo and redo"),
    KindFilter.PREPARED: mark("event, players, draw"),
}


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """A choice of entries. The default hides only hands."""

    kinds: KindFilter = KindFilter.NO_HANDS
    author: str = ""
    """Empty for everybody."""
    session: int = 0
    """0 for all."""
    table: int = 0
    """0 for all."""
    player: int = 0
    """The number of a player, to show what happened at their tables and to themselves; 0 for all."""
    search: Search = _EVERYTHING
    """Words that the shown text must contain."""

    def takes(self, view: View, entry: Entry) -> bool:
        """Whether ``entry`` passes the filters other than kind and text."""
        if self.author and entry.record.author != self.author:
            return False
        places = [place for place in map(place_of, view.journal.sheets_of(entry)) if place is not None]
        if self.table and self.table not in [table for _, table in places]:
            return False
        sessions = [session for session, _ in places] if places else _sessions(view, entry.fact)
        if self.session and self.session not in sessions:
            return False
        return not self.player or self.player in _concerned(view, entry, places)


def _sessions(view: View, fact: facts.Fact) -> Collection[int]:
    """The sessions that a fact of the event concerns; an undo or redo concerns those of the entry it is about."""
    if isinstance(fact, facts.Undone | facts.Redone):
        target = view.journal.find(fact.entry)
        return _sessions(view, target.fact) if target is not None else ()
    return fact.in_sessions


def _concerned(view: View, entry: Entry, places: Collection[tuple[int, int]]) -> Collection[int]:
    fact = entry.fact
    if places:
        seating = view.full_state.seating
        seats = [seating.seats(*place) if seating is not None else None for place in places]
        return [number for table in seats for number in table or ()]
    if isinstance(fact, facts.Undone | facts.Redone):
        target = view.journal.find(fact.entry)
        return target.fact.concerned if target is not None else ()
    return fact.concerned
