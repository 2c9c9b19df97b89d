"""The keys of the page Fouls: a penalty for any table, a fault from the list, the ladder, cancelling, sessions."""

import pytest

from reports.sheets.fouls import RecordedPenalty
from tests.tournament.use_cases.events import BY, drawn, punish, win
from tournament import use_cases
from tournament.language import ENGLISH, Text
from tournament.ledger.sanctions import Charge
from tournament.use_cases import Book, CancelPenalty, GivePenalty, TableCommand, carry_out
from tournament.use_cases.commands import CancelSessions
from ui.entry import form, penalty_draft
from ui.entry import fouls_state as fouls
from ui.entry.fouls_state import FoulsPart, FoulsState, FoulsStep
from ui.entry.half_typed import HalfTyped, fitting, read, where_text, with_fouls, with_fouls_half_typed, written
from ui.entry.penalty_draft import (
    LadderSteps,
    ListedFault,
    PenaltyField,
    fault_text,
    listed_faults,
    newest_first,
    penalties_of_event,
    receivers_text,
)
from ui.entry.tables_state import event_of

LADDER = (0, 5, 10, 20, 30, 40, 50, 60)
"""The ladder of the Mahjong Competition Rules."""


class Referee:
    """Types on the page Fouls, and carries out what follows."""

    def __init__(self, book: Book, session: int = 1) -> None:
        self.book, self.session = book, session
        begun = FoulsState(event=event_of(book.view))
        self.step: FoulsStep = FoulsStep(fouls.look_again(begun, book.view, session), PenaltyField.TABLE)

    @property
    def state(self) -> FoulsState:
        return self.step.state

    @property
    def focus(self) -> PenaltyField | FoulsPart:
        assert self.step.focus is not None
        return self.step.focus

    def refusal(self) -> tuple[PenaltyField, str] | None:
        refusal = self.state.draft.refusal
        return None if refusal is None else (refusal.field, said(refusal.problem.text))

    def at(self) -> tuple[RecordedPenalty | None, PenaltyField | FoulsPart]:
        """The penalty that is looked at, and where typing continues."""
        return self.state.looked_at, self.focus

    def apply(self, step: FoulsStep) -> None:
        if step.command is not None:
            assert isinstance(step.command, TableCommand)
            step = self._carry_out(step.state, step.command, confirmed=step.confirmed)
        self.step = step if step.focus is not None else step._replace(focus=self.step.focus)

    def _carry_out(self, state: FoulsState, command: TableCommand, *, confirmed: bool) -> FoulsStep:
        try:
            carry_out(self.book, command, by=BY, confirmed=confirmed)
        except use_cases.Refused as refused:
            return fouls.refused(state, command, refused.problems[0])
        return fouls.done(fouls.look_again(state, self.book.view, self.session), command)

    def type(self, **texts: str) -> "Referee":
        """Type in fields by name, each followed by Enter."""
        for name, text in texts.items():
            field = PenaltyField[name.upper()]
            step = penalty_draft.typed(self.state.draft, field, text, ENGLISH)
            self.apply(fouls.penalty_stepped(self.state, step))
            self.enter(field)
        return self

    def enter(self, field: PenaltyField) -> None:
        self.apply(fouls.penalty_stepped(self.state, form.confirmed(self.state.draft, field, ENGLISH)))

    def pick(self, slug: str) -> "Referee":
        self.apply(fouls.fault_picked(self.state, fault(self.book, slug)))
        return self

    def give(self) -> "Referee":
        self.enter(PenaltyField.GIVE)
        return self


def said(text: Text | str | None) -> str:
    return "" if text is None else ENGLISH.render(text)


def fault(book: Book, slug: str) -> ListedFault:
    return next(each for each in listed_faults(book.view.rules.faults) if each.slug == slug)


def given(book: Book) -> list[tuple[int, int, int | None, int, tuple[int, ...]]]:
    """Session, table, hand, points and receivers of each penalty, the newest first."""
    penalties = newest_first(penalties_of_event(book.view))
    return [
        (each.session, each.table, each.penalty.given.hand, each.penalty.given.points, each.penalty.given.to)
        for each in penalties
        if each.penalty.cancelled is None
    ]


@pytest.fixture
def book() -> Book:
    made = drawn()
    win(made, 1, 0, 1, 20)
    return made


@pytest.fixture
def referee(book: Book) -> Referee:
    return Referee(book)


def test_the_table_brings_the_hand_that_is_next(referee: Referee) -> None:
    referee.type(table="1")
    assert referee.state.draft.typed.hand == "2"
    assert referee.focus is PenaltyField.HAND
    referee.type(table="2")
    assert referee.state.draft.typed.hand == "1"
    assert referee.state.draft.typed.table == 2


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("3", "There is no table “3”: session 1 has tables 1 to 2."),
        ("x", "There is no table “x”: session 1 has tables 1 to 2."),
        ("", "Type a table number from 1 to 2."),
    ],
)
def test_a_table_that_does_not_exist_is_named(referee: Referee, table: str, words: str) -> None:
    referee.type(table=table)
    assert referee.refusal() == (PenaltyField.TABLE, words)
    referee.type(player="1")
    assert referee.refusal() == (PenaltyField.TABLE, words)
    assert referee.focus is PenaltyField.TABLE


@pytest.mark.parametrize("hand", ["0", "17", "x"])
def test_a_hand_that_does_not_exist_is_named(referee: Referee, hand: str) -> None:
    referee.type(table="1", hand=hand)
    words = f"There is no hand “{hand}”: the sheet has hands 1 to 16."
    assert referee.refusal() == (PenaltyField.HAND, words)


def test_a_fault_of_a_fixed_measure_is_given_for_its_hand(referee: Referee) -> None:
    referee.type(table="1", hand="2", player="3").pick("claim-changed")
    assert referee.state.draft.ladder() == LadderSteps(LADDER, 0, 0)
    referee.give()
    assert given(referee.book) == [(1, 1, 2, 0, ())]
    assert referee.focus is PenaltyField.TABLE
    assert referee.state.draft.typed.player is None


def test_each_repetition_climbs_the_ladder_and_any_step_can_be_chosen(referee: Referee) -> None:
    for number in range(3):
        referee.type(table="1", hand=str(number + 1), player="3").pick("claim-changed")
        assert referee.state.draft.ladder() == LadderSteps(LADDER, number, number)
        assert len(referee.state.draft.earlier()) == number
        referee.give()
    referee.type(table="1", hand="4", player="3").pick("claim-changed")
    referee.apply(fouls.penalty_stepped(referee.state, penalty_draft.step_chosen(referee.state.draft, 1)))
    assert referee.state.draft.ladder() == LadderSteps(LADDER, 3, 1)
    referee.give()
    assert [points for _, _, _, points, _ in given(referee.book)] == [5, 10, 5, 0]


def test_another_player_and_another_fault_have_their_own_ladder(referee: Referee) -> None:
    referee.type(table="1", hand="2", player="3").pick("claim-changed").give()
    referee.type(table="1", hand="2", player="4").pick("claim-changed")
    assert referee.state.draft.ladder() == LadderSteps(LADDER, 0, 0)
    assert referee.state.draft.earlier() == []
    referee.pick("late")
    assert referee.state.draft.ladder() is None
    assert referee.state.draft.earlier() == []


def test_another_fault_drops_the_step_and_the_amount_and_the_same_one_keeps_them(referee: Referee) -> None:
    referee.type(table="1", hand="2", player="3").pick("late")
    typed = penalty_draft.typed(referee.state.draft, PenaltyField.AMOUNT, "4", ENGLISH)
    referee.apply(fouls.penalty_stepped(referee.state, typed))
    referee.pick("late")
    assert referee.state.draft.typed.amount == "4"
    referee.pick("claim-changed")
    assert referee.state.draft.typed.amount == ""


def test_being_late_belongs_to_the_session(referee: Referee) -> None:
    referee.type(table="2", player="1").pick("late").type(amount="7")
    assert given(referee.book) == [(1, 2, None, 10, ())]


def test_where_no_hand_is_named_it_asks_whether_the_session_is_meant(referee: Referee) -> None:
    referee.type(table="2", hand="", player="1").pick("claim-changed").give()
    assert referee.refusal() == (
        PenaltyField.HAND,
        "No hand is named: does this penalty belong to the session?",
    )
    assert given(referee.book) == []
    referee.give()
    assert given(referee.book) == [(1, 2, None, 0, ())]


def test_own_words_go_to_whom_the_referee_names(referee: Referee) -> None:
    referee.type(table="1", hand="2", player="3").pick("").type(amount="30", to="1, 2", reason="spilled tea")
    referee.give()
    assert given(referee.book) == [(1, 1, 2, 30, (0, 1))]


def test_a_penalty_is_looked_at_and_cancelled_with_a_reason(referee: Referee) -> None:
    punish(referee.book, 2, "late", minutes=7)
    referee.apply(FoulsStep(fouls.look_again(referee.state, referee.book.view, 1)))
    listed = newest_first(penalties_of_event(referee.book.view))[0]
    referee.apply(fouls.penalty_picked(referee.state, listed))
    assert referee.at() == (listed, FoulsPart.CANCEL_REASON)
    referee.apply(fouls.cancel_confirmed(referee.state))
    assert said(referee.state.cancel.problem) != ""
    assert referee.at() == (listed, FoulsPart.CANCEL_REASON)
    referee.apply(fouls.cancel_typed(referee.state, "it was on time"))
    assert said(referee.state.cancel.problem) == ""
    referee.apply(fouls.cancel_confirmed(referee.state))
    assert given(referee.book) == []
    assert referee.at() == (None, PenaltyField.TABLE)
    cancelled = newest_first(penalties_of_event(referee.book.view))[0]
    step = fouls.penalty_picked(referee.state, cancelled)
    assert said(step.message) == "This penalty is already cancelled."
    assert step.state is referee.state


def test_without_a_penalty_nothing_is_cancelled(referee: Referee) -> None:
    assert fouls.cancel_confirmed(referee.state).command is None


def test_picking_a_fault_leaves_the_penalty_that_is_looked_at(referee: Referee) -> None:
    punish(referee.book, 2, "late", minutes=7)
    referee.apply(fouls.penalty_picked(referee.state, newest_first(penalties_of_event(referee.book.view))[0]))
    referee.pick("claim-changed")
    assert referee.state.looked_at is None
    referee.apply(fouls.left(referee.state))
    assert referee.focus is PenaltyField.TABLE


def test_a_refused_penalty_keeps_what_is_typed(referee: Referee) -> None:
    referee.type(table="1", hand="2", player="3").pick("late").type(amount="x")
    refusal = referee.refusal()
    assert refusal is not None
    assert refusal[0] is PenaltyField.AMOUNT
    refused = use_cases.Refused
    command = GivePenalty(1, 1, Charge(2, "nothing"))
    with pytest.raises(refused) as raised:
        carry_out(referee.book, command, by=BY)
    step = fouls.refused(referee.state, command, raised.value.problems[0])
    assert step.state.draft.refusal is not None
    assert step.state.draft.typed.player == 2
    step = fouls.refused(referee.state, CancelPenalty("nothing", ""), raised.value.problems[0])
    assert step.focus is FoulsPart.CANCEL_REASON
    assert step.state.cancel.problem == raised.value.problems[0].text


def test_esc_asks_before_it_discards(referee: Referee) -> None:
    referee.apply(fouls.escaped(referee.state))
    assert referee.refusal() is None
    referee.type(table="1", player="3")
    referee.apply(fouls.escaped(referee.state))
    assert referee.refusal() == (PenaltyField.TABLE, "Discard this unfinished penalty?")
    referee.apply(fouls.escaped(referee.state))
    assert not referee.state.draft.typed.started
    assert referee.state.draft == penalty_draft.look_again(penalty_draft.PenaltyOnSheet(), referee.book.view, 1)
    assert referee.refusal() is None


def test_while_it_asks_only_a_table_that_exists_begins_another(referee: Referee) -> None:
    referee.type(table="1", player="3")
    referee.apply(fouls.escaped(referee.state))
    step = penalty_draft.typed(referee.state.draft, PenaltyField.TABLE, "9", ENGLISH)
    assert step.state is referee.state.draft
    step = penalty_draft.typed(referee.state.draft, PenaltyField.TABLE, "2", ENGLISH)
    assert (step.state.typed.table, step.state.typed.player) == (2, None)


def test_a_penalty_waits_for_its_session(referee: Referee) -> None:
    referee.type(table="1", player="3")
    other = fouls.look_again(referee.state, referee.book.view, 2)
    assert other.draft.typed.player is None
    assert set(other.left) == {1}
    back = fouls.look_again(other, referee.book.view, 1)
    assert back.draft.typed.player == 2
    assert back.draft.left_half_typed
    assert not back.left
    assert fouls.opened(back, referee.book.view).left[1].typed.player == 2
    assert fouls.opened(back, None) == FoulsState("")


def test_a_penalty_of_a_cancelled_session_is_no_longer_looked_at(referee: Referee) -> None:
    carry_out(referee.book, GivePenalty(2, 1, Charge(0, "late", minutes=4)), by=BY, confirmed=True)
    listed = newest_first(penalties_of_event(referee.book.view))[0]
    state = fouls.penalty_picked(referee.state, listed).state
    assert fouls.look_again(state, referee.book.view, 1).looked_at == listed
    carry_out(referee.book, CancelSessions((2,), "the hall closed"), by=BY)
    assert fouls.look_again(state, referee.book.view, 1).looked_at is None
    assert fouls.look_again(state, None, 1).looked_at == listed


def test_unfinished_penalties_are_kept_by_session(referee: Referee) -> None:
    referee.type(table="2", player="3")
    state = fouls.look_again(referee.state, referee.book.view, 2)
    for field, text in ((PenaltyField.TABLE, "1"), (PenaltyField.PLAYER, "4")):
        state = fouls.penalty_stepped(state, penalty_draft.typed(state.draft, field, text, ENGLISH)).state
    kept = read(written(with_fouls(HalfTyped(state.event), state)))
    assert [(each.session, each.table, each.player) for each in kept.fouls] == [(1, 2, 2), (2, 1, 3)]
    assert said(where_text(kept)) == "the page Fouls, sessions 1, 2"
    assert fitting(kept, referee.book.view) == kept
    begun = with_fouls_half_typed(FoulsState(state.event), kept, referee.book.view)
    shown = fouls.look_again(begun, referee.book.view, 2)
    assert (shown.draft.typed.player, set(shown.left)) == (3, {1})
    assert shown.draft.table is not None
    assert shown.draft.table.place == (2, 1)


def test_each_penalty_is_named_with_who_received_it(book: Book) -> None:
    punish(book, 2, "late", minutes=7)
    punish(book, 1, "claim-changed", hand=2)
    punish(book, 1, "", points=10, to=(3,), reason="spilled tea")
    punish(book, 1, "", points=9, to=(0, 2, 3), reason="spilled more")
    named = [
        (said(fault_text(each)), said(receivers_text(each))) for each in newest_first(penalties_of_event(book.view))
    ]
    assert named == [
        ("spilled more", "9 to each"),
        ("spilled tea", "to First4"),
        ("P6 Claim changed or late", "warning"),
        ("P2 Late, 7 min", "to nobody"),
    ]
