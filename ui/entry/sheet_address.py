"""The field that goes to a table: it accepts a table number, the code of a sheet, or the name of a player.

The code printed on a sheet is ``5-07-1`` (session 5, table 7, version 1 of its draw). Its QR code contains
``QV:1A2B3C4D:5-07-1``, which begins with the key of the event. A sheet that names other players than those who sit
there now is refused. A code without a version, from an earlier version of the program or typed by a person, is accepted
with a remark.

A scanner types such a code quickly and ends with Enter. It works wherever the cursor is, because the letter Q is not an
answer in any field of the entry: like G it goes to this field, and it is kept as the first letter of the code. With a
French keyboard layout a scanner's Q arrives as A, which also goes to this field; the rest is read as the scanner meant
it, whatever the layout made of it. ``QV:5-07-1`` without a key is also accepted. Plain digits name a table only in this
field.
"""

from typing import NamedTuple

from reports.sheets.code import Scanned, event_key, read_code
from tournament.event.seating import Seats
from tournament.language import Text, mark
from tournament.use_cases import View
from tournament.use_cases.view import table_problem
from ui.entry.finding import table_named
from ui.entry.keyboard_digits import scanned_readings


class SheetAddress(NamedTuple):
    """The place of a sheet."""

    session: int
    table: int
    remark: Text | None = None
    """What to check on the paper; None if nothing."""


def sheet_named(typed: str, view: View, session: int) -> SheetAddress | Text:
    """Return the sheet that ``typed`` names, or a text that says what is wrong.

    A table number or the name of a player refers to ``session``.
    """
    found: SheetAddress | Text | None = None
    for text in scanned_readings(typed.strip()):
        if text.isascii() and text.isdigit():
            return _checked(view, session, int(text[:6]))
        scanned = read_code(text) or read_code(text.upper().removeprefix("QV:"))
        if scanned is not None:
            found = sheet_at(view, scanned)
            if found is not _ANOTHER_EVENT:  # another reading may be of this one
                return found
    if found is not None:
        return found
    named = table_named(view, session, typed)
    if isinstance(named, int):
        return _checked(view, session, named)
    return named or mark(
        "“{typed}” is no table: type its number, the name of a player there, or the code of its sheet, such as 1-03-1.",
        typed=typed.strip(),
    )


_ANOTHER_EVENT = mark("This sheet belongs to another event: open that one first.")


def sheet_at(view: View, scanned: Scanned) -> SheetAddress | Text:
    """Return the sheet with this code, or a text that says why it is refused."""
    if scanned.event not in ("", event_key(view)):
        return _ANOTHER_EVENT
    return _checked(view, scanned.session, scanned.table, scanned)


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
    """Return why the paper is refused: which version is current, and who sits at the table now."""
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
