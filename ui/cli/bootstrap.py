"""Connects the use cases to the store on disk: the only module of the command line that opens one.

Each function imports what it needs, so that the help of a command is shown without loading any of it.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

import click

from tournament.event.problem import Problem, Refused
from tournament.language import ENGLISH, Text, mark
from ui import __version__
from ui.cli.context import PIN_VARIABLE, CliContext

if TYPE_CHECKING:
    from reports.rankings.season import KnownPlaces
    from tournament.event.role import Act
    from tournament.ledger.entry import Record
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.members.member import Directory
    from tournament.sharing.invitation import Invitation
    from tournament.storage.postgres_desks import SharedDatabase
    from tournament.use_cases import Book, By, Store, View
    from tournament.use_cases.commands import CopyEvent, CreateEvent
    from tournament.use_cases.conversion import Conversion
    from tournament.use_cases.copies import Examined, Restored
    from tournament.use_cases.ports import CopyErasure, DatabaseEvent
    from tournament.use_cases.recovery import Recovery
    from ui.json_lines.rescued import RescuedFiles

_LIKE_AN_INVITATION = re.compile(r"\W*qv\d", re.IGNORECASE)
_OF_INVITATIONS = ".qv-invitation"


def author_of(context: CliContext) -> "By":
    """Who acts in this call, at which desk, and with which PIN."""
    from tournament.use_cases import By

    return By(context.author, context.desk, pin=os.environ.get(PIN_VARIABLE, ""))


def make_event(path: Path, begin: "CreateEvent | CopyEvent", context: CliContext, *, logo: bytes = b"") -> None:
    """Create the event file ``path``, with its ``logo``. If that is refused, no file is left behind."""
    from tournament.storage import create
    from tournament.use_cases import carry_out, settings_refusals
    from tournament.use_cases.commands import ChangeLogo

    refuse_invitation(path)
    problems = settings_refusals(begin.settings)
    if problems:
        raise Refused(*problems)
    with _closing(create(path), writes=True) as book, _noting_changes(book, path):
        carry_out(book, begin, by=author_of(context))
        if logo:
            carry_out(book, ChangeLogo(logo), by=author_of(context))


def make_converted(path: Path, conversion: "Conversion", context: CliContext) -> None:
    """Write the imported event to the new event file ``path``."""
    from tournament.storage import open_for_reading
    from tournament.storage.creation import write_event
    from tournament.storage.seen import remember
    from tournament.use_cases.chain import fingerprint_of

    refuse_invitation(path)
    write_event(path, conversion.records)
    context.saved.append(path)
    remember(path, conversion.records[0].id, fingerprint_of(conversion.records))
    with _closing(open_for_reading(path), writes=False) as book:
        _refuse_damaged(book)


def make_event_from_json(path: Path, json: Path, context: CliContext) -> "Fingerprint":
    """Create the event file ``path`` with the journal in the file ``json``; return its fingerprint."""
    from reports.event_json import read_event_json
    from tournament.storage import create
    from tournament.storage.creation import write_event
    from tournament.storage.seen import remember
    from tournament.use_cases.chain import fingerprint_of

    refuse_invitation(path)
    create(path).close()  # refuses a bad name before anything is read
    records = read_event_json(json)
    write_event(path, records)
    context.saved.append(path)
    end = fingerprint_of(records)
    remember(path, records[0].id, end)
    return end


def invitation_in(path: Path) -> "Invitation | None":
    """The invitation in the text or the file ``path``; None if it is something else. Raises Refused if it is
    damaged."""
    if not (_LIKE_AN_INVITATION.match(normalize("NFKC", str(path))) or path.suffix == _OF_INVITATIONS):
        return None  # so that who works on a file need not import the other
    from tournament.sharing import invitation

    if path.suffix == _OF_INVITATIONS:
        return invitation.read(path)
    return invitation.decode(str(path)) if invitation.is_invitation(str(path)) else None


@contextmanager
def event_for_writing(path: Path, *acts: "Act", answers: bool = False) -> "Iterator[Book]":
    """The event at ``path``, open for writing, locked against other writers.

    Raises Refused if the PIN of this call opens no role, or a role without the right to ``acts``, before anything about
    the event is shown; then if its journal is broken; and if its entries contradict one another, where the call also
    ``answers`` with the content of the event.
    """
    from tournament.use_cases.book import refuse_without_right

    context = _context()
    with _opened_for_writing(path, context) as book:
        if context is not None:
            refuse_without_right(book.view, author_of(context), *acts)
        _refuse_damaged(book)
        if answers:
            _refuse_contradictions(book)
        _print_if_gone_back(path, book)
        yield book


@contextmanager
def _opened_for_writing(path: Path, context: CliContext | None) -> "Iterator[Book]":
    from tournament.storage import open_for_writing

    invitation = invitation_in(path)
    if invitation is None:
        with _closing(open_for_writing(path), writes=True) as book, _noting_changes(book, path):
            yield book
        return
    from ui.cli.shared_event import shared_event

    with shared_event(invitation, context or CliContext(ENGLISH), writes=True) as shared:
        yield shared


@contextmanager
def event_for_reading(path: Path, *, answers: bool = True) -> "Iterator[Book]":
    """The event at ``path``, open for reading only.

    Raises Refused if its journal is broken, and, if the call ``answers`` with its content, if its entries contradict
    one another.
    """
    from tournament.storage import open_for_reading

    with _closing(open_for_reading(_file_at(path)), writes=False) as book:
        _refuse_damaged(book)
        if answers:
            _refuse_contradictions(book)
        _print_if_gone_back(path, book)
        yield book


def restore_draft(book: "Book") -> None:
    """Give ``book`` the draft of a draw that the window stored for this event on this computer, if there is one."""
    from tournament.files.user_folders import half_typed_file

    event = book.view.journal[0].id if len(book.view.journal) else ""
    if event and half_typed_file(event).exists():
        from ui.entry.half_typed_files import draft_of

        book.unpublished_draw = draft_of(event)


def _file_at(path: Path) -> Path:
    """``path`` itself, or for an invitation the replica of that event with all entries of its host."""
    invitation = invitation_in(path)
    if invitation is None:
        return path
    from ui.cli.shared_event import synced_replica

    return synced_replica(invitation, _context() or CliContext(ENGLISH))


def refuse_invitation(*paths: Path) -> None:
    """Raise Refused if one of ``paths``, which must be files, is an invitation."""
    if any(invitation_in(path) is not None for path in paths):
        text = mark("This command works on files: give the name of a file, not an invitation.")
        raise Refused(Problem("invitation-unfit", text, "file"))


def _refuse_contradictions(book: "Book") -> None:
    from tournament.use_cases.coherence import refuse_contradictions

    if len(book.view.journal):  # else the file says itself that it contains no event
        refuse_contradictions(book.view)


def _refuse_damaged(book: "Book") -> None:
    if book.damage:
        raise Refused(*book.damage)


@contextmanager
def _noting_changes(book: "Book", path: Path) -> Iterator[None]:
    """Note in the call whether something was written: if the answer is then lost, the exit code is another. Copy the
    event as the window does."""
    from tournament.storage.seen import remember

    before, was = len(book.view.journal), _written_at(path)
    try:
        yield
    finally:
        context = _context()
        if len(book.view.journal) == before and _written_at(path) != was and before:  # data of people
            _print_notices(copying_of(path, before)(book.view))
        if len(book.view.journal) > before:
            remember(path, book.view.journal[0].id, book.view.fingerprint)
            if context is not None:
                context.saved.append(path)
            _print_notices(copying_of(path, before)(book.view))


def _written_at(path: Path) -> int:
    """When ``path`` was written last; 0 if there is no such file."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def copying_of(path: Path, entries: int) -> "Callable[[View], tuple[Text, ...]]":
    """A function that copies the event at ``path``, as it is given, if a copy is due, and returns why it could not.

    ``entries`` is their number when the event was opened.
    """
    from tournament.storage.copies import DueCopies

    copies = DueCopies(path, entries)
    return lambda view: copies.take(view, datetime.now(UTC))


def _context() -> CliContext | None:
    call = click.get_current_context(silent=True)
    return call.find_object(CliContext) if call is not None else None


def _print_notices(notices: Sequence[Text]) -> None:
    """Print what happened when an event was opened."""
    context = _context()
    if context is not None:
        for notice in notices:
            context.print_remark(notice)


@contextmanager
def _closing(store: "Store", *, writes: bool) -> "Iterator[Book]":
    from tournament.storage import SqliteStore
    from tournament.use_cases import Book
    from ui.hall.event_time import follow_true_time

    try:
        _print_notices(store.notices)
        book = Book(store)
        if isinstance(store, SqliteStore):
            book.eraser = _erase_copies
        follow_true_time(book, writes=writes)
        _print_notices(book.notices[len(store.notices) :])
        context = _context()
        if context is not None:
            context.opened.append(book)
        yield book
    finally:
        store.close()


def _erase_copies(place: str, event: str, ids: Sequence[str]) -> "tuple[CopyErasure, ...]":
    """Erase people from the copies of the event file at ``place``."""
    from tournament.storage.erasing import erase_in_copies

    return erase_in_copies(Path(place), event, ids)


def _print_if_gone_back(path: Path, book: "Book") -> None:
    notice = _gone_back(path, [entry.record for entry in book.view.journal])
    _print_notices(() if notice is None else (notice,))


def _gone_back(path: Path, records: "Sequence[Record]") -> Text | None:
    """Why the event at ``path`` does not continue what was seen there before; None if it does."""
    from tournament.storage.seen import went_back

    return None if invitation_in(path) is not None else went_back(path, records)  # a replica cannot go back unseen


def compare_with_seen(path: Path, records: "Sequence[Record]") -> Text | None:
    """Why the event at ``path`` does not continue what was seen there before; None if it does, which is then noted."""
    from tournament.storage.seen import remember
    from tournament.use_cases.chain import fingerprint_of

    notice = _gone_back(path, records)
    if notice is None and records:
        remember(path, records[0].id, fingerprint_of(records))
    return notice


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """The content of an event file, valid or not."""

    records: "tuple[Record, ...]"
    end: "Fingerprint | None"
    """The end of the journal that the file states."""
    findings: tuple[Text, ...]
    """What is wrong with the file."""


def stored_event(path: Path) -> StoredEvent:
    """The content of the event at ``path``. Raises StoreDamaged if no entries can be read at all."""
    from tournament.storage import open_for_reading

    store = open_for_reading(_file_at(path), examining=True)
    try:
        _print_notices(store.notices)
        return StoredEvent(tuple(store.read()), store.end, store.findings)
    finally:
        store.close()


def recover_event(path: Path, new: Path, context: CliContext) -> "tuple[Recovery, Fingerprint, RescuedFiles]":
    """Write the whole entries of the event file ``path`` to the new event file ``new``, and the others beside it."""
    from tournament.storage.recovery import recover_file
    from tournament.storage.seen import remember
    from ui.json_lines.rescued import write_rescued

    refuse_invitation(path, new)
    written = partial(context.saved.append, new)
    found, end = recover_file(path, new, by=author_of(context), now=datetime.now(UTC), written=written)
    remember(new, found.records[0].id, end)
    return found, end, write_rescued(found, path, new, context.language)


def make_sample(path: Path) -> None:
    """Play the sample event into ``path``. An existing event is replaced only if no program has it open."""
    from tournament.storage import make_whole, open_for_writing
    from ui.sample import play_sample

    if path.exists():
        open_for_writing(path).close()
    make_whole(path, play_sample, replacing=True)


def copies_of_event(path: Path) -> "Iterator[Examined]":
    """The copies of the event at ``path``, each read completely, the newest first. The event itself may be missing."""
    from tournament.storage.copies import copies_home, copies_of, examine
    from tournament.use_cases import StoreDamaged, StoreUnavailable

    refuse_invitation(path)
    try:
        first = next(iter(stored_event(path).records), None)
    except (StoreDamaged, StoreUnavailable):  # then its copies are those of its place
        first = None
    return map(partial(examine, thorough=True), copies_of(path, copies_home(), first.id if first else ""))


def restore_copy(copy: Path, target: Path, context: CliContext) -> "Restored":
    """Replace the event ``target`` with the copy at ``copy``; the replaced file is kept beside it."""
    from tournament.storage.restore import restore

    refuse_invitation(copy, target)
    return restore(copy, target, by=author_of(context), now=datetime.now().astimezone())


@contextmanager
def open_members(place: str | None) -> "Iterator[Directory]":
    """The directory of people of this user, or that in a file or a database."""
    from tournament.storage.members import member_database, member_directory

    if place is not None and place.startswith(("postgresql://", "postgres://")):
        opened = member_database(place)
    else:
        opened = member_directory(Path(place) if place else None)
    with opened as directory:
        yield directory


@contextmanager
def open_known_places() -> "Iterator[KnownPlaces]":
    """The places that this user's rankings have read from files."""
    from tournament.storage.known_places import known_places

    with known_places(__version__) as known:
        yield known


def prepare_database(url: str, account: str | None) -> tuple[str, ...]:
    """Create the tables for events if they do not exist; return the SQL that grants rights to ``account``."""
    from tournament.storage.postgres import create_tables
    from tournament.storage.postgres_tables import grants

    create_tables(url)
    return grants(account) if account is not None else ()


def put_event(path: Path, url: str, context: CliContext) -> "tuple[DatabaseEvent, int]":
    """Write the event at ``path`` into the database; return the event as it is there now, and how many entries were
    new."""
    from tournament.storage.postgres import create_tables, put
    from tournament.use_cases.ports import DatabaseEvent

    with event_for_reading(path, answers=False) as book:
        records = [entry.record for entry in book.view.journal]
        private = book.private.private_rows() if book.private is not None else ()
    if not records:
        raise Refused(Problem("event-empty", mark("“{path}” contains no entries yet.", path=str(path)), "shared"))
    create_tables(url)
    end, added = put(url, records, private)
    if added:
        context.saved.append(records[0].id)
    return DatabaseEvent(records[0].id, end), added


def database_events(url: str) -> "tuple[DatabaseEvent, ...]":
    """The events of the database."""
    from tournament.storage.postgres import list_events

    return list_events(url)


def shared_database(url: str) -> "SharedDatabase":
    """The database, to share its events."""
    from tournament.storage.postgres_desks import SharedDatabase

    return SharedDatabase(url)


def database_event(path: Path) -> "tuple[SharedDatabase, str] | None":
    """The database and the event if the argument ``path`` has the form ``URL/EVENT``; None if it is a file."""
    found = re.match(r"(postgres(?:ql)?:)/+(.*)", path.as_posix())  # a path never has two slashes in a row
    if found is None:
        return None
    from tournament.storage.postgres import open_event, split_address

    url, event = split_address(f"{found[1]}//{found[2]}")
    open_event(url, event).close()  # or says why not
    return shared_database(url), event


def get_event(address: str, path: Path, context: CliContext) -> "DatabaseEvent":
    """Write the event at the address ``URL/EVENT`` to the new event file ``path``, completely or not at all."""
    from tournament.storage import create
    from tournament.storage.creation import write_event
    from tournament.storage.postgres import open_event, split_address
    from tournament.storage.seen import remember
    from tournament.use_cases.ports import DatabaseEvent

    refuse_invitation(path)
    create(path).close()  # refuses a bad name before anything is read
    with _closing(open_event(*split_address(address)), writes=False) as book:
        _refuse_damaged(book)
        private = book.private.private_rows() if book.private is not None else ()
        write_event(path, [entry.record for entry in book.view.journal], private)
        context.saved.append(path)
        found = DatabaseEvent(book.view.journal[0].id, book.view.fingerprint)
    remember(path, found.id, found.end)
    return found
