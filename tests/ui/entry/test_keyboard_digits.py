"""Digits of keyboards that have them above Shift; what a scanner types on them; expected values from their caps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.sheets.code import Scanned, read_code
from ui.entry.keyboard_digits import digit_place, digit_typed, scanned_readings, total_typed, unshifted

FRENCH = {"1": "&", "2": "é", "3": '"', "4": "'", "5": "(", "6": "-", "7": "è", "8": "_", "9": "ç", "0": "à"}
SCANNED = {
    "France": "AVM&QéB\"C'DM()à-",
    "Belgium": "AVM&QéB\"C'DM()à§",
    "Germany": "QVÖ1A2B3C4DÖ5ß06",
    "French Switzerland": "QVö1A2B3C4Dö5'06",
    "German Switzerland": "QVé1A2B3C4Dé5'06",
    "Canada": "QV:1A2B3C4D:5-06",
    "Italy": "QVç1A2B3C4Dç5'06",
    "Spain": "QVÑ1A2B3C4DÑ5'06",
    "United Kingdom": "QV:1A2B3C4D:5-06",
}
"""``QV:1A2B3C4D:5-06`` pressed on the keys of an American keyboard."""
WITH_VERSION = {"France": ")&à", "Belgium": ")&à", "Germany": "ß10", "Canada": "-10", "United Kingdom": "-10"}
"""``-10`` behind it; the other countries give their dash as an apostrophe."""


@pytest.mark.parametrize(("digit", "character"), FRENCH.items())
def test_a_french_key_without_shift_is_its_digit(digit: str, character: str) -> None:
    code = 9 + (int(digit) or 10)  # X11 counts the keys from 1 to 0 as 10 to 19
    assert digit_place("linux", code, 0) == digit
    assert digit_place("win32", code - 8, 0) == digit
    assert digit_typed(character, digit) == digit
    assert digit_typed(character, None) == digit


@pytest.mark.parametrize(
    ("code", "digit"), [(18, "1"), (23, "5"), (22, "6"), (26, "7"), (28, "8"), (25, "9"), (29, "0")]
)
def test_a_mac_identifies_keys_by_their_virtual_code(code: int, digit: str) -> None:
    assert digit_place("darwin", 0, code) == digit
    assert digit_place("darwin", 0, 0) is None


def test_czech_and_other_rows_are_read_by_their_place() -> None:
    assert [digit_typed(character, place) for character, place in zip("+ěščřžýáíé", "1234567890", strict=True)] == list(
        "1234567890"
    )


@pytest.mark.parametrize("character", ["'", "-", "é", "à"])
def test_the_same_characters_elsewhere_are_no_digits(character: str) -> None:
    assert digit_typed(character, "") == character


@given(st.sampled_from("ESWNODXTPGQesw0123456789"), st.sampled_from(["", None, "3"]))
def test_letters_and_digits_stay(character: str, place: str | None) -> None:
    assert digit_typed(character, place) == character


def test_the_minus_of_a_total_comes_first_and_a_french_six_behind() -> None:
    assert total_typed("-", "6", "") == "-"
    assert total_typed("-", "6", "-") == "6"
    assert total_typed("-", "6", "1") == "6"
    assert total_typed("-", "", "1") == "-"  # another key: refused in words
    assert total_typed("-", None, "1") == "-"
    assert total_typed("é", None, "-") == "2"


@pytest.mark.parametrize("country", SCANNED)
def test_a_code_is_read_from_a_scanner_on_any_keyboard(country: str) -> None:
    found = {code for text in scanned_readings(SCANNED[country]) if (code := read_code(text)) is not None}
    assert [(code.event, code.session, code.table) for code in found] == [("1A2B3C4D", 5, 6)]


@pytest.mark.parametrize("country", SCANNED)
def test_a_code_with_its_version_is_read_on_any_keyboard(country: str) -> None:
    scanned = SCANNED[country] + WITH_VERSION.get(country, "'10")
    found = {code for text in scanned_readings(scanned) if (code := read_code(text)) is not None}
    assert found == {Scanned("1A2B3C4D", 5, 6, 10)}


_AMERICAN = """1234567890-QV:AL"""
_FRENCH = """&é"'(-è_çà)AVMQL"""


@pytest.mark.parametrize("suffix", [":1A", ":2L"])
def test_the_code_of_a_blank_sheet_is_read_on_a_french_keyboard(suffix: str) -> None:
    code = f"QV:1A2A3A4A:5-06-10{suffix}"
    typed = code.translate(str.maketrans(_AMERICAN, _FRENCH))
    assert Scanned("1A2A3A4A", 5, 6, 10, int(suffix[1]), "A4" if suffix[2] == "A" else "LETTER") in {
        read_code(text) for text in scanned_readings(typed)
    }


@pytest.mark.parametrize("typed", ["5-07-12", "(-àè-&é", "(-07-12", "5ß07ß12", "5'07'12", "5)07)12", "5/07/12"])
def test_a_short_code_with_its_version_is_read(typed: str) -> None:
    codes = [code for text in scanned_readings(typed) if (code := read_code(text)) is not None]
    assert set(codes) == {Scanned("", 5, 7, 12)}


@pytest.mark.parametrize("typed", ["5-07", "(-àè", "(-07", "5ß07", "5'07", "5)07", "5/07"])
def test_a_short_code_is_read_whatever_its_dash_became(typed: str) -> None:
    codes = [code for text in scanned_readings(typed) if (code := read_code(text)) is not None]
    assert codes
    assert {(code.session, code.table) for code in codes} == {(5, 7)}


@given(st.integers(1, 999))
def test_a_number_typed_without_shift_is_that_number(number: int) -> None:
    typed = "".join(FRENCH[digit] for digit in str(number))
    assert unshifted(typed) == str(number)
    assert str(number) in scanned_readings(typed)


@given(st.text("0123456789", min_size=1).flatmap(lambda digits: st.just(digits + "-")))
def test_a_slip_behind_digits_is_no_other_number(typed: str) -> None:
    assert not any(text.isascii() and text.isdigit() for text in scanned_readings(typed))
