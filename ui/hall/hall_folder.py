"""Where a computer keeps what belongs to the hall of an event: a folder of its own in the user's data folder."""

import re
from pathlib import Path


def hall_folder(event: str) -> Path:
    """The folder of the event of this id (that of its first entry), whatever is written in a file as its id."""
    from platformdirs import user_data_path

    home = user_data_path("quatre-vents", appauthor=False)
    return home / "hall" / (re.sub(r"[^0-9A-Za-z-]", "_", event) or "_")


def sponsors_folder(event: str) -> Path:
    """Where the sponsors' pictures of its hall lie."""
    return hall_folder(event) / "sponsors"
