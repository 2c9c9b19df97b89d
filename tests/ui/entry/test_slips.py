"""Slips that used to pass: digits over a recorded row, values lost by X or Backspace, penalties in no hand."""

import pytest

from tests.tournament.use_cases.events import drawn
from tests.ui.entry.test_end_keys import begun
from tests.ui.entry.test_table_keys import BY, Typist
from tournament.event.settings import CountedTotals, PaperTotals
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet
from tournament.use_cases import carry_out
from tournament.use_cases.commands import Undo
from ui.entry import cursor, form, penalty_draft, repair_draft
from ui.entry.hand_draft import DRAWN_OVER, action, enter_acts
from ui.entry.penalty_draft import NO_HAND, PenaltyField
from ui.entry.repair_draft import RepairField
from ui.entry.sheet_lines import times_as_east, times_as_east_short, times_dealt
from ui.entry.tables_state import TotalField, penalty_stepped, repair_stepped
from ui.entry.typing_order import HandField, ValueField

FRENCH = "french-classical-simple"


@pytest.fixture
def full() -> Typist:
    """All sixteen hands are in, and the cursor waits in the totals."""
    return begun(CountedTotals.COMPUTED, PaperTotals.OPTIONAL)


def sheet(typist: Typist) -> Sheet:
    return typist.book.view.sheet(1, 1)


def asked(typist: Typist) -> str:
    """The code of what is asked or refused at the hand."""
    return typist.state.refusal.problem.code if typist.state.refusal is not None else ""


def penalty(typist: Typist, keys: str) -> None:
    """Type a penalty: what its fields get, in the order in which the cursor comes to them."""
    typist.apply(cursor.penalty_asked(typist.state))
    for key in keys.split():
        draft, field = typist.state.penalty, typist.step.focus
        assert draft is not None
        assert isinstance(field, PenaltyField)
        if key == "Enter":
            typist.apply(penalty_stepped(typist.state, form.confirmed(draft, field, ENGLISH)))
        else:
            typist.apply(penalty_stepped(typist.state, penalty_draft.typed(draft, field, key, ENGLISH)))


def repair(typist: Typist, keys: str) -> None:
    """Type a repair in the same way; its reason is one word."""
    typist.apply(cursor.repair_asked(typist.state))
    for key in keys.split():
        draft, field = typist.state.repair, typist.step.focus
        assert draft is not None
        assert isinstance(field, RepairField)
        if key == "Enter":
            typist.apply(repair_stepped(typist.state, form.confirmed(draft, field, ENGLISH)))
        else:
            typist.apply(repair_stepped(typist.state, repair_draft.typed(draft, field, key, ENGLISH)))


def test_the_totals_behind_a_penalty_in_an_earlier_row_rewrite_nothing(full: Typist) -> None:
    rows = sheet(full).hands
    full.type("Up Up Up")
    penalty(full, "2 P9 Enter Enter")
    assert [each.given.hand for each in sheet(full).penalties] == [14]
    assert full.step.focus == TotalField(0)
    full.type("1 4")
    assert full.state.hands == {}
    assert [line.outcome for line in sheet(full).hands] == [line.outcome for line in rows]


@pytest.mark.parametrize("keys", ["5 1 2 misread Enter", "3 4 Enter misread Enter"])
def test_the_totals_behind_a_repair_of_an_earlier_row_rewrite_nothing(full: Typist, keys: str) -> None:
    full.type("Up Up Up")
    repair(full, keys)
    assert full.state.repair is None
    assert full.step.focus == TotalField(0)
    full.type("1 4")
    assert full.state.hands == {}


def test_a_penalty_in_an_earlier_row_goes_back_to_the_hand_that_waits() -> None:
    typist = Typist(drawn())
    typist.type("X Enter X Enter X Enter Up Up")
    penalty(typist, "2 P9 Enter Enter")
    assert typist.state.row is not None
    assert typist.state.row.hand == 4
    assert typist.step.focus is HandField.WINNER


def test_a_penalty_in_the_hand_being_typed_stays_there() -> None:
    typist = Typist(drawn())
    typist.type("X Enter 1 2")
    penalty(typist, "3 P6 Enter Enter")
    assert typist.state.row is not None
    assert typist.state.row.hand == 2
    assert not typist.state.left_half_typed
    assert typist.step.focus is HandField.POINTS


def test_a_penalty_of_a_full_sheet_is_recorded_in_no_hand_only_when_that_was_confirmed(full: Typist) -> None:
    penalty(full, "2 P9 Enter Enter")
    assert sheet(full).penalties == ()
    draft = full.state.penalty
    assert draft is not None
    assert draft.refusal is not None
    assert (draft.refusal.field, draft.refusal.problem.code, draft.refusal.asks) == (PenaltyField.HAND, NO_HAND, True)
    penalty_of = full.step
    full.apply(penalty_stepped(full.state, penalty_draft.typed(draft, PenaltyField.HAND, "12", ENGLISH)))
    assert full.state.penalty is not None
    full.apply(penalty_stepped(full.state, form.confirmed(full.state.penalty, PenaltyField.HAND, ENGLISH)))
    assert [each.given.hand for each in sheet(full).penalties] == [12]
    assert full.step.focus == TotalField(0)
    assert penalty_of.focus is PenaltyField.HAND


def test_a_confirmed_penalty_belongs_to_the_session(full: Typist) -> None:
    penalty(full, "2 P9 Enter Enter Enter")
    assert [each.given.hand for each in sheet(full).penalties] == [None]


def test_a_player_who_is_late_belongs_to_the_session_unasked(full: Typist) -> None:
    penalty(full, "2 P2 Enter 5 Enter")
    assert [each.given.hand for each in sheet(full).penalties] == [None]


def test_x_over_typed_values_asks_first() -> None:
    typist = Typist(drawn(rules=FRENCH))
    typist.type("1 2 M S 40 Enter 8 Enter 4")
    hand = typist.state.hand
    assert hand is not None
    typed = hand.draft
    typist.type("X")
    refusal = typist.state.refusal
    assert refusal is not None
    assert refusal.asks
    assert refusal.problem.code == DRAWN_OVER
    assert "40 · 8 · 4" in ENGLISH.render(refusal.problem.text)
    asked = typist.state.hand
    assert asked is not None
    assert enter_acts(asked)
    assert ENGLISH.render(action(asked)) == "Continue with a drawn hand"
    typist.type("Esc")
    assert typist.state.hand is not None
    assert typist.state.hand.draft == typed
    assert isinstance(typist.step.focus, ValueField)
    typist.type("X Enter")
    assert typist.state.hand.draft.drawn
    assert typist.state.hand.draft.figures == ()
    assert sheet(typist).played == 0


def test_x_over_points_asks_and_over_a_recorded_hand_does_not() -> None:
    typist = Typist(drawn())
    assert asked(typist.type("1 2 38 X")) == DRAWN_OVER
    assert asked(typist.type("Enter Enter 1 2 24 Enter Up X")) == ""
    assert typist.state.hand is not None
    assert typist.state.hand.draft.drawn
    assert sheet(typist).hands[1].outcome is not None


def test_backspace_stops_at_the_first_value_and_leaves_who_won() -> None:
    typist = Typist(drawn(rules=FRENCH))
    typist.type("1 2 M S 40 Enter 8 Enter")
    typist.type("Backspace Backspace Backspace Backspace Backspace Backspace")
    assert typist.step.focus == ValueField(0)
    assert typist.state.hand is not None
    typist.type("3")
    assert (typist.state.hand.draft.winner, typist.state.hand.draft.discarder) == (0, 1)


def test_a_refused_penalty_of_a_hand_is_shown_at_its_hand(full: Typist) -> None:
    """P18 ends the hand without a winner, and hand 1 was won."""
    penalty(full, "2 P18 Enter Enter 1 Enter")
    assert full.state.penalty is not None
    assert full.state.penalty.refusal is not None
    assert full.state.penalty.refusal.field is PenaltyField.HAND
    assert full.step.focus is PenaltyField.HAND
    assert sheet(full).penalties == ()


def test_the_cursor_leaves_a_row_that_is_undone() -> None:
    """Where a sheet has the hands played and the next one, undo takes a row away under the cursor."""
    typist = Typist(drawn(rules="hong-kong"))
    typist.type("1 2 3 Enter 2 3 4 Enter")
    assert typist.state.row is not None
    assert typist.state.row.hand == 3
    carry_out(typist.book, Undo(), by=BY)
    typist.apply(cursor.look_again(typist.state, typist.book.view, 1))
    assert typist.state.row.hand == 2


def test_a_refusal_of_a_value_names_the_player() -> None:
    """Whoever sits in column A is called by name, not by a letter that no sheet has."""
    typist = Typist(drawn(rules="quebec-classical"))
    typist.type("1 2 4000 Enter")
    assert typist.state.refusal is not None
    said = ENGLISH.render(typist.state.refusal.problem.text)
    assert said.startswith(f"The value of {typist.state.table.names[0]} is above the limit")  # type: ignore[union-attr]


@pytest.mark.parametrize(("rules", "name"), [("hong-kong", "Fan"), ("mcr", "Points")])
def test_a_repair_asks_for_what_the_rules_count(rules: str, name: str) -> None:
    typist = Typist(drawn(rules=rules))
    typist.apply(cursor.repair_asked(typist.state))
    assert typist.state.repair is not None
    draft = repair_draft.typed(typist.state.repair, RepairField.KIND, "1", ENGLISH).state
    assert ENGLISH.render(draft.question(RepairField.NUMBER) or "") == name


@pytest.mark.parametrize(
    ("times", "words"), [(2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st"), (111, "111th")]
)
def test_how_often_in_a_row_somebody_deals_is_an_ordinal(times: int, words: str) -> None:
    assert ENGLISH.render(times_as_east(times)) == f"{words} hand as East"
    assert ENGLISH.render(times_as_east_short(times)) == words


def test_how_often_the_dealer_deals_follows_from_the_sheet() -> None:
    typist = Typist(drawn(rules="hong-kong"))
    typist.type("1 2 3 Enter 1 3 2 Enter 2 3 2 Enter")  # East wins twice, then South takes the deal
    table = typist.state.table
    assert table is not None
    assert [times_dealt(table, hand) for hand in (1, 2, 3, 4)] == [1, 2, 3, 1]
