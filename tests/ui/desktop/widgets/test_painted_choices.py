"""Choices side by side: keys and clicks take one that can be taken."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ui.desktop.widgets.painted_choices import PaintedChoices


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
