"""What it takes in the last session, for everybody in the hall: made of public results alone.

The organiser decides whether it is shown, by :attr:`~ui.hall.hall_state.HallState.prospects`: on the page *Tables* of
this computer, on streams, and before the first step of a ceremony. With many players it takes a second or more to
compute, so no window does it in its own thread.
"""

from reports.sheets.prospects import LastSession, last_session
from tournament.language import Text
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.view import View


def public_prospects(view: View) -> LastSession | None:
    """Return what could happen in the last session when it began, with all its tables open.

    None until its seats and all results before it are public, and after its own results are.
    """
    public = view if isinstance(view, PublicView) else PublicView(view)
    session = max(public.session_numbers, default=0)
    if public.public_session >= session or not public.seats_are_public(session):
        return None
    found = last_session(public)
    return None if isinstance(found, Text) else found


def possible_winners(found: LastSession) -> tuple[int, ...]:
    """Return the numbers of the players who can win, the best in the standings first."""
    return tuple(each.number for each in found.prospects if each.first.possible)
