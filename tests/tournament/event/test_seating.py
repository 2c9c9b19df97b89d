"""Who sits where: by session and table, for a player, and after changes of the list of players."""

import pytest

from tournament.event.seating import ColumnPlayer, Seating, SeatingInPart, SeatingWishes

FIRST, SECOND, CROSSED = (1, 2, 3, 4), (5, 6, 7, 8), (5, 2, 7, 4)
SEATING = Seating(((FIRST, SECOND), (CROSSED, (1, 6, 3, 8))), "imported")
IN_PART = SeatingInPart(SEATING.sessions, "imported", left_out=frozenset({(1, 2)}))


def test_tables_and_seats_count_from_one() -> None:
    assert [SEATING.tables(session) for session in (0, 1, 2, 3)] == [(), (FIRST, SECOND), SEATING.sessions[1], ()]
    assert [SEATING.seats(1, table) for table in (0, 1, 2, 3)] == [None, FIRST, SECOND, None]
    assert SEATING.seats(2, 1) == CROSSED
    assert SEATING.seats(3, 1) is None
    assert SEATING.played(1) == ((1, FIRST), (2, SECOND))
    assert [tuple(SEATING.table_numbers(session)) for session in (0, 1, 2, 3)] == [(), (1, 2), (1, 2), ()]
    assert [tuple(seating.session_numbers) for seating in (Seating(()), SEATING)] == [(), (1, 2)]


def test_the_letters_are_those_of_the_starting_winds() -> None:
    assert [str(ColumnPlayer(column)) for column in range(4)] == ["A", "B", "C", "D"]


def test_a_player_is_found_at_their_table_and_column() -> None:
    assert [SEATING.place_of(5, session) for session in (1, 2, 3)] == [(2, 0), (1, 0), None]
    assert SEATING.place_of(8, 1) == (2, 3)
    assert SEATING.place_of(9, 1) is None
    assert SEATING.seated(1) == SEATING.drawn(1) == frozenset(range(1, 9))
    assert SEATING.seated(3) == frozenset()


def test_at_a_table_that_is_left_out_nobody_plays_and_all_keep_their_seat() -> None:
    assert IN_PART.tables(1) == (FIRST, SECOND)
    assert IN_PART.played(1) == ((1, FIRST),)
    assert IN_PART.table_by_table(1) == (FIRST, ())
    assert SEATING.table_by_table(1) == (FIRST, SECOND)
    assert [IN_PART.seats(1, table) for table in (1, 2)] == [FIRST, None]
    assert (IN_PART.place_of(5, 1), IN_PART.place_of(5, 2)) == (None, (1, 0))
    assert (IN_PART.seated(1), IN_PART.drawn(1)) == (frozenset(FIRST), frozenset(range(1, 9)))
    assert (IN_PART.as_drawn, SEATING.as_drawn) == (SEATING, SEATING)


def test_changed_sessions_are_played_whole() -> None:
    changed = {1: (SECOND, FIRST)}
    assert SEATING.with_tables(changed).sessions == ((SECOND, FIRST), SEATING.sessions[1])
    assert IN_PART.with_tables(changed) == SeatingInPart(((SECOND, FIRST), SEATING.sessions[1]), "imported")
    assert IN_PART.with_tables({2: SEATING.sessions[1]}) == IN_PART


def test_players_are_replaced_in_the_sessions_that_are_named() -> None:
    assert SEATING.renamed({1: 9}, [2]).sessions == ((FIRST, SECOND), (CROSSED, (9, 6, 3, 8)))
    assert SEATING.renamed({1: 5, 5: 1}, [1]).sessions == (((5, 2, 3, 4), (1, 6, 7, 8)), SEATING.sessions[1])


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (SeatingWishes(pairs=((1, 9, 2), (2, 9, 3))), SeatingWishes(pairs=((2, 3, 3), (1, 3, 2)))),
        (SeatingWishes(pairs=((3, 9, 5),)), SeatingWishes()),
        (SeatingWishes(reserves=(9, 12)), SeatingWishes(reserves=(12,))),
        (SeatingWishes(apart=(("club", 2),), no_repeats=True), SeatingWishes(apart=(("club", 2),), no_repeats=True)),
    ],
)
def test_one_player_listed_twice_becomes_one(wishes: SeatingWishes, expected: SeatingWishes) -> None:
    merged = Seating((((9, 2, 1, 4),),), wishes=wishes).merged(3, 9)
    assert merged.sessions == (((3, 2, 1, 4),),)
    assert sorted(merged.wishes.pairs) == sorted(expected.pairs)
    assert (merged.wishes.apart, merged.wishes.no_repeats, merged.wishes.reserves) == (
        expected.apart,
        expected.no_repeats,
        expected.reserves,
    )


def test_a_reserve_who_never_sits_stays_one_when_merged() -> None:
    wishes = SeatingWishes(reserves=(9, 10))
    assert Seating((((1, 2, 3, 4),),), wishes=wishes).merged(10, 9).wishes.reserves == (10,)
