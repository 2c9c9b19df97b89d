"""What ``navigation.event_wanted`` may ask for, beside a Path."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple


class OpenAction(Enum):
    """What ``navigation.event_wanted`` asks for, beside a Path; the value is the key in Qt's portable form."""

    NEW = "Ctrl+N"
    OPEN = "Ctrl+O"
    SAMPLE = "Ctrl+T"
    """On the first start only: in an open event a slip of the finger shall not lead to another one."""
    CLOSE = "Ctrl+W"
    REHEARSE = "F11"
    """What can be done in a rehearsal, or that one is begun."""


class OtherFile(Enum):
    """What ``navigation.event_wanted`` asks for when the open file was changed by another program."""

    SAVED_BESIDE = "saved beside"
    """The window's event in a new file."""
    READ_ANEW = "read anew"
    """The file as it is now."""


NEW_PAGE = "new"
"""Id of the page with the steps."""


class OpenReadOnly(NamedTuple):
    """What ``navigation.event_wanted`` asks for to open an event file to look at only."""

    path: Path


class OpenSample(NamedTuple):
    """What ``navigation.event_wanted`` asks for to play the sample evening of a rule set."""

    rules: str


class ListCopies(NamedTuple):
    """What ``navigation.event_wanted`` asks for to list the copies of an event file that cannot be opened."""

    path: Path
    recoverable: bool
    """There is a file, with something valid in it."""


class RecoverEvent(NamedTuple):
    """What ``navigation.event_wanted`` asks for to save what is valid in a damaged event file."""

    path: Path


class ConvertEvent(NamedTuple):
    """What ``navigation.event_wanted`` asks for to bring in an event of another program."""

    path: Path


class BeginRehearsal(NamedTuple):
    """What ``navigation.event_wanted`` asks for to begin a rehearsal of the open event; of a rehearsal, anew."""
