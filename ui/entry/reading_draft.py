"""An unfinished second reading of a signed sheet, and its keys: totals or points are typed once more from the paper.

Nothing that was signed is shown meanwhile. If everything agrees, the sheet is confirmed. What differs is asked once
more; if it still differs, the sheet can only be rejected. A reading that is left is not stored.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from tournament.event.problem import Problem
from tournament.language import Language, Text, mark
from tournament.ledger.facts import PaperReading
from tournament.ledger.second_reading import ReadDifference, differences, reader_problem, value_text
from tournament.rules.written_totals import read_total, read_totals
from tournament.use_cases import ConfirmSheet, RejectSheet
from ui.entry.form import EntryForm, KeyStep, go_on, refused
from ui.entry.table_sheet import TableSheet

_TOTALS = 4
_NAMED = 3
"""Maximum number of values named in the proposed reason; the rest are counted."""
_DRAWN = ("x", "X")
"""The letters that a reader can type for a drawn hand."""
_NOT_PLAYED = ("", "-", "−", "–")


def _points_of(text: str) -> int | None:
    """The points of a hand, 0 for a drawn hand; None if the text is no whole number."""
    found = 0 if text.strip() in _DRAWN else read_total(text)
    return None if found is None or found.denominator > 1 else int(found)


class ReadingField(NamedTuple):
    """A value on the paper, by its place there."""

    place: int


class ReadingPart(Enum):
    """A field beside the values on the paper."""

    READER = "reader"
    REASON = "reason"
    """Why the sheet is rejected."""


ReadingPlace = ReadingField | ReadingPart
"""Where something can be typed in the form."""


@dataclass(frozen=True)
class ReadingOnSheet(EntryForm[ReadingPlace]):
    """A second reading on its sheet: what the reader has typed so far."""

    table: TableSheet = field(repr=False)
    texts: tuple[str, ...] = ("",) * _TOTALS
    """Four totals, or the points of every hand."""
    of_points: bool = False
    reader: str = ""
    """The reader; empty for the user who is signed in."""
    again: tuple[ReadingField, ...] = ()
    """The fields that differ from what was signed. Only these are read once more."""
    differs_twice: bool = False
    """Whether they still differ after they were read once more, so that the sheet can only be rejected."""
    reason: str = ""
    """The reason for rejecting the sheet."""
    away: bool = False
    """Whether the reading was left. Then neither its fields nor the sheet are shown."""

    @property
    def fields(self) -> tuple[ReadingField, ...]:
        """The values that can be typed: all, or those that are read once more."""
        return self.again or tuple(map(ReadingField, range(len(self.texts))))

    @property
    def place(self) -> ReadingPlace:
        """The first value, or the reason for rejecting the sheet."""
        return ReadingPart.REASON if self.differs_twice else self.first

    def answered(self, field: ReadingPlace) -> bool:
        """Whether the text of ``field`` can be read: a total, the points of a hand, or a hand that was not played."""
        if isinstance(field, ReadingPart):
            return True
        text = self.texts[field.place]
        if self.of_points:
            number = _points_of(text)
            return text.strip() in _NOT_PLAYED or (number is not None and number >= 0)
        total = read_total(text)
        return total is not None and (total.denominator == 1 or self.table.rules.totals_scale.unit > 1)

    def place_of(self, problem: Problem) -> ReadingPlace:
        """The field of the reader, because problems usually concern whether they may read this sheet."""
        del problem
        return ReadingPart.READER

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the names of the players at the table."""
        return self.table.named(problem)

    def unanswered(self, field: ReadingPlace) -> Problem:
        """The problem to show at ``field`` while its text cannot be read: what to type there."""
        del field
        text = mark("Type the total as it appears on the paper.")
        if self.of_points:
            text = mark("Type the points, {drawn} for a drawn hand. Leave a hand that was not played blank.", drawn="0")
        return Problem("not-a-number", text)

    def own_answer(self, field: ReadingPlace, language: Language) -> "ReadingStep | None":
        """Enter in the reason rejects the sheet, if values differ twice. Only then are both values shown."""
        del language
        if not self.differs_twice:
            return ReadingStep(self) if isinstance(field, ReadingPart) else None
        if field is not ReadingPart.REASON:
            return ReadingStep(self)
        command = RejectSheet(*self.table.place, self.reading, self.reader.strip(), self.reason.strip())
        return ReadingStep(self, command=command)

    def lacking(self, field: ReadingPlace) -> ReadingPlace | None:
        """The field to point out: that of Enter if it is unreadable; after the last field, the first unreadable one."""
        if not self.answered(field):
            return field
        return self.missing if self.following(field) is None else None

    def following(self, field: ReadingPlace) -> ReadingField | None:
        """The next value on the paper, even if it is already typed."""
        return next((each for each in self.fields if isinstance(field, ReadingField) and each > field), None)

    def given(self, language: Language) -> "ReadingStep":
        """Confirm the sheet if all values agree with the signed ones. Otherwise ask once more, then for the reason."""
        found = differences(self.table.sheet, self.reading)
        if not found:
            return ReadingStep(self, command=ConfirmSheet(*self.table.place, self.reading, self.reader.strip()))
        if self.again:
            return go_on(replace(self, differs_twice=True, reason=language.render(_reason(self.table, found))))
        again = tuple(map(field_of, found))
        texts = tuple("" if ReadingField(place) in again else text for place, text in enumerate(self.texts))
        return go_on(replace(self, again=again, texts=texts))

    @property
    def reading(self) -> PaperReading:
        """The typed values. Every field must be readable."""
        if self.of_points:
            return PaperReading(points=tuple(map(_points_of, self.texts)))
        sheet, written = self.table.sheet, [read_total(text) or 0 for text in self.texts]
        return PaperReading(read_totals(written, self.table.rules.totals_scale, -sheet.missing, sheet.typed).net)

    @cached_property
    def mismatches(self) -> tuple[ReadDifference, ...]:
        """The values that were read twice and differ from the signed ones; empty before that."""
        return differences(self.table.sheet, self.reading) if self.differs_twice else ()


ReadingStep = KeyStep[ReadingOnSheet, ReadingPlace]
"""The result of a key in the form of a second reading."""


def typed(form: ReadingOnSheet, place: ReadingPlace, text: str) -> ReadingStep:
    """Take ``text`` as the text at ``place``."""
    match place:
        case ReadingPart.READER:
            refused_there = form.refusal is not None and form.refusal.field is ReadingPart.READER
            return ReadingStep(replace(form, reader=text, refusal=None if refused_there else form.refusal))
        case ReadingPart.REASON:
            return ReadingStep(replace(form, reason=text))
        case ReadingField():
            if form.differs_twice or place not in form.fields:
                return ReadingStep(form)
            texts = (*form.texts[: place.place], text, *form.texts[place.place + 1 :])
            return ReadingStep(replace(form, texts=texts, refusal=None))


def reader_confirmed(form: ReadingOnSheet, author: str) -> ReadingStep:
    """Enter on the name of the reader. If it is empty, ``author``, who is signed in, is the reader."""
    problem = reader_problem(form.table.sheet, form.reader.strip() or author)
    return go_on(form) if problem is None else refused(form, problem)


def switched(form: ReadingOnSheet) -> ReadingStep:
    """F6: read the column of points instead of the totals, or the totals again. Some tables only have totals."""
    sheet = form.table.sheet
    if sheet.totals_only or form.again:
        return ReadingStep(form)
    count = _TOTALS if form.of_points else sheet.written_rows
    return go_on(replace(form, texts=("",) * count, of_points=not form.of_points, refusal=None))


def field_of(difference: ReadDifference) -> ReadingField:
    """The field of the value that differs."""
    return ReadingField(difference.column if difference.column is not None else (difference.hand or 1) - 1)


def again_text(form: ReadingOnSheet) -> Text:
    """The notice that asks to read values again."""
    if len(form.again) > 1:
        return mark("Read these {count} values again", count=len(form.again))
    if form.of_points:
        return mark("Read hand {hand} again", hand=form.again[0].place + 1)
    return mark("Read {player}’s total again", player=form.table.names[form.again[0].place])


def differs_text(table: TableSheet, found: tuple[ReadDifference, ...]) -> Text:
    """The notice about values that differ twice, without the signed values."""
    if len(found) > 1:
        return mark("{count} values were read twice and differ from the signed ones", count=len(found))
    where, value = _where(table, found[0]), value_text(found[0].second)
    return mark("{where}: {value} was read twice, and differs from the signed value", where=where, value=value)


def _reason(table: TableSheet, found: tuple[ReadDifference, ...]) -> Text:
    """The proposed reason. It names the values; the journal has what was read and what was signed."""
    where = _where(table, found[0])
    for more in found[1:_NAMED]:
        where = mark("{before}, {text}", before=where, text=_where(table, more))
    if len(found) > _NAMED:
        where = mark("{before}, and {count} more", before=where, count=len(found) - _NAMED)
    return mark("{where}: read twice", where=where)


def _where(table: TableSheet, difference: ReadDifference) -> Text:
    if difference.column is None:
        return mark("Hand {hand}", hand=difference.hand)
    return mark("Total of {player}", player=table.names[difference.column])
