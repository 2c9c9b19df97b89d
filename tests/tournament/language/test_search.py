"""One matcher for every search field: accents and case do not count, words stand in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.language import Search, folded

WORDS = st.lists(st.text(alphabet="abcdeéèçÉłøñ", min_size=1, max_size=6), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("", "anything"),
        ("   ", "anything"),
        ("lodz", "Łódź"),
        ("MULLER", "Müller, Jörg"),
        ("jorg mul", "Müller, Jörg"),
        ("o'br", "O’Brien"),
        ("12", "12 Ada Anything"),
        ("ą", "Ada"),
        ("一色", "清一色"),
        ("清 色", "清一色"),
        ("false hu", "P2 False Hu, short"),
    ],
)
def test_found(typed: str, text: str) -> None:
    assert Search(typed).finds(text)


@pytest.mark.parametrize(("typed", "text"), [("2", "12 Ada Anything"), ("da", "Ada"), ("ada ben", "Ada Anything")])
def test_not_found_in_the_middle_of_a_word_or_with_a_word_missing(typed: str, text: str) -> None:
    assert not Search(typed).finds(text)


@given(words=WORDS, order=st.randoms(use_true_random=False))
def test_order_case_and_accents_do_not_count(words: list[str], order: object) -> None:
    shuffled = list(words)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Search(" ".join(shuffled).upper()).finds(*words)
    assert Search(folded(" ".join(shuffled))).finds(" ".join(words))


@given(words=WORDS, typed=WORDS)
def test_texts_folded_before_are_found_alike(words: list[str], typed: list[str]) -> None:
    search = Search(" ".join(typed))
    assert search.finds(*words) == search.finds_folded(folded(" ".join(words)))


def test_several_are_parted_by_commas_of_any_script_where_they_are_asked_for() -> None:
    for comma in ",;，、；،":
        either = Search(f"ada sample{comma} ben", several=True)
        assert [either.finds(name) for name in ("Ada Sample", "Ben Other", "Ada Other", "Cid Sample")] == [
            True,
            True,
            False,
            False,
        ]
        assert [either.finds_folded(folded(name)) for name in ("Ben Other", "Cid Sample")] == [True, False]
    assert not Search("ada, ben").finds("Ada Sample"), "one text must have both words"
    assert Search("ada, ben").finds("Ben, Ada")


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("typed", ["", "  ", " , ", "…"])
def test_a_search_without_words_finds_everything(typed: str, several: bool) -> None:
    search = Search(typed, several=several)
    assert not search
    assert search.finds("Ada")
    assert search.finds_folded("ada")
    assert Search("ada", several=several)


def test_searches_for_the_same_words_are_equal() -> None:
    assert Search("Ada  B.") == Search(" ada b")
    assert hash(Search("Ada  B.")) == hash(Search(" ada b"))
    assert Search("ada") != Search("ben")
    assert Search("ada, ben", several=True) != Search("ada ben")
    assert Search("ada") != "ada"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Łukasz Øst", "lukasz ost"),
        ("Æsa þórr", "aesa thorr"),
        ("Jean-Pierre  D’Œuf", "jean pierre d oeuf"),
        ("ＡＤＡ", "ada"),
        ("Straße_1", "strasse 1"),
        ("麻将", "麻将"),
        ("¡!", ""),
    ],
)
def test_what_is_compared_has_neither_accents_nor_capitals_nor_punctuation(text: str, plain: str) -> None:
    assert folded(text) == plain
