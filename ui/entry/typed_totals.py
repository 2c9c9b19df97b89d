"""The four totals typed from the paper, and what they say beside the computed ones; no Qt in here."""

from dataclasses import dataclass, replace
from enum import Enum

from tournament.language import Text, integer_text, mark, mark_count
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net

NOTHING_TYPED = ("", "", "", "")


def read_total(text: str) -> int | None:
    """Read a total typed with ``-``, ``−`` or ``+``, spaces allowed; None when it is no whole number."""
    cleaned = "".join(text.split()).replace("−", "-").replace("–", "-")
    digits = cleaned.lstrip("+-")
    if len(cleaned) - len(digits) > 1 or not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        return None
    return int(cleaned)


@dataclass(frozen=True, slots=True)
class TypedTotals:
    """What stands in the four fields, beside what the ledger has."""

    texts: tuple[str, ...] = NOTHING_TYPED
    stored: Net | None = None
    unreadable: int | None = None
    """The column in which Enter was pressed on what is no number."""

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """What is typed in each field, as far as it is a number."""
        return tuple(read_total(text) for text in self.texts)

    @property
    def net(self) -> Net | None:
        """The four totals, None while one is missing."""
        a, b, c, d = self.numbers
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def unstored(self) -> bool:
        """Something is typed that is not stored."""
        return any(self.texts) and self.net != self.stored

    def differences(self, computed: Net) -> tuple[int | None, ...]:
        """Typed minus computed by column, None where nothing is typed."""
        pairs = zip(self.numbers, computed, strict=True)
        return tuple(None if typed is None else typed - ours for typed, ours in pairs)

    def with_text(self, column: int, text: str) -> "TypedTotals":
        """``text`` stands in the field of ``column``."""
        return replace(self, texts=(*self.texts[:column], text, *self.texts[column + 1 :]), unreadable=None)


def stored_totals(stored: Net | None) -> TypedTotals:
    """The fields as the ledger has them."""
    return TypedTotals(tuple(map(integer_text, stored)) if stored is not None else NOTHING_TYPED, stored)


class Agreement(Enum):
    """How the typed totals stand to the computed ones."""

    AGREE = "agree"
    ACCEPTED = "accepted"
    """They differ, and the difference was accepted."""
    DIFFER = "differ"


def compare(sheet: Sheet, computed: Net, typed: Net | None) -> tuple[Agreement, Text, Text] | None:
    """Compare ``typed`` with ``computed``, which may hold a hand being typed; None when nothing is typed."""
    if typed is None:
        return None
    differing = [abs(paper - ours) for paper, ours in zip(typed, computed, strict=True) if paper != ours]
    if not differing:
        body = mark("With the players’ signatures the result is final.")
        return Agreement.AGREE, mark("The four totals agree"), body
    if sheet.accepted and sheet.closed is not None:
        reason = mark("Reason: {reason}", reason=sheet.accepted)
        return Agreement.ACCEPTED, mark("The difference was accepted"), reason
    title = mark_count("{count} total differs", "{count} totals differ", len(differing))
    if len(set(differing)) == 1:
        title = mark_count(
            "{count} total differs by {points}", "{count} totals differ by {points}", len(differing),
            points=differing[0],
        )  # fmt: skip
    return Agreement.DIFFER, title, _where_to_look(computed, typed)


def _where_to_look(computed: Net, typed: Net) -> Text:
    if sum(typed) == sum(computed):
        return mark(
            "Both sums are {sum}: look for one hand written in the wrong column of the paper.",
            sum=integer_text(sum(typed)),
        )
    return mark(
        "The paper sums to {paper}, the hands to {computed}: look for a slip in adding, or a hand or penalty missing.",
        paper=integer_text(sum(typed)),
        computed=integer_text(sum(computed)),
    )
