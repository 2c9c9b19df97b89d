"""What players said on the phones of a table in the second count: what may be said there as it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournament.ledger.audit.entries import AuditedFact
from tournament.ledger.audit.sheet_life import SheetLife
from tournament.ledger.audit.untimely import LifeFault

Players = tuple[int, ...]


@dataclass(slots=True)
class PhoneLife:
    """The phones of a table after some of their entries."""

    proposals: dict[str, tuple[Players, int, int]] = field(default_factory=dict)
    """Players, hand and column of each, by its id."""
    words: dict[tuple[Players, int, int], str] = field(default_factory=dict)
    """By players, hand and column: the proposal that this player said last."""
    dismissed: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    """Those that nobody answered."""

    def follow(self, fact: AuditedFact) -> None:
        """Take one more entry into account."""
        content = fact.content
        match fact.kind:
            case "hand-proposed":
                key = self.proposals[fact.id] = tuple(content["players"]), content["hand"], content["seat"]
                self.words[key] = fact.id
            case "proposal-confirmed":
                if content["proposal"] in self.proposals:
                    players, hand, _ = self.proposals[content["proposal"]]
                    self.words[players, hand, content["seat"]] = content["proposal"]
            case "proposal-dismissed":
                self.dismissed.add(content["proposal"])
            case "referee-called":
                self.calls.add(fact.id)
            case "call-answered":
                self.calls.discard(content["call"])

    def is_open(self, proposal: str) -> bool:
        """Whether who made it stands by it, and nobody dismissed it."""
        return self.words.get(self.proposals[proposal]) == proposal and proposal not in self.dismissed


def phone_faults(
    phones: PhoneLife, fact: AuditedFact, sheet: SheetLife, seats: tuple[int, ...], *, allowed: bool
) -> Iterator[tuple[LifeFault, int]]:
    """Why ``fact`` could not be said as things are, each with the number of a hand, or 0.

    A proposal or call that does not exist is no matter of time.
    """
    content = fact.content
    match fact.kind:
        case "hand-proposed":
            if tuple(content["players"]) != seats:
                yield LifeFault.OTHER_PLAYERS, 0
            yield from _hand_faults(sheet, content["hand"])
        case "proposal-confirmed" | "proposal-dismissed" if content["proposal"] in phones.proposals:
            _, hand, seat = phones.proposals[content["proposal"]]
            if not phones.is_open(content["proposal"]):
                yield LifeFault.PROPOSAL_SETTLED, hand
            if content.get("seat") == seat:
                yield LifeFault.OWN_PROPOSAL, hand
            if fact.kind == "proposal-confirmed":  # what a repair put another hand in the row of is dismissed, too
                yield from _hand_faults(sheet, hand)
        case "call-answered" if content["call"] not in phones.calls:
            yield LifeFault.CALL_ANSWERED, 0
    if not allowed and fact.kind in ("hand-proposed", "proposal-confirmed", "referee-called"):
        yield LifeFault.TYPING_ENDED, 0


def _hand_faults(sheet: SheetLife, hand: int) -> Iterator[tuple[LifeFault, int]]:
    if hand in sheet.content.hands:
        yield LifeFault.HAND_ON_SHEET, hand
    elif sheet.signed_now:
        yield LifeFault.SHEET_VERIFIED, 0
