"""What is looked at on the Draw page, and what each step makes of it. No Qt in here."""

from dataclasses import dataclass, replace

from tournament.language import Text
from tournament.use_cases import View
from ui.desktop.pages.draw.proposal import Seat, SeatingProposal, still_fits

BY_TABLE, BY_PLAYER = "table", "player"


@dataclass(frozen=True, slots=True)
class DrawState:
    """All that the page shows beside the event."""

    proposal: SeatingProposal | None = None
    """The published draw, or one that is not published yet; None before there is one, or until it is measured."""
    arrangement: str = BY_TABLE
    """One session by table, or all of them by player."""
    session: int = 1
    """Shown by table."""
    chosen: tuple[Seat, ...] = ()
    """One seat, or the two of one session whose players are to be swapped."""
    onwards: bool = False
    """A swap in the published draw is for this session and all after it."""
    reason: str = ""
    """Why players of tables in play are swapped: they sat in each other's seat."""
    swap: SeatingProposal | Text | None = None
    """What the swap of the two chosen comes to, or why it cannot be; None until that is known."""
    asked: bool = False
    """Whether to publish again was asked: it is answered by publishing once more."""
    working: bool = False
    """A seating is being drawn or measured."""
    refusal: Text | None = None
    """Why what was asked for last was not done."""

    @property
    def player(self) -> int:
        """Number of the player chosen last, 0 for none."""
        return self.proposal.player(self.chosen[-1]) if self.proposal is not None and self.chosen else 0


def with_event(state: DrawState, view: View | None, *, closed: bool) -> DrawState:
    """Something was written: only a proposal that can still be published stays; ``closed``: play has begun."""
    proposal, published = state.proposal, view.seating if view is not None else None
    if proposal is not None and proposal.seating != published and still_fits(proposal, view, closed=closed):
        return replace(state, refusal=None)
    return replace(let_go(state), proposal=None, refusal=None)


def with_proposal(state: DrawState, proposal: SeatingProposal) -> DrawState:
    """A seating was drawn, read, measured or changed by a swap: it is shown, where it changes something."""
    session = min(state.session, len(proposal.seating.sessions)) or 1
    if not proposal.published and not proposal.whole:
        session = proposal.first
    return replace(let_go(state), proposal=proposal, session=session, working=False, refusal=None)


def with_seat(state: DrawState, seat: Seat) -> DrawState:
    """A seat is chosen, or given up if it was; a third one takes the place of the second."""
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
    """A swap is for this session alone, or for it and all after it."""
    return replace(state, onwards=onwards, swap=None)


def with_reason(state: DrawState, reason: str) -> DrawState:
    """Why players of tables in play are swapped."""
    return replace(state, reason=reason.strip(), swap=None)


def with_swap(state: DrawState, asked: DrawState, outcome: SeatingProposal | Text) -> DrawState:
    """What the swap comes to that was ``asked`` about, unless something else is chosen by now."""
    same = asked.proposal is state.proposal and (asked.chosen, asked.onwards, asked.reason) == (
        state.chosen,
        state.onwards,
        state.reason,
    )
    return replace(state, swap=outcome) if same else state


def let_go(state: DrawState) -> DrawState:
    """Nobody is chosen any more, and nothing is asked."""
    return replace(state, chosen=(), reason="", swap=None, asked=False)
