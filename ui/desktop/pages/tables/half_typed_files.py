"""Where what is half typed waits between two runs: one file an event, in the user's settings folder."""

import re
from pathlib import Path

from ui.desktop import preferences
from ui.entry.half_typed import HalfTyped, HalfTypedDamaged, read, written

_BEFORE_IT_IS_WHOLE = ".part"


def file_of(event: str) -> Path:
    """The file of the event of this id, in this folder whatever is written in an event file as its id."""
    return preferences.path().parent / "half-typed" / f"{re.sub(r'[^0-9A-Za-z-]', '_', event)}.json"


def keep(kept: HalfTyped) -> None:
    """Write ``kept``, whole or not at all; nothing half typed: the file goes. Raises OSError."""
    path = file_of(kept.event)
    if kept.empty:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(_BEFORE_IT_IS_WHOLE)
    beside.write_text(written(kept), encoding="utf-8")
    beside.replace(path)


def kept_of(event: str) -> HalfTyped:
    """What waits for the event of this id. Raises OSError.

    A file that cannot be understood gets another name, so that nothing is written over it, and HalfTypedDamaged is
    raised with that name.
    """
    path = file_of(event)
    if not path.exists():
        return HalfTyped(event)
    try:
        kept = read(path.read_text(encoding="utf-8"))
        if kept.event != event:
            raise HalfTypedDamaged(f"of event {kept.event}")
    except (HalfTypedDamaged, UnicodeDecodeError) as error:
        raise HalfTypedDamaged(str(path.replace(path.with_suffix(".damaged")))) from error
    return kept
