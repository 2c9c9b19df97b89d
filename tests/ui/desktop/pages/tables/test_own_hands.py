"""A club names special hands of its own in the real window, and plays them: by value, from the list, with tiles."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.cli.conftest import call_program, hand, lines
from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pressing import press, type_words
from ui.desktop import bootstrap
from ui.desktop.dialogs.special_hands import OwnHandRows, SpecialHandRow
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.delegates import Role
from ui.desktop.window import Window
from ui.entry.typing_order import AnswerField

NO_HAND = "1234m456p789sESWN"


def _setup(window: Window) -> tuple[SpecialHandRow, OwnHandRows]:
    """The table of special hands, in view."""
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    press("F3")
    page.setup.options.show_option("value_chow_royal")  # unfolds the table of special hands
    page.setup.options.show_option("own_hands")
    rows = page.setup.options.rows
    listed, own = rows["value_chow_royal"], rows["own_hands"]
    assert isinstance(listed, SpecialHandRow)
    assert isinstance(own, OwnHandRows)
    return listed, own


def _by_keys(own: OwnHandRows, name: str, value: str) -> None:
    own.add.setFocus()
    press("Return")
    type_words(name)
    press("Tab", "Tab")
    type_words(value)
    press("Tab")


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["french-classical-advanced"])
def test_hands_are_named_by_keys_and_played_as_by_the_command_line(
    window: Window, page: TablesPage, event_file: Path, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    controller = window.controller
    listed, own = _setup(window)
    _by_keys(own, "Grand  Chat", "6000")
    _by_keys(own, "<b>Souris</b>", "500")
    listed.choice.setFocus()
    press("Down", "Tab", "Ctrl+A")
    type_words("650")
    press("Tab", "Up", "Up")  # the next hand, first as listed: now off
    window.show_page("tables")
    options = (
        ("own_hands", "Grand Chat=6000; <b>Souris</b>=500"), ("value_chow_royal", 650), ("value_main_chinoise", 0),
    )  # fmt: skip
    assert controller.book.view.settings.options == options
    keyboard.type("1 2 6000 Enter 20 Enter 8 Enter Enter")  # by value: nothing is asked
    keyboard.type("1 2 H 3")
    dominant, special = (page.panel.hand._fields[AnswerField(name)] for name in ("dominant", "own_hand"))
    assert "second throw" not in dominant.description(), "half a number is no throw of dice"
    assert "H, then 35 36" in special.description()
    keyboard.type("Esc 1 2 M 3 H 3 5")  # the dice of the dominant wind are not those of the name
    assert typed_hand(page).values == ("6000", "", "", "")
    keyboard.type("20 Enter 8 Enter Enter")
    keyboard.type("1 2 T")  # in the editor, without tiles
    tiles = page.tiles.of_players
    assert tiles is not None
    question = tiles.editor.situation.questions.controls["own_hand"]
    question.setFocus()
    press("Down", "Down")
    assert tiles.tiles is not None
    assert tiles.tiles.value(0) == 500
    assert "<b>Souris</b>" in said(tiles.panel)
    tiles.submit()
    assert (typed_hand(page).values, typed_hand(page).answer("own_hand")) == (("500", "", "", ""), "<b>Souris</b>")
    keyboard.type("T")  # and with them
    press("Home")
    keyboard.words(NO_HAND)
    assert tiles.tiles.value(0) == 500
    keyboard.type("Enter 20 Enter 8 Enter Enter")
    sheet = controller.book.view.sheet(1, 1)
    named = [(line.outcome.worth, line.outcome.answer("own_hand")) for line in sheet.hands if line.outcome is not None]
    assert named == [(6000, None), (6000, "Grand Chat"), (500, "<b>Souris</b>")]
    assert sheet.hands[2].tiles == "1234m789s456pESWN|-E0000"
    model = page.score_sheet.model
    words = [str(model.index(row, sheet_table.RESULT).data(Role.COPIED)) for row in (2, 3)]
    assert ["Grand Chat" in words[0], "<b>Souris</b>" in words[1]] == [True, True], words
    window.show_page("event")
    assert not listed.choice.isEnabled(), "they were used"
    assert not own.add.isEnabled()
    _same_by_command_line(event_file, controller.book.view.settings.options, [line.net for line in sheet.hands[:3]])


def _same_by_command_line(event_file: Path, options: object, net: list[object]) -> None:
    """A new event with these options and hands has the same results."""
    path = event_file.with_name("other.qv")
    assert isinstance(options, tuple)
    chosen = [word for name, value in options for word in ("--option", f"{name}={value}")]
    made = call_program(
        "new", path, "--name", "Other", "--format", "club", "--rules", "french-classical-advanced", *chosen
    )
    assert made.code == 0
    people = path.with_suffix(".csv")
    people.write_text("first name,last name\n" + "".join(f"{name},Sample\n" for name in ("Ada", "Ben", "Carl", "Dora")))
    assert call_program("players", path, "import", people).code == 0
    four = {"A": 6000, "B": 20, "C": 8, "D": 0}
    played = [
        {"type": "game", "session": 1, "players": [1, 2, 3, 4]},
        hand(1, "A", "B", values=four),
        hand(2, "A", "B", values=four, own_hand="Grand Chat"),
        hand(3, "A", "B", values={**four, "A": 500}, own_hand="<b>Souris</b>"),
    ]
    assert call_program("record", path, "--jsonl", stdin=lines(*played)).code == 0
    book = bootstrap.open_book(path)
    assert book.view.settings.options == options
    assert [line.net for line in book.view.sheet(1, 1).hands[:3]] == net
    book.close()
