"""Words that run from right to left keep to themselves in a sentence for readers, and are plain in data."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.language import (
    ENGLISH,
    LANGUAGES,
    Language,
    amount_text,
    average_text,
    bilingual,
    exact_text,
    fraction_text,
    integer_text,
    language_of,
    listed,
    mark,
    mark_count,
    mark_in,
    signed_text,
    system_language,
    verbatim,
    without_isolates,
)
from tournament.rules.table_points import match_points

HEBREW, ARABIC = "יעקב כהן", "محمد 12"
SENTENCE = mark("{winner}, {source}", winner=HEBREW, source=mark("from {player}", player=ARABIC))
EVERY = (*LANGUAGES, bilingual(LANGUAGES[2], ENGLISH))


@pytest.mark.parametrize("language", EVERY, ids=lambda language: language.name)
def test_each_such_value_is_isolated_for_readers_alone(language: Language) -> None:
    shown = language.for_readers.render(SENTENCE)
    assert shown.count(f"\u2068{HEBREW}\u2069") == shown.count(f"\u2068{ARABIC}\u2069") == len(language.each)
    assert shown.count("\u2068") == shown.count("\u2069") == 2 * len(language.each)
    plain = language.render(SENTENCE)
    assert "\u2068" not in plain
    assert without_isolates(shown) == plain


def test_what_runs_from_left_to_right_and_what_stands_alone_is_left_as_it_is() -> None:
    readers = ENGLISH.for_readers
    text = mark("{winner}, {source}", winner="Zoë 麻将", source=mark("from {player}", player="Łukasz"))
    assert readers.render(text) == ENGLISH.render(text)
    assert readers.render(HEBREW) == readers.render(verbatim(HEBREW)) == HEBREW


def test_names_in_a_list_and_words_in_a_message_are_isolated() -> None:
    shown = ENGLISH.for_readers.render(listed([HEBREW, "Ada", verbatim(ARABIC)]))
    assert shown == f"\u2068{HEBREW}\u2069, Ada, \u2068{ARABIC}\u2069"


FRENCH = language_of("fr")


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(14), "14"),
        (Fraction(43, 3), "14⅓"),
        (Fraction(1, 2), "½"),
        (Fraction(1, 6), "⅙"),
        (Fraction(11, 6), "1⅚"),
        (Fraction(3, 4), "¾"),
        (Fraction(49, 12), "4 1⁄12"),
        (Fraction(5, 12), "5⁄12"),
        (Fraction(-3, 2), "−1½"),
        (7, "7"),
    ],
)
def test_fractions_are_never_rounded(number, shown):
    assert fraction_text(number) == shown


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (Fraction(481, 18), "26.7", "26,7"),
        (Fraction(26), "26.0", "26,0"),
        (Fraction(1, 20), "0.1", "0,1"),
        (Fraction(1999, 200), "10.0", "10,0"),
        (Fraction(-5, 4), "−1.3", "−1,3"),
        (Fraction(-1, 100), "0.0", "0,0"),
    ],
)
def test_an_average_has_one_decimal(number, english, french):
    assert (average_text(number, "en"), average_text(number, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("amount", "english", "french"),
    [
        (150, "150", "150"),
        (0, "0", "0"),
        (Fraction(301, 2), "150.50", "150,50"),
        (Fraction(-1, 4), "−0.25", "−0,25"),
        (Fraction(705, 100), "7.05", "7,05"),
    ],
)
def test_money_has_two_decimals_or_none(amount, english, french):
    assert (amount_text(amount, "en"), amount_text(amount, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (4, "4"),
        (Fraction(13, 2), "13/2"),
        (Fraction(49, 4), "49/4"),
        (Fraction(7, 3), "7/3"),
        (Fraction(-707, 100), "-7.07"),
    ],
)
def test_exact_text_has_decimals_for_hundredths_alone(number, text):
    assert exact_text(number) == text


@given(st.fractions(max_denominator=12))
def test_exact_text_reads_back(number):
    assert Fraction(exact_text(number)) == number


def test_minus_is_a_minus():
    assert (integer_text(-12), integer_text(12), signed_text(12), signed_text(-12), signed_text(0)) == (
        "−12",
        "12",
        "+12",
        "−12",
        "0",
    )


def test_values_are_filled_in_their_own_way():
    text = mark("{who}: {points} on {day}", who="{evil} <b>", points=-3, day=date(2026, 6, 13))
    assert ENGLISH.render(text) == "{evil} <b>: −3 on 13 June 2026"
    assert ENGLISH.render(mark("{a} {b}", a=Fraction(3, 2), b=mark("East"))) == "1½ East"
    assert (
        ENGLISH.render(mark("{flag} {when}", flag=True, when=datetime(2026, 6, 13, 14, 2, tzinfo=UTC)))
        == "True 13 June 2026, 14:02"
    )


def test_plain_words_are_not_translated():
    assert FRENCH.render("East") == "East"
    assert FRENCH.render(verbatim("East {x}")) == "East {x}"
    assert FRENCH.render(mark("East")) == "Est"


def test_a_wind_has_its_letter_in_each_language():
    assert [FRENCH.render(mark_in("wind", letter)) for letter in "ESWN"] == ["E", "S", "O", "N"]


def test_counts_choose_their_form():
    said = [mark_count("{count} player", "{count} players", count) for count in (0, 1, 2)]
    assert [ENGLISH.render(text) for text in said] == ["0 players", "1 player", "2 players"]
    assert [FRENCH.render(text) for text in said] == ["0 joueur", "1 joueur", "2 joueurs"]


def test_languages_by_code(monkeypatch):
    assert [language_of(code).code for code in ("fr_FR", "fr-CA", "zh_CN", "de", "")] == ["fr", "fr", "zh", "en", "en"]
    assert [language.code for language in LANGUAGES] == ["en", "fr", "zh"]
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert system_language() is FRENCH
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert system_language() is ENGLISH


def test_a_moment_in_words():
    moment = datetime(2026, 6, 13, 14, 2, tzinfo=UTC)
    assert (ENGLISH.moment(moment), FRENCH.moment(moment), language_of("zh").moment(moment)) == (
        "13 June 2026, 14:02",
        "13 juin 2026, 14:02",
        "2026年6月13日 14:02",
    )


def test_dates_in_words():
    day = date(2026, 6, 13)
    assert (ENGLISH.date(day), FRENCH.date(day), language_of("zh").date(day)) == (
        "13 June 2026",
        "13 juin 2026",
        "2026年6月13日",
    )


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("French_France.1252", FRENCH),
        ("English_United Kingdom.1252", ENGLISH),
        ("Chinese (Simplified)_China.936", language_of("zh")),
        ("Chinese (Traditional)_Taiwan.950", language_of("zh")),
        ("zh-CN", language_of("zh")),  # locale.getlocale() refuses these two
        ("fr-FR.UTF-8", FRENCH),
        ("fr_FR", FRENCH),
        ("C", ENGLISH),
    ],
)
def test_the_language_of_windows(monkeypatch, name, language):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("locale.setlocale", lambda _category: name)
    assert system_language() is language


@pytest.mark.parametrize(
    ("code", "expected"), [("en", "Ada, 2, drawn"), ("fr", "Ada, 2, tirée"), ("zh", "Ada、2、自摸")]
)
def test_several_are_parted_as_the_language_does(code: str, expected: str) -> None:
    parts = ("Ada", 2, mark_in("wait", "drawn"))
    language = language_of(code)
    assert language.render(listed(parts)) == expected
    assert language.render(mark("{names}", names=parts)) == expected


def test_match_points_are_decimals_and_shared_places_fractions() -> None:
    """√150 is 12.247, which the World Series rounds to 12.25: it is no share of a place, and not written as 12¼."""
    assert [fraction_text(match_points(score)) for score in (150, 144, -156, 50)] == ["12.25", "12", "−12.49", "7.07"]
    assert fraction_text(match_points(150), "fr") == "12,25"
    assert fraction_text(Fraction(49, 4)) == "12¼"
    assert exact_text(match_points(150)) == exact_text(Fraction(49, 4)), "files keep their numbers"
