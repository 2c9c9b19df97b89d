"""The headings of a list of players, and which column contains what."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tournament.event.player_import.heading_words import (
    AMOUNT,
    FILLERS,
    FIRST_NAME_FIRST,
    FULL_NAME,
    LAST_NAME_FIRST,
    MEANINGS,
    OF_OTHERS,
    OF_PLAYERS,
    ONE_NAME,
    STATUS,
    TICKET,
    heading_key,
)
from tournament.event.player_import.notes import FileRow
from tournament.event.roster import LISTED_FIELDS
from tournament.language import folded

HEADING_ROWS = 30
"""Number of rows, not counting blank ones, in which headings are looked for; titles may be above them."""
COLUMN_FIELDS = (FULL_NAME, *LISTED_FIELDS, STATUS, TICKET)
"""Everything that a column can be read as."""
SAMPLES = 3
"""Number of values of a column that are shown."""

SEVERAL = frozenset((STATUS, TICKET))
"""The fields that several columns can have."""
_WHOLE_NAMES = frozenset((FULL_NAME, FIRST_NAME_FIRST, LAST_NAME_FIRST))
_NAMES = frozenset(("first_name", "last_name", ONE_NAME)) | _WHOLE_NAMES
_OF_PEOPLE = _NAMES | {"nickname"}
"""The meanings of which headings have one at least."""
_ORDERS = {FIRST_NAME_FIRST: False, LAST_NAME_FIRST: True}
"""Whether full names begin with the last name, by the meaning of their heading."""
_SHOWN = 60
_LOOKED_AT = 300
"""Number of rows in which different values of a column are looked for."""


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of the file."""

    index: int
    """Position in a row, from 0."""
    heading: str
    """The heading as written, on one line."""
    field: str = ""
    """One of :data:`COLUMN_FIELDS`; empty if the column is not read."""
    last_name_first: bool | None = None
    """Whether full names begin with the last name, as the heading says; None if it does not say it."""
    samples: tuple[str, ...] = ()
    """The first different values below the heading."""
    ignored: bool = False
    """Whether the user chose to ignore it."""
    also: tuple[int, ...] = ()
    """Other columns that could be this field as well."""
    noted_as: str = ""
    """The field of a registration, such as ``due``, that the user chose for it; empty if none was chosen."""


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a file."""

    line: int
    """Line that contains them, from 1; 0 if there are none."""
    columns: tuple[FileColumn, ...]
    """All columns, in the order of the file."""
    of_buyers: bool = False
    """Whether the names are those of buyers, because no column has those of players."""
    first: int = 0
    """The first line of a list without headings, from 1, if a title is above it; else 0."""

    @property
    def fields(self) -> frozenset[str]:
        """The fields that have a column."""
        return frozenset(column.field for column in self.columns) - {""}

    @property
    def has_names(self) -> bool:
        """Whether there are columns for first and last name."""
        return FULL_NAME in self.fields or {"first_name", "last_name"} <= self.fields

    def of_field(self, field: str) -> FileColumn | None:
        """Return the first column of ``field``; None if there is none."""
        return next((column for column in self.columns if column.field == field), None)


class Meaning(NamedTuple):
    """The meaning of a heading."""

    kind: str = ""
    """A field, or another meaning of :data:`tournament.event.player_import.heading_words.HEADINGS`; empty if none."""
    of_player: bool = False
    """Whether it names the person who plays: ``Nom participant``."""
    of_other: bool = False
    """Whether it names another person: ``Nom payeur``."""


def find_headings(rows: Sequence[FileRow], *, one_name: bool = False) -> Headings | None:
    """Return the row with the most recognised headings among the first :data:`HEADING_ROWS`; None without names.

    With ``one_name`` a column for one of the two names is enough.
    """
    found: list[Headings] = []
    for row in _first_rows(rows):
        if not any(meaning_of(cell).kind in _OF_PEOPLE for cell in row.cells):
            continue
        headings = headings_in(row, rows)
        if headings.has_names or (one_name and headings.fields & {"first_name", "last_name"}):
            found.append(headings)
    return max(found, key=lambda headings: (not headings.of_buyers, len(headings.fields)), default=None)


def headings_in(row: FileRow, rows: Sequence[FileRow]) -> Headings:
    """Return ``row`` as headings of ``rows``, recognised or not."""
    below = [each for each in rows if each.line > row.line]
    cells = row.cells
    meanings = [meaning_of(cell) for cell in cells]
    columns = [
        FileColumn(index, " ".join(cell.split()), samples=_samples(below, index)) for index, cell in enumerate(cells)
    ]
    of_buyers = not any(_own(meaning) for meaning in meanings)
    fields = _fields(columns, meanings, of_buyers=of_buyers, below=below)
    columns = [
        replace(column, field=fields.get(column.index, ""), last_name_first=_ORDERS.get(meaning.kind))
        for column, meaning in zip(columns, meanings, strict=True)
    ]
    found = Headings(row.line, tuple(_with_others(columns, meanings)), of_buyers)
    return replace(found, of_buyers=of_buyers and found.has_names)


def guess_headings(rows: Sequence[FileRow]) -> Headings | None:
    """Return the row that looks like headings although it has no names; None if the list begins with people.

    A row looks like headings if one of them is known, or if columns of numbers, dates or addresses have a word there.
    """
    for row in _first_rows(rows):
        filled = [index for index, cell in enumerate(row.cells) if cell.strip()]
        if len(filled) < 2:
            continue
        below = [each for each in rows if each.line > row.line and not each.is_blank]
        if any(_is_value(row.cells[index]) for index in filled) or not below:
            return None
        of_values = any(_is_column_of_values(below, index) for index in filled)
        if of_values or any(meaning_of(row.cells[index]).kind for index in filled):
            return headings_in(row, rows)
        return None
    return None


def without_headings(rows: Sequence[FileRow]) -> Headings:
    """Return the columns of a list without headings, none of them read."""
    width = max((len(row.cells) for row in rows), default=0)
    return Headings(0, tuple(FileColumn(index, "", samples=_samples(rows, index)) for index in range(width)))


def recognised(cells: Sequence[str]) -> int:
    """Return how many of ``cells`` are headings of a list of players."""
    return sum(bool(meaning_of(cell).kind) for cell in cells)


def is_amount(heading: str) -> bool:
    """Whether ``heading`` is that of a price or a payment."""
    return meaning_of(heading).kind == AMOUNT


@lru_cache(maxsize=8192)
def meaning_of(heading: str) -> Meaning:
    """Return what ``heading`` means; empty if it is not known.

    A heading in two languages (``Nom / Last name``) has the meaning on which both agree. Questions are headings too
    (``What is your first name?``).
    """
    if len(heading) > 200 or not heading.strip():
        return Meaning()
    without_hint = re.sub(r"\(.*?\)|\[.*?\]|#\d+", " ", heading)
    for whole in (heading, without_hint):
        if heading_key(whole) in MEANINGS:
            return Meaning(MEANINGS[heading_key(whole)])
    before, _, after = without_hint.partition(":")
    told = after if folded(after) else before
    words = set(folded(heading).split())
    parts = {_reduced(part) for part in re.split(r"[/|\n·]", told)}
    if len(parts) > 1:
        parts -= {ONE_NAME}
    kind = parts.pop() if len(parts) == 1 else ""
    return Meaning(kind, bool(words & OF_PLAYERS), bool(words & OF_OTHERS)) if kind else Meaning()


def _reduced(part: str) -> str:
    """Return the meaning of ``part`` of a heading, without the words of a question and those for a person."""
    words = folded(part).split()
    asked = [word for word in words if word not in FILLERS]
    alone = [word for word in asked if word not in OF_PLAYERS and word not in OF_OTHERS]
    if len(alone) < len(asked) and len(alone) > 1:
        alone = [word for word in alone if word not in ("address", "adresse")] or alone
    for found in (words, asked, alone):
        if "".join(found) in MEANINGS:
            return MEANINGS["".join(found)]
    return ""


def _first_rows(rows: Sequence[FileRow]) -> list[FileRow]:
    return [row for row in rows if not row.is_blank][:HEADING_ROWS]


def _own(meaning: Meaning) -> bool:
    return meaning.kind in _NAMES and not meaning.of_other


def _fields(
    columns: Sequence[FileColumn], meanings: Sequence[Meaning], *, of_buyers: bool, below: Sequence[FileRow]
) -> dict[int, str]:
    """Return the field of each column that is read, by its index."""
    kinds = [meaning.kind if _counts(meaning, of_buyers=of_buyers) else "" for meaning in meanings]
    meant = _field_by_kind(kinds)
    if meant.get(ONE_NAME) in ("first_name", "last_name") and _repeats_the_other(kinds, meant, below):
        meant |= {ONE_NAME: FULL_NAME, "first_name": "", "last_name": ""}
    fields: dict[int, str] = {}
    taken: set[str] = set()
    for index in sorted(range(len(columns)), key=lambda index: _rank(columns[index], meanings[index])):
        field = meant.get(kinds[index], kinds[index])
        if field in COLUMN_FIELDS and (field not in taken or field in SEVERAL):
            taken.add(field)
            fields[index] = field
    return fields


def _counts(meaning: Meaning, *, of_buyers: bool) -> bool:
    """Whether a column counts: that of another person only if there is no other one, and then only for the names."""
    return not meaning.of_other or (of_buyers and meaning.kind in _NAMES) or meaning.kind in SEVERAL


def _rank(column: FileColumn, meaning: Meaning) -> tuple[bool, bool, bool, int]:
    """The order in which columns take a field: the exact name of the field, then that of a player, then one that is
    filled in."""
    return column.heading not in LISTED_FIELDS, not meaning.of_player, not column.samples, column.index


def _field_by_kind(kinds: Sequence[str]) -> dict[str, str]:
    """Return what meanings are read as. “Name” alone depends on its neighbours, and no name is read twice."""
    present = set(kinds)
    apart = present & {"first_name", "last_name"}
    whole = present & _WHOLE_NAMES
    if len(apart) == 2:
        one_name = ""
    elif apart:
        one_name = "last_name" if "first_name" in apart else "first_name"
    else:
        one_name = "" if whole else FULL_NAME
    both_apart = len(apart) == 2 or (len(apart) == 1 and ONE_NAME in present)
    full_name = "" if both_apart else FULL_NAME
    fields = {ONE_NAME: one_name, AMOUNT: "", **dict.fromkeys(_WHOLE_NAMES, full_name)}
    if not present & _NAMES:
        fields["nickname"] = FULL_NAME  # in a club, people may be listed by it alone
    if whole and not both_apart:
        fields |= {"first_name": "", "last_name": ""}
    return fields


def _repeats_the_other(kinds: Sequence[str], meant: Mapping[str, str], below: Sequence[FileRow]) -> bool:
    """Whether the column “Name” repeats the first or last name beside it, and is a full name."""
    if ONE_NAME not in kinds:
        return False
    one = kinds.index(ONE_NAME)
    field = "first_name" if meant[ONE_NAME] == "last_name" else "last_name"
    other = kinds.index(field)
    pairs = [(_cell(row, one), _cell(row, other)) for row in below if _cell(row, one) and _cell(row, other)]
    inside = sum(name in whole and name != whole for whole, name in pairs)
    return bool(pairs) and inside > len(pairs) / 2


def _cell(row: FileRow, index: int) -> str:
    return folded(row.cells[index]) if index < len(row.cells) else ""


def _with_others(columns: Sequence[FileColumn], meanings: Sequence[Meaning]) -> list[FileColumn]:
    """Return the columns; that of a name says which other filled columns with the same meaning were not read."""
    found = []
    for column in columns:
        kind, own = meanings[column.index].kind, meanings[column.index]
        also = tuple(
            other.index
            for other in columns
            if not other.field and other.samples and other.samples != column.samples
            and (meanings[other.index].kind == kind or _may_be_last_name(column, other, meanings))
            and meanings[other.index].of_other == own.of_other
        ) if column.field in ("first_name", "last_name", FULL_NAME) else ()  # fmt: skip
        found.append(replace(column, also=also))
    return found


def _may_be_last_name(column: FileColumn, other: FileColumn, meanings: Sequence[Meaning]) -> bool:
    """Whether ``other`` is called just “Name” beside the last name ``column``, which it does not contain."""
    if column.field != "last_name" or meanings[other.index].kind != ONE_NAME:
        return False
    return not any(folded(one) in folded(whole) for one in column.samples for whole in other.samples)


def _samples(rows: Sequence[FileRow], index: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for place, row in enumerate(rows):
        cell = " ".join(row.cells[index].split())[:_SHOWN] if index < len(row.cells) else ""
        if cell:
            found.setdefault(cell)
        if len(found) == SAMPLES or (found and place > _LOOKED_AT):
            break
    return tuple(found)


_VALUE = re.compile(r"[\d\s.,:/+()-]+(?:€|\$|£|[ap]m|gmt.*)?|\S+@\S+\.\S+|https?://\S+", re.IGNORECASE)
"""A number, a date, an amount, an e-mail or a web address."""


def _is_value(cell: str) -> bool:
    return bool(_VALUE.fullmatch(cell.strip()))


def _is_column_of_values(below: Sequence[FileRow], index: int) -> bool:
    cells = [row.cells[index] for row in below if index < len(row.cells) and row.cells[index].strip()]
    return bool(cells) and sum(map(_is_value, cells)) > len(cells) * 0.8
