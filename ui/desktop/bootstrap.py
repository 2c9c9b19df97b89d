"""Wires the controller to the store on disk: the only module of the window that opens one."""

import platform
from collections.abc import Callable
from getpass import getuser
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.event_files import EventFiles
from ui.desktop.long_work import Step
from ui.desktop.recent import RecentFilesUpdater
from ui.desktop.seen_files import SeenFilesUpdater

if TYPE_CHECKING:
    from tournament.use_cases import Book, Command, Store


def open_book(path: Path) -> "Book":
    """Open the event file ``path`` for writing. Raises StoreDamaged or StoreUnavailable, and then holds no lock."""
    from tournament.storage import open_for_writing

    return _read(open_for_writing(path))


def new_book(path: Path) -> "Book":
    """Make an empty event file at ``path``; never overwrites. Raises StoreDamaged or StoreUnavailable."""
    from tournament.storage import create

    return _read(create(path))


def look_at_book(path: Path) -> "Book":
    """Open ``path`` for reading only, also while another window writes; writing is then refused with its reason."""
    from tournament.storage import open_for_reading

    return _read(open_for_reading(path))


EVENT_FILES = EventFiles(open_book, look_at_book, new_book)
"""The event files of this computer."""


def make_controller(author: str = "") -> EventController:
    """The controller of this window; ``author`` signs, by default the name in the settings, else the system's user."""
    controller = EventController(EVENT_FILES, author or preferences.author() or system_user(), platform.node())
    RecentFilesUpdater(controller)
    SeenFilesUpdater(controller, _remember)
    return controller


def samples_folder() -> Path:
    """Where sample events lie."""
    return user_data_path("quatre-vents", appauthor=False, ensure_exists=True)


def play_sample_event(step: Step, rules: str = "") -> Path:
    """Play the sample event, or the sample evening of ``rules``, into a new file, off the GUI thread.

    It is left under way; earlier ones stay. Raises what the store raises.
    """
    from ui.sample import leave_under_way

    folder = samples_folder()
    first = f"Sample Evening {rules}" if rules else "Sample Cup"
    names = (f"{first} {number}.qv" if number > 1 else f"{first}.qv" for number in count(1))
    path = next(folder / name for name in names if not (folder / name).exists())
    beside = path.with_suffix(".part")
    beside.unlink(missing_ok=True)
    try:
        if rules:
            play_evening_into(beside, rules)
        else:
            play_sample_into(beside, leave_under_way)
        step(1, 1)
        return beside.rename(path)
    finally:
        beside.unlink(missing_ok=True)


def play_sample_into(path: Path, revise: "Callable[[list[Command]], list[Command]]") -> None:
    """Play the sample event, each session as ``revise`` changes it, into a new file at ``path``."""
    from tournament.storage import create
    from ui.sample import play_sample

    store = create(path)
    try:
        play_sample(store, revise)
    finally:
        store.close()


def play_evening_into(path: Path, rules: str) -> None:
    """Play the sample evening of ``rules`` into a new file at ``path``."""
    from tournament.storage import create
    from ui.sample import play_sample_of

    store = create(path)
    try:
        play_sample_of(rules, store)
    finally:
        store.close()


def _read(store: "Store") -> "Book":
    from tournament.use_cases import Book, StoreDamaged
    from tournament.use_cases.coherence import contradiction

    try:
        book = Book(store)
        found = contradiction(book.view)  # computes what the pages ask for next, here off the GUI thread
        if found is not None:
            raise StoreDamaged(found.text)
        _compare_with_seen(book)
    except BaseException:
        store.close()
        raise
    return book


def _compare_with_seen(book: "Book") -> None:
    """Say that the file went back, if it did; otherwise remember it."""
    from tournament.storage.seen import went_back

    notice = went_back(Path(book.place), [entry.record for entry in book.view.journal])
    if notice is not None:
        book.notices = (*book.notices, notice)
    elif not book.damage:
        _remember(book)


def _remember(book: "Book") -> None:
    from tournament.storage.seen import remember

    if len(book.view.journal):
        remember(Path(book.place), book.view.journal[0].id, book.view.fingerprint)


def system_user() -> str:
    """Name of the user who runs the program."""
    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # a system that knows no name for the running user
        return "desktop"
