"""Killing a process that writes, and putting copies of all ages beside what it left."""

import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tournament.event.settings import Settings
from tournament.ledger.entry import Record
from tournament.storage import create, open_for_reading, open_for_writing
from tournament.storage.crash_journal import journal_of
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import ChangeSettings, CreateEvent

SETTINGS = Settings("Cup", sessions=3)


@dataclass(frozen=True)
class Crash:
    """An event file and its journal as a killed process left them."""

    file: bytes
    journal: bytes
    """Nothing when it was killed between two writings."""
    saved: int
    """The number of entries that were reported as saved."""
    ages: tuple[bytes, ...]
    """The file as it stood earlier."""
    others: tuple[bytes, ...]
    """Copies of earlier ages with which somebody went on elsewhere."""


def written_event(path: Path, entries: int) -> None:
    """An event file with ``entries`` entries."""
    book = Book(create(path))
    carry_out(book, CreateEvent(SETTINGS), by=By("Ada", "hall"))
    write_on(book, entries - 1)
    book.close()


def write_on(book: Book, entries: int, by: str = "Ada") -> None:
    """Write ``entries`` more, of different lengths."""
    for _ in range(entries):
        number = len(book.view.journal)
        carry_out(
            book,
            ChangeSettings(replace(SETTINGS, name=f"Cup {number}", place="x" * (number * 37 % 180))),
            by=By(by, "hall"),
        )


def crash(folder: Path, seed: int) -> Crash:
    """Kill a process that writes in an event file, at a moment that ``seed`` chooses."""
    lot = random.Random(seed)
    path = folder / "event.qv"
    written_event(path, lot.randint(1, 60))
    ages = [path.read_bytes()]
    for _ in range(4):
        book = Book(open_for_writing(path))
        write_on(book, lot.randint(1, 3))
        book.close()
        ages.append(path.read_bytes())
    others = tuple(_gone_on(folder / "other.qv", age, lot.randint(1, 12)) for age in ages)
    saved, telling = os.pipe()
    child = os.fork()
    if not child:
        _write_for_ever(path, telling)
    os.close(telling)
    told = _numbers(saved)
    last = next(told)  # it is at work
    time.sleep(lot.random() * 0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    last = max((last, *told))
    os.close(saved)
    journal = journal_of(path)
    return Crash(path.read_bytes(), journal.read_bytes() if journal.exists() else b"", last, tuple(ages), others)


def left_beside(folder: Path, file: bytes, journal: bytes) -> Path:
    """``file`` with ``journal`` beside it, in a new folder."""
    folder.mkdir(parents=True)
    path = folder / "event.qv"
    path.write_bytes(file)
    journal_of(path).write_bytes(journal)
    return path


def read(path: Path) -> tuple[Record, ...]:
    """The entries at ``path``."""
    store = open_for_reading(path)
    try:
        return tuple(store.read())
    finally:
        store.close()


def _gone_on(path: Path, age: bytes, entries: int) -> bytes:
    path.write_bytes(age)
    book = Book(open_for_writing(path))
    write_on(book, entries, "Ben")
    book.close()
    return path.read_bytes()


def _write_for_ever(path: Path, telling: int) -> None:
    try:
        book = Book(open_for_writing(path))
        while True:
            write_on(book, 1)
            os.write(telling, len(book.view.journal).to_bytes(4, "big"))
    finally:
        os._exit(1)


def _numbers(handle: int) -> Iterator[int]:
    while len(told := os.read(handle, 4)) == 4:
        yield int.from_bytes(told, "big")
