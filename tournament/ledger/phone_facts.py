"""Facts about typing at the table: what players proposed on their phones, who confirmed it, and calls for a referee.

They count for nothing until a referee records the hand. Each table has a stream of its own for them, so that phones
never stand in the way of whoever enters its sheet. No undo takes them back.
"""

from typing import ClassVar

from tournament.event.seating import Seats
from tournament.language import mark
from tournament.ledger.fact import Category, FactStruct
from tournament.rules.payment import Outcome, OutcomeDetails


class TableEntryAllowed(FactStruct, frozen=True):
    """From now on the codes on score sheets open the sheet on a phone; another key makes all earlier codes invalid."""

    kind: ClassVar = "table-entry-allowed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Typing at the table allowed")
    address: str
    """Where phones find the host: ``http://192.168.1.20:8080``, without a slash at its end."""
    key: bytes
    """32 random bytes, with which the codes of tables are signed."""


class TableEntryEnded(FactStruct, frozen=True):
    """The codes on score sheets open nothing any more."""

    kind: ClassVar = "table-entry-ended"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Typing at the table ended")


class HandProposed(FactStruct, frozen=True):
    """A player says how a hand ended."""

    kind: ClassVar = "hand-proposed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposed hand")
    hand: int
    winner: int | None
    seat: int
    """The column of the player who says so."""
    players: Seats
    """Who sat at the table then: it is a proposal of theirs alone."""
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """As in :class:`~tournament.ledger.table_facts.HandRecorded`."""
    details: OutcomeDetails | None = None

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class ProposalConfirmed(FactStruct, frozen=True):
    """Another player of the table says the same."""

    kind: ClassVar = "proposal-confirmed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposal confirmed")
    proposal: str
    """Id of the entry that made it."""
    seat: int


class ProposalDismissed(FactStruct, frozen=True):
    """A referee does not record what was proposed."""

    kind: ClassVar = "proposal-dismissed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposal dismissed")
    proposal: str
    reason: str = ""


class RefereeCalled(FactStruct, frozen=True):
    """A player asks for a referee to come to the table."""

    kind: ClassVar = "referee-called"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Referee called")
    seat: int


class CallAnswered(FactStruct, frozen=True):
    """Who made this entry went to the table."""

    kind: ClassVar = "call-answered"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Call answered")
    call: str
    """Id of the entry that called."""


class TableLinkRevoked(FactStruct, frozen=True):
    """The codes of this table up to now open nothing any more."""

    kind: ClassVar = "table-link-revoked"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("New code for the table")


TableEntryFact = TableEntryAllowed | TableEntryEnded
"""Whether players may type at the table."""

PhoneFact = HandProposed | ProposalConfirmed | ProposalDismissed | RefereeCalled | CallAnswered | TableLinkRevoked
"""What is said from or about the phones of one table."""
