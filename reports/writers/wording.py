"""Cells as words: shared by all formats that show text."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from reports.column import Cell, Kind, NotCounted, NotCountedPoints, OtherNames
from tournament.language import (
    BETWEEN_LANGUAGES,
    ENGLISH,
    MINUS,
    Average,
    Language,
    Text,
    amount_text,
    average_text,
    exact_text,
    fraction_text,
    integer_text,
    mark,
    signed_text,
)
from tournament.rules.pattern import Names

if TYPE_CHECKING:
    from reports.document import Document  # which loads the ledger; tables of the command line need only cells

DASH = "–"
UP, DOWN = "▲", "▽"
STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would run text that begins with one of these as a formula."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """Replace every control character that a file format forbids by a visible sign; line ends and tabs stay."""
    return _UNPRINTABLE.sub(REPLACEMENT, text)


def one_line(text: str) -> str:
    """The printable text with every run of spaces, tabs and line ends replaced by one space."""
    if text.isprintable() and "  " not in text and text[:1] != " " != text[-1:]:
        return text  # nearly always
    return " ".join(printable(text).split())


def cell_text(cell: Cell, kind: Kind, language: Language) -> str:
    """``cell`` in words for a reader, in the format of the ``kind`` of its column; an empty cell is a dash."""
    if cell is None:
        return DASH
    if isinstance(cell, str | Text | Names):
        return one_line(text_of(cell, language))
    if kind is Kind.AVERAGE:
        return average_text(Fraction(cell), language.code)
    if kind is Kind.AMOUNT:
        return amount_text(cell, language.code)
    if kind is Kind.SIGNED and not is_whole_fraction(cell):
        return score_text(cell)
    if isinstance(cell, Fraction) or kind is Kind.POINTS:
        return fraction_text(cell, language.code)
    if kind is Kind.MOVEMENT:
        return movement_text(cell)
    return integer_text(cell)


def only_average(cell: Cell) -> Average | None:
    """Return the average that is all of a cell: a number with as many decimals as its rules say. None for others."""
    if not isinstance(cell, Text) or len(cell.values) != 1 or cell.message != f"{{{cell.values[0][0]}}}":
        return None
    found = cell.values[0][1]
    return found if isinstance(found, Average) else None


def exact_field(cell: Cell, language: Language) -> str:
    """A cell for a spreadsheet: exact numbers; text that would be run as a formula gets an apostrophe."""
    if cell is None:
        return ""
    if isinstance(cell, int | Fraction):
        return exact_text(cell)
    average = only_average(cell)
    if average is not None:
        return average.of(ENGLISH.code).replace(MINUS, "-")
    text = printable(text_of(cell, language))
    return f"'{text}" if text.startswith(STARTS_FORMULA) else text


def text_of(cell: str | Text | Names, language: Language) -> str:
    """Words in ``language``."""
    if isinstance(cell, OtherNames):
        return cell.besides(each.code for each in language.each)
    if isinstance(cell, Names):
        return BETWEEN_LANGUAGES.join(dict.fromkeys(cell.of(each.code) for each in language.each))
    return language.render(cell)


def is_whole_fraction(number: int | Fraction) -> bool:
    """Whether it is a fraction only by its type: a result of a category of prizes, which has no sign."""
    return isinstance(number, Fraction) and number.denominator == 1


def score_text(score: int | Fraction) -> str:
    """``+12``, in brackets if it does not count: ``(+12)``."""
    return f"({signed_text(score)})" if isinstance(score, NotCounted | NotCountedPoints) else signed_text(score)


def movement_text(places: int) -> str:
    """``▲ 2`` for two places gained, ``▽ 1`` for one lost, a dash for none."""
    if not places:
        return DASH
    return f"{UP if places > 0 else DOWN} {abs(places)}"


def foot(document: "Document") -> Text:
    """When the page was made, for which event, and which state it shows."""
    values: dict[str, object] = {"moment": document.printed, "state": document.state}
    if document.fingerprint and document.signing_key:
        values["fingerprint"] = mark("{fingerprint} · key {key}", fingerprint=document.fingerprint,
                                     key=document.signing_key)  # fmt: skip
    elif document.fingerprint:
        values["fingerprint"] = document.fingerprint
    if document.damaged:
        values["fingerprint"] = mark("FROM A DAMAGED FILE")
    elif document.rehearsal:
        values["fingerprint"] = mark("REHEARSAL")
    if "fingerprint" in values:
        return mark("{fingerprint} · Printed {moment}, {state}", **values)
    return mark("Printed {moment}, {state}", **values)


def details_line(document: "Document", language: Language) -> str:
    """Place, dates and organiser on one line, or empty."""
    return _on_one_line(document.details, language)


def event_line(document: "Document", language: Language) -> str:
    """The name of the event, then place, dates and organiser."""
    return _on_one_line((document.event, *document.details), language)


def _on_one_line(parts: Sequence[Text | str], language: Language) -> str:
    said = list(filter(None, (one_line(language.render(part)) for part in parts)))
    return said[0] if len(said) == 1 else " · ".join(map(language.isolated, said))


def standing_mark(document: "Document") -> Text | None:
    """The status beside the title: up to where the results go, and whether they can still change."""
    from tournament.use_cases.results_state import ResultsState

    if document.damaged:
        return mark("FROM A DAMAGED FILE")
    if document.rehearsal:
        return mark("REHEARSAL")
    standing = document.standing or ResultsState(bool(document.provisional))
    return standing.text


def author(document: "Document") -> str:
    """The author of the file: the organiser, otherwise this program."""
    return one_line(document.organiser) or "Quatre Vents"
