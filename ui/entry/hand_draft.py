"""A hand half typed, alone and beside the sheet that it is typed on; no Qt in here."""

from dataclasses import dataclass, replace
from enum import Enum

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import Outcome
from tournament.use_cases import Command, CorrectHand, RecordHand, problems_of
from ui.entry.names import Named
from ui.entry.refusal import FieldRefusal
from ui.entry.sheet_lines import HandInProgress, result_of
from ui.entry.table_sheet import TableSheet

LEFT_HALF_TYPED = "left-half-typed"
"""Code of the question that a hand asks which was left before it was recorded."""


class HandField(Enum):
    """What is typed of a hand, in the order of the form."""

    WINNER = "winner"
    SOURCE = "source"
    POINTS = "points"
    REASON = "reason"
    """Of a correction."""


@dataclass(frozen=True, slots=True)
class HandDraft:
    """Winner, from whom, points; as far as they are typed."""

    hand: int
    winner: int | None = None
    drawn: bool = False
    discarder: int | None = None
    self_draw: bool = False
    points: str = ""
    tiles: str = ""
    """The winner's tiles in the public notation, once they are entered."""
    overrule: str = ""
    """Why the referee lets points stand that the tiles are not worth."""
    reason: str = ""
    """Of a correction."""

    @property
    def empty(self) -> bool:
        """Nothing is typed."""
        return self == HandDraft(self.hand)

    @property
    def source_known(self) -> bool:
        """It is known where the winning tile came from."""
        return self.self_draw or self.discarder is not None

    @property
    def missing(self) -> HandField | None:
        """The first thing that is missing; None when the hand can be recorded."""
        if self.drawn:
            return None
        if self.winner is None:
            return HandField.WINNER
        if not self.source_known:
            return HandField.SOURCE
        return HandField.POINTS if self.number is None else None

    @property
    def number(self) -> int | None:
        """The points typed, None when they are no number."""
        return int(self.points) if self.points.isascii() and self.points.isdigit() else None

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, None while something is missing."""
        if self.missing is not None:
            return None
        return Outcome(None) if self.drawn else Outcome(self.winner, self.discarder, self.number or 0)

    def with_winner(self, column: int) -> "HandDraft":
        """Name the winner; a discarder of the same column is forgotten."""
        same = self.discarder == column
        return replace(self, winner=column, drawn=False, discarder=None if same else self.discarder)

    def with_source(self, column: int | None) -> "HandDraft":
        """Name who gave the tile, None for a self-draw."""
        return replace(self, discarder=column, self_draw=column is None)

    def result(self, names: tuple[str, ...]) -> Text:
        """What stands in the row meanwhile."""
        if self.drawn:
            return mark("Drawn hand")
        if self.winner is None:
            return mark("Press 1–4 for the winner")
        if self.source_known:
            return result_of(Outcome(self.winner, self.discarder), names)
        return mark("{winner} from …", winner=Named(names[self.winner], self.winner + 1, winner=True))


def recorded_draft(line: HandLine) -> HandDraft:
    """A draft that says the same as a recorded hand, or an empty one."""
    hand, outcome = line.hand, line.outcome
    if outcome is None:
        return HandDraft(hand)
    if outcome.winner is None:
        return HandDraft(hand, drawn=True)
    self_draw = outcome.discarder is None
    return HandDraft(hand, outcome.winner, False, outcome.discarder, self_draw, str(outcome.points), line.tiles,
                     line.overrule)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandOnSheet:
    """A draft beside the sheet: what it says otherwise than the ledger, and what stands against it."""

    table: TableSheet
    draft: HandDraft

    @property
    def recorded(self) -> Outcome | None:
        """What is recorded of the hand."""
        return self.table.sheet.hands[self.draft.hand - 1].outcome

    @property
    def unchanged(self) -> HandDraft:
        """The draft that says what is recorded, or nothing."""
        return recorded_draft(self.table.sheet.hands[self.draft.hand - 1])

    @property
    def changed(self) -> bool:
        """Something is typed that is not recorded."""
        return replace(self.draft, reason="") != self.unchanged

    @property
    def lacks_reason(self) -> bool:
        """It is a correction, and not said why."""
        return self.recorded is not None and self.changed and not self.draft.reason.strip()

    def enter_acts(self, refusal: FieldRefusal[HandField] | None) -> bool:
        """Enter does now what :meth:`action` says."""
        counts = self.in_progress is not None and self.in_progress.outcome is not None
        return counts or (refusal is not None and refusal.problem.code == LEFT_HALF_TYPED)

    @property
    def in_progress(self) -> HandInProgress | None:
        """What the sheet shows in the row meanwhile; None while a recorded hand is only looked at."""
        if self.recorded is not None and not self.changed:
            return None
        outcome = self.draft.outcome
        if outcome is not None and self.problems(outcome):
            outcome = None
        return HandInProgress(self.draft.hand, self.draft.result(self.table.names), outcome)

    def problems(self, outcome: Outcome) -> tuple[Problem, ...]:
        """What makes ``outcome`` impossible, but for a reason not yet given."""
        found = problems_of(self.table.view, self.command(outcome, "-"))
        return tuple(p for p in found if p.gravity is Gravity.BLOCKS and p.code != "nothing-changes")

    def winner_problem(self, column: int) -> Problem | None:
        """What keeps the player of ``column`` from winning this hand, however it is won."""
        bare = HandOnSheet(self.table, HandDraft(self.draft.hand))
        least = Outcome(column, None, self.table.rules.minimum)
        return next((problem for problem in bare.problems(least) if problem.field == "winner"), None)

    def command(self, outcome: Outcome, reason: str = "") -> Command:
        """What writes ``outcome`` into the ledger: a hand, or its correction for this ``reason``."""
        draft = self.draft
        if self.recorded is not None:
            return CorrectHand(*self.table.place, draft.hand, outcome, reason, draft.tiles, draft.overrule)
        return RecordHand(*self.table.place, draft.hand, outcome, draft.tiles, draft.overrule)

    def action(self, refusal: FieldRefusal[HandField] | None = None) -> Text:
        """What Enter does now; ``refusal``: what it is asked."""
        if refusal is not None and refusal.problem.code == LEFT_HALF_TYPED:
            return mark("Go on with hand {hand}", hand=self.draft.hand)
        if refusal is not None and refusal.asks and self.draft.number is not None:
            return mark("Yes, record {points} points", points=self.draft.number)
        if self.lacks_reason:
            return mark("Say why hand {hand} is corrected", hand=self.draft.hand)
        if self.recorded is not None:
            return mark("Correct hand {hand}", hand=self.draft.hand)
        return mark("Record hand {hand}", hand=self.draft.hand)
