"""The event as the public may see it. Screens, posters and web pages are made from this view only."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tournament.event.player import public_players
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import Entry, table_stream
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import Sheet
from tournament.ledger.state import EventState
from tournament.standings import Standings
from tournament.standings.season import SeasonStandings
from tournament.use_cases.view import View, ViewCache

if TYPE_CHECKING:
    from tournament.ledger.table_phones import TablePhones


class PublicNamesView(View):
    """A view with all results, in which every player has the name that they chose for the public.

    Papers for walls and the phones of a table are made from it; see :func:`with_public_names`.
    """

    def __init__(self, view: View, memory: ViewCache | None = None) -> None:
        """``memory``: what of the results of ``view`` this view can use; by default all."""
        memory = view.memory.copy() if memory is None else memory
        states = view.state, view.full_state
        shown = _public_state(states[0]), _public_state(states[1])
        if shown[0] is not states[0] or shown[1] is not states[1]:
            memory.standings = {}  # they contain the names
        memory.state = (view.journal.event_mark, shown)
        super().__init__(view.journal, memory, damaged=view.damaged)

    def at(self, position: int) -> View:
        """Return the event as it was when it had ``position`` entries, with the public names of that time."""
        return PublicNamesView(super().at(position))

    def copy(self) -> View:
        """Return the event as it is now, which later entries do not change."""
        return PublicNamesView(super().copy())

    def _states(self) -> tuple[EventState, EventState]:
        known = self.memory.state
        if known is None or known[0] != self.journal.event_mark:  # the journal has grown
            counted, full = super()._states()
            known = self.memory.state = (self.journal.event_mark, (_public_state(counted), _public_state(full)))
        return known[1]


def with_public_names(view: View) -> View:
    """Return ``view`` with the public names of the players; ``view`` itself if all of them show their full name."""
    players = view.full_state.players
    return view if public_players(players) is players else PublicNamesView(view)


def _public_state(state: EventState) -> EventState:
    shown = public_players(state.players)
    return state if shown is state.players else replace(state, players=shown)


class PublicView(PublicNamesView):
    """A view in which the sheets of sessions whose results are not public are empty, and players have public names.

    A single cut-off decides what is public (:class:`~tournament.ledger.state.Publication`). Everything later is
    computed from empty sheets, so no result can leak through it. Seats, players and clocks are complete. The journal is
    complete too: only desks list its entries. The exception is :meth:`streamed_sheet`, a table that the organiser lets
    everybody follow; its sheet is used nowhere else in this view.
    """

    def __init__(self, view: View) -> None:
        self.public_session = view.state.publication.session
        """The last session whose results are public; 0 if there is none."""
        super().__init__(view, view.memory.until(self.public_session))

    def at(self, position: int) -> "PublicView":
        """Return what was public when the event had ``position`` entries."""
        return PublicView(View.at(self, position))

    def copy(self) -> "PublicView":
        """Return what is public now, which later entries do not change."""
        return PublicView(View.copy(self))

    def touched(self, session: int) -> frozenset[int]:
        """Return the tables with entries on their sheets; empty if the results of ``session`` are not public."""
        return super().touched(session) if session <= self.public_session else frozenset()

    def standings(self, after: int | None = None) -> Standings:
        """Return the standings after a public session, by default the last. Raise Refused if it is not public."""
        self.refuse_withheld(after)
        return super().standings(after)

    def season(self, after: int | None = None) -> SeasonStandings:
        """Return the ranking after a public evening, by default the last. Raise Refused if it is not public."""
        self.refuse_withheld(after)
        return super().season(after)

    def seats_are_public(self, session: int) -> bool:
        """Whether the seats or the results of ``session`` are published; of an evening, whether a game is open."""
        return session in self.drawn_sessions and bool(self.sheets(session)) and self._is_published(session)

    def _is_published(self, session: int) -> bool:
        return self.session_state(session) not in (SessionState.NOT_DRAWN, SessionState.DRAWN)

    def streamed_sheet(self, table: int) -> Sheet | None:
        """Return the sheet of a streamed table in the session being played; None if there is none.

        It is in the last session, after those with public results, that has begun: by its clock, or by an entry on this
        sheet. If none has, it is in the next session whose seats are public, else in the last session with public
        results. A sheet whose result is held for the ceremony is blank.
        """
        if table not in self.settings.streamed or self.seating is None:
            return None
        held, taken_back = self.state.publication.held, self.state.taken_back
        seated = [each for each in self.drawn_sessions
                  if table <= len(self.seating.tables(each)) and (each, table) not in taken_back]  # fmt: skip
        later = [each for each in seated if each > self.public_session]
        begun = [each for each in later if self._has_begun(each, None if each == held else table)]
        coming = [each for each in later if self._is_published(each)][:1]
        chosen = begun or coming or [each for each in seated if each <= self.public_session]
        if not chosen:
            return None
        session = chosen[-1]
        if session <= self.public_session or session == held:
            return self.sheet(session, table)
        return self._build(
            session, table, self._sheet_key(self.state, session, table), *super()._written(session, table)
        )

    def _has_begun(self, session: int, table: int | None) -> bool:
        """Whether the clock of ``session`` was started, or something is entered on the sheet of ``table``."""
        clock = self.state.clocks.get(session)
        started = clock is not None and clock.started is not None
        return started or (table is not None and self.journal.has_standing(table_stream(session, table)))

    def refuse_withheld(self, session: int | None) -> None:
        """Raise Refused if the results of ``session`` are not public."""
        if session is not None and session > self.public_session:
            raise Refused(withheld_problem(self, session))

    def phones(self, session: int, table: int) -> "TablePhones":  # noqa: ARG002
        """Return no proposals: only the desks and the table itself may see what its players propose."""
        from tournament.ledger.table_phones import TablePhones

        return TablePhones()

    def _written(self, session: int, table: int) -> tuple[int, Sequence[Entry]]:
        shown = session <= self.public_session and session not in self.state.cancelled
        return super()._written(session, table) if shown else (0, ())


def withheld_problem(view: View, session: int) -> Problem:
    """Return the problem that the results of ``session`` are not public."""
    if view.state.publication.held == session:
        text = mark("The results of session {session} are held for the ceremony.", session=session)
    else:
        text = mark("The results of session {session} are not public: publish them first.", session=session)
    return Problem("results-withheld", text, "session")
