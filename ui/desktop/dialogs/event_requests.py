"""The requests that ``navigation.event_wanted`` can carry, apart from a Path."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple


class OpenAction(Enum):
    """An action of the window. The value is its shortcut in Qt's portable form, or a name if it has none."""

    NEW = "Ctrl+N"
    OPEN = "Ctrl+O"
    SAMPLE = "Ctrl+T"
    """The shortcut works only on the start page, so that a wrong key does not close an open event."""
    CLOSE = "Ctrl+W"
    REHEARSE = "F11"
    """Show the actions of a rehearsal, or start one."""
    SEASON = "Ctrl+Shift+N"
    """Begin the next season of the open league, or an event like the open one, in a new file."""
    JOIN = "Ctrl+Shift+J"
    """Join an event that another computer shares."""
    SHARE = "share"
    """Share the open event; a button of the page Desks."""
    STOP_SHARING = "stop sharing"
    SHARE_AGAIN = "share again"
    """Restart the server after it ended by itself."""
    SHOW_ON_PHONES = "show on phones"
    """Show the public results of the event on phones, for which it is shared."""
    JOIN_AGAIN = "join again"
    """Join the open event again, because its host refuses this desk."""


class OtherFile(Enum):
    """A request after another program replaced the file of the open event."""

    SAVED_BESIDE = "saved beside"
    """Save the entries of the window in a new file, and open that."""
    READ_AGAIN = "read anew"
    """Open the file as it is now, and save entries that it lacks in a new file."""


NEW_PAGE = "new"
"""Id of the page that creates an event."""


class OpenReadOnly(NamedTuple):
    """A request to open an event file read-only."""

    path: Path


class OpenFromOutside(NamedTuple):
    """A request from outside the window: a file was double-clicked, or the program was started again."""

    wanted: Path | OpenAction


class OpenSample(NamedTuple):
    """A request to play the sample evening of a rule set."""

    rules: str


class ListCopies(NamedTuple):
    """A request to list the copies of an event file that cannot be opened."""

    path: Path
    recoverable: bool
    """Whether the file exists and contains valid entries."""


class DeleteEvent(NamedTuple):
    """A request to delete an event file, open or missing, with its copies."""

    path: Path


class RecoverEvent(NamedTuple):
    """A request to recover the valid entries of a damaged event file."""

    path: Path


class ConvertEvent(NamedTuple):
    """A request to import an event of another program."""

    path: Path


class BeginRehearsal(NamedTuple):
    """A request to start a rehearsal of the open event, or to start the open rehearsal again."""
