"""What the page of fouls looks at and what is typed there: one frozen state, and what keys make of it; no Qt."""

from dataclasses import dataclass, field, replace
from enum import Enum

from reports.sheets.fouls import RecordedPenalty
from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import CancelPenalty, Command, GivePenalty, View
from ui.entry import penalty_draft
from ui.entry.faults import ListedFault
from ui.entry.key_step import KeyStep
from ui.entry.penalty_draft import CancelDraft, PenaltyDraft, PenaltyField, PenaltyStep


class FoulsPart(Enum):
    """Where typing goes on, beside the fields of a penalty."""

    CANCEL_REASON = "cancel reason"


@dataclass(frozen=True, slots=True)
class FoulsState:
    """All that the page shows follows from this, and from the language in use."""

    draft: PenaltyDraft = field(default_factory=PenaltyDraft)
    """The penalty being typed, with the event and the session that it is typed for."""
    looked_at: RecordedPenalty | None = None
    """A penalty that was given, in place of the new one."""
    cancel: CancelDraft = field(default_factory=CancelDraft)


FoulsStep = KeyStep[FoulsState, PenaltyField | FoulsPart]
"""What a key makes of the state."""


def look_again(state: FoulsState, view: View | None, session: int) -> FoulsState:
    """The event grew, or another session is looked at: what is typed stays where it still can be."""
    draft = state.draft if state.draft.session == session else PenaltyDraft()
    return replace(state, draft=penalty_draft.look_again(draft, view, session))


def penalty_stepped(state: FoulsState, step: PenaltyStep) -> FoulsStep:
    """A key in the form of a penalty."""
    return FoulsStep(replace(state, draft=step.draft), step.focus, step.command)


def fault_picked(state: FoulsState, listed: ListedFault) -> FoulsStep:
    """A fault was taken from the list."""
    state = replace(state, looked_at=None)
    return penalty_stepped(state, penalty_draft.fault_chosen(state.draft, listed))


def penalty_picked(state: FoulsState, listed: RecordedPenalty) -> FoulsStep:
    """Look at a penalty that was given, to cancel it."""
    if listed.penalty.cancelled is not None:
        return FoulsStep(state, message=mark("This penalty is cancelled already."))
    return FoulsStep(replace(state, looked_at=listed, cancel=CancelDraft()), FoulsPart.CANCEL_REASON)


def left(state: FoulsState) -> FoulsStep:
    """Go back to a new penalty."""
    return FoulsStep(replace(state, looked_at=None), PenaltyField.TABLE)


def cancel_typed(state: FoulsState, text: str) -> FoulsStep:
    """Why the penalty is cancelled, as far as it is typed."""
    return FoulsStep(replace(state, cancel=CancelDraft(text)))


def cancel_confirmed(state: FoulsState) -> FoulsStep:
    """Enter cancels the penalty that is looked at."""
    if state.looked_at is None:
        return FoulsStep(state)
    return FoulsStep(state, command=CancelPenalty(state.looked_at.id, state.cancel.reason))


def done(state: FoulsState, command: Command) -> FoulsStep:
    """The command is carried out: on to a new penalty."""
    if isinstance(command, GivePenalty):
        draft = penalty_draft.look_again(PenaltyDraft(), state.draft.view, state.draft.session)
        return FoulsStep(replace(state, draft=draft), PenaltyField.TABLE)
    return left(state)


def refused(state: FoulsState, command: Command, problem: Problem) -> FoulsStep:
    """Nothing was written: ``problem`` is shown where the command was given."""
    if isinstance(command, GivePenalty):
        return penalty_stepped(state, penalty_draft.refused(state.draft, problem))
    return FoulsStep(replace(state, cancel=replace(state.cancel, problem=problem.text)), FoulsPart.CANCEL_REASON)
