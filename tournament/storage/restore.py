"""Restore a copy. The replaced file is kept beside it, together with the crash journal that belongs to it."""

import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tournament.event.problem import Refused
from tournament.event.role import Act, EventRole, PinHash
from tournament.files.writing import rename, sync_folder, write_new
from tournament.files.writing import replace as replace_file
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.codec import decode
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, UnreadableEntry
from tournament.ledger.facts import EventRestored
from tournament.ledger.journal import Journal
from tournament.storage import refusals
from tournament.storage.copies import examine, image_of
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.private_table import readable_rows
from tournament.storage.salvage import salvage
from tournament.storage.schema import APPLICATION_ID
from tournament.storage.seen import forget
from tournament.storage.sqlite import event_image, open_for_reading
from tournament.use_cases.changes import Acting, By
from tournament.use_cases.copies import Examined, Restored
from tournament.use_cases.draft import next_entry
from tournament.use_cases.ports import PrivateRow, StoreDamaged, StoreUnavailable
from tournament.use_cases.rights import acting_with, pins_in, refuse_to

_MAGIC = b"SQLite format 3\0"


def restore(copy: Path, target: Path, *, by: By | None, now: datetime) -> Restored:
    """Replace ``target`` by the copy at ``copy``.

    An existing ``target`` is kept beside it, together with its crash journal, under a name that says what it is. The
    last entry of the restored event says what it replaced (:class:`EventRestored`). Raise Refused, StoreDamaged or
    StoreUnavailable if it is not an event, if ``by`` may not replace it (None: nobody may), or if it is open for
    writing elsewhere; then nothing has changed. If the program is killed at any point, one of the two files is whole,
    and the replaced one is never lost.
    """
    target = target.resolve()
    acting: Acting | None = None
    if os.path.lexists(target):
        if by is None:
            raise StoreDamaged(refusals.exists(target))
        _refuse_target(copy, target)
        acting = acting_with(_pins_of(target), by)
        refuse_to(acting.role, Act.COPIES)
    found = examine(copy, thorough=True)
    if found.problem is not None:
        raise StoreDamaged(mark("“{path}” was not restored: {reason}", path=str(copy), reason=found.problem))
    image = image_of(copy)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with suppress(FileNotFoundError):
            unfinished.unlink()
        write_new(unfinished, image)
        written = examine(unfinished)
        if written.content != found.content or written.problem is not None:
            raise StoreDamaged(written.problem or refusals.damaged(copy))
        if acting is None:
            _set_aside_journal(target, _free(target, now))
            _put_new(unfinished, target)
            sync_folder(target.parent)
            forget(target)
            return Restored(Examined(target, found.time, found.content), None, None, 0)
        with _locked(target) as lock:
            before, lost = _compare(target, unfinished)
            written = _noted(unfinished, _fact(copy, before, lost), acting, now, _without_erased(unfinished, target))
            _keep_rights(unfinished, target)
            kept = _free(target, now)
            _exchange(unfinished, target, kept, lock)
        # The restore is done. After a power cut, one of the two files has the name, and both are whole.
        with suppress(OSError):
            sync_folder(target.parent)
        forget(target)
    except OSError as error:
        raise refusals.refusal_of(error, target) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    replaced = Examined(kept, before.time, before.content, before.problem)
    return Restored(Examined(target, found.time, written.content), kept, replaced, lost)


def _pins_of(target: Path) -> Mapping[EventRole, PinHash]:
    """Return the PINs of the event to be replaced, as far as it can be read. Its files are not changed."""
    try:
        records = salvage(target).records
    except StoreDamaged:
        return {}
    return pins_in(_understood(records))


def _understood(records: Iterable[Record]) -> Iterator[Entry]:
    for record in records:
        with suppress(UnreadableEntry):  # Such an entry contains no PIN that this program could compare.
            yield decode(record)


def _fact(copy: Path, before: Examined, lost: int | None) -> EventRestored:
    content = before.content
    if content is None or lost is None:
        return EventRestored(harmless_line(copy.name), None, "", None)
    return EventRestored(harmless_line(copy.name), content.entries, content.fingerprint, lost)


def _without_erased(unfinished: Path, target: Path) -> tuple[PrivateRow, ...]:
    """Return the data of people in the copy, without those that were erased in ``target`` since it was made."""
    erased = {row.id: row for row in readable_rows(target) if row.is_erased}
    store = open_for_reading(unfinished)
    try:
        rows = {row.id: row for row in store.private_rows()}
    finally:
        store.close()
    return tuple((rows | erased).values())


def _noted(
    unfinished: Path, fact: EventRestored, acting: Acting, now: datetime, private: tuple[PrivateRow, ...]
) -> Examined:
    """Append ``fact`` to the event in ``unfinished``, with the ``private`` data of people.

    Return the result of reading the file again.
    """
    records = _records(unfinished)
    entry = next_entry(Journal(map(decode, records)), EVENT_STREAM, fact, acting, now.astimezone(UTC))
    with unfinished.open("rb+") as file:
        file.write(event_image((*records, entry.record), private))
        file.truncate()
        file.flush()
        os.fsync(file.fileno())
    written = examine(unfinished)
    if written.problem is not None:
        raise StoreDamaged(written.problem)
    return written


def _keep_rights(unfinished: Path, target: Path) -> None:
    """Give the new file the group and the mode of the replaced one, so that the same users can open it.

    The user may not be allowed to set that group. Then the group's rights are removed, since they would be given to
    another group.
    """
    if sys.platform == "win32":  # On Windows the access rights of the folder count.
        return
    there = target.stat()
    mode = stat.S_IMODE(there.st_mode)
    if not _same_group(unfinished, target):
        try:
            os.chown(unfinished, -1, there.st_gid)
        except PermissionError:
            mode &= ~stat.S_IRWXG
    unfinished.chmod(mode)


def _same_group(one: Path, other: Path) -> bool:
    return one.stat().st_gid == other.stat().st_gid


def _refuse_target(copy: Path, target: Path) -> None:
    try:
        if not target.is_file():
            raise StoreDamaged(refusals.no_event(target))
        if _are_one(copy, target):
            raise StoreDamaged(mark("“{path}” is the copy itself: name another file.", path=str(target)))
        with target.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise refusals.refusal_of(error, target) from error
    if not head.startswith(_MAGIC) or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise StoreDamaged(refusals.no_event(target))


def _are_one(copy: Path, target: Path) -> bool:
    """Return whether both are the same file. A copy that does not exist is reported when it is read."""
    try:
        return target.samefile(copy)
    except OSError:
        return False


@contextmanager
def _locked(target: Path) -> Iterator[WriteLock]:
    try:
        lock = WriteLock(target)
    except Locked as error:
        raise StoreUnavailable(refusals.in_use(target)) from error
    try:
        yield lock
    finally:
        lock.release()


def _compare(target: Path, unfinished: Path) -> tuple[Examined, int | None]:
    """Return what the file to be replaced contains, and how many of its entries the copy lacks.

    If a crash journal is beside it, nothing is read: reading would apply the journal.
    """
    if _journal_of(target).exists():
        text = mark("A crash left “{path}” behind: it is kept unread, with its journal.", path=str(target))
        return Examined(target, _written(target), None, text), None
    found = examine(target)
    try:
        kept, copied = _records(target), {record.hash for record in _records(unfinished)}
    except (StoreDamaged, StoreUnavailable, Refused):  # `found` already says what is wrong with it.
        return found, None
    return found, sum(record.hash not in copied for record in kept)


def _records(path: Path) -> tuple[Record, ...]:
    store = open_for_reading(path)
    try:
        return tuple(store.read())
    finally:
        store.close()


def _exchange(unfinished: Path, target: Path, kept: Path, lock: WriteLock) -> None:
    """Rename ``target`` to ``kept`` and put ``unfinished`` in its place.

    Without a crash journal there is a whole file at ``target`` at every moment. With one the journal is copied first,
    so that ``kept`` is whole, and ``target`` is absent for a moment: a journal is never beside a file that is not its
    own.
    """
    journal = _journal_of(target)
    if journal.exists():
        shutil.copyfile(journal, _journal_of(kept))
        _sync(_journal_of(kept))
        _move_away(target, kept, lock)
        sync_folder(target.parent)
        journal.unlink()
        sync_folder(target.parent)
    else:
        try:
            os.link(target, kept)
        except OSError:  # A disk that does not support a second name for a file.
            _move_away(target, kept, lock)
        sync_folder(target.parent)
    if sys.platform == "win32":
        lock.release()
    replace_file(unfinished, target)


def _move_away(target: Path, kept: Path, lock: WriteLock) -> None:
    if sys.platform == "win32":  # Windows does not move an open file.
        lock.release()
    rename(target, kept)


def _put_new(unfinished: Path, target: Path) -> None:
    """Rename ``unfinished`` to ``target``, unless a file of that name exists by now."""
    try:
        os.link(unfinished, target)
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(target)) from error
    except OSError:  # A disk that does not support a second name for a file.
        rename(unfinished, target)


def _set_aside_journal(target: Path, kept: Path) -> None:
    """Move a journal aside that was left beside a deleted file, so that it is not applied to the restored one."""
    journal = _journal_of(target)
    if journal.exists():
        rename(journal, _journal_of(kept))
        sync_folder(target.parent)


def is_replaced_name(target: Path, path: Path) -> bool:
    """Whether ``path`` is named like the event ``target`` after a copy replaced it."""
    stem = f"{target.stem} replaced "
    return path.parent == target.resolve().parent and path.name.startswith(stem) and path.suffix == target.suffix


def _free(target: Path, now: datetime) -> Path:
    """Return a name beside ``target`` that says what the file was and when it was replaced."""
    stem = f"{target.stem} replaced {now:%Y-%m-%d %H-%M-%S}"
    names = (target.with_name(f"{stem}{f' {number}' if number > 1 else ''}{target.suffix}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name) and not os.path.lexists(_journal_of(name)))


def _journal_of(path: Path) -> Path:
    return path.with_name(path.name + "-journal")


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
