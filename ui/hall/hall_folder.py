"""Where a computer keeps what belongs to the hall of an event: a folder of its own in the user's data folder."""

import re
from pathlib import Path

from tournament.files.user_folders import data_folder


def hall_folder(event: str) -> Path:
    """The folder of the event of this id (that of its first entry), whatever is written in a file as its id."""
    return data_folder() / "hall" / (re.sub(r"[^0-9A-Za-z-]", "_", event) or "_")


def sponsors_folder(event: str) -> Path:
    """Where the sponsors' pictures of its hall lie."""
    return hall_folder(event) / "sponsors"
