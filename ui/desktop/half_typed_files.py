"""Where what is half typed waits between two runs: one file an event, in the user's settings folder."""

import re
from pathlib import Path

from tournament.files import whole_file
from ui.desktop import preferences
from ui.entry.half_typed import HalfTyped, HalfTypedDamaged, read, written


class HalfTypedSetAside(Exception):
    """A file that could not be read got another name, so that nothing is written over it; that is the text."""


def file_of(event: str) -> Path:
    """The file of the event of this id, in this folder whatever is written in an event file as its id."""
    return preferences.path().parent / "half-typed" / f"{re.sub(r'[^0-9A-Za-z-]', '_', event)}.json"


def keep(kept: HalfTyped) -> None:
    """Write ``kept``, whole or not at all; nothing half typed: the file goes. Raises OSError."""
    path = file_of(kept.event)
    if kept.empty:
        path.unlink(missing_ok=True)
        return
    whole_file.write_whole(path, written(kept))


def kept_of(event: str) -> HalfTyped:
    """What waits for the event of this id.

    Raises HalfTypedSetAside when the file cannot be read or understood, and OSError when it cannot be moved either.
    """
    path = file_of(event)
    try:
        kept = read(path.read_text(encoding="utf-8"))
        if kept.event != event:
            raise HalfTypedDamaged(f"of event {kept.event}")
    except FileNotFoundError:
        return HalfTyped(event)
    except (OSError, UnicodeDecodeError, HalfTypedDamaged) as error:
        raise HalfTypedSetAside(set_aside(event)) from error
    return kept


def set_aside(event: str) -> Path:
    """Give the file of the event of this id a name that no other has. Raises OSError."""
    return whole_file.set_aside(file_of(event))
