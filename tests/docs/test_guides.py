"""The guides: what they name is there (pictures, links, keys, texts, reports), and what they say to type works."""

import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import click
import pytest
from PySide6.QtGui import QImage

from reports.catalogue import offered_reports
from reports.sheets.symptoms import symptom_text
from tests.tournament.language.marked_texts import catalogue_of
from tests.ui.cli.conftest import Answer, call_program
from tournament.catalogue import rule_set
from tournament.event.format import EventFormat
from tournament.language import language_of
from tournament.language.help_pages import EVERYWHERE, listed_keys
from ui.cli.__main__ import program
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import key_name

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ("en", "fr")
LEAST = {"sixteen": (4, 20), "organiser": (16, 25), "appendices": (10, 25), "referee": (6, 25)}
"""The guides, with the least number of pictures and of keys that each has."""
NAMES = tuple(LEAST)
GUIDES = [DOCS / "guide" / code / f"{name}.md" for code in LANGUAGES for name in NAMES]
WITH_CHINESE = [*GUIDES, DOCS / "guide" / "zh" / "sixteen.md"]
PICTURES = sorted((DOCS / "pictures").glob("*.png"))
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_CONSOLE = re.compile(r"^```console\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_SHORTCUT = re.compile(r'shortcut="([^"]+)"')
_PLACEHOLDER = re.compile(r"\\\{\w+\\\}")
_OF_THE_LETTERS = set("12348ESWNDX") | {"Backspace"}
"""Keys of the entry that are read as they are typed: tests of the entry press each of them."""


def read(guide: Path) -> str:
    return guide.read_text(encoding="utf-8")


def prose(guide: Path) -> str:
    """The text of ``guide`` without its blocks of commands."""
    return re.sub(r"^```.*?^```$", "", read(guide), flags=re.MULTILINE | re.DOTALL)


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
    catalogue = catalogue_of("fr" if code == "en" else code)
    said = [entry.id if code == "en" else entry.string for entry in catalogue if entry.id]
    whole = chain.from_iterable((text,) if isinstance(text, str) else (text or ()) for text in said)
    spaced = (re.sub("[\u202f\u00a0]", " ", text) for text in whole if text)
    parts = chain.from_iterable((text, text.partition(" {")[0]) for text in spaced)
    return [re.compile(_PLACEHOLDER.sub(".+", re.escape(text))) for text in parts if text and not text.startswith("{")]


@pytest.mark.parametrize("guide", WITH_CHINESE, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_every_link_and_picture_is_there(guide: Path) -> None:
    named = _LINK.findall(read(guide))
    assert len(named) > LEAST[guide.stem][0]
    paths = {link.partition("#")[0] for link in named}  # test_documents follows links to headings
    assert [path for path in paths if not (guide.parent / path).resolve().exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_sections_pictures_and_keys(name: str) -> None:
    english, french = (DOCS / "guide" / code / f"{name}.md" for code in LANGUAGES)
    assert headings(english) == headings(french)
    assert len(headings(english)) >= 5
    kinds = [[re.sub(r"-\w+-\w\w\.png$", "", link) for link in _LINK.findall(read(each))] for each in (english, french)]
    assert [each for each in kinds[0] if "pictures" in each] == [each for each in kinds[1] if "pictures" in each]
    if name in ("organiser", "referee"):
        assert len(list(key_tables(english))) == len(list(key_tables(french))) > 10


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_pictures_speak_the_language_of_the_guide(guide: Path) -> None:
    pictures = [link for link in _LINK.findall(read(guide)) if "/pictures/" in link]
    assert len(pictures) >= LEAST[guide.stem][0]
    assert [link for link in pictures if not link.endswith(f"-{guide.parent.name}.png")] == []
    assert {link.split("-")[-2] for link in pictures} in ({"light", "dark"}, {"light"})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("guide", WITH_CHINESE, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_words_in_bold_stand_on_the_screen(guide: Path) -> None:
    bold = {" ".join(words.split()) for words in _BOLD.findall(read(guide))}
    known = texts(guide.parent.name)
    assert len(bold) > 5
    strange = {words for words in bold if not any(text.fullmatch(words) for text in known)}
    assert strange <= {"bold", "gras", "粗体"} | FORMATS


FORMATS = {"PDF", "Excel", "HTML", "CSV"}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_quotes_are_not_used_for_words_of_the_program(guide: Path) -> None:
    """Words on the screen are bold; quotation marks are left to examples and to what people say."""
    quoted = {" ".join(words.split()) for words in re.findall(r"[“«]\s?([^”»]+?)\s?[”»]", prose(guide))}
    plain = {each.pattern for each in texts(guide.parent.name)}
    assert {words for words in quoted if re.escape(words) in plain} == set()


def listed(code: str) -> set[str]:
    """Every key of the program's list, and those that only a dialog has, as a reader of ``code`` finds them written."""
    language = language_of(code)
    translator.set_language(language)
    keys = {key for page in (EVERYWHERE, START.id, *(page.id for page in PAGES))
            for row in listed_keys(page, language) for key in row.keys}  # fmt: skip
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "ui" / "desktop").rglob("*.py"))
    keys |= {key for text in sources for key in _SHORTCUT.findall(text)}
    return {key_name(key).replace(" ", "+") for key in keys | _OF_THE_LETTERS}


@pytest.mark.parametrize("guide", WITH_CHINESE, ids=lambda guide: f"{guide.parent.name}-{guide.stem}")
def test_everything_between_backticks_is_a_key_a_call_or_what_is_typed(guide: Path) -> None:
    code = guide.parent.name
    keys = listed(code)
    spans = set(re.findall(r"`([^`]+)`", prose(guide)))
    named = {span for span in spans if span.replace(" ", "+") in keys}
    calls = {span for span in spans if span.startswith("quatre-vents ")}
    assert len(named) >= LEAST[guide.stem][1]
    assert {call for call in calls if not is_call(call)} == set()
    assert spans - named - calls <= TYPED


TYPED = {
    "-", "m", "p", "s", "C", "F", "P", "W", "O", "P9", "1-03-1", "[234p,1]234m23456s88p7s",
    "quatre-vents", ".venv/bin/quatre-vents", ".venv\\Scripts\\quatre-vents", "restore", "recover",
}  # fmt: skip
"""What else is typed, and names of calls in a list of calls: tests of the tiles and of the command line hold them."""


def is_call(call: str) -> bool:
    """Whether the program has the sub-command and the options that ``call`` names."""
    _, name, *words = shlex.split(call)
    command = program.get_command(click.Context(program), name)
    known = {option for parameter in command.params for option in parameter.opts} if command else set()
    return command is not None and {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_organiser_finds_every_report_in_a_table(code: str) -> None:
    """By its title in the language of the guide; a club evening has reports of its own, which how-tos tell."""
    rules = rule_set("mcr")
    assert rules is not None
    offered = offered_reports(rules, EventFormat.TOURNAMENT)
    titles = {language_of(code).render(report.title) for report in offered}
    guide = "".join(prose(DOCS / "guide" / code / f"{name}.md") for name in ("organiser", "appendices"))
    told = {" ".join(words.split()) for words in _BOLD.findall(guide)}
    assert len(titles) > 40
    assert titles - told == set()


@pytest.mark.thorough
def test_the_day_on_the_command_line_is_played_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english, french = (_CONSOLE.findall(read(DOCS / "guide" / code / "appendices.md")) for code in LANGUAGES)
    assert english == french
    (commands,) = english
    answers = follow(commands, tmp_path, monkeypatch, "fr")
    assert all((tmp_path / name).stat().st_size for name in ("sheets.pdf", "certificates.pdf", "cup-ema.xlsx"))
    assert answers[-1].out.startswith("ok")


def test_the_readme_leads_from_an_empty_folder_to_a_printed_standing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = read(ROOT / "README.md").partition("## From an empty folder to printed standings")[2]
    block = way.split("```")[1].strip()
    commands = "\n".join(f"$ {line.partition('  #')[0]}" for line in block.splitlines())
    answers = follow(commands, tmp_path, monkeypatch, "en")
    assert any("16 players added" in answer.out for answer in answers)
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF")


def follow(commands: str, folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> list[Answer]:
    """Run each line after ``$`` where the samples lie; every one must succeed."""
    for sample in (DOCS / "samples").iterdir():
        shutil.copy2(sample, folder)
    monkeypatch.chdir(folder)
    answers = []
    for line in commands.splitlines():
        answers.append(call_program("--lang", code, *shlex.split(line.removeprefix("$ quatre-vents "))))
        assert answers[-1].code == 0, f"{line}\n{answers[-1].out}{answers[-1].err}"
    return answers


@pytest.mark.thorough
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_pictures_are_small_files_that_open(picture: Path) -> None:
    image = QImage(str(picture))
    assert image.width() >= 1200
    if picture.stem != "tiles":
        sizes = {"tiles-": (1440, 900), "screen-": (1280, 720)}
        wanted = next((size for start, size in sizes.items() if picture.stem.startswith(start)), (1280, 800))
        assert (image.width(), image.height()) == wanted
        assert picture.stat().st_size < 100_000


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_card_of_what_goes_wrong_is_the_one_of_the_program(code: str) -> None:
    assert read(DOCS / "guide" / code / "symptoms.md") == symptom_text(language_of(code))
