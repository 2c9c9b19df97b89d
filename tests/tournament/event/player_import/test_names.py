"""Full names are split by what each shows, and by the order of the whole list."""

import pytest

from tournament.event.player_import.names import begins_with_last_name, split_name


def split(full, *, last_name_first=False):
    found = split_name(full, last_name_first=last_name_first)
    assert found is not None
    return found.first, found.last


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
        ("Jan van den BERG", "Jan", "van den BERG"),
        ("DUPONT J.", "J.", "DUPONT"),
        ("JEAN DUPONT", "JEAN", "DUPONT"),
        ("Jean LE Grand", "Jean", "LE Grand"),
        ("李 明", "李", "明"),
        ("Jean Marie Dupont", "Jean Marie", "Dupont"),
        ("John P. Bamboo", "John P.", "Bamboo"),
        ("Zwx Qrs Tuv", "Zwx", "Qrs Tuv"),
    ],
)
def test_split(full, first, last):
    assert split(full) == (first, last)


@pytest.mark.parametrize("full", ["", "Madonna", "Dupont,", ", Jean"])
def test_one_word_is_not_split(full):
    assert split_name(full) is None


@pytest.mark.parametrize(
    ("full", "first", "last"),
    [
        ("Dupont Jean Marie", "Jean Marie", "Dupont"),
        ("Jean DUPONT", "Jean", "DUPONT"),
        ("Garcia Lopez Maria", "Maria", "Garcia Lopez"),
        ("van den Berg Jan Piet", "Jan Piet", "van den Berg"),
        ("De La Cruz Xyzzy", "Xyzzy", "De La Cruz"),
        ("Zwx Qrs Tuv", "Qrs Tuv", "Zwx"),
        ("Bamboo Q.", "Q.", "Bamboo"),
    ],
)
def test_the_list_may_begin_with_the_last_name(full, first, last):
    assert split(full, last_name_first=True) == (first, last)


@pytest.mark.parametrize(
    ("full", "certain"), [("Ada Bamboo", True), ("Zwx Qrs Tuv", False), ("Jan van Qrs", True), ("Jean Marie Qrs", True)]
)
def test_a_split_of_three_words_may_be_uncertain(full, certain):
    found = split_name(full)
    assert found is not None
    assert found.certain is certain


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["DUPONT Jean", "Qrs Tuv"], True),
        (["Jean DUPONT", "Qrs Tuv"], False),
        (["Bambou Aline", "Cercle Bruno", "Dragon Zzyzx"], True),
        (["Aline Bambou", "Bruno Cercle", "Zzyzx Dragon"], False),
        (["ALINE BAMBOU", "BRUNO CERCLE"], False),
        (["van den Qrs Tuv", "Zwx Tuv"], True),
        (["Zwx van Tuv", "Zwx Tuv"], False),
        (["Bamboo J.", "Zwx Tuv"], True),
        (["Martin Thomas", "Bernard Simon"], None),
        (["Zwx Qrs"], None),
        (["Jean DUPONT", "DUPONT Jean"], None),
        (["Bamboo, Ada"], None),
        ([], None),
    ],
)
def test_the_order_of_the_list(names, order):
    assert begins_with_last_name(names) is order
