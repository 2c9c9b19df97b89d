"""The four totals of the paper: as they are typed, and how they compare with the computed ones."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from tournament.language import Text, integer_text, mark, mark_count
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.rules.payment import NOT_KNOWN, Net, PartialNet
from ui.entry.sheet_lines import NOTHING

_NOTHING_TYPED = ("", "", "", "")


@lru_cache(maxsize=1024)
def read_total(text: str) -> int | None:
    """Read a total with ``-``, ``−`` or ``+`` and any spaces; None if it is not a whole number of up to 6 digits."""
    cleaned = "".join(text.split()).replace("−", "-").replace("–", "-")
    digits = cleaned.lstrip("+-")
    if len(cleaned) - len(digits) > 1 or not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        return None
    return int(cleaned)


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
    unit: int = 1
    """The unit of the sheet. A total may be typed in it, and may include the starting points."""
    start: int = 0

    @property
    def numbers(self) -> PartialNet:
        """The number typed in each field; None if there is none."""
        a, b, c, d = map(read_total, self.texts)
        return a, b, c, d

    @property
    def settled(self) -> PartialNet:
        """The numbers, without that of the field in which the user is typing."""
        a, b, c, d = (None if self.being_typed == column else number for column, number in enumerate(self.numbers))
        return a, b, c, d

    @property
    def net(self) -> Net | None:
        """The four totals; None while one is missing."""
        a, b, c, d = self.numbers
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def missing(self) -> int | None:
        """The first column without a number."""
        return next((column for column, number in enumerate(self.numbers) if number is None), None)

    @property
    def unreadable(self) -> int | None:
        """The first column whose text is not a number; None if there is none."""
        pairs = zip(self.texts, self.numbers, strict=True)
        return next((column for column, (text, number) in enumerate(pairs) if text and number is None), None)

    def near(self, computed: Net) -> PartialNet:
        """The settled numbers in points.

        On a sheet with a unit, each is read in the way that is closest to the computed total.
        """
        pairs = zip(self.settled, computed, strict=True)
        a, b, c, d = (None if typed is None else self._near(typed, ours) for typed, ours in pairs)
        return a, b, c, d

    def _near(self, typed: int, computed: int) -> int:
        if self.unit == 1:
            return typed
        readings = (typed * unit - start for unit in (1, self.unit) for start in (0, self.start))
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
        if not difference:
            return None
        amount = integer_text(abs(difference))
        return mark("{points} too high", points=amount) if difference > 0 else mark("{points} too low", points=amount)

    def with_text(self, column: int, text: str) -> Texts:
        """The texts with ``text`` in the field of ``column``."""
        a, b, c, d = (text if index == column else kept for index, kept in enumerate(self.texts))
        return a, b, c, d


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


def compare(sheet: Sheet, computed: Net, typed: PartialNet) -> tuple[Agreement, Text, Text] | None:
    """Compare the ``typed`` totals, as far as known, with the ``computed`` ones; None if nothing can be said.

    ``computed`` may include a hand that is being typed. Return the agreement, and a title and a text for the notice.
    """
    if sheet.totals_only:
        body = mark("No hand is recorded, so these totals could not be compared with anything.")
        return Agreement.TOTALS_ONLY, SheetMark.TOTALS_ONLY.heading, body
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
    return Agreement.DIFFER, title, _where_to_look(sheet, computed, [paper for paper, _ in pairs]) if whole else NOTHING


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
