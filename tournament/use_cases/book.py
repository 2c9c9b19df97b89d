"""The open event: a store, and the journal read from it. All writing goes through here."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line, steering_texts, steers_a_line
from tournament.ledger.codec import VERSION, decode, encode
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, UnreadableEntry, hash_of
from tournament.ledger.facts import Fact, Head, HeadsChained
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import SheetState
from tournament.use_cases.chain import chain_problems, unreadable_entry
from tournament.use_cases.keeping import keeping_all
from tournament.use_cases.rights import open_role, refuse_without_right, role_of_pin
from tournament.use_cases.store import Conflict, Store, StoreBroken, StoreDamaged, StoreUnavailable
from tournament.use_cases.view import View, ViewCache


@dataclass(frozen=True, slots=True)
class By:
    """Who acts, at which desk, and as what: by the role that was signed in, or by the PIN that opens one."""

    author: str
    desk: str = ""
    role: EventRole | None = None
    """None: what everybody may be without a PIN."""
    pin: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Changes:
    """What an action did."""

    entries: tuple[Entry, ...]
    """What was written, in order."""
    remarks: tuple[Problem, ...] = ()
    """What is worth saying, and stopped nothing."""
    remarked: tuple[int, ...] = ()
    """Of several actions carried out at once: the index (from 0) of the one that each remark is about."""
    streams: frozenset[str] = frozenset()
    """The streams that grew, and those whose sheet was changed by another one's: what a screen has to ask again."""


class Draft:
    """Entries to come, on a copy of the journal: looked at as if they were written."""

    def __init__(
        self,
        journal: Journal,
        memory: ViewCache,
        by: By,
        clock: Callable[[], datetime],
        role: EventRole = EventRole.ORGANISER,
    ) -> None:
        self._journal = journal
        self._by = by
        self._clock = clock
        self._role = role
        self.view = View(journal, memory)
        self.entries: list[Entry] = []

    @property
    def author(self) -> str:
        """Who acts."""
        return self._by.author

    @property
    def now(self) -> datetime:
        """The time, in UTC."""
        return self._clock()

    def check_right(self, stream: str, fact: Fact) -> None:
        """Refused when who acts may not do this."""
        refuse_without_right(self._role, self._journal, stream, fact, self._by.author)

    def add(self, stream: str, fact: Fact) -> Entry:
        """Put ``fact`` at the end of ``stream``; Refused when who acts may not, or a text would steer a screen."""
        self.check_right(stream, fact)
        content = _content(fact)
        before = self._journal.fingerprint
        record = Record(
            position=before.entries + 1,
            id=str(uuid.uuid4()),
            stream=stream,
            number=self._journal.number(stream) + 1,
            kind=fact.kind,
            version=VERSION,
            author=self._by.author,
            desk=harmless_line(self._by.desk),
            time=self._clock().isoformat(timespec="milliseconds"),
            content=content,
            previous=self._journal.last_hash(stream),
            before=before.hash,
            hash="",
        )
        entry = Entry(_sealed(record), fact)
        self._journal.append(entry)
        self.entries.append(entry)
        return entry

    def begin(self, session: int) -> None:
        """Chain the heads when ``session`` is not begun."""
        if session not in self.view.state.started:
            self._chain(session, "start")

    def end(self, session: int) -> None:
        """Chain the heads when every sheet of ``session`` is verified."""
        if all(sheet.state is SheetState.VERIFIED for sheet in self.view.sheets(session)):
            self._chain(session, "end")

    def _chain(self, session: int, moment: str) -> None:
        known = {
            head.stream: head.hash
            for entry in self._journal.everything(EVENT_STREAM)
            if isinstance(entry.fact, HeadsChained)
            for head in entry.fact.heads
        }
        heads = tuple(
            Head(stream, self._journal.number(stream), last)
            for stream in self._journal.streams
            if (last := self._journal.last_hash(stream)) != known.get(stream)
        )
        self.add(EVENT_STREAM, HeadsChained(session, moment, heads))


class Book:
    """One event, open. Reads its store once; afterwards the journal in memory and the store say the same."""

    def __init__(self, store: Store, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._clock = clock
        self._memory = ViewCache(clock=lambda: self.now)
        self.notices: tuple[Text, ...] = store.notices
        """What happened when the event was opened that a user has to know."""
        with keeping_all():
            records = list(store.read())
            self.damage: tuple[Problem, ...] = chain_problems(records, store.end)
            """What is wrong with the journal itself; while there is something, nothing more is written."""
            try:
                journal = Journal(decode(record) for record in records)
                self.view = View(journal, self._memory, damaged=bool(self.damage))
            except UnreadableEntry as error:
                raised = StoreDamaged if error.newer else StoreBroken
                raise raised(unreadable_entry(error).text) from error

    @property
    def now(self) -> datetime:
        """The time, in UTC, by the clock that its entries are written with."""
        return self._clock()

    @property
    def clock(self) -> Callable[[], datetime]:
        """The clock that its entries are written with."""
        return self._clock

    def follow_clock(self, clock: Callable[[], datetime]) -> None:
        """Write entries with this clock from now on."""
        self._clock = clock

    @property
    def place(self) -> str:
        """Where the event is kept."""
        return self._store.place

    def draft(self, by: By) -> Draft:
        """Begin an action; Refused when the journal is damaged, or a PIN opens no role."""
        if self.damage:
            raise Refused(*self.damage)
        if steers_a_line(by.author):
            raise Refused(_steering(by.author, "author"))
        return Draft(self.view.journal.fork(), self._memory, by, self._clock, acting_role(self.view, by))

    def commit(self, draft: Draft) -> Changes:
        """Write the entries of ``draft``, all or none. Conflict and StoreUnavailable leave everything as it was.

        Refused when they change anything of a closed session that they do not reopen.
        """
        if draft.entries:
            _refuse_in_closed(self.view, draft.view)
            first = draft.entries[0]
            if self.view.journal.number(first.stream) != first.number - 1:
                raise Conflict(first.stream, first.number)
            self._store.append([entry.record for entry in draft.entries])
            self.view = draft.view
        streams = (self.view.journal.sheets_of(entry) for entry in draft.entries)
        return Changes(tuple(draft.entries), streams=frozenset().union(*streams))

    def begin_with(self, other: "Book") -> None:
        """Write all entries of ``other`` into this event, which has none, and read them back.

        Raises StoreDamaged or StoreUnavailable when they are not kept.
        """
        records = [entry.record for entry in other.view.journal]
        self._store.append(records)
        if list(self._store.read()) != records:
            raise StoreUnavailable(
                mark(
                    "“{path}” did not keep what was written, so nothing was saved: open a copy of it.", path=self.place
                )
            )
        self.view = View(other.view.journal.fork(), self._memory)

    def has_all_of(self, other: "Book") -> bool:
        """Whether this event goes on from ``other``, or is the same: it begins with all of its entries."""
        there, here = other.view.fingerprint, self.view.journal
        return len(here) >= there.entries and here.until(there.entries).fingerprint == there

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()


def acting_role(view: View, by: By) -> EventRole:
    """As what ``by`` acts in the event of ``view``; Refused when his PIN opens no role of it."""
    pins = view.state.pins
    if not pins:
        return EventRole.ORGANISER
    roles = [open_role(pins)]
    if by.role is not None:
        roles.append(by.role)
    if by.pin:
        opened = role_of_pin(pins, by.pin)
        if opened is None:
            raise Refused(Problem("pin-wrong", mark("This PIN belongs to no role of the event."), "pin"))
        roles.append(opened)
    return max(roles, key=lambda role: role.rank)


def _content(fact: Fact) -> str:
    try:
        content = encode(fact)
    except UnicodeEncodeError as error:
        raise Refused(_steering(str(error.object))) from error
    problems = tuple(map(_steering, steering_texts(content)))
    if problems:
        raise Refused(*problems)
    return content


def _steering(text: str, field: str = "") -> Problem:
    told = mark("“{text}” contains control characters: type it again.", text=harmless_line(text))
    return Problem("control-character", told, field)


def _sealed(record: Record) -> Record:
    return replace(record, hash=hash_of(record))


def _refuse_in_closed(before: View, after: View) -> None:
    """Nothing of a session that was closed before and is after may be another one."""
    closed = sorted(before.state.closed & after.state.closed)
    if closed:
        before.refuse_closed(*(each for each in closed if before.content_mark(each) != after.content_mark(each)))
