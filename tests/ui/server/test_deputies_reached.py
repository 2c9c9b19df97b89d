"""Which deputies a host reaches, and when it tries."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.examples.keys import key_of
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from ui.server.admitted import AdmittedDesk
from ui.server.deputies_reached import AGAIN, TO_OPEN, DeputiesReached

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def desk(name: str, serves_at: str = "192.168.1.7:8470") -> AdmittedDesk:
    return AdmittedDesk(name, "Ada", None, NOW, NOW, "", key_of(name).certificate, EventRole.ORGANISER, serves_at)


NORTH, SOUTH = desk("north"), desk("south")
HERE = ("north", "south")


@pytest.fixture
def reached() -> DeputiesReached:
    return DeputiesReached()


def test_a_deputy_is_tried_at_once_and_again_every_ten_seconds(reached: DeputiesReached) -> None:
    assert reached.due([NORTH], HERE, 0.0) == [NORTH]
    assert reached.note([NORTH], {NORTH.id}, 0.1) == []
    assert reached.known == {NORTH.id: True}
    assert reached.due([NORTH], HERE, AGAIN) == []
    assert reached.due([NORTH], HERE, AGAIN + 0.1) == [NORTH]


def test_a_deputy_has_a_moment_to_open_its_port_and_is_then_reported_once(reached: DeputiesReached) -> None:
    for now in (0.0, 1.0, 2.0, 4.9):
        assert reached.due([NORTH], HERE, now) == [NORTH], "until it is reached, at each look"
        assert reached.note([NORTH], set(), now) == []
        assert reached.known == {}
    (problem,) = reached.note([NORTH], set(), TO_OPEN)
    assert ENGLISH.render(problem.text) == (
        "“north” may take over, but cannot be reached at 192.168.1.7:8470. Probably a firewall there keeps others out: "
        "let it accept connections of this program."
    )
    assert reached.known == {NORTH.id: False}
    assert reached.due([NORTH], HERE, TO_OPEN + 1) == []
    assert reached.due([NORTH], HERE, TO_OPEN + AGAIN) == [NORTH]
    assert reached.note([NORTH], set(), TO_OPEN + AGAIN) == []
    assert reached.note([NORTH], {NORTH.id}, TO_OPEN + 2 * AGAIN) == []
    assert reached.known == {NORTH.id: True}
    assert reached.note([NORTH], set(), TO_OPEN + 3 * AGAIN), "it was reached meanwhile"


def test_one_that_is_away_is_not_tried_and_nothing_is_said_of_it(reached: DeputiesReached) -> None:
    assert reached.due([NORTH], (), 0.0) == []
    assert reached.due([NORTH], HERE, 100.0) == [NORTH], "the time to open its port begins when it is here"
    assert reached.note([NORTH], set(), 100.0) == []
    assert reached.note([NORTH], set(), 100.0 + TO_OPEN)
    assert reached.due([NORTH], (), 200.0) == []
    assert reached.known == {NORTH.id: False}, "as it was when it was here"


def test_another_address_is_another_try_and_who_is_no_deputy_any_more_is_forgotten(reached: DeputiesReached) -> None:
    reached.due([NORTH, SOUTH], HERE, 0.0)
    reached.note([NORTH, SOUTH], {NORTH.id, SOUTH.id}, 0.0)
    moved = replace(NORTH, serves_at="192.168.1.9:8471")
    assert reached.due([moved], HERE, 1.0) == [moved]
    assert reached.known == {}
    assert reached.note([NORTH], {NORTH.id}, 1.0) == [], "an answer from the address before"
    assert reached.known == {}
    assert reached.due([replace(NORTH, serves_at="")], HERE, 2.0) == []
