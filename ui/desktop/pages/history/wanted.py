"""Which entries of the ledger are wanted: kinds, who, where, and words to find."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from tournament.language import Text, mark
from tournament.ledger import facts
from tournament.ledger.entry import Entry, table_of
from tournament.use_cases import View


class Group(Enum):
    """Kinds of entries that one looks for together; the value names its icon."""

    HAND = "tables"
    CORRECTION = "pen"
    PENALTY = "flag"
    CANCELLED = "cross"
    SHEET = "tick"
    UNDO = "undo"
    REDO = "redo"
    SESSION = "half"
    PLAYERS = "players"
    DRAW = "draw"
    EVENT = "event"


_GROUPS: dict[type, Group] = {
    facts.HandRecorded: Group.HAND,
    facts.HandCorrected: Group.CORRECTION,
    facts.PenaltyGiven: Group.PENALTY,
    facts.PenaltyCancelled: Group.CANCELLED,
    facts.TotalsTyped: Group.SHEET,
    facts.TotalsRecorded: Group.SHEET,
    facts.SheetClosed: Group.SHEET,
    facts.SheetReopened: Group.SHEET,
    facts.Undone: Group.UNDO,
    facts.Redone: Group.REDO,
    facts.HeadsChained: Group.SESSION,
    facts.PlayersAdded: Group.PLAYERS,
    facts.PlayerChanged: Group.PLAYERS,
    facts.PlayerRemoved: Group.PLAYERS,
    facts.AttendanceNoted: Group.PLAYERS,
    facts.PlayerReplaced: Group.PLAYERS,
    facts.DrawPublished: Group.DRAW,
    facts.LotDrawn: Group.DRAW,
    facts.PlayersSwapped: Group.DRAW,
    facts.SessionsRedrawn: Group.DRAW,
    facts.SessionSeated: Group.DRAW,
    facts.EventCreated: Group.EVENT,
    facts.SettingsChanged: Group.EVENT,
}
place_of = lru_cache(maxsize=4096)(table_of)
"""Session and table of a stream, or None; there are few streams and many entries."""


def group_of(entry: Entry) -> Group:
    """What kind of entry it is."""
    return _GROUPS[type(entry.fact)]


class Kinds(Enum):
    """What the filter of kinds offers."""

    NO_HANDS = "no-hands"
    """Everything but hands, which would hide all else."""
    ALL = "all"
    HANDS = "hands"
    CORRECTIONS = "corrections"
    PENALTIES = "penalties"
    SHEETS = "sheets"
    UNDONE = "undone"
    PREPARED = "prepared"
    """Event, players, draw."""

    @property
    def label(self) -> Text:
        """What it is called."""
        return _LABELS[self]

    def keeps(self, group: Group) -> bool:
        """Whether entries of ``group`` are shown."""
        if self is Kinds.NO_HANDS:
            return group is not Group.HAND
        return self is Kinds.ALL or group in _KEPT[self]


_LABELS = {
    Kinds.NO_HANDS: mark("all but hands"),
    Kinds.ALL: mark("everything"),
    Kinds.HANDS: mark("hands"),
    Kinds.CORRECTIONS: mark("corrections"),
    Kinds.PENALTIES: mark("penalties"),
    Kinds.SHEETS: mark("sheets and totals"),
    Kinds.UNDONE: mark("undone and redone"),
    Kinds.PREPARED: mark("event, players, draw"),
}
_KEPT: dict[Kinds, Collection[Group]] = {
    Kinds.HANDS: {Group.HAND, Group.CORRECTION},
    Kinds.CORRECTIONS: {Group.CORRECTION},
    Kinds.PENALTIES: {Group.PENALTY, Group.CANCELLED},
    Kinds.SHEETS: {Group.SHEET, Group.SESSION},
    Kinds.UNDONE: {Group.UNDO, Group.REDO},
    Kinds.PREPARED: {Group.EVENT, Group.PLAYERS, Group.DRAW},
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A choice of entries; the default hides hands alone."""

    kinds: Kinds = Kinds.NO_HANDS
    author: str = ""
    """Nothing: everybody."""
    session: int = 0
    """0: all."""
    table: int = 0
    """0: all."""
    player: int = 0
    """Number of a player: what happened at his tables, and to himself; 0: all."""
    words: str = ""
    """To be found in what is shown, folded (without case and accents)."""

    def takes(self, view: View, entry: Entry) -> bool:
        """Whether ``entry`` is wanted, whatever its kind and its words."""
        if self.author and entry.record.author != self.author:
            return False
        place = place_of(entry.stream)
        if self.session and self.session != (place[0] if place else getattr(entry.fact, "session", 0)):
            return False
        if self.table and (place is None or place[1] != self.table):
            return False
        return not self.player or self.player in _concerned(view, entry, place)


def _concerned(view: View, entry: Entry, place: tuple[int, int] | None) -> Collection[int]:
    fact = entry.fact
    if place is not None:
        return (view.seating.seats(*place) if view.seating else None) or ()
    if isinstance(fact, facts.PlayersAdded):
        return [player.number for player in fact.players]
    if isinstance(fact, facts.PlayerChanged):
        return (fact.player.number,)
    if isinstance(fact, facts.AttendanceNoted):
        return fact.players
    return (fact.number,) if isinstance(fact, facts.PlayerRemoved) else ()
