"""Remarks on players, which stop nothing."""

import pytest

from tournament.event.player import Player
from tournament.event.problem import Gravity
from tournament.event.remarks import player_remarks
from tournament.language import ENGLISH


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


def test_number_and_country_are_told():
    (remark,) = player_remarks(Player(1, "Réka", "Minta", "AT", "06000021"))
    assert ENGLISH.render(remark.text) == "The number belongs to HU, the country is AT"
