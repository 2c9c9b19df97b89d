"""Choices among a few values: by keys and mouse, and for screen readers."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tournament.language import Language, mark
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import PaintedChoices, Segment, Switch


class Row(PaintedChoices):
    """Five places of ten pixels, of which two are not free."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []

    def choice_rects(self) -> list[QRectF]:
        return [QRectF(10 * at, 0, 10, 10) for at in range(5)]

    def can_choose(self, at: int) -> bool:
        return at not in (2, 4)

    def choice_made(self) -> None:
        self.heard.append(self._index)


@pytest.fixture
def row(qtbot: QtBot) -> Row:
    made = Row()
    qtbot.addWidget(made)
    made.resize(50, 10)
    made.show()
    return made


@pytest.mark.parametrize(
    ("keys", "heard"),
    [
        ((Qt.Key.Key_Right,), [0]),
        ((Qt.Key.Key_Left,), []),
        ((Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right), [0, 1, 3]),
        ((Qt.Key.Key_Home, Qt.Key.Key_Home), [0]),
        ((Qt.Key.Key_End,), []),
        ((Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left), [0, 1, 3, 1]),
    ],
)
def test_keys(row: Row, keys: tuple[Qt.Key, ...], heard: list[int]) -> None:
    for key in keys:
        QTest.keyClick(row, key)
    assert row.heard == heard


def test_alt_and_an_arrow_is_for_others(row: Row) -> None:
    QTest.keyClick(row, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert row.heard == []


@pytest.mark.parametrize(("across", "heard"), [(15, [1]), (25, []), (35, [3])])
def test_clicks(row: Row, across: int, heard: list[int]) -> None:
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(across, 5))
    assert row.heard == heard


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
