"""Which names of desks people would take for one another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.server.desk_names import look_alike


@pytest.mark.parametrize(
    "other",
    [
        "Anna 10",
        "anna 10",
        "ANNA 10",
        "Ａｎｎａ　１０",
        "Аnnа 10",
        "АННА 10".replace("Н", "N"),
        "ANNΑ 10",
        "αnnα 10",
        "Anna lO",
        "Anna Io",
        "Anna |0",
        "Anna\u00a010",
        "Anna\u2003 10",
        " Anna 10 ",
        "An\u200bna 10",
        "An\u00adna 10",
        "An\u034fna 10",
        "Anna\u3164 10",
        "Anna\ufe0f 10",
        "Anna \U000e01001\u20600",
        "𝐀𝐧𝐧𝐚 10",
        "Anna\u2800 10",
    ],
)
def test_a_name_that_looks_like_another_is_found(other: str) -> None:
    assert look_alike("Anna 10", other)
    assert look_alike(other, "Anna 10")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Вера", "Bepa"),
        ("Вера", "вера"),
        ("Вера", "BEPA"),
        ("Νίκος", "νίκος"),
        ("Ida", "lda"),
        ("Ida", "IDA"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Ёлка", "Ë\u043bка"),
        ("ıda", "ida"),
        ("Straße", "STRASSE"),
        ("麻将\u3000一", "麻将 一"),
        ("Tables 1\u20138", "Tables 1-8"),
    ],
)
def test_two_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("north", "south"),
        ("north", "north (2)"),
        ("Tables 1–8", "Tables 9–16"),
        ("Table 1", "Table 11"),
        ("Zoé", "Zoe"),
        ("ab", "a b"),
        ("麻将一", "麻将二"),
        ("Вера", "Vera"),
        ("Νίκος", "Nikos"),
        ("Hall", "Hail"),
        ("主机", "主機"),
    ],
)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert not look_alike(one, other)


@given(st.text(max_size=8))
def test_a_name_looks_like_itself_in_other_letters_of_the_same_shape(name: str) -> None:
    assert look_alike(name, name)
    assert look_alike(name, f" {name}\u200b")
    assert look_alike(name, name.replace("o", "о").replace("a", "а").replace("A", "Α"))
