"""The codes on score sheets: each opens the sheet of one table on a phone, and nothing else.

Nothing of a code is stored, so every desk can print it and every host can read it. It names session and table, and is
signed with the key of the event over what it is good for: this event, this table, the players who sit there, and how
often its code was revoked. Other players, a revocation and another key make it invalid.

The signature has 80 bits, in the signs of Crockford's base 32: no letter in it looks like a digit, and whoever types
an O or an I means 0 or 1.
"""

import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

from tournament.event.problem import Problem, Refused
from tournament.event.seating import Seats
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, phones_stream
from tournament.ledger.facts import PlayersMerged, TableEntryAllowed, TableLinkRevoked
from tournament.ledger.seating_versions import WHOLE
from tournament.ledger.sheet import Sheet
from tournament.use_cases.view import View

_SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 16
_TOKEN = re.compile(rf"([1-9][0-9]{{0,2}})-([1-9][0-9]{{0,4}})-([{_SIGNS}]{{{_LENGTH}}})")
_TYPED = str.maketrans("oil", "011")
_MOST_TYPED = 64


class LinkState(Enum):
    """What a code that is or was right opens."""

    OPEN = "open"
    """The sheet."""
    SIGNED = "signed"
    """Nothing: the sheet is verified."""
    CLOSED = "closed"
    """Nothing: the session is."""
    CANCELLED = "cancelled"
    """Nothing: the session is cancelled."""
    REPLACED = "replaced"
    """Nothing: the table has other players, or another code."""
    ENDED = "ended"
    """Nothing: players do not type at the table any more."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """The table that a code is of, and what it opens."""

    session: int
    table: int
    state: LinkState


def table_token(view: View, session: int, table: int) -> str:
    """The code of a table as it is now; Refused where there is no such table, or players may not type there."""
    entry, seats = view.state.table_entry, view.sheet(session, table).players
    if entry is None:
        raise Refused(Problem("table-entry-off", mark("Players may not type at the table in this event.")))
    signed = _signature(view, entry.key, session, table, seats, _revocations(view, session, table))
    return f"{session}-{table}-{signed}"


def table_address(view: View, session: int, table: int) -> str:
    """Where the code of a table leads; Refused as by :func:`table_token`."""
    token, entry = table_token(view, session, table), view.state.table_entry
    assert entry is not None, "else there is no token"
    return f"{entry.address}/t/{token}"


def table_tokens(view: View) -> set[str]:
    """The codes of all tables whose session is not closed; none where players may not type."""
    if view.state.table_entry is None:
        return set()
    sessions = (session for session in view.drawn_sessions if session not in view.state.closed)
    sheets = (sheet for session in sessions for sheet in view.sheets(session))
    return {table_token(view, sheet.session, sheet.table) for sheet in sheets}


def as_written(token: str) -> str:
    """A code as it is printed, of one that somebody typed."""
    return token.lower().translate(_TYPED) if len(token) <= _MOST_TYPED else ""


def read_token(view: View, token: str) -> TableLink | None:
    """Of which table the code ``token`` is, and what it opens; None: it never was one of this event."""
    found = _TOKEN.fullmatch(as_written(token))
    if found is None:
        return None
    session, table, signed = int(found[1]), int(found[2]), found[3]
    state = _state(view, session, table, signed)
    return TableLink(session, table, state) if state is not None else None


def _state(view: View, session: int, table: int, signed: str) -> LinkState | None:
    entry, revoked = view.state.table_entry, _revocations(view, session, table)
    sheet = _sheet(view, session, table)
    if not any(_is(signed, earlier) for earlier in _earlier(view, session, table, revoked)):
        return None
    if session in view.state.cancelled:
        return LinkState.CANCELLED
    if session in view.state.closed:
        return LinkState.CLOSED
    if entry is None:
        return LinkState.ENDED
    if sheet is None or not _is(signed, _signature(view, entry.key, session, table, sheet.players, revoked)):
        return LinkState.REPLACED
    return LinkState.OPEN if sheet.closed is None else LinkState.SIGNED


def _sheet(view: View, session: int, table: int) -> Sheet | None:
    try:
        return view.sheet(session, table)
    except Refused:
        return None


def _earlier(view: View, session: int, table: int, revoked: int) -> Iterator[str]:
    """Every code that the table ever had, also that of now."""
    allowed = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    keys = {fact.key for fact in allowed if isinstance(fact, TableEntryAllowed)}
    for key in sorted(keys):
        for seats in _ever_seated(view, session, table):
            for times in range(revoked + 1):
                yield _signature(view, key, session, table, seats, times)


def _ever_seated(view: View, session: int, table: int) -> set[Seats]:
    """Also by the numbers that players had before they were found to be one and the same."""
    seatings, place = view.seat_versions.seatings, WHOLE if view.settings.format.is_drawn else table
    index = table - 1 if place == WHOLE else 0
    seated = {tables[index] for tables in seatings.get((session, place), ()) if index < len(tables)}
    merged = (entry.fact for entry in view.journal.everything(EVENT_STREAM))
    for fact in reversed([fact for fact in merged if isinstance(fact, PlayersMerged)]):
        kept, other = fact.player.number, fact.other
        names = [[(number, other) if number == kept else (number,) for number in seats] for seats in seated]
        seated = {(a, b, c, d) for each in names for a, b, c, d in product(*each)}
    return seated


def _revocations(view: View, session: int, table: int) -> int:
    entries = view.journal.everything(phones_stream(session, table))
    return sum(isinstance(entry.fact, TableLinkRevoked) for entry in entries)


def _signature(view: View, key: bytes, session: int, table: int, seats: Seats, revoked: int) -> str:
    text = " ".join(map(str, (view.journal[0].id, session, table, *seats, revoked)))
    number = int.from_bytes(hmac.digest(key, text.encode(), "sha256")[: _LENGTH * 5 // 8])
    return "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))


def _is(signed: str, right: str) -> bool:
    return hmac.compare_digest(signed, right)
