"""The only writer of a shared event: it carries out the orders of desks, and sends them the entries that they lack.

It uses no sockets and no clock. The server that runs it calls it from one thread at a time.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from msgspec import structs

from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole
from tournament.language import Text, language_of, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.entry import CHAIN_START, Entry, Record, table_stream
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.sharing.ends import SignedEnd, best_end, end_of, made_end, read_end
from tournament.sharing.keys import id_of
from tournament.sharing.messages import (
    MOST_ENTRIES,
    MOST_ORDERS,
    Answer,
    Behind,
    Declined,
    DeskSeen,
    Done,
    Forked,
    HandedOn,
    News,
    Offer,
    Overtaken,
    PrivateAnswer,
    PrivateCopy,
    PrivateQuestion,
    Replaced,
    Rival,
    Said,
    SentOrder,
    SignedIn,
    Sync,
    Unconfirmed,
    WordedProblem,
    arrived,
    refuse_other_protocol,
)
from tournament.sharing.statements import (
    HostKey,
    HostPath,
    Signed,
    Statements,
    WrittenPath,
    first_certificate,
    made_statement,
    written_path,
)
from tournament.sharing.succession import AskPeople, GoOn, HostMove, Side, StepBack, handing_over, host_move, staying
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    Changes,
    Conflict,
    LinesRefused,
    StoreUnavailable,
    TableCommand,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.book import refuse_without_right
from tournament.use_cases.changes import Order, id_taken, refuse_bad_id, written_by
from tournament.use_cases.commands import CheckInByPhone, PhoneCommand
from tournament.use_cases.phone_check_in import phone_of_player
from tournament.use_cases.ports import PrivateConflict, PrivateRow
from tournament.use_cases.private_data import private_store
from tournament.use_cases.table_entry import is_repeat

MOST_REFUSED = 10
"""After so many refused orders in one question, the host leaves the others to the next one, so that other desks are
answered in between."""
_TRIES = 20
"""How many times an order is tried again because another program wrote first."""
MOST_OFFERED = 32 * 1024 * 1024
"""About how many characters of the entries of a desk are held until the rest arrives."""


@dataclass(slots=True)
class _Desk:
    """What a desk sent in its last message."""

    have: Fingerprint
    last_word: str
    sheet: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class _Offered:
    """Entries that continue a journal."""

    after: Fingerprint
    """The end of the journal that they continue."""
    records: tuple[Record, ...]

    def since(self, end: Fingerprint) -> tuple[Record, ...]:
        """Those that continue a journal which ends so by now; empty if that has other entries."""
        known = end.entries - self.after.entries
        return self.records[known:] if end_of(self.after, self.records[:known]) == end else ()


@dataclass(slots=True)
class HostSigning:
    """What a host signs, and what it knows of other hosts of the event."""

    key: HostKey
    path: HostPath
    known: Statements
    stepped_back: bool = False
    """Whether it hosts the event no more."""
    successor: str = ""
    """The id of the deputy to which it hands over, hexadecimal; empty: to none."""
    _end: SignedEnd | None = None

    def receive(self, statements: Iterable[Signed]) -> None:
        """Note the statements of another computer, as far as they are genuine."""
        self.known = self.known.receive(statements)

    def move(self, desks: int) -> HostMove:
        """What the host does with what it knows, while so many ``desks`` are connected."""
        move = host_move(self.known, self.path, Side(desks, 0))
        if isinstance(move, StepBack) or (self.successor and not isinstance(move, GoOn)):
            self.stepped_back = True
        return StepBack(self.known.host) if self.stepped_back else move

    def name_deputies(self, certificates: Sequence[bytes], naming: Callable[[], bytes]) -> None:
        """Name these computers as deputies, in this order. Raise Refused if there are too many."""
        named = [each.certificate for each in self.known.deputies(self.path)]
        if self.path not in self.known.newest or named != [*certificates]:
            self.known = self.known.merge([made_statement(self.known, self.path, self.key, certificates, naming)])

    def hand_over(self, deputy: str, naming: Callable[[], bytes]) -> None:
        """Write nothing more, and let the deputy with the id ``deputy`` take over before all others.

        Raise Refused if it is none, or if hosts changed too often.
        """
        if not self.place_of(deputy):
            raise Refused(Problem("deputy-unknown", mark("This desk is not a deputy any more: choose another one.")))
        made = handing_over(self.known, self.path, self.key, bytes.fromhex(deputy), naming)
        self.known, self.successor = self.known.merge([made]), deputy

    def stay(self, naming: Callable[[], bytes]) -> None:
        """Remain the host although another computer replaced this one, or may do so. Raise Refused if hosts changed too
        often."""
        self.successor = ""
        self.known = self.known.merge([staying(self.known, self.path, self.key, naming)])

    def place_of(self, id: str) -> int:
        """The place of a computer among the deputies, from 1; 0 if it is none."""
        named = [each.id.hex() for each in self.known.deputies(self.path)]
        return named.index(id) + 1 if id in named else 0

    @property
    def own_path(self) -> HostPath | None:
        """The host that it is; None if it is none any more."""
        return None if self.stepped_back else self.path

    @property
    def written_path(self) -> WrittenPath:
        """Which host it is, as it is written."""
        return written_path(first_certificate(self.known, self.key), self.path)

    def close(self, end: Fingerprint) -> Signed:
        """Return ``end``, that of the entries in an answer, signed."""
        if self._end is None or self._end.end != end:
            self._end = made_end(self.known, self.path, self.key, end)
        return self._end.signed


@dataclass(frozen=True, slots=True)
class Member:
    """A desk that has joined and may send messages, with its sign-in."""

    name: str
    by: By
    certificate: bytes = b""
    address: str = ""
    last_word: str = ""
    """When its last message arrived, here or at another program that hosts the event; as ISO 8601 in UTC."""
    earlier: tuple[SignedIn, ...] = ()
    """Who signed in there before, the last first. What they entered may still wait to be sent."""

    def acting_as(self, author: str) -> By | None:
        """``author`` in the role in which they signed in there; None if they never did."""
        if author == self.by.author:
            return self.by
        found = next((each for each in self.earlier if each.author == author), None)
        return replace(self.by, author=author, role=found.role) if found is not None else None

    @property
    def id(self) -> str:
        """Its id in hexadecimal digits."""
        return id_of(self.certificate).hex()


@dataclass(frozen=True, slots=True)
class RivalClaims:
    """What the host that has replaced this one says of itself. None of it is proven but its path."""

    path: HostPath
    name: str
    address: str
    desks: int
    entries: int
    since: int
    """How many entries there were when it took over."""

    def against(self, desks: int, entries: int) -> Rival:
        """These claims beside what the host has that tells them: so many ``desks`` and ``entries``."""
        since = min(max(0, self.since), max(0, self.entries))
        theirs, ours = max(0, self.entries) - since, max(0, entries - since)
        return Rival(self.name, self.address, max(0, self.desks), theirs, desks, ours)


@dataclass(slots=True)
class Host:
    """A shared event at its host. A host that is taking over is ``gathering``: it first asks what the desks have."""

    book: Book
    confirm_on_two: bool = False
    gathering: bool = False
    signing: HostSigning | None = None
    """None in tests alone, which have no other hosts."""
    connected: int = 0
    """How many desks are connected, as the server says."""
    here: frozenset[str] | None = None
    """The names of those that are connected, and may be told to others; None: nobody has said who is."""
    at_host: frozenset[str] = frozenset()
    """The names of those on the computer of this host."""
    kept_end: SignedEnd | None = None
    """The newest end that this computer had from the lost host while it was a desk; None if it had none."""
    reached: Mapping[str, bool] = field(default_factory=dict)
    """Whether the server reaches each deputy that it has tried to reach, by its id in hexadecimal digits."""
    claims: RivalClaims | None = None
    """What the host that replaced this one says of itself; None if it does not answer."""
    copy: str = ""
    """Where another computer, which is no host of the event, announces a copy of it; empty: nowhere."""
    handed_on: HandedOn | None = None
    """What deputies are told about how people beside the desks are served."""
    _private: PrivateCopy | None = None
    """The data of people; None until a deputy asks or a desk reads them."""
    _offered: "dict[str, _Offered]" = field(default_factory=dict)
    """What desks have offered that does not reach a signed end yet, by their names."""
    _desks: dict[str, _Desk] = field(default_factory=dict)

    @property
    def end(self) -> Fingerprint:
        """The end of its journal."""
        return self.book.view.fingerprint

    @property
    def waits(self) -> bool:
        """Whether it writes nothing, since another computer replaced it or is to do so."""
        signing = self.signing
        return signing is not None and (bool(signing.successor) or isinstance(signing.move(self.connected), AskPeople))

    def answer(self, member: Member, message: Sync, members: Mapping[str, Member]) -> Said:
        """Return the answer to ``message`` of the desk ``member``. ``members`` are all desks by name.

        Raise Refused if the desk uses another version of the protocol or asks for too much at once; StoreDamaged and
        StoreUnavailable if the host cannot write.
        """
        _refuse_unfit(message)
        if (signing := self.signing) is not None:
            signing.receive(message.statements)
            if isinstance(signing.move(self.connected), StepBack):
                return Replaced(signing.known.signed)
        self.book.read_on()  # Read first: refusals and forks must be decided with the current journal.
        journal, have = self.book.view.journal, message.have
        if have.entries > len(journal) and self.gathering:
            return Behind(end_of(self.end, self._held(member.name)) or self.end)
        if end_after(journal, have.entries) != have:
            # The entries on its disk are not those of this journal, so they make none of them safe.
            self.forget(member.name)
            return Forked(journal.fingerprint)
        now = self.book.now.isoformat(timespec="milliseconds")
        self._desks[member.name] = _Desk(have, now, message.sheet)
        answers = () if self.gathering or self.waits else tuple(self._answers(member, message))
        entries = tuple(entry.record for entry in self._after(have.entries))
        news = News(answers, entries, self.end, now, self.confirm_on_two, self.desks(members, member), waits=self.waits)
        if signing is None:
            return news
        end = end_after(self.book.view.journal, have.entries + len(entries))
        assert end is not None, "these entries are in the journal"
        known = signing.known.digest
        told = signing.known.signed if known != message.known else ()
        return structs.replace(
            news,
            known=known,
            statements=told,
            closing=signing.close(end),
            successor=signing.successor,
            rival=self.rival,
            copy=self.copy,
        )

    @property
    def rival(self) -> Rival | None:
        """The host that has replaced this one and answers, while people have to choose; None otherwise."""
        claims = self.claims
        if claims is None or self.signing is None or claims.path != self.signing.known.host or not self.waits:
            return None
        return claims.against(self.connected, self.end.entries)

    def desks(self, members: Mapping[str, Member], told: Member | None = None) -> tuple[DeskSeen, ...]:
        """Return all ``members``, the desks by name, with what they sent last, as the desk ``told`` may know it."""
        is_deputy = told is not None and self.has_deputy(told)
        own = told.name if told is not None else ""
        return tuple(
            self._seen(each, certified=is_deputy, all_authors=is_deputy or each.name == own)
            for each in members.values()
        )

    def has_deputy(self, member: Member) -> bool:
        """Whether the desk ``member`` may take over."""
        return self._place_of(member) > 0

    def _place_of(self, member: Member) -> int:
        return self.signing.place_of(member.id) if self.signing is not None else 0

    @property
    def mark(self) -> object:
        """A value that stays equal as long as no desk has a reason to ask for news.

        It covers the journal, the desks, their sheets, who is here, whether anybody here lacks entries, which entries
        are safe, and what is known of hosts and deputies.
        """
        here = self._desks if self.here is None else self._desks.keys() & self.here
        # Not who lacks them: every desk that caught up would then make all others ask once more.
        somebody_lacks = any(self._desks[name].have != self.end for name in here)
        safe = sorted((desk.have.entries for desk in self._desks.values()), reverse=True)[:2]
        sheets = tuple((name, desk.sheet) for name, desk in self._desks.items())
        known = self.signing.known.digest if self.signing is not None else b""
        present, reached = (self.here, self.at_host), tuple(self.reached.items())
        private = self._private.digest if self._private is not None else b""
        others = known, self.waits, reached, self.rival, self.copy, self.handed_on, private
        return self.end, somebody_lacks, safe if self.confirm_on_two else (), sheets, present, others

    def take_offer(self, offer: Offer, name: str = "") -> None:
        """Append the entries that only the desk ``name`` has, while gathering, once they reach a signed end.

        Raise StoreDamaged if they do not continue the journal; Refused if this host has already taken over, or if the
        lost host did not sign their end.
        """
        if not self.gathering:
            raise Refused(Problem("not-gathering", mark("This host has taken over already.")))
        if self.signing is None:
            self.book.receive([record for record in offer.entries if record.position > self.end.entries])
            return
        end, held = self._acceptable_end(offer), self._held(name)
        self._offered.pop(name, None)
        last = self.end.entries + len(held)
        held += tuple(record for record in offer.entries if last < record.position <= end.entries)
        reached = end_of(self.end, held)
        if reached == end:
            self.book.receive(held)
        elif held and reached is not None and reached.entries < end.entries and size_of(held) <= MOST_OFFERED:
            self._offered[name] = _Offered(self.end, held)
        else:
            raise Refused(_unsigned())

    def finish_gathering(self) -> None:
        """Accept orders from now on, and no more offers."""
        self.gathering = False
        self._offered.clear()

    def _held(self, name: str) -> tuple[Record, ...]:
        """What the desk of this name has offered that continues the journal, and does not reach a signed end yet."""
        offered = self._offered.get(name)
        return offered.since(self.end) if offered is not None else ()

    def _acceptable_end(self, offer: Offer) -> Fingerprint:
        """Return the end up to which the entries of ``offer`` are accepted. Raise Refused if there is none."""
        assert self.signing is not None
        replaced = HostPath(self.signing.path.first, self.signing.path.successors[:-1])
        read = read_end(offer.end, self.signing.known.event) if offer.end is not None else None
        found = best_end([read] if read is not None else [], replaced, self.kept_end)
        if found is None or found.end.entries <= self.end.entries:
            raise Refused(_unsigned())
        return found.end

    def has_heard(self, name: str) -> bool:
        """Whether the desk of this name has sent a message, and has no entries that this host lacks."""
        return name in self._desks

    def forget(self, name: str) -> None:
        """Forget the desk of this name, which has left."""
        self._desks.pop(name, None)

    def _after(self, entries: int) -> Iterator[Entry]:
        """Yield the entries after the first ``entries``, about `MOST_ENTRIES` at most.

        The entries of one command are not separated: if this desk has to take over, it must have all of them or none.
        """
        journal = self.book.view.journal
        end = min(entries + MOST_ENTRIES, len(journal))
        if end < len(journal):
            starts = (written_by(journal, journal[position].id) for position in reversed(range(entries, end)))
            written = next((each for each in starts if len(each) > 1), ())
            end = max(end, journal.position_of(written[0]) + len(written)) if written else end
        return (journal[position] for position in range(entries, end))

    def _answers(self, member: Member, message: Sync) -> Iterator[Answer]:
        refused = 0
        for order in message.orders:
            if refused == MOST_REFUSED:
                return
            answer = self._answered(member, order, message.language)
            refused += isinstance(answer, Declined | Overtaken)
            yield answer

    def _answered(self, member: Member, sent: SentOrder, language: str) -> Answer:
        id = sent.ids[0] if sent.ids else ""
        try:
            order = arrived(sent)
            for each in order.ids:
                refuse_bad_id(each)
            changes = self._carried_out(member, order)
        except Refused as refused:
            return Declined(id, tuple(self._worded(problem, language) for problem in refused.problems))
        except LinesRefused as refused:
            worded = (
                self._worded(problem, language, line) for line, problems in refused.refusals for problem in problems
            )
            return Declined(id, tuple(worded))
        except Conflict as conflict:
            return Overtaken(id, conflict.stream, conflict.number)
        journal = self.book.view.journal
        written = [entry for each in order.ids for entry in written_by(journal, each)]
        position = journal.position_of(written[-1]) + 1 if written else 0
        if not self.is_safe(position or len(journal), member.name):
            return Unconfirmed(id, position)
        return Done(id, position, tuple(self._worded(remark, language) for remark in changes.remarks))

    def _carried_out(self, member: Member, order: Order) -> Changes:
        """Carry out ``order``, and try again if another program wrote into the store meanwhile."""
        for _ in range(_TRIES):
            try:
                return self._carried_out_once(member, order)
            except Conflict:
                if not self.book.read_on():
                    raise  # The desk has not seen the entries that now come before its own.
        return self._carried_out_once(member, order)

    def _carried_out_once(self, member: Member, order: Order) -> Changes:
        author = order.author or member.by.author
        taken = [self.book.view.journal.find(id) for id in order.ids]
        if any(entry is not None and entry.record.author != author for entry in taken):
            raise Refused(id_taken())
        by = member.acting_as(author)
        if by is None:
            if None in taken:
                raise Refused(_not_signed_in(author))
            by = replace(member.by, author=author, role=None)  # it was written before, and is only repeated
        by = replace(by, desk=member.name)
        if order.together:
            return carry_out_all(self.book, order.commands, by=by, ids=order.ids)
        command, id = order.commands[0], order.ids[0]
        self._refuse_unseen(order)
        return carry_out(self.book, command, by=by, confirmed=order.confirmed, seen=order.seen, id=id)

    def _refuse_unseen(self, order: Order) -> None:
        """Raise Conflict if the sheet of ``order`` changed since its desk saw it.

        This comes before other checks, which might refuse the order only because of that change.
        """
        command, journal = order.commands[0], self.book.view.journal
        if order.seen is None or journal.find(order.id) is not None:
            return
        if isinstance(command, TableCommand) and not isinstance(command, CancelPenalty):
            stream = table_stream(command.session, command.table)
            if journal.sheet_number(stream) != order.seen:
                raise Conflict(stream, order.seen + 1)

    def carry_out_for(self, by: By, command: PhoneCommand, id: str) -> int:
        """Carry out the command of a phone at a table, and return the number of the last entry written.

        What was sent before with this ``id`` is not written again. Raise StoreUnavailable while gathering, Refused if
        something else was written with it, and what :func:`~tournament.use_cases.carry_out` raises.
        """
        self._refuse_changing()
        refuse_bad_id(id)

        def write() -> None:
            if not is_repeat(self.book.view, command, id):
                raise Refused(id_taken())
            carry_out(self.book, command, by=by, confirmed=True, id=id)

        self._repeated(write)
        journal = self.book.view.journal
        written = written_by(journal, id)
        return journal.position_of(written[-1]) + 1 if written else len(journal)

    def check_in(self, number: int) -> int:
        """Check in a player from their own phone, and return how many entries the journal has then.

        Raise StoreUnavailable while gathering, and what :func:`~tournament.use_cases.carry_out` raises.
        """
        self._refuse_changing()
        self._repeated(lambda: carry_out(self.book, CheckInByPhone(number), by=phone_of_player(self.book.view, number)))
        return len(self.book.view.journal)

    def _repeated(self, write: Callable[[], object]) -> None:
        """Call ``write`` again if another host of the database was faster."""
        for _ in range(_TRIES):
            try:
                write()
                return
            except Conflict:
                if not self.book.read_on():
                    raise

    def private_answer(self, member: Member, question: PrivateQuestion) -> PrivateAnswer:
        """Answer the desk ``member`` about the data of people. The copies are erased by who runs the host.

        Raise Refused if who signed in there may not read them, StoreUnavailable while the host is changing or if they
        cannot be written.
        """
        refuse_without_right(self.book.view, member.by, Act.REGISTRATION)
        self._refuse_changing()
        store = private_store(self.book)
        conflicts: tuple[PrivateRow, ...] = ()
        if question.rows:
            try:
                store.write_private(question.rows)
            except PrivateConflict as conflict:
                conflicts = conflict.rows
        self._private = _private_copy(store.private_rows())
        return PrivateAnswer(self._private.rows, conflicts)

    def private_for(self, member: Member, known: bytes) -> PrivateCopy | None:
        """Return what the desk ``member`` is sent of the data of people, if it has those with the digest ``known``."""
        if not self.has_deputy(member):
            return PrivateCopy(b"") if known else None
        if self._private is None:
            store = self.book.private
            self._private = _private_copy(store.private_rows() if store is not None else ())
        if not self._private.rows and not known:
            return None
        return self._private if self._private.digest != known else None

    def _refuse_changing(self) -> None:
        if self.gathering or self.waits or (self.signing is not None and self.signing.stepped_back):
            raise StoreUnavailable(mark("The host of this event is changing: send it again in a moment."))

    def is_safe(self, position: int, author: str = "") -> bool:
        """Whether an entry is on as many disks as it must be.

        If two are needed, one is that of another desk than the one that wrote it.
        """
        return not self.confirm_on_two or any(
            desk.have.entries >= position for name, desk in self._desks.items() if name != author
        )

    def _worded(self, problem: Problem, language: str, line: int = 0) -> WordedProblem:
        return WordedProblem(problem.code, self.say(problem.text, language), problem.field, line)

    def say(self, text: Text, language: str) -> str:
        """Return ``text`` in the language with this code, in the words of the event."""
        return language_of(language).with_words(self.book.view.words).render(text)

    def _seen(self, member: Member, *, certified: bool, all_authors: bool) -> DeskSeen:
        desk = self._desks.get(member.name, _Desk(NO_ENTRIES, "", None))
        return DeskSeen(
            member.name,
            member.id,
            member.by.author,
            member.by.role,
            max(desk.last_word, member.last_word),
            desk.sheet,
            desk.have.entries,
            member.address,
            self._place_of(member),
            member.certificate if certified else b"",
            member.by.key or EventRole.ORGANISER,
            member.earlier if all_authors else (),
            self.reached.get(member.id),
            self.here is None or member.name in self.here,
            member.name in self.at_host,
        )


def _private_copy(rows: tuple[PrivateRow, ...]) -> PrivateCopy:
    digest = sha256()
    for row in rows:
        for part in (row.id, str(row.version), row.content):
            digest.update(f"{len(part)} {part}".encode(errors="surrogatepass"))
    return PrivateCopy(digest.digest(), rows)


def size_of(records: Iterable[Record]) -> int:
    """About how many characters ``records`` have: the texts that a desk can make long."""
    return sum(len(each.content) + len(each.author) + len(each.desk) + len(each.stream) for each in records)


def _not_signed_in(author: str) -> Problem:
    text = mark(
        "“{author}” has not signed in at this desk, so nothing is written in this name: sign in with it, or send this "
        "again in your own name.",
        author=harmless_line(author),
    )
    return Problem("author-unknown", text, "author")


def _unsigned() -> Problem:
    text = mark("The host that is lost has not signed these entries: this desk keeps them, and can send them again.")
    return Problem("offer-unsigned", text)


def _refuse_unfit(message: Sync) -> None:
    refuse_other_protocol(message.protocol)
    if len(message.orders) > MOST_ORDERS:
        text = mark("A desk sends at most {most} orders at once; these are {count}.", most=MOST_ORDERS,
                    count=len(message.orders))  # fmt: skip
        raise Refused(Problem("orders-too-many", text))


def end_after(journal: Journal, entries: int) -> Fingerprint | None:
    """Return the end of ``journal`` when it had this many entries; None if it has fewer."""
    if not 0 <= entries <= len(journal):
        return None
    if entries == len(journal):
        return journal.fingerprint
    before = journal[entries].record.before
    if before or entries == 0:
        return Fingerprint(entries, before or CHAIN_START)
    return journal.until(entries).fingerprint  # Entries of the first version do not name the hash before them.


@dataclass(frozen=True, slots=True)
class TakeOverLoss:
    """What is lost, or may be lost, if a desk takes over now. Its user is warned of this."""

    entries: int
    """Number of entries of the lost host, at least, that none of the desks asked has."""
    not_asked: tuple[DeskSeen, ...]
    """Desks that had joined the lost host and were not asked; each may have entries that no other desk has."""
    acknowledged: bool
    """Whether entries that were reported to desks as safe may be missing."""


def what_take_over_loses(news: News, have: int, asked: Collection[str]) -> TakeOverLoss:
    """Return what is lost by taking over now, according to the last ``news`` of the lost host.

    ``have`` is the number of entries in the journal of the desk that takes over. ``asked`` are the names of the desks
    whose entries it has gathered, and its own.
    """
    not_asked = tuple(each for each in news.desks if each.name not in asked)
    missing = max(0, news.end.entries - have)
    return TakeOverLoss(missing, not_asked, acknowledged=bool(not_asked or not news.confirm_on_two))


def is_of(journal: Journal, end: Fingerprint) -> bool:
    """Return whether ``journal`` continues the one with the fingerprint ``end``, or is the same.

    If a host answers `Forked` with such an ``end``, it has no entry that is missing here: it is an old host that others
    have replaced.
    """
    return end_after(journal, end.entries) == end


def offer_after(journal: Journal, end: Fingerprint) -> Offer | None:
    """Return the entries that a desk with this ``journal`` has after ``end``, at most `MOST_ENTRIES`.

    None if the journal does not continue ``end``.
    """
    if not is_of(journal, end):
        return None
    last = min(end.entries + MOST_ENTRIES, len(journal))
    return Offer(tuple(journal[position].record for position in range(end.entries, last)))


def forked_entries(old: Journal, new: Journal) -> tuple[Entry, ...]:
    """Return the entries that only ``old`` has, in order.

    ``new`` is the journal with which the desks continued. Entries that were sent again and are in ``new`` under another
    position are not included.
    """
    return tuple(entry for entry in old if new.find(entry.id) is None)
