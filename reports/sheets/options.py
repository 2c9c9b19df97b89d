"""The choices that come with a report, and words that several reports share."""

from dataclasses import dataclass
from datetime import datetime

from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import Sheet
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

    def sheets_of(self, view: View) -> list[Sheet]:
        """The sheets of the session and table asked for, else all of the draw."""
        sheets = (sheet for session in self.sessions_of(view) for sheet in view.sheets(session))
        return [sheet for sheet in sheets if self.table in (None, sheet.table)]

    def with_session(self, title: Text, view: View) -> Text:
        """``title``, with the session or the evening asked for."""
        if self.session is None:
            return title
        if view.settings.format.is_drawn:
            return mark("{report}, session {session}", report=title, session=self.session)
        return mark("{report}, evening {evening}", report=title, evening=self.session)


def seating_state(view: View) -> Text:
    """The state that a page made before play shows."""
    if not view.settings.format.is_drawn:
        return mark("games as they were opened")
    return mark("draw as published") if view.seating is not None else mark("no draw is published yet")


def after_hands(hands: int, *, provisional: bool) -> Text:
    """The state that a page of results shows."""
    state = mark_count("after {count} hand", "after {count} hands", hands)
    return mark("provisional, {state}", state=state) if provisional else state


def players_of(players: int) -> Text:
    """``48 players``."""
    return mark_count("{count} player", "{count} players", players)
