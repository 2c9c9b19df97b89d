"""Which results are shown, up to which session, and whether they can still change.

Only this module decides that. Papers, pages, screens, the web page and the command line take it from here, and show
:attr:`ResultsState.text`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from tournament.event.format import EventFormat
from tournament.language import Text, mark, mark_in
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class ResultsState:
    """How final some results are."""

    provisional: bool
    """Whether the results can still change: a sheet is missing or not verified, or an average is not final."""
    final: bool = False
    """Whether nothing can follow: the event is over, and everything is verified."""
    after: int = 0
    """The last session or evening that counts. 0 if none does, or if the results are those of one session alone."""
    sessions: int | None = None
    """Number of sessions of the event; None if a session is an evening, of which more may follow."""

    @property
    def text(self) -> Text | None:
        """“Final”, “After session 2 of 4” or “Provisional, after session 2 of 4”; None if there is nothing to say."""
        if self.final:
            return mark_in("document", "Final")
        if not self.after:
            return mark("Provisional") if self.provisional else None
        if self.sessions is None:
            if self.provisional:
                return mark("Provisional, after evening {evening}", evening=self.after)
            return mark("After session {session}", session=self.after)
        values = {"session": self.after, "sessions": self.sessions}
        if self.provisional:
            return mark("Provisional, after session {session} of {sessions}", **values)
        return mark("After session {session} of {sessions}", **values)


def results_view(view: View, session: int | None, *, public: bool) -> View:
    """Return ``view``, or only what is public of it. Raise Refused if ``session`` is then not public."""
    if not public:
        return view
    shown = PublicView(view)
    shown.refuse_withheld(session)
    return shown


def results_state(view: View, session: int | None = None) -> ResultsState:
    """Return the state of the ranking after ``session``, by default after the last one in which a sheet counts.

    For a :class:`PublicView` it is the state of the public ranking: results that are withheld are still to come.
    """
    after = view.last_session if session is None else session
    tallies = [view.tally(each) for each in view.session_numbers if each <= after]
    provisional = not all(tally.final for tally in tallies)
    match view.settings.format:
        case EventFormat.TOURNAMENT:
            sessions = max(after, view.sessions)
            provisional = provisional or view.has_open_means(after) or not all(tally.expected for tally in tallies)
            return ResultsState(provisional, after == sessions and event_is_over(view), after, sessions)
        case EventFormat.CLUB:
            return ResultsState(provisional, after == len(view.drawn_sessions) and evening_is_over(view, after), after)
        case EventFormat.LEAGUE:
            return ResultsState(provisional, after=after)
        case _:
            assert_never(view.settings.format)


def session_results_state(view: View, session: int) -> ResultsState:
    """Return the state of the results of one session or evening; only an evening can be final before the event is.

    ``session`` 0 stands for an evening that is not open yet.
    """
    over = not view.settings.format.is_drawn and evening_is_over(view, session)
    return ResultsState(session > 0 and not view.tally(session).final, over)


def event_is_over(view: View) -> bool:
    """Whether a tournament has nothing more to play, sign or read again; a league may always continue."""
    if not view.settings.format.is_drawn or view.state.reopened - view.state.closed:
        return False
    sheets = [view.sheets(session) for session in view.session_numbers]
    return all(sheets) and _all_verified(chain.from_iterable(sheets))


def evening_is_over(view: View, session: int) -> bool:
    """Whether an evening is closed and all its sheets are verified. Until it is closed, games can be opened."""
    return session in view.state.closed and _all_verified(view.sheets(session))


def _all_verified(sheets: Iterable[Sheet]) -> bool:
    states = [sheet.state for sheet in sheets]
    return bool(states) and all(state is SheetState.VERIFIED for state in states)
