"""The form in which hands are typed, and the strict notation that it is converted to."""

import pytest
from hypothesis import given

from tests.strategies import hands
from tournament.hand.hand import Hand
from tournament.hand.notation import HandProblems, format_hand, parse
from tournament.hand.typed_notation import format_typed, strict


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("234m 23456s 88p !7s (234p) 1f", "[234p,1]234m23456s88p7s||1"),
        ("(432p) !7s 23456s 88p 234m f", "[234p,1]23456s88p234m7s||1"),
        ("!E E 123456789m (CCC)", "[CCC,1]E123456789mE"),
        ("11m 23!4m 99p [5555s] (4444p)", "[5555s][4444p,1]11m23m99p4m"),
        ("234m 23456s 88p !7s (234p,3)|NE0100", "[234p,3]234m23456s88p7s|NE0100"),
        ("234m 23456s 88p !7s 2f|NE0100", "234m23456s88p7s|NE0100|2"),
        ("23456s 88p !7s", "23456s88p7s"),
        ("🀈🀉🀊🀑🀒🀓🀔🀕🀠🀠!🀖(🀚🀛🀜)🀢", "[234p,1]234m23456s88p7s||1"),
        ("🀀🀁🀂🀃🀄🀅🀆", "ESWNCFP"),
        ("🀄️🀄︎ 1m🀈", "CC1m2m"),
        ("!🀇🀏🀐🀘🀙🀡", "9m19s19p1m"),
        ("[🀆🀆🀆🀆]🀩🀢", "[PPPP]||2"),
    ],
)
def test_a_typed_form_stands_for_the_strict_one(typed: str, wanted: str) -> None:
    assert strict(typed).text == wanted


@given(hands)
def test_a_hand_in_the_tiles_of_unicode_is_that_hand(hand: Hand) -> None:
    text = format_hand(hand)
    body, bar, rest = text.partition("|")
    assert parse(strict(_pictured(body) + bar + rest).text) == hand


def _pictured(notation: str) -> str:
    """Every tile of ``notation`` as the character of Unicode: winds, dragons, characters, bamboos, dots in a row."""
    pictures = {letter: chr(0x1F000 + index) for index, letter in enumerate("ESWNCFP")}
    written, digits = "", ""
    inside = False  # behind the comma of a bracket: the number of who gave the tile
    for character in notation:
        inside = character == "," or (inside and character != "]")
        if character.isdigit() and not inside:
            digits += character
        elif character in "msp":
            written += "".join(chr(0x1F006 + 9 * "msp".index(character) + int(digit)) for digit in digits)
            digits = ""
        else:
            written += pictures.get(character, character)
    return written


@given(hands)
def test_the_strict_notation_stands_for_itself(hand: Hand) -> None:
    text = format_hand(hand)
    assert strict(text).text == text


@given(hands)
def test_written_loosely_a_hand_keeps_its_tiles(hand: Hand) -> None:
    back = parse(strict(format_typed(hand)).text)
    assert (back.concealed, back.winning, back.flowers) == (hand.concealed, hand.winning, hand.flowers)
    assert sorted((m.kind, m.tile) for m in back.melds) == sorted((m.kind, m.tile) for m in hand.melds)


@pytest.mark.parametrize(
    ("typed", "code", "column"),
    [
        ("234m 2345x 88p", "unknown-letter", 10),
        ("!7s !8s 234m", "unknown-letter", 5),
        ("1f 2f 234m", "unknown-letter", 5),
        ("(245m) 11p", "not-a-set", 1),
        ("234m !", "unknown-letter", 6),
        ("123m 9f", "flowers", 7),
        ("123m (23", "unclosed-bracket", 6),
        ("🀇🀈🀉 🀫", "unknown-letter", 5),
        ("🀇🀈🀉🀊x", "unknown-letter", 5),
    ],
)
def test_a_fault_is_reported_at_its_place_in_the_typed_text(typed: str, code: str, column: int) -> None:
    read = strict(typed)
    with pytest.raises(HandProblems) as caught:
        parse(read.text)
    assert (code, column) in [(problem.code, read.column(problem.column)) for problem in caught.value.problems]


def test_the_winning_tile_is_known_once_it_is_marked() -> None:
    assert strict("23!4m").winning_named
    assert not strict("23!4").winning_named
    assert not strict("234m").winning_named
