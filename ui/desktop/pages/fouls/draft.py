"""A penalty half typed: what is known of it, what is missing, and what it would be; no Qt in here."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import Charge, penalty_of, steps_taken
from tournament.rules.fault import Measure, Receiver
from ui.desktop.pages.fouls.given import Given, given_in_event, newest_first
from ui.desktop.sheet.faults import OWN_WORDS, Offence
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.sheet.typed import whole

_STEPPED = (Measure.LADDER, Measure.CHOSEN)


class Missing(Enum):
    """What has to be typed next."""

    TABLE = "table"
    HAND = "hand"
    """What is typed is no hand."""
    PLAYER = "player"
    FAULT = "fault"
    STEP = "step"
    AMOUNT = "amount"
    TO = "to"
    REASON = "reason"


class Steps(NamedTuple):
    """The ladder as it stands for one player."""

    points: Sequence[int]
    taken: int
    """Steps behind."""
    now: int
    """Index of the step that is chosen, -1 for none."""


@dataclass(frozen=True, slots=True)
class Draft:
    """As far as it is typed."""

    at: TableSheet | None = None
    """The table; None while none is named."""
    hand_typed: str = ""
    """Empty: it belongs to the session."""
    player: int | None = None
    """Column."""
    offence: Offence | None = None
    step: int | None = None
    """Index of the step of the ladder that the referee chose; None: as the rules say."""
    amount: str = ""
    """Points or minutes."""
    to: str = ""
    reason: str = ""

    @property
    def measure(self) -> Measure | None:
        """How the fault finds its points; None for the referee's own words."""
        return self.offence.fault.measure if self.offence is not None and self.offence.fault is not None else None

    @property
    def own(self) -> bool:
        """In the referee's own words."""
        return self.offence is OWN_WORDS

    @property
    def wants_amount(self) -> bool:
        """Points or minutes have to be typed."""
        return self.own or self.measure in (Measure.MINUTES, Measure.FREE)

    @property
    def wants_victim(self) -> bool:
        """One player has to be named who receives."""
        fault = self.offence.fault if self.offence is not None else None
        return fault is not None and fault.receiver is Receiver.VICTIM

    @property
    def hand(self) -> int | None:
        """The hand in which it falls; None for the session."""
        number = whole(self.hand_typed)
        hands = len(self.at.sheet.hands) if self.at is not None else 0
        return number if number is not None and 1 <= number <= hands else None

    @property
    def missing(self) -> Missing | None:
        """The first thing that is missing, in the order of the fields."""
        order = (
            (Missing.TABLE, self.at is None),
            (Missing.HAND, bool(self.hand_typed.strip()) and self.hand is None),
            (Missing.PLAYER, self.player is None),
            (Missing.FAULT, self.offence is None),
            (Missing.STEP, self.measure is Measure.CHOSEN and self.step is None),
            (Missing.AMOUNT, self.wants_amount and not self.amount.strip()),
            (Missing.TO, self.wants_victim and not self.to.strip()),
            (Missing.REASON, self.own and not self.reason.strip()),
        )
        return next((what for what, lacks in order if lacks), None)

    @property
    def charge(self) -> Charge | None:
        """What the referee says; None while table, player or fault is missing."""
        if self.at is None or self.player is None or self.offence is None:
            return None
        late = self.measure is Measure.MINUTES
        amount = whole(self.amount) if self.wants_amount else None
        if self.measure in _STEPPED:
            amount = self.at.rules.ladder[self.step] if self.step is not None else None
        return Charge(
            player=self.player,
            fault=self.offence.slug,
            hand=self.hand,
            points=None if late else amount,
            to=self._receivers(self.at) if self.own or self.wants_victim else None,
            reason=self.reason if self.own else "",
            minutes=amount if late else None,
        )

    def preview(self) -> tuple[PenaltyGiven | None, Text | None]:
        """The penalty that Enter would give, or what stands against it; neither while something is missing."""
        charge = self.charge
        if charge is None or self.at is None or self.missing is not None:
            return None, None
        try:
            return penalty_of(self.at.sheet, self.at.rules, charge), None
        except Refused as refused:
            return None, refused.problems[0].text

    def steps(self) -> Steps | None:
        """The ladder, if this fault has one and the player is known."""
        fault = self.offence.fault if self.offence is not None else None
        if self.at is None or self.player is None or fault is None or fault.measure not in _STEPPED:
            return None
        rules = self.at.rules
        if fault.measure is Measure.CHOSEN:
            return Steps(rules.ladder, 0, self.step if self.step is not None else -1)
        taken = steps_taken(self.at.sheet, rules, self.player, fault)
        return Steps(rules.ladder, taken, self.step if self.step is not None else min(taken, len(rules.ladder) - 1))

    def earlier(self) -> list[Given]:
        """The player's penalties of this kind in the whole event, the newest first."""
        fault = self.offence.fault if self.offence is not None else None
        if self.at is None or self.player is None or fault is None:
            return []
        player = self.at.players[self.player].number
        same = (each for each in given_in_event(self.at.view) if each.fault and each.fault.number == fault.number)
        return newest_first(each for each in same if each.player.number == player and each.cancelled is None)

    def _receivers(self, at: TableSheet) -> tuple[int, ...]:
        columns = [at.column_of(key, self.hand) for key in "".join(self.to.replace(",", " ").split())]
        return tuple(column for column in columns if column is not None)
