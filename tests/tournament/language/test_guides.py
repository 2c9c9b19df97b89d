"""The chapters of the guides in the help: one for every page, and every link between them leads to another."""

import re
from dataclasses import replace

import pytest

import assets
from tournament.language import ENGLISH, LANGUAGES, Language, language_of
from tournament.language.guides import CHAPTERS, GUIDES, SAMPLES, chapter
from tournament.language.help_pages import EVERYWHERE

LINK = re.compile(r"\[[^\[\]]+\]\(([^)\s]+)\)")
FRENCH = language_of("fr")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_page_has_a_chapter(language: Language) -> None:
    pages = {path.stem for path in assets.path("help", "en").glob("*.md")} - {EVERYWHERE}
    assert set(CHAPTERS) == pages
    for page, address in CHAPTERS.items():
        found = chapter(address, language)
        assert found is not None, page
        assert found.title in found.text.partition("\n")[0]
        assert len(found.text) > 150, page


@pytest.mark.parametrize("language", [ENGLISH, FRENCH], ids=lambda language: language.code)
def test_every_link_leads_to_a_chapter(language: Language) -> None:
    seen: set[str] = set()
    waiting = [*GUIDES, *CHAPTERS.values()]
    while waiting:
        address = waiting.pop()
        if address in seen or address.startswith("https://"):
            continue
        seen.add(address)
        found = chapter(address, language)
        assert found is not None, address
        assert "![" not in found.text, "pictures are not in the package"
        waiting += [each for each in LINK.findall(found.text) if each != SAMPLES]
    assert len(seen) > 40


def test_a_chapter_ends_where_the_next_begins() -> None:
    draw, papers = (chapter(f"organiser#{name}", ENGLISH) for name in ("the-draw", "the-papers"))
    assert draw is not None
    assert papers is not None
    assert draw.text.startswith("## The draw\n")
    assert papers.title not in draw.text.partition("\n")[2].replace("[", "")
    morning = chapter("organiser#the-morning", ENGLISH)
    assert morning is not None
    assert "### A substitute" in morning.text, "with what is below it"


def test_an_address_means_the_same_in_every_language() -> None:
    english, french = (chapter("organiser#the-draw", language) for language in (ENGLISH, FRENCH))
    assert english is not None
    assert french is not None
    assert (english.title, french.title) == ("The draw", "Le tirage")
    assert chapter("organiser#le-tirage", ENGLISH) == english
    chinese = language_of("zh")
    assert chapter("organiser#the-draw", chinese) == replace(english, translated=False), "the guide is not in Chinese"
    short = chapter("sixteen", chinese)
    assert short is not None
    assert short.title == "十六名选手，一天"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_chapter_leads_to_the_files_to_try_it_with(language: Language) -> None:
    first = chapter("sixteen", language)
    assert first is not None
    assert f"[docs/samples]({SAMPLES})" in first.text
    assert {"players.csv", "players.xlsx", "hands.jsonl"} <= {path.name for path in assets.samples().iterdir()}


@pytest.mark.parametrize("address", ["", "nothing", "organiser#nothing", "../organiser"])
def test_what_is_no_chapter(address: str) -> None:
    assert chapter(address, ENGLISH) is None
