"""The window speaks in the words of the open event's game."""

from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tournament.event.settings import Settings
from tournament.language import language_of, mark
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.bootstrap import make_controller
from ui.desktop.controller import EventController
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.scorer import Scorer
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import TextLabel
from ui.hall.hall_state import HallScreen, HallState, ScreenContent


@pytest.fixture
def french() -> EventController:
    translator.set_language(language_of("fr"))
    return make_controller("Ada")


@pytest.fixture
def label(qtbot: QtBot) -> TextLabel:
    made = TextLabel(mark("Drawn hand"))
    qtbot.addWidget(made)
    return made


def test_the_words_are_those_of_the_open_event(tmp_path: Path, french: EventController, label: TextLabel) -> None:
    said = []
    for rules in ("quebec-classical", "mcr", "zung-jung"):
        french.create(tmp_path / f"{rules}.qv", Settings(rules, rules=rules))
        said.append(label.text())
    french.close()
    assert [*said, label.text()] == ["Manche nulle", "Tour nul", "Main nulle", "Tour nul"]


def test_a_change_of_language_keeps_the_words(tmp_path: Path, french: EventController, label: TextLabel) -> None:
    french.create(tmp_path / "club.qv", Settings("Club", rules="hong-kong"))
    said = [label.text()]
    for code in ("en", "fr"):
        translator.set_language(language_of(code))
        said.append(label.text())
    french.close()
    assert said == ["Manche nulle", "Drawn hand", "Manche nulle"]


def test_a_change_of_rules_and_a_look_at_the_past_change_the_words(
    tmp_path: Path, french: EventController, label: TextLabel
) -> None:
    settings = Settings("Club", rules="mcr")
    french.create(tmp_path / "club.qv", settings)
    before = french.book.view
    french.act(ChangeSettings(Settings("Club", rules="french-classical-simple")))
    said = [label.text()]
    french.look_at(before)
    said.append(label.text())
    french.look_at(None)
    said.append(label.text())
    french.close()
    assert said == ["Manche nulle", "Tour nul", "Manche nulle"]


def test_another_event_in_the_same_words_renders_nothing_again(tmp_path: Path, french: EventController) -> None:
    french.create(tmp_path / "first.qv", Settings("First", rules="hong-kong"))
    told = QSignalSpy(translator.changed)
    french.create(tmp_path / "second.qv", Settings("Second", rules="hong-kong"))
    french.close()
    assert told.count() == 1, "only when there is no event any more"


def test_a_hand_is_counted_in_the_words_of_its_rules_and_screens_keep_those_of_the_event(
    tmp_path: Path, own_preferences: None, french: EventController, label: TextLabel, qtbot: QtBot
) -> None:
    screen = HallScreen("North", (ScreenContent.CLOCK,))
    hall, scorer = ScreenWindow(french, screen, HallState("e", (screen,))), Scorer(french)
    for each in (hall, scorer):
        qtbot.addWidget(each)
    french.create(tmp_path / "club.qv", Settings("Club", rules="zung-jung"))
    scorer.show()
    said = [label.text()]
    scorer.rules.setCurrentIndex(scorer.rules.findData("hong-kong"))
    scorer.choose("hong-kong")
    qtbot.waitUntil(lambda: scorer.editor.state.context.player is not None)
    french.act(ChangeSettings(Settings("Other club", rules="zung-jung")))
    said.append(label.text())
    on_screen = hall._language.render(mark("Drawn hand"))
    scorer.hide()
    said.append(label.text())
    scorer.show()
    said.append(label.text())
    french.close()
    assert said == ["Tour nul", "Manche nulle", "Main nulle", "Manche nulle"]
    assert on_screen == "Main nulle"
