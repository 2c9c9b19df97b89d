"""Full names split in two."""

import pytest

from tournament.event.player_import.names import split_name


@pytest.mark.parametrize(
    ("full", "first", "last"),
    [
        ("Jean Dupont", "Jean", "Dupont"),
        ("DUPONT Jean", "Jean", "DUPONT"),
        ("Jean DUPONT", "Jean", "DUPONT"),
        ("Dupont, Jean", "Jean", "Dupont"),
        ("Dupont ,Jean Marie", "Jean Marie", "Dupont"),
        ("VAN DEN BERG Jan Piet", "Jan Piet", "VAN DEN BERG"),
        ("Siân O'BRIEN", "Siân", "O'BRIEN"),
        ("Jan van den Berg", "Jan", "van den Berg"),
        ("DUPONT J.", "J.", "DUPONT"),
        ("JEAN DUPONT", "JEAN", "DUPONT"),
        ("Jean LE Grand", "Jean", "LE Grand"),
        ("李 明", "李", "明"),
    ],
)
def test_split(full, first, last):
    assert split_name(full) == (first, last)


@pytest.mark.parametrize("full", ["", "Madonna", "Dupont,", ", Jean"])
def test_one_word_is_not_split(full):
    assert split_name(full) is None


def test_the_heading_may_say_that_the_last_name_is_first():
    assert split_name("Dupont Jean Marie", last_name_first=True) == ("Jean Marie", "Dupont")
    assert split_name("Jean DUPONT", last_name_first=True) == ("Jean", "DUPONT")
