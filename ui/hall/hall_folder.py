"""The folder of the hall of an event on this computer, in the user's data folder."""

import re
from pathlib import Path

from tournament.files.user_folders import data_folder


def hall_folder(event: str) -> Path:
    """The folder of the event with this id (that of its first entry), always inside the user's data folder."""
    return data_folder() / "hall" / (re.sub(r"[^0-9A-Za-z-]", "_", event) or "_")


def sponsors_folder(event: str) -> Path:
    """The folder of the pictures of sponsors that the hall of this event shows."""
    return hall_folder(event) / "sponsors"
