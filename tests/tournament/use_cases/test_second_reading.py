"""A second pair of eyes: a signed sheet is read again by somebody else, who confirms or rejects and edits nothing."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, A, B, C, codes, drawn, punish, win
from tournament.event.settings import SecondReading
from tournament.language import ENGLISH
from tournament.ledger.facts import HeadsChained, PaperReading
from tournament.ledger.second_reading import ReadDifference, difference_text, differences, may_read
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Net, Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    MoveSheet,
    RecordTotals,
    Refused,
    RejectSheet,
    ReopenSheet,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import ChangeSettings, Undo
from tournament.use_cases.event_setup import sheets_to_read_again

OTHER = By("Second Reader", "desk")
TOTALS: Net = (32, -16, -8, -8)
"""A wins 8 from B."""
READ = PaperReading(TOTALS)
COLUMN = PaperReading(points=(8, *[None] * 15))


def signed(rule: SecondReading = SecondReading.BY_ANOTHER) -> Book:
    """One hand, signed, in an event by this rule."""
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=rule)), by=BY)
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, TOTALS), by=BY)
    return book


def the_sheet(book: Book) -> Sheet:
    return book.view.sheet(1, 1)


def state(book: Book) -> SheetState:
    return the_sheet(book).state


def refused(book: Book, command: Command, by: By = OTHER) -> list[str]:
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=by)
    return codes(error)


def test_a_signed_sheet_waits_for_the_second_reader():
    assert state(signed()) is SheetState.TO_READ_AGAIN
    assert state(signed(SecondReading.BY_ANYONE)) is SheetState.TO_READ_AGAIN
    assert state(signed(SecondReading.NONE)) is SheetState.VERIFIED


@pytest.mark.parametrize("reading", [READ, COLUMN])
def test_the_same_totals_or_the_same_points_confirm_it(reading: PaperReading):
    book = signed()
    carry_out(book, ConfirmSheet(1, 1, reading), by=OTHER)
    sheet = the_sheet(book)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.confirmed is not None
    assert sheet.confirmed.author == "Second Reader"


def test_who_typed_or_signed_it_may_not_read_it_again():
    book = signed()
    assert refused(book, ConfirmSheet(1, 1, READ), by=BY) == ["same-reader"]
    assert refused(book, RejectSheet(1, 1, READ, reason="why"), by=BY) == ["same-reader"]
    assert refused(book, ConfirmSheet(1, 1, READ, " referee SAMPLE ")) == ["same-reader"]
    assert not may_read(the_sheet(book), "Referee Sample")
    assert may_read(the_sheet(book), "Second Reader")


def test_the_event_may_allow_the_same_person():
    book = signed(SecondReading.BY_ANYONE)
    carry_out(book, ConfirmSheet(1, 1, READ), by=BY)
    assert state(book) is SheetState.VERIFIED


def test_a_second_reader_at_the_same_computer_gives_a_name():
    book = signed()
    carry_out(book, ConfirmSheet(1, 1, READ, "Second Reader"), by=BY)
    assert state(book) is SheetState.VERIFIED


def test_a_mismatch_confirms_nothing_and_names_both_values():
    book = signed()
    slip = PaperReading((32, -16, -6, -8))
    assert refused(book, ConfirmSheet(1, 1, slip)) == ["reading-differs"]
    with pytest.raises(Refused) as error:
        carry_out(book, ConfirmSheet(1, 1, slip), by=OTHER)
    said = ENGLISH.render(error.value.problems[0].text)
    assert said == "Total of C: −8 signed, −6 read"
    assert error.value.problems[0].field == "totals.C"
    remarks = carry_out(book, RejectSheet(1, 1, slip), by=OTHER).remarks
    assert [ENGLISH.render(remark.text) for remark in remarks] == ["Total of C: −8 signed, −6 read"]
    carry_out(book, Undo(), by=OTHER)
    (difference,) = differences(the_sheet(book), slip)
    assert difference == ReadDifference(C, None, -8, -6)
    assert ENGLISH.render(difference_text(difference)) == "Total of C: −8 signed, −6 read"
    column = PaperReading(points=(9, 10, *[None] * 14))
    assert [ENGLISH.render(difference_text(each)) for each in differences(the_sheet(book), column)] == [
        "Hand 1: 8 signed, 9 read",
        "Hand 2: – signed, 10 read",
    ]


def test_a_reader_who_undoes_a_rejection_cannot_confirm_the_sheet():
    book = signed()
    carry_out(book, RejectSheet(1, 1, PaperReading((33, -17, -8, -8))), by=OTHER)
    carry_out(book, Undo(), by=OTHER)
    assert state(book) is SheetState.TO_READ_AGAIN
    assert refused(book, ConfirmSheet(1, 1, READ)) == ["same-reader"]
    assert refused(book, ConfirmSheet(1, 1, READ, " second READER ")) == ["same-reader"]
    third = By("Third Reader", "desk")
    carry_out(book, ConfirmSheet(1, 1, READ), by=third)
    assert state(book) is SheetState.VERIFIED


def test_a_sheet_signed_again_may_be_read_by_the_same_reader():
    book = signed()
    carry_out(book, RejectSheet(1, 1, PaperReading((33, -17, -8, -8))), by=OTHER)
    carry_out(book, Undo(), by=OTHER)
    carry_out(book, ReopenSheet(1, 1, "looked at again"), by=BY)
    carry_out(book, CloseSheet(1, 1, TOTALS), by=BY)
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    assert state(book) is SheetState.VERIFIED


def test_if_anyone_may_read_a_reader_who_undid_a_rejection_may_too():
    book = signed(SecondReading.BY_ANYONE)
    carry_out(book, RejectSheet(1, 1, PaperReading((33, -17, -8, -8))), by=OTHER)
    carry_out(book, Undo(), by=OTHER)
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    assert state(book) is SheetState.VERIFIED


def test_a_rejected_sheet_goes_back_and_is_read_again_when_it_is_signed_again():
    book = signed()
    carry_out(book, RejectSheet(1, 1, PaperReading((33, -17, -8, -8))), by=OTHER)
    sheet = the_sheet(book)
    assert (sheet.state, sheet.closed) == (SheetState.REJECTED, None)
    assert sheet.rejected is not None
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "it was 9"), by=BY)
    assert state(book) is SheetState.TOTALS_DIFFER
    carry_out(book, CloseSheet(1, 1, (33, -17, -8, -8)), by=BY)
    assert the_sheet(book).rejected is None
    assert state(book) is SheetState.TO_READ_AGAIN
    carry_out(book, ConfirmSheet(1, 1, PaperReading((33, -17, -8, -8))), by=OTHER)
    assert state(book) is SheetState.VERIFIED


def test_what_agrees_is_rejected_with_a_reason_only():
    book = signed()
    assert refused(book, RejectSheet(1, 1, READ)) == ["reading-agrees"]
    carry_out(book, RejectSheet(1, 1, READ, reason="a signature is missing"), by=OTHER)
    assert state(book) is SheetState.REJECTED


def test_whatever_is_entered_after_it_takes_the_confirmation_back():
    book = signed()
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, C, 8), "wrong discarder"), by=BY)
    assert state(book) is SheetState.TOTALS_DIFFER
    carry_out(book, Undo(), by=BY)
    assert state(book) is SheetState.VERIFIED
    carry_out(book, Undo(), by=BY)
    assert state(book) is SheetState.TO_READ_AGAIN


def test_a_reopened_sheet_is_read_again():
    book = signed()
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    carry_out(book, ReopenSheet(1, 1, "a penalty was forgotten"), by=BY)
    punish(book, B, reason="late", points=10)
    carry_out(book, CloseSheet(1, 1, (32, -26, -8, -8)), by=BY)
    assert state(book) is SheetState.TO_READ_AGAIN


def test_only_a_signed_sheet_is_read_again():
    book = drawn()
    assert refused(book, ConfirmSheet(1, 1, READ)) == ["not-to-read-again"]
    book = signed()
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    assert refused(book, ConfirmSheet(1, 1, READ)) == ["not-to-read-again"]


@pytest.mark.parametrize(
    ("reading", "code"),
    [
        (PaperReading(), "reading-missing"),
        (PaperReading(TOTALS, (8,)), "reading-missing"),
        (PaperReading(points=(8,)), "points-count"),
    ],
)
def test_a_reading_is_of_four_totals_or_of_every_hand(reading: PaperReading, code: str):
    assert refused(signed(), ConfirmSheet(1, 1, reading)) == [code]


def test_a_table_by_its_totals_is_read_again_by_them():
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    assert refused(book, ConfirmSheet(1, 1, COLUMN)) == ["totals-only"]
    carry_out(book, ConfirmSheet(1, 1, PaperReading((60, 20, -20, -60))), by=OTHER)
    assert state(book) is SheetState.VERIFIED


def ends(book: Book) -> list[int]:
    """The sessions of which all heads were chained at the end."""
    facts = [entry.fact for entry in book.view.journal]
    return [fact.session for fact in facts if isinstance(fact, HeadsChained) and fact.moment == "end"]


def test_a_session_is_verified_when_every_sheet_is_confirmed():
    book = signed()
    carry_out(book, RecordTotals(1, 2, (60, 20, -20, -60)), by=BY)
    assert ends(book) == []
    carry_out(book, ConfirmSheet(1, 1, READ), by=OTHER)
    assert ends(book) == []
    carry_out(book, ConfirmSheet(1, 2, PaperReading((60, 20, -20, -60))), by=OTHER)
    assert ends(book) == [1]
    records = [entry.record for entry in book.view.journal]
    assert check_records(records).problems == ()


def test_an_event_that_does_without_it_has_its_signed_sessions_verified():
    book = signed()
    carry_out(book, RecordTotals(1, 2, (60, 20, -20, -60)), by=BY)
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.NONE)), by=BY)
    assert ends(book) == [1]
    assert state(book) is SheetState.VERIFIED


def test_a_rejection_stays_with_the_sheet_that_it_was_about():
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    win(book, 1, A, B, 8)
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    carry_out(book, RejectSheet(1, 2, PaperReading((32, -16, -9, -7)), reason="of another table"), by=OTHER)
    carry_out(book, MoveSheet(1, 1, 1, 2, "typed at the wrong table"), by=BY)
    moved = book.view.sheet(1, 2)
    assert (moved.state, moved.second_reader) == (SheetState.IN_PLAY, None)
    carry_out(book, CloseSheet(1, 2, TOTALS), by=BY)
    carry_out(book, RejectSheet(1, 2, PaperReading((32, -16, -9, -7))), by=OTHER)
    carry_out(book, MoveSheet(1, 2, 2, 1, "and of the second session"), by=BY)
    assert book.view.sheet(2, 1).state is SheetState.REJECTED


def test_only_what_nobody_read_again_would_have_to_be_when_the_event_begins_to_ask_for_it():
    book = drawn()
    asked = replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)
    plain = replace(book.view.settings, second_reading=SecondReading.NONE)
    carry_out(book, ChangeSettings(plain), by=BY)
    assert sheets_to_read_again(book.view, asked) == 0
    for session, table in ((1, 1), (1, 2), (2, 2)):
        carry_out(book, RecordTotals(session, table, (60, 20, -20, -60)), by=BY)
    assert sheets_to_read_again(book.view, asked) == 3
    assert sheets_to_read_again(book.view, plain) == 0
    carry_out(book, ChangeSettings(asked), by=BY)
    assert sheets_to_read_again(book.view, asked) == 0, "it is asked for already"
    reading = PaperReading(totals=(60, 20, -20, -60))
    carry_out(book, ConfirmSheet(1, 2, reading), by=OTHER)
    assert book.view.sheet(1, 2).confirmed is not None
    carry_out(book, ChangeSettings(plain), by=BY)
    assert sheets_to_read_again(book.view, asked) == 2
