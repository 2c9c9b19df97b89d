"""What thirteen tiles wait for; the switches of waits."""

import pytest

from tournament.hand.notation import parse, parse_waiting
from tournament.rules.score import NotComplete
from tournament.rulesets.mcr.profiles import MCR
from tournament.rulesets.mcr.scoring import score, waits


def both(wait, field):
    """A field of the score by discard and by self-draw."""
    return getattr(wait.by_discard, field), getattr(wait.by_self_draw, field)


def test_points_by_discard_and_by_self_draw():
    found = waits(parse_waiting("[123m,1]678m345p78sEE|SS0000"))
    assert [(wait.tile.text, *both(wait, "points")) for wait in found] == [
        ("6s", 1, 2),
        ("9s", 8, 1),
    ]
    assert [both(wait, "minimum_met") for wait in found] == [
        (False, False),
        (True, False),
    ]


def test_a_tile_of_which_all_four_are_held_is_marked():
    found = waits(parse_waiting("[111m,1][678p,1][345s,1]1234m"))
    assert [(wait.tile.text, wait.all_held) for wait in found] == [("1m", True), ("4m", False)]


def test_thirteen_orphans_wait_for_thirteen_tiles():
    found = waits(parse_waiting("19m19p19sESWNCFP"))
    assert len(found) == 13
    assert {both(wait, "points") for wait in found} == {(88, 92)}


def test_tiles_that_are_not_ready_wait_for_nothing():
    assert waits(parse_waiting("[123m,1]678m345p78sES")) == ()


@pytest.mark.parametrize(("counts", "points"), [(True, 4), (False, 5)])
def test_switch_exhausted_waits_count(counts, points):
    profile = MCR._replace(exhausted_waits_count=counts)
    assert score(parse("[111m,1][678p,1][345s,1]1234m4m"), profile=profile).points == points


@pytest.mark.parametrize(("counts", "points"), [(True, 15), (False, 14)])
def test_switch_knitted_straight_waits(counts, points):
    profile = MCR._replace(knitted_straight_waits=counts)
    assert score(parse("147m258p369s46sEE5s|SS0000"), profile=profile).points == points


def test_what_is_no_winning_hand_is_not_counted():
    with pytest.raises(NotComplete):
        score(parse("[123m,1]678m345p79sEE9s"))


@pytest.mark.parametrize("counts", [True, False])
def test_of_two_live_waits_neither_is_single(counts: bool) -> None:
    """2345 of characters wait for 2 and for 5, whatever is said of waits of which all four are held (C9)."""
    profile = MCR._replace(exhausted_waits_count=counts)
    fans = {fan.pattern.slug for fan in score(parse("[999p,1][678p,1][345s,1]2345m5m"), profile=profile).fans}
    assert not fans & {"single-wait", "closed-wait", "edge-wait"}


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("[111m,1][678p,1][345s,1]23mEE1m", True),  # the three others are shown
        ("[678p,1][345s,1]11123mEE1m", False),  # they are concealed
        ("[678p,1][345s,1]11123mEE1m|EE1000", False),
        ("[678p,1][345s,1][345s,1]23mEE1m", False),
        ("[678p,1][345s,1][345s,1]23mEE1m|EE0100", True),  # they lie among the discards
        ("[111m,1][678p,1][345s,1]23mEE4m", False),
    ],
)
def test_the_last_tile_of_its_kind_is_known_to_be_the_last(text: str, last: bool) -> None:
    """C25: no other copy is concealed, and the three are shown or were discarded."""
    assert ("last-tile" in {fan.pattern.slug for fan in score(parse(text)).fans}) is last
