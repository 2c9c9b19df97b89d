"""A reason has words: a digit chooses a usual one, and text without letters is refused."""

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tournament.language import ENGLISH, language_of
from tournament.ledger.facts import PaperReading
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CancelPenalty,
    CloseSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    Refused,
    RejectSheet,
    ReopenSheet,
    TableCommand,
    carry_out,
)
from tournament.use_cases.commands import ReopenSession
from ui.entry.form import is_reason, said

HAND = Outcome(0, 1, 12)


def every(reason: str) -> list[TableCommand]:
    """Every command of a sheet that a reason belongs to."""
    totals = (36, -20, -8, -8)
    return [
        CorrectHand(1, 1, 1, Outcome(0, 2, 12), reason),
        CancelPenalty("entry", reason),
        CloseSheet(1, 1, totals, reason),
        RecordTotals(1, 2, (1, 2, 3, 4), reason),
        ReopenSheet(1, 1, reason),
        RejectSheet(1, 1, PaperReading(totals=totals), reason=reason),
        InsertHand(1, 1, 1, HAND, reason),
        DeleteHand(1, 1, 1, reason),
        MoveHand(1, 1, 1, 2, reason),
        ExchangeColumns(1, 1, (0, 1), None, reason),
        MoveSheet(1, 1, 1, 2, reason),
    ]


@pytest.fixture
def book() -> Book:
    made = drawn()
    carry_out(made, RecordHand(1, 1, 1, HAND), by=BY)
    return made


@pytest.mark.parametrize(("code", "words"), [("en", "misread"), ("fr", "mal lu"), ("zh", "看错")])
def test_a_digit_is_a_usual_reason_wherever_one_is_asked(code: str, words: str) -> None:
    language = language_of(code)
    assert [said(command, language) for command in every("1")] == every(words)
    assert [said(command, language) for command in every(" 1 ")] == every(words)


def test_other_reasons_stay_as_they_are_typed() -> None:
    for reason in ("1 point too many", "4", "misread", ""):
        assert [said(command, ENGLISH) for command in every(reason)] == every(reason)


@pytest.mark.parametrize("reason", [".", "1", "- - -", "…", "42", "😀"])
def test_a_reason_without_a_letter_is_refused(book: Book, reason: str) -> None:
    before = len(book.view.journal)
    for command in (*every(reason), ReopenSession(1, reason)):
        with pytest.raises(Refused):
            carry_out(book, command, by=BY, confirmed=True)
    with pytest.raises(Refused) as refused:
        carry_out(book, CorrectHand(1, 1, 1, Outcome(0, 2, 12), reason), by=BY)
    assert [(each.code, each.field) for each in refused.value.problems] == [("reason-without-words", "reason")]
    assert len(book.view.journal) == before


@pytest.mark.parametrize("reason", ["x", "误读", "чтение", "قراءة", "mal lu", "1 a"])
def test_every_script_of_letters_counts(book: Book, reason: str) -> None:
    carry_out(book, CorrectHand(1, 1, 1, Outcome(0, 2, 12), reason), by=BY)


def test_a_difference_is_not_accepted_for_a_full_stop(book: Book) -> None:
    with pytest.raises(Refused) as refused:
        carry_out(book, CloseSheet(1, 1, (1, 2, 3, 4), "."), by=BY)
    assert [each.code for each in refused.value.problems] == ["reason-without-words"]
    carry_out(book, CloseSheet(1, 1, (1, 2, 3, 4), "players agreed"), by=BY)


@pytest.mark.parametrize("typed", ["1", "2", " 3 ", "read badly", "ink", "误读", "Ада", "6 and 9 exchanged"])
def test_words_and_the_digits_of_usual_reasons_are_reasons(typed: str) -> None:
    assert is_reason(typed)


@pytest.mark.parametrize("typed", ["", " ", "4", "g 3", "G3", "x", "ok", "12", "...", "误", "p 9"])
def test_shortcuts_typed_by_habit_are_no_reasons(typed: str) -> None:
    assert not is_reason(typed)
