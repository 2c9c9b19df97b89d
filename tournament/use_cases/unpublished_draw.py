"""A draft of the draw: sessions drawn on this computer that are not published."""

from dataclasses import dataclass
from typing import assert_never

from tournament.event.seating import Seats
from tournament.use_cases.commands import PublishDraw, RedrawSessions, SeatSession

DraftCommand = PublishDraw | RedrawSessions | SeatSession
"""The commands that publish a draft."""


@dataclass(frozen=True, slots=True)
class UnpublishedDraw:
    """A draft of the draw, with the data from which it was drawn.

    These data decide whether it can still be published.
    """

    publish: DraftCommand
    replaced: tuple[tuple[Seats, ...], ...] = ()
    """The published tables of all sessions when the draft was drawn; empty before the first draw."""
    ranking: tuple[int, ...] = ()
    """The numbers of the players by rank, if a session is seated by the standings; else empty."""

    def __post_init__(self) -> None:
        if min(self.tables, default=0) < 1:
            raise ValueError("a draft of no session")

    @property
    def tables(self) -> dict[int, tuple[Seats, ...]]:
        """The tables that it seats, by session."""
        match self.publish:
            case PublishDraw():
                drawn = enumerate(self.publish.seating.sessions, start=1)
            case RedrawSessions():
                first = self.publish.first
                drawn = enumerate(self.publish.drawn.sessions[first - 1 :], start=first)
            case SeatSession():
                drawn = enumerate((self.publish.tables,), start=self.publish.session)
            case _:
                assert_never(self.publish)
        return {session: tables for session, tables in drawn if tables}

    @property
    def is_new(self) -> bool:
        """Whether it is the draw of all sessions, and not a redraw of some of them."""
        return isinstance(self.publish, PublishDraw)
