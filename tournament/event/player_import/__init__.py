"""A list of players from a file: rows of text in, players with all that was changed or noticed out.

``notes`` is what a reader of files hands over, and what happened to it; ``columns`` finds the headings; ``lines``
understands one line or one cell; ``reading`` the whole list, and what somebody chose in its preview. All of it is
pure: nothing is added to an event here.
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
