"""Opening an event file from the window: the answer is a message, never an exception."""

from pathlib import Path

from platformdirs import user_data_path

from tournament.language import Text, mark
from tournament.office import Refused, StoreDamaged, StoreUnavailable
from ui.desktop import preferences
from ui.desktop.bootstrap import make_sample
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


def open_sample(desk: Desk) -> Text | None:
    """Open the sample event; it is made in the user's own folder when it is not there, and kept as it was left."""
    try:
        path = user_data_path("quatre-vents", appauthor=False, ensure_exists=True) / "sample-cup.qv"
        if not path.exists():
            make_sample(path)
    except (StoreDamaged, StoreUnavailable) as error:
        return error.text
    except OSError as error:
        return mark("The sample event could not be made: {error}.", error=str(error))
    return open_event(desk, path)
