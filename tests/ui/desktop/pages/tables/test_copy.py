"""The sheet is copied into a spreadsheet: the line at the cursor, or all of them."""

from PySide6.QtGui import QGuiApplication

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from ui.desktop.pages.tables.page import TablesPage


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_the_line_at_the_cursor(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 8 Enter")
    page.score_sheet.view.setFocus()
    press("Up", "Ctrl+C")
    assert clipboard() == "1\tBen from Dora\t8\t-8\t-8\t32\t32\t-8\t-8\t-16\t-16\n"


def test_the_whole_sheet_with_its_heads(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 8 Enter X Enter")
    view = page.score_sheet.view
    view.setFocus()
    press("Ctrl+A", "Ctrl+C")
    lines = [line.split("\t") for line in clipboard().splitlines()]
    assert lines[0][:5] == ["#", "Result", "Points", "Ada", "Ada, total"]
    hands = [line for line in lines if line[0].isdecimal()]
    assert [line[0] for line in hands] == [str(number) for number in range(1, 17)]
    assert hands[1] == ["2", "Drawn hand", "–", *["0", "-8", "0", "32", "0", "-8", "0", "-16"]]
    assert {len(line) for line in lines} == {11}
    press("Down", "Ctrl+C")
    assert len(clipboard().splitlines()) == 1, "an arrow lets go of the selection"
