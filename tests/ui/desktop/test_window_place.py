"""Where the window opens, on the screens there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.desktop import preferences
from ui.desktop.window_place import USUAL, WindowPlace, keep_place, open_window, opening_place

LAPTOP = QRect(0, 0, 1366, 728)
DESK = QRect(0, 0, 1920, 1040)
BESIDE = QRect(1920, 0, 2560, 1400)


@pytest.mark.parametrize("screen", [LAPTOP, QRect(0, 0, 960, 500), QRect(0, 0, 1440, 860), QRect(0, 25, 1280, 775)])
def test_it_opens_maximised_on_a_screen_smaller_than_1440_by_900(screen: QRect) -> None:
    last = WindowPlace(QRect(100, 100, 1000, 640))
    assert opening_place(None, [screen]).maximised
    assert opening_place(last, [screen]).maximised


def test_the_first_time_it_stands_in_the_middle_of_the_main_screen() -> None:
    place = opening_place(None, [DESK, BESIDE])
    assert not place.maximised
    assert (place.rect.size(), place.rect.left()) == (USUAL, 240)


def test_it_opens_where_it_was() -> None:
    for last in (WindowPlace(QRect(2000, 100, 1600, 1000)), WindowPlace(QRect(40, 60, 1200, 800), maximised=True)):
        assert opening_place(last, [DESK, BESIDE]) == last


def test_it_comes_back_to_the_main_screen_when_that_of_last_time_is_gone() -> None:
    place = opening_place(WindowPlace(QRect(2000, 100, 2400, 1300)), [DESK])
    assert DESK.contains(place.rect)
    assert place.rect.width() == DESK.width()


@given(
    st.builds(QRect, *[st.integers(-9000, 9000)] * 2, *[st.integers(1, 9000)] * 2),
    st.lists(
        st.builds(QRect, *[st.integers(-4000, 4000)] * 2, st.integers(960, 4000), st.integers(540, 3000)),
        min_size=1,
        max_size=3,
    ),
)
def test_it_always_lies_inside_one_screen_with_room_for_its_title_bar(last: QRect, screens: list[QRect]) -> None:
    rect = opening_place(WindowPlace(last), screens).rect
    assert any(screen.contains(rect) and rect.top() - screen.top() >= 32 for screen in screens)
    assert rect.width() >= 900
    assert rect.height() >= 500


def test_place_and_size_are_kept_until_the_next_start(qtbot: QtBot, dressed: QApplication) -> None:
    before = preferences.place()
    window = QWidget()
    qtbot.addWidget(window)
    try:
        for kept in ("", "5 40 700 600 free", "a b c"):
            preferences.keep_place(kept)
            open_window(window)
            assert window.isMaximized()  # the screen here is a small one
            keep_place(window)
            assert preferences.place().endswith(" maximised")
        window.showNormal()
        window.setGeometry(10, 50, 700, 620)
        keep_place(window)
        assert preferences.place() == "10 50 700 620 free"
        assert window.size() == QSize(700, 620)
    finally:
        preferences.keep_place(before)
