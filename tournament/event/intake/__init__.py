"""A list of players from a file: rows of text in, players with all that was changed or noticed out.

``table`` is what a reader of files hands over; ``columns`` finds the headings, ``lines`` understands one line,
``reading`` the whole, ``notes`` says what happened. All pure: nothing is added here.
"""

from tournament.event.intake.columns import FULL_NAME, Column, recognised
from tournament.event.intake.lines import Line
from tournament.event.intake.notes import ENCODING, SHEET_CHOSEN, Kind, Note, Sign
from tournament.event.intake.reading import Roster, preview_texts, read_roster
from tournament.event.intake.table import Row, TableText

__all__ = [
    "ENCODING",
    "FULL_NAME",
    "SHEET_CHOSEN",
    "Column",
    "Kind",
    "Line",
    "Note",
    "Roster",
    "Row",
    "Sign",
    "TableText",
    "preview_texts",
    "read_roster",
    "recognised",
]
