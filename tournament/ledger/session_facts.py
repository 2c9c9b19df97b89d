"""Facts about a session: its steps, its clock, and what is public of it."""

from datetime import date
from typing import ClassVar

from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.fact import Category, FactStruct


class SessionPublished(FactStruct, frozen=True):
    """The seats of a session are known to the players as they are now."""

    kind: ClassVar = "session-published"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} published", session=self.session)


class SessionStarted(FactStruct, frozen=True):
    """The play of a session was called, whoever was there."""

    kind: ClassVar = "session-started"
    category: ClassVar = Category.SESSION
    session: int
    absent: tuple[int, ...] = ()
    """Numbers of the players who have a seat in it and were not there."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Start of session {session} announced", session=self.session)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.absent


class SessionsCancelled(FactStruct, frozen=True):
    """Sessions that were planned count nowhere: nobody has a seat, a result or a clock in them.

    What was entered in them stays in the journal, and counts again if they are restored.
    """

    kind: ClassVar = "sessions-cancelled"
    category: ClassVar = Category.SESSION
    sessions: tuple[int, ...]
    """Their numbers, in ascending order. The other sessions keep theirs."""
    reason: str

    @property
    def what(self) -> Text:
        """What was done."""
        return mark_count(
            "Session {sessions} cancelled",
            "Sessions {sessions} cancelled",
            len(self.sessions),
            sessions=listed(map(str, self.sessions)),
        )


class SessionsAdded(FactStruct, frozen=True):
    """The event has more sessions: some that were cancelled are restored, and others follow the last one, undrawn."""

    kind: ClassVar = "sessions-added"
    category: ClassVar = Category.SESSION
    restored: tuple[int, ...] = ()
    """The numbers of the cancelled sessions that count again, as they were, in ascending order."""
    added: int = 0
    """How many sessions follow the last one."""
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        restored = mark_count(
            "Session {sessions} restored",
            "Sessions {sessions} restored",
            len(self.restored),
            sessions=listed(map(str, self.restored)),
        )
        if not self.added:
            return restored
        added = mark_count("{count} session added", "{count} sessions added", self.added)
        return mark("{restored}; {added}", restored=restored, added=added) if self.restored else added


class SessionClosed(FactStruct, frozen=True):
    """A session takes no entry any more, until it is reopened."""

    kind: ClassVar = "session-closed"
    category: ClassVar = Category.SESSION
    session: int
    not_verified: tuple[int, ...] = ()
    """Tables whose sheets were not verified."""
    reason: str = ""
    """Why it is closed all the same, where some were not."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} closed", session=self.session)


class SessionReopened(FactStruct, frozen=True):
    """A closed session takes entries again."""

    kind: ClassVar = "session-reopened"
    category: ClassVar = Category.SESSION
    session: int
    reason: str

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} reopened", session=self.session)


class ResultsPublished(FactStruct, frozen=True):
    """The results up to a session are public, or up to the one before it while its own are kept for the ceremony."""

    kind: ClassVar = "results-published"
    category: ClassVar = Category.SESSION
    session: int
    held: bool = False
    """The results of the session itself are kept for the ceremony."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.held:
            return mark("Results of session {session} held for the ceremony", session=self.session)
        return mark("Results of session {session} published", session=self.session)


class ResultsWithdrawn(FactStruct, frozen=True):
    """The results from a session on are not public any more."""

    kind: ClassVar = "results-withdrawn"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Results of session {session} withdrawn", session=self.session)


class EveningOpened(FactStruct, frozen=True):
    """The next evening of a league begins."""

    kind: ClassVar = "evening-opened"
    category: ClassVar = Category.SESSION
    session: int
    """Its number."""
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} opened", evening=self.session)


class EveningChanged(FactStruct, frozen=True):
    """An evening of a league is now on this day, at this place."""

    kind: ClassVar = "evening-changed"
    category: ClassVar = Category.SESSION
    session: int
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} changed", evening=self.session)


class ClockStarted(FactStruct, frozen=True):
    """The time of a session runs; started again, it begins anew."""

    kind: ClassVar = "clock-started"
    category: ClassVar = Category.SESSION
    session: int
    minutes: int
    """How long it is, by the timetable of then."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} started", session=self.session)


class ClockPaused(FactStruct, frozen=True):
    """The time of a session stands still."""

    kind: ClassVar = "clock-paused"
    category: ClassVar = Category.SESSION
    session: int
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} paused", session=self.session)


class ClockResumed(FactStruct, frozen=True):
    """The time of a session runs on after a pause."""

    kind: ClassVar = "clock-resumed"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} resumed", session=self.session)


class MinutesAdded(FactStruct, frozen=True):
    """A session lasts longer, for everybody or at some tables; a negative number takes minutes back."""

    kind: ClassVar = "minutes-added"
    category: ClassVar = Category.SESSION
    session: int
    minutes: int
    tables: tuple[int, ...] = ()
    """Where; nothing: at every table."""
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Extra minutes in session {session}", session=self.session)


class ClockStopped(FactStruct, frozen=True):
    """The time of a session is over at every table, whatever was left of it."""

    kind: ClassVar = "clock-stopped"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} stopped", session=self.session)


ClockFact = ClockStarted | ClockPaused | ClockResumed | MinutesAdded | ClockStopped
"""What the clock of a session did in the hall. Nothing takes it back: it happened, and undo leaves it alone."""

SessionFact = SessionPublished | SessionStarted
"""What becomes of a session before its first hand."""

PlanFact = SessionsCancelled | SessionsAdded
"""Which sessions the event has."""

ClosingFact = SessionClosed | SessionReopened
"""The end of a session, and what takes it back."""

PublicationFact = ResultsPublished | ResultsWithdrawn
"""What is public of the results, and what takes it back."""
