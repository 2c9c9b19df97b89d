"""The shortcut and the texts of the next step of a session, and the chips of its states, for several pages."""

from typing import assert_never

from tournament.language import Text, mark
from tournament.ledger.session import SessionState
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import View
from ui.desktop.theme import Tone

NEXT_STEP = "Ctrl+L"
"""The shortcut that takes the next step of the current session."""

STATE_CHIPS: dict[SessionState, tuple[str, Tone]] = {
    SessionState.NOT_DRAWN: ("pen", Tone.TEXT2),
    SessionState.DRAWN: ("pen", Tone.TEXT2),
    SessionState.PUBLISHED: ("flag", Tone.TEXT2),
    SessionState.PLAYING: ("half", Tone.ACCENT),
    SessionState.ENTERED: ("half", Tone.ACCENT),
    SessionState.VERIFIED: ("tick", Tone.OK),
    SessionState.CLOSED: ("tick", Tone.OK),
    SessionState.CANCELLED: ("cross", Tone.TEXT2),
}
"""The icon and the tone of each state, for the chip that shows it."""


def step_text(view: View, session: int, step: SessionStep) -> Text:
    """The label of a button that takes ``step``."""
    match step:
        case SessionStep.PLAYING:
            return mark("Start session {session}", session=session)
        case SessionStep.CLOSED:
            return closing_text(view, session)
        case SessionStep.REOPENED:
            return mark("Reopen session {session}", session=session)
        case SessionStep.CANCELLED:
            return mark("Cancel session {session}", session=session)
        case SessionStep.RESTORED:
            return mark("Restore session {session}", session=session)
        case SessionStep.DRAWN | SessionStep.PUBLISHED | SessionStep.ENTERED | SessionStep.VERIFIED:
            raise AssertionError("it follows from the draw or from the sheets")
        case _:
            assert_never(step)


def closing_text(view: View, session: int) -> Text:
    """A text like “Close session 2”, or “Close session 2 again” if it was reopened before."""
    if session in view.state.reopened:
        return mark("Close session {session} again", session=session)
    return mark("Close session {session}", session=session)
