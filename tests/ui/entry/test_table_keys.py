"""The keys of tables and fouls as functions from state to state, without a window and without Qt."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tournament import use_cases
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, language_of, mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    CloseSheet,
    CorrectHand,
    GivePenalty,
    RecordHand,
    RecordTotals,
    ReopenSheet,
    TableCommand,
    TypeTotals,
    carry_out,
)
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui import entry
from ui.entry import cursor, end_keys, form, hand_keys, page_keys, penalty_draft, repair_draft
from ui.entry import fouls_state as fouls
from ui.entry.fouls_state import FoulsState
from ui.entry.half_typed import (
    HalfTyped,
    HalfTypedDamaged,
    half_typed,
    read,
    with_half_typed,
    written,
)
from ui.entry.hand_draft import HandDraft, UnfinishedHand
from ui.entry.hand_keys import EARLIER_OPEN
from ui.entry.penalty_draft import PenaltyDraft, PenaltyField
from ui.entry.repair_draft import RepairDraft, RepairField, RepairKind
from ui.entry.tables_state import (
    Focus,
    PagePart,
    SigningQuestion,
    TablesState,
    TablesStep,
    TotalField,
    event_of,
    penalty_stepped,
    repair_stepped,
    with_tiles,
)
from ui.entry.typing_order import HandField, Marked, TypedField

BY = By("Referee", "test desk")
SEATING = Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8))), "by hand", 1)
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    made = Book(create(tmp_path / "event.qv"))
    carry_out(made, CreateEvent(Settings("Open", sessions=2, starts=date(2026, 6, 12))), by=BY)
    carry_out(made, AddPlayers(tuple(Player(0, name, "Anybody") for name in NAMES)), by=BY)
    carry_out(made, PublishDraw(SEATING), by=BY)
    yield made
    made.close()


class Typist:
    """Presses keys one after the other, as the page does: what is typed goes to where the last key put the cursor."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.step = cursor.look_again(TablesState(event=event_of(book.view)), book.view, 1)

    @property
    def state(self) -> TablesState:
        return self.step.state

    @property
    def field(self) -> TypedField:
        """The field of the hand that has the cursor."""
        focus = HandField.POINTS if self.step.focus is Marked.POINTS else self.step.focus
        assert isinstance(focus, TypedField)
        return focus

    def apply(self, step: TablesStep) -> None:
        if step.command is not None:
            step = self.carry_out(step.state, step.command, confirmed=step.confirmed)
        self.step = step if step.focus is not None else step._replace(focus=self.step.focus)

    def carry_out(self, state: TablesState, command: TableCommand, *, confirmed: bool) -> TablesStep:
        try:
            use_cases.carry_out(self.book, command, by=BY, confirmed=confirmed)
        except use_cases.Refused as refused:
            return page_keys.refused(state, command, refused.problems[0])
        session = state.table.sheet.session if state.table is not None else 1
        return page_keys.done(cursor.look_again(state, self.book.view, session).state, command)

    def type(self, keys: str) -> "Typist":
        for key in keys.split():
            if key == "Enter":
                self._enter()
            elif key == "Esc":
                self.apply(hand_keys.escaped(self.state))
            elif key in ("Up", "Down"):
                self.apply(cursor.row_moved(self.state, -1 if key == "Up" else 1))
            elif key == "X":
                self.apply(hand_keys.drawn(self.state))
            elif key == "Backspace":
                self.apply(hand_keys.erased(self.state, self.field))
            else:
                self._type(key)
        return self

    def _enter(self) -> None:
        focus = self.step.focus
        if isinstance(focus, TypedField):
            self.apply(hand_keys.confirmed(self.state, focus, ENGLISH))
        elif focus is Marked.POINTS:
            self.apply(hand_keys.confirmed(self.state, HandField.POINTS, ENGLISH))
        elif isinstance(focus, TotalField):
            self.apply(end_keys.total_confirmed(self.state, focus.column))
        else:
            assert focus in (PagePart.SIGNING_QUESTION, PagePart.SIGNING_REASON)
            self.apply(end_keys.answered(self.state))

    def _type(self, text: str) -> None:
        focus = self.step.focus
        if focus is Marked.POINTS:
            focus = HandField.POINTS
        if isinstance(focus, TotalField):
            self.apply(end_keys.total_typed(self.state, focus.column, text))
        elif focus is PagePart.SIGNING_REASON:
            self.apply(end_keys.reason_typed(self.state, text))
        else:
            assert isinstance(focus, TypedField)
            self.apply(hand_keys.typed(self.state, focus, text, ENGLISH))


def row_of(typist: Typist) -> int | None:
    """The hand that has the cursor."""
    return typist.state.row.hand if typist.state.row is not None else None


def question(typist: Typist) -> SigningQuestion:
    """What is asked before the sheet is signed."""
    return typist.state.signing.question


def focus(typist: Typist) -> Focus | None:
    """Where typing goes on."""
    return typist.step.focus


@pytest.fixture
def typist(book: Book) -> Typist:
    return Typist(book)


def test_state_and_keys_are_loaded_without_qt() -> None:
    modules = ", ".join(f"ui.entry.{path.stem}" for path in Path(entry.__file__).parent.glob("[a-z]*.py"))
    program = f"import sys, {modules}; print(sorted(name for name in sys.modules if name.startswith('PySide6')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_hand_is_recorded_and_the_next_one_waits(typist: Typist) -> None:
    typist.type("1 2 12 Enter")
    assert typist.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 12)
    assert row_of(typist) == 2
    assert typist.step.focus is HandField.WINNER
    assert typist.state.hands == {}


def test_own_winds_are_read_in_the_language_in_use(typist: Typist) -> None:
    french = language_of("fr")
    state = hand_keys.typed(typist.state, HandField.WINNER, "O", french).state  # Ouest: column 3 in hand 1
    assert state.hand is not None
    assert state.hand.draft.winner == 2
    refused = hand_keys.typed(typist.state, HandField.WINNER, "O", ENGLISH).state
    assert refused.refusal is not None
    assert refused.refusal.problem.code == "nobody"


@pytest.mark.parametrize(
    ("keys", "field", "code"),
    [
        ("9", HandField.WINNER, "nobody"),
        ("1 1", HandField.SOURCE, "winner-is-discarder"),
        ("1 2 7 Enter", HandField.POINTS, "points-below-minimum"),
        ("1 2 1.2 Enter", HandField.POINTS, "not-a-number"),
        ("1 2 Enter", HandField.POINTS, "missing"),
        ("Enter", HandField.WINNER, "missing"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(typist: Typist, keys: str, field: HandField, code: str) -> None:
    refusal = typist.type(keys).state.refusal
    assert refusal is not None
    assert (refusal.field, refusal.problem.code) == (field, code)
    assert typist.book.view.sheet(1, 1).played == 0


def test_a_question_waits_for_enter_and_goes_with_esc(typist: Typist) -> None:
    asked = typist.type("1 D 98 Enter").state.refusal
    assert asked is not None
    assert asked.asks
    typist.type("Esc")
    assert typist.state.refusal is None
    assert typist.step.focus is Marked.POINTS
    typist.type("Enter Enter")
    assert typist.book.view.sheet(1, 1).played == 1


def test_what_is_half_typed_is_kept_by_table_and_hand(typist: Typist) -> None:
    typist.type("1 2 1")
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    typist.type("3")
    assert set(typist.state.hands) == {(1, 1, 1), (1, 2, 1)}
    assert half_typed(typist.state).tables == ((1, 1), (1, 2))
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 1))
    assert typist.step.focus is HandField.WINNER
    assert typist.state.left_half_typed
    assert typist.state.hand is not None
    assert typist.state.hand.draft.points == "1"
    assert typist.type("Enter").step.focus is HandField.POINTS
    past = cursor.opened(typist.state, typist.book.view.at(3))
    assert past.hands == typist.state.hands
    assert past.table is None


@pytest.mark.parametrize("complete", ["1 2 24", "1", "X"])
def test_a_hand_left_half_typed_is_recorded_by_no_blind_enter(typist: Typist, complete: str) -> None:
    typist.type(complete)
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    typist.type("X Enter")  # somebody types elsewhere
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 1))
    typist.type("Enter")
    assert typist.book.view.sheet(1, 1).played == 0
    assert not typist.state.left_half_typed


def test_escape_throws_a_hand_left_half_typed_away_for_good(typist: Typist) -> None:
    typist.type("X Enter 1 2 24 Up")
    typist.type("Esc")
    assert typist.state.left_half_typed
    typist.type("Esc")
    assert typist.state.hands == {}
    typist.type("Up Esc Esc Enter")
    assert typist.book.view.sheet(1, 1).played == 1


def test_typing_blindly_over_a_hand_left_half_typed_records_what_is_typed(typist: Typist) -> None:
    typist.type("1 D 24")
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 1))
    typist.type("3 4 18 Enter")
    assert typist.book.view.sheet(1, 1).hands[0].outcome == Outcome(2, 3, 18)


def test_the_reason_of_a_correction_is_kept_too(typist: Typist) -> None:
    typist.type("1 2 12 Enter Up 3 4 18 Enter misread")
    typist.apply(cursor.row_moved(typist.state, 1))
    typist.apply(cursor.row_moved(typist.state, -1))
    typist.type("Enter Enter")
    assert typist.book.view.sheet(1, 1).hands[0].outcome == Outcome(2, 3, 18)


def test_a_penalty_half_typed_waits_while_another_table_is_seen(typist: Typist) -> None:
    typist.apply(cursor.penalty_asked(typist.state))
    assert typist.state.penalty is not None
    draft = typist.state.penalty.with_typed(player=2, fault_typed="P6")
    typist.apply(TablesStep(replace(typist.state, penalty=draft)))
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    assert typist.state.typing_place is HandField.WINNER
    assert typist.state.half_typed_tables(1) == {1}
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 1))
    typist.apply(cursor.penalty_asked(typist.state))
    assert typist.state.penalty is not None
    assert (typist.state.penalty.typed.player, typist.state.penalty.typed.fault_typed) == (2, "P6")
    typist.apply(cursor.back(typist.state))  # Esc
    typist.apply(cursor.penalty_asked(typist.state))
    assert typist.state.penalty is not None
    assert not typist.state.penalty.typed.started


def test_what_is_half_typed_is_written_and_read_again(typist: Typist) -> None:
    typist.type("1 2 12 Enter Up 3 4 18 Enter misread")
    typist.apply(TablesStep(with_tiles(typist.state, "123m")))
    typist.apply(cursor.penalty_asked(typist.state))
    assert typist.state.penalty is not None
    typist.apply(TablesStep(replace(typist.state, penalty=typist.state.penalty.with_typed(player=1, fault_typed="9"))))
    kept = half_typed(typist.state)
    fresh = with_half_typed(TablesState(event=typist.state.event), read(written(kept)), typist.book.view)
    assert fresh.hands == typist.state.hands
    assert fresh.hands[1, 1, 1].tiles == "123m"
    assert [draft.typed.player for draft in fresh.penalties.values()] == [1]
    assert fresh.repairs == {}
    assert half_typed(fresh) == kept
    assert kept.tables == ((1, 1),)


@pytest.mark.parametrize("keys", ["1 2 1 20", "1 X", "1 4 D", "2", "3 3", "5 1", "6 2"])
def test_a_repair_half_typed_is_written_and_read_again(typist: Typist, keys: str) -> None:
    typist.type("1 2 12 Enter Up").apply(cursor.repair_asked(typist.state))
    for key in keys.split():
        draft, field = typist.state.repair, typist.step.focus
        assert draft is not None
        assert isinstance(field, RepairField)
        typist.apply(repair_stepped(typist.state, repair_draft.typed(draft, field, key, ENGLISH)))
    draft = typist.state.repair
    assert draft is not None
    kept = half_typed(typist.state)
    fresh = with_half_typed(TablesState(event=typist.state.event), read(written(kept)), typist.book.view)
    assert fresh.repairs == {(1, 1): draft}
    assert half_typed(fresh) == kept
    assert kept.tables == ((1, 1),)
    assert fresh.half_typed_tables(1) == {1}


def test_what_was_recorded_meanwhile_or_has_no_table_is_not_half_typed(typist: Typist) -> None:
    event = typist.state.event
    typist.type("1 2 12 Enter")
    same = HandDraft(1, 0, discarder=1, points="12")
    hands = (UnfinishedHand(1, 1, same), UnfinishedHand(1, 99, same), UnfinishedHand(1, 1, HandDraft(99, 1)))
    kept = HalfTyped(event, hands,
                     (PenaltyDraft(7, 1, player=2),), (),
                     (RepairDraft(7, 1, 1, RepairKind.DELETE), RepairDraft(1, 1, 99, RepairKind.DELETE)))  # fmt: skip
    assert half_typed(with_half_typed(TablesState(event=event), kept, typist.book.view)).empty


EARLIER = """{"event":"e","totals":[],"version":1,"draw":null,
"hands":[{"session":1,"table":3,"draft":{"hand":2,"winner":1,"drawn":false,"discarder":0,"self_draw":false,
"points":"1","tiles":"","overrule":"","reason":"","values":["","","",""],"answers":[["fed",2]]},"changed":true,
"tiles":"123m"}],
"penalties":[{"session":1,"table":2,"hand":"3","for_session":true,"player":2,"fault_typed":"P6","fault":"P6","step":1,
"amount":"5","to":"1","reason":"late","table_typed":""}],
"repairs":[{"session":1,"table":1,"hand":3,"kind":"3","one":null,"other":null,"drawn":false,"self_draw":false,
"number":"5","reason":"skipped"}],
"fouls":[{"session":2,"table":0,"hand":"","for_session":false,"player":null,"fault_typed":"hu","fault":null,"step":null,
"amount":"","to":"","reason":"","table_typed":"7"}]}"""
"""As version 1.0 stored unfinished entries."""


def test_unfinished_entries_of_an_earlier_version_are_read() -> None:
    kept = read(EARLIER)
    given = PenaltyDraft(1, 2, "3", True, 2, "P6", "P6", 1, "5", "1", "late")
    assert kept.hands == (
        UnfinishedHand(1, 3, HandDraft(2, 1, discarder=0, points="1", answers=(("fed", 2),)), tiles="123m"),
    )
    assert kept.penalties == (given,)
    assert kept.repairs == (RepairDraft(1, 1, 3, RepairKind.MOVE, number="5", reason="skipped"),)
    assert kept.fouls == (PenaltyDraft(2, fault_typed="hu", table_typed="7"),)
    assert kept.tables == ((1, 1), (1, 2), (1, 3))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"event": 3}', '{"event": "x", "version": 2}'])
def test_a_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(HalfTypedDamaged):
        read(text)


def test_a_session_whose_turn_it_is_not_asks_once_a_start(typist: Typist) -> None:
    typist.type("X Enter")
    typist.apply(cursor.go_to(typist.state, typist.book.view, 2, 1))
    typist.type("1 2 12 Enter")
    assert typist.book.view.sheet(2, 1).played == 0
    assert typist.state.refusal is not None
    text = ENGLISH.render(typist.state.refusal.problem.text)
    assert (
        text == "Session 2 has not started, and session 1 is not finished (2 tables are not verified). Start session 2?"
    )
    typist.type("Esc Enter Enter")
    assert typist.book.view.sheet(2, 1).played == 1
    typist.type("X Enter")
    assert typist.book.view.sheet(2, 1).played == 2
    typist.apply(TablesStep(replace(typist.state, sessions_agreed=frozenset())))  # another start
    typist.type("X Enter")
    assert typist.state.refusal is not None
    assert "Session 1 is not finished" in ENGLISH.render(typist.state.refusal.problem.text)
    typist.type("Enter")
    assert typist.book.view.sheet(2, 1).played == 3


def test_the_question_of_the_session_answers_no_other_one(typist: Typist) -> None:
    typist.apply(cursor.go_to(typist.state, typist.book.view, 2, 1))
    typist.type("1 2 250 Enter Enter")
    assert typist.book.view.sheet(2, 1).played == 0
    assert typist.state.refusal is not None
    assert typist.state.refusal.problem.code != EARLIER_OPEN
    typist.type("Enter")
    assert typist.book.view.sheet(2, 1).played == 1


def test_the_first_session_and_a_correction_ask_nothing(typist: Typist) -> None:
    typist.type("X Enter")
    assert typist.state.refusal is None
    assert typist.book.view.sheet(1, 1).played == 1


def test_a_session_without_a_draw_is_reported(typist: Typist) -> None:
    step = cursor.go_to_session(typist.state, typist.book.view, 3)
    assert step.state is typist.state
    assert step.message is not None
    assert "Session 3 has not been drawn yet" in ENGLISH.render(step.message)


def test_an_evening_without_games_is_not_sent_to_a_draw(typist: Typist, tmp_path: Path) -> None:
    book = Book(create(tmp_path / "club.qv"))
    carry_out(book, CreateEvent(Settings("Fridays", format=EventFormat.LEAGUE, sessions=1)), by=BY)
    step = cursor.go_to_session(typist.state, book.view, 1)
    assert step.message is not None
    assert ENGLISH.render(step.message) == "No game has been opened this evening: go to Games."
    assert step.quiet
    empty = cursor.look_again(replace(typist.state, table=None), book.view, 1)
    assert empty.message is None  # the page says it
    book.close()


def test_another_event_drops_what_was_typed(typist: Typist) -> None:
    typist.type("1 2 1")
    assert cursor.opened(typist.state, None).hands == {}


def test_an_unknown_table_is_reported_and_changes_nothing(typist: Typist) -> None:
    step = cursor.go_to(typist.state, typist.book.view, 1, 9)
    assert step.state is typist.state
    assert step.message is not None


def test_a_correction_asks_for_its_reason(typist: Typist) -> None:
    typist.type("1 2 12 Enter Up 3 4 18 Enter")
    assert typist.step.focus is HandField.REASON
    typist.type("Enter")
    assert typist.state.refusal is not None
    assert typist.state.refusal.field is HandField.REASON
    typist.type("misread Enter")
    assert typist.book.view.sheet(1, 1).hands[0].outcome == Outcome(2, 3, 18)
    assert typist.state.hands == {}


def test_esc_starts_a_hand_again_and_then_goes_to_the_one_that_waits(typist: Typist) -> None:
    typist.type("1 2 12 Enter Up 3 Esc")
    assert typist.state.hands == {}
    assert row_of(typist) == 1
    assert row_of(typist.type("Esc")) == 2


def test_the_end_of_a_sheet(typist: Typist) -> None:
    typist.type("1 2 8 Enter " + "X Enter " * 15)
    assert typist.step.focus == TotalField(0)
    typist.type("x Enter")
    assert typist.state.totals.refused == 0
    typist.type("32 Enter -16 Enter -8 Enter -9 Enter")
    assert typist.book.view.sheet(1, 1).typed == (32, -16, -8, -9)
    typist.apply(end_keys.sign_asked(typist.state))
    assert question(typist) is SigningQuestion.DIFFERENCE
    typist.type("Enter")
    assert typist.state.signing.problem
    typist.type("agreed Enter")
    sheet = typist.book.view.sheet(1, 1)
    assert sheet.closed is not None
    assert sheet.accepted == "agreed"
    assert question(typist) is SigningQuestion.NONE
    assert focus(typist) is PagePart.PAGE


def test_hands_not_played_are_asked_for_once(typist: Typist) -> None:
    typist.type("1 2 8 Enter")
    typist.apply(end_keys.sign_asked(typist.state))
    assert typist.step.focus is PagePart.SIGNING_QUESTION
    typist.type("Enter")
    assert question(typist) is SigningQuestion.MISSING
    typist.type("Enter")
    assert typist.book.view.sheet(1, 1).closed is not None


def test_a_half_typed_hand_keeps_the_sheet_open(typist: Typist) -> None:
    typist.type("1 2 8 Enter 3")
    step = end_keys.sign_asked(typist.state)
    assert step.command is None
    assert step.state.signing.question is SigningQuestion.NONE


@pytest.mark.parametrize(
    "command",
    [
        RecordHand(1, 1, 1, Outcome(None)),
        CorrectHand(1, 1, 1, Outcome(None), "why"),
        GivePenalty(1, 1, Charge(0, "late", minutes=3)),
        CancelPenalty("x", "why"),
        TypeTotals(1, 1, (0, 0, 0, 0)),
        RecordTotals(1, 1, (0, 0, 0, 0)),
        CloseSheet(1, 1),
        ReopenSheet(1, 1, "why"),
    ],
)
def test_no_refusal_is_silent(typist: Typist, command: TableCommand) -> None:
    problem = Problem("somehow", mark("It cannot be."))
    step = page_keys.refused(typist.state, command, problem)
    assert step.message is not None or step.state != typist.state


def test_a_penalty_on_the_sheet_field_by_field(typist: Typist) -> None:
    typist.apply(cursor.penalty_asked(typist.state))
    assert focus(typist) is PenaltyField.PLAYER
    for field, text in ((PenaltyField.PLAYER, "2"), (PenaltyField.FAULT, "P17")):
        assert typist.state.penalty is not None
        typist.apply(penalty_stepped(typist.state, penalty_draft.typed(typist.state.penalty, field, text, ENGLISH)))
    for field, text in ((PenaltyField.FAULT, ""), (PenaltyField.AMOUNT, "20"), (PenaltyField.TO, "1")):
        assert typist.state.penalty is not None
        draft = penalty_draft.typed(typist.state.penalty, field, text, ENGLISH).state if text else typist.state.penalty
        typist.apply(penalty_stepped(typist.state, form.confirmed(draft, field, ENGLISH)))
    assert typist.book.view.sheet(1, 1).scores == (20, -20, 0, 0)
    assert typist.state.penalty is None
    assert focus(typist) is HandField.WINNER


def test_being_late_is_given_for_the_session_while_a_hand_is_played(typist: Typist) -> None:
    typist.apply(cursor.penalty_asked(typist.state))
    assert typist.state.penalty is not None
    assert typist.state.penalty.hand is not None, "a hand is at the cursor"
    for field, text in ((PenaltyField.PLAYER, "2"), (PenaltyField.FAULT, "P2")):
        assert typist.state.penalty is not None
        typist.apply(penalty_stepped(typist.state, penalty_draft.typed(typist.state.penalty, field, text, ENGLISH)))
    for field, text in ((PenaltyField.FAULT, ""), (PenaltyField.AMOUNT, "4")):
        assert typist.state.penalty is not None
        draft = penalty_draft.typed(typist.state.penalty, field, text, ENGLISH).state if text else typist.state.penalty
        typist.apply(penalty_stepped(typist.state, form.confirmed(draft, field, ENGLISH)))
    (penalty,) = typist.book.view.sheet(1, 1).penalties
    assert (penalty.given.fault, penalty.given.hand, penalty.given.minutes) == ("late", None, 4)


def test_enter_on_an_empty_field_of_a_penalty_says_what_is_missing(typist: Typist) -> None:
    draft = cursor.penalty_asked(typist.state).state.penalty
    assert draft is not None
    refusal = form.confirmed(draft, PenaltyField.PLAYER, ENGLISH).state.refusal
    assert refusal is not None
    assert refusal.problem.text.message == "A player is missing."


def test_fouls_keep_what_is_typed_when_the_event_grows(book: Book) -> None:
    state = fouls.look_again(FoulsState(), book.view, 1)
    state = fouls.penalty_stepped(state, penalty_draft.typed(state.draft, PenaltyField.TABLE, "2", ENGLISH)).state
    state = fouls.penalty_stepped(state, penalty_draft.typed(state.draft, PenaltyField.PLAYER, "3", ENGLISH)).state
    use_cases.carry_out(book, RecordHand(1, 2, 1, Outcome(None)), by=BY)
    grown = fouls.look_again(state, book.view, 1)
    assert grown.draft.typed.player == 2
    assert grown.draft.table is not None
    assert grown.draft.table.sheet.played == 1
    assert fouls.look_again(grown, book.view, 2).draft.typed.player is None


def test_a_question_is_one_by_its_gravity(typist: Typist) -> None:
    step = hand_keys.refused(typist.state, Problem("sure", mark("Sure?"), "points", Gravity.ASKS))
    assert step.state.refusal is not None
    assert step.state.refusal.asks
    assert step.focus is HandField.POINTS


def test_a_digit_on_a_complete_sheet_begins_the_first_total_that_is_missing(typist: Typist) -> None:
    for hand in range(1, 17):
        carry_out(typist.book, RecordHand(1, 1, hand, Outcome(hand % 4, None, 8 + hand)), by=BY)
    state = cursor.next_hand(cursor.look_again(typist.state, typist.book.view, 1).state).state
    assert state.row is None
    for column, key in enumerate("5-−–"):
        step = cursor.typed_on_page(state, key)
        assert step.focus == TotalField(column, begun=True)
        assert step.state.totals.texts[column] == key
        assert (step.state.total, step.state.total_edited) == (column, True)
        state = end_keys.total_typed(step.state, column, "5").state
    assert cursor.typed_on_page(typist.state, "5").state is typist.state
    step = cursor.typed_on_page(state, "5")
    assert step.state is state
    assert step.message is not None
    assert ENGLISH.render(step.message) == "“5” does nothing here: all hands are entered."
