"""Words that run from right to left keep to themselves in a sentence for readers, and are plain in data."""

import pytest

from tournament.language import ENGLISH, LANGUAGES, Language, bilingual, listed, mark, verbatim, without_isolates

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
