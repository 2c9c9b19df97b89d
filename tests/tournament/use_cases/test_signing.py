"""What is signed: totals compared, demanded or not, and which of them count."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.tournament.use_cases.events import BY, A, B, C, D, codes, drawn, punish, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.description import describe
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Net, Outcome, PartialNet, add
from tournament.rules.table_points import share_places
from tournament.use_cases import (
    Book,
    CancelPenalty,
    CloseSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    InsertHand,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    TableCommand,
    TypeTotals,
    View,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import refuse_contradictions
from tournament.use_cases.commands import ChangeSettings, Redo, Undo

HAND: Net = (32, -16, -8, -8)
"""A wins 8 from B."""
SLIP: Net = (32, -6, -8, -18)


def rule(book: Book, **changed: object) -> Book:
    """Change the rules of signing."""
    carry_out(book, ChangeSettings(replace(book.view.settings, **changed)), by=BY)  # type: ignore[arg-type]
    return book


def one_hand(**changed: object) -> Book:
    """A sheet with one hand, in an event by these rules."""
    book = rule(drawn(), **changed) if changed else drawn()
    win(book, 1, A, B, 8)
    return book


def the_sheet(book: Book) -> Sheet:
    return book.view.sheet(1, 1)


def refused(book: Book, command: CloseSheet) -> list[str]:
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=BY)
    return codes(error)


def test_a_sheet_says_whether_its_totals_were_compared() -> None:
    book = one_hand()
    assert the_sheet(book).compared is None
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert the_sheet(book).compared is False
    assert the_sheet(book).state is SheetState.VERIFIED
    carry_out(book, ReopenSheet(1, 1, "the paper was found"), by=BY)
    assert the_sheet(book).compared is None
    carry_out(book, CloseSheet(1, 1, HAND), by=BY)
    assert the_sheet(book).compared is True
    carry_out(book, RecordTotals(1, 2, (0, 0, 0, 0)), by=BY)
    assert book.view.sheet(1, 2).compared is True


def test_a_sheet_that_was_not_compared_says_so_in_the_log() -> None:
    book = one_hand()
    told = describe(book.view.journal, carry_out(book, CloseSheet(1, 1), by=BY).entries[0])
    assert ENGLISH.render(told.new) == "not compared"
    carry_out(book, ReopenSheet(1, 1, "more of the paper"), by=BY)
    told = describe(book.view.journal, carry_out(book, CloseSheet(1, 1, (32, None, None, -8)), by=BY).entries[0])
    assert ENGLISH.render(told.new) == "A 32, D −8; not compared"


def test_every_total_that_is_given_is_compared_though_others_are_missing() -> None:
    book = one_hand()
    assert refused(book, CloseSheet(1, 1, (32, -6, None, None))) == ["totals-differ"]
    carry_out(book, CloseSheet(1, 1, (32, -6, None, None), "B insists"), by=BY)
    sheet = the_sheet(book)
    assert (sheet.paper, sheet.difference) == ((32, -6, None, None), (0, 10, 0, 0))
    assert (sheet.compared, sheet.accepted, sheet.scores) == (False, "B insists", HAND)


def test_an_event_can_demand_the_totals_of_the_paper() -> None:
    book = one_hand(paper_totals=PaperTotals.DEMANDED)
    assert refused(book, CloseSheet(1, 1)) == ["totals-missing"]
    assert refused(book, CloseSheet(1, 1, (32, None, -8, None))) == ["totals-missing"]
    assert refused(book, CloseSheet(1, 1, (32, None, -9, -8), "lost")) == ["totals-missing"]
    carry_out(book, TypeTotals(1, 1, HAND), by=BY)
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert the_sheet(book).compared is True


def test_signed_totals_count_where_the_event_says_so() -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    carry_out(book, TypeTotals(1, 1, SLIP), by=BY)
    assert the_sheet(book).scores == HAND, "nothing is signed yet"
    carry_out(book, CloseSheet(1, 1, SLIP, "all four signed"), by=BY)
    sheet = the_sheet(book)
    assert (sheet.scores, sheet.computed, sheet.difference) == (SLIP, HAND, (0, 10, 0, -10))
    assert sheet.table_points == share_places(SLIP, (4, 2, 1, 0))
    assert {row.player.number: row.score for row in book.view.standings().rows}[4] == -18
    assert check_records(book_records(book)).problems == ()
    carry_out(book, ReopenSheet(1, 1, "read again"), by=BY)
    assert the_sheet(book).scores == HAND


def test_only_the_totals_given_replace_the_computed_ones() -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    carry_out(book, CloseSheet(1, 1, (None, -6, None, None), "torn"), by=BY)
    assert the_sheet(book).scores == (32, -6, -8, -8)
    assert check_records(book_records(book)).problems == ()


def answered(book: Book) -> int:
    """No command refuses the event; how many sheets a check says must be signed again."""
    refuse_contradictions(book.view)
    checked = check_records(book_records(book))
    assert checked.problems == ()
    return len(checked.remarks)


@pytest.mark.parametrize(
    ("repair", "scores"),
    [
        (DeleteHand(1, 1, 2, "typed twice"), (24, -24, 24, -24)),
        (InsertHand(1, 1, 1, Outcome(C, D, 20), "skipped"), (24, -24, 24, -24)),
        (CorrectHand(1, 1, 2, Outcome(D, A, 8), "misread"), (24, -24, 24, -24)),
        (ExchangeColumns(1, 1, (A, B), None, "wrong names"), (-24, 24, 24, -24)),  # with the totals of the paper
        (ExchangeColumns(1, 1, (A, B), (1, 1), "wrong seats"), (24, -24, 24, -24)),
    ],
)
@pytest.mark.parametrize("given", [(24, None, 24, None), (24, None, None, None)])
def test_all_four_scores_stay_as_signed_until_a_corrected_sheet_is_signed_again(
    repair: TableCommand, scores: Net, given: PartialNet
) -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    win(book, 2, C, D, 8)
    carry_out(book, CloseSheet(1, 1, given), by=BY)
    assert (the_sheet(book).scores, answered(book)) == ((24, -24, 24, -24), 0)
    carry_out(book, repair, by=BY, confirmed=True)
    sheet = the_sheet(book)
    differs = any(sheet.difference)
    assert sheet.scores == (scores if differs else sheet.computed)
    assert answered(book) == differs
    carry_out(book, Undo(), by=BY)
    assert the_sheet(book).scores == (24, -24, 24, -24)
    carry_out(book, Redo(), by=BY)
    if differs:
        a, _, c, _ = the_sheet(book).computed
        carry_out(book, CloseSheet(1, 1, (a, None, c, None)), by=BY)
    sheet = the_sheet(book)
    assert (sheet.state, sheet.scores, answered(book)) == (SheetState.VERIFIED, sheet.computed, 0)


def test_a_missing_total_is_computed_again_while_those_given_agree() -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    carry_out(book, CloseSheet(1, 1, (32, None, None, -8)), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, C, 8), "misread"), by=BY)
    assert (the_sheet(book).state, the_sheet(book).scores) == (SheetState.VERIFIED, (32, -8, -16, -8))
    assert answered(book) == 0


def test_a_penalty_cancelled_after_signing_waits_for_the_next_signature() -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    (given_, *_) = punish(book, B, points=10, to=(), reason="rude").entries
    carry_out(book, CloseSheet(1, 1, (32, -26, -8, -8)), by=BY)
    carry_out(book, CancelPenalty(given_.id, "not B"), by=BY)
    assert (the_sheet(book).scores, answered(book)) == ((32, -26, -8, -8), 1)
    carry_out(book, CloseSheet(1, 1, HAND), by=BY)
    assert (the_sheet(book).scores, answered(book)) == (HAND, 0)


def test_totals_of_another_sum_that_were_accepted_still_count_after_a_correction() -> None:
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, 2), "all four signed"), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "misread"), by=BY)
    assert (the_sheet(book).scores, the_sheet(book).accepted, answered(book)) == ((32, -16, -8, 2), "", 1)


def test_signed_totals_of_another_sum_without_a_reason_are_told_by_all() -> None:
    """Nothing that the program writes: somebody forged it."""
    book = one_hand(counted_totals=CountedTotals.AS_SIGNED)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, 2), "all four signed"), by=BY)
    *before, closing = book_records(book)
    forged = structs.replace(closing, content=closing.content.replace("all four signed", ""))
    assert "unbalanced" in [problem.code for problem in check_records([*before, forged]).problems]
    with pytest.raises(Refused) as error:
        refuse_contradictions(View(Journal(decode(record) for record in (*before, forged))))
    assert codes(error) == ["unbalanced"]


def test_a_rule_that_would_change_scores_already_signed_is_refused() -> None:
    book = one_hand()
    carry_out(book, CloseSheet(1, 1, SLIP, "all four signed"), by=BY)
    with pytest.raises(Refused) as error:
        rule(book, counted_totals=CountedTotals.AS_SIGNED)
    assert codes(error) == ["scores-would-change"]
    assert "session 1, table 1" in ENGLISH.render(error.value.problems[0].text)
    carry_out(book, ReopenSheet(1, 1, "read again"), by=BY)
    carry_out(book, CloseSheet(1, 1, HAND), by=BY)
    rule(book, counted_totals=CountedTotals.AS_SIGNED)
    assert the_sheet(book).scores == HAND


def test_no_undo_bends_a_score_by_a_rule_that_was_changed_since() -> None:
    book = one_hand()
    carry_out(book, CloseSheet(1, 1, SLIP, "all four signed"), by=BY)
    (reopened, *_) = carry_out(book, ReopenSheet(1, 1, "read again"), by=BY).entries
    rule(book, counted_totals=CountedTotals.AS_SIGNED)
    with pytest.raises(Refused) as error:
        carry_out(book, Undo(reopened.id), by=BY)
    assert codes(error) == ["scores-would-change"]
    assert the_sheet(book).scores == HAND
    carry_out(book, Undo(), by=BY)  # the rule comes first
    carry_out(book, Undo(), by=BY)
    assert (the_sheet(book).scores, the_sheet(book).closed is not None) == (HAND, True)


def test_a_correction_after_signing_takes_what_was_accepted_back_when_it_moves_points() -> None:
    book = one_hand()
    carry_out(book, CloseSheet(1, 1, SLIP, "all four signed"), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "misread"), by=BY)
    sheet = the_sheet(book)
    assert (sheet.state, sheet.accepted) == (SheetState.TOTALS_DIFFER, "")
    carry_out(book, Undo(), by=BY)
    assert (the_sheet(book).state, the_sheet(book).accepted) == (SheetState.VERIFIED, "all four signed")


def test_a_sheet_corrected_after_signing_is_signed_again_without_being_opened() -> None:
    book = one_hand()
    carry_out(book, CloseSheet(1, 1, HAND), by=BY)
    assert refused(book, CloseSheet(1, 1, HAND)) == ["sheet-closed"]
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "misread"), by=BY)
    assert the_sheet(book).state is SheetState.TOTALS_DIFFER
    assert refused(book, CloseSheet(1, 1)) == ["totals-differ", "totals-differ"]
    carry_out(book, CloseSheet(1, 1, (33, -17, -8, -8)), by=BY)
    assert the_sheet(book).state is SheetState.VERIFIED
    assert (the_sheet(book).accepted, the_sheet(book).compared) == ("", True)


def test_a_sheet_that_waits_for_its_second_reading_is_not_signed_again() -> None:
    book = one_hand(second_reading=SecondReading.BY_ANOTHER)
    carry_out(book, CloseSheet(1, 1, HAND), by=BY)
    assert the_sheet(book).state is SheetState.TO_READ_AGAIN
    assert refused(book, CloseSheet(1, 1, HAND)) == ["sheet-closed"]


def test_what_paper_totals_were_cleared_of_is_not_compared() -> None:
    book = one_hand()
    carry_out(book, TypeTotals(1, 1, SLIP), by=BY)
    carry_out(book, CloseSheet(1, 1, (None, None, None, None)), by=BY)
    assert (the_sheet(book).state, the_sheet(book).compared) == (SheetState.VERIFIED, False)


def book_records(book: Book) -> list:
    return [entry.record for entry in book.view.journal]


outcomes = st.builds(
    lambda winner, step, points: Outcome(winner, (winner + step) % 4 if step else None, points),
    st.integers(0, 3), st.integers(0, 3), st.integers(8, 88),
)  # fmt: skip
paper = st.tuples(*[st.none() | st.integers(-40, 40)] * 4)
"""How far each total of the paper is off; None: it is not given."""


@given(st.lists(outcomes, min_size=1, max_size=5), paper, st.integers(0, 2), st.booleans())
@settings(max_examples=60, deadline=None)
def test_both_rules_keep_both_totals_and_differ_by_what_the_paper_says(
    hands: list[Outcome], off: tuple[int | None, ...], penalties: int, cancelled: bool
) -> None:
    sheets = []
    for counted in CountedTotals:
        store = FakeStore()
        book = rule(drawn(store), counted_totals=counted)
        for number, outcome in enumerate(hands, start=1):
            carry_out(book, RecordHand(1, 1, number, outcome), by=BY, confirmed=True)
        given_ = [punish(book, B, points=10, to=(A,) * each, reason="rude").entries[0] for each in range(penalties)]
        computed = the_sheet(book).scores
        totals = tuple(None if each is None else ours + each for each, ours in zip(off, computed, strict=True))
        carry_out(book, CloseSheet(1, 1, totals, "as it is"), by=BY)  # type: ignore[arg-type]
        assert check_records(store.records).problems == ()
        sheets.append(the_sheet(book))
        if given_ and cancelled:
            carry_out(book, CancelPenalty(given_[0].id, "not B"), by=BY)
            answered(book)
            now = the_sheet(book)
            assert (now.state is SheetState.TOTALS_DIFFER) == any(now.difference)
        standing = {row.player.number: row.score for row in book.view.standings().rows}
        assert tuple(standing[number] for number in the_sheet(book).players) == the_sheet(book).scores
    ours, theirs = sheets
    assert (ours.computed, ours.paper, ours.difference) == (theirs.computed, theirs.paper, theirs.difference)
    assert ours.scores == ours.computed
    assert theirs.scores == add(theirs.computed, theirs.difference)
    assert {sheet.state for sheet in sheets} == {SheetState.VERIFIED}
    assert {sheet.compared for sheet in sheets} == {None not in off}
    assert theirs.table_points == share_places(theirs.scores, (4, 2, 1, 0))


@pytest.mark.parametrize("rules", ["riichi-ema-2025", "riichi-ema-2016"])
def test_a_game_goes_on_until_its_last_hand_is_recorded(rules: str) -> None:
    """The row that waits was counted as played, so a sheet without its last hand was signed without a question."""
    book = drawn(rules=rules)
    hands = 0
    while book.view.sheet(1, 1).next_hand is not None:
        assert book.view.sheet(1, 1).goes_on
        hands += 1
        carry_out(book, RecordHand(1, 1, hands, Outcome(None)), by=BY, confirmed=True)
    assert hands == 8, "nobody tenpai: East and South rounds without repetition"
    assert not book.view.sheet(1, 1).goes_on
