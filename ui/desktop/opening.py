"""Opening an event file at once, where nothing else is to be seen meanwhile; the answer is a message, no exception."""

from pathlib import Path

from tournament.language import Text, mark
from tournament.office import Refused, StoreDamaged, StoreUnavailable
from ui.desktop.desk import Desk


def open_event(desk: Desk, path: Path) -> Text | None:
    """Open ``path``. The message says why it cannot be; then what was open still is."""
    try:
        desk.open(path)
    except (StoreDamaged, StoreUnavailable) as error:
        return error.text
    except Refused as refused:
        return refused.problems[0].text
    except OSError as error:
        return mark("“{path}” cannot be used: {reason}", path=str(path), reason=error.strerror or str(error))
    return None
