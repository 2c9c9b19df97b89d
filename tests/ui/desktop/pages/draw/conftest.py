"""The Draw page of an event of sixteen, and how it is driven."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import press
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent
from ui.desktop import bootstrap
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.draw.proposal import SeatingProposal
from ui.desktop.widgets.cards import Notice
from ui.desktop.window import Window

PLAYERS = 16


@pytest.fixture(autouse=True)
def _brief(short_searches: None) -> None:
    """The tests of the page do not look at how good a draw is."""


@pytest.fixture
def event_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An event of sixteen players, or as many as a test asks for, with five sessions and no draw."""
    count = getattr(request, "param", PLAYERS)
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=5)), by=BY)
    carry_out(
        book, AddPlayers(tuple(Player(0, f"First {n}", f"Last {chr(64 + n)}") for n in range(1, count + 1))), by=BY
    )
    book.close()
    return path


@pytest.fixture
def drawing(window: Window, dressed: QApplication) -> DrawPage:
    """The page, which is visible."""
    press("Alt+3")
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    return page


def draw(page: DrawPage, qtbot: QtBot, seed: str = "7") -> SeatingProposal:
    """Draw with the key, and return the proposal."""
    page.panel.form.seed.setText(seed)
    press("Ctrl+R")
    qtbot.waitUntil(lambda: not page.state.working, timeout=20000)
    assert page.state.proposal is not None
    return page.state.proposal


def said_in(widget: QWidget) -> str:
    """Return the texts of all visible notices in a widget."""
    return " ".join(notice.text() for notice in widget.findChildren(Notice) if not notice.isHidden())


def published(page: DrawPage, qtbot: QtBot, seed: str = "7") -> SeatingProposal:
    """Draw and publish, and return the published draw."""
    draw(page, qtbot, seed)
    press("Ctrl+Return")
    return shown(page, qtbot)


def shown(page: DrawPage, qtbot: QtBot) -> SeatingProposal:
    """Return the published draw once it is measured."""
    qtbot.waitUntil(lambda: page.state.proposal is not None and page.state.proposal.published, timeout=20000)
    assert page.state.proposal is not None
    return page.state.proposal
