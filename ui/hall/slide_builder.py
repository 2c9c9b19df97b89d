"""What each screen of a hall shows at a given time: a pure function of public data, settings and time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import assert_never

from tournament.language import Text, mark, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.session_clock import NO_TIME
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.view import View
from ui.hall.ceremony import ceremony_slides
from ui.hall.countdown import countdown, day_of, hour_text, seats_stand_beside
from ui.hall.hall_state import LEAST_SECONDS, MOST_SECONDS, HallScreen, HallState, ScreenContent
from ui.hall.lists import figure_pages, resting_texts, seat_pages, seats_by_name, standings_pages, team_pages
from ui.hall.live_draw import draw_slides
from ui.hall.shown_session import following_session, planned_hours, shown_session
from ui.hall.slides import (
    BlankSlide,
    CountdownSlide,
    CountdownState,
    Frame,
    ListSlide,
    MessageSlide,
    PictureSlide,
    Slide,
)


@dataclass(frozen=True, slots=True)
class ShownSlide:
    """One of the slides that a screen shows in turn."""

    slide: Slide
    position: int
    """Counted from 0."""
    count: int


def public_mark(view: View) -> object:
    """A value that changes whenever an entry changes what screens may show; time alone does not change it."""
    journal = view.journal
    sessions = range(1, view.state.publication.session + 1)
    return journal.last_hash(EVENT_STREAM), tuple(journal.session_mark(session) for session in sessions)


def slides_of(view: View, screen: HallScreen, state: HallState, now: datetime) -> tuple[Slide, ...]:
    """All slides that ``screen`` shows in turn, at the time ``now``."""
    return HallSlides(view).slides(screen, state, now)


class HallSlides:
    """The slides of all screens of one event. Lists are made once and shared by the screens."""

    def __init__(self, view: View, ahead: timedelta = NO_TIME) -> None:
        """``ahead``: how far the computer's clock, which gives the time of day, is ahead of the time of the event."""
        self.ahead = ahead
        self.view = view if isinstance(view, PublicView) else PublicView(view)
        self.whole = view
        """The event with results that are not public. Only the ceremony uses them, for the places that it announces."""
        self._ceremony: tuple[object, tuple[Slide, ...]] = (None, ())
        self._lists: dict[tuple[Callable[..., tuple[ListSlide, ...]], int, bool], tuple[ListSlide, ...]] = {}

    def shown(self, screen: HallScreen, state: HallState, now: datetime) -> ShownSlide:
        """The slide that ``screen`` shows ``now``.

        Pages turn by the time of day. Two screens with the same contents therefore show the same page, even after one
        is restarted, unless the desk has turned or held the pages of one.
        """
        slides = self.slides(screen, state, now)
        seconds = min(max(screen.seconds, LEAST_SECONDS), MOST_SECONDS)
        position = replace(screen, seconds=seconds).page_number(now) % len(slides)
        return ShownSlide(slides[position], position, len(slides))

    def slides(self, screen: HallScreen, state: HallState, now: datetime) -> tuple[Slide, ...]:
        """All slides that ``screen`` shows in turn. Contents that have nothing to show are skipped.

        A message sent to the screen replaces everything else, and so does its name while screens identify themselves.
        """
        if state.shows_names(now):
            return (MessageSlide(mark("This screen"), screen.name),)
        if screen.message.strip():
            return (MessageSlide(None, screen.message),)
        found = [slide for content in screen.contents for slide in self._content(content, state, now)]
        return tuple(found) or (self._nothing(screen),)

    def frame(self, now: datetime, *, old_news: Text | None = None, hint: Text | None = None) -> Frame:
        """What is shown around every slide."""
        settings = self.view.settings
        return Frame(
            settings.name,
            hour_text(now, self.ahead),
            rehearsal=settings.rehearsal,
            old_news=old_news,
            address=settings.web_address,
            hint=hint,
        )

    def _content(self, content: ScreenContent, state: HallState, now: datetime) -> tuple[Slide, ...]:
        session = shown_session(self.view, now, self.ahead)
        match content:
            case ScreenContent.CLOCK:
                return self._clock(session, now) if session is not None else ()
            case ScreenContent.STANDINGS:
                return self._list(standings_pages, alone=True)
            case ScreenContent.TEAMS:
                return self._list(team_pages, alone=True)
            case ScreenContent.SEATING:
                return self._session_list(seat_pages, session) if session is not None else ()
            case ScreenContent.NEXT_SESSION:
                return self._next_session(session, now)
            case ScreenContent.MESSAGE:
                return (MessageSlide(None, state.message),) if state.message.strip() else ()
            case ScreenContent.SPONSORS:
                return tuple(PictureSlide(name, PurePath(name).stem) for name in state.sponsors)
            case ScreenContent.FIGURES:
                return self._list(figure_pages)
            case ScreenContent.CEREMONY:
                return self._ceremony_slides(state)
            case ScreenContent.DRAW:
                return self._drawn(state)
            case ScreenContent.BLANK:
                return (BlankSlide(),)
            case _:
                assert_never(content)

    def _ceremony_slides(self, state: HallState) -> tuple[Slide, ...]:
        """The slides of the ceremony, computed again only after an entry or an announcement."""
        if state.ceremony is None:
            return ()
        key = self.whole.fingerprint, state.ceremony
        if self._ceremony[0] != key:
            self._ceremony = key, ceremony_slides(self.whole, state.ceremony)
        return self._ceremony[1]

    def _drawn(self, state: HallState) -> tuple[Slide, ...]:
        """The slides of the live draw; empty if it shows the seats of a session that was cancelled meanwhile."""
        if state.draw is None or state.draw.session in self.view.state.cancelled:
            return ()
        return draw_slides(self.view, state.draw)

    def _clock(self, session: int, now: datetime) -> tuple[CountdownSlide, ...]:
        """The countdown, once for each page of the list beside it."""
        shown = countdown(self.view, session, now, self.ahead)
        beside = self._list(standings_pages)
        if beside and self.view.seats_are_public(session):
            shown = replace(shown, resting=resting_texts(self.view, session))
        waiting = shown.state is CountdownState.NOT_STARTED
        if not beside or (waiting and seats_stand_beside(self.view, session, now, self.ahead)):
            beside, shown = self._session_list(seats_by_name, session), replace(shown, resting=())
        return tuple(replace(shown, beside=page) for page in beside) or (shown,)

    def _next_session(self, session: int | None, now: datetime) -> tuple[Slide, ...]:
        """The next session: its seats if they are public, else its time."""
        view = self.view
        following = session
        if session is not None and (clock := view.state.clocks.get(session)) is not None and clock.started is not None:
            following = following_session(view, session)
        if following is None:
            return ()
        hours = planned_hours(view, following, now, self.ahead)
        name = mark("Session {session}", session=following)
        title = mark("Next: {session}", session=name)
        seats = self._session_list(seats_by_name, following, alone=True) if following in view.drawn_sessions else ()
        subtitle = None
        if hours is not None and day_of(hours.begins, self.ahead) == day_of(now, self.ahead):
            subtitle = verbatim(hour_text(hours.begins, self.ahead))
        elif hours is not None:
            subtitle = mark(
                "{day} at {time}", day=day_of(hours.begins, self.ahead), time=hour_text(hours.begins, self.ahead)
            )
        if seats:
            return tuple(replace(page, title=title, subtitle=subtitle) for page in seats)
        return (MessageSlide(title, subtitle or mark("The time will be announced later.")),)

    def _nothing(self, screen: HallScreen) -> Slide:
        """The slide of a screen whose contents have nothing to show."""
        results = {ScreenContent.STANDINGS, ScreenContent.TEAMS, ScreenContent.FIGURES}
        if results.intersection(screen.contents):
            return MessageSlide(None, mark("The results appear here as soon as they are published."))
        if ScreenContent.SEATING in screen.contents:
            return MessageSlide(None, mark("The seats appear here as soon as they are published."))
        return MessageSlide(None, self.view.settings.name)

    def _list(self, made: Callable[..., tuple[ListSlide, ...]], *, alone: bool = False) -> tuple[ListSlide, ...]:
        """The pages that ``made`` makes of the view; ``alone`` on the screen they have more lines."""
        if (made, 0, alone) not in self._lists:
            self._lists[made, 0, alone] = made(self.view, alone=True) if alone else made(self.view)
        return self._lists[made, 0, alone]

    def _session_list(
        self, made: Callable[..., tuple[ListSlide, ...]], session: int, *, alone: bool = False
    ) -> tuple[ListSlide, ...]:
        if (made, session, alone) not in self._lists:
            pages = made(self.view, session, alone=True) if alone else made(self.view, session)
            self._lists[made, session, alone] = pages
        return self._lists[made, session, alone]
