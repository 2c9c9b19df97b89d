"""Drafts: entries that are not written yet, on a copy of the journal.

Only use cases make them; interfaces send commands.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import structs

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import mark
from tournament.language.harmless import harmless_line, steering_texts
from tournament.ledger.checks import wordless_problems
from tournament.ledger.codec import VERSION, encode, value_fault
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, hash_of
from tournament.ledger.facts import EventFact, Fact, Head, HeadsChained, LastingFact
from tournament.ledger.journal import Journal
from tournament.ledger.references import missing_reference
from tournament.ledger.sheet import SheetState
from tournament.use_cases.changes import Acting, id_taken, new_id, request_ids
from tournament.use_cases.ports import HostSigns, Signer
from tournament.use_cases.rights import acts_of, refuse_to
from tournament.use_cases.view import View, ViewCache


class Draft:
    """Entries that are not written yet, appended to a copy of the journal, so that their effects can be computed."""

    def __init__(
        self,
        journal: Journal,
        memory: ViewCache,
        acting: Acting,
        clock: Callable[[], datetime],
        signer: Signer | HostSigns | None = None,
    ) -> None:
        self._journal = journal
        self.acting = acting
        self._clock = clock
        self.signer = signer
        """What signs fingerprints; None if there is no signer."""
        self.view = View(journal, memory)
        self.entries: list[Entry] = []
        self._ids = request_ids(new_id())

    def begin_request(self, id: str) -> None:
        """Derive the ids of the entries added from now on from ``id``, a UUID, so that a repeat is recognised."""
        self._ids = request_ids(id)

    @property
    def author(self) -> str:
        """The name of the person who acts."""
        return self.acting.author

    @property
    def now(self) -> datetime:
        """The time, in UTC."""
        return self._clock()

    def view_now(self) -> View:
        """Return the event as it is now. Entries that are added later do not change it."""
        return View(self._journal.fork(), self.view.memory.copy())

    def add(self, stream: str, fact: Fact) -> Entry:
        """Add ``fact`` at the end of ``stream``.

        Raise Refused if the person acting may not do that, if the fact could not be read back from a file, if a reason
        has no words, or if its id is taken.
        """
        refuse_to(self.acting.role, *acts_of(self._journal, stream, fact, self.acting))
        self._refuse_impossible(fact)
        id = next(self._ids)
        if self._journal.find(id) is not None:
            raise Refused(id_taken())
        entry = next_entry(self._journal, stream, fact, self.acting, self._clock(), id)
        self._journal.append(entry)
        self.entries.append(entry)
        return entry

    def _refuse_impossible(self, fact: Fact) -> None:
        """Raise Refused if ``fact`` could not be read back from a file.

        That is so if the decoder refuses it, if it refers to something that does not exist, or if a reason has no
        words. A command may come from another computer, so this is checked here even if that computer has checked it.
        """
        fault = value_fault(fact) or (mark("a private reason is never written") if fact.private_reason else None)
        if fault is None and isinstance(fact, EventFact | LastingFact):
            fault = missing_reference(self.view.full_state, fact, len(self._journal))
        if fault is not None:
            raise Refused(Problem("value-impossible", mark("This cannot be written: {fault}.", fault=fault)))
        wordless = tuple(problem for reason in fact.reasons for problem in wordless_problems(reason))
        if wordless:
            raise Refused(*wordless)

    def begin(self, session: int) -> None:
        """If ``session`` has not begun, add the entry that begins it and states the ends of all streams."""
        if session not in self.view.state.started:
            self._chain(session, "start")

    def end(self, session: int) -> None:
        """If every sheet of ``session`` is verified, add the entry that ends it and states the ends of all streams."""
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
            for stream in dict.fromkeys(entry.stream for entry in self._journal)
            if (last := self._journal.last_hash(stream)) != known.get(stream)
        )
        self.add(EVENT_STREAM, HeadsChained(session, moment, heads))


def next_entry(
    journal: Journal, stream: str, fact: Fact, acting: Acting, now: datetime, id: str | None = None
) -> Entry:
    """Return ``fact`` as the next entry of ``stream``, with its hashes.

    ``now`` is the time in UTC. Without an ``id`` the entry gets a new one. Raise Refused if a text contains control
    characters.
    """
    before = journal.fingerprint
    record = Record(
        position=before.entries + 1,
        id=new_id() if id is None else id,
        stream=stream,
        number=journal.number(stream) + 1,
        kind=fact.kind,
        version=VERSION,
        author=acting.author,
        desk=acting.desk,
        time=now.isoformat(timespec="milliseconds"),
        content=_content(fact),
        previous=journal.last_hash(stream),
        before=before.hash,
        role=acting.role.value,
        hash="",
    )
    return Entry(structs.replace(record, hash=hash_of(record)), fact)


def _content(fact: Fact) -> str:
    try:
        content = encode(fact)
    except UnicodeEncodeError as error:
        raise Refused(steering_problem(str(error.object))) from error
    problems = tuple(map(steering_problem, steering_texts(content)))
    if problems:
        raise Refused(*problems)
    return content


def steering_problem(text: str, field: str = "") -> Problem:
    """Return why ``text`` is refused: it contains control characters, which would change what a screen shows."""
    message = mark("“{text}” contains control characters: type it again.", text=harmless_line(text))
    return Problem("control-character", message, field)


def refuse_stopping(problems: Sequence[Problem], *, confirmed: bool) -> None:
    """Raise Refused with the problems that block, or, unless ``confirmed``, with those that ask."""
    stopping = tuple(problem for problem in problems if problem.gravity is Gravity.BLOCKS)
    if not stopping and not confirmed:
        stopping = tuple(problem for problem in problems if problem.gravity is Gravity.ASKS)
    if stopping:
        raise Refused(*stopping)
