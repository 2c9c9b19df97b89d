"""Going to a table: by its number, or by the code of its sheet.

The code printed on a sheet is ``5-07-1`` (session 5, table 7, version 1 of its draw); its QR code says
``QV:1A2B3C4D:5-07-1``, with the key of the event before it. A sheet on which others stand than sit there now is
refused; one without a version, printed by an earlier program or typed by a person, is gone to with a remark.

A scanner types that quickly and ends with Enter. So that it works wherever the cursor stands in the entry, the letter
Q, which answers nothing there, goes to this field as G does and is kept as the first letter of the code.
``QV:5-07-1`` without a key is read too. Plain digits are read here alone, never in the entry. On a French keyboard a
scanner's Q arrives as A, which answers nothing either and goes to this field as well; what follows is read as the
scanner meant it, whatever the keyboard made of it.
"""

from typing import NamedTuple

from reports.sheets.code import Scanned, event_key, read_code
from tournament.event.seating import Seats
from tournament.language import Text, mark
from tournament.use_cases import View
from tournament.use_cases.view import table_problem
from ui.entry.keyboard_digits import scanned_readings


class SheetAddress(NamedTuple):
    """A sheet."""

    session: int
    table: int
    remark: Text | None = None
    """What is to be looked at on the paper."""


def sheet_named(typed: str, view: View, session: int) -> SheetAddress | Text:
    """The sheet that ``typed`` names, or what is wrong with it."""
    found: Text | None = None
    for text in scanned_readings(typed.strip()):
        if text.isascii() and text.isdigit():
            return _checked(view, session, int(text[:6]))
        scanned = read_code(text) or read_code(text.upper().removeprefix("QV:"))
        if scanned is not None and scanned.event in ("", event_key(view)):
            return _checked(view, scanned.session, scanned.table, scanned)
        if scanned is not None:
            found = mark("This sheet belongs to another event: open that one first.")
    if found is None:
        return mark("“{typed}” is not a table: type its number, or the code of its sheet, such as 1-03-1.", typed=text)
    return found


def _checked(view: View, session: int, table: int, scanned: Scanned | None = None) -> SheetAddress | Text:
    seats = view.seating.seats(session, table) if view.seating is not None else None
    tables = len(view.seating.tables(session)) if view.seating is not None else 0
    if session in view.state.cancelled:
        return mark("Session {session} is cancelled: its sheets do not count.", session=session)
    if not tables:
        return mark("The draw has no session {session}.", session=session)
    if (session, table) in view.state.taken_back:
        return table_problem(view.state, session, table).text
    if seats is None:
        return mark("There is no table {table}: session {session} has tables 1 to {last}.", table=table,
                    session=session, last=tables)  # fmt: skip
    if scanned is None:
        return SheetAddress(session, table)
    if scanned.version is None:
        others = view.seat_versions.seats(session, table, 1) != seats
        return SheetAddress(session, table, _without_version(view, session, table) if others else None)
    printed = view.seat_versions.seats(session, table, scanned.version)
    return SheetAddress(session, table) if printed == seats else _superseded(view, seats, scanned)


def _without_version(view: View, session: int, table: int) -> Text:
    return mark(
        "The sheet does not show its version, and the seats at table {table} were changed: version "
        "{version} is current. Compare the four names.",
        table=table,
        version=view.seat_versions.of(session, table),
    )


def _superseded(view: View, seats: Seats, scanned: Scanned) -> Text:
    """Why the paper is not taken: which version holds, and who sits there now."""
    values = {
        "printed": scanned.version,
        "version": view.seat_versions.of(scanned.session, scanned.table),
        "table": scanned.table,
        "session": scanned.session,
        "players": tuple(view.players[number].name for number in seats),
    }
    if view.seat_versions.seats(scanned.session, scanned.table, scanned.version or 0) is None:
        return mark(
            "There is no version {printed} of session {session}: the sheet comes from another copy "
            "of this event. Version {version} is current, and table {table} has {players}.",
            **values,
        )
    return mark(
        "This sheet is out of date: it is version {printed}, and version {version} of session "
        "{session} is current. Table {table} now has {players}.",
        **values,
    )
