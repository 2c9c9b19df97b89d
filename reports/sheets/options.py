"""The choices that come with a report, and words that several reports share."""

from dataclasses import dataclass
from datetime import datetime

from tournament.language import Text, mark, mark_count
from tournament.use_cases import View


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The choices that come with a report; each report takes those that concern it."""

    printed: datetime
    """Now, in the time zone of the event."""
    session: int | None = None
    """Results after or of this session, its seating or its sheets; None: all there is."""
    table: int | None = None
    """Only the sheet of this table."""
    hand: int | None = None
    """Ruling slips: only this hand."""
    movement: bool = True
    """Standings: places won and lost since the session before."""
    ema_numbers: bool = True
    """Standings: the players' EMA numbers."""

    def sessions_of(self, view: View) -> range:
        """The session asked for, else all of the draw."""
        return view.drawn_sessions if self.session is None else range(self.session, self.session + 1)

    def with_session(self, title: Text) -> Text:
        """``title``, with the session asked for."""
        if self.session is None:
            return title
        return mark("{report}, session {session}", report=title, session=self.session)


def after_hands(hands: int, *, provisional: bool) -> Text:
    """The state that a page of results shows."""
    state = mark_count("after {count} hand", "after {count} hands", hands)
    return mark("provisional, {state}", state=state) if provisional else state


def players_of(players: int) -> Text:
    """``48 players``."""
    return mark_count("{count} player", "{count} players", players)
