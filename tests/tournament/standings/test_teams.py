"""Teams by the table points of all members, then their scores; countries by table points a player."""

from fractions import Fraction

from tournament.event.player import Player
from tournament.standings import Standing
from tournament.standings.teams import countries, teams


def standing(number: int, points: Fraction | int, score: int, *, team: str = "", country: str = "") -> Standing:
    player = Player(number, "Ada", f"Sample{number}", country, "", "", team)
    return Standing(number, player, Fraction(points), score, {}, None)


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
    assert [(g.rank, g.name, g.table_points, g.score) for g in teams(ROWS)] == [
        (1, "Red", Fraction(21, 2), 190),  # 8 + 2½, decided by the score
        (2, "Green", Fraction(21, 2), -10),  # 6½ + 4
        (3, "Blue", 7, -180),
    ]


def test_members_best_first_and_players_without_a_team_left_out() -> None:
    assert [[row.player.number for row in group.members] for group in teams(ROWS)] == [[1, 5], [2, 4], [3, 6]]


def test_countries_by_table_points_a_player_exactly() -> None:
    assert [(g.rank, g.name, g.average) for g in countries(ROWS)] == [
        (1, "DK", Fraction(13, 2)),
        (2, "FR", 6),  # (8 + 6 + 4) / 3
        (3, "NL", 1),
    ]


def test_countries_level_on_points_are_decided_by_the_score_a_player() -> None:
    rows = [standing(1, 4, 10, country="FR"), standing(2, 4, 10, country="FR"), standing(3, 4, 15, country="DK")]
    assert [g.name for g in countries(rows)] == ["DK", "FR"]  # 15 a player against 10, though 20 together


def test_level_on_both_share_the_place() -> None:
    rows = [standing(1, 4, 10, team="Red"), standing(2, 4, 10, team="Blue"), standing(3, 1, 0, team="Green")]
    assert [(g.rank, g.name) for g in teams(rows)] == [(1, "Blue"), (1, "Red"), (3, "Green")]


def test_nobody_has_a_team() -> None:
    assert teams([ROWS[-1]]) == ()
