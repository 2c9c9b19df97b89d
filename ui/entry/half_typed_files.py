"""Where unfinished entries are stored between two runs: one file per event, in the user's settings folder."""

import re
from pathlib import Path

from tournament.files import whole_file
from tournament.files.user_folders import settings_folder
from ui.entry.half_typed import HalfTyped, HalfTypedDamaged, read, written


class HalfTypedSetAside(Exception):
    """A file that could not be read was renamed, so that it is not overwritten; the exception's text says so."""


def file_of(event: str) -> Path:
    """The file of the event with this id. It is in this folder whatever an event file contains as its id."""
    return settings_folder() / "half-typed" / f"{re.sub(r'[^0-9A-Za-z-]', '_', event)}.json"


def keep(kept: HalfTyped) -> None:
    """Write ``kept``, completely or not at all, or delete the file if there is nothing half typed. Raises OSError."""
    path = file_of(kept.event)
    if kept.empty:
        path.unlink(missing_ok=True)
        return
    whole_file.write_whole(path, written(kept))


def kept_of(event: str) -> HalfTyped:
    """The unfinished entries of the event with this id.

    Raises HalfTypedSetAside if the file cannot be read or understood, and OSError if it cannot be moved either.
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
    """Rename the file of the event with this id to an unused name. Raises OSError."""
    return whole_file.set_aside(file_of(event))
