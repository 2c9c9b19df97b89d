"""What is typed into one cell is understood as a list is."""

import pytest

from tournament.event.player import Player
from tournament.event.player_import import with_typed
from tournament.event.player_import.lines import clean_cell
from tournament.language import ENGLISH

ADA = Player(1, "Ada", "Anything", "FR", "04000001", "Fleurs", "1")


@pytest.mark.parametrize(
    ("field", "typed", "understood"),
    [
        ("country", "Spain", "ES"),
        ("ema_number", "4000003", "04000003"),
        ("ema_number", "10-00 0005", "10000005"),
        ("first_name", "  Noël  ", "Noël"),
        ("club", "", ""),
    ],
)
def test_one_field_changes_and_no_other(field: str, typed: str, understood: str) -> None:
    changed = with_typed(ADA, field, typed)
    assert getattr(changed, field) == understood
    assert with_typed(changed, field, getattr(ADA, field)) == ADA


def cleaned(written, field="last_name"):
    text, told = clean_cell(written, field)
    return text, [ENGLISH.render(one.text) for one in told]


@pytest.mark.parametrize(
    ("written", "kept", "told"),
    [
        ("Spécimen", "Spécimen", []),
        ("DUPONT", "DUPONT", []),
        ("", "", []),
        ("   ", "", []),
        (" Spécimen ", "Spécimen", ["Last name: 2 spaces removed"]),
        ("Le  Gall", "Le Gall", ["Last name: one space removed"]),
        ("Le\u00a0Gall", "Le Gall", ["Last name: special spaces replaced by ordinary ones"]),
        ("Le\nGall", "Le Gall", ["Last name: special spaces replaced by ordinary ones"]),
        ("Spe\u0301cimen", "Spécimen", []),
        ("Spéci\u00admen\u200b", "Spécimen", ["Last name: 2 invisible characters removed"]),
        ("\ufeffSpécimen", "Spécimen", ["Last name: one invisible character removed"]),
        ("Spé\x07cimen", "Spécimen", ["Last name: one invisible character removed"]),
        ("Ｄｕｐｏｎｔ", "Dupont", ["Last name: full-width characters replaced by ordinary ones"]),
        ("-", "-", []),
        ("None", "None", []),
        (
            "Sp\ufffdcimen",
            "Sp\ufffdcimen",
            ["Last name: letters are missing from “Sp\ufffdcimen”: compare it with the list"],
        ),
        ("SpÃ©cimen", "SpÃ©cimen", ["Last name: “SpÃ©cimen” may be a spelling of “Spécimen”"]),
    ],
)
def test_clean(written, kept, told):
    assert cleaned(written) == (kept, told)


@pytest.mark.parametrize("written", ["-", "–", "?", "n/a", "N/A", "none", "Aucun", "#N/A"])
@pytest.mark.parametrize("field", ["country", "ema_number", "club", "team"])
def test_signs_for_nothing(written, field):
    text, told = cleaned(written, field)
    assert text == ""
    assert written in told[0]
    assert told[0].endswith("read as empty")


def test_zero_is_no_number_but_a_team():
    assert cleaned("0", "ema_number")[0] == ""
    assert cleaned("0", "team") == ("0", [])
