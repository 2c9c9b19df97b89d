"""Repairs of a sheet, each one entry: what they do, what they refuse, and that undoing them leaves no trace."""

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, A, B, C, D, codes, drawn, punish, win
from tournament.language import ENGLISH
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.sanctions import Charge
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CancelPenalty,
    CloseSheet,
    Conflict,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    TableCommand,
    TypeTotals,
    carry_out,
    carry_out_all,
    problems_of,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import SwapPlayers, Undo
from tournament.use_cases.entry_effect import effect_of

SEAT_WIND_PUNG = "[EEE,1]222m33345p678s"
"""A melded pung of East winds: worth more to who sits East, and where East prevails."""


def do(book: Book, command: TableCommand) -> list[str]:
    """Carry ``command`` out, accepting what is improbable; the codes of what was remarked."""
    return [problem.code for problem in carry_out(book, command, by=BY, confirmed=True).remarks]


def last_id(book: Book, stream: str) -> str:
    """The id of the last entry of a sheet that is not undone."""
    last = book.view.journal.last_of_sheet(stream)
    assert last is not None
    return last.id


def asked(book: Book, command: TableCommand) -> list[str]:
    """What stops ``command``, or asks, in words."""
    return [ENGLISH.render(problem.text) for problem in problems_of(book.view, command)]


def rows(book: Book, table: int = 1, session: int = 1) -> list[tuple[int, Outcome]]:
    """The rows that are filled."""
    lines = book.view.sheet(session, table).hands
    return [(line.hand, line.outcome) for line in lines if line.outcome is not None]


def shown(book: Book, table: int = 1, session: int = 1) -> object:
    """The sheet, without what only counts entries."""
    sheet = book.view.sheet(session, table)
    return replace(sheet, number=0)


def amounts(sheet: Sheet) -> object:
    """What the sheet says, whoever wrote it and when."""
    penalties = [(p.given.player, p.given.hand, p.given.points, p.given.to) for p in sheet.penalties]
    lines = [(line.hand, line.outcome, line.tiles, line.totals) for line in sheet.hands]
    return lines, penalties, sheet.scores, sheet.table_points, sheet.typed, sheet.state


def checked(book: Book) -> bool:
    """Whether the second account comes to the same."""
    return check_records([entry.record for entry in book.view.journal]).problems == ()


@pytest.fixture
def book() -> Book:
    """Four hands, a penalty in the third and one of the session."""
    book = drawn()
    win(book, 1, A, B, 8)
    win(book, 2, B, None, 10)
    win(book, 3, C, D, 12)
    win(book, 4, None)
    punish(book, B, "false-hu-short", hand=3)
    punish(book, D, "late", minutes=5)
    return book


def test_a_skipped_row_is_inserted_and_the_rows_below_move_down_with_their_penalties(book: Book):
    do(book, InsertHand(1, 1, 2, Outcome(D, A, 20), "row 2 was skipped"))
    assert rows(book) == [
        (1, Outcome(A, B, 8)),
        (2, Outcome(D, A, 20)),
        (3, Outcome(B, None, 10)),
        (4, Outcome(C, D, 12)),
        (5, Outcome(None)),
    ]
    sheet = book.view.sheet(1, 1)
    assert [penalty.given.hand for penalty in sheet.penalties] == [4, None]
    assert checked(book)


def test_a_row_typed_twice_is_deleted_and_the_rows_below_move_up(book: Book):
    do(book, DeleteHand(1, 1, 2, "typed twice"))
    assert rows(book) == [(1, Outcome(A, B, 8)), (2, Outcome(C, D, 12)), (3, Outcome(None))]
    assert [penalty.given.hand for penalty in book.view.sheet(1, 1).penalties] == [2, None]
    assert checked(book)


def test_a_row_left_empty_by_mistake_is_deleted():
    book = drawn()
    win(book, 1, A, B, 8)
    win(book, 3, C, D, 12)
    do(book, DeleteHand(1, 1, 2, "no hand was played there"))
    assert rows(book) == [(1, Outcome(A, B, 8)), (2, Outcome(C, D, 12))]


@pytest.mark.parametrize(
    ("hand", "to", "winners"),
    [
        (1, 3, [B, C, A, None]),
        (3, 1, [C, A, B, None]),
        (2, 3, [A, C, B, None]),
    ],
)
def test_a_row_is_moved_and_those_between_make_room(book: Book, hand: int, to: int, winners: list[int | None]):
    do(book, MoveHand(1, 1, hand, to, "out of order"))
    assert [outcome.winner for _, outcome in rows(book)] == winners
    punished = next(line.hand for line in book.view.sheet(1, 1).hands if line.penalties)
    assert winners[punished - 1] == C
    assert checked(book)


def test_two_players_sat_in_each_others_seat_for_some_hands(book: Book):
    do(book, ExchangeColumns(1, 1, (B, C), (1, 3), "wrong seats"))
    assert [outcome for _, outcome in rows(book)] == [
        Outcome(A, C, 8),
        Outcome(C, None, 10),
        Outcome(B, D, 12),
        Outcome(None),
    ]
    given = book.view.sheet(1, 1).penalties[0].given
    assert (given.player, given.to, given.hand) == (C, (A, B, D), 3)
    assert book.view.sheet(1, 1).penalties[1].given.player == D
    assert checked(book)


def test_the_penalty_of_the_session_and_the_paper_totals_stay_unless_the_whole_columns_are_exchanged(book: Book):
    do(book, TypeTotals(1, 1, (1, 2, 3, 4)))
    do(book, ExchangeColumns(1, 1, (A, D), (1, 16), "wrong seats all session"))
    sheet = book.view.sheet(1, 1)
    assert (sheet.typed, sheet.penalties[1].given.player) == ((1, 2, 3, 4), D)
    do(book, ExchangeColumns(1, 1, (A, D), None, "wrong columns"))
    sheet = book.view.sheet(1, 1)
    assert (sheet.typed, sheet.penalties[1].given.player) == ((4, 2, 3, 1), A)
    assert checked(book)


def test_a_table_by_its_totals_has_its_columns_exchanged():
    book = drawn()
    do(book, RecordTotals(1, 1, (60, 20, -20, -60)))
    assert asked(book, ExchangeColumns(1, 1, (A, B), (1, 16), "x")) == [
        "Table 1 was entered by its totals alone: reopen it first."
    ]
    do(book, ExchangeColumns(1, 1, (A, B), None, "wrong columns"))
    sheet = book.view.sheet(1, 1)
    assert (sheet.scores, sheet.state) == ((20, 60, -20, -60), SheetState.VERIFIED)
    assert checked(book)


def test_a_sheet_is_moved_to_the_table_where_it_belongs_with_everything_on_it(book: Book):
    do(book, TypeTotals(1, 1, (1, 2, 3, 4)))
    before = book.view.sheet(1, 1)
    do(book, MoveSheet(1, 1, 2, 2, "typed under the wrong table"))
    here, there = book.view.sheet(1, 1), book.view.sheet(2, 2)
    assert here.blank
    assert here.state is SheetState.NOT_STARTED
    assert amounts(there) == amounts(before)
    assert there.players != before.players
    assert book.view.state.started == {1, 2}
    scores = {row.player.number: row.score for row in book.view.standings().rows}
    assert [scores[number] for number in there.players] == list(before.scores)
    assert book.view.standings(1).rows[0].score == 0
    assert checked(book)


def test_a_moved_sheet_is_written_on_corrected_and_moved_back(book: Book):
    before = amounts(book.view.sheet(1, 1))
    do(book, MoveSheet(1, 1, 1, 2, "wrong table"))
    do(book, CorrectHand(1, 2, 1, Outcome(B, A, 9), "wrong column"))
    do(book, CorrectHand(1, 2, 1, Outcome(A, B, 8), "right after all"))
    do(book, MoveSheet(1, 2, 1, 1, "it was right"))
    assert amounts(book.view.sheet(1, 1)) == before
    assert book.view.sheet(1, 2).blank
    kinds = [entry.record.kind for entry in book.view.sheet(1, 1).hands[0].entries]
    assert kinds == ["hand-recorded", "hand-corrected", "hand-corrected"]
    assert checked(book)


def test_a_penalty_that_was_moved_with_its_sheet_is_cancelled_where_it_stands_now(book: Book):
    id = next(p.entry.id for p in book.view.sheet(1, 1).penalties if p.given.hand == 3)
    do(book, MoveSheet(1, 1, 2, 2, "taken to the wrong table"))
    do(book, MoveSheet(2, 2, 2, 1, "and once more"))
    moved = book.view.sheet(2, 1)
    (penalty,) = (penalty for penalty in moved.penalties if penalty.entry.id == id)
    do(book, CancelPenalty(id, "given by mistake"))
    now = book.view.sheet(2, 1)
    assert [each.entry.id for each in now.cancelled] == [id]
    assert now.scores == tuple(score - step for score, step in zip(moved.scores, penalty.net, strict=True))
    assert book.view.sheet(1, 1).blank
    assert check_records([entry.record for entry in book.view.journal]).problems == ()


def test_both_tables_of_a_move_have_changed_for_whoever_looked_at_them(book: Book):
    there = book.view.sheet(1, 2)
    changes = carry_out(book, MoveSheet(1, 1, 1, 2, "wrong table"), by=BY)
    assert changes.streams == {"session-1/table-1", "session-1/table-2"}
    with pytest.raises(Conflict):
        carry_out(book, RecordHand(1, 2, 5, Outcome(A, B, 8)), by=BY, seen=there.number)
    taken_back = carry_out(book, Undo(), by=BY)
    assert taken_back.streams == {"session-1/table-1", "session-1/table-2"}
    with pytest.raises(Conflict):
        carry_out(book, RecordHand(1, 2, 5, Outcome(A, B, 8)), by=BY, seen=there.number + 1)


def test_the_effect_of_a_moved_sheet_shows_both_tables(book: Book):
    scores = book.view.sheet(1, 1).scores
    do(book, MoveSheet(1, 1, 1, 2, "wrong table"))
    effect = effect_of(book.view, len(book.view.journal))
    assert effect is not None
    assert [change.number for change in effect.sheet] == [(score, 0) for score in scores] + [
        (0, score) for score in scores
    ]
    assert [change.points[1] for change in effect.sheet[:4]] == [0] * 4


def test_the_history_of_a_hand_follows_its_row(book: Book):
    do(book, CorrectHand(1, 1, 2, Outcome(B, A, 11), "not a self-draw"))
    do(book, InsertHand(1, 1, 1, Outcome(D, A, 20), "skipped"))
    do(book, MoveHand(1, 1, 3, 5, "out of order"))
    do(book, CorrectHand(1, 1, 5, Outcome(B, C, 11), "given by C"))
    line = book.view.sheet(1, 1).hands[4]
    kinds = ["hand-recorded", "hand-corrected", "hand-moved", "hand-corrected"]
    assert [entry.record.kind for entry in line.entries] == kinds
    assert line.outcome == Outcome(B, C, 11)


def test_a_cancelled_penalty_stays_where_it_was_cancelled(book: Book):
    penalty = next(entry for entry in book.view.journal if isinstance(entry.fact, PenaltyGiven))
    do(book, CancelPenalty(penalty.id, "no fault"))
    do(book, DeleteHand(1, 1, 3, "typed twice"))
    assert book.view.sheet(1, 1).cancelled[0].given.hand == 3


def test_no_right_to_win_goes_along_with_its_hand(book: Book):
    do(book, InsertHand(1, 1, 3, Outcome(B, A, 20), "skipped"))
    assert asked(book, CorrectHand(1, 1, 4, Outcome(B, A, 8), "x")) == [
        "B lost the right to win hand 4 by a penalty: check the winner, or cancel the penalty."
    ]


def test_tiles_are_read_with_the_winds_of_their_new_place():
    book = drawn()
    do(book, RecordHand(1, 1, 1, Outcome(A, B, 8), SEAT_WIND_PUNG, "a referee says so"))
    before = book.view.sheet(1, 1).hands[0].tiles
    command = MoveHand(1, 1, 1, 5, "out of order")
    assert [problem.code for problem in problems_of(book.view, command)] == ["tiles-worth-other"]
    assert asked(book, command)[0].startswith("Hand 5: with its new winds the tiles are worth ")
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=BY)
    assert codes(error) == ["tiles-worth-other"]
    do(book, command)
    moved = book.view.sheet(1, 1).hands[4].tiles
    assert (before.partition("|")[2], moved.partition("|")[2]) == ("", "SS0000")
    do(book, MoveHand(1, 1, 5, 1, "it was right"))
    assert book.view.sheet(1, 1).hands[0].tiles == before


def test_tiles_worth_the_same_with_other_winds_are_only_remarked():
    book = drawn()
    do(book, RecordHand(1, 1, 1, Outcome(A, B, 8), "[123m,1]67m789s345pSS8m"))
    changes = carry_out(book, InsertHand(1, 1, 1, Outcome(D, A, 20), "skipped"), by=BY)
    assert [ENGLISH.render(problem.text) for problem in changes.remarks] == [
        "Hand 2: its tiles are counted with the winds of its new place."
    ]


REFUSED: list[tuple[TableCommand, list[str]]] = [
    (InsertHand(1, 1, 2, Outcome(A, B, 8), "  "), ["reason-missing"]),
    (InsertHand(1, 1, 0, Outcome(A, B, 8), "x"), ["hand-unknown"]),
    (InsertHand(1, 1, 17, Outcome(A, B, 8), "x"), ["hand-unknown"]),
    (InsertHand(1, 1, 2, Outcome(A, A, 7), "x"), ["winner-is-discarder", "points-below-minimum"]),
    (InsertHand(1, 1, 5, Outcome(A, B, 120), "x"), ["points-improbable"]),
    (InsertHand(1, 1, 2, Outcome(A, B, 8), "x"), ["same-as-before"]),
    (InsertHand(1, 1, 1, Outcome(A, B, 8), "x"), ["same-as-before"]),
    (DeleteHand(1, 1, 3, "x"), ["hand-has-penalty"]),
    (DeleteHand(1, 1, 5, "x"), ["nothing-changes"]),
    (DeleteHand(1, 1, 1, ""), ["reason-missing"]),
    (DeleteHand(1, 1, 99, "x"), ["hand-unknown"]),
    (MoveHand(1, 1, 2, 2, "x"), ["nothing-changes"]),
    (MoveHand(1, 1, 9, 2, "x"), ["hand-not-recorded"]),
    (MoveHand(1, 1, 2, 17, ""), ["hand-unknown"]),
    (MoveHand(1, 1, 2, 3, ""), ["reason-missing"]),
    (ExchangeColumns(1, 1, (A, A), None, "x"), ["players-same"]),
    (ExchangeColumns(1, 1, (A, B), (3, 2), "x"), ["hands-range"]),
    (ExchangeColumns(1, 1, (A, B), (0, 2), "x"), ["hand-unknown"]),
    (ExchangeColumns(1, 1, (A, B), (1, 17), "x"), ["hand-unknown"]),
    (ExchangeColumns(1, 1, (C, D), (1, 2), "x"), ["nothing-changes"]),
    (ExchangeColumns(1, 1, (A, B), (1, 2), " "), ["reason-missing"]),
    (MoveSheet(1, 1, 1, 1, "x"), ["nothing-changes"]),
    (MoveSheet(1, 2, 1, 1, "x"), ["sheet-empty"]),
    (MoveSheet(1, 1, 1, 3, "x"), ["table-unknown"]),
    (MoveSheet(1, 1, 9, 1, "x"), ["session-unknown"]),
    (MoveSheet(1, 1, 1, 2, ""), ["reason-missing"]),
]


@pytest.mark.parametrize(("command", "expected"), REFUSED, ids=[f"{type(c).__name__}-{e[0]}" for c, e in REFUSED])
def test_what_is_refused_or_asked(book: Book, command: TableCommand, expected: list[str]):
    before = len(book.view.journal)
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=BY)
    assert codes(error) == expected
    assert len(book.view.journal) == before


def test_the_last_row_is_never_pushed_off_the_sheet(book: Book):
    win(book, 16, A, B, 8)
    assert asked(book, InsertHand(1, 1, 2, Outcome(D, A, 20), "x")) == [
        "Row 16 is filled, so no row can move down: first delete a row that does not belong on the sheet."
    ]


def test_a_sheet_is_not_moved_onto_another_nor_when_it_is_signed(book: Book):
    do(book, RecordHand(1, 2, 1, Outcome(A, B, 8)))
    move = MoveSheet(1, 1, 1, 2, "x")
    assert asked(book, move) == ["The sheet of table 2, session 1 is not empty: first move or undo what is on it."]
    carry_out(book, Undo(), by=BY)
    do(book, CloseSheet(1, 1))
    assert asked(book, move) == [
        "The sheet of table 1, session 1 is verified and was signed for that table: reopen it first."
    ]
    do(book, ReopenSheet(1, 1, "wrong table"))
    do(book, move)
    assert book.view.sheet(1, 2).played == 4


def test_rows_of_a_verified_sheet_are_repaired_like_they_are_corrected(book: Book):
    do(book, CloseSheet(1, 1, book.view.sheet(1, 1).scores))
    do(book, DeleteHand(1, 1, 1, "typed twice"))
    assert book.view.sheet(1, 1).state is SheetState.TOTALS_DIFFER


def test_rows_of_a_table_known_by_its_totals_are_not_repaired():
    book = drawn()
    do(book, RecordTotals(1, 1, (60, 20, -20, -60)))
    for command in (
        InsertHand(1, 1, 1, Outcome(A, B, 8), "x"),
        DeleteHand(1, 1, 1, "x"),
        MoveHand(1, 1, 1, 2, "x"),
    ):
        assert [problem.code for problem in problems_of(book.view, command)] == ["totals-only"]


def test_several_repairs_are_written_together_or_not_at_all(book: Book):
    carry_out_all(
        book,
        [
            InsertHand(1, 1, 2, Outcome(D, A, 20), "skipped"),
            DeleteHand(1, 1, 3, "typed twice"),
            MoveSheet(1, 1, 1, 2, "wrong table"),
        ],
        by=BY,
    )
    assert [hand for hand, _ in rows(book, table=2)] == [1, 2, 3, 4]


def test_the_event_as_it_stood_before_a_repair(book: Book):
    before = shown(book)
    position = len(book.view.journal)
    do(book, MoveSheet(1, 1, 2, 1, "wrong session"))
    past = book.view.at(position)
    assert replace(past.sheet(1, 1), number=0) == before
    assert past.sheet(2, 1).blank


def test_seats_of_a_table_whose_sheet_was_moved_may_change_and_then_it_does_not_come_back(book: Book):
    do(book, MoveSheet(1, 1, 2, 2, "wrong session"))
    moved = last_id(book, "session-1/table-1")
    carry_out(book, SwapPlayers(1, 5, (1,)), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, Undo(moved), by=BY)
    assert codes(error) == ["written-since"]
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(moved), by=BY)
    assert book.view.sheet(1, 1).played == 4


def test_an_entry_of_the_other_table_stands_in_the_way_of_moving_a_sheet_back(book: Book):
    do(book, MoveSheet(1, 1, 1, 2, "wrong table"))
    moved = last_id(book, "session-1/table-1")
    do(book, RecordHand(1, 2, 5, Outcome(A, B, 8)))
    with pytest.raises(Refused) as error:
        carry_out(book, Undo(moved), by=BY)
    assert [ENGLISH.render(problem.text) for problem in error.value.problems] == [
        "“Hand: session 1, table 2, hand 5” was entered later and depends on it: undo that first."
    ]


COLUMN = st.integers(0, 3)
POINTS = st.integers(8, 99)
OUTCOMES = st.one_of(
    st.just(Outcome(None)),
    st.builds(Outcome, COLUMN, st.none(), POINTS),
    st.builds(lambda winner, step, points: Outcome(winner, (winner + step) % 4, points), COLUMN, st.integers(1, 3),
              POINTS),
)  # fmt: skip
SHEETS = st.dictionaries(st.integers(1, 16), OUTCOMES, min_size=1, max_size=10)
"""Rows by their number, with gaps."""
PENALTIES = st.lists(st.tuples(COLUMN, st.none() | st.integers(1, 16)), max_size=3)
HAND = st.integers(1, 16)
PAIR = st.tuples(COLUMN, COLUMN)
SPAN = st.none() | st.tuples(HAND, HAND).map(lambda span: (min(span), max(span)))
REPAIRS: st.SearchStrategy[TableCommand] = st.one_of(
    st.builds(InsertHand, st.just(1), st.just(1), HAND, OUTCOMES, st.just("x")),
    st.builds(DeleteHand, st.just(1), st.just(1), HAND, st.just("x")),
    st.builds(MoveHand, st.just(1), st.just(1), HAND, HAND, st.just("x")),
    st.builds(ExchangeColumns, st.just(1), st.just(1), PAIR, SPAN, st.just("x")),
    st.builds(MoveSheet, st.just(1), st.just(1), st.integers(1, 2), st.integers(1, 2), st.just("x")),
)


@lru_cache(maxsize=1)
def _drawn_records():
    return tuple(entry.record for entry in drawn().view.journal)


def played(hands: dict[int, Outcome], penalties: list[tuple[int, int | None]]) -> Book:
    """Session 1, table 1 with these rows and penalties in the referee's own words, and some totals on paper."""
    from tests.tournament.use_cases.events import noon
    from tests.tournament.use_cases.fake_store import FakeStore

    book = Book(FakeStore(_drawn_records()), clock=noon)
    commands: list[TableCommand] = [RecordHand(1, 1, hand, outcome) for hand, outcome in hands.items()]
    commands.extend(
        GivePenalty(1, 1, Charge(player, hand=hand, points=5, to=((player + 1) % 4,), reason="x"))
        for player, hand in penalties
    )
    carry_out_all(book, [*commands, TypeTotals(1, 1, (4, 3, 2, 1))], by=BY)
    return book


@pytest.mark.parametrize("repair", [DeleteHand(1, 1, 2, "x"), MoveHand(1, 1, 3, 5, "x")])
def test_a_check_knows_rows_that_have_a_penalty_alone(repair):
    """Hand 3 was a penalty and nothing more: it is moved, or comes closer."""
    book = played({1: Outcome(None)}, [(0, 3)])
    do(book, repair)
    assert checked(book)


@given(SHEETS, PENALTIES, st.lists(REPAIRS, min_size=1, max_size=4))
def test_repairs_and_as_many_undos_leave_the_sheets_as_they_were(hands, penalties, repairs):
    book = played(hands, penalties)
    before = [(shown(book, table, session), book.view.standings(session)) for session in (1, 2) for table in (1, 2)]
    done = 0
    for repair in repairs:
        try:
            do(book, repair)
        except Refused:
            continue
        done += 1
        assert all(sum(sheet.scores) == -sheet.lost for sheet in book.view.sheets(1))
    assert checked(book)
    for _ in range(done):
        carry_out(book, Undo(), by=BY)
    after = [(shown(book, table, session), book.view.standings(session)) for session in (1, 2) for table in (1, 2)]
    assert after == before


@given(SHEETS, PENALTIES, HAND, OUTCOMES)
def test_a_row_inserted_and_deleted_again_leaves_what_was_there(hands, penalties, hand, outcome):
    book = played(hands, penalties)
    before = amounts(book.view.sheet(1, 1))
    insert = InsertHand(1, 1, hand, outcome, "x")
    assume(all(problem.code != "sheet-full" for problem in problems_of(book.view, insert)))
    do(book, insert)
    assert dict(rows(book))[hand] == outcome
    do(book, DeleteHand(1, 1, hand, "x"))
    assert amounts(book.view.sheet(1, 1)) == before


@given(SHEETS, PENALTIES, PAIR, SPAN)
def test_columns_exchanged_twice_are_as_they_were(hands, penalties, columns, span):
    book = played(hands, penalties)
    before = book.view.sheet(1, 1)
    exchange = ExchangeColumns(1, 1, columns, span, "x")
    assume(not problems_of(book.view, exchange))
    do(book, exchange)
    once = book.view.sheet(1, 1)
    assert sum(once.scores) == sum(before.scores)
    do(book, exchange)
    assert amounts(book.view.sheet(1, 1)) == amounts(before)


@given(SHEETS, PENALTIES, PAIR)
def test_whole_columns_exchanged_exchange_the_scores(hands, penalties, columns):
    book = played(hands, penalties)
    before = book.view.sheet(1, 1)
    one, other = columns
    exchange = ExchangeColumns(1, 1, columns, None, "x")
    assume(one != other)
    do(book, exchange)
    order = {one: other, other: one}
    after = book.view.sheet(1, 1)
    assert after.scores == tuple(before.scores[order.get(column, column)] for column in range(4))
    assert after.difference == tuple(before.difference[order.get(column, column)] for column in range(4))


@given(SHEETS, PENALTIES, HAND, HAND)
def test_a_row_moved_there_and_back_is_as_it_was(hands, penalties, hand, to):
    book = played(hands, penalties)
    before = book.view.sheet(1, 1)
    move = MoveHand(1, 1, hand, to, "x")
    assume(not problems_of(book.view, move))
    do(book, move)
    moved = book.view.sheet(1, 1)
    assert moved.scores == before.scores
    assert moved.hands[to - 1].outcome == before.hands[hand - 1].outcome
    do(book, MoveHand(1, 1, to, hand, "x"))
    assert amounts(book.view.sheet(1, 1)) == amounts(before)


EAST_PUNG, PUNG_OF_TWOS = "[EEE,1]123m456p789s55p", "[222m,1]123m456p789s55p"
CONCEALED = "222m123m456p789s55p"


def worth(hand: int, player: str, now: int, before: int) -> tuple[str, str]:
    text = f"Hand {hand}: with their new winds the tiles of {player} are worth {now}, and {before} were recorded."
    return "tiles-worth-other", f"{text} Is this correct?"


def same(hand: int) -> tuple[str, str]:
    return "tiles-restated", f"Hand {hand}: its tiles are counted with the winds of its new place."


@pytest.mark.parametrize(
    ("rules", "points", "tiles", "command", "row", "winds", "remark"),
    [
        ("zung-jung", 10, EAST_PUNG, MoveHand(1, 1, 1, 2, "x"), 2, "|-N0000", worth(2, "A", 1, 10)),
        ("zung-jung", 10, EAST_PUNG, ExchangeColumns(1, 1, (0, 1), None, "x"), 1, "|-S0000", worth(1, "B", 1, 10)),
        ("zung-jung", 10, EAST_PUNG, ExchangeColumns(1, 1, (2, 3), None, "x"), 1, "", None),
        ("zung-jung", 10, EAST_PUNG, ExchangeColumns(1, 1, (2, 3), (2, 2), "x"), 1, "", None),
        ("zung-jung", 10, EAST_PUNG, DeleteHand(1, 1, 2, "x"), 1, "", None),
        ("zung-jung", 5, CONCEALED, MoveHand(1, 1, 1, 2, "x"), 2, "|-N0000", same(2)),
        ("zung-jung", 5, CONCEALED, ExchangeColumns(1, 1, (0, 2), None, "x"), 1, "|-W0000", same(1)),
        ("zung-jung", 5, CONCEALED, InsertHand(1, 1, 1, Outcome(None), "x"), 2, "|-N0000", same(2)),
        ("hong-kong", 3, EAST_PUNG, MoveHand(1, 1, 1, 2, "x"), 2, "|EN0000", worth(2, "A", 2, 3)),
        ("hong-kong", 3, EAST_PUNG, ExchangeColumns(1, 1, (0, 1), None, "x"), 1, "|ES0000", worth(1, "B", 2, 3)),
        ("hong-kong", 1, PUNG_OF_TWOS, ExchangeColumns(1, 1, (0, 1), None, "x"), 1, "|ES0000", same(1)),
    ],
)
def test_tiles_of_other_games_are_counted_with_the_winds_of_their_new_place(
    rules: str, points: int, tiles: str, command: TableCommand, row: int, winds: str, remark: tuple[str, str] | None
):
    """A pung of the own wind is 10 points in Zung Jung, a concealed hand 5, a hand of nothing 1."""
    book = drawn(rules=rules)
    carry_out(book, RecordHand(1, 1, 1, Outcome(A, B, points), tiles), by=BY, confirmed=True)
    carry_out(book, RecordHand(1, 1, 2, Outcome(C, D, 25 if rules == "zung-jung" else 3)), by=BY, confirmed=True)
    before = book.view.sheet(1, 1).hands[0].tiles
    found = [(problem.code, ENGLISH.render(problem.text)) for problem in problems_of(book.view, command)]
    assert found == ([] if remark is None else [remark])
    if remark is not None and remark[0] == "tiles-worth-other":
        with pytest.raises(Refused) as error:
            carry_out(book, command, by=BY)
        assert codes(error) == ["tiles-worth-other"]
    carry_out(book, command, by=BY, confirmed=True)
    assert book.view.sheet(1, 1).hands[row - 1].tiles == (
        f"{before.partition('|')[0]}{winds}" if remark is not None else before
    )
    assert checked(book)


def test_only_a_row_whose_winds_change_is_counted_again():
    book = drawn()
    do(book, RecordHand(1, 1, 1, Outcome(A, B, 8), "[123m,1]67m789s345pSS8m"))
    do(book, RecordHand(1, 1, 2, Outcome(B, A, 8), "[123m,1]67m789s345pSS8m"))
    do(book, ExchangeColumns(1, 1, (B, C), (1, 1), "x"))
    assert ["|" in line.tiles for line in book.view.sheet(1, 1).hands[:3]] == [False, False, False]
    do(book, ExchangeColumns(1, 1, (B, C), (2, 2), "x"))
    assert ["|" in line.tiles for line in book.view.sheet(1, 1).hands[:3]] == [False, True, False]
