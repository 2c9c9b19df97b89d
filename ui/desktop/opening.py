"""Opening an event file from the window: the answer is a message, never an exception."""

from pathlib import Path

from tournament.language import Text
from tournament.office import Refused, StoreDamaged, StoreUnavailable
from ui.desktop import preferences
from ui.desktop.desk import Desk


def open_event(desk: Desk, path: Path) -> Text | None:
    """Open ``path`` and remember it. The message says why it cannot be; then what was open still is."""
    try:
        desk.open(path)
    except (StoreDamaged, StoreUnavailable) as error:
        return error.text
    except Refused as refused:
        return refused.problems[0].text
    preferences.keep_file(path)
    return None
