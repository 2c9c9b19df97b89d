"""Wires the desk to the store on disk: the only module of the window that opens one."""

import platform
from getpass import getuser
from pathlib import Path

from tournament.office import Book, By, Store
from ui.desktop.desk import Desk


def open_book(path: Path) -> Book:
    """Open the event file ``path`` for writing. Raises StoreDamaged or StoreUnavailable, and then holds no lock."""
    from tournament.storage import open_for_writing

    return _read(open_for_writing(path))


def new_book(path: Path) -> Book:
    """Make an empty event file at ``path``; never overwrites. Raises StoreDamaged or StoreUnavailable."""
    from tournament.storage import create

    return _read(create(path))


def look_at_book(path: Path) -> Book:
    """Open ``path`` for reading only, also while another window writes; writing is then refused with its reason."""
    from tournament.storage import open_for_reading

    return _read(open_for_reading(path))


def make_sample(path: Path) -> None:
    """Play the sample event into a new file at ``path``, whole or not at all. Raises what making a file raises."""
    from tournament.storage import create
    from ui.sample import play_sample

    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    store = create(unfinished)
    try:
        play_sample(store)
    finally:
        store.close()
    unfinished.rename(path)


def make_desk(author: str = "") -> Desk:
    """The desk of this computer; ``author`` signs what is entered, by default the user of the system."""
    return Desk(open_book, new_book, By(author or _user(), platform.node()))


def _read(store: Store) -> Book:
    try:
        return Book(store)
    except BaseException:
        store.close()
        raise


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # a system that knows no name for the running user
        return "desktop"
