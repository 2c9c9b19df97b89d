"""What players propose on their phones, as a referee sees it at the desk, and the keys that record it."""

from secrets import token_bytes

import pytest

from tests.tournament.use_cases.events import BY, drawn
from tests.ui.entry.test_table_keys import Typist
from tournament.language import ENGLISH, Text
from tournament.ledger.table_phones import Proposal
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import AllowTableEntry, AnswerCall, CallReferee, ConfirmProposal, ProposeHand
from tournament.use_cases.table_entry import phone_of
from ui.entry import cursor, end_keys, page_keys, proposal_keys
from ui.entry.page_keys import PageKey
from ui.entry.tables_state import TablesState, TotalField
from ui.entry.typing_order import HandField

UNFINISHED = "Hand 1 is unfinished: record it, or press Esc."
FINISH = "Finish what you are typing, or press Esc, before you accept what players proposed."


class Phones:
    """The phones of the players of an event in which they may propose hands."""

    def __init__(self, book: Book) -> None:
        self.book = book
        carry_out(book, AllowTableEntry("http://192.0.2.20:8080", token_bytes(32)), by=BY)

    def propose(self, table: int, hand: int, outcome: Outcome, seat: int, *confirmed: int) -> str:
        by = phone_of(self.book.view, 1, table, seat)
        id = carry_out(self.book, ProposeHand(1, table, hand, outcome, seat), by=by, confirmed=True).entries[-1].id
        for other in confirmed:
            by = phone_of(self.book.view, 1, table, other)
            carry_out(self.book, ConfirmProposal(1, table, id, other), by=by)
        return id

    def call(self, table: int, seat: int) -> str:
        command = CallReferee(1, table, seat)
        return carry_out(self.book, command, by=phone_of(self.book.view, 1, table, seat)).entries[-1].id


@pytest.fixture
def typist() -> Typist:
    return Typist(drawn())


@pytest.fixture
def phones(typist: Typist) -> Phones:
    return Phones(typist.book)


def look_again(typist: Typist) -> TablesState:
    typist.apply(cursor.look_again(typist.state, typist.book.view, 1))
    return typist.state


def waiting(typist: Typist) -> list[tuple[int, str, str]]:
    table = look_again(typist).table
    assert table is not None
    found = proposal_keys.waiting_at(table)
    hands = found.hands if found is not None else ()
    return [(each.proposal.hand, ENGLISH.render(each.words), ENGLISH.render(each.supporters)) for each in hands]


def first(typist: Typist) -> Proposal:
    table = look_again(typist).table
    assert table is not None
    return typist.book.view.phones(*table.place).open[0]


def said(text: Text | str | None) -> str | None:
    return None if text is None else ENGLISH.render(text)


def test_no_proposal_waits(typist: Typist, phones: Phones) -> None:
    assert phones.book is typist.book
    assert waiting(typist) == []
    assert proposal_keys.marks_of(typist.book.view, 1) == {}
    assert proposal_keys.next_table(typist.state) is None
    assert proposal_keys.next_table(TablesState()) is None


def test_proposals_are_shown_in_words_with_who_supports_them(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0, 1, 3)
    phones.propose(1, 2, Outcome(2, None, 30), 2)
    assert waiting(typist) == [
        (1, "First1 from First2, 20", "proposed by First1, confirmed by First2, First4"),
        (2, "First3, self-draw, 30", "proposed by First3"),
    ]
    assert typist.state.table is not None
    found = proposal_keys.waiting_at(typist.state.table)
    assert found is not None
    assert found.chosen == first(typist)
    assert found.confirmed == 1
    assert [each.proposal.hand for each in found.of(2)] == [2]
    assert found.of(3) == ()


def test_what_one_phone_says_for_two_players_is_shown_as_one_and_not_accepted_in_bulk(
    typist: Typist, phones: Phones
) -> None:
    for hand, confirmer in ((1, "a1"), (2, "c3")):
        by = phone_of(phones.book.view, 1, 1, 0)
        command = ProposeHand(1, 1, hand, Outcome(0, 1, 20 + hand), 0, device="a1")
        id = carry_out(phones.book, command, by=by).entries[0].id
        carry_out(phones.book, ConfirmProposal(1, 1, id, 2, confirmer), by=by)
    assert [words for _, _, words in waiting(typist)] == [
        "proposed by First1; First3 only on the same phone as another player",
        "proposed by First1, confirmed by First3",
    ]
    assert typist.state.table is not None
    assert proposal_keys.acceptable(typist.state.table) == ()
    typist.apply(proposal_keys.accepted(typist.state, first(typist)))
    table = look_again(typist).table
    assert table is not None
    assert [each.hand for each in proposal_keys.acceptable(table)] == [2]


def test_where_players_contradict_one_another_nothing_is_chosen(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    phones.propose(1, 1, Outcome(0, 1, 24), 1)
    assert len(waiting(typist)) == 2
    assert typist.state.table is not None
    found = proposal_keys.waiting_at(typist.state.table)
    assert found is not None
    assert found.chosen is None
    assert found.confirmed == 0
    assert len(found.of(1)) == 2


def test_confirmed_proposals_are_accepted_up_to_one_that_is_contradicted(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0, 1)
    phones.propose(1, 2, Outcome(1, 2, 20), 1, 2)
    phones.propose(1, 3, Outcome(1, 2, 20), 1, 2)
    phones.propose(1, 3, Outcome(1, 2, 24), 0)
    table = look_again(typist).table
    assert table is not None
    assert [each.hand for each in proposal_keys.acceptable(table)] == [1, 2]


def test_each_table_shows_how_many_wait_and_whether_it_calls(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    phones.propose(1, 2, Outcome(0, 1, 24), 0)
    phones.call(2, 3)
    assert proposal_keys.marks_of(typist.book.view, 1) == {1: (2, False), 2: (0, True)}
    assert proposal_keys.marks_of(typist.book.view, 2) == {}


def test_an_accepted_proposal_is_recorded(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0, 1)
    proposal = first(typist)
    typist.apply(proposal_keys.accepted(typist.state, proposal))
    line = typist.book.view.sheet(1, 1).hands[0]
    assert line.outcome is not None
    assert (line.outcome.winner, line.outcome.discarder, line.outcome.points) == (0, 1, 20)
    assert typist.state.row is not None
    assert typist.state.row.hand == 2
    assert waiting(typist) == []


def test_typing_goes_on_from_what_was_proposed(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    step = proposal_keys.corrected(look_again(typist), first(typist))
    typist.apply(step)
    assert typist.state.hand is not None
    assert typist.state.hand.draft.points == "20"
    assert (typist.state.hand.draft.winner, typist.state.hand.draft.discarder) == (0, 1)
    assert typist.step.focus is typist.state.hand.beginning
    assert typist.book.view.sheet(1, 1).hands[0].outcome is None


@pytest.mark.parametrize(
    ("keys", "why"), [("hand", UNFINISHED), ("penalty", FINISH), ("repair", FINISH), ("total", FINISH), ("", None)]
)
def test_what_is_being_typed_comes_first(typist: Typist, phones: Phones, keys: str, why: str | None) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    state = look_again(typist)
    match keys:
        case "hand":
            typist.type("2")
        case "penalty":
            typist.apply(page_keys.pressed(state, PageKey.PENALTY))
        case "repair":
            typist.apply(page_keys.pressed(state, PageKey.REPAIR))
        case "total":
            typist.apply(end_keys.total_typed(state, 0, "1"))
    proposal = first(typist)
    assert said(proposal_keys.unfinished(typist.state, proposal)) == why
    for key in (proposal_keys.accepted, proposal_keys.corrected):
        step = key(typist.state, proposal)
        assert said(step.message) == why
        if why is not None:
            assert step.state is typist.state
            assert step.command is None


def test_a_hand_left_unfinished_elsewhere_on_the_sheet_comes_first(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    look_again(typist)
    typist.type("2").type("Down")
    assert said(proposal_keys.unfinished(typist.state, first(typist))) == UNFINISHED


def test_esc_goes_back_to_where_typing_was_left(typist: Typist, phones: Phones) -> None:
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    assert proposal_keys.left(look_again(typist)).focus is HandField.WINNER
    typist.apply(end_keys.totals_asked(typist.state))
    assert proposal_keys.left(typist.state).focus == TotalField(0)


def test_the_next_table_with_a_proposal_follows_and_after_the_last_the_first(typist: Typist, phones: Phones) -> None:
    phones.propose(2, 1, Outcome(0, 1, 20), 0)
    assert proposal_keys.next_table(look_again(typist)) == (1, 2)
    typist.apply(cursor.go_to(typist.state, typist.book.view, 1, 2))
    assert proposal_keys.next_table(typist.state) is None
    phones.propose(1, 1, Outcome(0, 1, 20), 0)
    assert proposal_keys.next_table(look_again(typist)) == (1, 1)


def test_answered_calls_are_listed_as_they_were_answered(typist: Typist, phones: Phones) -> None:
    one, other = phones.call(2, 3), phones.call(1, 0)
    assert proposal_keys.answered_calls(typist.book.view) == ()
    carry_out(typist.book, AnswerCall(1, 1, other), by=BY)
    carry_out(typist.book, AnswerCall(1, 2, one), by=BY)
    calls = proposal_keys.answered_calls(typist.book.view)
    assert [(each.table, ENGLISH.render(proposal_keys.caller_of(typist.book.view, each))) for each in calls] == [
        (1, "First1"),
        (2, "First8"),
    ]
    assert ENGLISH.render(proposal_keys.tables_text(calls[:1])) == "Table 1"
    assert ENGLISH.render(proposal_keys.tables_text(calls)) == "Tables 1, 2"
