"""Where unfinished entries are stored between two runs: one file per event, in the user's settings folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.files import writing
from tournament.files.typed_json import decode
from tournament.files.user_folders import half_typed_file
from tournament.use_cases.unpublished_draw import UnpublishedDraw

if TYPE_CHECKING:
    from ui.entry.half_typed import HalfTyped


@dataclass(frozen=True, slots=True)
class _KeptDraft:
    """The part of the unfinished entries that the command line reads."""

    event: str
    draw: UnpublishedDraw | None = None


class HalfTypedSetAside(Exception):
    """A file that could not be read was renamed, so that it is not overwritten; the exception's text says so."""


def file_of(event: str) -> Path:
    """The file of the event with this id."""
    return half_typed_file(event)


def keep(kept: "HalfTyped") -> None:
    """Write ``kept``, completely or not at all; delete the file if ``kept`` is empty. Raises OSError."""
    from ui.entry.half_typed import written

    path = file_of(kept.event)
    if kept.empty:
        path.unlink(missing_ok=True)
        return
    writing.write_whole(path, written(kept))


def kept_of(event: str) -> "HalfTyped":
    """The unfinished entries of the event with this id.

    Raises HalfTypedSetAside if the file cannot be read or understood, and OSError if it cannot be moved either.
    """
    from ui.entry.half_typed import HalfTyped, HalfTypedDamaged, read

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


def draft_of(event: str) -> UnpublishedDraw | None:
    """The draft of the draw that is kept for the event with this id, or None. It changes nothing on disk."""
    try:
        text = file_of(event).read_bytes()
    except OSError:
        return None  # usually there is none; the window reports a file that cannot be read

    try:
        kept = decode(text, _KeptDraft)
    except (ValueError, RecursionError):
        return None  # the window reports a damaged file, and sets it aside
    return kept.draw if kept.event == event else None


def set_aside(event: str) -> Path:
    """Rename the file of the event with this id to an unused name. Raises OSError."""
    return writing.set_aside(file_of(event))
