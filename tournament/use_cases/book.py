"""The open event: a store and the journal read from it. Everything that is written goes through here."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole
from tournament.language import Text, mark
from tournament.language.harmless import steers_a_line
from tournament.ledger.codec import decode
from tournament.ledger.entry import Entry, Record, UnreadableEntry
from tournament.ledger.journal import Journal
from tournament.ledger.state import session_people
from tournament.use_cases.chain import chain_problems, next_problems, unreadable_entry
from tournament.use_cases.changes import Acting, By, Changes, Order
from tournament.use_cases.draft import Draft, steering_problem
from tournament.use_cases.ports import (
    Conflict,
    CopyErasure,
    HostSigns,
    PrivateStore,
    Signer,
    Store,
    StoreBroken,
    StoreDamaged,
    StoreUnavailable,
)
from tournament.use_cases.rights import acting_with, refuse_to
from tournament.use_cases.view import View, ViewCache, earliest_time, no_garbage_collection, refuse_closed

if TYPE_CHECKING:
    from tournament.use_cases.unpublished_draw import UnpublishedDraw


class Book:
    """An open event. It reads its store once; from then on the journal in memory equals that of the store."""

    shared = False
    """Whether a host writes the event, so that this program sends every command to it."""

    def __init__(self, store: Store, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._clock = clock
        self._memory = ViewCache(clock=clock)
        self.notices: tuple[Text, ...] = store.notices
        """What happened when the event was opened and the user must know."""
        self.signer: Signer | HostSigns | None = None
        """What signs fingerprints if the event has a key. It is set where the event is opened."""
        self.private: PrivateStore | None = store if isinstance(store, PrivateStore) else None
        """Where the data of people are that are no result. None if they cannot be read here."""
        self.eraser: Callable[[str, str, Sequence[str]], tuple[CopyErasure, ...]] = lambda _place, _event, _ids: ()
        """Erases rows of the private store in the copies of the event at a place, which begins with an entry of this
        id. It is set where the event is opened; a database has no copies that this program reaches."""
        self.desk = ""
        """The name of this desk in a shared event. Empty if the event is not shared."""
        self.key: EventRole | None = None
        """The role of the key of this desk in a shared event. None if the event is not shared."""
        with no_garbage_collection():
            records = list(store.read())
            self.damage: tuple[Problem, ...] = chain_problems(records, store.end)
            """What is wrong with the journal. As long as there is something, nothing more is written."""
            try:
                journal = Journal(decode(record) for record in records)
                self.view = View(journal, self._memory, damaged=bool(self.damage))
            except UnreadableEntry as error:
                raise _refusal(unreadable_entry(error, self.damage)) from error

    @property
    def written(self) -> View:
        """The event as it is in its file, from which copies and pages for others are made."""
        return self.view

    @property
    def now(self) -> datetime:
        """The time, in UTC, by the clock with which entries are written."""
        return self._clock()

    @property
    def clock(self) -> Callable[[], datetime]:
        """The clock with which entries are written."""
        return self._clock

    def follow_clock(self, clock: Callable[[], datetime]) -> None:
        """Use ``clock`` for the entries from now on."""
        self._clock = self._memory.clock = clock

    @property
    def unpublished_draw(self) -> "UnpublishedDraw | None":
        """The draft of the draw that this computer keeps beside the event. It is not part of any entry."""
        return self._memory.unpublished_draw

    @unpublished_draw.setter
    def unpublished_draw(self, draft: "UnpublishedDraw | None") -> None:
        self._memory.unpublished_draw = draft

    @property
    def place(self) -> str:
        """The path or address of the event."""
        return self._store.place

    def erase_copies(self, ids: Sequence[str]) -> tuple[CopyErasure, ...]:
        """Erase the private rows ``ids`` in the copies of the event, and return what became of each copy.

        Raise StoreUnavailable if they cannot be reached.
        """
        return self.eraser(self.place, self.view.journal[0].id, ids)

    def draft(self, by: By) -> Draft:
        """Return a draft for an action of ``by``.

        Raise Refused if their PIN opens no role, if the journal is damaged, or if their name contains control
        characters.
        """
        acting = acting_as(self.view, by)
        if self.damage:
            raise Refused(*self.damage)
        if steers_a_line(by.author):
            raise Refused(steering_problem(by.author, "author"))
        return Draft(self.view.journal.fork(), self._memory, acting, self._clock, self.signer)

    def commit(self, draft: Draft, order: Order) -> Changes:  # noqa: ARG002  # a desk of a shared event sends it
        """Write all entries of ``draft``, which result from ``order``, or none.

        Raise Refused if they change a closed session without reopening it, Conflict if somebody else wrote meanwhile,
        and StoreUnavailable if writing failed. Then nothing has changed.
        """
        if draft.entries:
            self._refuse_unfit(draft)
            self._store.append([entry.record for entry in draft.entries])
            self.view = draft.view
        return self._changes(draft.entries)

    def _changes(self, entries: Sequence[Entry]) -> Changes:
        sheets_of = self.view.journal.sheets_of
        return Changes(tuple(entries), streams=frozenset(sheet for entry in entries for sheet in sheets_of(entry)))

    def _refuse_unfit(self, draft: Draft) -> None:
        """Raise Refused if ``draft`` changes a closed session or is years older than the event, and Conflict if it is
        out of date.

        It is out of date if the event has changed since the draft was begun.
        """
        _refuse_in_closed(self.view, draft.view)
        _refuse_clock_of_long_ago(self.view, draft.entries[0])
        first = draft.entries[0]
        if self.view.journal.number(first.stream) != first.number - 1:
            raise Conflict(first.stream, first.number)

    def receive(self, records: Sequence[Record]) -> Changes:
        """Append all ``records``, which another computer wrote into this event, or none.

        Raise StoreDamaged if they do not continue this journal or cannot be understood, and StoreUnavailable if they
        were not written.
        """
        journal = self._continued(records)
        if records:
            self._store.append(records)
        return self._go_on(journal)

    def read_on(self) -> bool:
        """Read what other programs have written into the store, and return whether there was anything.

        For a file that is never so, since one process at a time writes it.
        """
        return False

    def _continued(self, records: Iterable[Record]) -> Journal:
        """Return the journal followed by ``records``, which another program wrote.

        Raise StoreDamaged if they do not fit.
        """
        journal = self.view.journal.fork()
        for record in records:
            problems = next_problems(journal, record)
            if problems:
                raise StoreBroken(problems[0].text)
            try:
                journal.append(decode(record))
            except UnreadableEntry as error:
                raise _refusal(unreadable_entry(error)) from error
        return journal

    def _go_on(self, journal: Journal) -> Changes:
        """Make ``journal``, which continues the current one, the journal of the event."""
        new = [journal[position] for position in range(len(self.view.journal), len(journal))]
        if new:
            self.view = View(journal, self._memory)
        return self._changes(new)

    def begin_with(self, other: "Book") -> None:
        """Write all entries of ``other`` into this event, which has none, and read them back.

        Raise StoreDamaged or StoreUnavailable if they were not kept.
        """
        records = [entry.record for entry in other.view.journal]
        self._store.append(records)
        if list(self._store.read()) != records:
            raise StoreUnavailable(mark("“{path}” did not keep what was written, so nothing was saved: "
                                        "open a copy of it.", path=self.place))  # fmt: skip
        self.view = View(other.view.journal.fork(), self._memory)

    def has_all_of(self, other: "Book") -> bool:
        """Return whether this event begins with all entries of ``other``: it is the same, or continues it."""
        there, here = other.view.fingerprint, self.view.journal
        return len(here) >= there.entries and here.until(there.entries).fingerprint == there

    def close(self) -> None:
        """Close the store."""
        self.follow_clock(_computer_time)  # a clock that asks the book for its view would keep it in memory
        self._store.close()


def _computer_time() -> datetime:
    return datetime.now(UTC)


def acting_as(view: View, by: By) -> Acting:
    """Return the role in which ``by`` acts in the event of ``view``. Raise Refused if their PIN opens no role."""
    return acting_with(view.state.pins, by)


def refuse_without_right(view: View, by: By, *acts: Act) -> None:
    """Raise Refused with each of ``acts`` that ``by`` may not do in the event of ``view``.

    Also raise it if their PIN opens no role.
    """
    refuse_to(acting_as(view, by).role, *acts)


def _refusal(problem: Problem) -> StoreDamaged:
    """The refusal of a journal with an entry that cannot be read."""
    return (StoreDamaged if problem.code == "made-by-newer" else StoreBroken)(problem.text)


def _refuse_clock_of_long_ago(view: View, entry: Entry) -> None:
    """Raise Refused if the clock that gave ``entry`` its time is years behind, as after its battery was empty."""
    if len(view.journal) and entry.time < earliest_time(view):
        text = mark(
            "The clock of this computer says {moment}, which is years before this event: set the clock first.",
            moment=entry.time.astimezone(),
        )
        raise Refused(Problem("clock-years-behind", text, "time"))


def _refuse_in_closed(before: View, after: View) -> None:
    """Raise Refused if a session that stays closed, or a sheet of one that stays cancelled, was changed."""
    earlier, later = before.state, after.state
    was, now = before.journal.session_marks, after.journal.session_marks
    cancelled = sorted(earlier.cancelled.keys() & later.cancelled.keys())
    refuse_closed(earlier, *(each for each in cancelled if was.get(each) != now.get(each)))
    closed = sorted(earlier.closed & later.closed)
    if earlier is later:  # only the sheets can have changed
        changed = [each for each in closed if was.get(each) != now.get(each)]
    else:
        changed = [each for each in closed if content_mark(before, each) != content_mark(after, each)]
    refuse_closed(earlier, *changed)


def content_mark(view: View, session: int) -> object:
    """Return a value that stays equal as long as ``session`` does not change.

    It covers its entries, its seats, who gets no table points, and whether it was published or its start announced.
    """
    state = view.state
    tables = state.seating.tables(session) if state.seating is not None else ()
    taken_back = frozenset(place for place in state.taken_back if place[0] == session)
    said = session in state.published, session in state.called
    substitutions = {place: each for place, each in state.substitutions.items() if place[0] == session}
    unplaced = session_people(state, session).unplaced.intersection(number for seats in tables for number in seats)
    return view.journal.session_mark(session), tables, taken_back, said, substitutions, unplaced


class GrowingStore(Store, Protocol):
    """A store into which other programs write as well."""

    def after(self, position: int) -> Iterable[Record]:
        """Yield the records after ``position``, whoever wrote them. Raise StoreUnavailable if they cannot be read."""


class DatabaseBook(Book):
    """An event in a database, into which other programs may write.

    The journal in memory is that of the store as it was last read or written.
    """

    def __init__(self, store: GrowingStore, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._growing = store
        super().__init__(store, clock=clock)

    def read_on(self) -> bool:
        """Read what is new, and return whether there was anything.

        Raise StoreDamaged if it does not continue this journal, and StoreUnavailable if it cannot be read.
        """
        return bool(self._go_on(self._continued(self._growing.after(len(self.view.journal)))).entries)
