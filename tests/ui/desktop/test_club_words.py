"""The window of a club evening and of a league speaks of evenings and games, and asks for no federation."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.club_words import FOREIGN
from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import press
from tests.ui.desktop.words import words_on
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import LANGUAGES
from tournament.use_cases import OpenEvening, RecordTotals, SeatGame, carry_out
from tournament.use_cases.commands import AddPlayers, ChangePlayer, CreateEvent
from ui.desktop import bootstrap
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.players.table import EMA_NUMBER
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough


@pytest.fixture
def event_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Nine players; one game known by its totals, one open. Of a league, or of the format that a test asks for."""
    format, path = getattr(request, "param", EventFormat.LEAGUE), tmp_path / "club.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Club", rules="quebec-classical", format=format)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"P{n}", f"Q{n}") for n in range(9))), by=BY)
    if format is EventFormat.LEAGUE:
        carry_out(book, OpenEvening(), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, RecordTotals(1, 1, (30, -10, -10, -10)), by=BY, confirmed=True)
    carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    book.close()
    return path


@pytest.mark.parametrize("event_file", [EventFormat.CLUB, EventFormat.LEAGUE], indirect=True)
def test_no_page_has_a_word_of_tournaments(window: Window) -> None:
    wrong = []
    beside = ("new", "members", "rankings")  # a new event may be a tournament; the others are about many events
    for page in (each for each in PAGES if each.fits(drawn=False) and each.id not in beside):
        window.show_page(page.id)
        for turn in range(2 if page.id in ("event", "season") else 1):
            if turn:
                press("F3")
            for language in LANGUAGES:
                translator.set_language(language)
                words = words_on(window)
                assert len(words) > 20
                wrong += [(page.id, each) for each in words if FOREIGN[language.code].search(each)]
    assert wrong == []


def players_of(window: Window) -> PlayersPage:
    window.show_page("players")
    page = window.page("players")
    assert isinstance(page, PlayersPage)
    QApplication.processEvents()
    return page


def choose(page: PlayersPage, words: str) -> None:
    entries = [entry for group in page.menu_groups(None) for entry in group]
    next(entry for entry in entries if translator.translate(entry.text) == words).act()


def test_ema_numbers_are_shown_once_somebody_asks_for_them(window: Window) -> None:
    page = players_of(window)
    assert page.list.table.isColumnHidden(EMA_NUMBER)
    page.list.table.select_cell(0, EMA_NUMBER - 1)
    press("Return", "Tab")
    assert page.list.table.currentIndex().column() == EMA_NUMBER + 1
    press("Esc")
    choose(page, "Show EMA numbers")
    assert page.list.table.currentIndex().column() == EMA_NUMBER
    assert not page.list.table.isColumnHidden(EMA_NUMBER)


def test_the_federation_is_part_of_the_setup_with_the_first_number(window: Window) -> None:
    window.show_page("event")
    press("F3")
    assert "Federation" not in words_on(window)
    book = window.controller.book
    window.controller.act(ChangePlayer(Player(1, "P0", "Q0", ema_number="04000001")))
    assert book.view.players[1].ema_number
    assert "Federation" in words_on(window)


def test_a_new_tournament_has_sessions_while_a_club_is_open(window: Window) -> None:
    press("Ctrl+N")
    words = words_on(window)
    assert "Sessions" in words
    assert "Evenings" not in words
