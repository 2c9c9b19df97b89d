"""The guide of the games: its hands are counted by the program, and its keys give its results in the window."""

import re
import shlex
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from tests.docs.test_guides import _LINK, DOCS, LANGUAGES, headings, read, texts
from tests.examples.hanchan import FINAL, SCORES
from tests.tournament.use_cases.events import drawn
from tests.ui.cli.conftest import call_program
from tests.ui.desktop.conftest import (  # noqa: F401
    BY,
    FIRST,
    LAST,
    SEATING,
    Keyboard,
    controller,
    dressed,
    first_page,
    keyboard,
    module_window,
    page,
    styled,
    window,
)
from tests.ui.entry.test_table_keys import Typist
from tournament.catalogue import COUNT_PLAYERS
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.rules.table_state import hand_texts
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.pages.tables.page import TablesPage

GUIDES = [DOCS / "guide" / code / "games.md" for code in LANGUAGES]
_CONSOLE = re.compile(r"^```console\n\$ quatre-vents (score .*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_KEYS = re.compile(r"^```keys (\S+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_RESULT = re.compile(r"^\| R[eé]sult\w* \| (.*) \|$", re.MULTILINE)
_EDITION = re.compile(r"-(simple|advanced|2016|2025)$")
_HAND = re.compile(r"^\| ([ES]\d(?:·\d)?) \| `(.*?)` \| (.*) \|$", re.MULTILINE)
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
in_both = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
KEYS = _KEYS.findall(read(GUIDES[0]))


def results(guide: Path) -> list[list[int]]:
    """The results of each game in turn, by column."""
    return [[int(cell.replace("−", "-")) for cell in row.split(" | ")] for row in _RESULT.findall(read(guide))]


@in_both
def test_every_hand_is_explained_as_the_program_does(guide: Path) -> None:
    shown = _CONSOLE.findall(read(guide))
    assert len(shown) == 5
    for words, printed in shown:
        answer = call_program("--lang", guide.parent.name, *shlex.split(words))
        assert (answer.code, answer.out) == (0, printed)


def test_both_languages_have_the_same_hands_keys_and_results() -> None:
    english, french = GUIDES
    assert headings(english) == headings(french)
    assert [words for words, _ in _CONSOLE.findall(read(english))] == [w for w, _ in _CONSOLE.findall(read(french))]
    assert _KEYS.findall(read(english)) == _KEYS.findall(read(french))
    assert results(english) == results(french)
    assert len(results(english)) == len(KEYS) == 5
    assert {_EDITION.sub("", rules) for rules, _ in KEYS} == {_EDITION.sub("", id) for id in COUNT_PLAYERS}


@pytest.fixture
def event_file(tmp_path: Path, rules: str) -> Path:
    """Eight players, drawn, nothing played, by these rules."""
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    day = date(2026, 6, 12)
    carry_out(book, CreateEvent(Settings("Cup", sessions=2, starts=day, ends=day, rules=rules)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    book.close()
    return path


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("number", "rules"), [(number, rules) for number, (rules, _keys) in enumerate(KEYS)])
def test_the_keys_give_the_results(number: int, page: TablesPage, keyboard: Keyboard) -> None:  # noqa: F811
    keyboard.type(KEYS[number][1])
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.played == 1
    assert list(sheet.scores) == results(GUIDES[0])[number]


@in_both
def test_the_whole_game_of_riichi_goes_as_it_says(guide: Path) -> None:
    typist = Typist(drawn(rules="riichi-ema-2025"))
    hands = _HAND.findall(read(guide))
    for _place, keys, _moved in hands:
        typist.type(keys)
    sheet = typist.book.view.sheet(1, 1)
    assert sheet.after.over
    assert [(ENGLISH.render(hand_texts(line.state)[1]), list(line.net)) for line in sheet.hands[: sheet.played]] == [
        (place, [int(cell.replace("−", "-")) for cell in moved.split(" | ")]) for place, _keys, moved in hands
    ]
    assert sheet.scores == SCORES
    assert list(sheet.table_points) == [*map(Fraction, FINAL)]


@pytest.mark.thorough
@in_both
def test_words_in_bold_stand_on_the_screen(guide: Path) -> None:
    words = {re.sub(r"[ \n\u202f\u00a0]+", " ", each) for each in _BOLD.findall(_FENCED.sub("", read(guide)))}
    assert len(words) > 20
    known = texts(guide.parent.name)
    written = {each: (each, each.replace("’", "'")) for each in words}
    strange = {each for each, ways in written.items() if not any(text.fullmatch(way) for text in known for way in ways)}
    assert strange == set()


@in_both
def test_every_link_is_there(guide: Path) -> None:
    named = _LINK.findall(_FENCED.sub("", read(guide)))
    assert len(named) > 4
    assert [link for link in named if not (guide.parent / link).resolve().is_file()] == []


@in_both
def test_the_club_evening_is_played_as_it_says(guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (commands,) = re.findall(r"^```console\n(\$ quatre-vents new .*?)\n```$", read(guide), re.MULTILINE | re.DOTALL)
    (lines,) = re.findall(r"^```json game.jsonl\n(.*?)^```$", read(guide), re.MULTILINE | re.DOTALL)
    names = "".join(f"{first},{last}\n" for first, last in zip(FIRST[:4], LAST, strict=False))
    Path("game.jsonl").write_text(lines, encoding="utf-8")
    Path("players.csv").write_text("first_name,last_name\n" + names, encoding="utf-8")
    answers = []
    for command in commands.splitlines():
        answers.append(call_program(*shlex.split(command.removeprefix("$ quatre-vents "))))
        assert answers[-1].code == 0, answers[-1].err
    assert "+64" in answers[-1].out
