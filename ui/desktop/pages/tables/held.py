"""A draft beside the sheet that it is typed on: what it says otherwise than the ledger, and what stands against it."""

from dataclasses import dataclass

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.rules.payment import Net, Outcome
from tournament.use_cases import Command, CorrectHand, RecordHand, problems_of
from ui.desktop.pages.tables.draft import Draft, draft_of
from ui.desktop.sheet.lines import Typing, effect_of
from ui.desktop.sheet.table_sheet import TableSheet


@dataclass(frozen=True, slots=True)
class Held:
    """A hand half typed, at its table."""

    at: TableSheet
    draft: Draft

    @property
    def old(self) -> Outcome | None:
        """What is recorded of the hand."""
        return self.at.sheet.hands[self.draft.hand - 1].outcome

    @property
    def recorded(self) -> Draft:
        """A draft that says what is recorded, or nothing."""
        return draft_of(self.at.sheet.hands[self.draft.hand - 1])

    @property
    def changed(self) -> bool:
        """Something is typed that is not recorded."""
        return self.draft != self.recorded

    @property
    def typing(self) -> Typing | None:
        """What the sheet shows in the row meanwhile; None while a recorded hand is only looked at."""
        if self.old is not None and not self.changed:
            return None
        outcome = self.draft.outcome
        if outcome is not None and self.against(outcome):
            outcome = None
        return Typing(self.draft.hand, self.draft.words(self.at.names), outcome)

    @property
    def effect(self) -> Net | None:
        """What the draft adds to the totals, None while it cannot stand."""
        typing = self.typing
        if typing is None or typing.outcome is None:
            return None
        return effect_of(self.at.sheet, self.at.rules, typing)

    def against(self, outcome: Outcome) -> tuple[Problem, ...]:
        """What makes ``outcome`` impossible, but for a reason not yet given."""
        found = problems_of(self.at.view, self.command(outcome, "-"))
        return tuple(p for p in found if p.gravity is Gravity.BLOCKS and p.code != "nothing-changes")

    def against_winner(self, column: int) -> tuple[Problem, ...]:
        """What keeps the player of ``column`` from winning this hand, however it is won."""
        bare = Held(self.at, Draft(self.draft.hand))
        trial = Outcome(column, None, self.at.rules.minimum)
        return tuple(problem for problem in bare.against(trial) if problem.field == "winner")

    def command(self, outcome: Outcome, reason: str) -> Command:
        """What writes ``outcome`` into the ledger: a hand, or its correction for this ``reason``."""
        session, table, draft = self.at.sheet.session, self.at.sheet.table, self.draft
        if self.old is not None:
            return CorrectHand(session, table, draft.hand, outcome, reason, draft.tiles, draft.overrule)
        return RecordHand(session, table, draft.hand, outcome, draft.tiles, draft.overrule)

    def deed(self, *, asking: bool) -> Text:
        """What the button does now; ``asking``: the points were doubted."""
        if asking and self.draft.number is not None:
            return mark("Yes, record {points} points", points=self.draft.number)
        if self.old is not None:
            return mark("Correct hand {hand}", hand=self.draft.hand)
        return mark("Record hand {hand}", hand=self.draft.hand)
