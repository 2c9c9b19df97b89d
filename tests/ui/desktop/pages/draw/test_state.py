"""How each step changes the state of the Draw page, without Qt."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import drawn as eight_drawn
from tournament import use_cases
from tournament.event.seating import Seating
from tournament.language import mark
from tournament.use_cases import View, carry_out
from tournament.use_cases.commands import SwapPlayers
from ui.desktop.pages.draw.proposal import Seat, measure, propose, propose_redraw, propose_swap, still_fits
from ui.desktop.pages.draw.state import DrawState, clear_choice, with_event, with_proposal, with_seat, with_swap

EAST_1, NORTH_1, EAST_2 = Seat(1, 1, 0), Seat(1, 1, 3), Seat(1, 2, 0)
OTHER_DRAW = Seating((((8, 7, 6, 5), (4, 3, 2, 1)), ((8, 3, 6, 1), (4, 7, 2, 5))), "by hand", 5)


@pytest.fixture
def view() -> View:
    """An event of eight players and two sessions with a published draw."""
    return eight_drawn().view


@pytest.fixture
def proposed(view: View) -> DrawState:
    """A state in which another draw is proposed."""
    return with_proposal(DrawState(session=2, working=True), propose(view, OTHER_DRAW))


def test_a_seat_is_chosen_given_up_and_the_second_replaced(proposed: DrawState) -> None:
    assert proposed.player == 0
    one = with_seat(proposed, EAST_1)
    assert (one.chosen, one.player) == ((EAST_1,), 8)
    two = with_seat(one, NORTH_1)
    assert two.chosen == (EAST_1, NORTH_1)
    assert with_seat(two, EAST_2).chosen == (EAST_1, EAST_2)
    assert with_seat(two, EAST_1).chosen == (NORTH_1,)
    assert with_seat(two, Seat(2, 1, 0)).chosen == (Seat(2, 1, 0),)
    assert clear_choice(two).chosen == ()


def test_nobody_is_chosen_where_part_of_the_draw_is_proposed(view: View) -> None:
    part = replace(propose(view, OTHER_DRAW), whole=False, first=2)
    state = with_proposal(DrawState(working=True), part)
    assert (state.session, state.working) == (2, False)
    assert with_seat(state, EAST_1) is state
    assert with_seat(DrawState(), EAST_1) == DrawState()


def test_what_a_swap_comes_to_is_shown_only_for_the_two_still_chosen(view: View, proposed: DrawState) -> None:
    asked = with_seat(with_seat(proposed, EAST_1), EAST_2)
    assert asked.proposal is not None
    after = propose_swap(view, asked.proposal, EAST_1, EAST_2)
    assert with_swap(asked, asked, after).swap is after
    assert with_swap(replace(asked, working=True), asked, mark("No")).swap == mark("No")
    changed = (
        with_seat(asked, NORTH_1),
        replace(asked, onwards=True),
        clear_choice(asked),
        replace(asked, proposal=None),
    )
    for state in changed:
        assert with_swap(state, asked, after) is state


def test_the_session_in_view_stays_when_the_draw_is_measured_again(view: View, proposed: DrawState) -> None:
    published = view.seating
    assert published is not None
    again = with_proposal(with_event(proposed, None), measure(view, published))
    assert again.session == 2
    assert with_proposal(replace(again, session=9), measure(view, published)).session == 2


def test_only_a_proposal_that_can_still_be_published_stays(view: View) -> None:
    proposal = propose(view, OTHER_DRAW)
    assert still_fits(proposal, view)
    assert not still_fits(proposal, None)
    state = DrawState(proposal=proposal, refusal=mark("No"))
    assert with_event(state, view) == DrawState(), "it was not kept"
    view.memory.unpublished_draw = proposal.draft
    assert with_event(state, view) == DrawState(proposal=proposal)
    assert not still_fits(measure(view, OTHER_DRAW), view)
    fewer = propose(view, replace(OTHER_DRAW, sessions=OTHER_DRAW.sessions[:1]))
    assert not still_fits(fewer, view)


def test_a_part_that_is_proposed_goes_when_the_seats_of_its_sessions_change() -> None:
    book, by = eight_drawn(), use_cases.By("Referee", "hall")
    part = propose_redraw(book.view, lambda _done: True, first=2)
    book.unpublished_draw = part.draft
    before = DrawState(proposal=part, chosen=(EAST_1,), refusal=mark("No"))
    carry_out(book, SwapPlayers(1, 5, (1,)), by=by)
    assert with_event(before, book.view) == replace(before, refusal=None), "session 1 is not part of it"
    carry_out(book, SwapPlayers(1, 5, (2,)), by=by)
    assert with_event(before, book.view) == DrawState()


def test_a_proposal_that_was_published_makes_room_for_the_published_draw(view: View) -> None:
    assert view.seating is not None
    same = propose(view, view.seating)
    assert still_fits(same, view), "the number of the published draw was drawn again: it is shown"
    assert with_event(DrawState(proposal=same), view) == DrawState()
