"""Going to a table: by its number, or by the code of its sheet.

The code printed on a sheet is ``5-07`` (session 5, table 7); its QR code says ``QV:1A2B3C4D:5-07``, with the key of the
event before it. A scanner types that quickly and ends with Enter. So that it works wherever the cursor stands in the
entry, the letter Q, which answers nothing there, goes to this field as G does and is kept as the first letter of the
code. ``QV:5-07`` without a key is read too. Plain digits are read here alone, never in the entry. On a French keyboard
a scanner's Q arrives as A, which answers nothing either and goes to this field as well; what follows is read as the
scanner meant it, whatever the keyboard made of it.
"""

from typing import NamedTuple

from reports.sheets.code import event_key, read_code
from tournament.language import Text, mark
from tournament.use_cases import View
from ui.entry.keyboard_digits import scanned_readings


class SheetAddress(NamedTuple):
    """A sheet."""

    session: int
    table: int


def sheet_named(typed: str, view: View, session: int) -> SheetAddress | Text:
    """The sheet that ``typed`` names, or what is wrong with it."""
    found: Text | None = None
    for text in scanned_readings(typed.strip()):
        if text.isascii() and text.isdigit():
            return _checked(view, session, int(text[:6]))
        scanned = read_code(text) or read_code(text.upper().removeprefix("QV:"))
        if scanned is not None and scanned.event in ("", event_key(view)):
            return _checked(view, scanned.session, scanned.table)
        if scanned is not None:
            found = mark("This sheet belongs to another event: open that one first.")
    if found is None:
        return mark("“{typed}” is no table: type its number, or the code of its sheet such as 1-03.", typed=text)
    return found


def _checked(view: View, session: int, table: int) -> SheetAddress | Text:
    tables = len(view.seating.tables(session)) if view.seating is not None else 0
    if not tables:
        return mark("There is no session {session} in the draw.", session=session)
    if not 1 <= table <= tables:
        return mark("There is no table {table}: session {session} has tables 1 to {last}.", table=table,
                    session=session, last=tables)  # fmt: skip
    return SheetAddress(session, table)
