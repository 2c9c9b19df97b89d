"""The state of the page Draw, and how each step changes it. This module does not use Qt."""

from dataclasses import dataclass, replace

from tournament.event.player import Player
from tournament.language import Text
from tournament.use_cases import View
from ui.desktop.pages.draw.proposal import Seat, SeatingProposal, still_fits
from ui.entry.form import reason_problem

BY_TABLE, BY_PLAYER = "table", "player"


@dataclass(frozen=True, slots=True)
class DrawState:
    """Everything that the page shows besides the event."""

    proposal: SeatingProposal | None = None
    """The published draw or an unpublished proposal. None if there is none, or until it is measured."""
    arrangement: str = BY_TABLE
    """Show one session by table, or all by player."""
    session: int = 1
    """The session shown by table."""
    chosen: tuple[Seat, ...] = ()
    """One seat, or the two seats of a session whose players are to be swapped."""
    onwards: bool = False
    """Whether a swap in the published draw also applies to all later sessions."""
    reason: str = ""
    """Why players at tables in play are swapped: they sat in each other's seat."""
    swap: SeatingProposal | Text | None = None
    """The result of swapping the two chosen players, or why it is not possible. None until it is known."""
    asked: bool = False
    """Whether the user was asked to confirm replacing a published draw. Publishing again then confirms."""
    working: bool = False
    """Whether a seating is being drawn or measured."""
    searching: bool = False
    """Whether it is being drawn, so that no other draw can begin."""
    refusal: Text | None = None
    """Why the last request was refused."""
    sharing: tuple[Player, ...] = ()
    """Players who are to keep a table that others keep as well, about which the user was asked. Drawing again with the
    same players confirms."""
    question: Text | None = None
    """What their tables cost."""
    vacant: tuple[int, int] | None = None
    """With a refusal because a table would not be full: a session, and the player whose seat a substitute could take.
    """

    @property
    def player(self) -> int:
        """Number of the player chosen last, or 0."""
        return self.proposal.player(self.chosen[-1]) if self.proposal is not None and self.chosen else 0


def with_event(state: DrawState, view: View | None) -> DrawState:
    """Return the state after the event changed. It keeps only a draft of the draw that can still be published."""
    proposal = state.proposal
    kept = proposal is not None and view is not None and proposal.draft == view.unpublished_draw
    if proposal is not None and kept and still_fits(proposal, view):
        return replace(clear_question(state), refusal=None)
    return replace(clear_question(clear_choice(state)), proposal=None, refusal=None)


def with_proposal(state: DrawState, proposal: SeatingProposal) -> DrawState:
    """Return the state with a seating that was drawn, read, measured or swapped.

    It shows a session that the seating changes.
    """
    session = min(state.session, len(proposal.seating.sessions)) or 1
    if not proposal.published and not proposal.whole:
        session = proposal.first
    shown = replace(
        clear_choice(state), proposal=proposal, session=session, working=False, searching=False, refusal=None
    )
    return clear_question(shown)


def with_seat(state: DrawState, seat: Seat) -> DrawState:
    """Choose a seat, or clear the choice if it is chosen already.

    A third seat of the same session replaces the second. A seat of another session replaces both.
    """
    if state.proposal is None or not state.proposal.swappable:
        return state
    if seat in state.chosen:
        chosen = tuple(each for each in state.chosen if each != seat)
    elif state.chosen and state.chosen[0].session == seat.session:
        chosen = (state.chosen[0], seat)
    else:
        chosen = (seat,)
    return replace(state, chosen=chosen, swap=None, asked=False)


def with_reach(state: DrawState, onwards: bool) -> DrawState:
    """Set whether a swap also applies to all later sessions."""
    return replace(state, onwards=onwards, swap=None)


def with_reason(state: DrawState, reason: str) -> DrawState:
    """Set why players at tables in play are swapped."""
    return replace(state, reason=reason.strip(), swap=None)


def refused_reason(state: DrawState) -> Text | None:
    """Return what is wrong with the reason that is typed; None if nothing is typed, or nothing is wrong."""
    return reason_problem(state.reason, usual=False) if state.reason else None


def with_swap(state: DrawState, asked: DrawState, outcome: SeatingProposal | Text) -> DrawState:
    """Set the result of the swap in ``asked``, unless other players were chosen since."""
    same = asked.proposal is state.proposal and (asked.chosen, asked.onwards, asked.reason) == (
        state.chosen,
        state.onwards,
        state.reason,
    )
    return replace(state, swap=outcome) if same else state


def clear_question(state: DrawState) -> DrawState:
    """Clear the question about shared tables."""
    return replace(state, sharing=(), question=None)


def clear_choice(state: DrawState) -> DrawState:
    """Clear the chosen seats and any question."""
    return replace(state, chosen=(), reason="", swap=None, asked=False)
