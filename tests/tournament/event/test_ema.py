"""EMA numbers as spreadsheets and people leave them. Prefixes: European Mahjong Association."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.ema import EmaReading, association, player_remarks, read_ema_number
from tournament.event.player import Player
from tournament.event.problem import Gravity
from tournament.language import ENGLISH


@pytest.mark.parametrize(
    ("prefix", "country"),
    [
        ("01", "AT"), ("02", "BE"), ("03", "DK"), ("04", "FR"), ("05", "DE"), ("06", "HU"), ("07", "IT"), ("08", "NL"),
        ("09", "SE"), ("10", "ES"), ("11", "GB"), ("12", "PT"), ("14", "FI"), ("15", "RU"), ("16", "CH"), ("17", "SK"),
        ("19", "PL"), ("24", ""), ("00", None), ("13", None), ("18", None), ("99", None),
    ],
)  # fmt: skip
def test_the_first_two_digits_are_the_association(prefix, country):
    assert association(f"{prefix}000001") == country


@pytest.mark.parametrize("odd", ["", "4000001", "040000012", "0400000x", "０４０００００１"])
def test_an_odd_number_has_no_association(odd):
    assert association(odd) is None


@pytest.mark.parametrize(
    ("written", "kept", "reading"),
    [
        ("", "", EmaReading.AS_WRITTEN),
        ("04000001", "04000001", EmaReading.AS_WRITTEN),
        ("4000001", "04000001", EmaReading.ZERO_RESTORED),
        ("4000001.0", "04000001", EmaReading.ZERO_RESTORED),
        ("4 000 001", "04000001", EmaReading.ZERO_RESTORED),
        ("4.000001E+06", "04000001", EmaReading.ZERO_RESTORED),
        ("1.0000013E+07", "10000013", EmaReading.CLEANED),
        ("10000013,00", "10000013", EmaReading.CLEANED),
        ("04-000001", "04000001", EmaReading.CLEANED),
        ("EMA n° 04.000.001", "04000001", EmaReading.CLEANED),
        ("'04000001", "04000001", EmaReading.CLEANED),
        ('="04000001"', "04000001", EmaReading.CLEANED),
        ("０４０００００１", "04000001", EmaReading.CLEANED),
        ("4.00E+06", "4.00E+06", EmaReading.DIGITS_LOST),
        ("4,00E+06", "4,00E+06", EmaReading.DIGITS_LOST),
        ("0400001", "0400001", EmaReading.ODD),
        ("123456", "123456", EmaReading.ODD),
        ("-", "-", EmaReading.NO_MEMBER),
        ("not a member", "-", EmaReading.NO_MEMBER),
        ("Non-membre", "-", EmaReading.NO_MEMBER),
        ("040000012", "040000012", EmaReading.ODD),
        ("pending", "pending", EmaReading.ODD),
        ("04O00001", "04O00001", EmaReading.ODD),
    ],
)
def test_what_is_restored_and_what_is_not(written, kept, reading):
    assert read_ema_number(written) == (kept, reading)


@given(st.text(max_size=30))
def test_only_eight_digits_or_the_text_itself_come_out(written):
    text, reading = read_ema_number(written)
    if reading in (EmaReading.CLEANED, EmaReading.ZERO_RESTORED):
        assert len(text) == 8
        assert set(text) <= set("0123456789")
    else:
        assert text == written


@pytest.mark.parametrize(
    ("country", "number", "codes"),
    [
        ("FR", "04000001", []),
        ("HU", "24000001", []),
        ("GB", "11000016", []),
        ("", "10000013", ["no-country"]),
        ("CZ", "", ["no-ema-number"]),
        ("", "", ["no-country", "no-ema-number"]),
        ("Narnia", "04000001", ["odd-country"]),
        ("AT", "06000021", ["number-country"]),
        ("FR", "99000001", ["prefix-unknown"]),
        ("FR", "pending", ["odd-ema-number"]),
    ],
)
def test_remarks(country, number, codes):
    remarks = player_remarks(Player(1, "Réka", "Minta", country, number))
    assert [remark.code for remark in remarks] == codes
    assert {remark.gravity for remark in remarks} <= {Gravity.REMARK}


def test_number_and_country_are_reported():
    (remark,) = player_remarks(Player(1, "Réka", "Minta", "AT", "06000021"))
    assert ENGLISH.render(remark.text) == "The number belongs to HU, the country is AT"
