"""Who a player is on a federation's list, and what differs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.player import Player
from tournament.event.register import COMPARED, Register, Unmatched, compare_with_register

ANNA = Player(3, "Anna", "Lindqvist", "SE", "09000001", "Club", "Team")
LISTED = Player(0, "Anna", "Lindqvist", "SE", "09000001")


def changed(player: Player, *register: Player) -> dict[str, str]:
    (difference,) = compare_with_register([player], register).differences
    assert difference.player == player
    return {field: getattr(difference.completed, field) for field in difference.fields}


def test_who_is_written_alike_is_the_same():
    comparison = compare_with_register([ANNA], [LISTED])
    assert (comparison.same, comparison.differences, comparison.unmatched) == (1, (), ())


@pytest.mark.parametrize(
    ("player", "listed", "expected"),
    [
        (replace(ANNA, ema_number=""), LISTED, {"ema_number": "09000001"}),
        (replace(ANNA, ema_number="-"), LISTED, {"ema_number": "09000001"}),
        (replace(ANNA, ema_number="9000001"), LISTED, {"ema_number": "09000001"}),
        (replace(ANNA, country=""), LISTED, {"country": "SE"}),
        (replace(ANNA, last_name="Lindkvist"), LISTED, {"last_name": "Lindqvist"}),
        (replace(ANNA, first_name="Lindqvist", last_name="Anna", ema_number=""), LISTED,
         {"first_name": "Anna", "last_name": "Lindqvist", "ema_number": "09000001"}),
        (replace(ANNA, last_name="Líndqvist"), LISTED, {"last_name": "Lindqvist"}),
        (replace(ANNA, ema_number=""), replace(LISTED, ema_number="-"), {"ema_number": "-"}),
    ],
)  # fmt: skip
def test_what_differs(player: Player, listed: Player, expected: dict[str, str]):
    assert changed(player, listed) == expected


@pytest.mark.parametrize(
    ("player", "register"),
    [
        (ANNA, [replace(LISTED, country="", first_name="")]),
        (ANNA, [replace(LISTED, club="Another", team="Another")]),
        (replace(ANNA, country="Sweden"), [LISTED]),
        (ANNA, [replace(LISTED, last_name="LINDQVIST")]),
        (ANNA, [replace(LISTED, ema_number="-")]),
    ],
)
def test_what_is_empty_or_the_same_in_other_words_changes_nothing(player: Player, register: list[Player]):
    assert compare_with_register([player], register).differences == ()


@pytest.mark.parametrize(
    ("player", "register", "reason"),
    [
        (ANNA, [], Unmatched.UNKNOWN),
        (ANNA, [replace(LISTED, ema_number="09000002")], Unmatched.OTHER_NUMBER),
        (replace(ANNA, ema_number=""), [LISTED, replace(LISTED, ema_number="09000002")], Unmatched.SEVERAL),
    ],
)
def test_a_player_who_cannot_be_compared_is_left_unchanged(player: Player, register: list[Player], reason: Unmatched):
    comparison = compare_with_register([player], register)
    assert comparison.unmatched == ((player, reason),)
    assert comparison.differences == ()


NUMBERS = st.one_of(st.just(""), st.just("-"), st.from_regex(r"0[0-9]00000[0-9]", fullmatch=True))
NAMES = st.sampled_from(("Anna", "ANNA", "Ana", "Lindqvist", "Émile"))
PEOPLE = st.builds(Player, st.just(0), NAMES, NAMES, st.sampled_from(("", "SE", "Sweden", "FR")), NUMBERS)


def test_what_is_not_yet_written_is_completed_and_nothing_else_changes() -> None:
    register = Register([LISTED, replace(LISTED, first_name="Bo", ema_number="09000002")])
    assert register.complete(replace(ANNA, country=" ", ema_number="")) == ANNA
    assert register.complete(replace(ANNA, first_name="", country="FR")) == replace(ANNA, country="FR")
    stranger = Player(4, "Carl", "Sample")
    assert register.complete(stranger) == stranger


@given(st.lists(PEOPLE, max_size=6), st.lists(PEOPLE, max_size=6))
def test_everybody_is_compared_once_and_clubs_and_teams_stay(players: list[Player], register: list[Player]):
    numbered = [replace(player, number=number, club="Club") for number, player in enumerate(players, start=1)]
    comparison = compare_with_register(numbered, register)
    assert comparison.same + len(comparison.differences) + len(comparison.unmatched) == len(players)
    for each in comparison.differences:
        assert each.fields
        untouched = {field: getattr(each.player, field) for field in COMPARED}
        assert replace(each.completed, **untouched) == each.player
        assert all(getattr(each.completed, field) for field in each.fields)


def test_a_name_in_another_script_stays_and_gets_the_latin_one_of_the_list():
    wang = Player(4, "明", "王", "CN", "24000001")
    listed = Player(0, "Ming", "WANG", "CN", "24000001")
    assert changed(wang, listed) == {"latin_first_name": "Ming", "latin_last_name": "WANG"}
    known = replace(wang, latin_first_name="Ming", latin_last_name="Wang", ema_number="")
    assert changed(known, listed) == {"ema_number": "24000001"}
