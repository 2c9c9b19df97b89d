"""One Enter, one render, and no widget painted twice; a state shown again changes nothing."""

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSignalBlocker, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of
from ui.desktop.copying import copying_of
from ui.desktop.pages.tables.page import TablesPage
from ui.entry.tables_state import TablesState


class PaintCount(QObject):
    """How often each widget is painted, apart from what timers paint later."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self._app = app
        self.painted: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and isinstance(watched, QWidget):
            self.painted[f"{type(watched).__name__} {id(watched)}"] += 1
        # On a busy machine the blinking cursor, or the status bar a moment later, would fall into the count.
        return event.type() is QEvent.Type.Timer and not (isinstance(watched, QTimer) and watched.interval() == 0)

    def __enter__(self) -> "PaintCount":
        self._app.installEventFilter(self)
        return self

    def __exit__(self, *_error: object) -> None:
        for _ in range(3):
            self._app.processEvents()
        self._app.removeEventFilter(self)


@pytest.fixture
def renders(page: TablesPage, monkeypatch: pytest.MonkeyPatch) -> list[TablesState]:
    """The states that were rendered."""
    seen: list[TablesState] = []
    render = page.show_state

    def counted(state: TablesState) -> None:
        seen.append(state)
        render(state)

    monkeypatch.setattr(page, "show_state", counted)
    return seen


def test_one_enter_is_one_render_and_paints_no_widget_twice(
    page: TablesPage, renders: list[TablesState], keyboard: Keyboard, dressed: QApplication
) -> None:
    for hand in SHEET[:6]:
        *typed, enter = keys_of(hand).split()
        keyboard.type(" ".join(typed))
        dressed.processEvents()
        renders.clear()
        # another thread may be making a copy of the file, which the status bar shows
        with QSignalBlocker(copying_of(page.controller)), PaintCount(dressed) as count:
            keyboard.type(enter)
        assert len(renders) == 1
        twice = {widget: times for widget, times in count.painted.items() if times > 1}
        assert not twice
        assert any("SheetView" in widget or "QWidget" in widget for widget in count.painted)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["1", "1 2", "1 2 1", "9", "1 2 7 Enter", "P", "P 2", "P 2 P9 Enter", "X"])
def test_every_key_is_rendered_once_and_again_changes_nothing(
    page: TablesPage, renders: list[TablesState], keyboard: Keyboard, dressed: QApplication, keys: str
) -> None:
    *before, last = keys.split()
    keyboard.type(" ".join(before))
    renders.clear()
    keyboard.type(last)
    assert len(renders) == (1 if last == "Enter" else len(last))
    for _ in range(3):
        dressed.processEvents()
    with PaintCount(dressed) as count:
        page.show_state(page.state)
    assert not {widget for widget in count.painted if "Form" in widget or "Sheet" in widget or "Cards" in widget}


def test_what_another_page_writes_is_shown_when_this_one_is_in_view_again(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12")
    page.window().show_page("standings")  # type: ignore[attr-defined]
    page.controller.undo()
    page.controller.redo()
    page.window().show_page("tables")  # type: ignore[attr-defined]
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(1, 1).played == 1


def test_the_lines_painted_after_an_enter_are_those_of_a_whole_sheet(
    page: TablesPage, keyboard: Keyboard, dressed: QApplication
) -> None:
    paper = page.score_sheet.view.viewport()
    place = QRect(paper.mapTo(page.window(), QPoint()), paper.size())
    for hand in SHEET[:3]:
        keyboard.type(keys_of(hand))
        dressed.processEvents()
        painted = page.screen().grabWindow(page.window().winId()).copy(place).toImage()
        assert painted == paper.grab().toImage().convertToFormat(painted.format())
