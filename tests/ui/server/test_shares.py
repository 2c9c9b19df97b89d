"""Who has how many connections, and which one is dropped for the next."""

from hypothesis import given
from hypothesis import strategies as st

from ui.server.shares import MOST_OF_A_DESK, ConnectionShares, Holder


def shared(most: int, of_an_address: int, *addresses: str) -> ConnectionShares:
    """The shares when connections of these addresses came one after the other, numbered from 0."""
    shares = ConnectionShares(most, of_an_address)
    for number, address in enumerate(addresses):
        shares.add(number, Holder(address))
    return shares


def test_of_an_address_with_too_many_the_connection_is_dropped_that_waits_longest() -> None:
    shares = shared(9, 3, "b", "a", "a", "a")
    assert not shares.is_full_for("b")
    assert shares.is_full_for("a")
    assert shares.to_drop_for("a") == 1
    shares.work(1)
    assert shares.to_drop_for("a") == 2
    shares.rest(1)
    assert shares.to_drop_for("a") == 2, "the other had a request since"
    for number in (1, 2, 3):
        shares.work(number)
    assert shares.to_drop_for("a") is None
    assert not shares.is_full_for("a", is_proxy=True)


def test_if_there_are_too_many_in_all_the_address_that_has_most_gives_way() -> None:
    shares = shared(5, 4, "b", "a", "a", "a", "b")
    assert all(shares.is_full_for(each) for each in "abc")
    assert shares.to_drop_for("c") == shares.to_drop_for("b") == 1
    assert shares.to_drop_for("c", is_proxy=True) == 1
    for number in (1, 2):
        shares.work(number)
    assert shares.to_drop_for("c") == 0, "what has a request does not count"
    shares.remove(0)
    shares.remove(0)
    assert not shares.is_full_for("c")
    assert len(shares) == 4


def test_connections_of_a_desk_do_not_count_for_its_address_and_are_dropped_last() -> None:
    shares = shared(4, 2, "a", "a")
    for number in (0, 1):
        shares.move(number, "desk")
    assert not shares.is_full_for("a")
    shares.add(2, Holder("a"))
    shares.add(3, Holder("b"))
    assert {shares.to_drop_for("a"), shares.to_drop_for("c")} <= {2, 3}
    shares.work(2)
    shares.work(3)
    assert shares.to_drop_for("c") == 0


def test_a_desk_has_only_so_many() -> None:
    shares = shared(99, 99, *["a"] * (MOST_OF_A_DESK + 1))
    for number in range(MOST_OF_A_DESK):
        shares.move(number, "desk")
        assert shares.to_drop_of("desk") is None
    shares.move(MOST_OF_A_DESK, "desk")
    assert shares.to_drop_of("desk") == 0


def test_a_connection_that_was_dropped_says_nothing_any_more() -> None:
    shares = shared(1, 1, "a")
    shares.remove(0)
    shares.move(0, "desk")
    shares.rest(0)
    shares.work(0)
    assert (len(shares), shares.to_drop_for("a"), shares.to_drop_of("desk")) == (0, None, None)


STEPS = st.lists(
    st.tuples(st.sampled_from(["come", "move", "rest", "work", "leave"]), st.integers(0, 30), st.sampled_from("abc"))
)


@given(STEPS)
def test_never_more_than_allowed_and_nothing_is_kept_of_who_has_left(steps: list[tuple[str, int, str]]) -> None:
    shares, open_ = ConnectionShares(6, 3), dict[int, tuple[str, bool]]()
    for number, (what, which, name) in enumerate(steps):
        if what == "come":
            if shares.is_full_for(name):
                if (dropped := shares.to_drop_for(name)) is None:
                    continue
                del open_[dropped]
                shares.remove(dropped)
            shares.add(number, Holder(name))
            open_[number] = name, False
            assert list(open_.values()).count((name, False)) <= 3
            assert len(open_) == len(shares) <= 6
        elif open_:
            each = sorted(open_)[which % len(open_)]
            match what:
                case "move":
                    shares.move(each, name)
                    open_[each] = name, True
                case "leave":
                    shares.remove(each)
                    del open_[each]
                case _:
                    getattr(shares, what)(each)
    for each in open_:
        shares.remove(each)
    assert (shares._holders, shares._count, shares._idle) == ({}, {}, {})
