"""The event as the public may see it: screens, posters and pages are made from this view, never from the whole one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import Entry
from tournament.standings import Standings
from tournament.standings.season import SeasonStandings
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from tournament.ledger.table_phones import TablePhones


class PublicView(View):
    """A view in which nothing was ever entered at the tables of a session whose results are not public.

    One cut-off decides (:class:`~tournament.ledger.publication.Publication`): sheets after it are empty here, so
    whatever is computed from sheets cannot tell of them. Seats, players and clocks are as they are. The journal itself
    is whole: what lists its entries is for the desk.
    """

    def __init__(self, view: View) -> None:
        self.public_session = view.state.publication.session
        """The last session whose results are public; 0: none."""
        super().__init__(view.journal, view.memory.until(self.public_session), damaged=view.damaged)

    def at(self, position: int) -> "PublicView":
        """What was public when the event had ``position`` entries."""
        return PublicView(super().at(position))

    def touched(self, session: int) -> frozenset[int]:
        """The tables of a public session on whose sheets something stands; of another none."""
        return super().touched(session) if session <= self.public_session else frozenset()

    def standings(self, after: int | None = None) -> Standings:
        """The standings after a public session, by default the last; Refused after another."""
        self.refuse_withheld(after)
        return super().standings(after)

    def season(self, after: int | None = None) -> SeasonStandings:
        """The ranking after a public evening, by default the last; Refused after another."""
        self.refuse_withheld(after)
        return super().season(after)

    def seats_are_public(self, session: int) -> bool:
        """Whether the seats of ``session`` are published, or its results are; of an evening once a game is opened."""
        if session not in self.drawn_sessions or not self.sheets(session):
            return False
        if not self.settings.format.is_drawn:
            return True
        return session in self.state.published or session <= self.public_session

    def refuse_withheld(self, session: int | None) -> None:
        """Refused when the results of ``session`` are not public."""
        if session is not None and session > self.public_session:
            raise Refused(withheld_problem(self, session))

    def phones(self, session: int, table: int) -> "TablePhones":  # noqa: ARG002
        """Nothing: what players say at a table is for the table and the desks."""
        from tournament.ledger.table_phones import TablePhones

        return TablePhones()

    def _written(self, session: int, table: int) -> tuple[int, Sequence[Entry]]:
        return super()._written(session, table) if session <= self.public_session else (0, ())


def withheld_problem(view: View, session: int) -> Problem:
    """The results of ``session`` are not for the public."""
    drawn, held = view.settings.format.is_drawn, view.state.publication.held == session
    if held and drawn:
        text = mark("The results of session {session} are held for the ceremony.", session=session)
    elif held:
        text = mark("The results of evening {evening} are held for the ceremony.", evening=session)
    elif drawn:
        text = mark("The results of session {session} are not public: publish them first.", session=session)
    else:
        text = mark("The results of evening {evening} are not public: publish them first.", evening=session)
    return Problem("results-withheld", text, "session")
