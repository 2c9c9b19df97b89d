"""What a referee may do at a table: one value an action, so that many can be carried out together."""

from dataclasses import dataclass

from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Net, Outcome, PartialNet


@dataclass(frozen=True, slots=True)
class RecordHand:
    """Write a hand that was played."""

    session: int
    table: int
    hand: int
    outcome: Outcome
    tiles: str = ""
    """The winner's tiles in the public notation, when they are known."""
    overrule: str = ""
    """Why points stand that the tiles are not worth."""


@dataclass(frozen=True, slots=True)
class CorrectHand:
    """Replace a recorded hand; the old value stays in the ledger."""

    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """Punish a fault."""

    session: int
    table: int
    charge: Charge


@dataclass(frozen=True, slots=True)
class CancelPenalty:
    """Take a penalty back, saying why."""

    entry: str
    """Id of the entry that gave it."""
    reason: str


@dataclass(frozen=True, slots=True)
class TypeTotals:
    """Note the totals written on the paper, to compare."""

    session: int
    table: int
    totals: Net


@dataclass(frozen=True, slots=True)
class RecordTotals:
    """Enter a table by its four totals alone."""

    session: int
    table: int
    totals: Net
    accept_difference: str = ""


@dataclass(frozen=True, slots=True)
class CloseSheet:
    """Verify a sheet; hands not played stay void."""

    session: int
    table: int
    totals: PartialNet | None = None
    """The paper's totals, as many as are given; None: those typed before, if any."""
    accept_difference: str = ""


@dataclass(frozen=True, slots=True)
class ReopenSheet:
    """Open a verified sheet again, saying why."""

    session: int
    table: int
    reason: str


Command = RecordHand | CorrectHand | GivePenalty | CancelPenalty | TypeTotals | RecordTotals | CloseSheet | ReopenSheet
