"""Entries to come, on a copy of the journal. Only use cases make them: interfaces send commands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

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
    """Entries to come, on a copy of the journal: looked at as if they were written."""

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
        """What signs fingerprints; None: nothing here can."""
        self.view = View(journal, memory)
        self.entries: list[Entry] = []
        self._ids = request_ids(new_id())

    def begin_request(self, id: str) -> None:
        """Name what is added from now on after the request ``id``, a UUID: a repeat is then recognised."""
        self._ids = request_ids(id)

    @property
    def author(self) -> str:
        """Who acts."""
        return self.acting.author

    @property
    def now(self) -> datetime:
        """The time, in UTC."""
        return self._clock()

    def view_now(self) -> View:
        """The event as it stands now, which entries to come do not change."""
        return View(self._journal.fork(), self.view.memory.copy())

    def add(self, stream: str, fact: Fact) -> Entry:
        """Put ``fact`` at the end of ``stream``; Refused when who acts may not, or a text would steer a screen."""
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
        """A command may come from elsewhere: nothing is written that the decoder would refuse, or refers to nothing."""
        fault = value_fault(fact) or ("reason: private, never written" if fact.private_reason else None)
        if fault is None and isinstance(fact, EventFact | LastingFact):
            fault = missing_reference(self.view.full_state, fact, len(self._journal))
        if fault is not None:
            raise Refused(Problem("value-impossible", mark("This cannot be written: {fault}.", fault=fault)))
        wordless = tuple(problem for reason in fact.reasons for problem in wordless_problems(reason))
        if wordless:
            raise Refused(*wordless)

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
            for stream in dict.fromkeys(entry.stream for entry in self._journal)
            if (last := self._journal.last_hash(stream)) != known.get(stream)
        )
        self.add(EVENT_STREAM, HeadsChained(session, moment, heads))


def next_entry(
    journal: Journal, stream: str, fact: Fact, acting: Acting, now: datetime, id: str | None = None
) -> Entry:
    """``fact`` as the next entry of ``stream``, sealed; Refused when a text would steer a screen.

    ``now`` is the time in UTC; without an ``id`` it gets a new one.
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
    return Entry(replace(record, hash=hash_of(record)), fact)


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
    """Why ``text`` is refused: it would steer a screen."""
    told = mark("“{text}” contains control characters: type it again.", text=harmless_line(text))
    return Problem("control-character", told, field)


def refuse_stopping(problems: Sequence[Problem], *, confirmed: bool) -> None:
    """Refused with what makes it impossible; unless ``confirmed`` with what is improbable."""
    stopping = tuple(problem for problem in problems if problem.gravity is Gravity.BLOCKS)
    if not stopping and not confirmed:
        stopping = tuple(problem for problem in problems if problem.gravity is Gravity.ASKS)
    if stopping:
        raise Refused(*stopping)
