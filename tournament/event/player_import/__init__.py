"""Read a list of players from a file: rows of text become players, with notes on what was changed or noticed.

``notes`` defines the rows that come from a file and the notes on them; ``columns`` finds the headings; ``lines`` reads
one line or one cell; ``reading`` reads the whole list, with the choices made in its preview. Nothing here opens a file
or adds anything to an event.
"""

from tournament.event.player_import.columns import FULL_NAME, HEADING_ROWS, FileColumn, recognised
from tournament.event.player_import.lines import PlayerLine, with_typed
from tournament.event.player_import.notes import (
    CELLS_MERGED,
    ENCODING,
    ENCODING_UNCERTAIN,
    NOT_COMPUTED,
    SHEET_CHOSEN,
    FileRow,
    Note,
    NoteEffect,
    NoteKind,
    TableText,
)
from tournament.event.player_import.reading import AS_READ, ImportChoices, Roster, preview_texts, read_roster

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
