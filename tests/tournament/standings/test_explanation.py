"""The explanation of a rank: both numbers, both directions. Source: FFMJ, "Points de table"; docs/rules.md, G2."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournament.standings.test_ranking import FIRST, ranked, totals
from tournament.event.player import Player
from tournament.event.seating import Final
from tournament.language import ENGLISH, language_of
from tournament.standings import Standing, Standings
from tournament.standings.explanation import explanation, ordinal


def said(standings, number: int) -> str:
    return " ".join(ENGLISH.render(text) for text in explanation(standings, number))


@pytest.mark.parametrize(
    ("rank", "english"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th"), (112, "112th")],
)  # fmt: skip
def test_places_in_english(rank: int, english: str) -> None:
    assert ENGLISH.render(ordinal(rank)) == english


def test_the_score_decides_in_front_and_behind() -> None:
    # 5 and 1 both won their table: 4 points each, +100 against +50.
    standings = ranked(FIRST, 1)
    assert said(standings, 5) == ("Level with Ada Sample1 on 4 table points, and ahead by score: +100 against +50.")
    assert said(standings, 1) == "Level with Ada Sample5 on 4 table points. The score decides: +100 against +50."


def test_how_far_the_next_place_is() -> None:
    # 6 has 2, the next in front has 4; behind are 2 and 3 with 1½, not level.
    assert said(ranked(FIRST, 1), 6) == "2 table points behind Ada Sample1, 2nd."


def test_a_shared_place_says_with_whom() -> None:
    assert said(ranked(FIRST, 1), 2) == (
        "Shares the place with Ada Sample3: 1½ table points and a score of +20 each. "
        "½ table point behind Ada Sample6, 3rd."
    )


def test_a_sole_leader_sees_their_lead() -> None:
    sheets = [totals(1, 1, (1, 2, 3, 4), (50, 20, 10, -80)), totals(1, 2, (5, 6, 7, 8), (9, 9, 0, -18))]
    assert said(ranked(sheets, 1), 1) == "1 table point ahead of Ada Sample5, 2nd."


def test_three_who_share_a_place() -> None:
    sheets = [totals(1, 1, (1, 2, 3, 4), (20, 20, 20, -60)), totals(1, 2, (5, 6, 7, 8), (90, -20, -30, -40))]
    # 7 points shared by three: 2⅓ each (4 + 2 + 1 over 3).
    assert said(ranked(sheets, 1), 1).startswith(
        "Shares the place with Ada Sample2 and 1 other: 2⅓ table points and a score of +20 each."
    )


def test_nothing_recorded() -> None:
    assert said(ranked([], 0), 1) == "Nothing is recorded yet, so all players are level."


def test_a_player_who_is_not_ranked() -> None:
    with pytest.raises(KeyError):
        explanation(ranked(FIRST, 1), 99)


@pytest.mark.parametrize(("rank", "french"), [(1, "1er"), (2, "2e"), (21, "21e"), (101, "101e")])
def test_places_in_french(rank: int, french: str) -> None:
    assert language_of("fr").render(ordinal(rank)) == french


@pytest.mark.parametrize(("rank", "english"), [(100, "100th"), (110, "110th"), (211, "211th"), (212, "212th")])
def test_places_beyond_a_hundred(rank: int, english: str) -> None:
    assert ENGLISH.render(ordinal(rank)) == english


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (Fraction(0), "0 table points", "0 point de table"),
        (Fraction(1, 2), "½ table point", "½ point de table"),
        (Fraction(1), "1 table point", "1 point de table"),
        (Fraction(3, 2), "1½ table points", "1½ point de table"),
        (Fraction(2), "2 table points", "2 points de table"),
        (Fraction(3), "3 table points", "3 points de table"),
    ],
)
def test_table_points_have_the_plural_of_their_language(points: Fraction, english: str, french: str) -> None:
    player = Player(1, "Ada", "Sample"), Player(2, "Bo", "Sample")
    rows = tuple(Standing(1, each, points, score, {}, None) for each, score in zip(player, (9, 9), strict=True))
    standings = Standings(1, rows, provisional=False, sheets=1, expected=1, hands=0)
    (said,) = explanation(standings, 1)
    assert f" {english} and a score of" in f" {ENGLISH.render(said).partition(': ')[2]}"
    assert french in language_of("fr").render(said)


def test_a_player_who_missed_two_finals_sees_the_first() -> None:
    standings = replace(ranked(FIRST, 1), finals=(Final(2, (1, 2, 3, 4, 5, 6)), Final(3, (1, 2, 3, 4))))
    assert said(standings, 8).endswith("The cut for the final of 6 was made before: its players rank above.")
