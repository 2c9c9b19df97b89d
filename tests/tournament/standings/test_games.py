"""Places, runs and encounters of players, counted a second time from the scores of random games."""

from fractions import Fraction
from types import SimpleNamespace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from tournament.ledger.sheet import Sheet
from tournament.standings.games import ended_games, games_by_player, head_to_head

GAME = st.tuples(
    st.permutations([1, 2, 3, 4, 5]).map(lambda order: tuple(order[:4])), st.tuples(*(st.integers(-3, 3),) * 4)
)


def sheets_of(games: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[Sheet]:
    """Signed sheets, in the wrong order, and one that is not over."""
    made = [SimpleNamespace(session=1 + index // 2, table=1 + index % 2, players=players, scores=scores, counts=True,
                            closed=object(), over=False) for index, (players, scores) in enumerate(games)]  # fmt: skip
    open_one = SimpleNamespace(session=9, table=1, players=(1, 2, 3, 4), scores=(9, 0, 0, -9), counts=True,
                               closed=None, over=False)  # fmt: skip
    return cast("list[Sheet]", [open_one, *reversed(made)])


@given(st.lists(GAME, min_size=1, max_size=8))
def test_places_runs_and_encounters(games: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    ended = ended_games(sheets_of(games))
    assert len(ended) == len(games)
    found = games_by_player(ended)
    for number in range(1, 6):
        own = [
            (dict(zip(players, scores, strict=True))[number], scores) for players, scores in games if number in players
        ]
        if not own:
            assert number not in found
            continue
        row = found[number]
        better = [sum(other > score for other in scores) for score, scores in own]
        same = [scores.count(score) for score, scores in own]
        assert [row.times(place) for place in (1, 2, 3, 4)] == [better.count(place) for place in range(4)]
        shares = (Fraction(2 * above + 1 + equal, 2) for above, equal in zip(better, same, strict=True))
        assert row.average_place == sum(shares, Fraction(0)) / len(own)
        assert row.average_score == Fraction(sum(score for score, _ in own), len(own))
        text = "".join(str(place) for place in better)
        assert row.won_in_a_row == max(
            map(len, "".join("0" if each == "0" else " " for each in text).split()), default=0
        )
        assert row.without_last == max(map(len, text.replace("3", " ").split()), default=0)
    for pair in head_to_head(ended):
        met = [dict(zip(players, scores, strict=True)) for players, scores in games
               if {pair.one, pair.other} <= set(players)]  # fmt: skip
        differences = [each[pair.one] - each[pair.other] for each in met]
        assert (pair.games, pair.balance) == (len(met), sum(differences))
        assert (pair.ahead, pair.behind) == (
            sum(each > 0 for each in differences),
            sum(each < 0 for each in differences),
        )
