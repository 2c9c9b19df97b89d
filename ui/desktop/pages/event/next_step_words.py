"""The next step of the event on a button, as far as the role of the user allows it."""

from collections.abc import Callable

from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import View
from tournament.use_cases.progress import NextStep, NextStepKind
from ui.desktop.session_words import closing_text, step_text

_RIGHTS = {
    NextStepKind.START: Act.SESSIONS,
    NextStepKind.CLOSE: Act.SESSIONS,
    NextStepKind.PUBLISH_RESULTS: Act.RESULTS,
    NextStepKind.HOLD_RESULTS: Act.RESULTS,
}


def allowed_step(step: NextStep, may: Callable[[Act], bool]) -> NextStep:
    """``step``, or a look at the tables of its session if the user may not take it."""
    right = _RIGHTS.get(step.kind)
    return step if right is None or may(right) else NextStep(NextStepKind.TABLES, step.session)


_TEXTS = {
    NextStepKind.ADD_PLAYERS: mark("Add the players"),
    NextStepKind.DRAW: mark("Draw the seating"),
    NextStepKind.PUBLISH_DRAW: mark("Publish the draw"),
    NextStepKind.OPEN_GAME: mark("Open a game"),
    NextStepKind.PUBLISH_RESULTS: mark("Publish the last results"),
    NextStepKind.HOLD_RESULTS: mark("Hold the last results for the ceremony"),
    NextStepKind.CEREMONY: mark("To the ceremony"),
    NextStepKind.REPORTS: mark("To the reports"),
}


def next_step_text(view: View, step: NextStep) -> Text:
    """The label of a button that takes ``step``."""
    match step.kind:
        case NextStepKind.START:
            return step_text(view, step.session, SessionStep.PLAYING)
        case NextStepKind.CLOSE:
            return closing_text(view, step.session)
        case NextStepKind.TABLES if view.settings.format.is_drawn:
            return mark("To the tables of session {session}", session=step.session)
        case NextStepKind.TABLES:
            return mark("To the tables of evening {evening}", evening=step.session)
        case NextStepKind.TABLE:
            return mark("To table {table}", table=step.table)
        case NextStepKind.READ_AGAIN:
            return mark("Read table {table} again", table=step.table)
        case _:
            return _TEXTS[step.kind]
