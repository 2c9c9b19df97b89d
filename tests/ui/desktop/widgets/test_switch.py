"""A switch by keyboard and mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tournament.language import Language, mark
from ui.desktop.translation import translator
from ui.desktop.widgets.switch import Segment, Switch


@pytest.fixture
def switch(qtbot: QtBot) -> Switch:
    made = Switch(mark("Shown"), [Segment("p", mark("Players")), Segment("t", mark("Teams")), Segment("b", "中文")])
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show()
    return made


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ([Qt.Key.Key_Right], "t"),
        ([Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right], "b"),
        ([Qt.Key.Key_End, Qt.Key.Key_Left], "t"),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], "p"),
    ],
)
def test_arrows_choose_and_stop_at_the_ends(switch: Switch, qtbot: QtBot, keys: list[Qt.Key], chosen: str) -> None:
    for key in keys:
        qtbot.keyClick(switch, key)
    assert switch.current == chosen


def test_a_click_chooses_and_tells_once(switch: Switch, qtbot: QtBot) -> None:
    with qtbot.waitSignal(switch.chosen) as told:
        qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(switch.width() - 10, 15))
    assert told.args == ["b"]
    with qtbot.assertNotEmitted(switch.chosen):
        qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(switch.width() - 10, 15))


def test_choosing_by_program_tells_nobody(switch: Switch, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(switch.chosen):
        switch.set_current("t")
    assert switch.accessible_value() == "Teams"
    with pytest.raises(KeyError):
        switch.set_current("nothing")


def test_other_segments_keep_the_choice_if_they_can(switch: Switch) -> None:
    switch.set_current("t")
    switch.set_segments([Segment("x", "X"), Segment("t", "T")])
    assert switch.current == "t"
    switch.set_segments([Segment("x", "X")])
    assert switch.current == "x"


def test_it_grows_with_a_longer_language(switch: Switch, echo: Language) -> None:
    before = switch.sizeHint().width()
    translator.set_language(echo)
    assert switch.sizeHint().width() > before
    assert (switch.accessibleName(), switch.accessible_value()) == ("Shown Shown", "Players Players")
