"""T by rules that count anybody's tiles: hands typed in the real window, counted, handed back and recorded."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from tests.tournament.use_cases.events import SEATING, players
from tests.ui.desktop.conftest import BY, Keyboard, shown, typed_hand
from tournament.event.settings import Settings
from tournament.language import language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.tiles import PlayerTiles
from ui.desktop.translation import translator
from ui.desktop.window import Window

Opened = Callable[[str], AbstractContextManager[TablesPage]]
FRENCH = ("[SSS,1]444sEE123m45p6p", "147m258p369sWCFP", "258m369p147sWCFP||b|ready=ready", "369m147p258sWCFP")
"""North's, who won, then East's, South's and West's: 56, 0, 8 and 0."""


@pytest.fixture
def opened(tmp_path: Path, dressed: QApplication) -> Opened:
    """Opens the Tables page of an event by the rules of an id."""

    @contextmanager
    def page_by(rules: str) -> Iterator[TablesPage]:
        path = tmp_path / "event.qv"
        book = bootstrap.new_book(path)
        day = date(2026, 6, 12)
        carry_out(book, CreateEvent(Settings("Open", rules=rules, sessions=2, starts=day, ends=day)), by=BY)
        carry_out(book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(book, PublishDraw(SEATING), by=BY)
        book.close()
        controller = bootstrap.make_controller("Referee")
        controller.open(path)
        with shown(Window(controller), dressed) as window:
            page = window.page("tables")
            assert isinstance(page, TablesPage)
            yield page

    return page_by


def tiles_of(page: TablesPage) -> PlayerTiles:
    assert page.tiles.of_players is not None
    assert page.tiles.of_players.isVisible()
    return page.tiles.of_players


def press(key: Qt.Key) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key)


def test_four_hands_are_typed_one_after_the_other_and_recorded(
    opened: Opened, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    with opened("french-classical-advanced") as page:
        keyboard.type("4 1 M S T")
        tiles = tiles_of(page)
        assert "56" not in tiles.players.accessibleName()
        for typed in FRENCH:
            keyboard.words(typed)
            press(Qt.Key.Key_PageDown)
        assert "Return 4 of 4 values to the sheet" in said(tiles.panel)
        shown_values = [segment.text.values[-1][1] for segment in tiles.players._segments]  # type: ignore[union-attr]
        assert shown_values == ["0", "8", "0", "56"]
        keyboard.type("Enter")
        assert not tiles.isVisible()
        assert typed_hand(page).values == ("0", "8", "0", "56")
        keyboard.type("Enter Enter Enter Enter")
        line = page.controller.book.view.sheet(1, 1).hands[0]
        assert line.outcome == Outcome(3, 0, 0, (0, 8, 0, 56), answers=(("dominant", "S"),))
        assert line.net == (-128, -32, -64, 224)
        assert [piece.split("|")[1] for piece in line.tiles.split()] == ["-E0000", "-S0000", "-W0000", "-N0000"]
        keyboard.type("Up T")
        assert tiles.tiles is not None
        assert [tiles.tiles.value(column) for column in range(4)] == [0, 8, 0, 56]
        assert tiles.editor.state.verdict.points == 56
        keyboard.type("Esc")
        assert page.panel.hand.slip.isVisible(), "the ruling slips of the four hands"


def test_a_flower_owned_twice_is_refused_with_its_reason(
    opened: Opened, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    with opened("french-classical-simple") as page:
        keyboard.type("4 1 M S T")
        tiles = tiles_of(page)
        keyboard.words(FRENCH[0] + "||b")
        keyboard.type("Ctrl+2")
        keyboard.words(FRENCH[2])
        assert "also holds Flower 2, orchid" in tiles.notice.text()
        keyboard.type("Enter")
        assert tiles.isVisible()
        assert tiles.editor.state.typed == FRENCH[0] + "||b", "the hand that contradicts one before"
        keyboard.type("Backspace")
        assert not tiles.notice.isVisible()
        keyboard.type("Enter")
        assert typed_hand(page).values == ("", "8", "", "56")


def test_esc_keeps_what_is_half_typed_and_changes_no_value(opened: Opened, keyboard: Keyboard) -> None:
    with opened("quebec-classical") as page:
        keyboard.type("4 D 4 T")
        tiles = tiles_of(page)
        keyboard.words("123m456p")
        keyboard.type("Enter")
        assert "incomplete" in tiles.notice.text()
        keyboard.type("Esc")
        assert not tiles.isVisible()
        assert typed_hand(page).values == ("4", "", "", "")
        keyboard.type("T")
        assert tiles.editor.state.typed == "123m456p"
        keyboard.words("789s99p23s4s")
        assert tiles.editor.state.verdict.points == 44
        keyboard.type("Enter")
        assert typed_hand(page).values == ("4", "", "", "44")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rules", "line", "points"),
    [("zung-jung", "[123m,1]456p78s234sEE9s", "5"), ("hong-kong", "[123m,1]456p78s234sEE9s||b", "1")],
)
def test_where_the_winner_alone_is_paid_the_points_go_back(
    rules: str, line: str, points: str, opened: Opened, keyboard: Keyboard
) -> None:
    with opened(rules) as page:
        keyboard.type("2 1 T")
        tiles = tiles_of(page)
        assert not tiles.players.isVisible()
        keyboard.words(line)
        keyboard.type("Enter")
        draft = typed_hand(page)
        assert (draft.winner, draft.discarder, draft.points) == (1, 0, points)
        keyboard.type("Enter")
        assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(1, 0, int(points))


def test_what_stands_on_the_sheet_is_held_against_what_is_counted(opened: Opened, keyboard: Keyboard) -> None:
    with opened("zung-jung") as page:
        keyboard.type("2 1 25 T")
        tiles = tiles_of(page)
        keyboard.words("[123m,1]456p78s234sEE9s")
        assert tiles.panel.notice.text().startswith("20 more than counted")


@pytest.mark.thorough
def test_the_tiles_fit_the_narrowest_window_and_no_name_is_cut(opened: Opened, keyboard: Keyboard) -> None:
    translator.set_language(language_of("fr"))
    with opened("quebec-classical") as page:
        page.window().resize(960, 600)
        keyboard.type("4 1 T")
        tiles = tiles_of(page)
        tiles.editor.set_typed("111222333mEEESS")
        QApplication.processEvents()
        area = next(each for each in tiles.findChildren(QScrollArea) if each.isAncestorOf(tiles.editor))
        inside = area.widget()
        assert inside is not None
        assert inside.width() <= area.viewport().width()
        listed = tiles.panel.left_out
        long = next(row for row in listed.rows if row.name.en == "One suit with honours")
        assert [*map(len, map(str.split, listed._delegate.name_lines(long, listed.width())))] == [7, 1]
