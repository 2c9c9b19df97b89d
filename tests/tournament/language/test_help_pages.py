"""The pages of the help, in each language and in the words of a club, and the keys that they list."""

import pytest

from tournament.language import ENGLISH, LANGUAGES, Language, language_of
from tournament.language.help_pages import EVERYWHERE, help_text, listed_keys, opening_of
from tournament.language.key_names import key_text

FRENCH = language_of("fr")


@pytest.mark.parametrize(
    ("sequence", "english", "french"),
    [
        ("A", "A", "A"),
        ("F1", "F1", "F1"),
        ("Return", "Enter", "Entrée"),
        ("Esc", "Esc", "Échap"),
        ("Up", "↑", "↑"),
        ("Ctrl+Left", "Ctrl ←", "Ctrl ←"),
        ("Ctrl+Shift+PgDown", "Ctrl Shift PgDn", "Ctrl Maj Pg suiv."),
        ("Alt+1", "Alt 1", "Alt 1"),
    ],
)
def test_keys_have_the_names_on_a_keyboard(sequence: str, english: str, french: str) -> None:
    assert (ENGLISH.render(key_text(sequence)), FRENCH.render(key_text(sequence))) == (english, french)


@pytest.mark.parametrize(
    ("page", "action", "keys", "named"),
    [
        ("tables", "record", ("Return",), "Enter"),
        ("tables", "verify the sheet", ("Ctrl+Return",), "Ctrl Enter"),
        ("tables", "the player of that column", ("1", "4"), "1–4"),
        ("tables", "choose another hand to correct", ("Up", "Down"), "↑, ↓"),
        (EVERYWHERE, "undo, redo", ("Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z"), "Ctrl Z, Ctrl Y, Ctrl Shift Z"),
    ],
)
def test_each_row_of_the_table_has_its_keys_and_what_they_do(
    page: str, action: str, keys: tuple[str, ...], named: str
) -> None:
    (row,) = [each for each in listed_keys(page, ENGLISH) if each.action == action]
    assert (row.keys, row.named(ENGLISH)) == (keys, named)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_page_lists_the_same_keys_in_each_language(language: Language) -> None:
    assert sorted(each.keys for each in listed_keys("tables", language)) == sorted(
        each.keys for each in listed_keys("tables", ENGLISH)
    )


@pytest.mark.parametrize(
    ("language", "tournament", "club"),
    [(ENGLISH, "# Tables", "# Sheets"), (FRENCH, "# Tables", "# Feuilles")],
    ids=["en", "fr"],
)
def test_the_title_is_the_name_that_the_page_has_in_the_window(language: Language, tournament: str, club: str) -> None:
    in_club = language.with_words(("club",))
    assert help_text("tables", language).splitlines()[0] == tournament
    assert help_text("tables", in_club).splitlines()[0] == club
    assert help_text("tables", in_club).splitlines()[1:] == help_text("tables", language).splitlines()[1:]


def test_the_opening_is_the_help_without_its_second_part() -> None:
    whole, opening = help_text("tables", ENGLISH), opening_of("tables", ENGLISH)
    first, _, rest = whole.partition("## More")
    table = rest[rest.index("| Key") :]
    assert opening == first + table
    assert opening_of(EVERYWHERE, ENGLISH) == help_text(EVERYWHERE, ENGLISH)


def test_a_page_without_help_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        help_text("no such page", ENGLISH)
