"""Teams by the table points of all members, then their scores; countries by table points per player."""

from dataclasses import replace
from fractions import Fraction

from tests.tournament.standings.test_finals import after_final
from tournament.event.player import Player
from tournament.event.seating import Final
from tournament.standings import Result, Standing, Standings
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
    assert [(g.rank, g.name, g.table_points, g.score) for g in teams(after(ROWS))] == [
        (1, "Red", Fraction(21, 2), 190),  # 8 + 2½, decided by the score
        (2, "Green", Fraction(21, 2), -10),  # 6½ + 4
        (3, "Blue", 7, -180),
    ]


def test_members_best_first_and_players_without_a_team_left_out() -> None:
    assert [[row.player.number for row in group.members] for group in teams(after(ROWS))] == [[1, 5], [2, 4], [3, 6]]


def test_countries_by_table_points_a_player_exactly() -> None:
    assert [(g.rank, g.name, g.average) for g in countries(after(ROWS))] == [
        (1, "DK", Fraction(13, 2)),
        (2, "FR", 6),  # (8 + 6 + 4) / 3
        (3, "NL", 1),
    ]


def test_countries_level_on_points_are_decided_by_the_score_a_player() -> None:
    rows = [standing(1, 4, 10, country="FR"), standing(2, 4, 10, country="FR"), standing(3, 4, 15, country="DK")]
    assert [g.name for g in countries(after(rows))] == ["DK", "FR"]  # 15 a player against 10, though 20 together


def test_level_on_both_share_the_place() -> None:
    rows = [standing(1, 4, 10, team="Red"), standing(2, 4, 10, team="Blue"), standing(3, 1, 0, team="Green")]
    assert [(g.rank, g.name) for g in teams(after(rows))] == [(1, "Blue"), (1, "Red"), (3, "Green")]


def test_nobody_has_a_team() -> None:
    assert teams(after([ROWS[-1]])) == ()


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
    before = [(g.rank, g.name, str(g.table_points), g.score) for g in teams(in_teams(carried=False, last=1))]
    assert before == [(1, "Even", "7", 0), (1, "Odd", "7", 0)]
    standings = in_teams(carried=False, last=2)
    assert [(g.rank, g.name, str(g.table_points), g.score) for g in teams(standings)] == before
    assert [(row.player.number, str(row.table_points)) for row in teams(standings)[0].members[:2]] == [
        (6, "4"),
        (5, "0"),
    ]
    assert [(g.name, str(g.average)) for g in countries(standings)] == [("DK", "4"), ("FR", "1")]


def test_a_final_with_points_carried_over_counts_for_the_teams() -> None:
    """The final gave 6: 4 and 60, 2: 2 and 20, 1: 1 and −20, 5: 0 and −60."""
    found = [(g.rank, g.name, str(g.table_points), g.score) for g in teams(in_teams(carried=True, last=2))]
    assert found == [(1, "Even", "11", 0), (2, "Odd", "10", 0)]


def test_what_follows_the_first_final_from_nothing_counts_for_nobody_else() -> None:
    kept, fresh, last = Final(3, (1,), carried=True), Final(5, (1,), carried=False), Final(7, (1,), carried=True)
    assert last_counted((kept,)) is None
    assert last_counted((kept, fresh, last)) == 4
