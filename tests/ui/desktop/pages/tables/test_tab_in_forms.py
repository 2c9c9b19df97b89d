"""Tab and Shift+Tab visit every stop of a form, in order, and do not leave what is being typed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import focused
from tournament.catalogue import IDS
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window

MOST = 12
"""More than the stops of any form."""
FORMS = {
    "penalty": ("P", "P 1", "P 1 P", "P Esc R Esc P 2"),
    "repair": ("R", "R 2", "R 1", "X Enter Up R 2", "X Enter R 4", "X Enter R 4 1 2", "R 6", "P Esc R"),
}
"""Keys that lead into each form, with and without answers."""


def stops(*parts: QWidget) -> set[QWidget]:
    """What can have the focus in ``parts`` now, found without the order of their layouts."""
    found = {child for part in parts for child in part.findChildren(QWidget)}
    by_tab = Qt.FocusPolicy.TabFocus
    return {each for each in found if each.isVisible() and each.isEnabled() and each.focusPolicy() & by_tab == by_tab}


def round_trip(*, back: bool) -> Iterator[QWidget]:
    """The stops from the focus on until it is there again."""
    begin = focused()
    for _ in range(MOST):
        if back:
            QTest.keyPress(focused(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        else:
            QTest.keyPress(focused(), Qt.Key.Key_Tab)
        yield focused()
        if focused() is begin:
            return


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize(("form", "keys"), [(form, keys) for form, every in FORMS.items() for keys in every])
def test_tab_goes_round_in_the_form(rules: str, form: str, keys: str, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(keys)
    shown = page.panel.penalty if form == "penalty" else page.panel.repair
    goes_round(page, stops(shown, shown.foot))


def goes_round(page: TablesPage, wanted: set[QWidget]) -> None:
    """Check that Tab leads through what is ``wanted`` from top to bottom, and Shift+Tab back."""
    assert focused() in wanted
    there = list(round_trip(back=False))
    assert set(there) == wanted
    assert len(there) == len(wanted)
    assert list(round_trip(back=True)) == [*reversed(there[:-1]), there[-1]]
    heights = [each.mapTo(page, each.rect().center()).y() for each in there]
    turns = sum(one > other for one, other in zip(heights, [*heights[1:], heights[0]], strict=True))
    assert turns <= 1, "from top to bottom, and to the top again"


def test_tab_stays_at_a_penalty_while_the_reason_for_cancelling_it_is_typed(
    page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type("1 2 12 Enter P 2 P10 Enter Enter Down")
    keyboard.words("misread")
    goes_round(page, stops(page.panel.penalty_shown, page.panel.penalty_shown.foot))


def test_esc_leaves_the_forms_and_tab_then_leaves_the_empty_hand(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P Tab Esc R Tab Esc Tab Tab Tab Tab")
    assert not page.panel.hand.isAncestorOf(focused())
    assert QApplication.focusWidget() is not None


@pytest.mark.parametrize("page_id", ["event", "draw", "tables", "standings", "fouls", "history"])
def test_tab_goes_round_in_the_whole_window(page_id: str, window: Window) -> None:
    window.show_page(page_id)
    QApplication.processEvents()
    seen: list[QWidget] = []
    while focused() not in seen and len(seen) < 60:
        seen.append(focused())
        QTest.keyPress(focused(), Qt.Key.Key_Tab)
    for part in (window.top, window.rail, window.page(page_id), window.status):
        assert any(part.isAncestorOf(each) for each in seen), part
