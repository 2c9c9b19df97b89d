"""What the sum of the four totals of a paper reveals about where they differ from the hands."""

import pytest

from tests.tournament.use_cases.events import drawn, punish, win
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import PartialNet
from ui.entry.paper_totals import Agreement, compare

WRONG_COLUMN = "Both sums are {sum}: look for a hand written in the wrong column on the paper."
WRONG_COLUMN_TOO = (
    "Both sums are {sum}, which is the penalties that go to nobody: look for a hand written in the wrong column on the "
    "paper."
)
ADDING_UP = "The totals on paper add up to {paper} and should add up to {computed}"
MISSING = f"{ADDING_UP}: a penalty that goes to nobody is missing there."
NOT_GIVEN = f"{ADDING_UP}: a penalty was subtracted there but given to nobody."
ADDITION = f"{ADDING_UP}. No penalty explains this: look for an addition error of {{off}}."


def sheet_of(*penalties: tuple[int, tuple[int, ...]]) -> Sheet:
    """A hand and penalties of the first player: the points for each receiver, and who they are."""
    book = drawn()
    win(book, 1, 0, 1, 20)
    for points, to in penalties:
        punish(book, 0, "", points=points, to=to, reason="spilled tea")
    return book.view.sheet(1, 1)


def moved(sheet: Sheet, *by: int) -> PartialNet:
    a, b, c, d = (ours + more for ours, more in zip(sheet.computed, by, strict=True))
    return a, b, c, d


@pytest.mark.parametrize(
    ("penalties", "by", "text", "values"),
    [
        ((), (8, -8, 0, 0), WRONG_COLUMN, ("0",)),
        (((10, ()),), (8, -8, 0, 0), WRONG_COLUMN_TOO, ("−10",)),
        (((10, ()),), (10, 0, 0, 0), MISSING, ("0", "−10")),
        (((10, ()), (20, ())), (10, 0, 0, 0), MISSING, ("−20", "−30")),
        (((10, ()), (20, ())), (0, 20, 0, 0), MISSING, ("−10", "−30")),
        (((10, ()), (20, ())), (0, 0, 30, 0), MISSING, ("0", "−30")),
        (((10, ()), (20, ())), (0, 0, 40, 0), ADDITION, ("10", "−30", "40")),
        (((10, (1, 2)),), (0, -10, -10, 0), NOT_GIVEN, ("−20", "0")),
        (((10, (1, 2)),), (0, -10, 0, 0), ADDITION, ("−10", "0", "10")),
        (((10, ()),), (0, -10, 0, 0), ADDITION, ("−20", "−10", "10")),
        ((), (3, 0, 0, 0), ADDITION, ("3", "0", "3")),
        ((), (0, 0, 0, -3), ADDITION, ("−3", "0", "3")),
    ],
)
def test_the_sum_says_where_to_look(
    penalties: tuple[tuple[int, tuple[int, ...]], ...], by: tuple[int, ...], text: str, values: tuple[str, ...]
) -> None:
    sheet = sheet_of(*penalties)
    found = compare(sheet, sheet.computed, moved(sheet, *by))
    assert found is not None
    names = ("sum",) if len(values) == 1 else ("paper", "computed", "off")
    assert found[0] is Agreement.DIFFER
    assert ENGLISH.render(found[2]) == text.format(**dict(zip(names, values, strict=False)))


@pytest.mark.parametrize(
    ("by", "title"),
    [
        ((3, 0, 0, 0), "1 total differs by 3"),
        ((3, -3, 0, 0), "2 totals differ by 3"),
        ((3, -2, 0, -1), "3 totals differ"),
        ((1, 1, -1, -1), "4 totals differ by 1"),
    ],
)
def test_the_title_says_how_many_differ(by: tuple[int, ...], title: str) -> None:
    sheet = sheet_of()
    found = compare(sheet, sheet.computed, moved(sheet, *by))
    assert found is not None
    assert ENGLISH.render(found[1]) == title


def test_without_all_four_no_sum_is_taken() -> None:
    sheet = sheet_of()
    a, _, c, d = sheet.computed
    found = compare(sheet, sheet.computed, (a + 1, None, c, d))
    assert found is not None
    assert (found[0], ENGLISH.render(found[1]), found[2].message) == (Agreement.DIFFER, "1 total differs by 1", "")
    assert compare(sheet, sheet.computed, (a, None, c, d)) is None
    agreed = compare(sheet, sheet.computed, sheet.computed)
    assert agreed is not None
    assert agreed[0] is Agreement.AGREE
