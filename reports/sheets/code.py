"""The codes on papers. That of a score sheet is ``1-03-2`` for people (session 1, table 3, version 2 of its draw), and
for scanners the same after the key of the event. Sheets of earlier program versions have no version. That of a badge
names a player, for scanners only; people type the number.

The code of a blank sheet ends in its layout and its paper, such as ``:1A`` for layout 1 on A4: whoever reads a picture
of the sheet knows from them where everything is.

Neither is a secret or opens anything: they only say which sheet or whose badge is at the desk.
"""

import re
from typing import NamedTuple

from tournament.use_cases.view import View

_BADGE = re.compile(r"QV:([0-9A-F]{8}):P([1-9][0-9]{0,3})", re.IGNORECASE)
_SCANNED = re.compile(
    r"(?:QV:([0-9A-F]{8}):)?([0-9]{1,2})-([0-9]{1,3})(?:-([0-9]{1,3}))?(?::([0-9])([AL]))?", re.IGNORECASE
)
_PAPERS = {"A": "A4", "L": "LETTER"}


class Scanned(NamedTuple):
    """The content of a code."""

    event: str
    """Key of the event; empty when a person typed the short code."""
    session: int
    table: int
    version: int | None
    """Version of the seats that the sheet was printed for; None if the code has none."""
    layout: int | None = None
    """Number of the layout of a blank sheet; None if the code has none."""
    paper: str = ""
    """Name of the paper, ``A4`` or ``LETTER``; empty if the code has none."""


class ScannedBadge(NamedTuple):
    """The content of the code of a badge."""

    event: str
    """Key of the event."""
    number: int
    """The number of the player."""


def event_key(view: View) -> str:
    """Eight hexadecimal digits that identify the event: the beginning of the id of its first entry."""
    return view.journal[0].id[:8].upper() if len(view.journal) else "0" * 8


def short_code(session: int, table: int) -> str:
    """``1-03``: the sheet, whoever sits there."""
    return f"{session}-{table:02}"


def versioned_code(view: View, session: int, table: int) -> str:
    """``1-03-2``: printed under the QR code."""
    return f"{short_code(session, table)}-{view.seat_versions.of(session, table)}"


def scanned_code(view: View, session: int, table: int) -> str:
    """What the QR code says: ``QV:1A2B3C4D:1-03-2``."""
    return f"QV:{event_key(view)}:{versioned_code(view, session, table)}"


def layout_suffix(layout: int, paper: str) -> str:
    """What the code of a blank sheet says after the rest, ``:1A``; nothing for a paper that is not read."""
    return next((f":{layout}{letter}" for letter, name in _PAPERS.items() if name == paper), "")


def read_code(text: str) -> Scanned | None:
    """Read a scanned or typed code; None for anything else."""
    found = _SCANNED.fullmatch(text.strip())
    if found is None:
        return None
    version = int(found[4]) if found[4] else None
    layout = int(found[5]) if found[5] else None
    paper = _PAPERS[found[6].upper()] if found[6] else ""
    return Scanned((found[1] or "").upper(), int(found[2]), int(found[3]), version, layout, paper)


def badge_code(view: View, number: int) -> str:
    """What the QR code of a player's badge says: ``QV:1A2B3C4D:P12``."""
    return f"QV:{event_key(view)}:P{number}"


def read_badge(text: str) -> ScannedBadge | None:
    """Read the scanned code of a badge; None for anything else."""
    found = _BADGE.fullmatch(text.strip())
    return ScannedBadge(found[1].upper(), int(found[2])) if found is not None else None
