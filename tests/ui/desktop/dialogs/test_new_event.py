"""An event made in the real window by keyboard alone."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pressing import focused, press, type_words
from ui.desktop import bootstrap
from ui.desktop.dialogs.new_event import page as page_module
from ui.desktop.dialogs.new_event.page import NewEventPage
from ui.desktop.dialogs.new_event.steps import PLACE, PLAYERS
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def window(dressed: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """The window without an event; events lie in a folder of this test."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(page_module, "user_documents_path", lambda: tmp_path)
    with shown(Window(bootstrap.make_controller("Organiser")), dressed) as made:
        yield made


@pytest.fixture
def new(window: Window) -> NewEventPage:
    """The five steps, in view."""
    press("Ctrl+N")
    page = window.page("new")
    assert isinstance(page, NewEventPage)
    return page


def test_from_first_to_last_step(window: Window, new: NewEventPage, tmp_path: Path) -> None:
    type_words("Open de Nulle Part")
    press("Tab")
    type_words("Exempleville")
    press("Return")
    type_words("12/6/2026")
    press("Tab")
    type_words("2026-06-13")
    press("Tab")
    type_words("Club")
    press("Return")
    press("Tab", "Ctrl+A")
    type_words("6")
    press("Tab", "Ctrl+A")
    type_words("90")
    press("Return")
    assert new.step == PLAYERS
    press("Return")
    assert new.step == PLACE
    assert new.place.path == tmp_path / "Open de Nulle Part.qv"
    press("Return")
    view = window.controller.book.view
    settings = view.settings
    assert (settings.name, settings.place, settings.organiser) == ("Open de Nulle Part", "Exempleville", "Club")
    assert (settings.starts, settings.ends) == (date(2026, 6, 12), date(2026, 6, 13))
    assert (settings.rules, settings.sessions, settings.minutes, settings.language) == ("mcr", 6, 90, "en")
    assert window.current == "event"
    assert (tmp_path / "Open de Nulle Part.qv").exists()


def test_a_name_is_asked_for_at_its_field(new: NewEventPage) -> None:
    press("Return")
    assert new.step == 0
    assert "no name" in new.fields.labelled["name"].problem()
    assert focused() is new.fields.line("name")
    type_words("Cup")
    press("Return")
    assert new.step == 1


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        (("tomorrow", ""), "starts", "is no day"),
        (("2026-06-13", "2026-06-12"), "ends", "ends before it starts"),
    ],
)
def test_days_are_refused_at_their_field(new: NewEventPage, typed: tuple[str, str], field: str, words: str) -> None:
    type_words("Cup")
    press("Return")
    type_words(typed[0])
    press("Tab")
    type_words(typed[1])
    press("Return")
    assert new.step == 1
    assert words in new.fields.labelled[field].problem()
    assert focused() is new.fields.line(field)


def test_sessions_are_refused_at_their_field(new: NewEventPage) -> None:
    type_words("Cup")
    press("Return", "Return")
    press("Tab", "Ctrl+A")
    type_words("21")
    press("Return")
    assert "1 to 20" in new.fields.labelled["sessions"].problem()
    press("Ctrl+A")
    type_words("x")
    press("Return")
    assert "no whole number" in new.fields.labelled["sessions"].problem()


def test_back_and_on_keeps_what_was_typed(window: Window, new: NewEventPage) -> None:
    type_words("Cup")
    press("Return", "Alt+Left")
    assert new.step == 0
    assert new.fields.line("name").text() == "Cup"
    press("Esc")
    assert window.current == "start"
    press("Ctrl+N")
    assert new.fields.line("name").text() == "Cup"


def test_a_file_that_exists_is_answered_at_the_field_and_left_alone(
    window: Window, new: NewEventPage, tmp_path: Path
) -> None:
    there = tmp_path / "Cup.qv"
    there.write_text("mine", encoding="utf-8")
    type_words("Cup")
    press("Return", "Return", "Return", "Return", "Return")
    assert "exists already" in new.place.field.problem()
    assert there.read_text(encoding="utf-8") == "mine"
    assert window.controller.view is None
    press("Ctrl+A")
    type_words(str(tmp_path / "Cup again"))
    press("Return")
    assert (tmp_path / "Cup again.qv").exists()
    assert window.controller.book.view.settings.name == "Cup"


def test_a_missing_folder_is_answered_at_the_field(new: NewEventPage, tmp_path: Path) -> None:
    type_words("Cup")
    press("Return", "Return", "Return", "Return", "Ctrl+A")
    type_words(str(tmp_path / "nowhere" / "cup"))
    press("Return")
    assert "There is no folder" in new.place.field.problem()


def test_a_name_that_no_disk_takes_becomes_a_file(new: NewEventPage, tmp_path: Path) -> None:
    type_words('Cup 1/4: "final"?')
    press("Return", "Return", "Return", "Return")
    assert new.place.path == tmp_path / "Cup 1 4 final.qv"


def test_with_a_list_of_players_its_preview_comes_next(
    window: Window, new: NewEventPage, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    listed = tmp_path / "players.csv"
    listed.write_text("first_name,last_name\nAda,Anything\n", encoding="utf-8")
    type_words("Cup")
    press("Return", "Return", "Return", "Right", "Return")
    assert "no such file" in new.list.field.problem()
    type_words(str(listed))
    press("Return", "Return")
    assert window.current == "players"
    page = window.page("players")
    assert isinstance(page, PlayersPage)
    qtbot.waitUntil(page.preview.isVisible, timeout=10_000)
    assert "Add 1 player" in said(page.preview)


def test_players_typed_now_begin_in_their_list(window: Window, new: NewEventPage) -> None:
    type_words("Cup")
    press("Return", "Return", "Return", "Right", "Right", "Return", "Return")
    assert window.current == "players"
    type_words("Ada")
    press("Tab")
    type_words("Anything")
    press("Return")
    assert [player.name for player in window.controller.book.view.players.values()] == ["Ada Anything"]


def test_with_an_event_open_it_stays_open_until_the_other_is_made(
    window: Window, new: NewEventPage, tmp_path: Path
) -> None:
    for name in ("Cup", "Bowl"):
        press("Ctrl+N")
        type_words(name)
        press("Return", "Return", "Return", "Return", "Return")
        assert window.controller.book.view.settings.name == name
        assert window.current == "event"
