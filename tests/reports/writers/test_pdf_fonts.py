"""Text on paper: every sign is printed by some font, and what is cut or wrapped fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.writers.pdf.fonts import BOX, FALLBACK, Weight, cut, runs, width, wrap

NAMES = st.text(st.characters(codec="utf-8") | st.sampled_from(" -ŁŻóćĐș麻将é"), max_size=80)


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("text", ["Łukasz Żółć", "Đorđe", "Ștefan Řehoř", "14⅓ −7 ⁵⁄₁₂", "▲ 2 ▽ 1 –"])
def test_one_font_prints_european_names_and_numbers(text: str, weight: Weight) -> None:
    assert runs(text, weight) == ((weight.value, text),)


def test_chinese_falls_back_run_by_run() -> None:
    regular = Weight.REGULAR.value
    assert runs("Li 麻将 Wu", Weight.REGULAR) == ((regular, "Li "), (FALLBACK, "麻将"), (regular, " Wu"))


def test_what_no_font_has_becomes_a_box() -> None:
    assert runs("a😀b", Weight.BOLD) == ((Weight.BOLD.value, f"a{BOX}b"),)


def test_letters_and_loose_accents_are_joined_and_marks_of_direction_left_out() -> None:
    assert runs("Rene\u0301\u200f", Weight.REGULAR) == ((Weight.REGULAR.value, "René"),)


def test_figures_are_tabular_and_words_are_not() -> None:
    digits = {width(digit, Weight.REGULAR, 10) for digit in "0123456789+−"}
    assert len(digits) == 1
    assert width("-", Weight.REGULAR, 10) < digits.pop()


@given(NAMES)
def test_any_text_can_be_measured_and_has_only_known_signs(text: str) -> None:
    assert width(text, Weight.MEDIUM, 8) >= 0


@given(NAMES, st.floats(20, 300))
def test_cut_text_fits(text: str, room: float) -> None:
    made = cut(text, Weight.MEDIUM, 8.6, room)
    assert width(made, Weight.MEDIUM, 8.6) <= room
    assert made == text or made.endswith("…")


@given(NAMES, st.floats(20, 300), st.integers(1, 4))
def test_wrapped_text_fits_and_loses_nothing_before_the_last_line(text: str, room: float, lines: int) -> None:
    made = wrap(text, Weight.MEDIUM, 8.6, room, lines=lines)
    assert 1 <= len(made) <= lines
    assert all(width(line, Weight.MEDIUM, 8.6) <= room for line in made)


def test_names_break_at_spaces_and_hyphens() -> None:
    room = width("Marie-Bérengère", Weight.MEDIUM, 8.6) + 1
    assert wrap("Marie-Bérengère Exemple", Weight.MEDIUM, 8.6, room, lines=2) == ("Marie-Bérengère", "Exemple")
    room = width("Musterhausen-", Weight.MEDIUM, 8.6) + 1
    assert wrap("Musterhausen-Beispiel", Weight.MEDIUM, 8.6, room, lines=2) == ("Musterhausen-", "Beispiel")


def test_the_last_line_tells_that_something_is_missing() -> None:
    made = wrap("one two three four five six seven", Weight.REGULAR, 8.6, 40, lines=2)
    assert len(made) == 2
    assert made[-1].endswith("…")


def test_chinese_breaks_between_characters_but_not_before_a_closing_sign() -> None:
    room = width("第一局之后的排名", Weight.MEDIUM, 8.6) + 1
    assert wrap("第一局之后的排名，暂定", Weight.MEDIUM, 8.6, room, lines=2) == ("第一局之后的排", "名，暂定")
    assert wrap("3 桌第一局之后的排名", Weight.MEDIUM, 8.6, room, lines=2) == ("3 桌第一局之后的", "排名")
