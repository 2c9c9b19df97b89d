"""Words that run from right to left keep to themselves in a sentence for readers, and are plain in data."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.money import Amount
from tournament.language import (
    ENGLISH,
    LANGUAGES,
    Average,
    Days,
    Language,
    amount_text,
    apart_parts,
    average_text,
    bilingual,
    common_parts,
    exact_text,
    fraction_parts,
    fraction_text,
    integer_text,
    isolated,
    joined,
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
        (Fraction(1, 3), "⅓"),
        (Fraction(2, 3), "⅔"),
        (Fraction(1, 4), "¼"),
        (Fraction(1, 6), "⅙"),
        (Fraction(5, 6), "⅚"),
        (Fraction(11, 6), "1⅚"),
        (Fraction(3, 4), "¾"),
        (Fraction(49, 12), "4 1⁄12"),
        (Fraction(5, 12), "5⁄12"),
        (Fraction(-5, 12), "−5⁄12"),
        (Fraction(-49, 12), "−4 1⁄12"),
        (Fraction(-3, 2), "−1½"),
        (Fraction(-1, 3), "−⅓"),
        (7, "7"),
        (-7, "−7"),
        (Fraction(1, 100), "0.01"),
        (Fraction(-707, 100), "−7.07"),
        (Fraction(6, 5), "1.20"),
        (Fraction(1, 8), "1⁄8"),
    ],
)
def test_fractions_are_never_rounded(number, shown):
    assert fraction_text(number) == shown


@pytest.mark.parametrize(
    ("number", "whole", "rest"),
    [
        (Fraction(43, 3), "14", "⅓"),
        (Fraction(-43, 3), "−14", "⅓"),
        (Fraction(1, 2), "", "½"),
        (Fraction(-1, 2), "−", "½"),
        (Fraction(7), "7", ""),
        (Fraction(-7), "−7", ""),
        (0, "0", ""),
        (Fraction(5, 12), "", "5⁄12"),
        (Fraction(707, 100), "7", ".07"),
        (Fraction(-7, 100), "−0", ".07"),
        (Amount(49, 4), "12", ".25"),
        (Amount(-1, 2), "−0", ".50"),
    ],
)
def test_the_whole_numbers_of_a_column_stand_in_line(number: Fraction | int, whole: str, rest: str) -> None:
    assert fraction_parts(number) == (whole, rest)
    assert fraction_parts(number, "fr") == (whole, rest.replace(".", ","))


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
        (Fraction(99, 100), "0.99", "0,99"),
        (-150, "−150", "−150"),
        (Amount(150), "150.00", "150,00"),
        (Amount(0), "0.00", "0,00"),
        (Amount(-301, 2), "−150.50", "−150,50"),
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
        (Fraction(1, 2), "1/2"),
        (Fraction(5, 12), "5/12"),
        (Fraction(6, 5), "1.20"),
        (-4, "-4"),
        (Amount(49, 4), "12.25"),
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


def test_a_change_has_its_sign_whether_it_is_whole_or_not():
    said = [signed_text(number) for number in (1, -1, Fraction(43, 3), Fraction(-43, 3), Fraction(12), Fraction(1, 2))]
    assert said == ["+1", "−1", "+14⅓", "−14⅓", "+12", "+½"]


def test_an_average_in_a_message_is_written_as_its_language_does():
    text = mark("{value} points", value=Average(Fraction(481, 18)))
    assert (ENGLISH.render(text), FRENCH.render(mark("{value}", value=Average(Fraction(1, 2))))) == (
        "26.7 points",
        "0,5",
    )


def test_values_are_filled_in_their_own_way():
    text = mark("{who}: {points} on {day}", who="{evil} <b>", points=-3, day=date(2026, 6, 13))
    assert ENGLISH.render(text) == "{evil} <b>: −3 on 13 June 2026"
    assert ENGLISH.render(mark("{a} {b}", a=Fraction(3, 2), b=mark("East"))) == "1½ East"
    assert (
        ENGLISH.render(mark("{flag} {when}", flag=True, when=datetime(2026, 6, 13, 14, 2, tzinfo=UTC)))
        == "True 13 June 2026, 14:02"
    )


@pytest.mark.parametrize(
    ("number", "apart", "common"),
    [
        (Fraction(24, 11), ("2", "\N{NO-BREAK SPACE}2⁄11"), ("2", "2⁄11")),
        (Fraction(-24, 11), ("−2", "\N{NO-BREAK SPACE}2⁄11"), ("−2", "2⁄11")),
        (Fraction(2, 11), ("", "2⁄11"), ("", "2⁄11")),
        (Fraction(-2, 11), ("−", "2⁄11"), ("−", "2⁄11")),
        (Fraction(5, 2), ("2", "½"), ("2", "1⁄2")),
        (Fraction(-1, 2), ("−", "½"), ("−", "1⁄2")),
        (Fraction(707, 100), ("7", ".07"), ("7", "7⁄100")),
        (Fraction(-3), ("−3", ""), ("−3", "")),
        (0, ("0", ""), ("0", "")),
    ],
)
def test_a_fraction_in_a_column_is_not_read_with_its_whole_number(
    number: Fraction | int, apart: tuple[str, str], common: tuple[str, str]
) -> None:
    assert apart_parts(number) == apart
    assert common_parts(number) == common


def test_a_fraction_in_a_message_has_the_decimal_mark_of_the_language():
    text = mark("{value}", value=Fraction(707, 100))
    assert [language.render(text) for language in LANGUAGES] == ["7.07", "7,07", "7.07"]


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


def test_the_first_variable_that_is_set_names_the_language(monkeypatch):
    values = {"LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}
    for variable, value in values.items():
        monkeypatch.setenv(variable, value)
    found = []
    for variable in values:
        found.append(system_language().code)
        monkeypatch.setenv(variable, "")
    assert found == ["zh", "fr", "en"]


def test_two_languages_on_a_page():
    both = bilingual(FRENCH, ENGLISH)
    assert (both.code, both.name, both.each) == ("fr", "Français · English", (FRENCH, ENGLISH))
    assert both.render(mark("East")) == "Est · East"
    assert both.lines(mark("East")) == ("Est", "East")
    assert both.render("East") == "East"
    assert both.lines(mark("{a}", a="Ada")) == ("Ada",), "once, where both say the same"
    assert both.render(mark("{a}", a="Ada")) == "Ada"
    assert both.date(date(2026, 6, 13)) == "13 juin 2026"
    assert bilingual(FRENCH, FRENCH.for_readers) is FRENCH
    assert FRENCH.lines(mark("East")) == ("Est",)


def test_the_words_of_a_game_come_before_the_general_ones():
    hand, session, player = mark("Hand"), mark("Session"), mark("Player")
    club = FRENCH.with_words(("club",))
    classical = FRENCH.with_words(("no such vocabulary", "club", "classical"))
    assert [FRENCH.render(text) for text in (hand, session, player)] == ["Tour", "Partie", "Joueur"]
    assert [club.render(text) for text in (hand, session, player)] == ["Tour", "Soirée", "Joueur"]
    assert [classical.render(text) for text in (hand, session, player)] == ["Manche", "Soirée", "Joueur"]
    assert classical.with_words(()) == FRENCH


def test_only_pages_for_readers_keep_words_apart():
    for language in EVERY:
        assert language.isolated(HEBREW) == HEBREW
        assert language.for_readers.isolated(HEBREW) == f"\u2068{HEBREW}\u2069"
        assert language.for_readers.isolated("Zoë") == "Zoë"


@pytest.mark.parametrize("letter", ["א", "ش", "ܐ", "ﬡ", "ﺵ", "\U00010900", "\U0001e900"])
def test_a_letter_of_each_script_from_right_to_left_is_isolated(letter: str) -> None:
    assert isolated(f"a{letter}") == f"\u2068a{letter}\u2069"


@pytest.mark.parametrize("text", ["", "Ada", "Zoë", "Дмитрий", "麻将", "ｱﾀﾞ", "🀄"])
def test_all_other_scripts_are_left_as_they_are(text: str) -> None:
    assert isolated(text) == without_isolates(text) == text


def test_a_weekday_in_words():
    day = date(2026, 6, 13)
    assert [language.weekday(day) for language in LANGUAGES] == ["Saturday 13 June", "samedi 13 juin", "6月13日星期六"]


def test_a_moment_in_words():
    moment = datetime(2026, 6, 13, 14, 2, tzinfo=UTC)
    assert (ENGLISH.moment(moment), FRENCH.moment(moment), language_of("zh").moment(moment)) == (
        "13 June 2026, 14:02",
        "13 juin 2026, 14:02",
        "2026年6月13日 14:02",
    )


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ((2026, 12, 5), (2026, 12, 5), ["5 December 2026", "5 décembre 2026", "2026年12月5日"]),
        ((2026, 12, 5), (2026, 12, 6), ["5 and 6 December 2026", "5 et 6 décembre 2026", "2026年12月5日至6日"]),
        ((2026, 12, 5), (2026, 12, 8), ["5 to 8 December 2026", "du 5 au 8 décembre 2026", "2026年12月5日至8日"]),
        ((2026, 4, 30), (2026, 5, 1), ["30 April to 1 May 2026", "du 30 avril au 1 mai 2026", "2026年4月30日至5月1日"]),
        (
            (2026, 12, 31),
            (2027, 1, 1),
            [
                "31 December 2026 to 1 January 2027",
                "du 31 décembre 2026 au 1 janvier 2027",
                "2026年12月31日至2027年1月1日",
            ],
        ),
    ],
)
def test_several_days_in_words(first, last, said):
    days = Days(date(*first), date(*last))
    assert [language.render(listed([days])) for language in LANGUAGES] == said


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
    ("sentences", "expected"),
    [
        ((), ""),
        (("One.", "Two."), "One. Two."),
        (("一。", "二？", "三"), "一。二？三"),
        (("Ctrl L", "一。"), "Ctrl L 一。"),
    ],
)
def test_sentences_are_parted_by_a_space_unless_a_full_width_mark_parts_them(sentences, expected):
    assert joined(sentences) == expected


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
