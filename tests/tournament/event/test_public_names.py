"""How players are named in public, and which nicknames are refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.player import Player, PublicName, public_name, public_players
from tournament.event.roster import player_problems

ADA = Player(12, "Ada", "Bamboo", "FR", "01234567", "Club", "Team")


@pytest.mark.parametrize(
    ("public", "nickname", "shown"),
    [
        (PublicName.NAME, "Tiger", "Ada Bamboo"),
        (PublicName.NICKNAME, " Tiger ", "Tiger"),
        (PublicName.NICKNAME, "  ", "#12"),
        (PublicName.INITIALS, "Tiger", "A. B."),
        (PublicName.HIDDEN, "Tiger", "#12"),
    ],
)
def test_each_choice_has_its_name(public: PublicName, nickname: str, shown: str) -> None:
    assert public_name(replace(ADA, public=public, nickname=nickname)) == shown


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Jean-Luc", "O'Neil", "J. L. O."),
        ("élise", "de la Tuile", "É. D. L. T."),
        ("小明", "张", "张. 小."),
        ("", "“Kong”", "K."),
        ("", "…", "#12"),
    ],
)
def test_initials_are_the_first_character_of_each_part(first: str, last: str, shown: str) -> None:
    assert public_name(Player(12, first, last, public=PublicName.INITIALS)) == shown


def test_the_public_gets_neither_the_name_nor_what_identifies_it() -> None:
    hidden = replace(ADA, public=PublicName.NICKNAME, nickname="Tiger")
    shown = public_players({12: hidden})[12]
    assert shown == Player(12, "", "Tiger", "FR", "", "Club", "Team")


def test_equal_initials_are_told_apart_by_the_number() -> None:
    names = [("Ada", "Bamboo"), ("Ann", "Bell"), ("Cleo", "Dragon"), ("A", "B")]
    players = {n: Player(n, *name, public=PublicName.INITIALS) for n, name in enumerate(names, start=1)}
    players[4] = replace(players[4], public=PublicName.NAME)
    shown = [player.name for player in public_players(players).values()]
    assert shown == ["A. B. (1)", "A. B. (2)", "C. D.", "A B"]


_NAMES = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Pd", "Zs"]), max_size=8)
_LISTS = st.lists(st.tuples(_NAMES, _NAMES, st.sampled_from(PublicName), _NAMES), max_size=6)


@given(_LISTS)
def test_made_public_once_is_made_public(parts: list[tuple[str, str, PublicName, str]]) -> None:
    players = {
        number: Player(number, first, last, public=public, nickname=nickname)
        for number, (first, last, public, nickname) in enumerate(parts, start=1)
    }
    once = public_players(players)
    assert public_players(once) is once
    assert all(once[n] == each or not once[n].first_name for n, each in players.items())
    hidden = [once[n].name for n, each in players.items() if each.public in (PublicName.INITIALS, PublicName.HIDDEN)]
    assert len(set(hidden)) == len(hidden)


def problems(*players: Player) -> list[tuple[str, str | None]]:
    return [(each.code, each.field) for each in player_problems(players)]


TIGER = replace(ADA, public=PublicName.NICKNAME, nickname="Tiger")
BEN = Player(3, "Ben", "Circle")


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (BEN, 0),
        (replace(BEN, public=PublicName.NICKNAME, nickname="tíger!"), 2),
        (replace(BEN, public=PublicName.INITIALS, nickname="Tiger"), 0),
        (replace(BEN, first_name="Tiger", last_name=""), 1),
    ],
)
def test_a_nickname_that_another_player_has_is_refused(other: Player, found: int) -> None:
    assert [each for each in problems(TIGER, other) if each[0] == "nickname-taken"] == [
        ("nickname-taken", "nickname")
    ] * found


def test_a_nickname_is_no_name_of_another_player() -> None:
    for nickname in ("Ben Circle", "circle BEN", "#3"):
        hidden = replace(BEN, public=PublicName.HIDDEN)
        assert problems(replace(TIGER, nickname=nickname), hidden) == [("nickname-taken", "nickname")]


@pytest.mark.parametrize(
    ("nickname", "code"),
    [("", "nickname-empty"), (" ", "nickname-empty"), ("a\u202eb", "control-character"), ("x" * 61, "too-long")],
)
def test_a_wrong_nickname_is_refused(nickname: str, code: str) -> None:
    assert problems(replace(TIGER, nickname=nickname)) == [(code, "nickname")]
