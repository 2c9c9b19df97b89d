"""Teams by the table points of all members, then their scores; countries by table points per player."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.test_finals import after_final
from tournament.event.player import Player, PlayerState, PlayerStatus
from tournament.event.seating import Final
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.standings import Result, Standing, Standings, Unranked
from tournament.standings.tally import PARTS
from tournament.standings.teams import countries, last_counted, teams


def standing(number: int, points: Fraction | int, score: int, *, team: str = "", country: str = "") -> Standing:
    player = Player(number, "Ada", f"Sample{number}", country, "", "", team)
    points = Fraction(points)
    result = Result(1, number, 0, points, int(points * PARTS), score, final=True)
    return Standing(number, player, points, score, {1: result}, None)


def after(rows: list[Standing]) -> Standings:
    """The standings with ``rows`` after the one session that they played."""
    return Standings(1, tuple(rows), provisional=False, sheets=len(rows), expected=len(rows), hands=0)


ANY = Settings("Cup")
"""Settings of an event that ranks groups of any size."""

ROWS = [
    standing(1, 8, 100, team="Red", country="FR"),
    standing(2, Fraction(13, 2), -20, team="Green", country="DK"),
    standing(3, 6, 50, team="Blue", country="FR"),
    standing(4, 4, 10, team="Green", country="FR"),
    standing(5, Fraction(5, 2), 90, team="Red"),
    standing(6, 1, -230, team="Blue", country="NL"),
    standing(7, 0, 0),
]


def test_teams_by_table_points_then_score() -> None:
    assert [(g.rank, g.name, g.table_points, g.score) for g in teams(after(ROWS), ANY)] == [
        (1, "Red", Fraction(21, 2), 190),  # 8 + 2½, decided by the score
        (2, "Green", Fraction(21, 2), -10),  # 6½ + 4
        (3, "Blue", 7, -180),
    ]


def test_members_best_first_and_players_without_a_team_left_out() -> None:
    assert [[row.player.number for row in group.members] for group in teams(after(ROWS), ANY)] == [
        [1, 5],
        [2, 4],
        [3, 6],
    ]


def test_countries_by_table_points_a_player_exactly() -> None:
    assert [(g.rank, g.name, g.average) for g in countries(after(ROWS), ANY)] == [
        (1, "DK", Fraction(13, 2)),
        (2, "FR", 6),  # (8 + 6 + 4) / 3
        (3, "NL", 1),
    ]


def test_countries_level_on_points_are_decided_by_the_score_a_player() -> None:
    rows = [standing(1, 4, 10, country="FR"), standing(2, 4, 10, country="FR"), standing(3, 4, 15, country="DK")]
    assert [g.name for g in countries(after(rows), ANY)] == ["DK", "FR"]  # 15 a player against 10, though 20 together


def test_level_on_both_share_the_place() -> None:
    rows = [standing(1, 4, 10, team="Red"), standing(2, 4, 10, team="Blue"), standing(3, 1, 0, team="Green")]
    assert [(g.rank, g.name) for g in teams(after(rows), ANY)] == [(1, "Blue"), (1, "Red"), (3, "Green")]


def test_nobody_has_a_team() -> None:
    assert teams(after([ROWS[-1]]), ANY) == ()


def in_teams(carried: bool, last: int) -> Standings:
    """Eight players, a final of four in session 2: 1 to 4 are Odd, 5 to 8 are Even, one of each team is Danish."""
    standings = after_final(carried=carried).standings(last)
    rows = tuple(
        replace(row, player=replace(row.player, team="Odd" if row.player.number <= 4 else "Even",
                                    country="DK" if row.player.number in (1, 5) else "FR"))
        for row in standings.rows
    )  # fmt: skip
    return replace(standings, rows=rows)


def test_a_final_from_nothing_leaves_the_teams_what_they_had() -> None:
    """Session 1 gave 4, 2, 1, 0 at both tables, scores that sum to nothing; the finalists are 5, 1, 2 and 6."""
    before = [(g.rank, g.name, str(g.table_points), g.score) for g in teams(in_teams(carried=False, last=1), ANY)]
    assert before == [(1, "Even", "7", 0), (1, "Odd", "7", 0)]
    standings = in_teams(carried=False, last=2)
    assert [(g.rank, g.name, str(g.table_points), g.score) for g in teams(standings, ANY)] == before
    assert [(row.player.number, str(row.table_points)) for row in teams(standings, ANY)[0].members[:2]] == [
        (6, "4"),
        (5, "0"),
    ]
    assert [(g.name, str(g.average)) for g in countries(standings, ANY)] == [("DK", "4"), ("FR", "1")]


def test_a_final_with_points_carried_over_counts_for_the_teams() -> None:
    """The final gave 6: 4 and 60, 2: 2 and 20, 1: 1 and −20, 5: 0 and −60."""
    found = [(g.rank, g.name, str(g.table_points), g.score) for g in teams(in_teams(carried=True, last=2), ANY)]
    assert found == [(1, "Even", "11", 0), (2, "Odd", "10", 0)]


def test_what_follows_the_first_final_from_nothing_counts_for_nobody_else() -> None:
    kept, fresh, last = Final(3, (1,), carried=True), Final(5, (1,), carried=False), Final(7, (1,), carried=True)
    assert last_counted((kept,)) is None
    assert last_counted((kept, fresh, last)) == 4


NAMES = st.sampled_from(("", "Red", "Blue", "Green", "Pink"))
MEMBERS = st.lists(
    st.tuples(st.fractions(0, 4, max_denominator=2), st.integers(-3, 3), NAMES, NAMES), min_size=1, max_size=12
)


@given(MEMBERS, st.integers(0, 5), st.integers(1, 5))
def test_the_ranks_are_those_without_the_groups_that_are_too_small(
    members: list[tuple[Fraction, int, str, str]], team_size: int, country_size: int
) -> None:
    def rows(left_out: Collection[str] = (), *, of_teams: bool) -> Standings:
        return after(
            [
                standing(number, points, score, team=team, country=country)
                for number, (points, score, team, country) in enumerate(members, start=1)
                if (team if of_teams else country) not in left_out
            ]
        )

    asked = Settings("Cup", team_size=team_size, country_size=country_size)
    for rank, least, of_teams in ((teams, team_size, True), (countries, country_size, False)):
        sizes = Counter(team if of_teams else country for _, _, team, country in members)
        small = {name for name, size in sizes.items() if name and size < least}
        found = rank(rows(of_teams=of_teams), asked)
        ranked = [(g.rank, g.name) for g in found if g.rank is not None]
        assert ranked == [(g.rank, g.name) for g in rank(rows(small, of_teams=of_teams), ANY)]
        assert [(g.rank, g.name) for g in found] == ranked + [
            (None, g.name) for g in rank(rows(of_teams=of_teams), ANY) if g.name in small
        ], "the others follow without a rank, in the order that they would have"
        said = f"fewer than {least} player{'' if least == 1 else 's'}"
        for group in found:
            reason = group.unranked_text
            assert (None if reason is None else ENGLISH.render(reason)) == (said if group.name in small else None)


def test_players_who_left_are_members_and_substitutes_and_disqualified_players_are_none() -> None:
    states = (PlayerState.WITHDRAWN, PlayerState.SUBSTITUTE, PlayerState.DISQUALIFIED)
    apart = [
        Unranked(row.player, PlayerStatus(state), row.table_points, row.score, row.results)
        for state, row in zip(states, (standing(n, 2, 10, country="FR") for n in (8, 9, 10)), strict=True)
    ]
    shown = after([standing(1, 4, 10, country="FR")])
    for size, unranked, rank in ((2, apart, 1), (3, apart, None), (2, apart[1:], None)):
        [group] = countries(replace(shown, unranked=tuple(unranked)), Settings("Cup", country_size=size))
        assert group.rank == rank
