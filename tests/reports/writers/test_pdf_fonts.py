"""Text on paper: every sign is printed by some font, and what is cut or wrapped fits."""

import re

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from reports.writers.pdf.bidi import in_visual_order
from reports.writers.pdf.fonts import (
    BOX,
    FALLBACK,
    Run,
    Weight,
    clusters,
    cut,
    em_width,
    fitted_lines,
    fitting,
    runs,
    shaped,
    width,
    wrap,
)
from tournament.language import LANGUAGES, Language, listed
from tournament.language.languages import FIRST_STRONG_ISOLATE, POP_ISOLATE

NAMES = st.text(st.characters(codec="utf-8") | st.sampled_from(" -ŁŻóćĐș麻将é김محमिी्"), max_size=80)


SCRIPTS = {
    "Arabic": "محمد العربي",
    "Persian, with a joiner": "علی\u200cرضا حسینی",
    "Hebrew": "יעקב כהן",
    "Devanagari": "क्षितिज ज्ञानेश्वर",
    "Bengali": "খালেদ মুশাররফ",
    "Tamil": "வேலு நாச்சியார்",
    "Thai": "ฐิติพร ญาณวุฒิ",
    "Korean": "김민수 뷁",
    "Japanese": "さくら 榊原",
    "Chinese": "李喆 王珺 祎 堃 麻將",
    "Greek": "Αλέξανδρος Παπαδόπουλος",
    "Cyrillic": "Дмитрий Ївга Ћирић",
    "Vietnamese": "Nguyễn Thị Ánh Đặng",
    "Armenian and Georgian": "Գևորգ მარიამ",
    "emoji": "😀 👨\u200d👩\u200d👧 🇫🇷 ❤\ufe0f 👍🏽 🀄",
}


def drawn_at(text: str) -> list[tuple[str, float, float]]:
    """What each glyph says, and where it is drawn, from left to right in ems."""
    place, found = 0.0, []
    for run in shaped(text, Weight.REGULAR):
        for glyph in run.glyphs:
            found.append((glyph.text, round(place + glyph.across, 3), glyph.up))
            place += glyph.advance
    return found


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("text", ["Łukasz Żółć", "Đorđe", "Ștefan Řehoř", "14⅓ −7 ⁵⁄₁₂", "▲ 2 ▽ 1 –"])
def test_one_font_prints_european_names_and_numbers(text: str, weight: Weight) -> None:
    assert runs(text, weight) == (Run(weight.value, text),)


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_every_script_of_a_name_is_printed_by_some_font(text: str) -> None:
    made = runs(text, Weight.REGULAR)
    assert BOX not in "".join(run.text for run in made)
    assert all(glyph.number for run in shaped(text, Weight.REGULAR) for glyph in run.glyphs)


@pytest.mark.parametrize(
    ("weight", "chinese"),
    [
        (Weight.REGULAR, "NotoSansSC-Regular"),
        (Weight.MEDIUM, "NotoSansSC-Regular"),
        (Weight.SEMIBOLD, "NotoSansSC-Bold"),
        (Weight.BOLD, "NotoSansSC-Bold"),
    ],
)
def test_chinese_is_as_heavy_as_the_latin_around_it(weight: Weight, chinese: str) -> None:
    latin = weight.value
    assert runs("Li 麻将 Wu", weight) == (Run(latin, "Li "), Run(chinese, "麻将"), Run(latin, " Wu"))


def test_a_rare_character_falls_back_alone() -> None:
    assert runs("王丼", Weight.BOLD) == (Run("NotoSansSC-Bold", "王"), Run(FALLBACK, "丼"))


def test_what_no_font_has_becomes_a_box() -> None:
    assert runs("a\U00010a00b", Weight.BOLD) == (Run(Weight.BOLD.value, f"a{BOX}b"),)


def test_letters_and_loose_accents_are_joined_and_marks_of_direction_left_out() -> None:
    assert runs("Rene\u0301\u200f", Weight.REGULAR) == (Run(Weight.REGULAR.value, "René"),)


def test_an_accent_without_a_composed_character_is_drawn_over_its_letter() -> None:
    (base, accent) = drawn_at("ọ\u0301")  # Yoruba
    assert base[1] == 0 < accent[1] + 0.5 < 1
    assert accent[1] < em_width("ọ", Weight.REGULAR)
    assert em_width("ọ\u0301", Weight.REGULAR) == em_width("ọ", Weight.REGULAR)


def test_arabic_letters_join_and_run_from_right_to_left() -> None:
    glyphs = [glyph for run in shaped("محمد", Weight.REGULAR) for glyph in run.glyphs]
    assert [glyph.text for glyph in glyphs] == ["د", "م", "ح", "م"]
    assert len({glyph.number for glyph in glyphs}) == 4  # the same letter at the beginning is another than inside


def test_a_number_in_arabic_runs_from_left_to_right_and_brackets_turn() -> None:
    assert [run.text for run in runs("כהן (12)", Weight.REGULAR)] == ["(", "12", ")", "כהן "]


def test_arabic_in_a_latin_line_is_turned_alone() -> None:
    assert [text for text, _, _ in drawn_at("a אב b")] == ["a", " ", "ב", "א", " ", "b"]


def test_devanagari_is_reordered_and_joined() -> None:
    glyphs = [glyph for run in shaped("क्षि", Weight.REGULAR) for glyph in run.glyphs]
    assert len(glyphs) == 2  # the vowel first, then one sign of two consonants
    assert "".join(glyph.text for glyph in glyphs) == "क्षि"


def test_a_family_or_a_flag_is_one_emoji() -> None:
    for text in ("👨\u200d👩\u200d👧", "🇫🇷", "👍🏽"):
        assert sum(len(run.glyphs) for run in shaped(text, Weight.REGULAR)) == 1, text


@pytest.mark.parametrize("text", ["क्षितिज", "ฐิติพร", "👨\u200d👩\u200d👧🇫🇷🇯🇵", "ọ\u0301ọ\u0301"])
def test_nothing_that_a_reader_sees_as_one_sign_is_cut(text: str) -> None:
    whole = list(clusters(text))
    for room in range(8, 60, 2):
        made = cut(text, Weight.REGULAR, 9, room)
        kept = made.removesuffix("…")
        assert "".join(whole).startswith(kept)
        assert kept in {"".join(whole[:number]) for number in range(len(whole) + 1)}


@given(st.text("abc אבגد٣٤12 ,.-+%", max_size=24))
def test_the_order_on_paper_is_that_of_the_published_algorithm(text: str) -> None:
    level = 1 if not re.search("[abc]", text) and re.search("[אבגد]", text) else 0
    shown = "".join(text[index] for index, _ in in_visual_order(text))
    assert shown == get_display(text, base_dir="RL"[not level])


@given(st.text(f"ab אבג٣1 ,(+{FIRST_STRONG_ISOLATE}{POP_ISOLATE}", max_size=24))
def test_isolates_are_put_in_order_as_the_published_algorithm_does(text: str) -> None:
    sentence = f"a {FIRST_STRONG_ISOLATE}{text}"
    shown = "".join(sentence[index] for index, _ in in_visual_order(sentence))
    assert shown == get_display(sentence, base_dir="L")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.code)
def test_names_of_both_directions_stay_in_the_order_of_the_sentence(language: Language) -> None:
    sentence = language.for_readers.render(listed(["יעקב 1", "محمد", "Ada", "כהן"]))
    drawn = "".join(text for text, _, _ in drawn_at(sentence))
    assert re.split("[,、] ?", drawn) == ["1 בקעי", "دمحم", "Ada", "ןהכ"]


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


@pytest.mark.parametrize("name", ["Ada -Bamboo", "อดา -Bamboo"])
def test_no_line_ends_with_the_hyphen_that_begins_a_word(name: str) -> None:
    first, _ = name.split()
    room = width(f"{first} -B", Weight.MEDIUM, 8.6)
    assert wrap(name, Weight.MEDIUM, 8.6, max(room, width("-Bamboo", Weight.MEDIUM, 8.6)), lines=2) == (
        first,
        "-Bamboo",
    )


def test_no_line_is_the_hyphen_alone_before_which_there_was_no_room() -> None:
    text, room = "Musterhausen-Beispielstadt", width("Musterhausen", Weight.MEDIUM, 8.6) + 0.1
    made = wrap(text, Weight.MEDIUM, 8.6, room, lines=9)
    assert made[0] == "Musterhausen"
    assert "-" not in made
    assert "".join(made) == text


@pytest.mark.parametrize(("name", "room", "expected"), [
    ("Ada Bamboo", 200.0, (40.0, ("Ada", "Bamboo"))),
    ("Anna-Maria Musterhausen", 265.0, (36.0, ("Anna-Maria", "Musterhausen"))),
    ("Anna-Maria Musterhausen-Beispielstadt", 265.0, (34.0, ("Anna-Maria", "Musterhausen-", "Beispielstadt"))),
])  # fmt: skip
def test_a_long_name_is_broken_at_its_hyphens_rather_than_set_in_small_type(
    name: str, room: float, expected: tuple[float, tuple[str, ...]]
) -> None:
    sizes = [float(size) for size in range(40, 6, -2)]
    assert fitted_lines(name.split(" "), Weight.BOLD, sizes, room, readable=28.0) == expected


@given(st.text(st.sampled_from("abcdeé"), min_size=60, max_size=120))
def test_a_word_that_no_size_helps_is_broken_between_letters_and_stays_readable(word: str) -> None:
    sizes = [float(size) for size in range(40, 6, -2)]
    size, lines = fitted_lines((word,), Weight.BOLD, sizes, 250.0, readable=28.0)
    assert size == 28.0
    assert "".join(lines) == word


def test_the_last_line_shows_that_text_was_cut_off() -> None:
    made = wrap("one two three four five six seven", Weight.REGULAR, 8.6, 40, lines=2)
    assert len(made) == 2
    assert made[-1].endswith("…")


def test_chinese_breaks_between_characters_but_not_before_a_closing_sign() -> None:
    room = width("第一局之后的排名", Weight.MEDIUM, 8.6) + 1
    assert wrap("第一局之后的排名，暂定", Weight.MEDIUM, 8.6, room, lines=2) == ("第一局之后的排", "名，暂定")
    assert wrap("3 桌第一局之后的排名", Weight.MEDIUM, 8.6, room, lines=2) == ("3 桌第一局之后的", "排名")


@pytest.mark.parametrize(("text", "parts"), [
    ("abc", ["a", "b", "c"]),
    ("क्षक", ["क्ष", "क"]),  # a virama joins two letters
    ("e\u0301e", ["e\u0301", "e"]),
    ("👍🏽👍", ["👍🏽", "👍"]),
    ("🇫🇷🇨🇭", ["🇫🇷", "🇨🇭"]),
    ("", []),
])  # fmt: skip
def test_what_belongs_together_is_one_cluster(text: str, parts: list[str]) -> None:
    assert list(clusters(text)) == parts


@pytest.mark.parametrize("text", ["1", "12345", "Maximilienne-Bérengère", ""])
def test_the_fitting_size_is_the_largest_between_its_bounds(text: str) -> None:
    wide = em_width(text, Weight.BOLD)
    for size, least, room in ((250.0, 0.0, 515.0), (12.0, 7.0, 100.0), (12.0, 0.0, 2.0)):
        made = fitting(text, Weight.BOLD, size, room, least=least)
        assert least <= made <= size
        assert made in (least, size) or made * wide == pytest.approx(room)
        assert made == least or made * wide <= room + 1e-9
        assert made == size or size * wide > room
