"""The focus is never lost: whatever keys do, something visible and named has it afterwards."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.accessibility.reading import read
from tests.ui.desktop.accessibility.test_pages import SHOWN, come_to
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from ui.desktop.window import Window


def lost() -> str:
    """Why the focus is lost, empty while it is not."""
    QApplication.processEvents()
    here = QApplication.focusWidget()
    if here is None:
        return "nothing has the focus"
    if not here.isVisible():
        return f"{type(here).__name__} has it and is not in view"
    return "" if read(here).name else f"{type(here).__name__} has it and has no name"


KEYS = (
    "P", "P 2", "P 2 P9 Enter", "P Esc", "G", "G 2 Enter", "G Esc", "Up", "Up Up Esc", "F6", "F6 Esc", "X Enter Ctrl+Z",
    "Ctrl+Enter", "Ctrl+Enter Esc", "2 4 24 Enter", "T", "T Esc", "1 D 5 Enter",
)  # fmt: skip


@pytest.mark.thorough
def test_on_the_sheet(sample: Window, keyboard: Keyboard) -> None:
    come_to(sample, "tables")
    found = []
    for keys in KEYS:
        for key in (*keys.split(), "Esc", "Esc"):
            keyboard.type(key)
            found.append((keys, key, lost()))
    assert [each for each in found if each[2]] == []


@pytest.mark.thorough
def test_from_page_to_page_and_when_panels_and_rows_go(sample: Window) -> None:
    found = []
    for page in SHOWN:
        come_to(sample, page)
        found.append((page, "shown", lost()))
        for key in ("Down", "Ctrl+F", "Esc", "F1", "F1", "Esc"):
            press(key)
            found.append((page, key, lost()))
    assert [each for each in found if each[2]] == []
