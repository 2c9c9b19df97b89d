"""Going to a table: by its number, or by the code of its sheet.

The code printed on a sheet is ``5-07`` (session 5, table 7); its QR code says ``QV:1A2B3C4D:5-07``, with the key of the
event before it. A scanner types that quickly and ends with Enter. So that it works wherever the cursor stands in the
entry, the letter Q, which answers nothing there, goes to this field as G does and is kept as the first letter of the
code. ``QV:5-07`` without a key is read too. Plain digits are read here alone, never in the entry.
"""

from typing import NamedTuple

from reports.sheets.code import event_key, read_code
from tournament.language import Text, mark
from tournament.use_cases import View


class SheetAddress(NamedTuple):
    """A sheet."""

    session: int
    table: int


def sheet_named(typed: str, view: View, session: int) -> SheetAddress | Text:
    """The sheet that ``typed`` names, or what is wrong with it."""
    text = typed.strip()
    if text.isascii() and text.isdigit():
        return _checked(view, session, int(text[:6]))
    scanned = read_code(text) or read_code(text.upper().removeprefix("QV:"))
    if scanned is None:
        return mark("“{typed}” is no table: type its number, or the code of its sheet such as 1-03.", typed=text)
    if scanned.event and scanned.event != event_key(view):
        return mark("This sheet belongs to another event: open that one first.")
    return _checked(view, scanned.session, scanned.table)


def _checked(view: View, session: int, table: int) -> SheetAddress | Text:
    tables = len(view.seating.tables(session)) if view.seating is not None else 0
    if not tables:
        return mark("There is no session {session} in the draw.", session=session)
    if not 1 <= table <= tables:
        return mark("There is no table {table}: session {session} has tables 1 to {last}.", table=table,
                    session=session, last=tables)  # fmt: skip
    return SheetAddress(session, table)
