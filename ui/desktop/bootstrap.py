"""Connects the controller to the store on disk. Only this module of the window opens a store."""

import platform
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from getpass import getuser
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from tournament.files.user_folders import data_folder
from tournament.files.writing import make_private_folder
from tournament.language import Language, mark
from ui import __version__
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.event_files import EventFiles
from ui.desktop.long_work import Step
from ui.desktop.recent import RecentFilesUpdater
from ui.desktop.translation import translator

_LOOK_AGAIN = 60
"""Seconds after which the directory in a database may be another one."""

if TYPE_CHECKING:
    from reports.rankings.season import KnownPlaces
    from tournament.event.foreign import ForeignEvent
    from tournament.event.player import Player
    from tournament.ledger.entry import Record
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.members.member import Directory
    from tournament.use_cases import Book, By, Command, Store, View
    from tournament.use_cases.commands import CopyEvent
    from tournament.use_cases.conversion import Conversion
    from tournament.use_cases.copies import CopyOutcome, Deletion, Examined, FilesToDelete, Restored
    from tournament.use_cases.ports import CopyErasure
    from tournament.use_cases.recovery import Recovery
    from ui.json_lines.rescued import RescuedFiles


def open_book(path: Path) -> "Book":
    """Open the event file ``path`` for writing. Raises StoreDamaged or StoreUnavailable, and then locks nothing."""
    from tournament.storage import open_for_writing

    return _read(open_for_writing(path), writes=True)


def new_book(path: Path) -> "Book":
    """Create an empty event file at ``path``; never overwrites. Raises StoreDamaged or StoreUnavailable."""
    from tournament.storage import create

    return _read(create(path), writes=True)


def look_at_book(path: Path) -> "Book":
    """Open ``path`` read-only, even while another window writes to it. Writing is then refused with the reason."""
    from tournament.storage import open_for_reading

    return _read(open_for_reading(path), writes=False)


@contextmanager
def open_members() -> "Iterator[Directory]":
    """The directory of people of this user, or that in the database that they chose; for one thread.

    Raises StoreMissing, StoreUnavailable or StoreDamaged.
    """
    from tournament.storage.members import member_database, member_directory

    url = preferences.members_database()
    with member_database(url) if url else member_directory() as directory:
        yield directory


def check_members_database(url: str) -> str:
    """Open the directory in the database at ``url``, which is returned; its tables are created if they are missing.

    Raises Refused if it contains a password, which would be kept, and StoreMissing, StoreUnavailable or StoreDamaged.
    """
    from tournament.event.problem import Problem, Refused
    from tournament.storage.members import member_database
    from tournament.storage.postgres import Address

    if Address(url).has_password:
        text = mark("The address contains a password, which would be stored: write it into the file .pgpass instead.")
        raise Refused(Problem("members-password", text))
    with member_database(url):
        return url


@contextmanager
def open_known_places() -> "Iterator[KnownPlaces]":
    """The places that this user's rankings have read from files, for one thread."""
    from tournament.storage.known_places import known_places

    with known_places(__version__) as known:
        yield known


def members_stamp() -> tuple[int, int] | None:
    """What changes with each change of the directory of people; None if there is no directory yet.

    Nobody reports changes in a database, so it changes every minute there.
    """
    from tournament.storage.members import members_path

    if url := preferences.members_database():
        return hash(url), int(monotonic() // _LOOK_AGAIN)
    try:
        found = members_path().stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read_known_players() -> "tuple[Player, ...]":
    """Everybody in the directory as a player, with their number there. Raises StoreUnavailable or StoreDamaged."""
    with open_members() as directory:
        return tuple(replace(each.player, number=each.number) for each in directory.members())


EVENT_FILES = EventFiles(open_book, look_at_book, new_book)
"""The event files of this computer."""


def make_controller(author: str = "") -> EventController:
    """The controller of this window. ``author`` defaults to the name in the settings, then to the system's user."""
    controller = EventController(EVENT_FILES, author.strip() or preferences.author() or system_user(), platform.node())
    RecentFilesUpdater(controller)
    _SeenFile(controller)
    return controller


def samples_folder() -> Path:
    """The folder of sample events."""
    folder = data_folder()
    make_private_folder(folder)
    return folder


def play_sample_event(step: Step, rules: str = "") -> Path:
    """Play the sample event, or the sample evening of ``rules``, into a new file, off the GUI thread.

    The event is left in play. Earlier samples stay, and the last one is used again if nobody changed it and nobody has
    it open. Raises what the store raises.
    """
    from tournament.storage import make_whole
    from ui.sample import leave_under_way, play_sample, play_sample_of

    folder = samples_folder()
    first = f"Sample Evening {rules}" if rules else "Sample Cup"
    last, names = None, (f"{first} {number}.qv" if number > 1 else f"{first}.qv" for number in count(1))
    while (path := folder / next(names)).exists():
        last = path
    if last is not None and preferences.value(f"samples/{first}") == _stamp(last) and not is_open(last):
        return last

    def play(store: "Store") -> None:
        if rules:
            play_sample_of(rules, store)
        else:
            play_sample(store, leave_under_way)
        step(1, 1)

    make_whole(path, play)
    preferences.keep_value(f"samples/{first}", _stamp(path))
    return path


def _stamp(path: Path) -> str:
    """A text that identifies the name, the size and the time of the last change of the file at ``path``."""
    found = path.stat()
    return f"{path.name} {found.st_size} {found.st_mtime_ns}"


def is_open(path: Path) -> bool:
    """Whether a program has the event at ``path`` open, this one included, or it cannot be written."""
    from tournament.storage.lock import Locked, WriteLock

    try:
        WriteLock(path).release()
    except (Locked, OSError):
        return True
    return False


def is_replica(path: Path) -> bool:
    """Whether ``path`` is the replica of a shared event that this computer joined."""
    return path.name == "replica.qv" and path.parent.parent.parent == data_folder() / "joined"


def was_shared_here(path: Path, event: str) -> bool:
    """Whether this computer shared the event file ``path``; ``event`` is the id of its first entry."""
    return path.name == "hosted.qv" or (data_folder() / "shared-host" / event).is_dir()


def begin_rehearsal_beside(book: "Book", folders: "Sequence[Path]", by: "By") -> "Book":
    """Create a rehearsal of the event of ``book`` in the first of ``folders`` that is writable, and open it.

    If ``book`` is a rehearsal, start it again in a new file. Raises what the store raises.
    """
    from tournament.storage import make_whole
    from tournament.use_cases import Book, StoreUnavailable, carry_out
    from tournament.use_cases.new_event import rehearsal_of
    from ui.sample import sample_players

    view, place = book.view, Path(book.place)

    def write(store: "Store") -> None:
        carry_out(Book(store), rehearsal_of(view, stand_ins=sample_players()), by=by)

    for folder in folders:
        path = _rehearsal_path(folder / place.name, repeat=view.settings.rehearsal)
        try:
            make_whole(path, write)
        except StoreUnavailable:
            if folder == folders[-1]:
                raise
            continue  # the folder is missing or not writable
        return open_book(path)
    raise ValueError(folders)


def make_from_event(path: Path, command: "CopyEvent", by: "By", event: "View") -> str:
    """Create the event file ``path`` with data of another ``event``, and give it the screens of that on this computer.

    Return why the screens could not be carried, or an empty text. Raises what the store raises.
    """
    from tournament.storage import make_whole
    from tournament.use_cases import Book, carry_out
    from ui.hall.hall_store import carry_hall

    made: list[str] = []

    def write(store: "Store") -> None:
        made.extend(entry.id for entry in carry_out(Book(store), command, by=by).entries[:1])

    make_whole(path, write)
    try:
        carry_hall(event.journal[0].id, made[0])
    except OSError as error:
        return error.strerror or str(error)
    return ""


_NUMBERED = re.compile(r"(.*?)(?: (\d+))?")


def _rehearsal_path(place: Path, *, repeat: bool) -> Path:
    """A free path beside the event, like “Open (rehearsal).qv”, or “Open (rehearsal) 2.qv” if that exists."""
    found = _NUMBERED.fullmatch(place.stem)
    stem = (
        found[1] if repeat and found is not None else translator.translate(mark("{name} (rehearsal)", name=place.stem))
    )
    names = (f"{stem} {number}" if number > 1 else stem for number in count(1))
    return next(path for path in (place.with_name(f"{name}.qv") for name in names) if not path.exists())


def play_sample_into(path: Path, revise: "Callable[[list[Command]], list[Command]]") -> None:
    """Play the sample event, each session as ``revise`` changes it, into a new file at ``path``."""
    from tournament.storage import make_whole
    from ui.sample import play_sample

    make_whole(path, lambda store: play_sample(store, revise))


def play_evening_into(path: Path, rules: str) -> None:
    """Play the sample evening of ``rules`` into a new file at ``path``."""
    from tournament.storage import make_whole
    from ui.sample import play_sample_of

    make_whole(path, lambda store: play_sample_of(rules, store))


def _read(store: "Store", *, writes: bool) -> "Book":
    from tournament.use_cases import Book, StoreBroken
    from tournament.use_cases.coherence import contradiction
    from ui.hall.event_time import follow_true_time

    try:
        book = Book(store)
        book.eraser = _erase_copies
        found = contradiction(book.view)  # this also computes, off the GUI thread, what the pages read next
        if found is not None:
            raise StoreBroken(found.text)
        _refuse_unknown_rules(book)
        _compare_with_seen(book)
        follow_true_time(book, writes=writes)
    except BaseException:
        store.close()
        raise
    return book


def _erase_copies(place: str, event: str, ids: "Sequence[str]") -> "tuple[CopyErasure, ...]":
    """Erase people from the copies of the event file at ``place``, and from every other file of it on this computer."""
    from tournament.storage.erasing import erase_in_copies

    return erase_in_copies(Path(place), event, ids)


def _refuse_unknown_rules(book: "Book") -> None:
    """Refuse an event with unknown rules, which no page could show. A damaged one can still be recovered."""
    from tournament.event.problem import Refused
    from tournament.use_cases import StoreBroken

    try:
        book.view.rules  # noqa: B018  # it raises Refused for unknown rules
    except Refused as refused:
        if book.damage:
            raise StoreBroken(book.damage[0].text) from refused
        raise


def _compare_with_seen(book: "Book") -> None:
    """Note if the file went back to an earlier state; otherwise remember its current state."""
    from tournament.storage.seen import went_back

    notice = went_back(Path(book.place), [entry.record for entry in book.view.journal])
    if notice is not None:
        book.notices = (*book.notices, notice)
    elif not book.damage:
        _remember(book)


def _remember(book: "Book") -> None:
    from tournament.storage.seen import remember_in

    if len(book.view.journal):
        remember_in(_memory_of(book.place), book.view.journal[0].id, book.written.fingerprint)


@lru_cache(maxsize=1)
def _memory_of(place: str) -> Path:
    """The file in which is remembered what was seen at ``place``. It is found once for the open event."""
    from tournament.storage.seen import memory_of

    return memory_of(Path(place))


class _SeenFile(QObject):
    """Remembers on this computer how far the open event file goes, to notice later if an older file took its place.

    It does so after each entry, once the window is painted, and immediately when the event is closed.
    """

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._note)
        controller.changed.connect(self._changed)
        controller.leaving.connect(self._leave)

    def _changed(self) -> None:
        self._later.start()

    def _leave(self) -> None:
        if self._later.isActive():
            self._later.stop()
            self._note()

    def _note(self) -> None:
        if self._controller.writes:
            _remember(self._controller.book)


def system_user() -> str:
    """The name of the system's user, or “desktop” if the system has none."""
    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # the system has no name for the user
        return "desktop"


@dataclass(frozen=True, slots=True)
class CopyOrder:
    """What to copy: the open event as the window knows it, for another thread."""

    place: Path
    event: str
    """Id of the first entry."""
    name: str
    entries: int
    last: str
    """The hash of the last entry. A copy whose last hash differs is not a copy of this event."""
    second: Path | None


class KnownCopies(NamedTuple):
    """The time and size of the newest copy of an event, as its file name gives them, and the second place."""

    last: datetime | None
    entries: int
    second: Path | None


def known_copies(place: Path, event: str) -> KnownCopies:
    """What is known about the copies of the event with this id at ``place`` without reading them."""
    from tournament.storage.copies import newest_in, second_place
    from tournament.use_cases import StoreUnavailable

    folder = _copies_folder(place, event)
    newest = newest_in(folder)
    try:
        second = second_place(folder)
    except StoreUnavailable:  # no second place is used then; choosing one shows the reason
        second = None
    return KnownCopies(newest.time if newest else None, newest.entries if newest else 0, second)


def make_copies(order: CopyOrder, *, only_if_second: bool = False) -> "tuple[CopyOutcome, ...]":
    """Copy the event to both places. With ``only_if_second`` copy only if the second place is available.

    Disk errors are part of the result and never raised.
    """
    from tournament.storage.copies import copies_home, take_copies

    if only_if_second and (order.second is None or not order.second.is_dir()):
        return ()
    return take_copies(
        order.place, event=order.event, name=order.name, entries=order.entries, last=order.last, home=copies_home(),
        second=order.second, now=datetime.now().astimezone(),
    )  # fmt: skip


def examined_copies(place: Path, event: str, step: Step) -> "tuple[Examined, ...]":
    """Read every copy of the event completely, and return them, newest first. Raises StoreUnavailable.

    ``event`` is the id of its first entry; if it is empty, the event last seen at ``place`` is meant.
    """
    from tournament.storage.copies import copies_home, copies_of, examine
    from tournament.storage.seen import last_seen

    seen = None if event else last_seen(place)
    paths = copies_of(place, copies_home(), seen.event if seen is not None else event)
    found = []
    for done, path in enumerate(paths):
        step(done, len(paths))
        found.append(examine(path, thorough=True))
    return tuple(found)


def files_of_event(place: Path, event: str) -> "FilesToDelete":
    """What :func:`delete_event` would delete. Raises StoreUnavailable."""
    from tournament.storage.deleting import files_of_event as found

    return found(place, *_id_and_own_files(place, event))


def delete_event(place: Path, event: str) -> "Deletion":
    """Delete the event at ``place``, which is not open, with its copies and what this computer keeps about it.

    ``event`` is the id of its first entry; if it is empty, the event last seen at ``place`` is meant. Raises
    StoreUnavailable; then nothing was deleted.
    """
    from tournament.storage.deleting import delete_event as delete

    return delete(place, *_id_and_own_files(place, event))


def _id_and_own_files(place: Path, event: str) -> "tuple[str, tuple[Path, ...]]":
    """The id of the event, and what the window, its halls and its server keep about it outside its file."""
    from tournament.files.user_folders import half_typed_file
    from tournament.storage.seen import last_seen
    from ui.hall.hall_folder import hall_folder
    from ui.server.host_folder import HostFolder

    seen = None if event else last_seen(place)
    event = seen.event if seen is not None else event
    return event, (half_typed_file(event), hall_folder(event), HostFolder(event).path) if event else ()


def keep_second_place(place: Path, event: str, second: Path | None) -> None:
    """Copy the event to ``second`` as well from now on. Raises StoreUnavailable."""
    from tournament.storage.copies import keep_second_place as keep

    keep(_copies_folder(place, event), second)


def restore_beside(copy: Path, target: Path) -> "Restored":
    """Create the event file ``target`` from a copy; never overwrites. Raises what the store raises."""
    from tournament.storage.restore import restore

    return restore(copy, target, by=None, now=datetime.now().astimezone())


def save_copy(path: Path, records: "Sequence[Record]") -> None:
    """Create the event file ``path`` with ``records``; never overwrites. Raises what the store raises.

    The file is read back, and deleted if it is not whole.
    """
    from tournament.storage.copies import examine
    from tournament.storage.creation import write_event
    from tournament.use_cases import StoreDamaged

    write_event(path, records)
    read = examine(path, entries=len(records), last=records[-1].hash, thorough=True)
    if read.problem is not None:
        path.unlink()
        raise StoreDamaged(mark("The copy was incomplete when read back: {reason}", reason=read.problem))


def copies_folder() -> Path:
    """The folder of the copies of all events on this computer."""
    from tournament.storage.copies import copies_home

    return copies_home()


def is_of_this_computer(copy: Path) -> bool:
    """Whether ``copy`` is in this computer's folder of copies, not at a second place."""
    from tournament.storage.copies import copies_home

    return copy.is_relative_to(copies_home())


def read_foreign_event(sources: "Sequence[Path]", by: "By", step: Step) -> "tuple[ForeignEvent, Conversion]":
    """Read the event of another program in ``sources``, and convert it to entries; nothing is written."""
    from reports.readers.foreign import read_foreign
    from tournament.use_cases.conversion import convert

    found = read_foreign(sources, step=step)
    return found, convert(found, by=by)


def write_converted(path: Path, conversion: "Conversion") -> None:
    """Create the event file ``path`` with all entries of ``conversion``; never overwrites."""
    from tournament.storage.creation import write_event

    write_event(path, conversion.records)


def recover_event(
    path: Path, new: Path, by: "By", language: Language, step: Step
) -> "tuple[Recovery, Fingerprint, RescuedFiles]":
    """Write the whole entries of ``path`` to the new event file ``new``, and the others beside it, off the GUI thread.

    Raises what the store raises. If it is cancelled, there is no ``new``.
    """
    from tournament.storage.recovery import recover_file
    from ui.json_lines.rescued import write_rescued

    recovery, fingerprint = recover_file(path, new, by=by, now=datetime.now(UTC), progress=step)
    return recovery, fingerprint, write_rescued(recovery, path, new, language)


def _copies_folder(place: Path, event: str) -> Path:
    from tournament.storage.copies import copies_home, folder_name

    return copies_home() / folder_name(event, place)
