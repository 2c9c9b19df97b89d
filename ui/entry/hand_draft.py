"""A hand half typed, alone and beside the sheet that it is typed on; no Qt in here."""

from dataclasses import dataclass, replace
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import Outcome
from tournament.use_cases import Command, CorrectHand, RecordHand, problems_of
from ui.entry.names import Named
from ui.entry.refusal import FieldRefusal
from ui.entry.sheet_lines import HandInProgress, result_of
from ui.entry.table_sheet import TableSheet
from ui.entry.typing_order import HandField, TypingOrder

LEFT_HALF_TYPED = "left-half-typed"
"""Code of the question that a hand asks which was left before it was recorded."""
SOURCE_KNOWN = "source-known"
"""Code of what is said to a key behind the last answer: whoever forgot Enter types the next hand over this one."""


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

    def answered(self, field: HandField) -> bool:
        """It is known what ``field`` asks for; a drawn hand leaves nothing to ask."""
        match field:
            case HandField.WINNER:
                return self.drawn or self.winner is not None
            case HandField.SOURCE:
                return self.drawn or self.source_known
            case HandField.POINTS:
                return self.drawn or self.number is not None
            case HandField.REASON:
                return bool(self.reason.strip())
            case _:
                assert_never(field)

    def missing(self, order: TypingOrder) -> HandField | None:
        """The first thing in ``order`` that is missing; None when the hand can be recorded."""
        return next((field for field in order.fields if not self.answered(field)), None)

    @property
    def number(self) -> int | None:
        """The points typed, None when they are no number."""
        return int(self.points) if self.points.isascii() and self.points.isdigit() else None

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, None while something is missing."""
        if not all(map(self.answered, (HandField.WINNER, HandField.SOURCE, HandField.POINTS))):
            return None
        return Outcome(None) if self.drawn else Outcome(self.winner, self.discarder, self.number or 0)

    def with_winner(self, column: int) -> "HandDraft":
        """Name the winner; a discarder of the same column is forgotten."""
        same = self.discarder == column
        return replace(self, winner=column, drawn=False, discarder=None if same else self.discarder)

    def with_source(self, column: int | None) -> "HandDraft":
        """Name who gave the tile, None for a self-draw."""
        return replace(self, discarder=column, self_draw=column is None)

    def with_points(self, typed: str) -> "HandDraft":
        """Give the points as they are typed; a hand with points is not drawn."""
        return replace(self, points=typed, drawn=self.drawn and not typed)

    def result(self, names: tuple[str, ...], order: TypingOrder) -> Text:
        """What stands in the row meanwhile."""
        if self.drawn:
            return mark("Drawn hand")
        if self.winner is None and order is TypingOrder.POINTS_FIRST and self.number is None:
            return mark("Type the points")
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
    order: TypingOrder = TypingOrder.WINNER_FIRST

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
        if refusal is not None and refusal.problem.code in (LEFT_HALF_TYPED, SOURCE_KNOWN):
            return refusal.asks
        return self.in_progress is not None and self.in_progress.outcome is not None

    @property
    def in_progress(self) -> HandInProgress | None:
        """What the sheet shows in the row meanwhile; None while a recorded hand is only looked at."""
        if self.recorded is not None and not self.changed:
            return None
        outcome = self.draft.outcome
        if outcome is not None and self.problems(outcome):
            outcome = None
        return HandInProgress(self.draft.hand, self.draft.result(self.table.names, self.order), outcome)

    def problems(self, outcome: Outcome) -> tuple[Problem, ...]:
        """What makes ``outcome`` impossible, but for a reason not yet given."""
        found = problems_of(self.table.view, self.command(outcome, "-"))
        found = tuple(p for p in found if p.gravity is Gravity.BLOCKS and p.code != "nothing-changes")
        return tuple(map(self.table.named, found))

    def winner_problem(self, column: int) -> Problem | None:
        """What keeps the player of ``column`` from winning this hand, however it is won."""
        bare = HandOnSheet(self.table, HandDraft(self.draft.hand))
        least = Outcome(column, None, self.table.rules.minimum)
        return next((problem for problem in bare.problems(least) if problem.field == "winner"), None)

    @property
    def points_problem(self) -> Problem | None:
        """What keeps the points typed from being won, by whomever."""
        if self.draft.number is None:
            return None
        bare = HandOnSheet(self.table, HandDraft(self.draft.hand))
        found = bare.problems(Outcome(0, None, self.draft.number))
        return next((problem for problem in found if problem.field == "points"), None)

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
