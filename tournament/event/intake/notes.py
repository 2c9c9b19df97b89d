"""What an import changed, left out, noticed or refuses: one note for each thing."""

from dataclasses import dataclass
from enum import Enum

from tournament.event.problem import Problem
from tournament.language import Text, mark


class Sign(Enum):
    """What a note means for what will be added."""

    ADJUSTED = "adjusted"
    """A value differs from what the file says."""
    LEFT_OUT = "left-out"
    """Something in the file is not taken."""
    REMARK = "remark"
    """Noticed; it stops nothing."""
    BLOCKS = "blocks"
    """Nothing is added until it is put right."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of thing a note tells."""

    code: str
    """A stable name for scripts."""
    sign: Sign
    label: Text
    """Its heading where notes are counted by kind."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to tell."""

    kind: Kind
    text: Text
    """What, without the line: ``Zero restored: 4000001 → 04000001``."""
    line: int = 0
    """1-based line of the file; 0 for the file as a whole."""
    field: str = ""
    """The field of the player that it is about, or nothing."""

    @property
    def said(self) -> Text:
        """The note with its line in front, for a list."""
        return mark("Line {line} · {what}", line=self.line, what=self.text) if self.line else self.text

    @property
    def problem(self) -> Problem:
        """The note as a problem that blocks."""
        return Problem(self.kind.code, self.said, self.field)


ENCODING = Kind("encoding", Sign.ADJUSTED, mark("Letters of the file"))
SHEET_CHOSEN = Kind("sheet-chosen", Sign.ADJUSTED, mark("Sheet chosen"))
ZERO_RESTORED = Kind("zero-restored", Sign.ADJUSTED, mark("Leading zero of the EMA number restored"))
NUMBER_CLEANED = Kind("number-cleaned", Sign.ADJUSTED, mark("EMA number cleaned"))
COUNTRY_RECOGNISED = Kind("country-recognised", Sign.ADJUSTED, mark("Country recognised"))
NAME_SPLIT = Kind("name-split", Sign.ADJUSTED, mark("Full name split"))
SPACES_REMOVED = Kind("spaces-removed", Sign.ADJUSTED, mark("Spaces removed"))
SPACES_ORDINARY = Kind("spaces-ordinary", Sign.ADJUSTED, mark("Special spaces made ordinary"))
INVISIBLE_REMOVED = Kind("invisible-removed", Sign.ADJUSTED, mark("Invisible characters removed"))
WIDTH_ORDINARY = Kind("width-ordinary", Sign.ADJUSTED, mark("Full-width characters made ordinary"))
READ_AS_NOTHING = Kind("read-as-nothing", Sign.ADJUSTED, mark("Dash or “none” read as nothing"))
SHORTENED = Kind("shortened", Sign.ADJUSTED, mark("Text shortened"))

DUPLICATE = Kind("duplicate", Sign.LEFT_OUT, mark("Duplicate, taken once"))
NO_PLAYER = Kind("no-player", Sign.LEFT_OUT, mark("Line without a player"))
ABOVE_HEADINGS = Kind("above-headings", Sign.LEFT_OUT, mark("Above the headings"))
COLUMN_LEFT_OUT = Kind("column-left-out", Sign.LEFT_OUT, mark("Column not taken"))
EXTRA_CELLS = Kind("extra-cells", Sign.LEFT_OUT, mark("More cells than headings"))
NUMBER_DROPPED = Kind("number-dropped", Sign.LEFT_OUT, mark("EMA number too long, not taken"))

DIGITS_LOST = Kind("digits-lost", Sign.REMARK, mark("EMA number rounded by a spreadsheet"))
DAMAGED = Kind("damaged", Sign.REMARK, mark("Damaged letters"))
NO_COLUMN = Kind("no-column", Sign.REMARK, mark("Column missing"))
REMARKS = {
    kind.code: kind
    for kind in (
        Kind("no-ema-number", Sign.REMARK, mark("No EMA number")),
        Kind("odd-ema-number", Sign.REMARK, mark("Odd EMA number")),
        Kind("prefix-unknown", Sign.REMARK, mark("Unknown EMA association")),
        Kind("number-country", Sign.REMARK, mark("Number and country disagree")),
        Kind("no-country", Sign.REMARK, mark("No country")),
        Kind("odd-country", Sign.REMARK, mark("Unknown country")),
    )
}
"""The kinds of remarks on a player, by the code of :func:`tournament.event.remarks.player_remarks`."""

FILE_EMPTY = Kind("file-empty", Sign.BLOCKS, mark("Nothing in the file"))
NO_NAME_COLUMNS = Kind("no-name-columns", Sign.BLOCKS, mark("No columns for the names"))
NO_PLAYERS = Kind("players-missing", Sign.BLOCKS, mark("No player under the headings"))
NAME_EMPTY = Kind("name-empty", Sign.BLOCKS, mark("Name missing"))
NAME_ONE_WORD = Kind("name-one-word", Sign.BLOCKS, mark("Name of one word"))
NAME_TOO_LONG = Kind("too-long", Sign.BLOCKS, mark("Name too long"))
NUMBER_TWICE = Kind("ema-number-twice", Sign.BLOCKS, mark("One EMA number for two persons"))
PLAYER_TWICE = Kind("player-twice", Sign.BLOCKS, mark("One person twice"))
