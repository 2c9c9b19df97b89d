"""The state of the page Fouls as one frozen value, and its keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from reports.sheets.fouls import RecordedPenalty
from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import CancelPenalty, GivePenalty, TableCommand, View
from ui.entry import form, penalty_draft
from ui.entry.form import FieldRefusal, KeyStep, ignoring
from ui.entry.penalty_draft import CancelDraft, ListedFault, PenaltyField, PenaltyOnSheet, PenaltyStep
from ui.entry.tables_state import event_of


class FoulsPart(Enum):
    """A place where typing can continue, apart from the fields of a penalty."""

    CANCEL_REASON = "cancel reason"


@dataclass(frozen=True, slots=True)
class FoulsState:
    """Everything that the page shows follows from this state and from the language."""

    event: str = ""
    """Id of the first entry of the open event, at whatever moment it is looked at."""
    draft: PenaltyOnSheet = field(default_factory=PenaltyOnSheet)
    """The penalty being typed, with the event and the session that it is typed for."""
    left: Mapping[int, PenaltyOnSheet] = field(default_factory=dict)
    """Unfinished penalties of other sessions than the current one."""
    looked_at: RecordedPenalty | None = None
    """A given penalty that is shown in place of the new one."""
    cancel: CancelDraft = field(default_factory=CancelDraft)

    @property
    def refusals(self) -> tuple[FieldRefusal[PenaltyField], ...]:
        """What was refused last, unless it is a question."""
        refusal = self.draft.refusal
        return (refusal,) if refusal is not None and not refusal.asks else ()

    def with_ignored(self, keys: int) -> "FoulsState":
        """The state in which so many ``keys`` were ignored after the one that was refused."""
        return replace(self, draft=replace(self.draft, refusal=ignoring(self.draft.refusal, keys)))


FoulsStep = KeyStep[FoulsState, PenaltyField | FoulsPart]
"""The result of a key."""


def opened(state: FoulsState, view: View | None) -> FoulsState:
    """Follow another event that was opened, or none. In the same event at another moment, what is typed waits."""
    event = event_of(view)
    return replace(with_draft_left(state), looked_at=None) if event == state.event else FoulsState(event)


def with_draft_left(state: FoulsState) -> FoulsState:
    """The state in which the penalty being typed is left. It waits for its session if anything is typed."""
    draft = state.draft
    return replace(
        state,
        draft=PenaltyOnSheet(),
        left={**state.left, draft.typed.session: draft} if draft.typed.started else state.left,
    )


def look_again(state: FoulsState, view: View | None, session: int) -> FoulsState:
    """Follow a change of the event or of the session. A penalty left unfinished for the session is shown, and asks."""
    looked_at = state.looked_at
    if view is not None and looked_at is not None and looked_at.session in view.state.cancelled:
        state = replace(state, looked_at=None)
    if state.draft.typed.session != session:
        left = dict(with_draft_left(state).left)
        draft = left.pop(session, None)
        state = replace(
            state,
            draft=form.asked_again(draft, penalty_draft.HALF_TYPED) if draft is not None else PenaltyOnSheet(),
            left=left,
        )
    return replace(state, draft=penalty_draft.look_again(state.draft, view, session))


def penalty_stepped(state: FoulsState, step: PenaltyStep) -> FoulsStep:
    """Apply a key in the form of a penalty."""
    state = replace(state, draft=step.state)
    return FoulsStep(state, step.focus, step.command, step.confirmed, step.message, refuses=step.refuses)


def fault_picked(state: FoulsState, listed: ListedFault) -> FoulsStep:
    """The user chose a fault from the list."""
    state = replace(state, looked_at=None)
    return penalty_stepped(state, penalty_draft.fault_chosen(state.draft, listed))


def penalty_picked(state: FoulsState, listed: RecordedPenalty) -> FoulsStep:
    """Show a given penalty, to cancel it."""
    if listed.penalty.cancelled is not None:
        return FoulsStep(state, message=mark("This penalty is already cancelled."))
    return FoulsStep(replace(state, looked_at=listed, cancel=CancelDraft()), FoulsPart.CANCEL_REASON)


def left(state: FoulsState) -> FoulsStep:
    """Go back to a new penalty."""
    return FoulsStep(replace(state, looked_at=None), PenaltyField.TABLE)


def escaped(state: FoulsState) -> FoulsStep:
    """Esc while a penalty is typed: ask first, and discard it at the second Esc."""
    draft = state.draft
    if not draft.typed.started:
        return left(state)
    if draft.left_half_typed:
        return left(replace(state, draft=penalty_draft.begun_anew(draft)))
    text = mark("Discard this unfinished penalty?")
    return FoulsStep(replace(state, draft=form.asked_again(draft, text)), PenaltyField.TABLE)


def cleared(state: FoulsState) -> FoulsStep | None:
    """Ctrl+Z: discard the penalty that is typed; None if there is none."""
    typed = state.draft.typed
    if state.looked_at is not None or not (typed.started or typed.table_typed or state.refusals):
        return None
    return left(replace(state, draft=penalty_draft.begun_anew(state.draft)))


def cancel_typed(state: FoulsState, text: str) -> FoulsStep:
    """The user changed the reason for cancelling the penalty."""
    return FoulsStep(replace(state, cancel=CancelDraft(text)))


def cancel_confirmed(state: FoulsState) -> FoulsStep:
    """Enter: cancel the penalty that is shown."""
    if state.looked_at is None:
        return FoulsStep(state)
    wrong = form.reason_problem(state.cancel.reason)
    if wrong is not None and state.cancel.reason.strip():
        return FoulsStep(replace(state, cancel=replace(state.cancel, problem=wrong)))
    return FoulsStep(state, command=CancelPenalty(state.looked_at.id, state.cancel.reason))


def done(state: FoulsState, command: TableCommand) -> FoulsStep:
    """The command was carried out: continue with a new penalty."""
    if isinstance(command, GivePenalty):
        draft = penalty_draft.look_again(PenaltyOnSheet(), state.draft.view, state.draft.typed.session)
        return FoulsStep(replace(state, draft=draft), PenaltyField.TABLE)
    return left(state)


def refused(state: FoulsState, command: TableCommand, problem: Problem) -> FoulsStep:
    """The command was refused: show ``problem`` where it was given."""
    if isinstance(command, GivePenalty):
        return penalty_stepped(state, form.refused(state.draft, problem))
    return FoulsStep(replace(state, cancel=replace(state.cancel, problem=problem.text)), FoulsPart.CANCEL_REASON)
