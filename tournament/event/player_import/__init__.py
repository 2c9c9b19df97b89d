"""Read a list of players from a file: rows of text become players, with notes on what was changed or noticed.

``notes`` defines the rows that come from a file and the notes on them; ``columns`` finds the headings by the words of
``heading_words``; ``names`` splits full names; ``lines`` reads one line or one cell; ``not_meant`` finds lines that are
not players of the event; ``spellings`` and ``repeats`` compare lines with one another; ``reading`` reads the whole
list, with the ``choices`` made in its preview; ``registrations`` reads what it says beside the names. Nothing here
opens a file or adds anything to an event.
"""

from tournament.event.player_import.choices import AS_READ, ImportChoices, choices_typed, lines_typed
from tournament.event.player_import.columns import COLUMN_FIELDS, HEADING_ROWS, FileColumn, find_headings, recognised
from tournament.event.player_import.heading_words import FULL_NAME
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
from tournament.event.player_import.reading import Roster, column_label, preview_texts, read_roster

__all__ = [
    "AS_READ",
    "CELLS_MERGED",
    "COLUMN_FIELDS",
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
    "choices_typed",
    "column_label",
    "find_headings",
    "lines_typed",
    "preview_texts",
    "read_roster",
    "recognised",
    "with_typed",
]
