"""Finding by words: which players, tables and pages are found, in which order, and by which names a table is known."""

import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.entry.test_table_keys import BY
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text, folded
from tournament.storage import create
from tournament.use_cases import Book, View, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.entry.finding import Findable, FindableKind, Finder, findable_people, table_named
from ui.entry.sheet_address import SheetAddress, sheet_named

PLAYERS = (
    *(("Ada", "Bamboo"), ("Łukasz", "Wrzos"), ("Zoé", "Châtaigne"), ("Dora", "Dots"), ("Emil", "East")),
    *(("Fay", "Flower"), ("Gil", "Bamboo"), ("Hana", "Honours"), ("宁", "东"), ("Ida", "Idle")),
)


@pytest.fixture
def view(tmp_path: Path) -> View:
    book = Book(create(tmp_path / "event.qv"))
    carry_out(book, CreateEvent(Settings("Open", sessions=2, starts=date(2026, 6, 12))), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last, "FR", club="Lotus") for first, last in PLAYERS)), by=BY)
    seating = Seating((((1, 2, 3, 4), (5, 6, 7, 9)), ((1, 5, 2, 6), (3, 7, 4, 9))), "by hand", 1)
    carry_out(book, PublishDraw(seating), by=BY)
    book.close()
    return book.view


def finder(view: View, session: int = 1) -> Finder:
    pages = (Findable(FindableKind.PAGE, title, "", (title,)) for title in ("Draw", "Display"))
    return Finder((*findable_people(view, session, ENGLISH), *pages))


@pytest.mark.parametrize(
    ("typed", "title", "target"),
    [
        ("lukasz", "Łukasz Wrzos", (2, 1, 1)),
        ("CHATAIGNE zo", "Zoé Châtaigne", (3, 1, 1)),
        ("东", "东宁", (9, 1, 2)),
        ("ida", "Ida Idle", (10,)),  # no seat in this session
        ("2", "Table 2", (1, 2)),
        ("9", "东宁", (9, 1, 2)),
        ("table 1", "Table 1", (1, 1)),
        ("dra", "Draw", ("Draw",)),
    ],
)
def test_the_best_match_comes_first(view: View, typed: str, title: str, target: tuple[object, ...]) -> None:
    first = finder(view).found(typed)[0]
    assert (first.title, first.target) == (title, target)


def test_a_name_comes_before_the_table_of_its_player_and_a_club_last(view: View) -> None:
    assert [item.title for item in finder(view).found("bamboo")] == ["Ada Bamboo", "Gil Bamboo", "Table 1", "Table 2"]
    assert len(finder(view).found("lotus")) == len(PLAYERS)
    assert finder(view).found("lotus zo")[0].title == "Zoé Châtaigne"


def test_without_words_the_pages_are_listed(view: View) -> None:
    assert [item.title for item in finder(view).found(" ")] == ["Draw", "Display"]
    assert finder(view).found("nobody") == []


@given(st.text(max_size=12))
def test_any_text_finds_without_an_error(typed: str) -> None:
    item = Findable(FindableKind.PAGE, "Draw", "Who sits where", ("draw",))
    assert Finder([item]).found(typed) in ([], [item])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("ada", 1),
        ("gil bamboo", 2),
        ("chataigne", 1),
        ("bamboo", "Which table? Ada Bamboo (table 1), Gil Bamboo (table 2). Type its number, or more of the name."),
        ("idle", "No seat in session 1: Ida Idle."),
        ("nobody", None),
        ("", None),
    ],
)
def test_a_name_names_its_table(view: View, typed: str, answer: int | str | None) -> None:
    named = table_named(view, 1, typed)
    assert (ENGLISH.render(named) if isinstance(named, Text) else named) == answer
    address = sheet_named(typed, view, 1)
    assert address == SheetAddress(1, answer) if isinstance(answer, int) else isinstance(address, Text)


def test_a_name_that_is_only_part_of_another_is_enough(view: View) -> None:
    players = {**view.players, 7: Player(7, "Ada", "Bamboo Grove")}
    assert folded(players[7].name).startswith(folded(players[1].name))
    assert table_named(view, 2, "gil") == 2
    assert table_named(view, 2, "fay") == 1


def test_four_hundred_players_are_found_at_every_key() -> None:
    items = [Findable(FindableKind.PLAYER, f"Ada{n} Example-Sample{n}", f"Club {n % 20}", (n,)) for n in range(400)]
    found = Finder(items)
    began = time.process_time()
    for typed in ("a", "ad", "ada3", "sample39", "club 3"):
        assert found.found(typed)
    assert time.process_time() - began < 5
