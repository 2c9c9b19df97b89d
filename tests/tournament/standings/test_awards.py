"""Who wins which prize: ties divided to the last coin, and nothing given twice."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.event.prizes import OVERALL, Prize, PrizeLot, Prizes, PrizeTies
from tournament.standings.awards import Award, Entrant, awards, unclaimed


def ranked(*ranks: int, group: str = "") -> list[Entrant]:
    return [Entrant(rank, str(number), f"P{number}", 0, group) for number, rank in enumerate(ranks, start=1)]


def money(*amounts: int) -> list[Prize]:
    return [Prize(place=place, last=place, amount=amount) for place, amount in enumerate(amounts, start=1)]


def won(entrants: list[Entrant], lines: list[Prize], prizes: Prizes | None = None) -> list[tuple[str, int | None]]:
    return [(each.entrant.key, each.amount) for each in awards(entrants, lines, prizes or Prizes())]


def test_each_place_has_its_prize() -> None:
    assert won(ranked(1, 2, 3, 4), money(300, 200, 100)) == [("1", 300), ("2", 200), ("3", 100)]


def test_a_tie_shares_the_prizes_of_the_places_it_takes_up() -> None:
    """2nd and 3rd: (200 + 100) / 2 each; the fourth player takes no part in it."""
    assert won(ranked(1, 2, 2, 4), money(300, 200, 100)) == [("1", 300), ("2", 150), ("3", 150)]


def test_a_tie_at_the_last_prize_shares_that_prize() -> None:
    assert won(ranked(1, 2, 3, 3, 3), money(300, 200, 90)) == [("1", 300), ("2", 200), ("3", 30), ("4", 30), ("5", 30)]


def test_an_indivisible_remainder_is_stated() -> None:
    """100.00 among three is 33.33 each, and a hundredth is left; of a currency without hundredths 33 and 1."""
    thirds = awards(ranked(1, 1, 1), money(10000), Prizes(currency="EUR"))
    assert [(each.amount, each.rest, each.place, each.last) for each in thirds] == [(3333, 1, 1, 3)] * 3
    yen = awards(ranked(1, 1, 1), money(10000), Prizes(currency="JPY"))
    assert [(each.amount, each.rest) for each in yen] == [(3300, 100)] * 3


def test_trophies_of_a_tie_are_named_and_belong_to_all() -> None:
    lines = [Prize(what="Gold"), Prize(place=2, last=2, what="Silver")]
    for award in awards(ranked(1, 1, 3), lines, Prizes()):
        assert [prize.what for prize in award.prizes] == ["Gold", "Silver"]
        assert (award.level, award.amount, award.undecided) == (2, None, False)


def test_where_each_place_has_the_same_prize_each_has_it_whole() -> None:
    lines = [Prize(place=1, last=4, what="Medal", amount=500)]
    for ties in PrizeTies:
        assert won(ranked(1, 2, 2), lines, Prizes(ties=ties)) == [("1", 500), ("2", 500), ("3", 500)]


def test_a_tie_that_is_split_waits_for_lots() -> None:
    split = Prizes(ties=PrizeTies.SPLIT)
    waiting = awards(ranked(1, 2, 2), money(300, 200, 100), split)
    assert [(each.amount, each.undecided) for each in waiting] == [(300, False), (None, True), (None, True)]
    drawn = awards(ranked(1, 2, 2), money(300, 200, 100), split.with_lot(PrizeLot(OVERALL, ("3", "2"))))
    assert [(each.entrant.key, each.place, each.amount, each.by_lot) for each in drawn] == [
        ("1", 1, 300, False), ("3", 2, 200, True), ("2", 3, 100, True),
    ]  # fmt: skip


def test_lots_leave_who_comes_behind_the_last_prize_without_one() -> None:
    split = Prizes(ties=PrizeTies.SPLIT).with_lot(PrizeLot(OVERALL, ("2", "3", "1")))
    assert won(ranked(1, 1, 1), money(300, 200), split) == [("2", 300), ("3", 200)]


def test_lots_among_others_decide_nothing() -> None:
    """A correction brought somebody else into the tie; who left it does not spoil the lots of the others."""
    split = Prizes(ties=PrizeTies.SPLIT).with_lot(PrizeLot(OVERALL, ("2", "1", "9")))
    assert all(each.undecided for each in awards(ranked(1, 1, 1), money(300, 200), split))
    assert won(ranked(1, 1), money(300, 200), split) == [("2", 300), ("1", 200)]


def test_each_group_has_its_own_places() -> None:
    entrants = [*ranked(1, 2, group="FR"), *ranked(1, 1, group="NL")]
    assert won(entrants, money(100)) == [("1", 100), ("1", 50), ("2", 50)]


def test_places_that_nobody_reaches_are_reported() -> None:
    lines = [Prize(what="Cup"), Prize(place=2, last=8, amount=100), Prize(place=20, last=20, what="Book")]
    assert unclaimed(ranked(1, 2, 3), lines) == (range(4, 9), range(20, 21))
    assert unclaimed([], lines[:1]) == (range(1, 2),)


@given(
    ranks=st.lists(st.integers(1, 6), max_size=12),
    amounts=st.lists(st.integers(1, 10**6), max_size=8),
    currency=st.sampled_from(("EUR", "JPY")),
)
def test_no_coin_is_lost_or_made(ranks: list[int], amounts: list[int], currency: str) -> None:
    """What is paid and what is left of ties is what the reached places are worth together, and level means alike."""
    places = sorted(ranks)
    entrants = ranked(*(1 + places.index(rank) for rank in places))
    found = awards(entrants, money(*amounts), Prizes(currency=currency))
    paid = sum(each.amount or 0 for each in found)
    left = sum({each.place: each.rest for each in found}.values())
    assert paid + left == sum(amounts[: len(entrants)])
    alike: dict[int, set[int | None]] = {}
    for each in found:
        assert isinstance(each, Award)
        alike.setdefault(each.place, set()).add(each.amount)
        assert 0 <= each.rest < each.level * Prizes(currency=currency).unit
    assert all(len(amounts_of) == 1 for amounts_of in alike.values())
