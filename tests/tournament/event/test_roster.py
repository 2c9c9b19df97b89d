"""A list of players as a whole."""

import pytest

from tournament.event.player import Player
from tournament.event.roster import player_problems
from tournament.language import ENGLISH, folded


def said(*players):
    return [(problem.code, problem.field, ENGLISH.render(problem.text)) for problem in player_problems(players)]


def test_an_ordinary_list_is_right():
    assert said(Player(1, "Amélie", "Exemple", "FR", "04000001"), Player(2, "Ödön", "Példa")) == []


def test_one_of_the_names_is_needed():
    problems = said(Player(7, "", "  "))
    assert [(code, field) for code, field, _ in problems] == [("name-empty", "first_name"), ("name-empty", "last_name")]
    assert all("Player 7" in text for _, _, text in problems)
    assert said(Player(7, "", "Exemple"), Player(8, "Amélie", "  ")) == []


def test_sixty_characters_are_a_name_and_sixty_one_are_not():
    assert said(Player(1, "A" * 60, "B" * 60)) == []
    ((code, field, text),) = said(Player(1, "A", "B" * 61))
    assert (code, field) == ("too-long", "last_name")
    assert "61" in text
    assert "60" in text


@pytest.mark.parametrize("character", ["\x00", "\x07", "\n", "\u2028", "\u202e", "\ud800"])
def test_control_characters_are_refused_and_not_repeated(character):
    ((code, field, text),) = said(Player(3, f"Jean{character}", "Exemple"))
    assert (code, field) == ("control-character", "first_name")
    assert character not in text


def test_one_number_for_two_persons_names_both():
    ((code, field, text),) = said(
        Player(1, "Amélie", "Exemple", "", "04000001"), Player(5, "Jo", "Modèle", "", "04000001")
    )
    assert (code, field) == ("ema-number-twice", "ema_number")
    assert text.startswith("Players 1 (Amélie Exemple) and 5 (Jo Modèle) have the same EMA number, 04000001")


def test_odd_numbers_are_no_numbers_and_may_repeat():
    assert said(Player(1, "A", "Exemple", "", "pending"), Player(2, "B", "Modèle", "", "pending")) == []


@pytest.mark.parametrize(
    ("first", "last"), [("AMELIE", "exemple"), (" Ame\u0301lie ", "Exemple"), ("Amélie", "EXEMPLE")]
)
def test_one_person_twice_whatever_the_letters(first, last):
    assert [code for code, _, _ in said(Player(1, "Amélie", "Exemple"), Player(2, first, last))] == ["player-twice"]


@pytest.mark.parametrize(
    ("numbers", "clash"),
    [
        (("04000001", "04000002"), []),
        (("04000001", ""), ["player-twice"]),
        (("", ""), ["player-twice"]),
        (("04000001", "04000001"), ["ema-number-twice"]),
    ],
)
def test_namesakes_with_two_numbers_are_two_players(numbers, clash):
    one, other = (Player(place, "Jean", "Exemple", "FR", number) for place, number in enumerate(numbers, 1))
    assert [code for code, _, _ in said(one, other)] == clash


def test_all_problems_are_reported_at_once():
    codes = [
        code
        for code, _, _ in said(
            Player(1, "", ""), Player(2, "A", "B\x07", "", "04000001"), Player(3, "C", "D", "", "04000001")
        )
    ]
    assert codes == ["name-empty", "name-empty", "control-character", "ema-number-twice"]


@pytest.mark.parametrize(
    ("written", "plain"),
    [("Łukasz", "lukasz"), ("Straße", "strasse"), ("Jean-Pierre  D’O", "jean pierre d o"), ("Þóra Øé", "thora oe")],
)
def test_folding(written, plain):
    assert folded(written) == plain
