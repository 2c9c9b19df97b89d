"""A list of players from a file: rows of text in, players with all that was changed or noticed out.

``table`` is what a reader of files hands over; ``columns`` finds the headings, ``lines`` understands one line,
``reading`` the whole, ``cell`` what is typed into one cell, ``notes`` says what happened.
All pure: nothing is added here.
"""

from tournament.event.player_import.cell import with_typed
from tournament.event.player_import.choices import AS_READ, ImportChoices
from tournament.event.player_import.columns import FULL_NAME, HEADING_ROWS, FileColumn, recognised
from tournament.event.player_import.lines import PlayerLine
from tournament.event.player_import.notes import (
    CELLS_MERGED,
    ENCODING,
    ENCODING_UNCERTAIN,
    NOT_COMPUTED,
    SHEET_CHOSEN,
    Note,
    NoteEffect,
    NoteKind,
)
from tournament.event.player_import.reading import Roster, preview_texts, read_roster
from tournament.event.player_import.table import FileRow, TableText

__all__ = [
    "AS_READ",
    "CELLS_MERGED",
    "ENCODING",
    "ENCODING_UNCERTAIN",
    "FULL_NAME",
    "HEADING_ROWS",
    "NOT_COMPUTED",
    "SHEET_CHOSEN",
    "FileColumn",
    "FileRow",
    "ImportChoices",
    "Note",
    "NoteEffect",
    "NoteKind",
    "PlayerLine",
    "Roster",
    "TableText",
    "preview_texts",
    "read_roster",
    "recognised",
    "with_typed",
]
