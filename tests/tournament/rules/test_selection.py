"""The dearest choice among joined sets."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.selection import Join, allowed, choose

joins = st.lists(
    st.builds(
        Join,
        st.integers(0, 5),
        st.sampled_from([1, 1, 2, 8, 16]),
        st.sampled_from([bits for bits in range(1, 16) if bits.bit_count() > 1]),
    ),
    max_size=7,
    unique_by=lambda join: (join.pattern, join.sets),
)


def total(chosen):
    return sum(join.points for join in chosen)


def test_a_circle_is_not_closed():
    ring = [Join(0, 1, 0b0011), Join(1, 1, 0b0110), Join(0, 1, 0b1100), Join(1, 1, 0b1001)]
    assert total(choose(ring)) == 3


def test_a_set_is_not_used_twice_for_the_same_pattern():
    assert choose([Join(0, 8, 0b0111), Join(0, 8, 0b1110)]) == (Join(0, 8, 0b0111),)


def test_after_a_larger_join_the_fourth_set_counts_once():
    chosen = choose([Join(0, 8, 0b0111), Join(1, 1, 0b1001), Join(2, 1, 0b1010), Join(3, 1, 0b0011)])
    assert total(chosen) == 9
    assert Join(1, 1, 0b1001) in chosen


def test_nothing_is_chosen_of_nothing():
    assert choose([]) == ()


@given(joins)
def test_no_allowed_choice_is_dearer(found):
    best = total(choose(found))
    for size in range(len(found) + 1):
        for some in combinations(found, size):
            chosen: tuple[Join, ...] = ()
            for join in sorted(some, key=lambda join: (-join.sets.bit_count(), join.pattern, join.sets)):
                if not allowed(join, chosen):
                    break
                chosen = (*chosen, join)
            else:
                assert total(chosen) <= best


def order(chosen):
    """The dearest patterns first, then the smaller places in the table, then the first sets."""
    listed = sorted(chosen, key=lambda join: (-join.points, join.pattern, join.sets))
    return [[-join.points for join in listed], [join.pattern for join in listed], [join.sets for join in listed]]


@given(joins)
def test_of_equal_choices_the_one_with_the_dearest_patterns_is_taken(found):
    ordered = sorted(found, key=lambda join: (-join.sets.bit_count(), join.pattern, join.sets))
    possible = [
        some
        for size in range(len(ordered) + 1)
        for some in combinations(ordered, size)
        if all(allowed(join, some[:place]) for place, join in enumerate(some))
    ]
    best = max(map(total, possible))
    assert order(choose(found)) == min(order(some) for some in possible if total(some) == best)


def test_a_choice_of_one():
    assert choose([Join(2, 0, 0b11)]) == (Join(2, 0, 0b11),)
    assert not allowed(Join(1, 1, 0b0011), (Join(0, 1, 0b0111),))
    assert allowed(Join(1, 1, 0b1001), (Join(0, 1, 0b0111),))


@given(joins, st.randoms(use_true_random=False))
def test_the_choice_does_not_depend_on_the_order(found, chance):
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert choose(shuffled) == choose(found)
