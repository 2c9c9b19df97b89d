"""The guides: pictures and links are there, keys are bound, words in bold stand on the screen, both languages agree."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtGui import QImage, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication

import assets
from tests.ui.desktop.conftest import controller, dressed, event_file, styled, window  # noqa: F401
from tests.ui.desktop.help_keys import keys_in
from tournament.language import language_of
from ui.desktop.help_text import help_text
from ui.desktop.keys import key_name
from ui.desktop.pages.catalogue import NEW, PAGES, START
from ui.desktop.translation import translator
from ui.desktop.window import Window

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = ("en", "fr")
NAMES = ("organiser", "referee")
GUIDES = [DOCS / "guide" / code / f"{name}.md" for code in LANGUAGES for name in NAMES]
PICTURES = sorted((DOCS / "pictures").glob("*.png"))
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_PLACEHOLDER = re.compile(r"\\\{\w+\\\}")
_OF_THE_LETTERS = set("1234ESWONDX") | {"Backspace", "Return", "Esc"}
"""Keys of the entry that are read as they are typed: tests of the entry press each of them."""


def read(guide: Path) -> str:
    return guide.read_text(encoding="utf-8")


def headings(guide: Path) -> list[int]:
    return [len(found.group()) for found in re.finditer(r"^#+(?= )", read(guide), re.MULTILINE)]


def key_tables(guide: Path) -> Iterator[str]:
    """The keys in the first column of the table under the last heading."""
    for line in read(guide).rpartition("\n## ")[2].splitlines():
        if line.startswith("| `"):
            yield from re.findall(r"`([^`]+)`", line.split("|")[1])


@cache
def texts(code: str) -> list[re.Pattern[str]]:
    """Whole texts of the program, placeholders matching anything; with what comes before a placeholder alone."""
    with assets.path("locale", "fr", "LC_MESSAGES", "quatre-vents.po").open("rb") as file:
        catalogue = read_po(file)
    said = [entry.id if code == "en" else entry.string for entry in catalogue if entry.id]
    whole = chain.from_iterable((text,) if isinstance(text, str) else (text or ()) for text in said)
    parts = chain.from_iterable((text, text.partition(" {")[0]) for text in whole if text)
    return [re.compile(_PLACEHOLDER.sub(".+", re.escape(text))) for text in parts if text and not text.startswith("{")]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_every_link_and_picture_is_there(guide: Path) -> None:
    named = _LINK.findall(read(guide))
    assert len(named) > 5
    assert [link for link in named if not (guide.parent / link).resolve().is_file()] == []


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_sections_pictures_and_keys(name: str) -> None:
    english, french = (DOCS / "guide" / code / f"{name}.md" for code in LANGUAGES)
    assert headings(english) == headings(french)
    assert len(headings(english)) > 10
    kinds = [[re.sub(r"-\w+-\w\w\.png$", "", link) for link in _LINK.findall(read(each))] for each in (english, french)]
    assert [each for each in kinds[0] if "pictures" in each] == [each for each in kinds[1] if "pictures" in each]
    assert len(list(key_tables(english))) == len(list(key_tables(french))) > 10


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_pictures_speak_the_language_of_the_guide(guide: Path) -> None:
    pictures = [link for link in _LINK.findall(read(guide)) if link.endswith(".png")]
    assert len(pictures) > 5
    assert [link for link in pictures if not link.endswith(f"-{guide.parent.name}.png")] == []
    assert {"light", "dark"} == {link.split("-")[-2] for link in pictures}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_words_in_bold_stand_on_the_screen(guide: Path) -> None:
    bold = {" ".join(words.split()) for words in _BOLD.findall(read(guide))}
    known = texts(guide.parent.name)
    assert len(bold) > 5
    strange = {words for words in bold if not any(text.fullmatch(words) for text in known)}
    assert strange <= {"bold", "gras"} | FORMATS


FORMATS = {"PDF", "Excel", "HTML", "CSV"}


@pytest.fixture
def bound(window: Window, dressed: QApplication) -> set[str]:  # noqa: F811
    """Every key that the window binds, and those that the help names, in Qt's portable form."""
    keys = set(_OF_THE_LETTERS)
    for page in (START, *PAGES):
        window.show_page(page.id)
        dressed.processEvents()
        for code in LANGUAGES:
            keys |= set(keys_in(help_text(page.id, language_of(code))))
    assert NEW in PAGES
    for shortcut in window.findChildren(QShortcut):
        keys |= {each.toString() for each in QShortcut.keys(shortcut)}
    keys |= {button.shortcut().toString() for button in window.findChildren(QAbstractButton)}
    return keys


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_is_bound(bound: set[str], code: str) -> None:
    translator.set_language(language_of(code))
    said = {key_name(key).replace(" ", "+") for key in bound}
    named = {key.replace(" ", "+") for guide in GUIDES if guide.parent.name == code for key in key_tables(guide)}
    assert len(named) > 25
    assert named - said == set()


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_pictures_are_small_files_that_open(picture: Path) -> None:
    image = QImage(str(picture))
    assert image.width() >= 1200
    if picture.stem != "tiles":
        assert (image.width(), image.height()) == ((1440, 900) if picture.stem.startswith("tiles-") else (1280, 800))
        assert picture.stat().st_size < 100_000
