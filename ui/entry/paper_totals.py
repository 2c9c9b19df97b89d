"""The four totals of the paper: as they are typed, and how they compare with the computed ones."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

from tournament.language import Text, integer_text, listed, mark, mark_count
from tournament.ledger.description import ColumnNames, by_letter
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.rules.payment import NOT_KNOWN, Net, PartialNet
from tournament.rules.ruleset import TotalsScale
from tournament.rules.written_totals import ReadTotals, read_total, read_totals
from ui.entry.sheet_lines import NOTHING

_NOTHING_TYPED = ("", "", "", "")
_NO_SCALE = TotalsScale()

Texts = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class TypedTotals:
    """The text of the four fields, beside the totals that are stored."""

    texts: Texts = _NOTHING_TYPED
    stored: PartialNet = NOT_KNOWN
    being_typed: int | None = None
    """The column that is still being typed, which is not compared yet."""
    refused: int | None = None
    """The column without a number in which Enter was pressed, or that is missing."""
    scale: TotalsScale = _NO_SCALE
    """In what the totals may be typed."""
    has_hands: bool = True
    """Whether a hand is recorded with which they can be compared."""

    @property
    def written(self) -> tuple[Fraction | None, ...]:
        """The number typed in each field, which may have a decimal; None if there is none."""
        return tuple(map(read_total, self.texts))

    @property
    def numbers(self) -> PartialNet:
        """The whole number typed in each field; None if there is none."""
        a, b, c, d = map(_whole, self.written)
        return a, b, c, d

    @property
    def settled(self) -> tuple[Fraction | None, ...]:
        """The numbers, without that of the field in which the user is typing."""
        return tuple(None if self.being_typed == column else number for column, number in enumerate(self.written))

    @property
    def net(self) -> Net | None:
        """The four totals as whole numbers; None while one is missing."""
        a, b, c, d = self.numbers
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def missing(self) -> int | None:
        """The first column without a number."""
        return next((column for column, number in enumerate(self.written) if number is None), None)

    @property
    def unreadable(self) -> int | None:
        """The first column whose text is not a number; None if there is none."""
        pairs = zip(self.texts, self.written, strict=True)
        return next((column for column, (text, number) in enumerate(pairs) if text and number is None), None)

    def reading(self, computed: Net) -> ReadTotals | None:
        """The four totals in points won and lost; None while one is missing. Stored totals are in points."""
        a, b, c, d = self.written
        if a is None or b is None or c is None or d is None:
            return None
        if self.net is not None and self.net == self.stored:
            return ReadTotals(self.net)
        return read_totals((a, b, c, d), self.scale, sum(computed), computed if self.has_hands else None)

    def near(self, computed: Net) -> PartialNet:
        """The settled numbers in points.

        On a sheet with a unit, all four are read in one way; fewer, each in the way that is closest to the computed
        total.
        """
        reading = self.reading(computed)
        if reading is not None and reading.problem is None and self.being_typed is None:
            return reading.net
        pairs = zip(self.settled, computed, strict=True)
        a, b, c, d = (None if typed is None else self._near(typed, ours) for typed, ours in pairs)
        return a, b, c, d

    def _near(self, typed: Fraction, computed: int) -> int:
        unit, start, _ = self.scale
        if unit == 1:
            return round(typed)
        units = (1, unit) if typed.denominator == 1 else (10 * unit,)
        readings = (round(typed * each) - left for each in units for left in (0, start))
        return min(readings, key=lambda each: abs(each - computed))

    def differences(self, computed: Net) -> tuple[int | None, ...]:
        """The typed total minus the computed one, by column; None for a column that is not settled."""
        pairs = zip(self.near(computed), computed, strict=True)
        return tuple(None if typed is None else typed - ours for typed, ours in pairs)

    def problems(self, computed: Net) -> tuple[Text | None, ...]:
        """What is wrong with each total, in words; None for one that agrees, or that is not typed to its end."""
        return tuple(self._problem(column, difference) for column, difference in enumerate(self.differences(computed)))

    def _problem(self, column: int, difference: int | None) -> Text | None:
        if column == self.refused:
            return mark("no number") if self.texts[column] else mark("missing")
        if not difference or not self.has_hands:
            return None
        amount = integer_text(abs(difference))
        return mark("{points} too high", points=amount) if difference > 0 else mark("{points} too low", points=amount)

    def with_text(self, column: int, text: str) -> Texts:
        """The texts with ``text`` in the field of ``column``."""
        a, b, c, d = (text if index == column else kept for index, kept in enumerate(self.texts))
        return a, b, c, d


def _whole(number: Fraction | None) -> int | None:
    return int(number) if number is not None and number.denominator == 1 else None


def total_texts(stored: PartialNet) -> Texts:
    """The texts of the fields for stored totals."""
    a, b, c, d = ("" if total is None else integer_text(total) for total in stored)
    return a, b, c, d


class Agreement(Enum):
    """How the totals of the paper compare with the computed ones."""

    AGREE = "agree"
    ACCEPTED = "accepted"
    """They differ, and the difference was accepted."""
    DIFFER = "differ"
    NOT_COMPARED = "not compared"
    """The sheet was signed without all totals of the paper."""
    TOTALS_ONLY = "totals only"
    """Only the totals of the table are known, no hands."""


def compare(
    sheet: Sheet, computed: Net, typed: PartialNet, names: ColumnNames = by_letter
) -> tuple[Agreement, Text, Text] | None:
    """Compare the ``typed`` totals, as far as known, with the ``computed`` ones; None if nothing can be said.

    ``computed`` may include a hand that is being typed. Without any hand only the sum of the totals is looked at.
    Return the agreement, and a title and a text for the notice.
    """
    if sheet.totals_suffice:
        return None
    if sheet.totals_only:
        body = mark("No hand is recorded, so these totals could not be compared with anything.")
        return Agreement.TOTALS_ONLY, SheetMark.TOTALS_ONLY.heading, body
    if not sheet.played and computed == sheet.computed:
        return _sum_alone(sheet, typed, names)
    if computed != sheet.computed and sheet.closed is not None:
        return None  # a signed sheet is being corrected: the change of each total is shown already
    pairs = [(paper, ours) for paper, ours in zip(typed, computed, strict=True) if paper is not None]
    differing = [abs(paper - ours) for paper, ours in pairs if paper != ours]
    if not differing:
        if len(pairs) == len(typed):
            waits = sheet.state is SheetState.TO_READ_AGAIN
            body = NOTHING if waits else mark("With the players’ signatures the result is final.")
            return Agreement.AGREE, mark("The four totals agree"), body
        if sheet.compared is False:
            body = mark("It was signed without the totals from its paper.")
            return Agreement.NOT_COMPARED, SheetMark.NOT_COMPARED.heading, body
        return None
    if sheet.accepted and sheet.closed is not None:
        reason = mark("Reason: {reason}", reason=sheet.accepted)
        return Agreement.ACCEPTED, mark("The difference was accepted"), reason
    title = mark_count("{count} total differs", "{count} totals differ", len(differing))
    if len(set(differing)) == 1:
        title = mark_count(
            "{count} total differs by {points}", "{count} totals differ by {points}", len(differing),
            points=differing[0],
        )  # fmt: skip
    whole = len(pairs) == len(typed)
    if sheet.corrected_from(typed):
        body = mark("A correction changed what was computed. The totals are those with which the sheet was signed.")
        return Agreement.DIFFER, title, body
    return Agreement.DIFFER, title, _where_to_look(sheet, computed, [paper for paper, _ in pairs]) if whole else NOTHING


def _sum_alone(sheet: Sheet, typed: PartialNet, names: ColumnNames) -> tuple[Agreement, Text, Text] | None:
    """Compare the sum of totals without hands with what it must be; None if it is right, or while one is missing."""
    a, b, c, d = typed
    if a is None or b is None or c is None or d is None or a + b + c + d == -sheet.missing:
        return None
    title = mark("The totals add up to {sum} instead of {expected}", sum=integer_text(a + b + c + d),
                 expected=integer_text(-sheet.missing))  # fmt: skip
    lacking = [listed(map(names, columns)) for columns in _without_minus((a, b, c, d), -sheet.missing)]
    match lacking:
        case []:
            return Agreement.DIFFER, title, NOTHING
        case [players]:
            return Agreement.DIFFER, title, mark("Minus signs missing: {players}?", players=players)
        case [players, others]:  # without any minus sign, either side of the table may be the one that lost
            body = mark("Minus signs missing: {players}, or {others}?", players=players, others=others)
            return Agreement.DIFFER, title, body
        case _:
            return Agreement.DIFFER, title, mark("Are minus signs missing?")


def _without_minus(net: Net, expected: int) -> list[tuple[int, ...]]:
    """Return each set of columns of ``net`` that lack a minus sign if it must add up to ``expected``."""
    above = [column for column in range(4) if net[column] > 0]
    sets = (columns for size in range(1, len(above) + 1) for columns in combinations(above, size))
    return [columns for columns in sets if sum(net) - 2 * sum(net[column] for column in columns) == expected]


def _where_to_look(sheet: Sheet, computed: Net, typed: list[int]) -> Text:
    """What the sum of the totals reveals. Penalties whose points nobody gets make it negative, which is no mistake."""
    paper, ours = sum(typed), sum(computed)
    values = {"paper": integer_text(paper), "computed": integer_text(ours)}
    if paper == ours and not sheet.lost:
        return mark(
            "Both sums are {sum}: look for a hand written in the wrong column on the paper.", sum=values["computed"]
        )
    if paper == ours:
        return mark(
            "Both sums are {sum}, which is the penalties that go to nobody: look for a hand written "
            "in the wrong column on the paper.",
            sum=values["computed"],
        )
    off = paper - ours
    left_out = next((each for each in sheet.penalties if each.lost and each.lost == off), None)
    if left_out is not None or off == sheet.lost != 0:
        return mark(
            "The totals on paper add up to {paper} and should add up to {computed}: a penalty that "
            "goes to nobody is missing there.",
            **values,
        )
    not_given = next((each for each in sheet.penalties if each.given.to and min(each.net) == off), None)
    if not_given is not None:
        return mark(
            "The totals on paper add up to {paper} and should add up to {computed}: a penalty was "
            "subtracted there but given to nobody.",
            **values,
        )
    return mark(
        "The totals on paper add up to {paper} and should add up to {computed}. No penalty explains "
        "this: look for an addition error of {points}.",
        points=integer_text(abs(off)),
        **values,
    )
