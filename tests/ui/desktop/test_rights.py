"""Every act in the window's controller: locked, after a wrong PIN, and signed in as each role."""

import pytest

from tests.examples.pins import PINS
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.rights_tried import TRIED
from tournament.event.problem import Refused
from tournament.event.role import Act, EventRole, may
from tournament.rules.payment import Outcome
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import Book, LinesRefused, RecordHand
from tournament.use_cases.pins import sign_in_problem
from ui.desktop.bootstrap import EVENT_FILES
from ui.desktop.controller import EventController


def controller_of(store: FakeStore, pin: str) -> tuple[EventController, EventRole]:
    """The controller with the event of ``store``, after ``pin`` was typed for the first role that it opens."""
    controller = EventController(EVENT_FILES, "Typed Name", "desk")
    controller.replace_event(Book(store))
    pins = controller.book.view.state.pins
    opened = [role for role in PINS if pin and sign_in_problem(pins, role, pin) is None]
    if opened:
        controller.user.sign_in(opened[-1], "Tess")
    return controller, controller.user.role


@pytest.mark.sampled(12)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index].act.value}-{index}")
def test_each_role_does_it_or_is_refused_as_the_table_says(index: int) -> None:
    tried, first = TRIED[index], FakeStore()
    tried.event(first)
    made = first.records
    expected = {"": EventRole.VIEWER, "9999": EventRole.VIEWER, **{pin: role for role, pin in PINS.items()}}
    for pin, role in expected.items():
        store = FakeStore(made)
        controller, acting = controller_of(store, pin)
        assert acting is role
        assert {act for act in Act if controller.may(act)} == {act for act in Act if may(role, act)}
        command = tried.command(controller.book.view)
        if may(role, tried.act):
            controller.act(command)
            new = store.records[len(made) :]
            assert {(record.author, record.role) for record in new} == {("Tess", role.value)}
            continue
        with pytest.raises(Refused) as refused:
            controller.act(command)
        assert {problem.code for problem in refused.value.problems} == {"role-may-not"}
        with pytest.raises(LinesRefused) as lines:
            controller.act_all([command])
        assert {problem.code for _, problems in lines.value.refusals for problem in problems} == {"role-may-not"}
        assert store.records == made


@pytest.mark.sampled(10)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("key", [role for role in EventRole if role is not EventRole.VIEWER])
@pytest.mark.parametrize("index", range(len(TRIED)), ids=lambda index: f"{TRIED[index].act.value}-{index}")
def test_at_a_desk_whose_key_has_a_role_nobody_may_more(index: int, key: EventRole) -> None:
    """Whatever PIN opens there; what is refused is neither shown nor kept to be sent."""
    tried, first = TRIED[index], FakeStore()
    tried.event(first)
    for role in (None, *EventRole):
        waiting = FakeWaitingOrders()
        controller = EventController(EVENT_FILES, "Typed Name", "desk")
        controller.replace_event(SharedBook(FakeStore(first.records), waiting, "north", key))
        if role is not None:
            controller.user.sign_in(role, "Tess")
        acting = min(role or EventRole.VIEWER, key, key=lambda each: each.rank)
        assert controller.user.role is acting
        assert {act for act in Act if controller.may(act)} == {act for act in Act if may(acting, act)}
        assert controller.user.acts is (acting is not EventRole.VIEWER)
        command, before = tried.command(controller.book.view), controller.book.view.fingerprint
        if may(acting, tried.act):
            controller.act(command)
            (order,) = waiting.kept.values()
            assert (order.order.author, order.role) == ("Tess", acting)
            continue
        with pytest.raises(Refused) as refused:
            controller.act(command)
        assert {problem.code for problem in refused.value.problems} == {"role-may-not"}
        with pytest.raises(LinesRefused) as lines:
            controller.act_all([command])
        assert {problem.code for _, problems in lines.value.refusals for problem in problems} == {"role-may-not"}
        assert waiting.kept == {}
        assert controller.book.view.fingerprint == before


@pytest.mark.sampled(10)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("key", [role for role in EventRole if role is not EventRole.VIEWER])
@pytest.mark.parametrize("act", Act)
def test_in_an_event_without_pins_the_key_of_a_desk_says_what_may_be_done_there(key: EventRole, act: Act) -> None:
    store = FakeStore()
    drawn(store)
    controller = EventController(EVENT_FILES, "Typed Name", "desk")
    controller.replace_event(SharedBook(FakeStore(store.records), FakeWaitingOrders(), "north", key))
    assert controller.user.role is key
    assert controller.user.acts
    assert controller.may(act) is may(key, act)


@pytest.mark.usefixtures("qapp")
def test_undo_is_offered_for_what_one_may_undo() -> None:
    """By who is signed in, not by the name in the settings."""
    first = FakeStore()
    TRIED[0].event(first)
    controller, _ = controller_of(first, "1111")
    controller.act(RecordHand(1, 2, 2, Outcome(None)))
    hand = controller.book.view.journal[-1]
    assert controller.may_undo(hand)
    controller.user.sign_as("Somebody")
    assert controller.user.by.author == "Tess"
    assert controller.may_undo(hand)
    controller.user.lock()
    controller.user.sign_as("Tess")
    assert not controller.may_undo(hand)
    with pytest.raises(Refused, match="role-may-not"):
        controller.undo(hand)
    controller.user.sign_in(EventRole.REFEREE, "Ben")
    assert not controller.may_undo(hand)
    controller.user.sign_in(EventRole.REFEREE, "Tess")
    controller.undo(hand)
