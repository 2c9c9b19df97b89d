"""Messages before they are rendered: what chooses their form, and words of a closed list."""

import pytest

from tournament.language import ENGLISH, language_of, mark, mark_count, mark_in, verbatim
from tournament.language.text import LabelledEnum, Text


class Weather(LabelledEnum):
    """A closed list of words, one without a label."""

    SUN = "sun", mark("East")
    RAIN = "rain"


def test_a_word_of_a_list_is_its_value_and_has_a_label() -> None:
    assert (Weather.SUN, Weather.SUN.value, f"{Weather.SUN}") == ("sun", "sun", "sun")
    assert ENGLISH.render(Weather.SUN.label) == "East"
    assert ENGLISH.render(Weather.RAIN.label) == ""
    assert Weather("rain") is Weather.RAIN
    with pytest.raises(ValueError, match="snow"):
        Weather("snow")


def test_texts_are_equal_when_they_say_the_same() -> None:
    assert mark("East") == Text("East")
    assert mark("{a} wins", a="Ada") != mark("{a} wins", a="Ben")
    assert mark_in("wind", "E") != mark("E")
    assert mark_count("{count} player", "{count} players", 1) != mark_count("{count} player", "{count} players", 2)


def test_the_word_of_a_user_is_none_of_the_program() -> None:
    assert verbatim("East") != mark("East")
    assert not verbatim("East").translated
    assert mark("East").translated
    assert language_of("fr").render(mark("{a}", a=verbatim("East"))) == "East"
    assert language_of("fr").render(mark("{a}", a=mark("East"))) == "Est"


def test_a_form_for_several_is_chosen_by_a_count_alone() -> None:
    assert ENGLISH.render(Text("One player", plural="Several players")) == "One player"
    assert ENGLISH.render(Text("One player", plural="Several players", count=0)) == "Several players"


def test_both_forms_may_name_other_things_than_the_count() -> None:
    said = [mark_count("{count} hand of {who}", "{count} hands of {who}", count, who="Ada") for count in (1, 2)]
    assert [ENGLISH.render(text) for text in said] == ["1 hand of Ada", "2 hands of Ada"]
