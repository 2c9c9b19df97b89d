"""The next step of a session: its key and its texts, for every page that offers it; and the chips of the states."""

from typing import assert_never

from tournament.language import Text, mark
from tournament.ledger.session import SessionState
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import View
from ui.desktop.theme import Tone

NEXT_STEP = "Ctrl+L"
"""Takes the next step of the current session."""

STATE_CHIPS: dict[SessionState, tuple[str, Tone]] = {
    SessionState.NOT_DRAWN: ("pen", Tone.TEXT2),
    SessionState.DRAWN: ("pen", Tone.TEXT2),
    SessionState.PUBLISHED: ("flag", Tone.TEXT2),
    SessionState.PLAYING: ("half", Tone.ACCENT),
    SessionState.ENTERED: ("half", Tone.ACCENT),
    SessionState.VERIFIED: ("tick", Tone.OK),
    SessionState.CLOSED: ("tick", Tone.OK),
}
"""The icon and the tone of each state, for the chip that shows it."""


def step_text(view: View, session: int, step: SessionStep) -> Text:
    """The label of a button that takes ``step``."""
    drawn, number = view.settings.format.is_drawn, session
    match step:
        case SessionStep.PLAYING if drawn:
            return mark("Start session {session}", session=number)
        case SessionStep.PLAYING:
            return mark("Start evening {evening}", evening=number)
        case SessionStep.CLOSED:
            return closing_text(view, number)
        case SessionStep.REOPENED if drawn:
            return mark("Reopen session {session}", session=number)
        case SessionStep.REOPENED:
            return mark("Reopen evening {evening}", evening=number)
        case SessionStep.CANCELLED:
            return mark("Cancel session {session}", session=number)
        case SessionStep.RESTORED:
            return mark("Restore session {session}", session=number)
        case SessionStep.DRAWN | SessionStep.PUBLISHED | SessionStep.ENTERED | SessionStep.VERIFIED:
            raise AssertionError("it follows from the draw or from the sheets")
        case _:
            assert_never(step)


def closing_text(view: View, session: int) -> Text:
    """A text like “Close session 2”, or “Close session 2 again” if it was reopened."""
    drawn, again = view.settings.format.is_drawn, session in view.state.reopened
    if drawn and again:
        return mark("Close session {session} again", session=session)
    if drawn:
        return mark("Close session {session}", session=session)
    if again:
        return mark("Close evening {evening} again", evening=session)
    return mark("Close evening {evening}", evening=session)
