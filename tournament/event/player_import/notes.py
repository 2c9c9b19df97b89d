"""The rows of a list of players, and notes on what an import changed, left out, noticed or refused."""

from dataclasses import dataclass
from enum import Enum

from tournament.event.problem import Problem
from tournament.language import Text, mark


class NoteEffect(Enum):
    """The effect of what a note reports on the players that are added."""

    ADJUSTED = "adjusted"
    """A value differs from that in the file."""
    LEFT_OUT = "left-out"
    """Something in the file is not added."""
    REMARK = "remark"
    """Something was noticed that changes nothing."""
    BLOCKS = "blocks"
    """Nothing is added until this is corrected."""


@dataclass(frozen=True, slots=True)
class NoteKind:
    """The subject of a note."""

    code: str
    """A stable name for scripts."""
    effect: NoteEffect
    label: Text
    """Heading where notes are counted by kind."""


@dataclass(frozen=True, slots=True)
class Note:
    """One remark on a list."""

    kind: NoteKind
    text: Text
    """The note without its line: ``Zero restored: 4000001 → 04000001``."""
    line: int = 0
    """Line of the file, from 1; 0 for the file as a whole."""
    field: str = ""
    """The field of the player that it is about; empty if none."""

    @property
    def text_with_line(self) -> Text:
        """The note preceded by its line, for a list."""
        return mark("Line {line} · {what}", line=self.line, what=self.text) if self.line else self.text

    @property
    def problem(self) -> Problem:
        """The note as a problem that blocks."""
        return Problem(self.kind.code, self.text_with_line, self.field)


ENCODING = NoteKind("encoding", NoteEffect.ADJUSTED, mark("Character encoding of the file"))
SHEET_CHOSEN = NoteKind("sheet-chosen", NoteEffect.ADJUSTED, mark("Sheet chosen"))
MENDED = NoteKind("mended", NoteEffect.ADJUSTED, mark("Corrected in the preview"))
CELLS_MERGED = NoteKind("cells-merged", NoteEffect.ADJUSTED, mark("Merged cells repeated on each line"))
ZERO_RESTORED = NoteKind("zero-restored", NoteEffect.ADJUSTED, mark("Leading zero of the EMA number restored"))
NUMBER_CLEANED = NoteKind("number-cleaned", NoteEffect.ADJUSTED, mark("EMA number cleaned"))
COUNTRY_RECOGNISED = NoteKind("country-recognised", NoteEffect.ADJUSTED, mark("Country recognised"))
NAME_SPLIT = NoteKind("name-split", NoteEffect.ADJUSTED, mark("Full name split"))
SPACES_REMOVED = NoteKind("spaces-removed", NoteEffect.ADJUSTED, mark("Spaces removed"))
SPACES_ORDINARY = NoteKind("spaces-ordinary", NoteEffect.ADJUSTED, mark("Special spaces replaced"))
INVISIBLE_REMOVED = NoteKind("invisible-removed", NoteEffect.ADJUSTED, mark("Invisible characters removed"))
WIDTH_ORDINARY = NoteKind("width-ordinary", NoteEffect.ADJUSTED, mark("Full-width characters replaced"))
SPELLING = NoteKind("spelling", NoteEffect.ADJUSTED, mark("Spellings of one team or club"))
COLUMNS_REMEMBERED = NoteKind("columns-remembered", NoteEffect.ADJUSTED, mark("Columns as chosen last time"))
READ_AS_NOTHING = NoteKind("read-as-nothing", NoteEffect.ADJUSTED, mark("Dash or “none” read as empty"))
SHORTENED = NoteKind("shortened", NoteEffect.ADJUSTED, mark("Text shortened"))

LEFT_OUT_BY_HAND = NoteKind("left-out-by-hand", NoteEffect.LEFT_OUT, mark("Left out in the preview"))
DUPLICATE = NoteKind("duplicate", NoteEffect.LEFT_OUT, mark("Duplicate, imported once"))
NO_PLAYER = NoteKind("no-player", NoteEffect.LEFT_OUT, mark("Line without a player"))
ORDER_CANCELLED = NoteKind("order-cancelled", NoteEffect.LEFT_OUT, mark("Cancelled"))
ORDER_REFUNDED = NoteKind("order-refunded", NoteEffect.LEFT_OUT, mark("Refunded"))
ORDER_WAITING = NoteKind("order-waiting", NoteEffect.LEFT_OUT, mark("Waiting, or not paid"))
NO_PLAY = NoteKind("no-play", NoteEffect.LEFT_OUT, mark("Not a place in the event"))
BELOW_TOTAL = NoteKind("below-total", NoteEffect.LEFT_OUT, mark("Below the total"))
ROW_HIDDEN = NoteKind("row-hidden", NoteEffect.LEFT_OUT, mark("Hidden in the file"))
ROW_STRUCK = NoteKind("row-struck", NoteEffect.LEFT_OUT, mark("Struck through in the file"))
CHOOSABLE = (ORDER_CANCELLED, ORDER_REFUNDED, ORDER_WAITING, NO_PLAY, BELOW_TOTAL, ROW_HIDDEN, ROW_STRUCK)
"""Why a line that may be a player is left out unless it is chosen."""
TOTAL = NoteKind("total", NoteEffect.LEFT_OUT, mark("Total"))
SECTION = NoteKind("section", NoteEffect.LEFT_OUT, mark("Title in the list"))
ABOVE_HEADINGS = NoteKind("above-headings", NoteEffect.LEFT_OUT, mark("Above the headings"))
COLUMN_LEFT_OUT = NoteKind("column-left-out", NoteEffect.LEFT_OUT, mark("Column ignored"))
EXTRA_CELLS = NoteKind("extra-cells", NoteEffect.LEFT_OUT, mark("More cells than headings"))
NUMBER_DROPPED = NoteKind("number-dropped", NoteEffect.LEFT_OUT, mark("EMA number too long, ignored"))

ENCODING_UNCERTAIN = NoteKind("encoding-uncertain", NoteEffect.REMARK, mark("Character encoding uncertain"))
NOT_COMPUTED = NoteKind("not-computed", NoteEffect.REMARK, mark("Formula without its result"))
DIGITS_LOST = NoteKind("digits-lost", NoteEffect.REMARK, mark("EMA number rounded by a spreadsheet"))
DAMAGED = NoteKind("damaged", NoteEffect.REMARK, mark("Damaged letters"))
NICKNAMES = NoteKind("nicknames", NoteEffect.REMARK, mark("Nicknames kept"))
NO_COLUMN = NoteKind("no-column", NoteEffect.REMARK, mark("Column missing"))
STATUS_UNKNOWN = NoteKind("status-unknown", NoteEffect.REMARK, mark("Order status missing or unknown"))
CHOSEN = NoteKind("chosen", NoteEffect.REMARK, mark("Chosen in the preview"))
BUYERS = NoteKind("buyers", NoteEffect.REMARK, mark("Names of the buyers"))
COLUMN_UNCERTAIN = NoteKind("column-uncertain", NoteEffect.REMARK, mark("Another column is possible"))
SPLIT_UNCERTAIN = NoteKind("split-uncertain", NoteEffect.REMARK, mark("Full name split, uncertain"))
ORDER_UNCERTAIN = NoteKind("order-uncertain", NoteEffect.REMARK, mark("Order of the names uncertain"))
NAME_SINGLE = NoteKind("name-single", NoteEffect.REMARK, mark("Single name"))
REMARKS = {
    kind.code: kind
    for kind in (
        NoteKind("no-ema-number", NoteEffect.REMARK, mark("No EMA number")),
        NoteKind("odd-ema-number", NoteEffect.REMARK, mark("Unusual EMA number")),
        NoteKind("prefix-unknown", NoteEffect.REMARK, mark("Unknown EMA association")),
        NoteKind("number-country", NoteEffect.REMARK, mark("EMA number and country disagree")),
        NoteKind("no-country", NoteEffect.REMARK, mark("No country")),
        NoteKind("odd-country", NoteEffect.REMARK, mark("Unknown country")),
    )
}
"""The kinds of remarks on a player, by the code of :func:`tournament.event.ema.player_remarks`."""

FILE_EMPTY = NoteKind("file-empty", NoteEffect.BLOCKS, mark("Empty file"))
NO_NAME_COLUMNS = NoteKind("no-name-columns", NoteEffect.BLOCKS, mark("No columns for the names"))
NO_PLAYERS = NoteKind("players-missing", NoteEffect.BLOCKS, mark("No player under the headings"))
NAME_EMPTY = NoteKind("name-empty", NoteEffect.BLOCKS, mark("Name missing"))
NAME_NOT_COMPUTED = NoteKind("name-not-computed", NoteEffect.BLOCKS, mark("Names are formulas without results"))
NAME_TOO_LONG = NoteKind("too-long", NoteEffect.BLOCKS, mark("Name too long"))
NUMBER_TWICE = NoteKind("ema-number-twice", NoteEffect.BLOCKS, mark("Two people with one EMA number"))
PLAYER_TWICE = NoteKind("player-twice", NoteEffect.BLOCKS, mark("Same person twice"))


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row of cells."""

    line: int
    """Line of the file, or row of the sheet, on which it begins, from 1."""
    cells: tuple[str, ...]
    """The cells as written, with their spaces. Rows may differ in length."""
    hidden: bool = False
    """Whether a workbook hides the row, for example with a filter."""
    struck: bool = False
    """Whether all its text is struck through."""
    uncomputed: tuple[int, ...] = ()
    """The columns (from 0) of formulas whose result is not in the file."""

    @property
    def is_blank(self) -> bool:
        """Whether all cells are empty. A formula without a result is not."""
        return not self.uncomputed and not "".join(self.cells).strip()


@dataclass(frozen=True, slots=True)
class TableText:
    """The rows of a file and how they were read."""

    name: str
    """Name of the file, for a reader."""
    how: Text
    """How it was read, such as ``Text in UTF-16, columns apart by tab``."""
    rows: tuple[FileRow, ...]
    """The rows in the order of the file, blank ones included."""
    notes: tuple[Note, ...] = ()
    """Notes on decisions made while reading the file."""
    encoding: str = ""
    """The name of the encoding of a text file; empty if there is nothing to choose."""
    sheet: str = ""
    """The title of the sheet of a workbook."""
    sheets: tuple[str, ...] = ()
    """The titles of the sheets that can be chosen."""
